// Writes a ZIP archive directly to a file, one entry after the other, without ZIP64 and without data descriptors.
// Each local header is patched once the sizes of its entry are known, so every reader can read the file from the
// front.
import type { FileHandle } from 'node:fs/promises'
import { crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib'

export type ZipFile = {
  startEntry(name: string): void
  write(text: string): Promise<void>
  endEntry(): Promise<void>
  /** One entry with all of its text. */
  whole(name: string, text: string): Promise<void>
  /** Writes the central directory. */
  finish(): Promise<void>
  /** Frees the compressor of an entry that will not be finished. */
  destroy(): void
}

/** ZIP's own limit without ZIP64; spreadsheet programs do not read ZIP64 reliably. */
const largest = 0xffffffff
const dosDate = 0x0021 // 1980-01-01: the same input gives the same bytes.
const utf8Names = 0x0800

type Entry = {
  name: Buffer
  offset: number
  crc: number
  compressed: number
  plain: number
  deflate: DeflateRaw
}

export class ArchiveTooLarge extends Error {}

export function createZipFile(handle: FileHandle): ZipFile {
  const done: Entry[] = []
  let current: Entry | null = null
  let chunks: Buffer[] = []
  let headerDue = false
  let at = 0

  const put = async (bytes: Uint8Array): Promise<void> => {
    let from = 0
    while (from < bytes.length) {
      const { bytesWritten } = await handle.write(bytes, from, bytes.length - from, at)
      from += bytesWritten
      at += bytesWritten
    }
    if (at > largest) throw new ArchiveTooLarge()
  }
  const drain = async (entry: Entry): Promise<void> => {
    if (headerDue) {
      headerDue = false
      await put(localHeader(entry))
    }
    const ready = chunks
    chunks = []
    for (const chunk of ready) {
      entry.compressed += chunk.length
      await put(chunk)
    }
  }
  const opened = (): Entry => {
    if (current === null) throw new Error('No entry of the archive is open.')
    return current
  }

  const file: ZipFile = {
    startEntry(name) {
      if (current !== null) throw new Error('The last entry of the archive is still open.')
      const deflate = createDeflateRaw({ level: 6, chunkSize: 65_536 })
      deflate.on('data', (chunk: Buffer) => chunks.push(chunk))
      current = { name: Buffer.from(name, 'utf8'), offset: at, crc: 0, compressed: 0, plain: 0, deflate }
      headerDue = true
    },
    async write(text) {
      const entry = opened()
      const bytes = Buffer.from(text, 'utf8')
      entry.crc = crc32(bytes, entry.crc)
      entry.plain += bytes.length
      if (entry.plain > largest) throw new ArchiveTooLarge()
      await new Promise<void>((resolve, reject) => {
        entry.deflate.write(bytes, (error) => (error ? reject(error) : resolve()))
      })
      await drain(entry)
    },
    async endEntry() {
      const entry = opened()
      await new Promise<void>((resolve, reject) => {
        entry.deflate.once('end', resolve).once('error', reject)
        entry.deflate.end()
      })
      await drain(entry)
      const header = localHeader(entry)
      await handle.write(header, 0, header.length, entry.offset)
      done.push(entry)
      current = null
    },
    async whole(name, text) {
      file.startEntry(name)
      await file.write(text)
      await file.endEntry()
    },
    async finish() {
      const start = at
      for (const entry of done) await put(centralHeader(entry))
      await put(endOfArchive(done.length, at - start, start))
    },
    destroy() {
      current?.deflate.destroy()
    },
  }
  return file
}

/** The 26 bytes that the local and the central header share, from "version needed" to "extra length". */
function common(entry: Entry): Buffer {
  const bytes = Buffer.alloc(26)
  bytes.writeUInt16LE(20, 0)
  bytes.writeUInt16LE(utf8Names, 2)
  bytes.writeUInt16LE(8, 4)
  bytes.writeUInt16LE(dosDate, 8)
  bytes.writeUInt32LE(entry.crc, 10)
  bytes.writeUInt32LE(entry.compressed, 14)
  bytes.writeUInt32LE(entry.plain, 18)
  bytes.writeUInt16LE(entry.name.length, 22)
  return bytes
}

function localHeader(entry: Entry): Buffer {
  return Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common(entry), entry.name])
}

function centralHeader(entry: Entry): Buffer {
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(entry.offset, 10)
  return Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common(entry), rest, entry.name])
}

function endOfArchive(entries: number, size: number, start: number): Buffer {
  const bytes = Buffer.alloc(22)
  bytes.write('PK\x05\x06', 0, 'latin1')
  bytes.writeUInt16LE(entries, 8)
  bytes.writeUInt16LE(entries, 10)
  bytes.writeUInt32LE(size, 12)
  bytes.writeUInt32LE(start, 16)
  return bytes
}
