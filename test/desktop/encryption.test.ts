// Tests that the desktop program encrypts a new data folder where the system has a key store, says where it cannot, and
// opens a folder whose key is gone with its recovery key.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { registerDataKey } from '../../electron/engine/store/database/data-key.ts'
import { databaseName, headOf, openDatabaseFile } from '../../electron/engine/store/database/database-file.ts'
import { type Fake } from './fake-electron.ts'
import { freshFolder, openPage, type Program, type StartOptions, startProgram } from './desktop-harness.ts'
import { untilStage } from './page-client.ts'

/** A name in the sample's cells. */
const sampleText = 'Perrin Ashgrove'

async function quit({ fake }: { readonly fake: Fake }): Promise<void> {
  const over = new Promise((resolve) => fake.app.once('ended', resolve))
  fake.app.quit()
  await over
}

const clientOf = ({ fake, window }: Program) => openPage(fake, window()).client

/** A program that has read the sample, sent nothing, and ended; and its folder. */
async function usedFolder(options: StartOptions = {}): Promise<string> {
  const folder = join(freshFolder(), 'data')
  const program = await startProgram({ folder, practice: true, ...options })
  const client = clientOf(program)
  const { batch } = await client.batches.openSample()
  await untilStage(client, batch, 'mapping')
  await quit(program)
  return folder
}

/** Whether a thief who has only the folder can read the database. */
function opensWithoutKey(folder: string): boolean {
  registerDataKey(folder, null)
  const database = openDatabaseFile(join(folder, databaseName), { readonly: true })
  try {
    return Number(database.prepare('SELECT count(*) FROM batch').pluck().get()) > 0
  } catch {
    return false
  } finally {
    database.close()
  }
}

test('a new data folder is encrypted, with the practice service’s file, and opens again by itself', async () => {
  const folder = await usedFolder()
  expect(headOf(join(folder, databaseName))).toBe('encrypted')
  expect(opensWithoutKey(folder)).toBe(false)
  const practice = new Database(join(folder, 'sandbox.sqlite'), { readonly: true })
  expect(() => practice.prepare('SELECT count(*) FROM processes').get()).toThrow('not a database')
  practice.close()
  expect(statSync(join(folder, 'data-key.json')).mode & 0o777).toBe(0o600)

  const again = await startProgram({ folder })
  const client = clientOf(again)
  expect(await client.workspace.status()).toMatchObject({ encryption: 'on', endedCleanly: true })
  expect(await client.batches.list()).toHaveLength(1)
  const shown = await client.workspace.recoveryKey()
  expect(shown).toMatch(/^([0-9A-Z]{5}-){10}[0-9A-Z]{5}$/)
  expect((await client.audit.newest({ before: null }))[0]).toMatchObject({
    action: 'workspace.recoveryKey',
  })
  await quit(again)
  // Neither the cells nor the recovery key are in any file.
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
  const texts = [sampleText, (shown ?? '').replaceAll('-', '')]
  expect(files.filter((path) => texts.some((text) => readFileSync(path).includes(text)))).toEqual([])
})

test('without a key store of the system the folder is not encrypted, and the window can say why', async () => {
  const program = await startProgram({ practice: true, safeStorage: { backEnd: 'basic_text' } })
  const client = clientOf(program)
  expect(await client.workspace.status()).toMatchObject({ encryption: 'no_key_store' })
  expect(await client.workspace.recoveryKey()).toBeNull()
  const { batch } = await client.batches.openSample()
  await untilStage(client, batch, 'mapping')
  await quit(program)
  expect(headOf(join(program.folder, databaseName))).toBe('ours')
  expect(opensWithoutKey(program.folder)).toBe(true)
  // Made so, it stays so where there is a key store later.
  const later = await startProgram({ folder: program.folder })
  expect(await clientOf(later).workspace.status()).toMatchObject({ encryption: 'made_without' })
  await quit(later)
})

test('a folder whose key the system cannot decrypt opens with its recovery key, from then on by itself', async () => {
  const folder = await usedFolder()
  const first = await startProgram({ folder })
  const recoveryKey = (await clientOf(first).workspace.recoveryKey()) ?? ''
  await quit(first)

  // As after a copy to another computer: what the key store of this one wrote cannot be decrypted there.
  const elsewhere = { prefix: 'v12' }
  const locked = await startProgram({ folder, safeStorage: elsewhere })
  const client = clientOf(locked)
  expect(await client.recovery.state()).toMatchObject({ kind: 'locked', backups: [] })
  await expect(client.recovery.unlock({ recoveryKey: recoveryKey.slice(0, -1) })).rejects.toMatchObject({
    data: { code: 'no_recovery_key' },
  })
  const other = await startProgram({ safeStorage: elsewhere })
  const keyOfOther = (await clientOf(other).workspace.recoveryKey()) ?? ''
  await quit(other)
  await expect(client.recovery.unlock({ recoveryKey: keyOfOther })).rejects.toMatchObject({
    data: { code: 'key_wrong' },
  })
  await client.recovery.unlock({ recoveryKey: recoveryKey.toLowerCase() })
  await expect.poll(() => locked.window().webContents.reloads).toBe(1)
  expect(await clientOf(locked).batches.list()).toHaveLength(1)
  await quit(locked)

  const after = await startProgram({ folder, safeStorage: elsewhere })
  expect(await clientOf(after).batches.list()).toHaveLength(1)
  await quit(after)
})

test('a folder whose key file is gone is not taken for a new one', async () => {
  const folder = await usedFolder()
  rmSync(join(folder, 'data-key.json'))
  rmSync(join(folder, 'encryption.json'))
  const program = await startProgram({ folder })
  expect(await clientOf(program).recovery.state()).toMatchObject({ kind: 'locked' })
  await quit(program)
  expect(existsSync(join(folder, 'data-key.json'))).toBe(false)
  writeFileSync(join(folder, 'data-key.json'), '{ "version": 1')
  const again = await startProgram({ folder })
  expect(await clientOf(again).recovery.state()).toMatchObject({ kind: 'locked' })
  await quit(again)
})
