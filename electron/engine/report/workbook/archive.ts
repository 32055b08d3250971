// The ZIP archive of a workbook, streamed to a file through `yazl`: one entry after the other, never held in memory,
// ZIP64 where a size passes 4 GiB. The same input gives the same bytes.
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { PartFile } from '../file-sink.ts'

export type Archive = {
  /** Ends the previous entry. */
  startEntry(name: string): void
  /** `bytes` belong to the archive from now on. */
  write(bytes: Uint8Array): void
  /** Resolves when there is room for more text; rejects with the error of the file. */
  drain(): Promise<void>
  /** Ends the last entry and writes the directory of entries. */
  finish(): Promise<void>
  /** Stops writing. The file may be closed afterwards. */
  abort(): Promise<void>
}

/** Files are compressed fast, as spreadsheet programs do it. */
const entryOptions = {
  mtime: new Date(1980, 0, 1),
  forceDosTimestamp: true,
  mode: 0o100_600,
  compressionLevel: 2,
}
/** Bytes that may wait before the writer does: what comes next is made while this is compressed. */
const mostWaiting = 1024 * 1024

export function createArchive(file: Pick<PartFile, 'write'>): Archive {
  const zip = new ZipFile()
  const stop = new AbortController()
  let entry: PassThrough | null = null
  let failure: unknown = null
  const toFile = async (chunks: AsyncIterable<string | Buffer>): Promise<void> => {
    for await (const chunk of chunks) await file.write(chunk)
  }
  const written = pipeline(zip.outputStream, toFile, { signal: stop.signal }).catch((error: unknown) => {
    failure ??= error
    entry?.destroy(error instanceof Error ? error : new Error('The archive failed.', { cause: error }))
  })
  return {
    startEntry(name) {
      entry?.end()
      entry = new PassThrough({ highWaterMark: mostWaiting })
      // The next drain() or finish() reports the failure.
      entry.on('error', () => {})
      zip.addReadStream(entry, name, entryOptions)
    },
    write(bytes) {
      if (failure === null) entry?.write(bytes)
    },
    async drain() {
      if (failure === null && entry?.writableNeedDrain === true) await once(entry, 'drain').catch(() => {})
      if (failure !== null) throw failure
    },
    async finish() {
      entry?.end()
      zip.end()
      await written
      if (failure !== null) throw failure
    },
    async abort() {
      stop.abort()
      await written
    },
  }
}
