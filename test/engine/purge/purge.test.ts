// Tests that a purge removes everything that a batch left in the data folder, keeps a line of numbers that add up, and
// leaves all other batches as they are.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listBackups } from '../../../electron/engine/store/database/backup/backups.ts'
import { englishRefusal } from '../../support/english.ts'
import { mappedFile } from '../accounts/small-batch.ts'
import { expectConsistent, type Harness, inDatabase, openHarness } from '../api/harness.ts'
import { numbered, plainAccounts } from '../api/small-files.ts'
import { isLoaded, isOver } from '../api/waiting.ts'
import {
  copies,
  filesHolding,
  freePages,
  purgedBatches,
  secret,
  sumOf,
  uploadAccounts,
} from './purge-fixture.ts'

const isQuiet = (view: Parameters<typeof isLoaded>[0]): boolean => isLoaded(view) && view.work === null

async function edit(harness: Harness, batch: number, row: number, text: string): Promise<void> {
  await harness.client().edits.apply({
    batch,
    words: `${secret} edited`,
    cells: [{ sheet: 0, row, column: 2, text }],
  })
  await harness.until(batch, isQuiet)
}

const line = (key: string, has: { surname?: string; phone?: string; street?: string }): string =>
  `${key},Ann Lee,${has.street ?? '1 High St'},QX1 1AA,GB,Ann,${has.surname ?? 'Lee'},${has.phone ?? '020 7946 0001'},,,,`

const tables = ['kept_repair', 'worked_fix', 'question', 'fix_file', 'attempt', 'event']
const tablesWithRows = (harness: Harness): string[] =>
  inDatabase(harness.data, (look) =>
    tables.filter((table) => look.prepare(`SELECT count(*) FROM ${table}`).pluck().get() !== 0),
  )

async function otherConnection(harness: Harness): Promise<number> {
  const { id } = await harness.client().connections.save({ name: 'other', settings: harness.settings })
  await harness.client().connections.setKey({ id, key: harness.sandbox.apiKey })
  return id
}

test('after a purge no file of the data folder holds a text of the batch, and its line adds up with what it showed', async () => {
  const harness = await openHarness()
  const client = harness.client()
  // Repairs of a batch that was removed, kept for later files.
  const removed = await harness.load(await uploadAccounts(harness, 3, 'OLD'))
  await edit(harness, removed, 2, `${secret} repaired`)
  await client.batches.remove({ batch: removed })
  expect(filesHolding(harness.data)).not.toEqual([])

  const batch = await mappedFile(harness, [
    ...Array.from({ length: 20 }, (_, at) => line(`P-${at}`, { surname: secret })),
    line('P-20', { phone: `${secret} 020 7946 0001` }),
    line('P-21', { street: '', surname: secret }),
  ])
  await edit(harness, batch, 3, `${secret} again`)
  await client.fixes.apply({
    batch,
    words: `Without ${secret}`,
    scope: { sheet: 0, columns: [7], rows: { ranges: [[22, 22]] } },
    fix: { kind: 'replace', find: secret, with: '', match: 'part', matchCase: true },
    cause: { code: 'invalid_phone_number', field: 'customers.*.landline' },
  })
  await harness.until(batch, isQuiet)
  await harness.send(batch)
  await client.batches.report({ batch, folder: null })
  const options = { sensitive: true, once: false, who: [] }
  await client.questions.write({ batch, scope: {}, options, folder: null, words: {} })
  const answered = join(harness.data, 'uploads', 'answers')
  mkdirSync(answered)
  writeFileSync(join(answered, 'answers.csv'), secret)
  await copies(harness.data)
  expect(filesHolding(harness.data).length).toBeGreaterThan(5)
  expect(tablesWithRows(harness)).toEqual(tables)
  const view = await client.batches.get({ batch })

  const preview = await client.purge.preview({ connection: harness.connection, olderThanDays: 0 })
  expect(preview).toMatchObject({ backups: 1, setAside: 1, practice: false })
  expect(preview.batches).toMatchObject([{ batch, accounts: 22, rows: 22, stays: null }])
  const { begun, stayed } = await client.purge.start({
    connection: harness.connection,
    batches: [batch],
    olderThanDays: 0,
  })
  expect([begun, stayed]).toEqual([[batch], []])
  expect(await client.batches.list()).toEqual([])

  const [left, ...more] = await purgedBatches(client)
  expect(more).toEqual([])
  expect(left).toMatchObject({
    batch,
    name: view.name,
    connectionName: 'sandbox',
    supplier: view.supplier,
    rows: view.rows,
    accounts: view.accounts,
    endings: view.endings,
    files: view.files.map(({ sha256 }) => sha256),
    createdAt: view.createdAt,
    operator: (await client.operator.get()).name,
  })
  expect(sumOf(left?.endings ?? {})).toBe(view.accounts)
  expect(await client.workspace.attention()).toEqual([])
  expect(filesHolding(harness.data)).toEqual([])
  expect(tablesWithRows(harness)).toEqual([])
  expect(freePages(harness.data)).toBe(0)
  expect(listBackups(harness.data)).toHaveLength(1)
  expect(existsSync(join(harness.data, 'damaged-1700000000000'))).toBe(false)
  await expect(client.batches.get({ batch })).rejects.toThrow(/There is no batch/)
})

