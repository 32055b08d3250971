// Tests encrypted data folders on real files: nothing readable is in them, only their key opens them, and backups,
// threads and the detection of damage work as in other folders. Also tests the recovery key as text.
import { copyFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Database as Connection } from 'better-sqlite3'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listBackups, saveBackup, verify } from '../../../electron/engine/store/database/backup/backups.ts'
import { restoreBackup } from '../../../electron/engine/store/database/backup/restore.ts'
import { startDatabaseCheck } from '../../../electron/engine/store/database/check/database-check.ts'
import {
  type DataKey,
  newDataKey,
  readRecoveryKey,
  recoveryKeyText,
} from '../../../electron/engine/store/database/data-key.ts'
import { isDamage } from '../../../electron/engine/store/database/check/damage.ts'
import {
  databaseName,
  headOf,
  openDatabaseFile,
} from '../../../electron/engine/store/database/database-file.ts'
import {
  type FolderKey,
  isEncrypted,
  isNewFolder,
} from '../../../electron/engine/store/database/folder/encryption.ts'
import { openWorkspace, type Workspace } from '../../../electron/engine/store/database/open.ts'
import { openLook } from '../../../electron/engine/store/database/read-only.ts'
import { writeSetting } from '../../../electron/engine/store/database/settings.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'
import { freshFolder, openFolder, start } from './practice-store.ts'

const canary = 'Zaphod-Beeblebrox-4711'

/** Files below the folder in which the text can be read without the folder's key, in any byte or as a database. */
function readable(folder: string, text = canary): string[] {
  const elsewhere = freshFolder()
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names
    .filter((name) => statSync(join(folder, name)).isFile())
    .filter((name) => {
      if (readFileSync(join(folder, name)).includes(text)) return true
      if (!name.endsWith('.sqlite')) return false
      const copy = join(elsewhere, basename(name))
      for (const end of ['', '-wal'])
        if (names.includes(name + end)) copyFileSync(join(folder, name + end), copy + end)
      return canariesIn(copy) > 0
    })
    .sort()
}

/** With the key that every copy of the program has. */
function canariesIn(file: string): number {
  let database: Connection | null = null
  try {
    database = openDatabaseFile(file)
    return Number(database.prepare('SELECT count(*) FROM canaries').pluck().get())
  } catch (error) {
    if (isDamage(error)) return 0
    throw error
  } finally {
    database?.close()
  }
}

async function write(workspace: Workspace, text = canary): Promise<void> {
  writeSetting(workspace.database, 'canary', text)
  const { database } = workspace
  database.exec('CREATE TABLE canaries (text TEXT)')
  const insert = database.prepare('INSERT INTO canaries VALUES (?)')
  database.transaction(() => {
    for (let at = 0; at < 5000; at += 1) insert.run(`${text} ${at}`)
  })()
  await saveBackup(workspace.database, workspace.folder, start)
}

async function refusal(folder: string, folderKey: FolderKey): Promise<{ code: string; sentence: string }> {
  const opened = await openWorkspace({ folder, now: () => start, folderKey })
  if (opened.ok) {
    opened.value.close()
    throw new Error('It was opened')
  }
  return { code: opened.failure.code, sentence: sentenceOf(opened.failure.message) }
}

const bytesIn = (folder: string): string =>
  ['', '-wal'].map((end) => fileText(join(folder, `${databaseName}${end}`))).join(' ')
function fileText(path: string): string {
  try {
    return readFileSync(path).toString('base64')
  } catch {
    return 'none'
  }
}

