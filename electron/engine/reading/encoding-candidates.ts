// What a text file says in each encoding that it may be in, where its bytes do not tell: lines on which the encodings
// differ, best encoding first. For a person to choose from; nothing here chooses (reliability.md section 6).
import { isUtf8 } from 'node:buffer'
import type { EncodingCandidate } from '../../../shared/sheet.ts'

export type EncodingQuestion = {
  /** The first line that is not valid UTF-8. */
  readonly line: number
  /** Earlier lines are UTF-8 beyond ASCII: the file mixes encodings, or is damaged. */
  readonly mixed: boolean
  readonly candidates: readonly EncodingCandidate[]
}

type Line = { readonly line: number; readonly bytes: Uint8Array }

const eightBit = ['windows-1252', 'iso-8859-15', 'macintosh'] as const
const previewLines = 5
/** Lines beyond ASCII that are judged, before and from the first one that is not UTF-8. */
const linesBefore = 100
const linesFrom = 300
const longestLine = 1 << 20

/** Null if every line is valid UTF-8. Reads on from the first line that is not only as far as it helps. */
export async function askForEncoding(chunks: AsyncIterable<Uint8Array>): Promise<EncodingQuestion | null> {
  const before: Line[] = []
  const from: Line[] = []
  for await (const found of linesBeyondAscii(chunks)) {
    if (from.length === 0 && isUtf8OrCut(found.bytes)) {
      if (before.length < linesBefore) before.push(found)
      continue
    }
    from.push(found)
    if (from.length >= linesFrom) break
  }
  const first = from[0]
  if (first === undefined) return null
  return { line: first.line, mixed: before.length > 0, candidates: candidatesOf([...before, ...from], first) }
}

function candidatesOf(lines: readonly Line[], first: Line): EncodingCandidate[] {
  const read = eightBit.map((encoding) => {
    const decoder = new TextDecoder(encoding)
    const texts = lines.map(({ bytes }) => decoder.decode(bytes))
    return { encoding, texts, score: texts.reduce((sum, text) => sum + plausibility(text), 0) }
  })
  // The sort is stable: of equals the commonest encoding stays first. One that reads every line like a better one is
  // left out, since nobody could tell them apart.
  const sorted = read.toSorted((one, other) => other.score - one.score)
  const different = sorted.filter(
    (one, at) =>
      !sorted.slice(0, at).some((better) => better.texts.every((text, i) => text === one.texts[i])),
  )
  const shown = chooseLines(lines, different, first)
  return different.map(({ encoding, texts }) => ({
    encoding,
    lines: shown.map((at) => preview(lines[at], texts[at] ?? '')),
  }))
}

/** Where the most candidates differ, the first line that is not UTF-8 before all others; in the file's order. */
function chooseLines(
  lines: readonly Line[],
  candidates: readonly { readonly texts: readonly string[] }[],
  first: Line,
): number[] {
  const readings = lines.map((_line, at) => new Set(candidates.map(({ texts }) => texts[at])).size)
  return lines
    .map((_line, at) => at)
    .toSorted(
      (one, other) =>
        Number(lines[other] === first) - Number(lines[one] === first) ||
        (readings[other] ?? 0) - (readings[one] ?? 0) ||
        one - other,
    )
    .slice(0, previewLines)
    .toSorted((one, other) => one - other)
}

function preview(line: Line | undefined, text: string): { line: number; text: string } {
  // In these encodings every byte is one character.
  const at = line?.bytes.findIndex((byte) => byte >= 0x80) ?? 0
  return { line: line?.line ?? 0, text: cut(text, at) }
}

