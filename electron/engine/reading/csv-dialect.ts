// How a delimited text file is written: its line end, its delimiter, and how wide its rows usually are. Judged from the
// file's first characters by trying each delimiter and keeping the one under which the rows agree best.
import Papa from 'papaparse'

export type Dialect = {
  /** What the parser splits at. A null `shown` means that no delimiter was found: one column. */
  readonly delimiter: string
  readonly shown: string | null
  readonly lineEnd: '\n' | '\r'
  /** Cells of a usual row. */
  readonly width: number
}

const candidates = [',', ';', '\t', '|'] as const
/** Stands for "no delimiter": a control character (unit separator) that text does not hold. */
const none = '\x1f'

/** The `sep=` line that Excel writes and obeys: the delimiter it names, and its length with its line end. */
export function sepLine(text: string): { readonly delimiter: string; readonly length: number } | null {
  const found = /^"?sep=([^\r\n"])"?[,;\t|]*(\r\n|\n|\r|$)/i.exec(text)
  return found?.[1] === undefined ? null : { delimiter: found[1], length: found[0].length }
}

/** `whole`: the sample is all of the file, so its last line is complete. */
export function dialectOf(sample: string, whole: boolean, given: string | null): Dialect {
  const lineEnd = lineEndOf(sample)
  const lines = sample.replace(/\r\n?/g, '\n')
  const judged = (given === null ? candidates : [given]).map((delimiter) => judge(lines, delimiter, whole))
  const best = judged.reduce((left, right) => (better(right, left) ? right : left))
  if (given !== null) return { delimiter: given, shown: given, lineEnd, width: best.width }
  // Rows of nothing but delimiters say which one it is, not that there is a column.
  const only = /^[\s,;|"]*$/.test(lines)
    ? candidates.find((candidate) => lines.includes(candidate))
    : undefined
  if (only !== undefined) return { delimiter: only, shown: only, lineEnd, width: 1 }
  // A delimiter that is in fewer than half of the rows, and not in the first, is punctuation.
  if (best.width < 2 || (best.share < 0.5 && !best.inFirst))
    return { delimiter: none, shown: null, lineEnd, width: 1 }
  return { delimiter: best.delimiter, shown: best.delimiter, lineEnd, width: best.width }
}

type Judgement = {
  readonly delimiter: string
  readonly width: number
  readonly share: number
  readonly inFirst: boolean
  readonly faults: number
}

function better(one: Judgement, other: Judgement): boolean {
  if (one.width < 2 !== other.width < 2) return one.width >= 2
  const score = (of: Judgement): number => of.share + (of.inFirst ? 0.2 : 0) - (of.faults > 0 ? 0.5 : 0)
  if (Math.abs(score(one) - score(other)) > 0.001) return score(one) > score(other)
  return one.width > other.width
}

function judge(lines: string, delimiter: string, whole: boolean): Judgement {
  const widths: number[] = []
  let faults = 0
  const parser = new Papa.Parser({
    delimiter,
    newline: '\n',
    step: ({ data, errors }: { data: string[][]; errors: unknown[] }) => {
      const [cells = []] = data
      faults += errors.length
      if (cells.some((cell) => cell !== '')) widths.push(cells.length)
      if (widths.length >= 100) parser.abort()
    },
  })
  parser.parse(lines, 0, !whole)
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
  }
}

/** Old Macintosh files end lines with CR alone; in all others LF is the line end and a CR before it belongs to it. */
function lineEndOf(sample: string): '\n' | '\r' {
  const unquoted = sample.replace(/"[^"]*"/g, '')
  const feeds = unquoted.split('\n').length - 1
  const lone = unquoted.replace(/\r\n|\r$/g, '').split('\r').length - 1
  return lone > feeds ? '\r' : '\n'
}
