// Detects the date and number formats of a column from its values and proposes fixes. A value with two possible
// readings is reported with both; neither is chosen. Pure.
import { compilePattern, type DatePattern } from '../../mapping/conversions/dates/date-patterns.ts'
import { isTimed } from '../../mapping/conversions/dates/date-print.ts'
import { dateShape, hasShortYear, patternsOf } from '../../mapping/conversions/dates/date-shapes.ts'
import { type DecimalSign, readDecimal, type ThousandsSign } from '../../mapping/conversions/numbers.ts'
import { withoutUnseen } from '../../sheet/unseen.ts'
import { printDate, printUtc } from '../../sheet/written-dates.ts'

/** A value with how many cells hold it. */
export type CountedValue = { readonly text: string; readonly cells: number }

export type FoundDates = {
  /** Every pattern that reads all values of one kind; with several, day and month are ambiguous. */
  readonly patterns: readonly {
    readonly pattern: string
    readonly example: { readonly text: string; readonly reads: string }
  }[]
  readonly cells: number
}

/** By format, most cells first; values that no pattern reads are not included. */
export function foundDates(values: readonly CountedValue[]): FoundDates[] {
  const kinds = new Map<string, { cells: number; short: boolean; texts: string[] }>()
  for (const { text: written, cells } of values) {
    const text = withoutUnseen(written).trim()
    const shape = dateShape(text)
    if (shape === null) continue
    const short = hasShortYear(shape)
    const kind = kinds.get(shape.key) ?? { cells: 0, short, texts: [] }
    kind.cells += cells
    kind.texts.push(text)
    kinds.set(shape.key, kind)
  }
  return [...kinds.values()]
    .sort((one, other) => other.cells - one.cells)
    .flatMap(({ cells, short, texts }) => {
      const patterns = short ? shortYears(texts) : fitsOf(texts)
      return patterns.length === 0 ? [] : [{ cells, patterns }]
    })
}

/**
 * Values that are not existing days decide nothing. When no pattern reads the rest, the column mixes orders, and
 * all are reported.
 */
function fitsOf(texts: readonly string[]): FoundDates['patterns'] {
  const shapes = texts.flatMap((text) => dateShape(text) ?? [])
  const candidates = patternsOf(shapes).flatMap(({ pattern }) => {
    const compiled = compilePattern(pattern, isTimed(pattern) ? 'datetime' : 'date')
    return compiled.ok ? [{ pattern, readings: texts.map((text) => readingOf(compiled.pattern, text)) }] : []
  })
  const readable = texts.flatMap((_, at) =>
    candidates.some(({ readings }) => readings[at] !== null) ? [at] : [],
  )
  if (readable.length === 0) return []
  const fits = candidates.filter(({ readings }) => readable.every((at) => readings[at] !== null))
  const reported =
    fits.length > 0 ? fits : candidates.filter(({ readings }) => readings.some((one) => one !== null))
  // The best example is a value that they read differently.
  const differs = readable.find((at) => new Set(reported.map(({ readings }) => readings[at])).size > 1)
  return reported.map(({ pattern, readings }) => {
    const at =
      differs !== undefined && readings[differs] !== null
        ? differs
        : readings.findIndex((one) => one !== null)
    return { pattern: widened(pattern), example: { text: texts[at] ?? '', reads: readings[at] ?? '' } }
  })
}

/** Values outside the sample may have one-digit days and months: `d` reads both, if there are separators. */
function widened(pattern: string): string {
  return /^\w{8}/.test(pattern) ? pattern : pattern.replace('dd', 'd').replace(/(?<!M)MM(?!M)/, 'M')
}

/** As ISO; null when the pattern does not read it, or reads an implausible year. */
function readingOf(pattern: DatePattern, text: string): string | null {
  const read = pattern.read(text)
  if (!read.ok || read.time.year < 1880 || read.time.year > 2120) return null
  return isTimed(pattern.text) ? printUtc(read.time, 0).slice(0, -1) : printDate(read.time)
}

/** Assumes years of this century, because the values do not show the century. */
function shortYears(texts: readonly string[]): FoundDates['patterns'] {
  const whole = new Map(texts.map((text) => [text.replace(/^(.+?\D.+?\D)(\d{2})(?=\D|$)/, '$120$2'), text]))
  return fitsOf([...whole.keys()]).map(({ pattern, example }) => ({
    pattern: pattern.replace('yyyy', 'yy'),
    example: { text: whole.get(example.text) ?? example.text, reads: '' },
  }))
}

export type NumberWriting = {
  readonly decimalSign: DecimalSign
  readonly thousandsSign: ThousandsSign | null
}

/** Simplest first: of patterns that read all values alike, it is enough. */
export const numberWritings: readonly NumberWriting[] = [
  { decimalSign: '.', thousandsSign: null },
  { decimalSign: ',', thousandsSign: null },
  { decimalSign: '.', thousandsSign: ',' },
  { decimalSign: ',', thousandsSign: '.' },
  { decimalSign: ',', thousandsSign: ' ' },
  { decimalSign: '.', thousandsSign: ' ' },
  { decimalSign: '.', thousandsSign: "'" },
]

/** Null when nothing reads most of the values, or when two formats read the same values as different numbers. */
export function foundNumbers(values: readonly CountedValue[]): NumberWriting | null {
  const filled = values
    .map(({ text, cells }) => ({
      cells,
      text: withoutUnseen(text)
        .replace(/\p{Sc}/gu, '')
        .trim(),
    }))
    .filter(({ text }) => text !== '')
  const all = filled.reduce((sum, { cells }) => sum + cells, 0)
  const readings = numberWritings
    .map((writing) => {
      const style = { decimal: writing.decimalSign, thousands: writing.thousandsSign }
      const read = filled.map(({ text }) => readDecimal(text, style))
      const cells = filled.reduce((sum, one, at) => sum + (read[at] === null ? 0 : one.cells), 0)
      return { writing, read, cells }
    })
    .sort((one, other) => other.cells - one.cells)
  const [best] = readings
  if (best === undefined || best.cells * 2 < all || all === 0) return null
  const contradicted = readings.some((other) =>
    other.read.some((number, at) => number !== null && best.read[at] !== null && number !== best.read[at]),
  )
  return contradicted ? null : best.writing
}
