// Tests the attempt journal: entries that only the journal or only the database has, and how a start reconciles them.
import { readdirSync, readFileSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import {
  headerBytes,
  journalFolder,
  readSegment,
  recordBytes,
  segmentsOf,
} from '../../../electron/engine/store/sending/attempts/journal-segment.ts'
import { startJournal } from '../../../electron/engine/store/sending/attempts/attempt-journal.ts'
import { saveBackup } from '../../../electron/engine/store/database/backup/backups.ts'
import { databaseName, openDatabaseFile } from '../../../electron/engine/store/database/database-file.ts'
import { checkJournal } from '../../../electron/engine/store/sending/attempts/journal-check.ts'
import { restoreBackup } from '../../../electron/engine/store/database/backup/restore.ts'
import { createStore, type Store } from '../../../electron/engine/store/store.ts'
import {
  addAccounts,
  addBatch,
  clear,
  freshFolder,
  openFolder,
  practiceStore,
  queue,
  release,
  start,
} from './practice-store.ts'

/** Writes the intents of the next accounts, as one turn of sending does. */
function send(store: Store, connection: number, count: number): number[] {
  return store.sending.together(() =>
    store.sending
      .queuedNow(connection, start, count)
      .flatMap((id) => store.sending.begin(store.accounts.get(id), start, null)?.accountId ?? []),
  )
}

function backInto(file: string, bytes: Buffer): void {
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true })
  writeFileSync(file, bytes)
}

/** Three accounts were sent, but the database file is as it was after the first. */
async function olderDatabase() {
  const practice = await practiceStore({ accounts: 4 })
  const { store, connection, folder, workspace } = practice
  queue(practice)
  send(store, connection, 1)
  workspace.close()
  const file = join(folder, databaseName)
  const older = readFileSync(file)
  const second = await openFolder(folder)
  send(createStore(second), connection, 2)
  second.close()
  backInto(file, older)
  return { ...practice, file }
}

const journalFile = (folder: string): string => segmentsOf(folder).at(-1)?.file ?? ''

function spoil(file: string, at: number): void {
  const bytes = readFileSync(file)
  bytes[at] = (bytes[at] ?? 0) ^ 0x10
  writeFileSync(file, bytes)
}

test('a start after a start in order, or after a kill, finds both at the same place', async () => {
  const practice = await practiceStore({ accounts: 2 })
  const { folder, store, connection, workspace } = practice
  queue(practice)
  send(store, connection, 1)
  workspace.close()
  for (let count = 0; count < 3; count += 1) {
    const again = await openFolder(folder)
    expect(again.doubted).toBeNull()
    again.close()
  }
  expect(readdirSync(join(folder, journalFolder))).toEqual(['000000000000001.journal'])
  if (process.platform !== 'win32') {
    expect(statSync(journalFile(folder)).mode & 0o777).toBe(0o600)
    expect(statSync(join(folder, journalFolder)).mode & 0o777).toBe(0o700)
  }
})

test('an older copy of the database: what was sent since is looked up when its turn comes, and nothing else', async () => {
  const { folder, connection } = await olderDatabase()
  const workspace = await openFolder(folder)
  expect(workspace.doubted).toEqual({ broken: null, missed: 2, newFilesUntil: null })
  expect(workspace.endedCleanly).toBe(false)
  const store = createStore(workspace)
  const queued = store.sending.queuedNow(connection, start, 10).map((id) => store.accounts.get(id))
  const first = queued.map((account) => store.sending.missed.looksUpFirst(account, start))
  expect(first).toEqual([true, true, false])
  const states = queued
    .map(({ id }) => store.accounts.details(id))
    .map(({ state, doubt }) => ({ state, doubt }))
  expect(states).toEqual([
    { state: 'unconfirmed', doubt: 1 },
    { state: 'unconfirmed', doubt: 1 },
    { state: 'queued', doubt: 0 },
  ])
  // Once the service has reported its state, it is sent like any other.
  const [one] = queued
  if (one === undefined) throw new Error('Nothing was queued')
  store.sending.missed.lookedUp(one)
  store.accounts.move(one.id, 'unconfirmed', 'queued', { doubt: 0 })
  expect(store.sending.missed.looksUpFirst(store.accounts.get(one.id), start)).toBe(false)
  // At the next start everything is in the database.
  workspace.close()
  expect((await openFolder(folder)).doubted).toBeNull()
})

