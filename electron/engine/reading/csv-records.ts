// Decoded text in chunks to records with the number of the line each begins on. papaparse does the parsing; this file
// keeps it right at chunk edges (only whole records are taken, the rest is parsed again with what follows) and over
// mixed line ends. Line numbers are those a text editor shows: CRLF, LF and CR each end a line, in quotes too.
import Papa from 'papaparse'
import { type Dialect, parserQuote } from './csv-dialect.ts'
import { createEscapeHiding } from './csv-escapes.ts'
import { refusal } from './refusal.ts'

export type CsvRecord = { readonly line: number; readonly cells: string[] }

type Step = {
  data: string[][]
  errors: { code: string; index?: number | undefined }[]
  meta: { cursor: number }
}

export type RecordSplitter = {
  /** The records that this chunk completes. */
  readonly push: (text: string) => CsvRecord[]
  readonly end: () => CsvRecord[]
}

/** `line`: the number of the first line. `longestRecord`: characters after which a record cannot be one. */
export function createRecordSplitter(dialect: Dialect, line: number, longestRecord: number): RecordSplitter {
  let rest = ''
  let nextLine = line
  let waitFor = 0
  const escapes = dialect.escape === 'backslash' ? createEscapeHiding(dialect.delimiter) : null
  const quoteChar = parserQuote(dialect.quote)

  function parse(text: string, last: boolean): CsvRecord[] {
    const records: CsvRecord[] = []
    const lines = createLineCounter(text)
    let start = 0
    const take = ({ data, errors, meta }: Step): void => {
      const fault = errors[0]
      if (fault !== undefined)
        throw quoteRefusal(fault.code, nextLine + lines.count(start, fault.index ?? start))
      const raw = { text, start, end: meta.cursor, loneReturns: lines.loneReturns(start, meta.cursor) }
      for (const record of settle(data[0] ?? [], raw, dialect)) {
        escapes?.reveal(record.cells)
        records.push({ line: nextLine, cells: record.cells })
        nextLine += record.lines ?? lines.count(start, meta.cursor)
      }
      start = meta.cursor
    }
    const { delimiter, lineEnd: newline } = dialect
    new Papa.Parser({ delimiter, newline, quoteChar, step: take }).parse(text, 0, !last)
    rest = text.slice(start)
    return records
  }

  return {
    push: (text) => {
      rest += escapes === null ? text : escapes.hide(text)
      // A long record is not parsed again for every chunk, only when it has doubled: linear work, not quadratic.
      if (rest.length < waitFor) return []
      const records = parse(rest, false)
      waitFor = records.length === 0 ? rest.length * 2 : 0
      if (rest.length > longestRecord) throw quoteRefusal('MissingQuotes', nextLine)
      return records
    },
    end: () => {
      rest += escapes?.end() ?? ''
      if (rest === '') return []
      const ended = rest.endsWith(dialect.lineEnd) || (dialect.lineEnd === '\n' && rest.endsWith('\r'))
      if (dialect.lineEnd === '\n' && rest.endsWith('\r')) rest = `${rest}\n`
      else if (!ended) rest += dialect.lineEnd
      const records = parse(rest, true)
      // After its last line end papaparse sees one more, empty record.
      const last = records.at(-1)
      return last !== undefined && last.cells.length === 1 && last.cells[0] === ''
        ? records.slice(0, -1)
        : records
    },
  }
}

type Raw = {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly loneReturns: boolean
}
type Settled = { readonly cells: string[]; readonly lines?: number }

/**
 * The record or records that papaparse's one record really is: the CR of a CRLF is taken off its last cell, and where
 * the file mixes line ends, a record is split at the other kind if that, and only that, gives rows of the usual width.
 */
function settle(cells: string[], raw: Raw, dialect: Dialect): Settled[] {
  if (dialect.lineEnd === '\r') return raw.loneReturns ? settleMixed(cells, raw, dialect, '\n') : [{ cells }]
  const last = cells.at(-1) ?? ''
  let settled = cells
  if (last.endsWith('\r') && raw.text[raw.end - 2] === '\r') {
    settled =
      raw.text[raw.end - 3] === dialect.quote
        ? (parseAll(raw.text.slice(raw.start, raw.end - 2), dialect, '\n')?.[0] ?? cells)
        : [...cells.slice(0, -1), last.slice(0, -1)]
  }
  return raw.loneReturns ? settleMixed(settled, raw, dialect, '\r') : [{ cells: settled }]
}

function settleMixed(cells: string[], raw: Raw, dialect: Dialect, other: '\n' | '\r'): Settled[] {
  if (dialect.width < 2) return [{ cells }]
  const text = raw.text.slice(raw.start, raw.end).replace(/\r\n$|[\r\n]$/, '')
  const pieces = parseAll(text, dialect, other)
  if (pieces === null || pieces.length < 2) return [{ cells }]
  const filled = pieces.filter((piece) => piece.length > 1 || piece[0] !== '')
  if (filled.length === 0 || filled.some((piece) => piece.length !== dialect.width)) return [{ cells }]
  // Where CR ends lines, an LF in front belongs to the CR before it, which was counted.
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

/** Counts line ends between two places of one text, asked in rising order. */
function createLineCounter(text: string): {
  readonly count: (from: number, to: number) => number
  readonly loneReturns: (from: number, to: number) => boolean
} {
  // Searching for a character that is not there costs the whole text: the next place is remembered.
  const next = { '\n': -1, '\r': -1 }
  const seek = (mark: '\n' | '\r', from: number): number => {
    if (next[mark] < from) {
      const found = text.indexOf(mark, from)
      next[mark] = found === -1 ? Number.POSITIVE_INFINITY : found
    }
    return next[mark]
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
    /** Whether the record holds a line end of the other kind before its own. */
    loneReturns: (from, to) => {
      const back = seek('\r', from)
      if (back >= to) return false
      const own = text[to - 1]
      if (own === '\n') return back < to - 2
      const feed = seek('\n', from)
      return feed < to - 1
    },
  }
}

function quoteRefusal(code: string, line: number): Error {
  return code === 'MissingQuotes'
    ? refusal(
        'quote_not_closed',
        `A quotation mark that opens a cell on line ${line} is never closed. Close it there, or save the file again from the program it came from.`,
        { row: line },
      )
    : refusal(
        'quote_misplaced',
        `A quotation mark stands inside a quoted cell that begins on line ${line}, without being doubled. Correct that line, or say how the file writes quotation marks: doubled, after a backslash, or as part of the text.`,
        { row: line },
      )
}
