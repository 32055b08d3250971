// Partial file: text or bytes go to `NAME.part`, and only keep() gives the file its real name, so a half-written
// file never looks complete. Only the caller's last batch is held in memory.
import { createHash } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { piecesOf } from '../system/files/sealed-file.ts'
import { placeNew } from '../system/files/place-file.ts'
import { createStored, openStored } from '../system/files/stored-file.ts'

export type PartFile = {
  write(bytes: string | Uint8Array): Promise<void>
  /** Syncs everything to disk and closes. */
  finish(): Promise<void>
  /** Replaces a file of the name. */
  keep(): Promise<void>
  /** Replaces none: false if there is a file of the name, and the part stays. */
  keepNew(): Promise<boolean>
  /** Closes and removes the partial file; safe to call at any time. */
  discard(): Promise<void>
}

/** Path of a file until it is complete. */
export const partOf = (path: string): string => `${path}.part`

export async function createPartFile(path: string): Promise<PartFile> {
  const part = partOf(path)
  const file = await createStored(part, 'w')
  let isOpen = true
  const close = async (): Promise<void> => {
    if (!isOpen) return
    isOpen = false
    await file.close()
  }
  return {
    write: file.write,
    async finish() {
      await file.end()
      await close()
    },
    keep: () => rename(part, path),
    keepNew: () => placeNew(part, path),
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
  const file = await openStored(partOf(path))
  try {
    for await (const chunk of piecesOf(file)) {
      hash.update(chunk)
      bytes += chunk.length
    }
  } finally {
    await file.close()
  }
  return { bytes, sha256: hash.digest('hex') }
}
