// What a file is, told by its first bytes and never by its name. Everything that is not delimited text or a zip is
// refused by name, with what to do about it.
import type { FileHandle } from 'node:fs/promises'
import type { ReadFailureCode } from './reader.ts'
import { type ReadRefusal, refusal } from './refusal.ts'

/** Bytes that are looked at. */
export const sampleBytes = 64 * 1024

type Known = {
  readonly code: ReadFailureCode
  readonly what: string
  readonly start: string
  readonly at?: number
}

const askForSource = 'Ask for the .xlsx or .csv it was made from.'
const saveAsXlsx = 'Open it in a spreadsheet program and save it as .xlsx.'

/** Signatures as Latin-1 text. */
const signatures: readonly Known[] = [
  { code: 'is_pdf', what: `This is a PDF, not a spreadsheet. ${askForSource}`, start: '%PDF-' },
  {
    code: 'is_rtf',
    what: `This is a rich-text document, not a spreadsheet. ${askForSource}`,
    start: '{\\rtf',
  },
  {
    code: 'is_gzip',
    what: 'This is a gzip-compressed file. Unpack it first, then load what is inside.',
    start: '\x1f\x8b',
  },
  { code: 'is_archive', what: archive('7z'), start: '7z\xbc\xaf\x27\x1c' },
  { code: 'is_archive', what: archive('RAR'), start: 'Rar!\x1a\x07' },
  { code: 'is_archive', what: archive('xz'), start: '\xfd7zXZ\x00' },
  { code: 'is_archive', what: archive('bzip2'), start: 'BZh91AY&SY' },
  { code: 'is_archive', what: archive('zstd'), start: '\x28\xb5\x2f\xfd' },
  { code: 'is_image', what: image('PNG'), start: '\x89PNG\r\n\x1a\n' },
  { code: 'is_image', what: image('JPEG'), start: '\xff\xd8\xff' },
  { code: 'is_image', what: image('GIF'), start: 'GIF87a' },
  { code: 'is_image', what: image('GIF'), start: 'GIF89a' },
  { code: 'is_image', what: image('TIFF'), start: 'II*\x00' },
  { code: 'is_image', what: image('TIFF'), start: 'MM\x00*' },
  { code: 'is_image', what: image('WebP'), start: 'WEBP', at: 8 },
  { code: 'is_image', what: image('HEIC'), start: 'ftyphei', at: 4 },
  {
    code: 'is_database',
    what: 'This is an SQLite database, not a spreadsheet. Export the table as .csv.',
    start: 'SQLite format 3\x00',
  },
  {
    code: 'is_binary',
    what: 'This is a Parquet data file, not a spreadsheet. Export it as .csv.',
    start: 'PAR1',
  },
]

function archive(name: string): string {
  return `This is a ${name} archive, not a spreadsheet. Unpack it first, then load what is inside.`
}
function image(name: string): string {
  return `This is a picture (${name}), not a spreadsheet. ${askForSource}`
}

export type Detected =
  | { readonly kind: 'zip' | 'text' }
  | { readonly kind: 'refused'; readonly refusal: ReadRefusal }

/** What the file is; `sample` is its beginning, at most `sampleBytes`. */
export async function detect(sample: Buffer, file: FileHandle): Promise<Detected> {
  if (sample.length === 0) {
    return refused('empty_file', 'The file is empty (0 bytes). Ask for it again.')
  }
  const head = sample.toString('latin1', 0, 64)
  if (head.startsWith('PK\x03\x04') || head.startsWith('PK\x05\x06')) return { kind: 'zip' }
  if (head.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return oleKind(sample, file)
  const known = signatures.find(({ start, at = 0 }) => head.startsWith(start, at))
  if (known !== undefined) return refused(known.code, known.what)
  return markupKind(sample) ?? { kind: 'text' }
}

/** An OLE container: the names in its directory tell an old workbook from an encrypted new one. */
async function oleKind(sample: Buffer, file: FileHandle): Promise<Detected> {
  const sectorBytes = 2 ** Math.min(Math.max(sample.length > 31 ? sample.readUInt16LE(30) : 9, 7), 16)
  const directory = Buffer.alloc(sectorBytes * 4)
  const sector = sample.length > 51 ? sample.readUInt32LE(48) : 0
  const { bytesRead } = await file.read(directory, 0, directory.length, (sector + 1) * sectorBytes)
  const names = Buffer.concat([directory.subarray(0, bytesRead), sample])
  const holds = (name: string): boolean => names.includes(Buffer.from(name, 'utf16le'))
  if (holds('EncryptedPackage')) {
    return refused(
      'is_password_protected',
      'This workbook is protected by a password. Open it with the password, remove the password, save it, and load it again.',
    )
  }
  if (holds('Workbook') || holds('Book')) {
    return refused('is_old_excel', `This is an old Excel file (.xls). ${saveAsXlsx}`)
  }
  return refused('is_ole_document', `This is an old Office document, not a spreadsheet. ${askForSource}`)
}

function markupKind(sample: Buffer): Detected | null {
  const wide = sample[0] === 0xff && sample[1] === 0xfe
  const text = sample.toString(wide ? 'utf16le' : 'utf8').replace(/^[\uFEFF\s]+/, '')
  const start = text.slice(0, 32).toLowerCase()
  if (/^<(!doctype html|html|head|body|meta|table|style)[\s>/]/.test(start)) {
    return refused('is_html', `This is a web page (HTML), whatever its name says. ${saveAsXlsx}`)
  }
  if (!start.startsWith('<?xml')) return null
  if (/<html[\s>]/i.test(text)) {
    return refused('is_html', `This is a web page (XHTML), whatever its name says. ${saveAsXlsx}`)
  }
  return text.includes('urn:schemas-microsoft-com:office:spreadsheet')
    ? refused('is_xml', `This is an XML spreadsheet of Excel 2003. ${saveAsXlsx}`)
    : refused('is_xml', `This is an XML file, not a spreadsheet. ${saveAsXlsx}`)
}

function refused(code: ReadFailureCode, message: string): Detected {
  return { kind: 'refused', refusal: refusal(code, message) }
}
