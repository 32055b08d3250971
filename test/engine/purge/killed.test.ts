// Tests a kill in the middle of a purge: the batch is never shown again, and the next start completes the purge.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openDatabaseFile } from '../../../electron/engine/store/database/database-file.ts'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { openHarness } from '../api/harness.ts'
import {
  copies,
  filesHolding,
  freePages,
  purgedBatches,
  secret,
  sumOf,
  uploadAccounts,
} from './purge-fixture.ts'

const program = fileURLToPath(new URL('./doomed-purge.ts', import.meta.url))
const accounts = 3000

/** Progress of the purge, by the database's content; each is awaited, then the program is killed. */
const moments = {
  begun: 'SELECT count(*) FROM purged_batch',
  'rows half gone': `SELECT (SELECT count(*) FROM account) < ${accounts - 300}`,
  'batch gone': 'SELECT NOT EXISTS (SELECT 1 FROM batch)',
  'pages returned':
    'SELECT NOT EXISTS (SELECT 1 FROM batch) AND (SELECT freelist_count FROM pragma_freelist_count) = 0',
} as const
const kills = Object.keys(moments) as (keyof typeof moments)[]

/** Resolves as soon as another program's database satisfies the condition. */
async function seen(data: string, moment: keyof typeof moments): Promise<void> {
  const database = openDatabaseFile(join(data, 'carryover.sqlite'), { readonly: true })
  try {
    const count = database.prepare(moments[moment]).pluck()
    while (count.get() === 0) await wait(1)
  } finally {
    database.close()
  }
}

test.each(kills)('a purge killed when it was “%s” is completed by the next start', async (moment) => {
  const harness = await openHarness()
  await harness.stop()
  const { file, mapping } = await uploadAccounts(harness, accounts, 'P')
  const settings = {
    folder: harness.data,
    settings: harness.settings,
    file,
    mapping: mappingFile.parse(mapping),
  }
  const child = spawn(process.execPath, [program, JSON.stringify(settings)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  await copies(harness.data)
  expect(filesHolding(harness.data).length).toBeGreaterThan(4)
  child.stdin.write('go\n')
  await seen(harness.data, moment)
  child.kill('SIGKILL')
  await once(child, 'exit')

  await harness.start()
  expect(await harness.client().batches.list()).toEqual([])
  const purged = await purgedBatches(harness.client())
  expect(purged).toMatchObject([{ rows: accounts, accounts }])
  expect(sumOf(purged[0]?.endings ?? {})).toBe(accounts)
  expect(filesHolding(harness.data, secret)).toEqual([])
  expect(freePages(harness.data)).toBe(0)
  expect(existsSync(file)).toBe(false)
})
