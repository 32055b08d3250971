// Decodes a delimited text file piece by piece, strictly by its encoding. Also holds the refusals of files with an
// uncertain encoding (with its candidates) and of files that are not text.
import { isAscii } from 'node:buffer'
import { createDecoding, type Encoding, isPlain, NotInEncoding } from './encoding.ts'
import type { EncodingCandidate } from '../../../../shared/sheet/sheet.ts'
import { askForEncoding, wideCandidates } from './encoding-candidates.ts'
import { type ReadRefusal, refusal } from '../refusal.ts'
import { type SevenBit, sevenBitOf } from './seven-bit.ts'
import { message } from '../../../../shared/texts/create-message.ts'

export type TextInput = {
  /** From the start of the file, on each call. */
  readonly chunks: () => AsyncIterable<Buffer>
  /** The file's first bytes. */
  readonly sample: Buffer
  readonly encoding: Encoding
  readonly onChunk: (bytes: Buffer) => void
  /** True if tabs were only found between cells so far. */
  readonly areTabsFine: () => boolean
}
/** `plain`: its bytes are only printable ASCII and line ends. */
export type Piece = { readonly text: string; readonly plain: boolean }

/** True for a UTF-8 byte-order mark before text that a person assigned another encoding. */
export function hasStrangeMark(sample: Buffer, encoding: Encoding): boolean {
  const marked = sample[0] === 0xef && sample[1] === 0xbb && sample[2] === 0xbf
  return marked && encoding.named && !encoding.name.startsWith('utf-')
}

/** The file as text, chunk by chunk. */
export async function* decodedText(input: TextInput): AsyncGenerator<Piece> {
  const { encoding } = input
  const decoding = createDecoding(encoding.name)
  let line = 1
  const plainText = encoding.named || encoding.name !== 'utf-8' ? null : createSevenBitCheck()
  const checked = (text: string): string => {
    if (!text.includes('\0')) return text
    line += text.slice(0, text.indexOf('\0')).split(/\r\n|\r|\n/).length - 1
    throw nulRefusal(input, line)
  }
  try {
    let mark = hasStrangeMark(input.sample, encoding) ? 3 : 0
    for await (const bytes of input.chunks()) {
      input.onChunk(bytes)
      const text = checked(decoding.decode(bytes.subarray(mark)))
      const found = plainText?.(bytes, text, line) ?? null
      if (found !== null) throw found
      mark = Math.max(0, mark - bytes.length)
      line = lineAfter(line, text)
      // A tab between cells is normal; inside quotes it may be part of a cell.
      const areFine = input.areTabsFine() && !bytes.includes('"') && !bytes.includes("'")
      yield { text, plain: isPlain(bytes, areFine) }
    }
    const found = plainText?.(Buffer.alloc(0), '\n', line) ?? null
    if (found !== null) throw found
    yield { text: checked(decoding.end()), plain: true }
  } catch (error) {
    if (error instanceof NotInEncoding) throw await encodingRefusal(input, error)
    throw error
  }
}

/** Characters of the previous piece that are checked again, for sequences across two pieces. */
const edge = 200

/** Searches for encodings written in ASCII while only ASCII has come. `line`: first line of the piece. */
function createSevenBitCheck(): (bytes: Buffer, text: string, line: number) => ReadRefusal | null {
  let before = ''
  let ascii = true
  return (bytes, text, line) => {
    ascii &&= isAscii(bytes)
    if (!ascii) return null
    const all = before + text
    const found = sevenBitOf(all)
    if (found === null) {
      before = all.slice(-edge)
      return null
    }
    const row = line + lineEndsIn(all.slice(0, found.index)) - lineEndsIn(before)
    return sevenBitRefusal(found, row, all)
  }
}

function lineEndsIn(text: string): number {
  return text.split('\n').length - 1
}

function sevenBitRefusal({ name, says, index }: SevenBit, row: number, text: string): ReadRefusal {
  if (name === 'iso-2022-jp') {
    const candidates = [
      { encoding: name, lines: [{ line: row, text: says }] },
      { encoding: 'utf-8', lines: [{ line: row, text: lineAt(text, index) }] },
    ]
    return refusal(
      'encoding_unsure',
      message('import.escape_sequences', { line: row, encoding: name, text: says }),
      { row, candidates },
    )
  }
  const why =
    says === ''
      ? message('import.seven_bit', { line: row, encoding: name })
      : message('import.seven_bit_text', { line: row, encoding: name, text: says })
  return refusal('encoding_seven_bit', why, { row })
}

function lineAt(text: string, index: number): string {
  const end = text.indexOf('\n', index)
  return text.slice(text.lastIndexOf('\n', index) + 1, end === -1 ? undefined : end).slice(0, 100)
}

/** Only for a message: counts CRLF and LF, but not CR alone. */
function lineAfter(line: number, text: string): number {
  let count = line
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

async function encodingRefusal(input: TextInput, cause: unknown): Promise<Error> {
  const { encoding } = input
  if (encoding.name !== 'utf-8') {
    return refusal('encoding_wrong', message('import.not_in_encoding', { encoding: encoding.name }), {
      cause,
    })
  }
  const wide = encoding.named ? [] : wideCandidates(input.sample)
  if (wide.length > 0) return unsure(1, wide, false, cause)
  const asked = await askForEncoding(input.chunks())
  if (asked === null) return refusal('encoding_wrong', message('import.cut_off_in_character'), { cause })
  return encoding.named
    ? refusal(
        'encoding_wrong',
        message('import.line_not_utf8', { line: asked.line, mixed: asked.mixed ? 'yes' : 'no' }),
        { row: asked.line, candidates: asked.candidates, cause },
      )
    : unsure(asked.line, asked.candidates, asked.mixed, cause)
}

function unsure(
  row: number,
  candidates: readonly EncodingCandidate[],
  mixed: boolean,
  cause: unknown,
): ReadRefusal {
  const [best] = candidates
  const shown = best?.lines.find(({ line }) => line === row)?.text ?? best?.lines[0]?.text ?? ''
  return refusal(
    'encoding_unsure',
    message('import.encoding_unsure', {
      line: row,
      mixed: mixed ? 'yes' : 'no',
      encoding: best?.encoding ?? 'windows-1252',
      text: shown,
    }),
    { row, candidates, cause },
  )
}

/** NULs among letters of other alphabets indicate UTF-16 without a mark; elsewhere they are no text. */
function nulRefusal({ encoding, sample }: TextInput, line: number): ReadRefusal {
  const wide = encoding.named || encoding.name !== 'utf-8' ? [] : wideCandidates(sample)
  if (wide.length > 0) return unsure(1, wide, false, undefined)
  return refusal('nul_characters', message('import.nul_characters', { line }), { row: line })
}
