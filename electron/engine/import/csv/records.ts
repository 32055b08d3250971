// Splits decoded text chunks into records, each with its first line number. papaparse parses; this file handles
// chunk edges (only whole records are taken, the rest is parsed again with the next chunk) and mixed line ends.
// Line numbers match a text editor: CRLF, LF and CR each end a line, also inside quotes.
import Papa from 'papaparse'
import type { Dialect } from './dialect.ts'
import { parserQuote } from './score.ts'
import { createEscapeHiding } from './escapes.ts'
import {
  linesRefusal,
  type Marks,
  quoteRefusal,
  type RawRecord,
  strayMessage,
  strayQuotes,
  strayRefusal,
} from './quotes.ts'
import { refusal } from '../refusal.ts'
import type { OddCell } from '../sheet/raw-row.ts'
import { message } from '../../../../shared/texts/create-message.ts'

export type CsvRecord = {
  readonly line: number
  readonly cells: string[]
  readonly odd?: readonly OddCell[]
}

type Step = {
  data: string[][]
  errors: { code: string; index?: number | undefined }[]
  meta: { cursor: number }
}

export type RecordSplitter = {
  /** Returns the records that this chunk completes. */
  readonly push: (text: string) => CsvRecord[]
  readonly end: () => CsvRecord[]
}

type SplitterParts = {
  readonly dialect: Dialect
  readonly longestRecord: number
  readonly escapes: ReturnType<typeof createEscapeHiding> | null
  readonly quoteChar: ReturnType<typeof parserQuote>
  /** Text after the last complete record; it is parsed again once it has this length. */
  rest: string
  waitFor: number
  nextLine: number
}

/** `line`: number of the first line. `longestRecord`: maximum length of a record in characters. */
export function createRecordSplitter(dialect: Dialect, line: number, longestRecord: number): RecordSplitter {
  const parts: SplitterParts = {
    dialect,
    longestRecord,
    escapes: dialect.escape === 'backslash' ? createEscapeHiding(dialect.delimiter) : null,
    quoteChar: parserQuote(dialect.quote),
    rest: '',
    waitFor: 0,
    nextLine: line,
  }
  return {
    push: (text) => push(parts, text),
    end: () => end(parts),
  }
}

function parse(parts: SplitterParts, text: string, last: boolean): CsvRecord[] {
  const { dialect, quoteChar, escapes } = parts
  const records: CsvRecord[] = []
  const lines = createLineCounter(text)
  let start = 0
  const take = ({ data, errors, meta }: Step): void => {
    const fault = errors[0]
    const marks = { delimiter: dialect.delimiter, quote: quoteChar }
    if (fault !== undefined) {
      // The parser reports the character after the cell's opening mark.
      const opening = Math.max(0, (fault.index ?? start) - 1 - start)
      throw quoteRefusal(fault.code, { text: text.slice(start), line: parts.nextLine }, opening, marks)
    }
    const odd =
      dialect.quote !== null && lines.holds(quoteChar, start, meta.cursor)
        ? oddQuotes(
            { text: text.slice(start, meta.cursor), line: parts.nextLine },
            data[0] ?? [],
            dialect,
            marks,
          )
        : []
    const raw = { text, start, end: meta.cursor, loneReturns: lines.loneReturns(start, meta.cursor) }
    const mayQuote = dialect.quote !== "'" && !dialect.quoteNamed && lines.holds("'", start, meta.cursor)
    for (const record of finish(data[0] ?? [], raw, dialect)) {
      escapes?.reveal(record.cells)
      const all = mayQuote ? [...odd, ...betweenApostrophes(record.cells, parts.nextLine)] : odd
      records.push({ line: parts.nextLine, cells: record.cells, ...(all.length === 0 ? {} : { odd: all }) })
      parts.nextLine += record.lines ?? lines.count(start, meta.cursor)
    }
    start = meta.cursor
  }
  const { delimiter, lineEnd: newline } = dialect
  new Papa.Parser({ delimiter, newline, quoteChar, step: take }).parse(text, 0, !last)
  parts.rest = text.slice(start)
  return records
}

function push(parts: SplitterParts, text: string): CsvRecord[] {
  const { escapes, longestRecord, dialect } = parts
  parts.rest += escapes === null ? text : escapes.hide(text)
  // A long record is parsed again only when it has doubled, not for every chunk: linear work, not quadratic.
  if (parts.rest.length < parts.waitFor) return []
  const records = parse(parts, parts.rest, false)
  parts.waitFor = records.length === 0 ? parts.rest.length * 2 : 0
  if (parts.rest.length > longestRecord) throw neverClosed(parts.rest, parts.nextLine, dialect)
  return records
}

function end(parts: SplitterParts): CsvRecord[] {
  const { escapes, dialect } = parts
  parts.rest += escapes?.end() ?? ''
  if (parts.rest === '') return []
  const ended =
    parts.rest.endsWith(dialect.lineEnd) || (dialect.lineEnd === '\n' && parts.rest.endsWith('\r'))
  if (dialect.lineEnd === '\n' && parts.rest.endsWith('\r')) parts.rest = `${parts.rest}\n`
  else if (!ended) parts.rest += dialect.lineEnd
  const records = parse(parts, parts.rest, true)
  // After the last line end papaparse returns one more, empty record.
  const last = records.at(-1)
  return last !== undefined && last.cells.length === 1 && last.cells[0] === ''
    ? records.slice(0, -1)
    : records
}

type Raw = {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly loneReturns: boolean
}
type Done = { readonly cells: string[]; readonly lines?: number }

/**
 * The real record or records in papaparse's one record. The CR of a CRLF is removed from its last cell. In a file
 * with mixed line ends, a record is split at the other kind if only that gives rows of the usual width.
 */
