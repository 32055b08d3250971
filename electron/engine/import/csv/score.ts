// Scores how well a delimiter, a quote and an escape fit the first lines of a file. A quotation mark fault
// invalidates only its own line, so that one misplaced mark does not count against a delimiter.
import Papa from 'papaparse'
import { createEscapeHiding } from './escapes.ts'
import { type Marks, strayQuotes } from './quotes.ts'
import type { Escape, Quote } from '../reader.ts'

export type Writing = {
  readonly delimiter: string
  /** Null: quotation marks are part of the text. */
  readonly quote: Quote | null
  readonly escape: Escape
}

export type Validation = Writing & {
  /** Cells of a typical row; 1 if the delimiter separates none. */
  readonly width: number
  /** Share of rows with that width. */
  readonly share: number
  /** Share of rows with two cells or more. */
  readonly presence: number
  readonly inFirst: boolean
  /** Lines with a misplaced quotation mark. */
  readonly faults: number
  /** Rows with a quotation mark inside an unquoted cell. */
  readonly strays: number
  readonly rows: number
  /** The first row's cells. */
  readonly first: readonly string[]
}

/** Placeholder for "no quotation mark": a code point that is never a character. */
const noQuote = '\ufdd1'
const rowsReviewed = 100
const mostFaults = 25
/** A quoted cell that does not end within this many lines of the sample counts as a fault. */
const longestCell = 50

/** The parser's own setting for a quotation mark. */
export function parserQuote(quote: Quote | null): string {
  return quote ?? noQuote
}

/** `lines`: with LF as the only line end. `whole`: the last line is complete. */
export function validate(lines: string, writing: Writing, whole: boolean): Validation {
  const { delimiter, quote, escape } = writing
  const text = escape === 'backslash' ? createEscapeHiding(delimiter).hide(lines) : lines
  const widths: number[] = []
  let first: readonly string[] = []
  let faults = 0
  let strays = 0
  const take = (cells: readonly string[], raw: string): void => {
    if (cells.every((cell) => cell === '')) return
    if (widths.length === 0) first = cells
    widths.push(cells.length)
    if (quote !== null && raw.includes(quote) && hasStray(raw, cells, { delimiter, quote })) strays += 1
  }
  let at = 0
  // A fault in every line would restart the parser for each: this many are enough.
  while (at < text.length && widths.length < rowsReviewed && faults < mostFaults) {
    at = takeUntilFault(text, at, writing, whole, take, () => widths.length >= rowsReviewed)
    if (at >= text.length || widths.length >= rowsReviewed) break
    // The line of the fault is scored by its delimiters alone, and the next line starts fresh.
    const end = text.indexOf('\n', at)
    if (end === -1 && !whole) break
    take(text.slice(at, end === -1 ? undefined : end).split(delimiter), '')
    faults += 1
    at = end === -1 ? text.length : end + 1
  }
  return { ...writing, ...usualWidth(widths), inFirst: (widths[0] ?? 0) > 1, faults, strays, first }
}

function hasStray(raw: string, cells: readonly string[], marks: Marks): boolean {
  return strayQuotes(raw, cells, marks).some(({ place }) => place === 'inside')
}

/** Returns the start of the first record with a fault, or the text's length. */
function takeUntilFault(
  text: string,
  from: number,
  { delimiter, quote }: Writing,
  whole: boolean,
  take: (cells: readonly string[], raw: string) => void,
  enough: () => boolean,
): number {
  const rest = text.slice(from)
  let start = 0
  let stopped = false
  const parser = new Papa.Parser({
    delimiter,
    newline: '\n',
    quoteChar: parserQuote(quote),
    step: ({ data, errors, meta }: { data: string[][]; errors: unknown[]; meta: { cursor: number } }) => {
      if (stopped) return
      if (errors.length > 0 || enough()) {
        stopped = true
        parser.abort()
        return
      }
      take(data[0] ?? [], rest.slice(start, meta.cursor))
      start = meta.cursor
    },
  })
  parser.parse(rest, 0, !whole)
  if (stopped) return from + start
  // The rest is the sample's last record, cut off, or everything after a mark that is never closed.
  const isCut = whole || rest.slice(start).split('\n', longestCell + 1).length <= longestCell
  return isCut ? text.length : from + start
}

function usualWidth(widths: readonly number[]): {
  width: number
  share: number
  presence: number
  rows: number
} {
  const counts = new Map<number, number>()
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1)
  const usual = [...counts].filter(([width]) => width > 1).sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]
  const rows = widths.length
  const [width, count] = usual ?? [1, counts.get(1) ?? 0]
  const share = rows === 0 ? 0 : count / rows
  const presence = rows === 0 ? 0 : widths.filter((found) => found > 1).length / rows
  // Below titles a table is scored separately, if it is too wide to be text.
  const table = widths.slice(Math.max(0, widths.indexOf(width)))
  const inTable = table.filter((found) => found === width).length / Math.max(1, table.length)
  return width > 2 && table.length > 1 && inTable > 0.9
    ? { width, share: Math.max(share, inTable * 0.8), presence: Math.max(presence, inTable * 0.8), rows }
    : { width, share, presence, rows }
}
