// Finds misplaced quotation marks: the position of one that breaks a quoted cell, and those that are part of an
// unquoted cell. A fault is reported with its kind and place; nothing is repaired.
import Papa from 'papaparse'
import { type ReadRefusal, refusal } from '../refusal.ts'
import { type Message, message } from '../../../../shared/texts/create-message.ts'

/** The text of one record in the file (escapes hidden), and its first line number. */
export type RawRecord = { readonly text: string; readonly line: number }
export type Marks = { readonly delimiter: string; readonly quote: string }

/** `at`: zero-based column index. `offset`: start of the cell in the raw text. */
export type StrayQuote = {
  readonly at: number
  readonly offset: number
  readonly text: string
  /** Inside an unquoted cell, or after a quoted one with a blank before the delimiter, which the parser drops. */
  readonly place: 'inside' | 'before_blank'
}

/** Cells that contain a quotation mark without being quoted, and quoted cells followed by a blank. */
export function strayQuotes(raw: string, cells: readonly string[], marks: Marks): StrayQuote[] {
  const { delimiter, quote } = marks
  const found: StrayQuote[] = []
  let offset = 0
  for (const [at, text] of cells.entries()) {
    if (raw.startsWith(quote, offset)) {
      const inner = text.split(quote).length - 1
      const end = offset + text.length + inner + 2
      if (isBlank(raw[end]) && raw[end] !== delimiter) found.push({ at, offset, text, place: 'before_blank' })
      const next = raw.indexOf(delimiter, end)
      offset = next === -1 ? raw.length : next
    } else {
      if (text.includes(quote)) found.push({ at, offset, text, place: 'inside' })
      offset += text.length
    }
    offset += delimiter.length
  }
  return found
}

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t'

/** Refusal for a parser fault; `opening`: position of the cell's opening mark in the record. */
export function quoteRefusal(code: string, raw: RawRecord, opening: number, marks: Marks): ReadRefusal {
  const row = raw.line + lineEnds(raw.text.slice(0, opening))
  const column = columnAt(raw.text.slice(0, opening), marks)
  if (code === 'MissingQuotes')
    return refusal('quote_not_closed', message('import.quote_not_closed', { line: row, column }), { row })
  const at = misplaced(raw.text, opening, marks)
  const line = raw.line + lineEnds(raw.text.slice(0, at))
  const near = raw.text
    .slice(Math.max(opening, at - 15), at + 15)
    .replace(/[\ufdd0-\ufdef]/g, '\\')
    .replace(/\s+/g, ' ')
  const where =
    line === row
      ? message('import.quote_not_doubled', { line, column, near })
      : message('import.quote_not_doubled_below', { line, begin: row, column, near })
  return refusal('quote_misplaced', where, { row })
}

/**
 * Refusal for an unquoted cell with a quotation mark that is more than text: a blank before an opening mark, with a
 * delimiter inside. Null if the mark is part of the text.
 */
export function strayRefusal(stray: StrayQuote, raw: RawRecord, { quote }: Marks): ReadRefusal | null {
  if (stray.place === 'before_blank') return null
  const opens = stray.text.trimStart().startsWith(quote)
  if (!opens || (stray.text.split(quote).length - 1) % 2 === 0) return null
  const row = raw.line + lineEnds(raw.text.slice(0, stray.offset))
  return refusal(
    'quote_misplaced',
    message('import.blank_before_quote', { line: row, column: stray.at + 1 }),
    { row },
  )
}

/**
 * Refusal for a quoted cell over several lines, each of which would be a row of the usual width if its quotation
 * marks were text.
 */
export function linesRefusal(raw: RawRecord, width: number, { delimiter }: Marks): ReadRefusal | null {
  // Commas are common in texts of several lines, such as addresses.
  if (width < (delimiter === ',' ? 5 : 3)) return null
  const lines = raw.text.replace(/\r\n?|\n$/, '').split(/\r\n|\r|\n/)
  if (lines.length < 2 || lines.some((line) => line.split(delimiter).length !== width)) return null
  return refusal(
    'quote_over_lines',
    message('import.quote_over_lines', {
      from: raw.line,
      to: raw.line + lines.length - 1,
      cells: width,
    }),
    { row: raw.line },
  )
}

export function strayMessage(stray: StrayQuote, raw: RawRecord): Message {
  const at = { line: raw.line + lineEnds(raw.text.slice(0, stray.offset)), column: stray.at + 1 }
  return stray.place === 'before_blank'
    ? message('sheet.blank_after_quote', at)
    : message('sheet.quote_in_text', at)
}

function misplaced(text: string, opening: number, { delimiter, quote }: Marks): number {
  let from = opening + 1
  for (;;) {
    const at = text.indexOf(quote, from)
    if (at === -1) return opening
    const after = text.slice(at + 1).trimStart()
    if (text[at + 1] === quote) from = at + 2
    else if (after === '' || after.startsWith(delimiter)) from = at + 1
    else return at
  }
}

/** One-based column. `before`: the record's text before the cell. */
function columnAt(before: string, { delimiter, quote }: Marks): number {
  if (before === '') return 1
  let cells = 1
  new Papa.Parser({
    delimiter,
    newline: '\n',
    quoteChar: quote,
    step: ({ data }: { data: string[][] }) => void (cells = data[0]?.length ?? 1),
  }).parse(before, 0, false)
  return cells
}

export function lineEnds(text: string): number {
  return text.split(/\r\n|\r|\n/).length - 1
}