test('an account that was first loaded after the backup is recognised when its file is loaded again', async () => {
  const practice = await practiceStore({ accounts: 1 })
  const { folder, store, connection, database, workspace } = practice
  await saveBackup(database, folder, start)
  const later = addBatch(store, connection)
  addAccounts(store, later, connection, ['B-1', 'B-2'])
  const added = database.prepare('SELECT id FROM account WHERE batch_id = ?').pluck().all(later) as number[]
  clear({ store, ids: added })
  release({ store, batch: later })
  expect(send(store, connection, 1)).toEqual([added[0]])
  workspace.close()
  expect(await restoreBackup({ folder, now: start, replaceSound: true })).toMatchObject({ ok: true })

  const again = await openFolder(folder)
  const restored = createStore(again)
  const batch = addBatch(restored, connection)
  addAccounts(restored, batch, connection, ['B-1', 'B-2'])
  const ids = again.database
    .prepare('SELECT id FROM account WHERE batch_id = ?')
    .pluck()
    .all(batch) as number[]
  clear({ store: restored, ids })
  release({ store: restored, batch })
  expect(ids.map((id) => restored.sending.missed.looksUpFirst(restored.accounts.get(id), start))).toEqual([
    true,
    false,
  ])
})

test('a database that is deleted: accounts of the files that are loaded again are recognised', async () => {
  const practice = await practiceStore({ accounts: 2 })
  queue(practice)
  send(practice.store, practice.connection, 1)
  practice.workspace.close()
  backInto(join(practice.folder, databaseName), Buffer.alloc(0))
  rmSync(join(practice.folder, databaseName))
  const again = await openFolder(practice.folder)
  expect(again.doubted).toEqual({ broken: null, missed: 1, newFilesUntil: null })
})

