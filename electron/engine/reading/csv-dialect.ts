// How a delimited text file is written: its line end, its delimiter, what stands around its cells, and how wide its rows
// usually are. Judged from the file's first characters by trying each way and keeping the one under which the rows agree
// best. What a person named is not judged.
import Papa from 'papaparse'
import { createEscapeHiding } from './csv-escapes.ts'
import type { Escape, Quote } from './reader.ts'

export type Dialect = {
  /** What the parser splits at. A null `shown` means that no delimiter was found: one column. */
  readonly delimiter: string
  readonly shown: string | null
  readonly quote: Quote | null
  readonly escape: Escape
  readonly lineEnd: '\n' | '\r'
  /** Cells of a usual row. */
  readonly width: number
}

/** What a person named; absent: to be found. */
export type GivenDialect = {
  readonly delimiter: string | null
  readonly quote?: Quote | null | undefined
  readonly escape?: Escape | undefined
}

const candidates = [',', ';', '\t', '|', '^', '~', '\x1f'] as const
/** Stand for "no delimiter" and "no quotation mark": code points that are no characters. */
const noDelimiter = '\ufdd0'
const noQuote = '\ufdd1'

/** The parser's own name for a quotation mark. */
export function parserQuote(quote: Quote | null): string {
  return quote ?? noQuote
}

/** The `sep=` line that Excel writes and obeys: the delimiter it names, and its length with its line end. */
export function sepLine(text: string): { readonly delimiter: string; readonly length: number } | null {
  const found = /^"?sep=([^\r\n"])"?[,;\t|]*(\r\n|\n|\r|$)/i.exec(text)
  return found?.[1] === undefined ? null : { delimiter: found[1], length: found[0].length }
}

/** `whole`: the sample is all of the file, so its last line is complete. */
export function dialectOf(sample: string, whole: boolean, given: GivenDialect): Dialect {
  const lines = sample.replace(/\r\n?/g, '\n')
  const { best, quote, escape } = bestWay(lines, whole, given)
  const found = (delimiter: string, shown: string | null, width: number): Dialect => ({
    delimiter,
    shown,
    quote,
    escape,
    lineEnd: lineEndOf(sample, quote),
    width,
  })
  if (given.delimiter !== null) return found(given.delimiter, given.delimiter, best.width)
  // Rows of nothing but delimiters say which one it is, not that there is a column.
  const only = /^[\s,;|"]*$/.test(lines) ? candidates.find((one) => lines.includes(one)) : undefined
  if (only !== undefined) return found(only, only, 1)
  // A delimiter that is in fewer than half of the rows, and not in the first, is punctuation.
  if (best.width < 2 || (best.share < 0.5 && !best.inFirst)) return found(noDelimiter, null, 1)
  return found(best.delimiter, best.delimiter, best.width)
}

type Way = { readonly best: Judgement; readonly quote: Quote | null; readonly escape: Escape }

/** Doubled quotation marks, unless these give faults or none are used, and another way fits without a fault. */
function bestWay(lines: string, whole: boolean, given: GivenDialect): Way {
  const judged = (quote: Quote | null, escape: Escape): Way => {
    const best = (given.delimiter === null ? candidates : [given.delimiter])
      .map((delimiter) => judge(lines, { delimiter, quote, escape }, whole))
      .reduce((left, right) => (better(right, left) ? right : left))
    return { best, quote, escape }
  }
  const escapesOf = (quote: Quote | null): Way => {
    const usual = judged(quote, given.escape ?? 'doubled')
    if (given.escape !== undefined || quote === null || !lines.includes(`\\${quote}`)) return usual
    if (usual.best.faults === 0) return usual
    const other = judged(quote, 'backslash')
    return other.best.faults === 0 ? other : usual
  }
  if (given.quote !== undefined) return escapesOf(given.quote)
  const usual = escapesOf('"')
  if (opened(lines, usual.best.delimiter, '"') > 0) return usual
  const other = escapesOf("'")
  const { best } = other
  const often = opened(lines, best.delimiter, "'") >= Math.max(2, best.rows / 2)
  // An apostrophe in front that has no other at the end is text: it must close every cell that it opens.
  return often && best.faults === 0 && best.rows * 2 >= usual.best.rows && best.share >= usual.best.share
    ? other
    : usual
}

/** Cells that begin with a quotation mark. */
function opened(lines: string, delimiter: string, quote: Quote): number {
  const starts = [`\n${quote}`, `${delimiter}${quote}`]
  return starts.reduce((sum, start) => sum + lines.split(start).length - 1, lines.startsWith(quote) ? 1 : 0)
}

type Judgement = {
  readonly delimiter: string
  readonly width: number
  readonly share: number
  readonly inFirst: boolean
  readonly faults: number
  readonly rows: number
}

function better(one: Judgement, other: Judgement): boolean {
  if (one.width < 2 !== other.width < 2) return one.width >= 2
  const score = (of: Judgement): number => of.share + (of.inFirst ? 0.2 : 0) - (of.faults > 0 ? 0.5 : 0)
  if (Math.abs(score(one) - score(other)) > 0.001) return score(one) > score(other)
  return one.width > other.width
}

function judge(
  lines: string,
  { delimiter, quote, escape }: Pick<Dialect, 'delimiter' | 'quote' | 'escape'>,
  whole: boolean,
): Judgement {
  const widths: number[] = []
  let faults = 0
  const parser = new Papa.Parser({
    delimiter,
    newline: '\n',
    quoteChar: parserQuote(quote),
    step: ({ data, errors }: { data: string[][]; errors: unknown[] }) => {
      const [cells = []] = data
      faults += errors.length
      if (cells.some((cell) => cell !== '')) widths.push(cells.length)
      if (widths.length >= 100) parser.abort()
    },
  })
  parser.parse(escape === 'backslash' ? createEscapeHiding(delimiter).hide(lines) : lines, 0, !whole)
  const counts = new Map<number, number>()
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1)
  const usual = [...counts].filter(([width]) => width > 1).sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]
  const [width, count] = usual ?? [1, counts.get(1) ?? 0]
  return {
    delimiter,
    width,
    share: widths.length === 0 ? 0 : count / widths.length,
    inFirst: (widths[0] ?? 0) > 1,
    faults,
    rows: widths.length,
  }
}

/** Old Macintosh files end lines with CR alone; in all others LF is the line end and a CR before it belongs to it. */
function lineEndOf(sample: string, quote: Quote | null): '\n' | '\r' {
  const unquoted = quote === null ? sample : sample.replace(quote === '"' ? /"[^"]*"/g : /'[^']*'/g, '')
  const feeds = unquoted.split('\n').length - 1
  const lone = unquoted.replace(/\r\n|\r$/g, '').split('\r').length - 1
  return lone > feeds ? '\r' : '\n'
}
