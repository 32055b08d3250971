// Folders that a person chose for files. Those in which a data folder keeps files of its own are refused: the files would
// be encrypted there, or deleted with the program's own.
import { realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { message } from '../../../../shared/texts/message.ts'
import { type Failure, failed } from '../failure.ts'
import { ownFolders } from './stored-file.ts'

/** Null: files may be written into this folder. It may be missing. Links in its path are followed. */
export async function refuseFolder(dataFolder: string, folder: string): Promise<Failure | null> {
  const own = isOwn(dataFolder, folder) || isOwn(await realOf(dataFolder), await realOf(folder))
  if (!own) return null
  return failed('input', 'own_folder', message('system.own_folder', { folder, data: dataFolder })).failure
}

function isOwn(dataFolder: string, folder: string): boolean {
  const [first = ''] = relative(resolve(dataFolder), resolve(folder)).split(sep)
  return ownFolders.includes(first)
}

/** Its path without links, by the nearest folder above that is there. */
async function realOf(path: string): Promise<string> {
  const whole = resolve(path)
  const real = await realpath(whole).catch(() => null)
  if (real !== null || whole === dirname(whole)) return real ?? whole
  return join(await realOf(dirname(whole)), basename(whole))
}