describe('a journal that cannot be trusted puts everything in doubt, and files that are loaded again:', () => {
  const damages: Readonly<Record<string, (folder: string) => void>> = {
    gone: (folder) => rmSync(join(folder, journalFolder), { recursive: true }),
    behind: (folder) => truncateSync(journalFile(folder), headerBytes + 2 * recordBytes),
    damaged: (folder) => {
      const last = readSegment(segmentsOf(folder).at(-1) ?? { file: '', first: 0 })?.records.length ?? 0
      spoil(journalFile(folder), headerBytes + (last - 1) * recordBytes + 20)
    },
    'damaged header': (folder) => spoil(journalFile(folder), 12),
  }
  test.each(Object.entries(damages))('%s', async (what, damage) => {
    const practice = await practiceStore({ accounts: 4 })
    const { store, connection, folder, workspace, ids } = practice
    queue(practice)
    send(store, connection, 2)
    workspace.close()
    damage(folder)
    const again = await openFolder(folder)
    expect(again.doubted?.broken).toBe(what.split(' ')[0])
    expect(again.doubted?.newFilesUntil).toBeGreaterThan(start)
    const after = createStore(again)
    expect(
      ids
        .map((id) => after.accounts.details(id))
        .every(({ state, doubt }) => state === 'unconfirmed' && doubt === 1),
    ).toBe(true)
    const batch = addBatch(after, connection)
    addAccounts(after, batch, connection, ['B-1'])
    const added = again.database
      .prepare('SELECT doubt FROM account_details WHERE batch_id = ?')
      .pluck()
      .all(batch)
    expect(added).toEqual([1])
    // At the next start both are at the same position again.
    again.close()
    expect((await openFolder(folder)).doubted).toBeNull()
  })

  test('put back together with the database, over the files in place', async (context) => {
    context.skip(
      process.platform === 'win32',
      'because Windows does not tell when a file’s bytes were changed',
    )
    const practice = await practiceStore({ accounts: 4 })
    const { store, connection, folder, workspace } = practice
    queue(practice)
    send(store, connection, 1)
    workspace.close()
    const older = readFileSync(join(folder, databaseName))
    const journal = readFileSync(journalFile(folder))
    const times = statSync(journalFile(folder))
    const second = await openFolder(folder)
    send(createStore(second), connection, 2)
    second.close()
    backInto(join(folder, databaseName), older)
    const until = Date.now() + 600
    while (Date.now() < until) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
    writeFileSync(journalFile(folder), journal)
    // As `cp --preserve` does.
    utimesSync(journalFile(folder), times.atime, times.mtime)
    expect((await openFolder(folder)).doubted?.broken).toBe('put_back')
  })

  test('of another history: of two folders that were one, and went on for themselves', () => {
    const positions = [freshFolder(), freshFolder()].map((folder) => {
      const { journal } = startJournal(folder, { key: null, next: 1, segment: null, isBroken: false })
      journal.add({
        service: 'https://service.example',
        identity: '["ACME","A-1"]',
        attempt: 1,
        sha256: 'ab'.repeat(32),
      })
      const position = journal.write()
      journal.close()
      return { folder, position }
    })
    const [one, two] = positions
    expect(checkJournal(one?.folder ?? '', one?.position ?? null, true).broken).toBeNull()
    expect(checkJournal(one?.folder ?? '', two?.position ?? null, true).broken).toBe('other')
  })

  test('from before a start that did not trust it: an older database does not trust it either', async () => {
    const { folder, file } = await olderDatabase()
    const older = readFileSync(file)
    spoil(journalFile(folder), headerBytes + 3 * recordBytes + 20)
    const workspace = await openFolder(folder)
    expect(workspace.doubted?.broken).toBe('damaged')
    workspace.close()
    backInto(file, older)
    expect((await openFolder(folder)).doubted?.broken).toBe('damaged')
  })
})

test('a record that was flipped spoils no other one', async () => {
  const practice = await practiceStore({ accounts: 4 })
  queue(practice)
  send(practice.store, practice.connection, 3)
  practice.workspace.close()
  const file = journalFile(practice.folder)
  spoil(file, headerBytes + recordBytes + 20)
  const found = readSegment({ file, first: 1 })
  expect(found?.spoiled).toEqual([2])
  expect(found?.records.map(({ number }) => number)).toEqual([1, 3, 4])
})

test('it holds no word of an account: a key, an identity or a payload', async () => {
  const practice = await practiceStore({ accounts: 3 })
  queue(practice)
  send(practice.store, practice.connection, 3)
  const bytes = readFileSync(journalFile(practice.folder))
  const words = ['A-1', 'A-2', 'ACME', '127.0.0.1']
  expect(words.filter((word) => bytes.indexOf(word) >= 0)).toEqual([])
})

test('it goes on in a new segment when one is full, keeps the newest 32, and a start reads the last', () => {
  const folder = freshFolder()
  const entry = {
    service: 'https://service.example',
    identity: '["ACME","A-1"]',
    attempt: 1,
    sha256: 'ab'.repeat(32),
  }
  const size = 100
  const { journal, position } = startJournal(folder, {
    key: null,
    next: 1,
    segment: null,
    isBroken: false,
    size,
  })
  let last = position
  const write = (count: number): void => {
    for (let at = 0; at < count; at += 1) journal.add(entry)
    last = journal.write() ?? last
  }
  for (let segment = 0; segment < 33; segment += 1) write(size)
  journal.close()
  expect(last.number).toBe(33 * size + 1)
  const kept = segmentsOf(folder).map(({ first }) => first)
  expect(kept).toHaveLength(32)
  expect(kept[0]).toBe(2 * size + 1)
  expect(checkJournal(folder, last, true)).toMatchObject({ missed: [], broken: null, next: last.number + 1 })
  // A database that is behind by more than a segment gets a list of the missed attempts; one that is older than the
  // whole journal is reported as `older`.
  const behind = { ...last, number: last.number - size - 5 }
  expect(checkJournal(folder, behind, true).missed).toHaveLength(size + 5)
  expect(checkJournal(folder, { ...last, number: 7 }, true).broken).toBe('older')
})

