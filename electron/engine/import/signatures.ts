// Signatures of files that are not spreadsheets: their first bytes as Latin-1 text, with advice for each type.
import type { ReadFailureCode } from './reader.ts'

export type Signature = {
  readonly code: ReadFailureCode
  readonly what: string
  readonly start: string
  readonly at?: number
  /** Additional condition, if the first bytes may also begin a text. */
  readonly if?: (sample: Buffer) => boolean
}

export const askForSource = 'Ask for the .xlsx or .csv it was made from.'
export const saveAsXlsx = 'Open it in a spreadsheet program and save it as .xlsx.'

const named =
  (code: ReadFailureCode, what: (name: string) => string) =>
  (name: string, ...starts: string[]) =>
    starts.map((start): Signature => ({ code, what: what(name), start }))
const archive = named(
  'is_archive',
  (name) => `This is a ${name} archive, not a spreadsheet. Unpack it first, then load what is inside.`,
)
const image = named('is_image', (name) => `This is a picture (${name}), not a spreadsheet. ${askForSource}`)
const media = named('is_binary', (name) => `This is a ${name} file, not a spreadsheet. ${askForSource}`)
const program = named(
  'is_program',
  (name) => `This is a program (${name}), not a spreadsheet. Do not start it; ${askForSource.toLowerCase()}`,
)
const data = named('is_binary', (name) => `This is ${name}, not a spreadsheet. Export it as .csv.`)
const database = named(
  'is_database',
  (name) => `This is ${name} database, not a spreadsheet. Export the table as .csv.`,
)
const old = named('is_old_excel', (name) => `This is ${name}. ${saveAsXlsx}`)

const holdsZeros = (sample: Buffer): boolean => sample.subarray(0, 256).includes(0)

/** Date of the last change, zeros that no text contains, and a list of fields that ends in a line end. */
const isDbase = (sample: Buffer): boolean => {
  const [, , month = 0, day = 0] = sample
  const dated = month >= 1 && month <= 12 && day >= 1 && day <= 31
  if (!dated || sample.length < 66 || [12, 13, 30, 31].some((at) => sample[at] !== 0)) return false
  const head = Math.min(sample.readUInt16LE(8), sample.length)
  for (let at = 64; at < head; at += 32) if (sample[at] === 0x0d) return true
  return false
}

export const signatures: readonly Signature[] = [
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
  ...archive('7z', '7z\xbc\xaf\x27\x1c'),
  ...archive('RAR', 'Rar!\x1a\x07'),
  ...archive('xz', '\xfd7zXZ\x00'),
  ...archive('bzip2', ...'123456789'.split('').map((level) => `BZh${level}1AY&SY`)),
  ...archive('zstd', '\x28\xb5\x2f\xfd'),
  ...archive('LZ4', '\x04\x22\x4d\x18'),
  ...archive('compress (.Z)', '\x1f\x9d'),
  ...archive('cabinet (.cab)', 'MSCF\x00\x00\x00\x00'),
  ...archive('package', '!<arch>\n'),
  ...archive('tar', 'ustar').map((one) => ({ ...one, at: 257 })),
  ...image('PNG', '\x89PNG\r\n\x1a\n'),
  ...image('JPEG', '\xff\xd8\xff'),
  ...image('GIF', 'GIF87a', 'GIF89a'),
  ...image('TIFF', 'II*\x00', 'MM\x00*'),
  ...image('Photoshop', '8BPS\x00\x01'),
  ...image('icon', '\x00\x00\x01\x00'),
  ...image('BMP', 'BM').map((one) => ({ ...one, if: holdsZeros })),
  ...image('WebP', 'WEBP').map((one) => ({ ...one, at: 8 })),
  ...image('HEIC', 'ftyphei', 'ftypmif1', 'ftypavif').map((one) => ({ ...one, at: 4 })),
  ...media('video', 'ftyp').map((one) => ({ ...one, at: 4, if: holdsZeros })),
  ...media('video', '\x1a\x45\xdf\xa3'),
  ...media('sound', 'OggS\x00', 'fLaC\x00', 'ID3\x02', 'ID3\x03', 'ID3\x04'),
  ...media('sound or video', 'RIFF').map((one) => ({ ...one, if: holdsZeros })),
  ...program('Windows', 'MZ').map((one) => ({ ...one, if: holdsZeros })),
  ...program('Linux', '\x7fELF'),
  ...program('macOS', '\xfe\xed\xfa\xce', '\xfe\xed\xfa\xcf', '\xce\xfa\xed\xfe', '\xcf\xfa\xed\xfe'),
  ...program('macOS or Java', '\xca\xfe\xba\xbe'),
  ...program('WebAssembly', '\x00asm'),
  ...program('script', '#!/', '#! /'),
  ...database('an SQLite', 'SQLite format 3\x00'),
  ...database('an Access', '\x00\x01\x00\x00Standard Jet DB', '\x00\x01\x00\x00Standard ACE DB'),
  ...database('a dBase', '\x03', '\x30', '\x31', '\x83', '\x8b', '\xf5').map((one) => ({
    ...one,
    if: isDbase,
  })),
  ...data('a Parquet data file', 'PAR1'),
  ...data('an Avro data file', 'Obj\x01'),
  ...data('an Arrow data file', 'ARROW1\x00'),
  ...data('an HDF5 data file', '\x89HDF\r\n\x1a\n'),
  ...data('an SPSS data file', '$FL2@(#)', '$FL3@(#)'),
  ...data('a Stata data file', '<stata_dta>'),
  ...old(
    'an Excel file of the years before 1995 (.xls)',
    '\x09\x00\x04\x00',
    '\x09\x02\x06\x00',
    '\x09\x04\x06\x00',
  ),
  ...old('a Lotus 1-2-3 spreadsheet', '\x00\x00\x02\x00', '\x00\x00\x1a\x00'),
  {
    code: 'is_binary',
    what: 'This is the companion that macOS keeps beside a file, not the spreadsheet. Choose the file whose name lacks the leading "._".',
    start: '\x00\x05\x16\x07',
  },
  {
    code: 'is_binary',
    what: 'This is a shortcut to a file, not the file. Choose the file that it leads to.',
    start: 'L\x00\x00\x00\x01\x14\x02\x00',
  },
  {
    code: 'is_html',
    what: `This is a web page saved as one file (MHTML). ${saveAsXlsx}`,
    start: 'MIME-Version:',
  },
]