test('batches of other connections stay as they are, and a new backup holds them', async () => {
  const harness = await openHarness()
  const client = harness.client()
  const other = await otherConnection(harness)
  const kept = await harness.load(await uploadAccounts(harness, 5, 'K', 'Blindschleiche'), 'ACME', other)
  await client.batches.report({ batch: kept, folder: null })
  const purged = await harness.load(await uploadAccounts(harness, 5, 'P'))
  await copies(harness.data)
  const before = await client.batches.get({ batch: kept })
  const rows = await client.sheets.page({ batch: kept, sheet: 0, offset: 0, limit: 10 })
  const holding = filesHolding(harness.data, 'Blindschleiche').filter((file) =>
    /^(?:uploads|reports)/.test(file),
  )

  await client.purge.start({ connection: harness.connection, batches: [purged, kept], olderThanDays: 0 })
  expect((await purgedBatches(client)).map(({ batch }) => batch)).toEqual([purged])
  expect(await client.batches.get({ batch: kept })).toEqual(before)
  expect(await client.sheets.page({ batch: kept, sheet: 0, offset: 0, limit: 10 })).toEqual(rows)
  expect(filesHolding(harness.data, 'Blindschleiche')).toEqual(expect.arrayContaining(holding))
  const backup = listBackups(harness.data).map(({ name }) => join('backups', name))
  expect(filesHolding(harness.data, 'Blindschleiche')).toEqual(expect.arrayContaining(backup))
  expect(filesHolding(harness.data)).toEqual([])
})

/** A purge without any batch. Returns its number once everything is gone. */
async function purgeTheRest(harness: Harness): Promise<number | null> {
  const asked = { connection: harness.connection, batches: [], olderThanDays: 0 }
  const { begun, stayed, job } = await harness.client().purge.start(asked)
  expect([begun, stayed]).toEqual([[], []])
  if (job !== null)
    await expect.poll(() => harness.client().purge.isOver({ job }), { timeout: 40_000 }).toBe(true)
  return job
}

test('what is left of a batch that a person removed is purged without any batch', async () => {
  const harness = await openHarness()
  const client = harness.client()
  const removed = await harness.load(await uploadAccounts(harness, 3, 'OLD'))
  await copies(harness.data)
  const asked = { connection: harness.connection, olderThanDays: 0 }
  expect(await client.purge.preview(asked)).toMatchObject({ backups: 1, backupsOfRemoved: 0 })
  await client.batches.remove({ batch: removed })
  const answers = join(harness.data, 'uploads', 'answers')
  mkdirSync(answers)
  writeFileSync(join(answers, 'answers.csv'), secret)
  expect(filesHolding(harness.data).length).toBeGreaterThan(2)
  expect(await client.purge.preview(asked)).toMatchObject({
    batches: [],
    keptRepairs: 0,
    backupsOfRemoved: 1,
    setAside: 1,
    uploads: 1,
  })

  expect(await purgeTheRest(harness)).not.toBeNull()
  expect(filesHolding(harness.data)).toEqual([])
  expect(await client.purge.preview(asked)).toMatchObject({ backups: 1, backupsOfRemoved: 0, uploads: 0 })
  expect(await purgeTheRest(harness)).toBeNull()
})

test('a purge of kept repairs alone says what it began, and when it is over', async () => {
  const harness = await openHarness()
  const client = harness.client()
  const removed = await harness.load(await uploadAccounts(harness, 3, 'OLD'))
  await edit(harness, removed, 2, `${secret} repaired`)
  await client.batches.remove({ batch: removed })
  expect(await purgeTheRest(harness)).not.toBeNull()
  expect(tablesWithRows(harness)).toEqual([])
  expect(filesHolding(harness.data)).toEqual([])
})