test('a commit that did not come to its end leaves the journal ahead, which is looked up and harms nothing', async () => {
  const practice = await practiceStore({ accounts: 2 })
  const { store, connection, folder, workspace } = practice
  queue(practice)
  const fail = () =>
    store.sending.together(() => {
      store.sending.begin(store.accounts.get(practice.first), start, null)
      throw new Error('The disk is full')
    })
  expect(fail).toThrow('The disk is full')
  // Unflushed data is not written together with the next entry.
  send(store, connection, 1)
  const records = readSegment({ file: journalFile(folder), first: 1 })?.records ?? []
  expect(records.filter(({ isStart }) => !isStart)).toHaveLength(1)
  workspace.close()
  expect((await openFolder(folder)).doubted).toBeNull()
})

test('after a power cut the journal may lack the last attempts: nothing of them has left, and nothing is in doubt', async (context) => {
  context.skip(
    process.platform === 'win32',
    'because Windows does not tell when a file’s bytes were changed, and puts all in doubt',
  )
  const practice = await practiceStore({ accounts: 4 })
  const { folder, store, connection, workspace } = practice
  queue(practice)
  send(store, connection, 2)
  const file = journalFile(folder)
  workspace.close()
  // As before the last two were written, and unchanged since.
  const bytes = readFileSync(file)
  const { records = [] } = readSegment({ file, first: 1 }) ?? {}
  const [begun] = records
  const known = { epoch: begun?.epoch ?? '', number: records.length }
  bytes.fill(0, headerBytes + recordBytes)
  // The file's modification time is no later than this record, however long this test takes.
  const record = bytes.subarray(headerBytes, headerBytes + recordBytes)
  record.writeUIntBE(Date.now() + 60_000, 10, 6)
  record.writeUInt32BE(crc32(record.subarray(0, -4)), recordBytes - 4)
  writeFileSync(file, bytes)
  expect(checkJournal(folder, known, false)).toMatchObject({
    broken: null,
    lacksLast: true,
    missed: [],
    next: 2,
  })
  // The journal itself counts as behind in three cases: it lacks more than is written before one flush ends, the
  // last shutdown was clean, or it belongs to another start.
  expect(checkJournal(folder, { ...known, number: 2_000 }, false).broken).toBe('behind')
  expect(checkJournal(folder, known, true).broken).toBe('behind')
  expect(checkJournal(folder, { ...known, epoch: '00000000' }, false).broken).toBe('behind')
})

test('the journal is written before the transaction of the intent ends', async () => {
  const practice = await practiceStore({ accounts: 1 })
  const { store, folder, first } = practice
  queue(practice)
  const read = (): number => readSegment({ file: journalFile(folder), first: 1 })?.records.length ?? 0
  const before = read()
  store.sending.together(() => void store.sending.begin(store.accounts.get(first), start, null))
  expect(read()).toBe(before + 1)
  const kept = openDatabaseFile(join(folder, databaseName), { readonly: true })
  const { number } = JSON.parse(
    kept.prepare("SELECT value FROM setting WHERE name = 'attempt_journal'").pluck().get() as string,
  ) as { number: number }
  kept.close()
  expect(number).toBe(before + 1)
})
