// Partial file: text or bytes go to `NAME.part`, and only keep() gives the file its real name, so a half-written
// file never looks complete. Only the caller's last batch is held in memory.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'

export type PartFile = {
  readonly handle: FileHandle
  /** Syncs everything to disk and closes. */
  finish(): Promise<void>
  keep(): Promise<void>
  /** Closes and removes the partial file; safe to call at any time. */
  discard(): Promise<void>
}

/** Path of a file until it is complete. */
export const partOf = (path: string): string => `${path}.part`

export async function createPartFile(path: string): Promise<PartFile> {
  const part = partOf(path)
  const handle = await open(part, 'w', 0o600)
  let isOpen = true
  const close = async (): Promise<void> => {
    if (!isOpen) return
    isOpen = false
    await handle.close()
  }
  return {
    handle,
    async finish() {
      await handle.sync()
      await close()
    },
    keep: () => rename(part, path),
    async discard() {
      await close()
      await rm(part, { force: true })
    },
  }
}

/** Size in bytes and SHA-256 (hexadecimal) of a finished part. */
export async function measurePart(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(partOf(path))) {
    if (!(chunk instanceof Uint8Array)) throw new Error('A file stream gave something that is not bytes.')
    hash.update(chunk)
    bytes += chunk.byteLength
  }
  return { bytes, sha256: hash.digest('hex') }
}
