// A file that is a zip: which kind of workbook is in it, and what all kinds share: the size cap, progress by inflated
// bytes, and the SHA-256 over every byte of the file.
import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { chunksOf, type FormatReading, type SheetCount } from './csv.ts'
import { contentPart, isOpenDocument, readOds } from './ods/ods.ts'
import type { Caps, ReadMessage, ReadOptions } from './reader.ts'
import { refusal } from './refusal.ts'
import type { WarningLog } from './warnings.ts'
import { createWorkbookTotal, type WorkbookTotal } from './workbook-total.ts'
import { readXlsx } from './xlsx/xlsx.ts'
import { openZip, type Zip } from './xlsx/zip.ts'

export type PackedInput = {
  readonly file: FileHandle
  /** What is read: the file as a zip, or as the one part of a flat spreadsheet, or a workbook taken out of it. */
  readonly source: 'zip' | 'flat' | Buffer
  readonly bytes: number
  readonly options: ReadOptions
  readonly caps: Caps
  readonly warnings: WarningLog
  readonly chunkBytes: number
  /** Inflated bytes that were read, and how many there will be. */
  readonly onBytes: (bytes: number) => void
  readonly onTotal: (bytes: number) => void
}

/** What the reader of one kind of workbook is given, and what it gives: messages, then the rows of each sheet. */
export type WorkbookInput = Omit<PackedInput, 'file' | 'source' | 'chunkBytes'> & {
  readonly zip: Zip
  /** The bytes of a part that is read once more: neither progress nor the total counts them. */
  readonly firstLook: Zip['stream']
  readonly total: WorkbookTotal
}
export type WorkbookReading = AsyncGenerator<ReadMessage[], SheetCount[]>

export async function* readPacked(input: PackedInput): FormatReading {
  const { file, caps } = input
  if (input.bytes > caps.xlsxBytes) {
    throw refusal(
      'file_too_large',
      `The workbook has ${input.bytes} bytes; at most ${caps.xlsxBytes} can be read. Split it, or save its sheets as .csv.`,
    )
  }
  const total = createWorkbookTotal(caps)
  const { source } = input
  const opened = source === 'flat' ? flat(input) : await openZip(source === 'zip' ? file : source, caps)
  const zip = counted(opened, (count) => {
    input.onBytes(count)
    total.addBytes(count)
  })
  const read = source === 'flat' || isOpenDocument(zip) ? readOds : readXlsx
  const firstLook = (name: string): AsyncGenerator<Buffer> => {
    total.checkBytes(opened.size(name))
    return opened.stream(name)
  }
  const sheets = yield* read({ ...input, zip, firstLook, total })
  const hash = createHash('sha256')
  for await (const bytes of chunksOf(file, input.chunkBytes)) {
    hash.update(bytes)
    yield []
  }
  return { sha256: hash.digest('hex'), sheets }
}

/** A flat OpenDocument file is its own only part. */
function flat({ file, bytes, chunkBytes }: PackedInput): Zip {
  const isContent = (name: string): boolean => name === contentPart
  return {
    names: [contentPart],
    has: isContent,
    size: (name) => (isContent(name) ? bytes : 0),
    stream: async function* (name) {
      if (isContent(name)) for await (const piece of chunksOf(file, chunkBytes)) yield piece
    },
  }
}

function counted(zip: Zip, onBytes: (bytes: number) => void): Zip {
  return {
    ...zip,
    stream: async function* (name) {
      for await (const bytes of zip.stream(name)) {
        onBytes(bytes.length)
        yield bytes
      }
    },
  }
}
