// Files in Carryover's own folders and files that a person gave. In an encrypted data folder, uploads and the reports that a
// browser downloads are sealed: they are written and read through their seal. All others are read and written as they are.
// A reader's process gets the key of one file; the data folder's key stays here.
import { constants, type Stats } from 'node:fs'
import { type FileHandle, open, rm, stat } from 'node:fs/promises'
import { relative, resolve, sep } from 'node:path'
import { encryptedFolderOf } from '../../store/database/data-key.ts'
import {
  contentBytes,
  createSealer,
  type FileKey,
  headBytes,
  type InputFile,
  keyOfHead,
  inputOf,
  piecesOf,
} from './sealed-file.ts'

/** Folders of a data folder whose files no other program reads. In an encrypted data folder they are sealed. */
export const ownFolders: readonly string[] = ['uploads', 'reports']

/** The data folder's key, if files of this path are sealed. */
function sealKeyOf(path: string): string | null {
  const found = encryptedFolderOf(path)
  if (found === null) return null
  const [first = ''] = relative(found.folder, resolve(path)).split(sep)
  return ownFolders.includes(first) ? found.key : null
}

/** Null: files at this place are not sealed, or it cannot be read, which reading it reports. */
export async function keyOfStored(path: string): Promise<FileKey | null> {
  if (sealKeyOf(path) === null) return null
  // Non-blocking, in case it is a pipe. Windows has no such flag.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(() => null)
  if (file === null) return null
  try {
    return (await file.stat()).isFile() ? await keyIn(file, path) : null
  } finally {
    await file.close()
  }
}

async function keyIn(file: FileHandle, path: string): Promise<FileKey | null> {
  const dataKey = sealKeyOf(path)
  if (dataKey === null) return null
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
  return keyOfHead(buffer.subarray(0, bytesRead), dataKey)
}

/** In bytes of content. Throws what the system reports of the file. */
export async function sizeOfStored(path: string): Promise<number> {
  const { size } = await stat(path)
  return (await keyOfStored(path)) === null ? size : contentBytes(size)
}

/** Its whole content. Throws what the system reports of the file, or `BrokenSeal`. */
export async function readStored(path: string): Promise<Buffer> {
  const file = await openStored(path)
  try {
    const pieces: Buffer[] = []
    for await (const piece of piecesOf(file)) pieces.push(piece)
    return Buffer.concat(pieces)
  } finally {
    await file.close()
  }
}

export type NewStored = {
  readonly write: (bytes: string | Uint8Array) => Promise<void>
  /** Writes what is left and brings everything to the disk. */
  readonly end: () => Promise<void>
  readonly close: () => Promise<void>
}

/** A file for its user alone. `flag`: what happens to one that is there already, as in Node. It is whole after `end`. */
export async function createStored(path: string, flag: 'w' | 'wx'): Promise<NewStored> {
  const dataKey = sealKeyOf(path)
  const sealer = dataKey === null ? null : createSealer(dataKey)
  const file = await open(path, flag, 0o600)
  return {
    write: (bytes) => file.writeFile(sealer?.push(Buffer.from(bytes)) ?? bytes, 'utf8'),
    async end() {
      if (sealer !== null) await file.writeFile(sealer.end())
      await file.sync()
    },
    close: () => file.close(),
  }
}

/** A whole file at once, with the same rules; there is none of the name yet. */
export async function writeStored(path: string, content: string): Promise<void> {
  const file = await createStored(path, 'wx')
  try {
    await file.write(content)
    await file.end()
  } finally {
    await file.close()
  }
}

/** `stats` are of the file on disk, which is larger than its content if it is sealed. */
export type OpenStored = InputFile & { readonly stats: Stats; readonly close: () => Promise<void> }

/** Throws what the system reports of the file. It stays open until it is closed. */
export async function openStored(path: string, flags = constants.O_RDONLY): Promise<OpenStored> {
  const file = await open(path, flags)
  try {
    const stats = await file.stat()
    const key = stats.isFile() ? await keyIn(file, path) : null
    return { ...inputOf(file, stats.size, key), stats, close: () => file.close() }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Refuses with EEXIST where there is a file already; a copy that could not be finished is removed. */
export async function copyStored(from: string, to: string): Promise<void> {
  const source = await openStored(from)
  try {
    const copy = await createStored(to, 'wx')
    try {
      for await (const piece of piecesOf(source)) await copy.write(piece)
      await copy.end()
    } catch (error) {
      await rm(to, { force: true })
      throw error
    } finally {
      await copy.close()
    }
  } finally {
    await source.close()
  }
}