test('a batch without a connection is purged if a person chooses it, and its line says that it had none', async () => {
  const harness = await openHarness()
  const client = harness.client()
  const other = await harness.load(await uploadAccounts(harness, 2, 'P', 'Blindschleiche'))
  const { file } = await uploadAccounts(harness, 3, 'OPEN')
  const { batch } = await client.batches.open({ path: file })
  await harness.until(batch, ({ stage }) => stage === 'mapping')
  const asked = { connection: harness.connection, olderThanDays: 0 }
  expect((await client.purge.preview(asked)).batches).toMatchObject([
    { batch: other, isConnected: true, stays: null },
    { batch, isConnected: false, rows: 3, accounts: 0, stays: null },
  ])
  expect((await client.purge.start({ ...asked, batches: [batch] })).begun).toEqual([batch])
  expect(await purgedBatches(client)).toMatchObject([
    { batch, connection: null, connectionName: null, rows: 3, accounts: 0 },
  ])
  expect((await client.batches.list()).map(({ id }) => id)).toEqual([other])
  expect(filesHolding(harness.data)).toEqual([])
})

test('a batch with accounts on their way is never purged, and is listed with the reason', async () => {
  const harness = await openHarness({ sandbox: { speed: 0.001 } })
  const client = harness.client()
  const batch = await harness.load(await plainAccounts(harness.folder, numbered(3)))
  await harness.validate(batch)
  await harness.release(batch)
  await harness.until(batch, ({ states }) => states.processing === 3)
  const asked = { connection: harness.connection, olderThanDays: 0 }
  const { batches } = await client.purge.preview(asked)
  expect(batches.map(({ stays }) => stays?.code)).toEqual(['under_way'])
  const { begun, stayed } = await client.purge.start({ ...asked, batches: [batch] })
  expect([begun, stayed.map((one) => one.batch)]).toEqual([[], [batch]])
  expect((await client.batches.get({ batch })).states.processing).toBe(3)
  expect(await client.purge.purged()).toEqual([])
})

test('each purged batch has a line in the audit log, and the log holds no text of it', async () => {
  const harness = await openHarness()
  const client = harness.client()
  const batch = await harness.load(await uploadAccounts(harness, 2, 'P'))
  await client.purge.start({ connection: harness.connection, batches: [batch], olderThanDays: 0 })
  await purgedBatches(client)
  const { lines } = await client.audit.page({ after: 0 })
  expect(lines.slice(-2)).toMatchObject([
    { action: 'purge.start', batch: null, details: { connection: harness.connection, batches: 1 } },
    { action: 'batches.purge', batch, details: { connection: harness.connection, rows: 2, accounts: 2 } },
  ])
  expect(JSON.stringify(lines)).not.toContain(secret)
  expect((await client.audit.verify()).fault).toBeNull()
})

test('a connection that is not there is refused', async () => {
  const harness = await openHarness()
  const asked = { connection: 99, olderThanDays: 0 }
  expect(await englishRefusal(harness.client().purge.preview(asked))).toMatchObject({
    message: 'There is no connection 99.',
  })
})

test('a purge while another batch of the connection is sent loses and repeats nothing of that one', async () => {
  const harness = await openHarness({ limits: { concurrency: 2 } })
  harness.sandbox.faults.add({ route: 'create', effect: { kind: 'latency', ms: 20, when: 'after_work' } })
  const client = harness.client()
  const gone = await harness.load(await uploadAccounts(harness, 30, 'P'))
  await harness.send(gone)
  const sent = await harness.load(await plainAccounts(harness.folder, numbered(60, 'S'), 'sent'))
  await harness.validate(sent)
  await harness.release(sent)
  await harness.until(sent, ({ states }) => states.processing + states.done > 5)
  const { begun } = await client.purge.start({
    connection: harness.connection,
    batches: [gone, sent],
    olderThanDays: 0,
  })
  expect(begun).toEqual([gone])
  await harness.until(sent, isOver)
  await purgedBatches(client)
  expect((await client.batches.get({ batch: sent })).outcomes.created).toBe(60)
  expect(filesHolding(harness.data)).toEqual([])
  await expectConsistent(harness, [sent])
})
