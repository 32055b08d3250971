// Reads a zip file: detects the kind of workbook in it and applies the common rules for all kinds. These are the
// size cap, progress by inflated bytes, and the SHA-256 over every byte of the file.
import { piecesOf } from '../system/files/sealed-file.ts'
import type { PackedInput } from './workbook-input.ts'
import { createHash } from 'node:crypto'
import type { FormatReading } from './csv/csv.ts'
import { contentPart, isOpenDocument, readOds } from './ods/ods.ts'
import { refusal } from './refusal.ts'
import { createWorkbookTotal } from './sheet/workbook-total.ts'
import { readXlsx } from './xlsx/xlsx.ts'
import { openZip, type Zip } from './package/zip.ts'
import { message } from '../../../shared/texts/create-message.ts'

export async function* readPacked(input: PackedInput): FormatReading {
  const { file, caps } = input
  if (input.bytes > caps.xlsxBytes) {
    throw refusal(
      'file_too_large',
      message('import.workbook_too_large', { bytes: input.bytes, most: caps.xlsxBytes }),
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
  for await (const bytes of piecesOf(file, { atOnce: input.chunkBytes })) {
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
      if (isContent(name)) for await (const piece of piecesOf(file, { atOnce: chunkBytes })) yield piece
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