describe('an encrypted data folder', () => {
  test('shows none of its contents without the key, open, closed and in its backups; another one does', async () => {
    const [plain, encrypted] = [freshFolder(), freshFolder()]
    const before = await openFolder(plain)
    await write(before)
    expect(readable(plain)).toEqual([expect.stringContaining('backups'), databaseName])
    const workspace = await openFolder(encrypted, { folderKey: newDataKey() })
    await write(workspace)
    expect(statSync(join(encrypted, `${databaseName}-wal`)).size).toBeGreaterThan(100_000)
    expect(readable(encrypted)).toEqual([])
    workspace.close()
    expect(readable(encrypted)).toEqual([])
    expect(listBackups(encrypted)).toHaveLength(1)
    expect(isEncrypted(encrypted)).toBe(true)
    expect(isEncrypted(plain)).toBe(false)
    expect(headOf(join(encrypted, databaseName))).toBe('encrypted')
  })

  test('opens with its key only; refused, it is not changed', async () => {
    const folder = freshFolder()
    const key = newDataKey()
    const workspace = await openFolder(folder, { folderKey: key })
    await write(workspace)
    workspace.close()
    const before = bytesIn(folder)
    expect(await refusal(folder, 'no_key_given')).toEqual({
      code: 'key_missing',
      sentence: `The data folder ${folder} is encrypted, and its key is not here. Open it with the Carryover that encrypted it, or give its recovery key.`,
    })
    expect((await refusal(folder, newDataKey())).code).toBe('key_wrong')
    expect(bytesIn(folder)).toBe(before)
    const again = await openFolder(folder, { folderKey: key })
    expect(again.endedCleanly).toBe(true)
    expect(again.database.prepare('SELECT count(*) FROM canaries').pluck().get()).toBe(5000)
  })

  test('is known as encrypted without its note, and is then still opened by its key only', async () => {
    const folder = freshFolder()
    const key = newDataKey()
    const first = await openFolder(folder, { folderKey: key })
    await write(first)
    first.close()
    rmSync(join(folder, 'encryption.json'))
    expect((await refusal(folder, 'no_key_given')).code).toBe('key_missing')
    ;(await openFolder(folder, { folderKey: key })).close()
    rmSync(join(folder, databaseName))
    expect(isNewFolder(folder)).toBe(false)
    expect((await refusal(folder, 'no_key_given')).code).toBe('key_missing')
  })

  test('that was made without a key stays without one', async () => {
    const folder = freshFolder()
    ;(await openFolder(folder)).close()
    const workspace = await openFolder(folder, { folderKey: newDataKey() })
    await write(workspace)
    expect(isEncrypted(folder)).toBe(false)
    expect(readable(folder)).toContain(databaseName)
  })

  test('is checked, read and copied by threads, and restored from a backup', async () => {
    const folder = freshFolder()
    const key = newDataKey()
    const workspace = await openFolder(folder, { folderKey: key })
    await write(workspace)
    expect((await startDatabaseCheck(workspace.database.name, 'whole').ended).kind).toBe('sound')
    const look = openLook(folder)
    if (!look.ok) throw new Error(sentenceOf(look.failure.message))
    look.value.close()
    const [backup] = listBackups(folder)
    if (backup === undefined) throw new Error('no backup')
    expect(await verify(backup.file)).toBeNull()
    workspace.close()
    const file = join(folder, databaseName)
    const bytes = readFileSync(file)
    bytes[bytes.length - 2000] = (bytes[bytes.length - 2000] ?? 0) ^ 1
    writeFileSync(file, bytes)
    writeFileSync(join(folder, 'carryover-damaged.txt'), 'it is to be checked as a whole\n')
    expect((await refusal(folder, key)).code).toBe('database_damaged')
    expect(await restoreBackup({ folder, now: start })).toMatchObject({ ok: true })
    const restored = await openFolder(folder, { folderKey: key })
    expect(restored.database.prepare('SELECT count(*) FROM canaries').pluck().get()).toBe(5000)
    expect(readable(folder)).toEqual([])
  })
})

describe('a recovery key', () => {
  const keys = fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map((bytes) => Buffer.from(bytes).toString('hex') as DataKey)

  test('gives the key back, also in small letters, with spaces and with letters for digits', () => {
    fc.assert(
      fc.property(keys, (key) => {
        const text = recoveryKeyText(key)
        expect(text).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){10}[0-9A-HJKMNP-TV-Z]{5}$/)
        const asTyped = text.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
        expect(readRecoveryKey(text)).toBe(key)
        expect(readRecoveryKey(` ${asTyped}\n`)).toBe(key)
      }),
    )
  })

  test('with a wrong, missing or added character is refused, or gives another key in few cases', () => {
    let read = 0
    let tried = 0
    fc.assert(
      fc.property(
        keys,
        fc.nat(54),
        fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'),
        (key, at, letter) => {
          const text = recoveryKeyText(key).replaceAll('-', '')
          if (text[at] === letter) return
          const changed = readRecoveryKey(text.slice(0, at) + letter + text.slice(at + 1))
          expect(changed).not.toBe(key)
          tried += 1
          if (changed !== null) read += 1
          expect(readRecoveryKey(text.slice(0, at) + text.slice(at + 1))).toBeNull()
          expect(readRecoveryKey(text.slice(0, at) + letter + text.slice(at))).toBeNull()
        },
      ),
      { numRuns: 2000 },
    )
    expect(tried).toBeGreaterThan(1000)
    // One in 65,536 by chance.
    expect(read).toBeLessThan(3)
  })
})
