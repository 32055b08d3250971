// Tests the identity of a data folder: a copy is distinguished from its original, and sends nothing until a person
// says that the original is retired.
import { cpSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  compareFolders,
  type FolderIdentity,
  identityOfFolder,
  retireOriginal,
} from '../../../electron/engine/store/database/folder/folder-identity.ts'
import { databaseName } from '../../../electron/engine/store/database/database-file.ts'
import { createStore } from '../../../electron/engine/store/store.ts'
import { carryover } from '../cli/command-line.ts'
import {
  addAccounts,
  addBatch,
  freshFolder,
  openFolder,
  practiceStore,
  queue,
  refusalOf,
  start,
} from './practice-store.ts'

const copyOf = (folder: string): string => {
  const copy = join(freshFolder(), 'copy of it')
  cpSync(folder, copy, { recursive: true, preserveTimestamps: true })
  return copy
}

test('a copied folder is refused with the sentence that says how; the original goes on', async () => {
  const { folder, workspace } = await practiceStore()
  workspace.close()
  const copy = copyOf(folder)
  const { code, message } = await refusalOf(copy)
  expect(code).toBe('folder_copied')
  expect(message).toContain(`${folder} on `)
  expect(message).toContain('which is still there')
  expect(message).toContain(`carryover original-retired --data-dir "${copy}"`)
  ;(await openFolder(folder)).close()
  // Commands that send nothing may open it, and it stays a copy.
  ;(await openFolder(copy, { copyAllowed: true })).close()
  expect((await refusalOf(copy)).code).toBe('folder_copied')
})

test('once the original is retired the copy opens, and everything in it is in doubt, as is what is loaded again', async () => {
  const practice = await practiceStore({ accounts: 2 })
  queue(practice)
  practice.workspace.close()
  const copy = copyOf(practice.folder)
  expect(retireOriginal(join(copy, databaseName), copy, start)).toEqual({ ok: true, value: 'retired' })
  const workspace = await openFolder(copy)
  expect(workspace.endedCleanly).toBe(false)
  const store = createStore(workspace)
  expect(store.audit.newest(null)[0]).toMatchObject({ action: 'recovery.retireOriginal' })
  expect(await store.audit.verify()).toMatchObject({ fault: null })
  expect(practice.ids.map((id) => store.accounts.details(id))).toMatchObject([
    { state: 'unconfirmed', doubt: 1 },
    { state: 'unconfirmed', doubt: 1 },
  ])
  const batch = addBatch(store, practice.connection)
  addAccounts(store, batch, practice.connection, ['B-1'])
  expect(
    workspace.database.prepare('SELECT doubt FROM account_details WHERE batch_id = ?').pluck().get(batch),
  ).toBe(1)
  workspace.close()
  ;(await openFolder(copy)).close()
  expect(retireOriginal(join(copy, databaseName), copy, start)).toEqual({ ok: true, value: 'was_in_use' })
})

test('a folder that was renamed is the same one: nobody is asked, and nothing is in doubt', async () => {
  const { folder, workspace } = await practiceStore()
  workspace.close()
  const other = join(freshFolder(), 'renamed')
  renameSync(folder, other)
  const again = await openFolder(other)
  expect(again.doubted).toBeNull()
  expect(again.endedCleanly).toBe(true)
  again.close()
  // A copy that gets the old name is still the copy.
  cpSync(other, folder, { recursive: true })
  expect((await refusalOf(folder)).code).toBe('folder_copied')
})

test('an older copy of the whole folder that takes its place is asked about as well', async () => {
  const { folder, workspace } = await practiceStore()
  workspace.close()
  const copy = copyOf(folder)
  rmSync(folder, { recursive: true })
  cpSync(copy, folder, { recursive: true, preserveTimestamps: true })
  expect((await refusalOf(folder)).code).toBe('folder_copied')
})

test('on the command line the copy is refused, and one command says that the original is retired', async () => {
  const { folder, workspace } = await practiceStore()
  workspace.close()
  const copy = copyOf(folder)
  const run = (...words: string[]) => carryover([...words, '--data-dir', copy])
  const refused = await run('connections', 'list')
  expect(refused.code).toBe(3)
  expect(refused.stderr).toContain('carryover original-retired --data-dir')
  expect(await run('original-retired')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('is used from now on') as unknown,
  })
  expect((await run('connections', 'list')).code).toBe(0)
})

test('machine, number and birth time tell folders apart; the path alone tells that one was moved', () => {
  const one = identityOfFolder(freshFolder())
  const like = (more: Partial<FolderIdentity>): string => compareFolders(one, { ...one, ...more })
  expect(like({})).toBe('same')
  expect(like({ path: '/elsewhere' })).toBe('moved')
  expect(like({ machineName: 'renamed' })).toBe('same')
  expect(like({ machine: 'another' })).toBe(one.machine === null ? 'same' : 'copied')
  expect(like({ machine: null })).toBe('same')
  expect(like({ number: '1' })).toBe('copied')
  expect(like({ born: '1' })).toBe('copied')
})
