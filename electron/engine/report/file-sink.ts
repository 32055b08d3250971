// Partial file: text or bytes go to `NAME.part`, and only keep() gives the file its real name, so a half-written
// file never looks complete. A text buffer collects what is written next; only a few pieces are held in memory.
import { createHash } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { placeNew } from '../system/files/place-file.ts'
import { createStored } from '../system/files/stored-file.ts'

export type PartFile = {
  write(bytes: string | Uint8Array): Promise<void>
  /** Syncs everything to disk and closes. */
  finish(): Promise<void>
  /** Size in bytes and SHA-256 (hexadecimal) of what was written. Only once, and after everything was. */
  measure(): { readonly bytes: number; readonly sha256: string }
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
  const hash = createHash('sha256')
  let bytes = 0
  let isOpen = true
  const close = async (): Promise<void> => {
    if (!isOpen) return
    isOpen = false
    await file.close()
  }
  return {
    async write(given) {
      const content = typeof given === 'string' ? Buffer.from(given, 'utf8') : given
      const written = file.write(content)
      // While the disk writes it.
      hash.update(content)
      bytes += content.length
      await written
    },
    async finish() {
      await file.end()
      await close()
    },
    measure: () => ({ bytes, sha256: hash.digest('hex') }),
    keep: () => rename(part, path),
    keepNew: () => placeNew(part, path),
    async discard() {
      await close()
      await rm(part, { force: true })
    },
  }
}

/** Room of a text buffer when it is new, in bytes. */
const usualRoom = 288 * 1024

/** Text that waits to be written, as UTF-8. */
export type TextBuffer = {
  add(text: string): void
  readonly bytes: number
  /** All of it; the buffer is empty afterwards. */
  take(): Uint8Array
  /** For who has written what was taken, and needs it no more: its room is used again. */
  giveBack(taken: Uint8Array): void
}

/** Each text is encoded at once: that takes half the time of joining them first. */
export function createTextBuffer(): TextBuffer {
  let buffer = Buffer.allocUnsafeSlow(usualRoom)
  let used = 0
  let spare: Buffer<ArrayBuffer> | null = null
  return {
    add(text) {
      const most = used + text.length * 3
      if (most > buffer.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(most, buffer.length * 2))
        buffer.copy(larger, 0, 0, used)
        buffer = larger
      }
      used += buffer.write(text, used, 'utf8')
    },
    get bytes() {
      return used
    },
    take() {
      const taken = buffer.subarray(0, used)
      buffer = spare ?? Buffer.allocUnsafeSlow(usualRoom)
      spare = null
      used = 0
      return taken
    },
    giveBack(taken) {
      if (taken.buffer instanceof ArrayBuffer) spare = Buffer.from(taken.buffer)
    },
  }
}

export type TextSink = {
  add(text: string): void
  /** Bytes that flush() hands over. */
  backlog(): number
  /** Hands the text to the file and waits for the piece before it, so that one is written while the next is made. */
  flush(): Promise<void>
  /** Writes what is left, and completes the file. */
  finish(): Promise<void>
}

/** An error of writing comes with the next flush, or with finish. */
export function createTextSink(part: PartFile): TextSink {
  const buffer = createTextBuffer()
  let underWay = Promise.resolve()
  const flush = async (): Promise<void> => {
    await underWay
    if (buffer.bytes === 0) return
    const text = buffer.take()
    underWay = part.write(text).then(() => buffer.giveBack(text))
    // Reported by whoever waits for it next.
    underWay.catch(() => undefined)
  }
  return {
    add: buffer.add,
    backlog: () => buffer.bytes,
    flush,
    async finish() {
      await flush()
      await underWay
      await part.finish()
    },
  }
}
