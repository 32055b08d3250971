// Decides with which key a data folder is opened. A new folder is encrypted if a key is given; an encrypted one opens
// only with its key; one that was made without a key stays so. `encryption.json` in the folder holds a check value, which
// tells a wrong key from a damaged file and says nothing about the key.
import { createHmac } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { message } from '../../../../../shared/texts/message.ts'
import { failed } from '../../../system/failure.ts'
import { listBackups } from '../backup/backups.ts'
import { restoredFile } from '../backup/set-aside.ts'
import { type DataKey, dataKeyOf, recoveryKeyText, registerDataKey } from '../data-key.ts'
import { databaseName, headOf } from '../database-file.ts'

const noteName = 'encryption.json'
const note = z.object({ check: z.string() })

type Refused = ReturnType<typeof failed>

/** It was made without a key, or the host has none to give. */
const reasons = ['made_without', 'no_key_store', 'no_key_given'] as const
type WhyNone = (typeof reasons)[number]

/** The key with which a host opens a folder, or why it has none. */
export type FolderKey = DataKey | WhyNone

/** Whether a folder is encrypted, or why not. */
export type Encryption = 'on' | WhyNone

/** Nothing is stored in it yet, so it can still be encrypted. */
export function isNewFolder(folder: string): boolean {
  return checkOf(folder) === null && databasesIn(folder).length === 0
}

/** Reads the files' starts: not while this process has one of them open. */
export function isEncrypted(folder: string): boolean {
  return checkOf(folder) !== null || databasesIn(folder).some((file) => headOf(file) === 'encrypted')
}

/**
 * Registers the key for everything in the folder. Refuses an encrypted folder without its key (`key_missing`) and with
 * another one (`key_wrong`). Nothing in the folder may be open in this process.
 */
export function unlockFolder(folder: string, folderKey: FolderKey): Refused | null {
  const key = keyOf(folderKey)
  if (!isNewFolder(folder) && !isEncrypted(folder)) {
    registerDataKey(folder, null)
    return null
  }
  if (key === null) {
    registerDataKey(folder, null)
    return isNewFolder(folder)
      ? null
      : failed('workspace', 'key_missing', message('store.key_missing', { folder }))
  }
  const check = checkOf(folder)
  if (check !== null && check !== checkValue(key))
    return failed('workspace', 'key_wrong', message('store.key_wrong', { folder }))
  registerDataKey(folder, key)
  return null
}

/** Before the first file is written into a new folder. */
export function noteKey(folder: string): void {
  const key = dataKeyOf(join(folder, databaseName))
  if (key === null || checkOf(folder) !== null) return
  const text = JSON.stringify({ check: checkValue(key) })
  writeFileSync(join(folder, noteName), `${text}\n`, { mode: 0o600, flush: true })
}

/**
 * Of a folder that was unlocked, by its registered key: closing the open database's file, as `headOf` does, would drop its
 * locks.
 */
export function encryptionOf(folder: string, folderKey: FolderKey): Encryption {
  if (dataKeyOf(join(folder, databaseName)) !== null) return 'on'
  return reasons.find((reason) => reason === folderKey) ?? 'made_without'
}

/** As text for a person; null where the folder is not encrypted. */
export function recoveryKeyOf(folder: string): string | null {
  const key = dataKeyOf(join(folder, databaseName))
  return key === null ? null : recoveryKeyText(key)
}

function keyOf(folderKey: FolderKey): DataKey | null {
  return reasons.some((reason) => reason === folderKey) ? null : (folderKey as DataKey)
}

function checkValue(key: DataKey): string {
  return createHmac('sha256', Buffer.from(key, 'hex')).update('carryover data key').digest('hex').slice(0, 32)
}

/** Null without a readable note: then the marks of the files tell whether they are encrypted. */
function checkOf(folder: string): string | null {
  try {
    return note.parse(JSON.parse(readFileSync(join(folder, noteName), 'utf8'))).check
  } catch {
    return null
  }
}

function databasesIn(folder: string): string[] {
  const own = [join(folder, databaseName), restoredFile(folder)].filter((file) => existsSync(file))
  return [...own, ...listBackups(folder).map(({ file }) => file)]
}
