// Proposes date patterns for a column, with the evidence: how many cells are ambiguous, and which cells decide. Day
// and month are never guessed: when two patterns parse every value, there is one question for the whole column.
import { cut } from '../converted.ts'
import { compilePattern, type DatePattern } from '../dates/date-patterns.ts'
import { type DateOrder, type DateShape, dateShape, hasShortYear, patternsOf } from '../dates/date-shapes.ts'
import { printUtc } from '../../../sheet/written-dates.ts'
import { type Certainty, listed, type Quote, quoter, type Sample, sampleCells } from './samples.ts'
import { message, type Message, type Said } from '../../../texts/create-message.ts'
import { orList, sentences } from '../../../texts/join.ts'

export type DatePatternFit = {
  readonly pattern: string
  readonly order: DateOrder
  /** One cell and its value as ISO; null when the field is masked. */
  readonly example: { readonly text: string; readonly reads: string } | null
}
export type DatePatterns = {
  /** Filled text cells examined. Real date cells need no pattern and are counted separately. */
  readonly cells: number
  readonly realDates: number
  /** Every pattern that reads all of the cells; with more than one the column must be asked about. */
  readonly fits: readonly DatePatternFit[]
  /** Of the only fit; null where there is none or several. */
  readonly certainty: Certainty | null
  /** Cells that are ambiguous on their own between day first and month first. */
  readonly ambiguous: number
  /** The number of unambiguous cells, with examples. */
  readonly deciding: number
  readonly decidingExamples: readonly string[]
  /** A sentence that summarises the above. */
  readonly evidence: Said
  /** The question for the column when several patterns fit; null otherwise. */
  readonly question: Said | null
  /** When no pattern fits all: the pattern that reads most of them, and the values that it does not read. */
  readonly nearest: {
    readonly pattern: string
    readonly reads: number
    readonly misses: readonly string[]
  } | null
  /** Evidence that the spreadsheet already swapped days and months; null when there is none. */
  readonly warning: Said | null
}

type Options = { readonly kind?: 'date' | 'datetime'; readonly sensitive?: boolean }
type Candidate = { readonly order: DateOrder; readonly pattern: DatePattern }
type ColumnTexts = {
  readonly texts: readonly string[]
  readonly realDates: readonly string[]
  readonly quote: Quote
  readonly sensitive: boolean
}

/** The patterns for a column's values: `kind` says whether a date or a date with time is needed. */
export function proposeDatePatterns(values: readonly Sample[], options: Options = {}): DatePatterns {
  const { cells } = sampleCells(values)
  const sensitive = options.sensitive === true
  const columnTexts: ColumnTexts = {
    texts: cells.filter((cell) => cell.kept?.iso === undefined).map((cell) => cell.text),
    realDates: cells.flatMap((cell) => cell.kept?.iso ?? []),
    quote: quoter(sensitive),
    sensitive,
  }
  const shapes = columnTexts.texts.map(dateShape)
  const usual = mostFrequent(shapes)
  const candidates = candidatesOf(usual, options.kind ?? 'date')
  const fits = candidates.filter(({ pattern }) => columnTexts.texts.every((text) => pattern.read(text).ok))
  const spread = spreadOf(columnTexts.texts, candidates)
  const base = { cells: columnTexts.texts.length, realDates: columnTexts.realDates.length, ...spread }
  const swapped = swapWarning(columnTexts, fits, spread.ambiguous)
  return {
    ...base,
    decidingExamples: sensitive ? [] : spread.decidingExamples,
    fits: fits.map((fit) => fitOf(fit, columnTexts)),
    certainty: fits.length === 1 ? certaintyOf(fits[0], columnTexts.texts, spread, swapped) : null,
    evidence: evidenceOf(columnTexts, fits, spread, shapes),
    question: fits.length > 1 ? questionOf(fits, columnTexts, spread.ambiguous) : null,
    nearest: fits.length > 0 ? null : nearestOf(candidates, columnTexts),
    warning: swapped,
  }
}

/** The shapes with the most frequent key. */
function mostFrequent(shapes: readonly (DateShape | null)[]): DateShape[] {
  const groups = Map.groupBy(
    shapes.filter((shape) => shape !== null),
    (shape) => shape.key,
  )
  let best: DateShape[] = []
  for (const group of groups.values()) if (group.length > best.length) best = group
  return best
}

function candidatesOf(shapes: readonly DateShape[], kind: 'date' | 'datetime'): Candidate[] {
  return patternsOf(shapes).flatMap(({ order, pattern }) => {
    const compiled = compilePattern(pattern, kind)
    return compiled.ok ? [{ order, pattern: plausible(compiled.pattern) }] : []
  })
}

/** Eight digits are a date only if the year is plausible. */
function plausible(pattern: DatePattern): DatePattern {
  if (!/^\w{8}/.test(pattern.text)) return pattern
  return {
    text: pattern.text,
    read(text) {
      const written = pattern.read(text)
      if (!written.ok || (written.time.year >= 1880 && written.time.year <= 2120)) return written
      return { ok: false, code: 'no_such_date', message: message('conversions.year_not_meant') }
    },
  }
}

type Spread = {
  readonly ambiguous: number
  readonly deciding: number
  readonly decidingExamples: readonly string[]
}

