// Scores how well one dialect (delimiter, quotation mark, escape) fits the first lines of a file. A misplaced
// quotation mark spoils only its own line, so it does not count against a delimiter.
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
  /** Cells of a usual row; 1 where the delimiter separates none. */
  readonly width: number
  /** Rows of that width, of all rows. */
  readonly share: number
  /** Rows with two cells or more, of all rows. */
  readonly presence: number
  readonly inFirst: boolean
  /** Lines with a misplaced quotation mark. */
  readonly faults: number
  /** Rows in which a quotation mark stands inside an unquoted cell. */
  readonly strays: number
  readonly rows: number
  /** The first row's cells. */
  readonly first: readonly string[]
}

/** Stands for "no quotation mark": a code point that is no character. */
const noQuote = '\ufdd1'
const rowsReviewed = 100
const mostFaults = 25
/** Lines after which a quoted cell that does not end in the sample is taken for a fault. */
const longestCell = 50

/** The parser's own name for a quotation mark. */
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
  // Faults in line after line would begin the parsing again for each: enough of them say it all.
  while (at < text.length && widths.length < rowsReviewed && faults < mostFaults) {
    at = takeUntilFault(text, at, writing, whole, take, () => widths.length >= rowsReviewed)
    if (at >= text.length || widths.length >= rowsReviewed) break
    // The line of the fault is validated by its delimiters alone, and the next one is a new beginning.
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

/** Returns where the first record with a fault begins, or the text's length. */
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
  // What is left over is the sample's last record, cut off; or all that follows a mark that is never closed.
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
  // Below titles a table counts by itself, if it is wide enough not to be text.
  const table = widths.slice(Math.max(0, widths.indexOf(width)))
  const inTable = table.filter((found) => found === width).length / Math.max(1, table.length)
  return width > 2 && table.length > 1 && inTable > 0.9
    ? { width, share: Math.max(share, inTable * 0.8), presence: Math.max(presence, inTable * 0.8), rows }
    : { width, share, presence, rows }
}
