// Signatures of files that are not spreadsheets: their first bytes as Latin-1 text, with advice for each type.
import type { ReadFailureCode } from './reader.ts'
import { type Message, message } from '../../../shared/texts/create-message.ts'

export type Signature = {
  readonly code: ReadFailureCode
  readonly message: Message
  readonly start: string
  readonly at?: number
  /** Additional condition, if the first bytes may also begin a text. */
  readonly if?: (sample: Buffer) => boolean
}

type Named<Name extends string> = (name: Name, ...starts: string[]) => Signature[]

function named<Name extends string>(code: ReadFailureCode, say: (name: Name) => Message): Named<Name> {
  return (name, ...starts) => starts.map((start) => ({ code, message: say(name), start }))
}
const archive = named('is_archive', (format) => message('import.is_archive', { format }))
const image = named('is_image', (format) => message('import.is_image', { format }))
const media = named('is_binary', (kind: 'video' | 'sound' | 'sound_or_video') =>
  message('import.is_media', { kind }),
)
const program = named('is_program', (system) => message('import.is_program', { system }))
const data = named('is_binary', (format) => message('import.is_data_file', { format }))
const database = named('is_database', (format) => message('import.is_database', { format }))

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
  { code: 'is_pdf', message: message('import.is_pdf'), start: '%PDF-' },
  {
    code: 'is_rtf',
    message: message('import.is_rtf'),
    start: '{\\rtf',
  },
  {
    code: 'is_gzip',
    message: message('import.is_gzip'),
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
  ...media('sound_or_video', 'RIFF').map((one) => ({ ...one, if: holdsZeros })),
  ...program('Windows', 'MZ').map((one) => ({ ...one, if: holdsZeros })),
  ...program('Linux', '\x7fELF'),
  ...program('macOS', '\xfe\xed\xfa\xce', '\xfe\xed\xfa\xcf', '\xce\xfa\xed\xfe', '\xcf\xfa\xed\xfe'),
  ...program('macos_or_java', '\xca\xfe\xba\xbe'),
  ...program('WebAssembly', '\x00asm'),
  ...program('script', '#!/', '#! /'),
  ...database('SQLite', 'SQLite format 3\x00'),
  ...database('Access', '\x00\x01\x00\x00Standard Jet DB', '\x00\x01\x00\x00Standard ACE DB'),
  ...database('dBase', '\x03', '\x30', '\x31', '\x83', '\x8b', '\xf5').map((one) => ({
    ...one,
    if: isDbase,
  })),
  ...data('Parquet', 'PAR1'),
  ...data('Avro', 'Obj\x01'),
  ...data('Arrow', 'ARROW1\x00'),
  ...data('HDF5', '\x89HDF\r\n\x1a\n'),
  ...data('SPSS', '$FL2@(#)', '$FL3@(#)'),
  ...data('Stata', '<stata_dta>'),
  ...['\x09\x00\x04\x00', '\x09\x02\x06\x00', '\x09\x04\x06\x00'].map((start) => ({
    code: 'is_old_excel' as const,
    message: message('import.is_excel_before_1995'),
    start,
  })),
  ...['\x00\x00\x02\x00', '\x00\x00\x1a\x00'].map((start) => ({
    code: 'is_old_excel' as const,
    message: message('import.is_lotus'),
    start,
  })),
  {
    code: 'is_binary',
    message: message('import.is_companion'),
    start: '\x00\x05\x16\x07',
  },
  {
    code: 'is_binary',
    message: message('import.is_shortcut'),
    start: 'L\x00\x00\x00\x01\x14\x02\x00',
  },
  {
    code: 'is_html',
    message: message('import.is_mhtml'),
    start: 'MIME-Version:',
  },
]
