// Tests opening a data folder for a host: the message when it does not open, the steps that repair it, and that an
// engine whose database is found to be damaged is closed. Engines and files are real; only the damage is injected by
// the test.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { createRouterClient } from '@orpc/server'
import { expect, test } from 'vitest'
import { createEngine, type Engine } from '../../../electron/engine/engine.ts'
import { type Failure, success } from '../../../electron/engine/system/failure.ts'
import { createMemoryKeyStore } from '../../../electron/engine/system/key-store.ts'
import { readWired } from '../../support/read-wired.ts'
import { createRecovery, type CurrentState } from '../../../electron/engine/system/data-folder/recovery.ts'
import { saveBackup } from '../../../electron/engine/store/database/backup/backups.ts'
import { databaseName, openDatabaseFile } from '../../../electron/engine/store/database/database-file.ts'
import { takeOwnerLock } from '../../../electron/engine/store/database/folder/owner-lock.ts'
import { schemaVersion } from '../../../electron/engine/store/database/schema.ts'
import { atEnd, openFolder, practiceStore, refusalOf, start } from '../store/practice-store.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

async function hosted(folder: string) {
  const reported: CurrentState<Engine>[] = []
  let waiting = Promise.withResolvers<void>()
  let find: (failure: Failure) => void = () => undefined
  const recovery = await createRecovery<Engine>({
    folder,
    now: () => start,
    async open(at, damaged) {
      find = damaged
      const engine = await createEngine({
        folder: at,
        reader: readWired,
        transport: () => Promise.reject(new Error('Nothing is sent here')),
        keyStore: createMemoryKeyStore(),
        version: 'test',
      })
      return engine.ok ? success(engine.value) : engine
    },
    changed(currentState) {
      reported.push(currentState)
      waiting.resolve()
      waiting = Promise.withResolvers()
    },
    onBug: (error) => {
      throw error
    },
  })
  atEnd(() => void recovery.close())
  const closed = () => {
    const currentState = recovery.currentState()
    if (currentState.kind !== 'closed') throw new Error('The folder is open')
    return createRouterClient(currentState.router).recovery
  }
  return {
    recovery,
    reported,
    closed,
    changed: () => waiting.promise,
    find: (failure: Failure) => find(failure),
    async batches(): Promise<number> {
      const currentState = recovery.currentState()
      if (currentState.kind !== 'open') throw new Error(sentenceOf(currentState.failure.message))
      return (await createRouterClient(currentState.opened.router).batches.list()).length
    },
  }
}

function damage(folder: string): void {
  const file = join(folder, databaseName)
  const bytes = readFileSync(file)
  bytes.fill(0xa5, 4096, Math.min(bytes.length, 4096 * 12))
  writeFileSync(file, bytes)
}

async function damagedFolder(): Promise<string> {
  const { folder, workspace, database } = await practiceStore({ accounts: 4 })
  await saveBackup(database, folder, start)
  workspace.close()
  damage(folder)
  return folder
}

test('a damaged folder lists its backups; restoring one opens the folder and makes the host serve it', async () => {
  const folder = await damagedFolder()
  const { recovery, closed, batches, changed, reported } = await hosted(folder)
  const state = await closed().state()
  expect(state).toMatchObject({
    folder,
    kind: 'damaged',
    whileOpen: false,
    backups: [{ at: start, holds: { batches: 1, accounts: 4 } }],
  })
  await expect(closed().tryAgain()).rejects.toMatchObject({ data: { code: 'database_damaged' } })
  await expect(closed().restore({ backup: '../carryover.sqlite' })).rejects.toMatchObject({
    data: { code: 'no_backup' },
  })
  expect(reported).toEqual([])
  const swapped = changed()
  await closed().restore({ backup: state?.backups[0]?.name ?? '' })
  await swapped
  expect(reported).toMatchObject([{ kind: 'open', folder }])
  expect(await batches()).toBe(1)
  await recovery.close()
})

test('an engine with a damaged database is closed; the folder opens again if its database is intact', async () => {
  const { folder, workspace, database } = await practiceStore({ accounts: 4 })
  const { name } = await saveBackup(database, folder, start)
  workspace.close()
  const { recovery, closed, find, reported, batches, changed } = await hosted(folder)
  const before = recovery.currentState()
  if (before.kind !== 'open') throw new Error('not open')
  expect(await createRouterClient(before.opened.router).recovery.state()).toBeNull()
  find({ kind: 'workspace', code: 'database_damaged', message: 'It is damaged.' })
  expect(reported).toMatchObject([{ kind: 'closed' }])
  expect(await closed().state()).toMatchObject({
    kind: 'damaged',
    whileOpen: true,
    message: 'It is damaged.',
  })
  // The reported damage is checked again: an intact file is opened, and no backup replaces it.
  const swapped = changed()
  await closed().restore({ backup: name })
  await swapped
  expect(await batches()).toBe(1)
  await recovery.close()
})

test('a folder in use by another process is reported, and opens once that process has ended', async () => {
  const { folder, workspace } = await practiceStore()
  const { recovery, closed, batches } = await hosted(folder)
  expect(await closed().state()).toMatchObject({ kind: 'in_use', backups: [] })
  await expect(closed().tryAgain()).rejects.toMatchObject({ data: { code: 'workspace_in_use' } })
  workspace.close()
  await closed().tryAgain()
  expect(await batches()).toBe(1)
  expect(takeOwnerLock(folder)).toBeNull()
  await recovery.close()
})

test('a folder written by a newer version of Carryover offers no backup', async () => {
  const { folder, workspace, database } = await practiceStore()
  await saveBackup(database, folder, start)
  workspace.close()
  const raw = openDatabaseFile(join(folder, databaseName))
  raw.pragma(`user_version = ${schemaVersion + 1}`)
  raw.close()
  const { closed } = await hosted(folder)
  expect(await closed().state()).toMatchObject({ kind: 'newer', backups: [] })
})

test('another folder beside it is opened, or created if missing, unless it holds other files', async () => {
  const folder = await damagedFolder()
  const { recovery, closed, batches } = await hosted(folder)
  const others = join(dirname(folder), `${basename(folder)}-others`)
  mkdirSync(others)
  writeFileSync(join(others, 'letter.txt'), 'Dear Sir')
  await expect(closed().useFolder({ name: basename(others) })).rejects.toMatchObject({
    data: { code: 'folder_of_others' },
  })
  for (const name of ['..', '.', 'a/b', 'a\\b', ' ', 'a.'])
    await expect(closed().useFolder({ name })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  const state = await closed().state()
  await closed().useFolder({ name: state?.freeName ?? '' })
  const currentState = recovery.currentState()
  expect(currentState).toMatchObject({ kind: 'open', folder: `${folder}-2` })
  expect(await batches()).toBe(0)
  await recovery.close()
  expect((await refusalOf(folder)).code).toBe('database_damaged')
  await openFolder(`${folder}-2`)
})
