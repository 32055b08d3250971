// A batch that is removed leaves nothing of its rows in the data folder: not in the database or its log, not as a copy of
// its file, not in what was written of it.
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabaseFile } from '../../../electron/engine/store/database-file.ts'
import { fileHolds } from '../store/plain-bytes.ts'
import { type House, inDatabase, openHouse, filesBelow } from './harness.ts'
import { numbered, plainAccounts } from './small-files.ts'
import { isLoaded } from './waiting.ts'

const secret = 'Zwiebelfisch'

/** As the web host keeps a file that a page brought. */
async function upload(house: House, accounts = 1500) {
  const plain = await plainAccounts(
    house.folder,
    numbered(accounts).map((account) => ({ ...account, surname: secret })),
  )
  const folder = join(house.data, 'uploads', 'abc123')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, basename(plain.file))
  renameSync(plain.file, file)
  return { ...plain, file }
}

const holding = (house: House): string[] => filesBelow(house.data).filter((file) => fileHolds(file, secret))
const pagesOf = (house: House): number =>
  inDatabase(house.data, (look) => look.pragma('page_count', { simple: true })) as number
const given = (house: House): unknown =>
  inDatabase(house.data, (look) =>
    look.prepare("SELECT value FROM setting WHERE name = 'batches_to_remove'").pluck().get(),
  )

test('removing a batch removes its rows, its upload and its report, and gives their pages back, in the log too', async () => {
  const house = await openHouse()
  const empty = pagesOf(house)
  const what = await upload(house)
  const batch = await house.load(what)
  await house.client().fixes.apply({
    batch,
    words: 'Other',
    scope: { sheet: 0, columns: [2], rows: { ranges: [[2, 1000]] } },
    fix: { kind: 'set', text: `${secret} too` },
  })
  await house.until(batch, (view) => isLoaded(view) && view.work === null)
  const reports = join(house.data, 'reports', `batch-${batch}`)
  await house.client().batches.report({ batch, folder: null })
  expect(holding(house).length).toBeGreaterThan(1)
  expect(existsSync(reports)).toBe(true)

  await house.client().memory.keepFor({ days: 0 })
  await house.client().batches.remove({ batch })
  expect(await house.client().batches.list()).toEqual([])
  expect(existsSync(what.file)).toBe(false)
  expect(existsSync(reports)).toBe(false)
  await expect.poll(() => given(house), { timeout: 20_000 }).toBe('[]')
  expect(holding(house)).toEqual([])
  expect(inDatabase(house.data, (look) => look.pragma('freelist_count', { simple: true }))).toBe(0)
  expect(pagesOf(house)).toBeLessThan(empty + 20)
})

test('a removal that an end of Carryover cuts off goes on at the next start, and the batch is seen no more', async () => {
  const house = await openHouse()
  const what = await upload(house)
  const batch = await house.load(what)
  const removing = house.client().batches.remove({ batch })
  removing.catch(() => undefined)
  await expect.poll(() => given(house), { interval: 1 }).not.toBe(undefined)
  await house.stop()
  await house.start()
  expect(await house.client().batches.list()).toEqual([])
  await expect(house.client().batches.continueLoading({ batch })).rejects.toThrow(/There is no batch/)
  await expect.poll(() => given(house), { timeout: 20_000 }).toBe('[]')
  expect(existsSync(what.file)).toBe(false)
  expect(holding(house)).toEqual([])
})

test('a batch that is loaded while the room of a removed one is still given back is another batch, and stays', async () => {
  const house = await openHouse()
  const removed = await house.load(await upload(house))
  await house.client().batches.remove({ batch: removed })
  // Not finished: the next start goes on with it.
  await house.stop()
  const database = openDatabaseFile(join(house.data, 'carryover.sqlite'))
  database
    .prepare(
      "INSERT INTO setting (name, value) VALUES ('batches_to_remove', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    )
    .run(JSON.stringify([{ batch: removed, file: join(house.data, 'nothing.csv') }]))
  database.close()
  await house.start()
  const next = await house.load(await plainAccounts(house.folder, numbered(3)))
  expect(next).not.toBe(removed)
  await expect.poll(() => given(house), { timeout: 20_000 }).toBe('[]')
  expect((await house.client().batches.list()).map(({ id, accounts }) => [id, accounts])).toEqual([[next, 3]])
})

test('an upload that another batch was read from stays, and a file of a person stays always', async () => {
  const house = await openHouse()
  const what = await upload(house, 3)
  const first = await house.load(what)
  await house.load(what)
  await house.client().batches.remove({ batch: first })
  expect(existsSync(what.file)).toBe(true)
  const own = await plainAccounts(house.folder, numbered(3), 'own')
  const third = await house.load(own)
  await house.client().batches.remove({ batch: third })
  expect(existsSync(own.file)).toBe(true)
})
