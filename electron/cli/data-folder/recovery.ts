// Commands `restore` and `original-retired`, for a data folder that the engine does not open: its database is damaged,
// or the folder is a copy. `restore` replaces the database with a verified backup, and lists the backups;
// `original-retired` records that a person does not use the original any more.
import { join } from 'node:path'
import { describeBackups } from '../../engine/store/database/backup/backups.ts'
import { newDataKey, recoveryKeyText } from '../../engine/store/database/data-key.ts'
import { restoreBackup } from '../../engine/store/database/backup/restore.ts'
import { retireOriginal } from '../../engine/store/database/folder/folder-identity.ts'
import { databaseName } from '../../engine/store/database/database-file.ts'
import { refuse } from '../terminal/exit.ts'
import type { Invocation } from '../terminal/invocation.ts'
import { dataFolder, existingFolder, unlock } from './session.ts'
import { print, say } from '../terminal/terminal.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'
import { dataTexts } from '../texts/data.ts'

const words = dataTexts.backups

export type RestoreOptions = {
  readonly dataDir?: string
  readonly backup?: string
  readonly replaceSound?: true
  readonly list?: true
}

export async function restoreCommand(options: RestoreOptions, invocation: Invocation): Promise<void> {
  const folder = dataFolder(options.dataDir, invocation.env)
  unlock(folder, invocation.env)
  if (options.list === true) return listBackups(folder, invocation)
  const restored = await restoreBackup({ ...options, folder, now: Date.now() })
  if (!restored.ok) {
    const { code, message } = restored.failure
    refuse(code === 'database_sound' ? `${sentenceOf(message)} ${words.allTheSame}` : sentenceOf(message))
  }
  const { name, at } = restored.value
  await print(invocation, `${words.restored({ name, folder, since: new Date(at).toISOString() })}\n`)
}

/** Prints a new key; it belongs to no folder yet. */
export async function recoveryKeyCommand(invocation: Invocation): Promise<void> {
  await print(invocation, `${recoveryKeyText(newDataKey())}\n`)
  say(invocation, dataTexts.folder.newKey)
}

/** Newest first, one line each. */
async function listBackups(folder: string, invocation: Invocation): Promise<void> {
  const backups = describeBackups(folder)
  if (backups.length === 0) refuse(words.none({ folder }))
  for (const { name, at, bytes, holds } of backups) {
    const held = holds === null ? words.notReadable : words.holds(holds)
    await print(
      invocation,
      `${name}  ${new Date(at).toISOString()}  ${Math.ceil(bytes / 1000)} kB  ${held}\n`,
    )
  }
}

export async function originalRetiredCommand(
  options: { readonly dataDir?: string },
  invocation: Invocation,
): Promise<void> {
  const folder = existingFolder(options.dataDir, invocation.env)
  unlock(folder, invocation.env)
  const retired = retireOriginal(join(folder, databaseName), folder, Date.now())
  if (!retired.ok) refuse(sentenceOf(retired.failure.message))
  await print(
    invocation,
    retired.value === 'was_in_use' ? `${words.noCopy({ folder })}\n` : `${words.retired({ folder })}\n`,
  )
}