function cut(text: string, at: number): string {
  const start = at > 60 ? at - 40 : 0
  const end = Math.min(text.length, start + 100)
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`
}

/**
 * UTF-16 without a mark, in a file whose beginning holds NUL bytes but too few to tell by their pattern (Greek, Chinese).
 * Empty if neither byte order gives clean text with lines or delimiters.
 */
export function wideCandidates(sample: Uint8Array): EncodingCandidate[] {
  if (!sample.includes(0)) return []
  const even = sample.subarray(0, sample.length & ~1)
  return ['utf-16le', 'utf-16be'].flatMap((encoding) => {
    const text = decodedClean(even, encoding)
    // By chance such pairs of bytes come up too, but then most line ends and delimiters are not among them.
    const signs = text?.match(/[\r\n,;\t]/g)?.length ?? 0
    if (text === null || signs === 0 || signs * 2 < even.filter(isSign).length) return []
    const lines = text
      .split(/\r\n|\r|\n/)
      .map((shown, at) => ({ line: at + 1, text: cut(shown, 0) }))
      .filter((shown) => /[^\0-\x7f]/.test(shown.text))
    return [{ encoding, lines: lines.slice(0, previewLines) }]
  })
}

function isSign(byte: number): boolean {
  return byte === 0x0a || byte === 0x0d || byte === 0x2c || byte === 0x3b || byte === 0x09
}

function decodedClean(bytes: Uint8Array, encoding: string): string | null {
  try {
    // The sample may end inside a pair of surrogates.
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true })
    return /(?![\t\r\n])\p{Cc}|\p{Cn}|\p{Co}/u.test(text) ? null : text
  } catch {
    return null
  }
}

/** The more, the more it is like text of western Europe. Only beyond ASCII are there differences to judge. */
export function plausibility(text: string): number {
  let score = 0
  for (const { 0: character, index } of text.matchAll(/[^\0-\x7f]/g))
    score += likeness(character, text[index - 1] ?? ' ', text[index + 1] ?? ' ')
  return score
}

function likeness(character: string, before: string, after: string): number {
  if (/[\x80-\x9f]/.test(character)) return -5
  const inWord = /\p{L}/u.test(before)
  const goesOn = /\p{L}/u.test(after)
  if (/[ß-öø-ÿšžœ]/.test(character)) return inWord ? 3 : goesOn ? 1 : -1
  if (/[À-ÖØ-ÞŠŽŒŸ]/.test(character)) {
    if (!inWord) return goesOn ? 2 : -1
    return /\p{Lu}/u.test(before) && !/\p{Ll}/u.test(after) ? 1 : -2
  }
  if (character === '€') return /[\d\s,;]/.test(before) || /\d/.test(after) ? 2 : 0
  if (character === '’') return inWord && goesOn ? 3 : 1
  return /[£§°–—‘“”„…«»©®·½¼¾²³±µ\u00a0¿¡ºª]/.test(character) ? 1 : -2
}

/** Lines with their numbers as a text editor counts; those of nothing but ASCII are left out. */
async function* linesBeyondAscii(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let line = 1
  let rest = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk])
    let start = 0
    let beyond = false
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0
      if (byte >= 0x80) beyond = true
      if (byte !== 0x0a && byte !== 0x0d) continue
      // CRLF is one line end; a CR that ends a chunk waits for what follows.
      if (byte === 0x0d && at + 1 === bytes.length) break
      if (beyond) yield { line, bytes: bytes.subarray(start, at) }
      if (byte === 0x0d && bytes[at + 1] === 0x0a) at += 1
      line += 1
      start = at + 1
      beyond = false
    }
    rest = Buffer.from(bytes.subarray(start))
    // A line this long is no line: it is judged by its pieces.
    if (rest.length <= longestLine) continue
    if (beyond) yield { line, bytes: rest }
    rest = Buffer.alloc(0)
  }
  if (rest.at(-1) === 0x0d) rest = rest.subarray(0, -1)
  if (rest.some((byte) => byte >= 0x80)) yield { line, bytes: rest }
}

function isUtf8OrCut(bytes: Uint8Array): boolean {
  if (isUtf8(bytes)) return true
  if (bytes.length < longestLine) return false
  // Only a piece of a line that is no line may begin or end inside a character.
  return [0, 1, 2, 3].some((from) =>
    [0, 1, 2, 3].some((to) => isUtf8(bytes.subarray(from, bytes.length - to))),
  )
}
