// Identity of the data folder: the machine, the path, and the number and birth time that the file system gave the
// folder. The database stores it to tell a copied folder from its original. Two folders that continue from the same
// data would create the same accounts twice.
//
// - Linux: /etc/machine-id; inode and birth time (statx). A file system without birth times gives 0, and the inode
//   decides.
// - macOS: IOPlatformUUID; inode and birth time of APFS and HFS+. A clone has an inode of its own.
// - Windows: MachineGuid; the file number of NTFS (64 bits) and the time of creation, which a copy gets again.
// - A machine without an identity, such as a container, counts as the same: inode and birth time decide.
//
//   same ── nothing changed
//   moved ── same number, birth time and machine, another path: the folder was renamed and no other one is left
//   copied ── anything else, also an older copy put in its place: only a person knows where the other one is
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { hash } from 'node:crypto'
import type { Database as Connection } from 'better-sqlite3'
import { z } from 'zod'
import { failed, messageOf, type Result, success } from '../../../system/failure.ts'
import { openDatabaseFile } from '../database-file.ts'
import { createAuditLog } from '../../audit/audit-log.ts'
import { putCopyInDoubt } from '../../sending/attempts/doubt.ts'
import { folderInUse, takeOwnerLock } from './owner-lock.ts'
import { readSetting, writeSetting } from '../settings.ts'
import { message, type Message } from '../../../../../shared/texts/message.ts'

const settingName = 'folder'

const folderIdentity = z.object({
  /** Hash of the system's machine identity; null if it has none. */
  machine: z.string().nullable(),
  /** Name of the machine, for people. */
  machineName: z.string(),
  path: z.string(),
  number: z.string(),
  /** Nanoseconds since 1970; 0 if the file system stores none. */
  born: z.string(),
})
export type FolderIdentity = z.infer<typeof folderIdentity>

export function identityOfFolder(folder: string): FolderIdentity {
  const { ino, birthtimeNs } = statSync(folder, { bigint: true })
  return {
    machine: machineOf(),
    machineName: hostname(),
    path: realpathSync.native(folder),
    number: String(ino),
    born: String(birthtimeNs),
  }
}

export function compareFolders(kept: FolderIdentity, now: FolderIdentity): 'same' | 'moved' | 'copied' {
  const isOtherMachine = kept.machine !== null && now.machine !== null && kept.machine !== now.machine
  if (isOtherMachine || kept.number !== now.number || kept.born !== now.born) return 'copied'
  return kept.path === now.path ? 'same' : 'moved'
}

/** Reason why a copy is not opened; null: it is the folder that the database was last used in, or the first. */
export function refuseCopy(database: Connection, folder: string): ReturnType<typeof failed> | null {
  const kept = keptIdentity(database)
  if (kept === null || compareFolders(kept, identityOfFolder(folder)) !== 'copied') return null
  const original = placeOf(kept, folder)
  const { failure } = failed(
    'workspace',
    'folder_copied',
    message('store.folder_copied', { folder, original }),
  )
  return { ok: false, failure: { ...failure, original } }
}

/** Description for a person, from what is known now. */
function placeOf({ path, machineName: machine }: FolderIdentity, folder: string): Message {
  const place = message('store.place', { path, machine })
  if (machine !== hostname()) return place
  if (path === realpathSync.native(folder)) return message('store.place_replaced', { path, machine })
  return existsSync(path) ? message('store.place_still_there', { path, machine }) : place
}

export function keepIdentity(database: Connection, folder: string): void {
  writeSetting(database, settingName, JSON.stringify(identityOfFolder(folder)))
}

function keptIdentity(database: Connection): FolderIdentity | null {
  const text = readSetting(database, settingName)
  return text === null ? null : folderIdentity.parse(JSON.parse(text))
}

/**
 * A person confirms that the original of this folder is no longer used. From then on this folder is the original, and
 * accounts that the old one may have sent are looked up before anything is sent. The engine must not have it open.
 */
export function retireOriginal(file: string, folder: string, now: number): Result<'retired' | 'was_in_use'> {
  const lock = takeOwnerLock(folder)
  if (lock === null) return folderInUse(folder)
  let database: Connection | null = null
  try {
    const opened = (database = openDatabaseFile(file, { fileMustExist: true, timeout: 5000 }))
    opened.pragma('synchronous = FULL')
    const retire = opened.transaction(() => {
      if (refuseCopy(opened, folder) === null) return 'was_in_use' as const
      putCopyInDoubt(opened, now)
      keepIdentity(opened, folder)
      return 'retired' as const
    })
    const done = retire.immediate()
    if (done === 'retired')
      createAuditLog(opened).add({ action: 'recovery.retireOriginal', batch: null, details: {} }, now)
    return success(done)
  } catch (error) {
    return failed(
      'workspace',
      'database_not_usable',
      message('store.database_not_written', { file, why: messageOf(error) }),
    )
  } finally {
    database?.close()
    lock.release()
  }
}

let machine: string | null | undefined

/** Queried once: macOS and Windows need to run a program for it. */
function machineOf(): string | null {
  if (machine === undefined) {
    const said = machineSays()
    machine = said === null ? null : hash('sha256', `carryover data folder\n${said}`).slice(0, 32)
  }
  return machine
}

function machineSays(): string | null {
  try {
    switch (process.platform) {
      case 'linux':
        return readFileSync('/etc/machine-id', 'utf8').trim() || null
      case 'darwin':
        return found(
          run('/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice']),
          /"IOPlatformUUID" = "([^"]+)"/,
        )
      case 'win32':
        return found(
          run(join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'reg.exe'), [
            'query',
            'HKLM\\SOFTWARE\\Microsoft\\Cryptography',
            '/v',
            'MachineGuid',
          ]),
          /MachineGuid\s+REG_SZ\s+(\S+)/,
        )
      default:
        return null
    }
  } catch {
    return null
  }
}

function run(program: string, words: string[]): string {
  return execFileSync(program, words, {
    encoding: 'utf8',
    timeout: 5000,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

function found(text: string, pattern: RegExp): string | null {
  return pattern.exec(text)?.[1] ?? null
}
