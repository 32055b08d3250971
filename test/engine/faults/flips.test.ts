// Tests a bit flip in the database, while it is closed or open: it is reported as damage, or changes no cell of a
// report.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRouterClient } from '@orpc/server'
import { expect, test } from 'vitest'
import { english } from '../../support/english.ts'
import type { Failure } from '../../../electron/engine/system/failure.ts'
import type { CheckEnd, StartCheck } from '../../../electron/engine/store/database/check/database-check.ts'
import { databaseName } from '../../../electron/engine/store/database/database-file.ts'
import { openLook } from '../../../electron/engine/store/database/read-only.ts'
import { inDatabase, openHarness } from '../api/harness.ts'
import { numbered, plainAccounts } from '../api/small-files.ts'
import { openToRead, runFlips, sampleFolder, summaryOfFlips } from './flips.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

/** `npm run test:long` flips two hundred bits. */
const flips = Number(process.env['CARRYOVER_FLIPS'] ?? 14)

test('single bits flipped at random places of a closed database are reported, or every cell of the report is unchanged', {
  timeout: 300_000,
}, async () => {
  const done = await runFlips(await sampleFolder(), flips, 20_261_123)
  process.stdout.write(`${summaryOfFlips(done)}\n`)
  expect(done.wrong).toBe(0)
  expect(done.found.before + done.found['by the report'] + done.found['by the check']).toBeGreaterThan(
    flips / 2,
  )
  // Whether the report itself meets one of so few is chance: test/long/storage.test.ts asks for it.
})

/** Flips a bit of a page that holds original rows. */
function flipRows(data: string): void {
  const page = inDatabase(data, (database) =>
    database
      .prepare("SELECT max(pageno) FROM dbstat WHERE name = 'source_row' AND pagetype = 'leaf'")
      .pluck()
      .get(),
  ) as number
  const file = join(data, databaseName)
  const bytes = readFileSync(file)
  const at = (page - 1) * 4096 + 3000
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(file, bytes)
}

async function closedFolder(): Promise<{ readonly data: string; readonly batch: number }> {
  const harness = await openHarness()
  const batch = await harness.load(await plainAccounts(harness.folder, numbered(400)), null)
  await harness.stop()
  return { data: harness.data, batch }
}

test('a page damaged while the database is open is reported when it is read, also to the host, and work stops', async () => {
  const { data, batch } = await closedFolder()
  const heard: Failure[] = []
  const opened = await openToRead(data, { damaged: (failure) => heard.push(failure) })
  if (!opened.ok) throw new Error(sentenceOf(opened.failure.message))
  const client = createRouterClient(opened.value.router)
  flipRows(data)
  const report = client.batches.report({ batch, folder: join(data, 'a-report') })
  await expect(report).rejects.toMatchObject({ data: { code: 'database_damaged', kind: 'workspace' } })
  expect(heard).toMatchObject([{ code: 'database_damaged' }])
  expect(english(heard[0]?.message)).toContain('is damaged')
  await opened.value.close()
  // The next start checks the whole database before it opens it.
  expect(await openToRead(data, { check: { atOnce: 0 } })).toMatchObject({
    failure: { code: 'database_damaged' },
  })
})

test('a report that is stopped because the check found damage says so', async () => {
  const { data, batch } = await closedFolder()
  const { promise: ended, resolve } = Promise.withResolvers<CheckEnd>()
  const start: StartCheck = () => ({ progress: null, ended, leave: () => Promise.resolve() })
  const opened = await openToRead(data, { check: { atOnce: 0, start } })
  if (!opened.ok) throw new Error(sentenceOf(opened.failure.message))
  const client = createRouterClient(opened.value.router)
  const reports = Promise.allSettled([client.batches.report({ batch, folder: join(data, 'a-report') })])
  await expect
    .poll(async () => (await client.batches.get({ batch })).work, { interval: 1 })
    .toMatchObject({ kind: 'reporting' })
  resolve({ kind: 'damaged', what: 'a page' })
  expect(await reports).toMatchObject([
    { status: 'rejected', reason: { data: { code: 'database_damaged', kind: 'workspace' } } },
  ])
  await opened.value.close()
})

test('a check from another process reports a bad page as damage', async () => {
  const { data, batch } = await closedFolder()
  flipRows(data)
  const look = openLook(data)
  if (!look.ok) throw new Error(sentenceOf(look.failure.message))
  const read = look.value.at((store) => store.rows.row(batch, 0, 400))
  look.value.close()
  expect(read).toMatchObject({ failure: { code: 'database_damaged' } })
})