function spreadOf(texts: readonly string[], candidates: readonly Candidate[]): Spread {
  let ambiguous = 0
  const deciding: string[] = []
  for (const text of texts) {
    const readings = candidates.flatMap(({ pattern }) => readingOf(pattern, text) ?? [])
    if (new Set(readings).size > 1) ambiguous += 1
    if (readings.length === 1 && candidates.length > 1) deciding.push(text)
  }
  return { ambiguous, deciding: deciding.length, decidingExamples: [...new Set(deciding)].slice(0, 3) }
}

function readingOf(pattern: DatePattern, text: string): string | null {
  const written = pattern.read(text)
  return written.ok ? printUtc(written.time, 0) : null
}

function fitOf({ order, pattern }: Candidate, columnTexts: ColumnTexts): DatePatternFit {
  // The best example has different numbers for day and month.
  const text = columnTexts.texts.find((one) => !/^(\d+)\D+0?\1\D/.test(one)) ?? columnTexts.texts[0] ?? ''
  const reads = readingOf(pattern, text) ?? ''
  const shown = /[Hh]/.test(pattern.text) ? reads.slice(0, -1) : reads.slice(0, 10)
  return {
    pattern: pattern.text,
    order,
    example: columnTexts.sensitive ? null : { text: cut(text), reads: shown },
  }
}

/** Three different cells with only one possible reading make it certain; eight digits in a row never do. */
function certaintyOf(
  fit: Candidate | undefined,
  texts: readonly string[],
  spread: Spread,
  swapped: Said | null,
): Certainty {
  if (swapped !== null) return 'possible'
  if (fit === undefined || /^\w{8}/.test(fit.pattern.text)) return 'likely'
  const byShape = fit.order === 'year' || fit.pattern.text.includes('MMM')
  return (byShape ? new Set(texts).size : spread.decidingExamples.length) >= 3 ? 'certain' : 'likely'
}

function evidenceOf(
  columnTexts: ColumnTexts,
  fits: readonly Candidate[],
  spread: Spread,
  shapes: readonly (DateShape | null)[],
): Message {
  const n = columnTexts.texts.length
  const [only] = fits
  if (n === 0)
    return columnTexts.realDates.length > 0
      ? message('conversions.dates_real', { n: columnTexts.realDates.length })
      : message('conversions.dates_none')
  if (fits.length === 0) {
    const short = shapes.filter((shape) => shape !== null && hasShortYear(shape)).length
    if (short > 0) return message('conversions.dates_short_year', { n: short })
    return spread.deciding > 1 && spread.ambiguous + spread.deciding === n
      ? message('conversions.dates_mixed', { n })
      : message('conversions.dates_no_pattern', { n })
  }
  if (fits.length > 1) return message('conversions.dates_two_ways', { n: spread.ambiguous, cells: n })
  if (spread.deciding === 0)
    return message('conversions.dates_all_written', { n, pattern: only?.pattern.text ?? '' })
  const decided = { n: spread.deciding, examples: listed(spread.decidingExamples, columnTexts.quote) }
  return spread.ambiguous > 0
    ? message('conversions.dates_decided_of_ambiguous', { ...decided, ambiguous: spread.ambiguous })
    : message('conversions.dates_decided', decided)
}

function questionOf(fits: readonly Candidate[], columnTexts: ColumnTexts, ambiguous: number): Said {
  const question = message('conversions.which_order', {
    orders: orList(fits.map(({ order }) => message('conversions.order', { order }))),
    ambiguous,
    cells: columnTexts.texts.length,
  })
  const examples = fits.map((fit) => fitOf(fit, columnTexts).example).filter((one) => one !== null)
  const [first] = examples
  if (first === undefined) return question
  const readings = orList(examples.map((one) => one.reads))
  return sentences(question, message('conversions.would_be', { text: first.text, readings }))
}

function nearestOf(candidates: readonly Candidate[], columnTexts: ColumnTexts): DatePatterns['nearest'] {
  let best: DatePatterns['nearest'] = null
  for (const { pattern } of candidates) {
    const misses = columnTexts.texts.filter((text) => !pattern.read(text).ok)
    const reads = columnTexts.texts.length - misses.length
    if (reads > (best?.reads ?? 0))
      best = {
        pattern: pattern.text,
        reads,
        misses: columnTexts.sensitive ? [] : [...new Set(misses)].slice(0, 5),
      }
  }
  return best
}

/**
 * A spreadsheet set to month first turns `03/04/2026` into a real date, 4 March, and leaves `25/04/2026` as text.
 * So texts that only day first can read, together with real dates of days up to 12, are evidence of a swap.
 */
function swapWarning(
  columnTexts: ColumnTexts,
  fits: readonly Candidate[],
  ambiguous: number,
): Message | null {
  const [only, second] = fits
  if (only === undefined || second !== undefined || ambiguous > 0 || columnTexts.realDates.length === 0)
    return null
  if (!/^[dM]+[^dM]+[dM]+[^dM]/.test(only.pattern.text)) return null
  if (only.pattern.text.includes('MMM')) return null
  if (!columnTexts.realDates.every((iso) => Number(iso.slice(8, 10)) <= 12)) return null
  return message('conversions.dates_swapped', { n: columnTexts.realDates.length })
}
