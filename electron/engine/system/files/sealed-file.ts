// Format of a file whose content is encrypted: written from start to end, read at any place. Each file has a key of its own,
// which is derived from the key of the data folder and a random salt in the file.
//
//   head: mark (16 bytes), salt (16 bytes) | pieces of 64 KiB, each followed by its tag (16 bytes); the last is shorter
//
// Each piece is encrypted by AES-256-GCM. Its nonce is its number and whether it is the last one, so a piece that changed,
// moved or is missing is not taken for the content.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const pieceBytes = 64 * 1024
const tagBytes = 16
const mark = Buffer.from('CARRYOVER-SEAL1\n', 'latin1')
const saltBytes = 16
export const headBytes = mark.length + saltBytes

/** 32 bytes. */
export type FileKey = Buffer & { readonly isFileKey: true }

/** What can be read at a place: an open file of Node, or a stand-in for one. */
export type Readable = {
  readonly read: (
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
  ) => Promise<{ readonly bytesRead: number; readonly buffer: Buffer }>
}

/** `size` is in bytes, of the content. */
export type InputFile = Readable & { readonly size: number }

/** A piece is not the one that was written. */
export class BrokenSeal extends Error {
  constructor(place: number) {
    super(`The sealed file is damaged at byte ${place}`)
  }
}

/** `head`: the file's first bytes; of a file that is not sealed, the key opens nothing. `dataKey`: as hexadecimal digits. */
export function keyOfHead(head: Buffer, dataKey: string): FileKey {
  return derived(dataKey, head.subarray(mark.length, headBytes))
}

function derived(dataKey: string, salt: Buffer): FileKey {
  const ikm = Buffer.from(dataKey, 'hex')
  return Buffer.from(hkdfSync('sha256', ikm, salt, 'carryover file', 32)) as FileKey
}

export type Sealer = {
  /** Bytes to write for these bytes of the content; perhaps none yet. */
  readonly push: (bytes: Buffer) => Buffer
  /** The last bytes to write. */
  readonly end: () => Buffer
}

/** `dataKey`: as hexadecimal digits. */
export function createSealer(dataKey: string): Sealer {
  const salt = randomBytes(saltBytes)
  const key = derived(dataKey, salt)
  let waiting = Buffer.alloc(0)
  let number = 0
  const seal = (piece: Buffer, isLast: boolean): Buffer => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast))
    number += 1
    return Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
  }
  const head = (): Buffer[] => (number === 0 ? [mark, salt] : [])
  return {
    push(bytes) {
      const all = Buffer.concat([waiting, bytes])
      const sealed: Buffer[] = []
      let at = 0
      // A full piece waits too: it may be the last one.
      for (; all.length - at > pieceBytes; at += pieceBytes)
        sealed.push(...head(), seal(all.subarray(at, at + pieceBytes), false))
      waiting = all.subarray(at)
      return Buffer.concat(sealed)
    },
    end: () => Buffer.concat([...head(), seal(waiting, true)]),
  }
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt8(isLast ? 1 : 0, 0)
  nonce.writeUInt32BE(number, 8)
  return nonce
}

/** Bytes of the content of a sealed file of `bytes` bytes. */
export function contentBytes(bytes: number): number {
  const body = Math.max(0, bytes - headBytes)
  return Math.max(0, body - tagBytes * Math.ceil(body / (pieceBytes + tagBytes)))
}

/** A file of `bytes` bytes on disk; without a key it is read as it is. */
export function inputOf(file: Readable, bytes: number, key: FileKey | null): InputFile {
  if (key !== null) return openSealed(file, bytes, key)
  return {
    size: bytes,
    read: (buffer, offset, length, position) => file.read(buffer, offset, length, position),
  }
}

/** Places in bytes; `atOnce`: the largest piece. */
export type Part = { readonly from?: number; readonly to?: number; readonly atOnce?: number }

/** The content, or a part of it, in pieces. Reads by place, so that one file serves several passes. */
export async function* piecesOf(
  file: InputFile,
  { from = 0, to = Infinity, atOnce = pieceBytes }: Part = {},
): AsyncGenerator<Buffer> {
  for (let at = from; at < to; ) {
    const length = Math.min(atOnce, to - at)
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, at)
    if (bytesRead === 0) return
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

/** Reading throws `BrokenSeal` where the file is not as it was written. */
function openSealed(file: Readable, bytes: number, key: FileKey): InputFile {
  const size = contentBytes(bytes)
  const last = Math.max(0, Math.ceil((bytes - headBytes) / (pieceBytes + tagBytes)) - 1)
  let kept: { readonly number: number; readonly content: Buffer } | null = null

  async function pieceAt(number: number): Promise<Buffer> {
    if (kept?.number === number) return kept.content
    const place = headBytes + number * (pieceBytes + tagBytes)
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(pieceBytes + tagBytes),
      0,
      pieceBytes + tagBytes,
      place,
    )
    const content = opened(buffer.subarray(0, bytesRead), nonceOf(number, number === last), key)
    if (content === null) throw new BrokenSeal(place)
    kept = { number, content }
    return content
  }

  return {
    size,
    async read(buffer, offset, length, position) {
      let done = 0
      while (done < length && position + done < size) {
        const place = position + done
        const piece = await pieceAt(Math.floor(place / pieceBytes))
        const copied = piece.copy(
          buffer,
          offset + done,
          place % pieceBytes,
          (place % pieceBytes) + length - done,
        )
        if (copied === 0) break
        done += copied
      }
      // An empty file has one piece, whose tag is checked too.
      if (size === 0) await pieceAt(0)
      return { bytesRead: done, buffer }
    },
  }
}

function opened(sealed: Buffer, nonce: Buffer, key: FileKey): Buffer | null {
  if (sealed.length < tagBytes) return null
  const decipher = createDecipheriv('aes-256-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - tagBytes)), decipher.final()])
  } catch {
    return null
  }
}
