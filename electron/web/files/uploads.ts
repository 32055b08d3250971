// Uploads from a page: each is streamed into its own folder below `uploads` in the data folder, sealed if the data folder is
// encrypted. A path is returned only for a complete file, and an aborted upload leaves nothing behind.
import type { IncomingMessage } from 'node:http'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { createStored } from '../../engine/system/files/stored-file.ts'
import { messageOf } from '../../engine/system/failure.ts'
import { uploadsIn } from '../../engine/accounts/batch-removal.ts'
import { uploadName } from './file-name.ts'
import { bodyOf, jsonReply, type Refusal, refusal, type Reply, tooLarge } from '../replies.ts'

/** The largest file that reading accepts, in bytes. */
export const defaultUploadLimit = 2 * 1024 ** 3

/**
 * Deletes uploads of earlier runs. Call it before the host starts and only while no batch is being read: the database
 * holds the cells of a read batch, which no longer needs the file. `needed`: paths of files that stay.
 */
export async function clearUploads(dataFolder: string, needed: readonly string[]): Promise<void> {
  const folder = uploadsIn(dataFolder)
  const stay = new Set(needed.map((path) => relative(folder, path).split(sep)[0]))
  const entries = await readdir(folder).catch(() => [])
  for (const entry of entries)
    if (!stay.has(entry)) await rm(join(folder, entry), { recursive: true, force: true })
}

/** Limit of all uploads that the data folder keeps at one time. */
export type UploadsLimit = { readonly files: number; readonly bytes: number }
export const defaultUploadsLimit: UploadsLimit = { files: 100, bytes: 16 * 1024 ** 3 }

export type Uploads = ReturnType<typeof createUploads>

export type UploadOptions = {
  readonly dataFolder: string
  readonly limit: number
  readonly inAll?: UploadsLimit | undefined
  readonly random: (bytes: number) => Buffer
}

/** `coming`: bytes of each upload in progress, by its folder. */
type Context = {
  readonly uploads: string
  readonly limit: number
  readonly inAll: UploadsLimit
  readonly random: UploadOptions['random']
  readonly coming: Map<string, number>
}

export function createUploads({ dataFolder, limit, inAll = defaultUploadsLimit, random }: UploadOptions) {
  const context: Context = { uploads: uploadsIn(dataFolder), limit, inAll, random, coming: new Map() }
  return {
    /** In bytes. */
    limit,
    /** Returns `{ path }`. The name comes from the target's query; the body is the file. */
    take: (request: IncomingMessage, query: URLSearchParams): Promise<Reply> => take(context, request, query),
  }
}

async function take(context: Context, request: IncomingMessage, query: URLSearchParams): Promise<Reply> {
  const { uploads, inAll, random, coming } = context
  const given = query.getAll('name')
  const name = given.length === 1 ? uploadName(given[0] ?? '') : null
  if (name === null || query.size !== 1) return badName
  const folder = join(uploads, random(16).toString('hex'))
  const path = join(folder, name)
  coming.set(folder, 0)
  try {
    const kept = await keptIn(uploads, coming)
    if (kept.files + coming.size > inAll.files) return tooMany(inAll)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const refused = await store(context, request, `${path}.part`, folder, kept.bytes)
    if (refused === null) {
      await rename(`${path}.part`, path)
      return jsonReply({ path })
    }
    await rm(folder, { recursive: true, force: true })
    return refused
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    return notKept(error)
  } finally {
    coming.delete(folder)
  }
}

async function store(
  { limit, inAll, coming }: Context,
  request: IncomingMessage,
  path: string,
  folder: string,
  kept: number,
): Promise<Refusal | null> {
  const file = await createStored(path, 'wx')
  try {
    let bytes = 0
    for await (const piece of bodyOf(request)) {
      bytes += piece.length
      if (bytes > limit) return tooLarge(limit)
      coming.set(folder, bytes)
      const onTheWay = [...coming.values()].reduce((sum, one) => sum + one, 0)
      if (kept + onTheWay > inAll.bytes) return tooMany(inAll)
      await file.write(piece)
    }
    if (bytes === 0) return refusal(400, 'empty_file', (words) => words.empty_file)
    await file.end()
    return null
  } finally {
    await file.close()
  }
}

/** Complete uploads; those in progress are counted by the code that stores them. */
async function keptIn(uploads: string, coming: ReadonlyMap<string, number>): Promise<UploadsLimit> {
  let files = 0
  let bytes = 0
  for (const entry of await readdir(uploads).catch(() => [])) {
    const folder = join(uploads, entry)
    if (coming.has(folder)) continue
    files += 1
    for (const name of await readdir(folder).catch(() => []))
      bytes += (await stat(join(folder, name)).catch(() => null))?.size ?? 0
  }
  return { files, bytes }
}

function tooMany({ files, bytes }: UploadsLimit): Refusal {
  const gibibytes = Math.round((bytes / 1024 ** 3) * 100) / 100
  return refusal(507, 'uploads_full', (words) => words.uploads_full({ files: `${files}`, gibibytes }))
}

const badName = refusal(400, 'bad_file_name', (words) => words.bad_file_name)

/** If the page disconnected, nobody reads this; if the disk is full, a person must. */
function notKept(error: unknown): Refusal {
  return refusal(507, 'upload_not_kept', (words) => words.upload_not_kept({ error: messageOf(error) }))
}
