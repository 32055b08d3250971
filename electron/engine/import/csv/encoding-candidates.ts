// Candidate encodings of a text file whose bytes are ambiguous, best first, with the lines on which they differ. A
// person chooses among them; nothing here chooses.
import { isUtf8 } from 'node:buffer'
import { analyse } from 'chardet'
import type { EncodingCandidate } from '../../../../shared/sheet/sheet.ts'
import { textScore } from './text-score.ts'

export type EncodingQuestion = {
  /** The first line that is not valid UTF-8. */
  readonly line: number
  /** Earlier lines are UTF-8 beyond ASCII: the file mixes encodings, or is damaged. */
  readonly mixed: boolean
  readonly candidates: readonly EncodingCandidate[]
}

type Line = { readonly line: number; readonly bytes: Uint8Array }

/**
 * Among equals the most common comes first. The first three decode any bytes, so none is left out for its score;
 * neither is the detector's result, if it decodes the lines. The detector does not know all encodings, and the score
 * is right more often.
 */
const families = [
  'windows-1252',
  'iso-8859-15',
  'macintosh',
  'windows-1250',
  'iso-8859-2',
  'windows-1251',
  'koi8-u',
  'koi8-r',
  'iso-8859-5',
  'ibm866',
  'x-mac-cyrillic',
  'windows-1253',
  'iso-8859-7',
  'windows-1254',
  'windows-1257',
  'iso-8859-13',
  'iso-8859-4',
  'windows-1255',
  'iso-8859-8',
  'windows-1256',
  'iso-8859-6',
  'windows-874',
  'windows-1258',
  'iso-8859-16',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'euc-kr',
] as const
const alwaysRead = 3
/** More candidates, or those with a far lower score, would be noise for a person. */
const mostProposals = 6
const farBehind = 2
/** Limit of scored lines; more lines add nothing. */
const linesReviewed = 60
const previewLines = 5
/** Limit of scored lines beyond ASCII, before and from the first one that is not UTF-8. */
const linesBefore = 100
const linesFrom = 300
const longestLine = 1 << 20

/** Null if every line is valid UTF-8. After the first invalid line it reads on only as far as it helps. */
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
  const at = lines.indexOf(first)
  const validated = [...lines.slice(at, at + linesReviewed), ...lines.slice(0, at)].slice(0, linesReviewed)
  const beyond = validated.reduce((sum, { bytes }) => sum + bytes.filter((byte) => byte >= 0x80).length, 0)
  const detected = detectedIn(Buffer.concat(validated.map(({ bytes }) => bytes)))
  const read = families.flatMap((encoding, place) => {
    const texts = decodedLines(lines, encoding, place >= alwaysRead)
    if (texts === null) return []
    const score = textScore(
      validated.map((line) => texts[lines.indexOf(line)] ?? ''),
      beyond,
    )
    return [{ encoding, texts, score, isWestern: place < alwaysRead, isDetected: encoding === detected }]
  })
  // The sort is stable: among equals the most common encoding stays first. An encoding that decodes every line like a
  // better one is left out, because nobody could tell them apart.
  const sorted = read.toSorted((one, other) => other.score - one.score)
  const best = sorted[0]?.score ?? 0
  const distinct = sorted
    .filter(({ score, isWestern, isDetected }) => isWestern || isDetected || score >= best - farBehind)
    .filter(
      (one, place, all) =>
        !all.slice(0, place).some((better) => better.texts.every((text, i) => text === one.texts[i])),
    )
  const others = distinct.filter(({ isDetected }) => !isDetected)
  const most = mostProposals - (distinct.length - others.length)
  const different = distinct.filter((one) => one.isDetected || others.indexOf(one) < most)
  const shown = chooseLines(lines, different, first)
  return different.map(({ encoding, texts }) => ({
    encoding,
    lines: shown.map((place) => preview(lines[place], texts[place] ?? '')),
  }))
}

/** Under TextDecoder's name for it (its windows-1252 also reads ISO-8859-1); null if it has none. */
function detectedIn(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(analyse(bytes)[0]?.name ?? '').encoding
  } catch {
    return null
  }
}

/** Null if a line is not valid in the encoding. */
function decodedLines(lines: readonly Line[], encoding: string, strictly: boolean): string[] | null {
  try {
    const decoder = new TextDecoder(encoding, { fatal: strictly })
    return lines.map(({ bytes }) => decoder.decode(bytes))
  } catch {
    return null
  }
}

/** The lines on which most candidates differ, preferring the first line that is not UTF-8; in file order. */
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
  // Before the first byte beyond ASCII every byte is one character.
  const at = line?.bytes.findIndex((byte) => byte >= 0x80) ?? 0
  return { line: line?.line ?? 0, text: cut(text, at) }
}

function cut(text: string, at: number): string {
  const start = at > 60 ? at - 40 : 0
  const end = Math.min(text.length, start + 100)
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`
}

/**
 * UTF-16 without a byte-order mark, in a file whose start contains too few NUL bytes for a pattern (Greek, Chinese).
 * Empty if neither byte order gives clean text with lines or delimiters.
 */
export function wideCandidates(sample: Uint8Array): EncodingCandidate[] {
  if (!sample.includes(0)) return []
  const even = sample.subarray(0, sample.length & ~1)
  return ['utf-16le', 'utf-16be'].flatMap((encoding) => {
    const text = decodedClean(even, encoding)
    // Such byte pairs also occur by chance, but then most line ends and delimiters are not among them.
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
    // The sample may end inside a surrogate pair.
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true })
    return /(?![\t\r\n])\p{Cc}|\p{Cn}|\p{Co}/u.test(text) ? null : text
  } catch {
    return null
  }
}

/** Lines with the line numbers of a text editor; pure ASCII lines are left out. */
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
      // CRLF is one line end; a CR at the end of a chunk waits for the next chunk.
      if (byte === 0x0d && at + 1 === bytes.length) break
      if (beyond) yield { line, bytes: bytes.subarray(start, at) }
      if (byte === 0x0d && bytes[at + 1] === 0x0a) at += 1
      line += 1
      start = at + 1
      beyond = false
    }
    rest = Buffer.from(bytes.subarray(start))
    // Such a long line is no real line: its pieces are scored.
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
  // Only a piece of such a line may begin or end inside a character.
  return [0, 1, 2, 3].some((from) =>
    [0, 1, 2, 3].some((to) => isUtf8(bytes.subarray(from, bytes.length - to))),
  )
}