function finish(cells: string[], raw: Raw, dialect: Dialect): Done[] {
  if (dialect.lineEnd === '\r') return raw.loneReturns ? finishMixed(cells, raw, dialect, '\n') : [{ cells }]
  const last = cells.at(-1) ?? ''
  let done = cells
  if (last.endsWith('\r') && raw.text[raw.end - 2] === '\r') {
    done =
      raw.text[raw.end - 3] === dialect.quote
        ? (parseAll(raw.text.slice(raw.start, raw.end - 2), dialect, '\n')?.[0] ?? cells)
        : [...cells.slice(0, -1), last.slice(0, -1)]
  }
  return raw.loneReturns ? finishMixed(done, raw, dialect, '\r') : [{ cells: done }]
}

function finishMixed(cells: string[], raw: Raw, dialect: Dialect, other: '\n' | '\r'): Done[] {
  if (dialect.width < 2) return [{ cells }]
  const text = raw.text.slice(raw.start, raw.end).replace(/\r\n$|[\r\n]$/, '')
  const pieces = parseAll(text, dialect, other)
  if (pieces === null || pieces.length < 2) return [{ cells }]
  const filled = pieces.filter((piece) => piece.length > 1 || piece[0] !== '')
  if (filled.length === 0 || filled.some((piece) => piece.length !== dialect.width)) return [{ cells }]
  // If CR ends lines, a leading LF belongs to the previous CR, which was counted.
  const counted = other === '\n' && text.startsWith('\n')
  return pieces.map((piece, index) => ({
    cells: piece,
    lines:
      (counted && index === 0 ? 0 : 1) +
      piece.reduce((sum, cell) => sum + cell.split(/\r\n|\r|\n/).length - 1, 0),
  }))
}

function parseAll(text: string, dialect: Dialect, newline: '\n' | '\r'): string[][] | null {
  const rows: string[][] = []
  let faults = 0
  const take = ({ data, errors }: Step): void => {
    faults += errors.length
    rows.push(data[0] ?? [])
  }
  const { delimiter } = dialect
  new Papa.Parser({ delimiter, newline, quoteChar: parserQuote(dialect.quote), step: take }).parse(
    text,
    0,
    false,
  )
  return faults === 0 ? rows : null
}

/** Counts line ends between two positions of one text; positions must increase. */
function createLineCounter(text: string): {
  readonly count: (from: number, to: number) => number
  readonly loneReturns: (from: number, to: number) => boolean
  readonly holds: (character: string, from: number, to: number) => boolean
} {
  // Searching for an absent character costs the whole text, so the next position is cached.
  const next = new Map<string, number>()
  const seek = (mark: string, from: number): number => {
    const known = next.get(mark) ?? -1
    if (known >= from) return known
    const at = text.indexOf(mark, from)
    const found = at === -1 ? Number.POSITIVE_INFINITY : at
    next.set(mark, found)
    return found
  }
  const count = (from: number, to: number): number => {
    let lines = 0
    let at = from
    for (;;) {
      const feed = seek('\n', at)
      const back = seek('\r', at)
      const end = Math.min(feed, back)
      if (end >= to) return lines
      lines += 1
      at = end === back && text[end + 1] === '\n' ? end + 2 : end + 1
    }
  }
  return {
    count,
    /** True if the record contains a line end of the other kind before its own. */
    loneReturns: (from, to) => {
      const back = seek('\r', from)
      if (back >= to) return false
      const own = text[to - 1]
      if (own === '\n') return back < to - 2
      const feed = seek('\n', from)
      return feed < to - 1
    },
    holds: (character, from, to) => seek(character, from) < to,
  }
}

/** Throws if a quotation mark makes the record ambiguous and no person chose how to read it. */
function oddQuotes(
  raw: RawRecord,
  cells: readonly string[],
  { width, quoteNamed }: Dialect,
  marks: Marks,
): OddCell[] {
  const strays = strayQuotes(raw.text, cells, marks)
  if (!quoteNamed) {
    const refused = strays.map((stray) => strayRefusal(stray, raw, marks)).find((found) => found !== null)
    const found = refused ?? linesRefusal(raw, width, marks)
    if (found !== null) throw found
  }
  return strays.map((stray) => ({
    at: stray.at,
    code: stray.place === 'inside' ? 'quote_in_text' : 'blank_after_quote',
    message: strayMessage(stray, raw),
  }))
}

/** A few cells may be quoted by apostrophes, although the file as a whole is not. */
function betweenApostrophes(cells: readonly string[], line: number): OddCell[] {
  return cells.flatMap((text, at): OddCell[] =>
    text.length > 1 && text.startsWith("'") && text.endsWith("'")
      ? [
          {
            at,
            code: 'quote_in_text',
            message: message('sheet.between_apostrophes', { line, column: at + 1 }),
          },
        ]
      : [],
  )
}

/**
 * Refusal for a record longer than the limit: the opening mark of its last cell is not closed, or there are no line
 * ends.
 */
function neverClosed(rest: string, line: number, dialect: Dialect): Error {
  const quote = parserQuote(dialect.quote)
  let opening = -1
  const watch = ({ errors }: Step): void => void (opening = (errors[0]?.index ?? 0) - 1)
  const { delimiter, lineEnd: newline } = dialect
  new Papa.Parser({ delimiter, newline, quoteChar: quote, step: watch }).parse(rest, 0, false)
  return opening >= 0
    ? quoteRefusal('MissingQuotes', { text: rest, line }, opening, { delimiter, quote })
    : refusal('cell_too_long', message('import.line_too_long', { line, characters: rest.length }), {
        row: line,
      })
}
