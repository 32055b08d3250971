// The bytes of a copy on their way between a project file and the team's database. What is read back is compared with the
// length and the hash that were written with it, before anything of it is used.
import { createHash } from 'node:crypto'
import { message } from '../../../../shared/texts/message.ts'
import { failed, type Result, success } from '../../system/failure.ts'
import { createStored, openStored } from '../../system/files/stored-file.ts'
import { piecesOf } from '../../system/files/sealed-file.ts'
import type { Granting } from '../claims/claim-queue.ts'
import { nameBatch } from '../claims/session.ts'
import { teamFailure } from '../team-failure.ts'
import {
  addChunk,
  beginCopy,
  chunkBytes,
  type CopyVerdict,
  endCopy,
  type NewCopy,
  readChunk,
  type StoredCopy,
} from './copies.ts'

export type SentCopy = Omit<NewCopy, 'bytes' | 'chunks' | 'sha256'> & {
  /** Of the batch, for the others. */
  readonly name: string
  readonly service: string
}
type Watch = { readonly signal: AbortSignal; readonly progress: (done: number, total: number) => void }

/** Sends a file as a new copy, all but its completion. */
export async function sendCopy(
  { database, session }: Granting,
  { name, service, ...copy }: SentCopy,
  path: string,
  { signal, progress }: Watch,
): Promise<Result<void>> {
  const { bytes, sha256 } = await measure(path, signal)
  const named = await nameBatch(database, session, { id: copy.batch, service, name: name.slice(0, 400) })
  if (!named.ok) return teamFailure(named.trouble)
  const chunks = Math.ceil(bytes / chunkBytes)
  const begun = await beginCopy(database, session, { ...copy, bytes, chunks, sha256 })
  if (!begun.ok) return teamFailure(begun.trouble)
  if (begun.value !== 'ok') return refusedCopy(begun.value)
  let number = 0
  for await (const chunk of chunksOf(path)) {
    signal.throwIfAborted()
    const added = await addChunk(database, session, copy.id, number, chunk)
    if (!added.ok) return teamFailure(added.trouble)
    if (!added.value) return refusedCopy('cut')
    number += 1
    progress(Math.min(number * chunkBytes, bytes), bytes)
  }
  return success(undefined)
}

/** unknown: nobody answered, and it may be complete. */
export async function completeCopy(
  { database, session }: Granting,
  copy: string,
): Promise<Result<'done' | 'unknown'>> {
  const ended = await endCopy(database, session, copy)
  if (!ended.ok) return ended.trouble.mayBeDone ? success('unknown') : teamFailure(ended.trouble)
  return ended.value === 'ok' ? success('done') : refusedCopy(ended.value)
}

function refusedCopy(verdict: CopyVerdict): ReturnType<typeof failed> {
  if (verdict === 'moved') return failed('workspace', 'copy_moved', message('copies.moved'))
  return verdict === 'cut'
    ? failed('workspace', 'copy_replaced', message('copies.replaced'))
    : failed('workspace', 'team_not_ready', message('copies.not_ready'))
}

async function measure(path: string, signal: AbortSignal): Promise<{ bytes: number; sha256: Buffer }> {
  const file = await openStored(path)
  try {
    const hash = createHash('sha256')
    for await (const piece of piecesOf(file)) {
      signal.throwIfAborted()
      hash.update(piece)
    }
    return { bytes: file.size, sha256: hash.digest() }
  } finally {
    await file.close()
  }
}

async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  const file = await openStored(path)
  try {
    let rest: Buffer = Buffer.alloc(0)
    for await (const piece of piecesOf(file)) {
      rest = Buffer.concat([rest, piece])
      for (; rest.length >= chunkBytes; rest = rest.subarray(chunkBytes)) yield rest.subarray(0, chunkBytes)
    }
    if (rest.length > 0) yield rest
  } finally {
    await file.close()
  }
}

/** Reads a copy into a new file, which is left where it fails. */
export async function fetchCopy(
  { database }: Pick<Granting, 'database'>,
  copy: StoredCopy,
  path: string,
  { signal, progress }: Watch,
): Promise<Result<void>> {
  const hash = createHash('sha256')
  let bytes = 0
  const file = await createStored(path, 'wx')
  try {
    for (let number = 0; number < copy.chunks; number += 1) {
      signal.throwIfAborted()
      const chunk = await readChunk(database, copy.id, number)
      if (!chunk.ok) return teamFailure(chunk.trouble)
      if (chunk.value === null) return failed('input', 'copy_cut', message('copies.cut', { name: copy.name }))
      hash.update(chunk.value)
      bytes += chunk.value.length
      await file.write(chunk.value)
      progress(bytes, copy.bytes)
    }
    await file.end()
  } finally {
    await file.close()
  }
  if (bytes !== copy.bytes) return failed('input', 'copy_cut', message('copies.cut', { name: copy.name }))
  return hash.digest().equals(copy.sha256)
    ? success(undefined)
    : failed('input', 'copy_changed', message('copies.changed', { name: copy.name }))
}
