// Tests opening a workspace: settings, permissions, one owner, refusals that change nothing, damage, backups and
// restoring, all on real files.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { listBackups, saveBackup } from '../../../electron/engine/store/database/backup/backups.ts'
import { databaseName, openDatabaseFile } from '../../../electron/engine/store/database/database-file.ts'
import { inspect } from '../../../electron/engine/store/database/check/inspect.ts'
import { openLook } from '../../../electron/engine/store/database/read-only.ts'
import { restoreBackup } from '../../../electron/engine/store/database/backup/restore.ts'
import {
  applicationId,
  migrate,
  schemaVersion,
  steps,
} from '../../../electron/engine/store/database/schema.ts'
import { createStore } from '../../../electron/engine/store/store.ts'
import {
  atEnd,
  clear,
  freshFolder,
  openFolder,
  practiceStore,
  queue,
  refusalOf,
  release,
  start,
} from './practice-store.ts'
import { beginAttempt } from './begin-attempt.ts'

/** Everything in a folder but the lock, by name and bytes. */
function bytesIn(folder: string): Map<string, string> {
  const names = readdirSync(folder).filter((name) => name.startsWith(databaseName))
  return new Map(names.sort().map((name) => [name, readFileSync(join(folder, name)).toString('base64')]))
}

describe('the settings of an open workspace', () => {
  test.each([
    ['application_id', applicationId],
    ['user_version', schemaVersion],
    ['journal_mode', 'wal'],
    ['synchronous', 2],
    ['fullfsync', 1],
    ['checkpoint_fullfsync', 1],
    ['foreign_keys', 1],
    ['trusted_schema', 0],
    ['cell_size_check', 1],
    ['temp_store', 2],
    ['secure_delete', 1],
    ['busy_timeout', 5000],
    ['wal_autocheckpoint', 1000],
    ['journal_size_limit', 16 * 1024 * 1024],
    ['mmap_size', 0],
  ])('%s is %s, new and opened again', async (name, value) => {
    const folder = freshFolder()
    const first = await openFolder(folder)
    expect(first.database.pragma(name, { simple: true })).toBe(value)
    first.close()
    const again = await openFolder(folder)
    expect(again.database.pragma(name, { simple: true })).toBe(value)
  })

  test('every table is STRICT', async () => {
    const { database } = await openFolder(freshFolder())
    const tables = database.pragma('table_list') as { name: string; type: string; strict: number }[]
    const loose = tables.filter(
      ({ name, type, strict }) => type === 'table' && strict === 0 && !name.startsWith('sqlite_'),
    )
    expect(loose).toEqual([])
  })

  test('the folder and its files are closed to everybody else', async (context) => {
    context.skip(process.platform === 'win32', 'because Windows has no such permissions')
    const folder = join(freshFolder(), 'data')
    const workspace = await openFolder(folder)
    await saveBackup(workspace.database, folder, start)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, 'backups')).mode & 0o777).toBe(0o700)
    const files = [
      ...readdirSync(folder).map((name) => join(folder, name)),
      ...listBackups(folder).map(({ file }) => file),
    ].filter((file) => statSync(file).isFile())
    expect(files.length).toBeGreaterThanOrEqual(4)
    for (const file of files) expect([file, statSync(file).mode & 0o777]).toEqual([file, 0o600])
  })
})

describe('a file that is refused stays as it was, byte for byte', () => {
  test("another program's database, its open log included", async () => {
    const folder = freshFolder()
    const other = new Database(join(folder, databaseName))
    other.pragma('journal_mode = WAL')
    other.pragma('application_id = 7')
    other.exec('CREATE TABLE theirs (a); INSERT INTO theirs VALUES (1)')
    atEnd(() => other.close())
    const before = bytesIn(folder)
    expect((await refusalOf(folder)).code).toBe('foreign_database')
    expect(bytesIn(folder).get(databaseName)).toBe(before.get(databaseName))
    expect(bytesIn(folder).get(`${databaseName}-wal`)).toBe(before.get(`${databaseName}-wal`))
  })

  test('a SQLite file without tags, which no restoring replaces either', async () => {
    const { folder, workspace } = await practiceStore()
    await saveBackup(workspace.database, folder, start)
    workspace.close()
    rmSync(join(folder, databaseName))
    const other = new Database(join(folder, databaseName))
    other.exec('CREATE TABLE theirs (a)')
    other.close()
    const before = bytesIn(folder)
    expect((await refusalOf(folder)).code).toBe('foreign_database')
    const refused = openLook(folder)
    expect(refused).toMatchObject({ failure: { code: 'foreign_database' } })
    expect(await restoreBackup({ folder, now: start, replaceSound: true })).toMatchObject({
      failure: { code: 'foreign_database' },
    })
    expect(bytesIn(folder)).toEqual(before)
  })

  test('one without an application id that has tables', async () => {
    const folder = freshFolder()
    const other = openDatabaseFile(join(folder, databaseName))
    other.exec('CREATE TABLE theirs (a)')
    other.close()
    const before = bytesIn(folder)
    expect((await refusalOf(folder)).code).toBe('foreign_database')
    expect(bytesIn(folder)).toEqual(before)
  })

  test('one of a newer version, left behind by a crash with commits in its log', async () => {
    const folder = freshFolder()
    const newer = await openFolder(folder)
    newer.database.pragma('wal_checkpoint(TRUNCATE)')
    newer.database.pragma(`user_version = ${schemaVersion + 1}`)
    // The files as a killed owner leaves them: the newer version is in the log only.
    const left = bytesIn(folder)
    newer.close()
    const folderLeft = freshFolder()
    for (const [name, text] of left) {
      if (!name.endsWith('-shm')) writeFileSync(join(folderLeft, name), Buffer.from(text, 'base64'))
    }
    expect((await refusalOf(folderLeft)).code).toBe('newer_database')
    expect(bytesIn(folderLeft).get(databaseName)).toBe(left.get(databaseName))
    expect(bytesIn(folderLeft).get(`${databaseName}-wal`)).toBe(left.get(`${databaseName}-wal`))
  })
})

