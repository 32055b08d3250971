// Reads the zip of a workbook without trusting it: checks the number of parts, their names, their inflated size and
// their checksums. Parts are streamed, never held in memory.
import { type InputFile, piecesOf } from '../../system/files/sealed-file.ts'
import { pipeline, Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import yauzl from 'yauzl'
import type { Caps } from '../reader.ts'
import { ReadRefusal, refusal } from '../refusal.ts'
import { message } from '../../../../shared/texts/create-message.ts'

export type Zip = {
  /** Names as in the zip. */
  readonly names: readonly string[]
  /** By name, case-insensitive, as in Microsoft Office. */
  readonly has: (name: string) => boolean
  /** Inflated bytes, as declared by the zip and enforced by yauzl. */
  readonly size: (name: string) => number
  /** Bytes of the part; refuses one that inflates too far. Empty for a missing part. */
  readonly stream: (name: string) => AsyncGenerator<Buffer>
}

/** `source`: an open file, or the bytes of one. */
export async function openZip(source: InputFile | Buffer, caps: Caps): Promise<Zip> {
  const options = { lazyEntries: true, autoClose: false }
  const archive = await attempt(() =>
    Buffer.isBuffer(source)
      ? yauzl.fromBufferPromise(source, options)
      : yauzl.fromRandomAccessReaderPromise(new ByPlace(source), source.size, options),
  )
  if (archive.entryCount > caps.zipEntries) {
    throw refusal(
      'zip_unsafe',
      message('import.package_of_many_parts', { parts: archive.entryCount, most: caps.zipEntries }),
    )
  }
  const entries = await attempt(() => allEntries(archive))
  const find = (name: string): yauzl.Entry | undefined => entries.get(name.toLowerCase())
  return {
    names: [...entries.values()].map(({ fileName }) => fileName),
    has: (name) => find(name) !== undefined,
    size: (name) => find(name)?.uncompressedSize ?? 0,
    stream: async function* (name) {
      const entry = find(name)
      if (entry !== undefined) yield* inflated(archive, entry, caps)
    },
  }
}

/** Reads parts of the file for yauzl. */
class ByPlace extends yauzl.RandomAccessReader {
  readonly #file: InputFile

  constructor(file: InputFile) {
    super()
    this.#file = file
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(piecesOf(this.#file, { from: start, to: end }), { objectMode: false })
  }
}

async function allEntries(archive: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> {
  const entries = new Map<string, yauzl.Entry>()
  for await (const entry of archive.eachEntry()) {
    const key = entry.fileName.toLowerCase()
    if (entries.has(key)) {
      throw refusal('zip_unsafe', message('import.package_part_twice', { part: entry.fileName }))
    }
    entries.set(key, entry)
  }
  return entries
}

async function* inflated(archive: yauzl.ZipFile, entry: yauzl.Entry, caps: Caps): AsyncGenerator<Buffer> {
  if (entry.isEncrypted()) {
    throw refusal('is_password_protected', message('import.package_locked'))
  }
  const { uncompressedSize, compressedSize } = entry
  if (uncompressedSize > caps.zipRatioBytes && uncompressedSize > compressedSize * caps.zipRatio) {
    throw refusal(
      'zip_unsafe',
      message('import.package_part_grows', {
        part: entry.fileName,
        packed: compressedSize,
        unpacked: uncompressedSize,
        most: caps.zipRatio,
      }),
    )
  }
  const stream = await attempt(() => unpacked(archive, entry))
  let sum = 0
  let size = 0
  const bytes: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await attempt(() => bytes.next())
      if (next.done === true) break
      size += next.value.length
      if (size > uncompressedSize) throw damaged(new Error(`${entry.fileName} is larger than it says`))
      sum = crc32(next.value, sum)
      yield next.value
    }
  } finally {
    stream.destroy()
  }
  if (size !== uncompressedSize) throw damaged(new Error(`${entry.fileName} is smaller than it says`))
  if (sum !== entry.crc32) throw damaged(new Error(`Checksum of ${entry.fileName}`))
}

/** Compression methods of zip programs other than the usual two, by number. */
const methods = new Map([
  [1, 'Shrink'],
  [6, 'Implode'],
  [9, 'Deflate64'],
  [12, 'bzip2'],
  [14, 'LZMA'],
  [93, 'Zstandard'],
  [95, 'xz'],
  [98, 'PPMd'],
])

/** Bytes inflated at once: the piece size for large sheets. */
const pieceBytes = 64 * 1024

async function unpacked(archive: yauzl.ZipFile, entry: yauzl.Entry): Promise<Readable> {
  const { compressionMethod: method } = entry
  if (method !== 0 && method !== 8) {
    const name = methods.get(method)
    throw refusal(
      'zip_method_unknown',
      name === undefined
        ? message('import.package_method_unnamed', { method })
        : message('import.package_method_unknown', { method: name }),
    )
  }
  const packed = await archive.openReadStreamPromise(entry, { decodeFileData: false })
  if (method === 0) return packed
  const inflate = createInflateRaw({ chunkSize: pieceBytes })
  // An error of either stream destroys both; the awaiting consumer gets it.
  pipeline(packed, inflate, () => undefined)
  return inflate
}

/** Converts exceptions of yauzl and zlib about a bad zip to refusals. */
async function attempt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ReadRefusal) throw error
    if (!(error instanceof Error)) throw error
    if (/absolute path|relative path|invalid characters in fileName/.test(error.message)) {
      throw refusal('zip_unsafe', message('import.package_part_outside'), { cause: error })
    }
    if (/multi-disk/.test(error.message)) throw splitArchive(error)
    throw damaged(error)
  }
}

export function splitArchive(cause?: unknown): ReadRefusal {
  return refusal('is_archive', message('import.is_split_archive'), { cause })
}

function damaged(cause: unknown): ReadRefusal {
  return refusal('zip_damaged', message('import.package_damaged'), { cause })
}
