// Tests that removing a batch leaves nothing of its rows in the data folder: not in the database or its log, not in a
// copy of its file, not in anything written from it.
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabaseFile } from '../../../electron/engine/store/database/database-file.ts'
import { fileHolds } from '../store/plain-bytes.ts'
import { type Harness, inDatabase, openHarness, filesBelow } from './harness.ts'
import { numbered, plainAccounts } from './small-files.ts'
import { isLoaded } from './waiting.ts'

const secret = 'Zwiebelfisch'

/** As the web host stores an uploaded file. */
async function upload(harness: Harness, accounts = 1500) {
  const plain = await plainAccounts(
    harness.folder,
    numbered(accounts).map((account) => ({ ...account, surname: secret })),
  )
  const folder = join(harness.data, 'uploads', 'abc123')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, basename(plain.file))
  renameSync(plain.file, file)
  return { ...plain, file }
}

const holding = (harness: Harness): string[] =>
  filesBelow(harness.data).filter((file) => fileHolds(file, secret))
const pagesOf = (harness: Harness): number =>
  inDatabase(harness.data, (look) => look.pragma('page_count', { simple: true })) as number
const removalJobs = (harness: Harness): unknown =>
  inDatabase(harness.data, (look) =>
    look.prepare("SELECT kind FROM job WHERE kind IN ('delete_batch','free_space')").pluck().all(),
  )

test('removing a batch removes its rows, upload and report, and frees database pages, also in the log', async () => {
  const harness = await openHarness()
  const empty = pagesOf(harness)
  const what = await upload(harness)
  const batch = await harness.load(what)
  await harness.client().fixes.apply({
    batch,
    words: 'Other',
    scope: { sheet: 0, columns: [2], rows: { ranges: [[2, 1000]] } },
    fix: { kind: 'set', text: `${secret} too` },
  })
  await harness.until(batch, (view) => isLoaded(view) && view.work === null)
  const reports = join(harness.data, 'reports', `batch-${batch}`)
  await harness.client().batches.report({ batch, folder: null })
  expect(holding(harness).length).toBeGreaterThan(1)
  expect(existsSync(reports)).toBe(true)

  await harness.client().memory.keepFor({ days: 0 })
  await harness.client().batches.remove({ batch })
  expect(await harness.client().batches.list()).toEqual([])
  expect(existsSync(what.file)).toBe(false)
  expect(existsSync(reports)).toBe(false)
  await expect.poll(() => removalJobs(harness)).toEqual([])
  expect(holding(harness)).toEqual([])
  expect(inDatabase(harness.data, (look) => look.pragma('freelist_count', { simple: true }))).toBe(0)
  expect(pagesOf(harness)).toBeLessThan(empty + 20)
})

test('a removal interrupted by a shutdown continues at the next start, and the batch stays hidden', async () => {
  const harness = await openHarness()
  const what = await upload(harness)
  const batch = await harness.load(what)
  const removing = harness.client().batches.remove({ batch })
  removing.catch(() => undefined)
  await expect.poll(() => removalJobs(harness), { interval: 1 }).not.toEqual([])
  await harness.stop()
  await harness.start()
  expect(await harness.client().batches.list()).toEqual([])
  await expect(harness.client().batches.get({ batch })).rejects.toThrow(/There is no batch/)
  await expect.poll(() => removalJobs(harness)).toEqual([])
  expect(existsSync(what.file)).toBe(false)
  expect(holding(harness)).toEqual([])
})

test('a batch loaded while the space of a removed batch is being freed gets its own number and stays', async () => {
  const harness = await openHarness()
  const removed = await harness.load(await upload(harness))
  await harness.client().batches.remove({ batch: removed })
  // Not finished: the next start continues it.
  await harness.stop()
  const database = openDatabaseFile(join(harness.data, 'carryover.sqlite'))
  database
    .prepare("INSERT INTO job (kind, batch_id, arguments, created_at) VALUES ('delete_batch', ?, ?, 0)")
    .run(removed, JSON.stringify({ files: [join(harness.data, 'nothing.csv')], purge: false }))
  database.close()
  await harness.start()
  const next = await harness.load(await plainAccounts(harness.folder, numbered(3)))
  expect(next).not.toBe(removed)
  await expect.poll(() => removalJobs(harness)).toEqual([])
  expect((await harness.client().batches.list()).map(({ id, accounts }) => [id, accounts])).toEqual([
    [next, 3],
  ])
})

test('an upload shared with another batch is kept, and a user’s own file is always kept', async () => {
  const harness = await openHarness()
  const what = await upload(harness, 3)
  const first = await harness.load(what)
  await harness.load(what)
  await harness.client().batches.remove({ batch: first })
  expect(existsSync(what.file)).toBe(true)
  const own = await plainAccounts(harness.folder, numbered(3), 'own')
  const third = await harness.load(own)
  await harness.client().batches.remove({ batch: third })
  expect(existsSync(own.file)).toBe(true)
})

test('a file taken out of a batch leaves no upload behind, and removing the batch removes all of its uploads', async () => {
  const harness = await openHarness()
  const uploaded = (name: string, text: string): string => {
    const folder = join(harness.data, 'uploads', name)
    mkdirSync(folder, { recursive: true })
    const file = join(folder, `${name}.csv`)
    writeFileSync(file, text)
    return file
  }
  const [one, two, three] = ['one', 'two', 'three'].map((name) =>
    uploaded(name, `Account No,Surname\n${name}-1,${secret}\n`),
  ) as [string, string, string]
  const { batch } = await harness.client().batches.open({
    path: one,
    also: [{ path: two }, { path: three }],
  })
  await harness.until(batch, ({ stage }) => stage === 'mapping')
  await harness.client().batches.removeFile({ batch, position: 1 })
  await harness.until(batch, ({ stage }) => stage === 'mapping')
  expect([one, two, three].map((file) => existsSync(file))).toEqual([true, false, true])
  await harness.client().batches.remove({ batch })
  expect([one, three].map((file) => existsSync(file))).toEqual([false, false])
})