describe('one owner at a time', () => {
  const holder = `
    const { openWorkspace } = await import(process.argv[1])
    const opened = await openWorkspace({ folder: process.argv[2], now: Date.now })
    if (!opened.ok) { process.stdout.write(opened.failure.code); process.exit(1) }
    opened.value.database.prepare("INSERT INTO setting VALUES ('held', 'yes')").run()
    process.stdout.write('held')
    setInterval(() => undefined, 1000)
  `
  const openModule = new URL('../../../electron/engine/store/database/open.ts', import.meta.url).href

  test('a second one is refused soon; a killed one leaves nothing stale', async () => {
    const folder = freshFolder()
    const child = spawn(process.execPath, ['--input-type=module', '-e', holder, openModule, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    atEnd(() => child.kill('SIGKILL'))
    const [said] = (await once(child.stdout, 'data')) as [Buffer]
    expect(said.toString()).toBe('held')

    const before = performance.now()
    expect((await refusalOf(folder)).code).toBe('workspace_in_use')
    expect(performance.now() - before).toBeLessThan(4000)
    expect(await restoreBackup({ folder, now: start })).toMatchObject({
      ok: false,
      failure: { code: 'no_backup' },
    })

    child.kill('SIGKILL')
    await once(child, 'exit')
    const workspace = await openFolder(folder)
    expect(workspace.endedCleanly).toBe(false)
    expect(workspace.database.prepare("SELECT value FROM setting WHERE name = 'held'").pluck().get()).toBe(
      'yes',
    )
    workspace.close()
    expect((await openFolder(folder)).endedCleanly).toBe(true)
  })

  test('is refused in the same process as well, and opens once the first has closed', async () => {
    const folder = freshFolder()
    const first = await openFolder(folder)
    expect((await refusalOf(folder)).code).toBe('workspace_in_use')
    first.close()
    expect((await openFolder(folder)).database.open).toBe(true)
  })
})

describe('schema steps', () => {
  test('a step that fails changes nothing, its version included', () => {
    const database = new Database(':memory:')
    atEnd(() => database.close())
    migrate(database)
    const before = database.prepare('SELECT name, sql FROM sqlite_schema ORDER BY name').all()
    const failing = [
      ...steps,
      (db: Database.Database) => {
        db.exec("CREATE TABLE half (a TEXT) STRICT; INSERT INTO setting VALUES ('half', 'done')")
        throw new Error('in the middle')
      },
    ]
    expect(() => migrate(database, failing)).toThrow('in the middle')
    expect(database.pragma('user_version', { simple: true })).toBe(schemaVersion)
    expect(database.prepare('SELECT name, sql FROM sqlite_schema ORDER BY name').all()).toEqual(before)
    expect(database.prepare("SELECT count(*) FROM setting WHERE name = 'half'").pluck().get()).toBe(0)
  })

  test('a step runs once and leaves its number', () => {
    const database = new Database(':memory:')
    atEnd(() => database.close())
    const more = [...steps, (db: Database.Database) => void db.exec('CREATE TABLE later (a TEXT) STRICT')]
    migrate(database, more)
    migrate(database, more)
    expect(database.pragma('user_version', { simple: true })).toBe(schemaVersion + 1)
  })
})

describe('backups', () => {
  test('are verified, one file each, and the newest three are kept; what a kill left half copied goes', async () => {
    const { folder, database, batch } = await practiceStore()
    mkdirSync(join(folder, 'backups'))
    writeFileSync(join(folder, 'backups', 'carryover-000000000000001.sqlite.part'), 'half')
    for (let at = 0; at < 5; at += 1) await saveBackup(database, folder, start + at)
    expect(readdirSync(join(folder, 'backups')).sort()).toEqual(
      [2, 3, 4].map((at) => `carryover-${String(start + at).padStart(15, '0')}.sqlite`),
    )
    const copy = openDatabaseFile(listBackups(folder)[0]?.file ?? '', { readonly: true })
    expect(copy.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(copy.prepare('SELECT id FROM batch').pluck().all()).toEqual([batch])
    copy.close()
  })
})

test('a large database is copied by a thread as it is at one moment, while it is written', async () => {
  const { folder, database } = await practiceStore()
  database.exec('CREATE TABLE large (id INTEGER PRIMARY KEY, bytes BLOB)')
  const insert = database.prepare('INSERT INTO large (bytes) VALUES (zeroblob(1000000))')
  for (let count = 0; count < 20; count += 1) insert.run()
  const backup = saveBackup(database, folder, start)
  let written = 20
  let ended = false
  void backup.finally(() => {
    ended = true
  })
  while (!ended) {
    database.prepare("INSERT INTO large (bytes) VALUES ('a')").run()
    written += 1
    await yieldToEventLoop()
  }
  const copy = openDatabaseFile((await backup).file, { readonly: true })
  const copied = copy.prepare('SELECT count(*) FROM large').pluck().get() as number
  copy.close()
  expect(copied).toBeGreaterThanOrEqual(20)
  expect(copied).toBeLessThanOrEqual(written)
  expect(database.prepare('SELECT count(*) FROM large').pluck().get()).toBe(written)
  expect(readdirSync(join(folder, 'backups'))).toHaveLength(1)
})

/** Overwrites pages in the middle of the file, as a failing disk does. */
function damage(folder: string): void {
  const file = join(folder, databaseName)
  const bytes = readFileSync(file)
  bytes.fill(0xa5, 4096, Math.min(bytes.length, 4096 * 12))
  writeFileSync(file, bytes)
}

describe('a damaged database', () => {
  test('is refused, not changed, and says which backup there is', async () => {
    const { folder, workspace, database } = await practiceStore({ accounts: 30 })
    workspace.close()
    damage(folder)
    const before = bytesIn(folder).get(databaseName)
    expect(await refusalOf(folder)).toMatchObject({
      code: 'database_damaged',
      message: expect.stringContaining('There is no backup yet.') as unknown,
    })
    expect(bytesIn(folder).get(databaseName)).toBe(before)
    expect(database.open).toBe(false)
  })

  test('is refused as well when the file is no database at all', async () => {
    const folder = freshFolder()
    writeFileSync(join(folder, databaseName), 'Dear diary, this is no database.'.repeat(200))
    expect((await refusalOf(folder)).code).toBe('database_damaged')
  })

  test('one that was written with another key is reported as what it may be', async () => {
    const folder = freshFolder()
    const other = new Database(join(folder, databaseName))
    for (const setting of ["cipher = 'aegis'", `key = 'raw:${'ab'.repeat(48)}'`]) other.pragma(setting)
    other.exec('CREATE TABLE theirs (a)')
    other.close()
    expect(await refusalOf(folder)).toMatchObject({
      code: 'database_damaged',
      message: expect.stringContaining('or another program wrote it') as unknown,
    })
  })

  test('a bit flipped in the beginning, which has no tag, is reported, or is one of the mark, which nothing reads', async () => {
    const { folder, workspace } = await practiceStore({ accounts: 3 })
    workspace.close()
    const file = join(folder, databaseName)
    const sound = readFileSync(file)
    const codes = new Map<number, Set<string>>()
    for (const at of [0, 5, 10, 15, 16, 17, 18, 19, 20, 21, 22, 23])
      for (let bit = 0; bit < 8; bit += 1) {
        const bytes = Buffer.from(sound)
        bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
        writeFileSync(file, bytes)
        const said = inspect(file, { folder }).refusal?.failure.code ?? 'opened'
        codes.set(at, (codes.get(at) ?? new Set()).add(said))
      }
    expect([...codes].map(([at, said]) => [at, ...said])).toEqual([
      ...[0, 5, 10, 15].map((at) => [at, 'opened']),
      ...[16, 17, 18, 19, 20, 21, 22, 23].map((at) => [at, 'database_damaged']),
    ])
  })

  test('a row missing from an index is found after an unclean end, by the whole check', async () => {
    const { folder, workspace } = await practiceStore({ accounts: 20 })
    workspace.close()
    const raw = openDatabaseFile(join(folder, databaseName))
    raw.unsafeMode(true)
    raw.pragma('writable_schema = ON')
    const root = raw
      .prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'account_by_identity'")
      .pluck()
      .get()
    raw.prepare("DELETE FROM sqlite_schema WHERE name = 'account_by_identity'").run()
    raw.pragma('writable_schema = RESET')
    raw.prepare("UPDATE account SET identity = 'moved' WHERE position = 3").run()
    raw.pragma('writable_schema = ON')
    raw
      .prepare("INSERT INTO sqlite_schema VALUES ('index', 'account_by_identity', 'account', ?, ?)")
      .run(root, 'CREATE INDEX account_by_identity ON account(connection_id, identity)')
    raw.prepare("UPDATE setting SET value = 'no' WHERE name = 'ended_cleanly'").run()
    raw.close()
    expect((await refusalOf(folder)).code).toBe('database_damaged')
  })

  test('restoring sets it aside whole; every account that may have been sent since is in doubt', async () => {
    const practice = await practiceStore({ accounts: 6 })
    const { folder, workspace, store, ids } = practice
    queue({ ...practice, ids: ids.slice(0, 4) })
    const [queued = 0, inFlight = 0, watched = 0, created = 0, validated = 0, ready = 0] = ids
    beginAttempt(store, inFlight, start, null)
    for (const id of [watched, created]) {
      const attempt = beginAttempt(store, id, start, null)
      if (attempt === null) throw new Error('not begun')
      store.sending.endAttempt(attempt, endOf('accepted', 201), 'processing', {})
    }
    store.accounts.move(created, 'processing', 'done', { outcome: 'created' })
    clear({ store, ids: [validated] })
    await saveBackup(workspace.database, folder, start)
    workspace.close()
    damage(folder)

    expect(await refusalOf(folder)).toMatchObject({
      message: expect.stringContaining(listBackups(folder)[0]?.name ?? 'none') as unknown,
    })
    writeFileSync(join(folder, `${databaseName}-wal`), 'a log that must not be played over the backup')
    expect(await restoreBackup({ folder, now: start + 5 })).toMatchObject({ ok: true })
    expect(readdirSync(join(folder, `damaged-${start + 5}`)).sort()).toEqual(
      ['', '-shm', '-wal'].map((suffix) => databaseName + suffix),
    )

    const again = await openFolder(folder)
    expect(again.endedCleanly).toBe(false)
    const restored = createStore(again)
    const look = (id: number) => {
      const { state, doubt } = restored.accounts.details(id)
      return { state, doubt }
    }
    for (const id of [queued, inFlight, watched]) expect(look(id)).toEqual({ state: 'unconfirmed', doubt: 1 })
    expect(look(created)).toEqual({ state: 'done', doubt: 0 })
    expect(look(validated)).toEqual({ state: 'validated', doubt: 1 })
    expect(look(ready)).toEqual({ state: 'unvalidated', doubt: 1 })
    expect(restored.sending.nextQueued(practice.connection, start + 1e9)).toBeNull()
    // Released after it, the account in doubt is looked up before it may be sent.
    release({ ...practice, store: restored })
    expect(look(validated).state).toBe('unconfirmed')
    expect(again.database.prepare('SELECT count(*) FROM attempt WHERE ended_at IS NULL').pluck().get()).toBe(
      0,
    )
  })

  test('a restore that was killed between setting aside and putting in place is finished at the next start', async () => {
    const { folder, workspace, batch } = await practiceStore()
    await saveBackup(workspace.database, folder, start)
    workspace.close()
    const copy = readFileSync(listBackups(folder)[0]?.file ?? '')
    const torn = freshFolder()
    writeFileSync(join(torn, 'carryover-restored.sqlite'), copy)
    writeFileSync(join(torn, `${databaseName}-wal`), 'of the damaged file')
    const finished = await openFolder(torn, { copyAllowed: true })
    expect(createStore(finished).batches.get(batch)).not.toBeNull()
    expect(readdirSync(join(torn, `damaged-${start}`))).toEqual([`${databaseName}-wal`])
  })
})

test('a folder that is a file is refused with a sentence', async () => {
  const file = join(freshFolder(), 'data')
  writeFileSync(file, '')
  expect((await refusalOf(file)).code).toBe('folder_not_usable')
})

test('a disk that is full at the start is a refusal with a sentence, and the owner lock is free again', async () => {
  const folder = freshFolder()
  await expect(openFolder(folder, { maxPages: 4 })).rejects.toThrow(
    /cannot be opened .*full.*space on the disk/,
  )
  expect((await openFolder(freshFolder())).database.open).toBe(true)
})

function endOf(kind: 'accepted', httpStatus: number) {
  return { class: kind, endedAt: start, httpStatus, code: null, answer: null, skewMs: null }
}
