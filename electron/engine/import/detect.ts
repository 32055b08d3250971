// Detects the type of a file from its first bytes, never from its name. Everything except delimited text and zips
// is refused by type, with advice. Names are used only to recognise the notes that programs keep next to a file.
import { isUtf8 } from 'node:buffer'
import type { InputFile } from '../system/files/sealed-file.ts'
import { oleKind } from './ole/ole-kind.ts'
import type { ReadFailureCode } from './reader.ts'
import { type ReadRefusal, refusal } from './refusal.ts'
import { signatures } from './signatures.ts'
import { splitArchive } from './package/zip.ts'
import { type Message, message } from '../../../shared/texts/create-message.ts'

/** Bytes of the file that are inspected. */
export const sampleBytes = 64 * 1024

export type Detected =
  | { readonly kind: 'zip' | 'text' | 'flat' }
  /** A workbook that was extracted from its wrapper. */
  | { readonly kind: 'unwrapped'; readonly bytes: Buffer }
  | { readonly kind: 'refused'; readonly refusal: ReadRefusal }

export type DetectInput = {
  readonly name: string
  readonly file: InputFile
  readonly fileBytes: number
  /** Size of the largest workbook that is read. */
  readonly mostBytes: number
}

/** Detects the type of a file; `sample` is its start, at most `sampleBytes`. */
export async function detect(sample: Buffer, input: DetectInput): Promise<Detected> {
  if (sample.length === 0) {
    return refused('empty_file', message('import.file_empty'))
  }
  const head = sample.toString('latin1', 0, 512)
  if (head.startsWith('PK\x07\x08') || head.startsWith('PK00PK\x03\x04'))
    return { kind: 'refused', refusal: splitArchive() }
  if (head.startsWith('PK\x03\x04') || head.startsWith('PK\x05\x06')) return { kind: 'zip' }
  const locked = lockOf(input)
  if (locked !== null) return locked
  if (head.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) {
    const found = await oleKind(input.file, input.fileBytes, input.mostBytes)
    return found.kind === 'opened' ? { kind: 'unwrapped', bytes: found.bytes } : found
  }
  const known = signatures.find(
    ({ start, at = 0, if: holds }) => head.startsWith(start, at) && (holds === undefined || holds(sample)),
  )
  if (known !== undefined) return refused(known.code, known.message)
  return markupKind(sample) ?? textKind(head) ?? bytesKind(sample) ?? { kind: 'text' }
}

/** Lock file that a spreadsheet program keeps next to an open file; it contains only a name. */
function lockOf({ name, fileBytes }: DetectInput): Detected | null {
  const excel = name.startsWith('~$')
  if (fileBytes > 4096 || !(excel || /^\.~lock\..*#$/.test(name))) return null
  const real = excel ? name.slice(2) : name.slice(7, -1)
  return refused('is_lock_file', message('import.is_lock_file', { name: real }))
}

/** Texts that are no table of cells. */
function textKind(head: string): Detected | null {
  const text = head.replace(/^\xef\xbb\xbf/, '')
  if (isSylk(text)) return refused('is_sylk', message('import.is_sylk'))
  if (/^TABLE\r?\n0,1\r?\n"/.test(text)) return refused('is_dif', message('import.is_dif'))
  if (
    /^\s*(?:\{\s*"(?:[^"\\]|\\.)*"\s*:|\[\s*[[{\]]|\{\s*\}|\[\s*(?:"(?:[^"\\]|\\.)*"|-?\d+)\s*,\s*(?:"|-?\d|\n))/.test(
      text,
    )
  )
    return refused('is_json', message('import.is_json'))
  return null
}

/** `ID;P` alone may begin a table header; SYLK continues with records of its own. */
function isSylk(text: string): boolean {
  const [first = '', ...lines] = text.split(/\r\n|\r|\n/).slice(0, -1)
  return (
    first.startsWith('ID;P') &&
    lines.length > 0 &&
    lines.every((line) => /^(?:ID|[BCFPOWE]|N[NUEL])(?:;|$)/.test(line)) &&
    lines.some((line) => /^[BCFPO];[A-Z]/.test(line) || line === 'E')
  )
}

/** Not text: bytes of every kind, or only zeros. */
function bytesKind(sample: Buffer): Detected | null {
  if (sample.every((byte) => byte === 0)) {
    return refused('is_binary', message('import.is_zeros'))
  }
  const wide = [0xfffe, 0xfeff].includes(sample.length > 1 ? sample.readUInt16BE(0) : 0)
  const zeros = [0, 0]
  const odd = new Set<number>()
  let controls = 0
  for (const [at, byte] of sample.entries()) {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
    // Line ends, tabs, the marks of escaped encodings and the old end-of-file character are parts of texts.
    else if (byte < 32 && ![9, 10, 11, 12, 13, 14, 15, 26, 27].includes(byte)) {
      odd.add(byte)
      controls += 1
    }
  }
  // Text with two bytes per character has zeros at every other position.
  const isWide = wide || Math.max(...zeros) > sample.length / 50
  if (isWide || odd.size < 4 || controls < sample.length / 33 || isUtf8Text(sample)) return null
  return refused('is_binary', message('import.is_binary'))
}

/** Program data is almost never valid: a text with a few control characters is read and shown unchanged. */
function isUtf8Text(sample: Buffer): boolean {
  if (sample.includes(0)) return false
  // The sample may end inside a character.
  return [0, 1, 2, 3].some((cut) => isUtf8(sample.subarray(0, sample.length - cut)))
}

function markupKind(sample: Buffer): Detected | null {
  const wide = sample[0] === 0xff && sample[1] === 0xfe
  const text = sample.toString(wide ? 'utf16le' : 'utf8').replace(/^[\uFEFF\s]+/, '')
  const start = text.slice(0, 32).toLowerCase()
  if (/^<(!doctype html|html|head|body|meta|table|style)[\s>/]/.test(start)) {
    return refused('is_html', message('import.is_html'))
  }
  if (start.startsWith('<svg')) return refused('is_image', message('import.is_svg'))
  if (/<office:document\s[^>]*application\/vnd\.oasis\.opendocument\.spreadsheet/.test(text))
    return { kind: 'flat' }
  if (!start.startsWith('<?xml') && !/^<[a-z][\w:.-]*(?:\s+[\w:.-]+="[^"]*")*\s*\/?>\s*</i.test(text))
    return null
  if (/<html[\s>]/i.test(text)) {
    return refused('is_html', message('import.is_xhtml'))
  }
  return text.includes('urn:schemas-microsoft-com:office:spreadsheet')
    ? refused('is_xml', message('import.is_excel_2003'))
    : refused('is_xml', message('import.is_xml'))
}

function refused(code: ReadFailureCode, why: Message): Detected {
  return { kind: 'refused', refusal: refusal(code, why) }
}
