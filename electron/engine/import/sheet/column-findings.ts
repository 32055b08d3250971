// Turns the counts of one column into warnings at the end of its sheet: at most one of each kind, with the number
// of cells and the first of them. Pure.
import type { FileWarningCode } from '../../../../shared/sheet/file-warnings.ts'
import { headerWords } from '../../../../shared/mapping/header-words.ts'
import type { DateOrder } from '../../../../shared/sheet/sheet.ts'
import { cellKinds } from './cell-kind.ts'
import { type ColumnFacts, dateOrderOf, type Example, type Tally } from './column-facts.ts'

export type ColumnFinding = {
  readonly code: FileWarningCode
  readonly message: string
  /** Of the first such cell. */
  readonly row: number
  /** Number of affected cells. */
  readonly count: number
  readonly dateOrder?: DateOrder
}

/** A column with fewer filled cells has no usual type. */
const fewest = 5
/** Minimum share of a column's cells for a usual type. */
const most = 0.8

/** `name`: the column's name, for the sentences. */
export function columnFindings(name: string, facts: ColumnFacts): ColumnFinding[] {
  return [
    ambiguousDates(name, facts),
    shortYears(name, facts),
    datesAndTexts(name, facts),
    turnedIntoDates(name, facts),
    mixedTypes(name, facts),
    longNumbers(name, facts),
    identifiersAsDecimals(name, facts),
    zerosFromFormat(name, facts),
  ].filter((found) => found !== null)
}

function ambiguousDates(name: string, facts: ColumnFacts): ColumnFinding | null {
  const order = dateOrderOf(facts)
  const { first } = facts.ambiguous
  if (order === null || first === null || !isOfDates(facts)) return null
  const { dayFirst, monthFirst } = facts
  const evidence =
    dayFirst.count > 0 && monthFirst.count > 0
      ? `The column mixes both: ${decides(dayFirst, 'day and month')}, ${decides(monthFirst, 'month and day')}.`
      : dayFirst.count > 0
        ? `In the same column ${decides(dayFirst, 'day and month')} and none month and day.`
        : monthFirst.count > 0
          ? `In the same column ${decides(monthFirst, 'month and day')} and none day and month.`
          : 'No other cell of the column tells which.'
  return {
    code: 'ambiguous_dates',
    message: `${cells(facts.ambiguous.count)} of column "${name}" can be read as day and month or as month and day, the first ${shown(first)}. ${evidence} Choose how they are written when you map the column.`,
    row: first.row,
    count: facts.ambiguous.count,
    dateOrder: order,
  }
}

function decides({ count, first }: Tally, order: string): string {
  return `${cells(count)} can only be ${order}${first === null ? '' : ` (${shown(first)})`}`
}

function shortYears(name: string, facts: ColumnFacts): ColumnFinding | null {
  const { first, count } = facts.shortYears
  // Bank codes and the like (`20-45-78`) look like dates occasionally; a date column consists of dates.
  if (first === null || facts.kinds[cellKinds.date].count < facts.filled * most) return null
  return {
    code: 'two_digit_years',
    message: `${cells(count)} of column "${name}" ${verb(count, 'has', 'have')} a two-digit year, the first ${shown(first)}. Which century is meant is not known, so such dates are refused: ask for four-digit years.`,
    row: first.row,
    count,
  }
}

function datesAndTexts(name: string, facts: ColumnFacts): ColumnFinding | null {
  const { realDates, dayFirst, monthFirst, ambiguous } = facts
  const text = [ambiguous, dayFirst, monthFirst].reduce((sum, { count }) => sum + count, 0)
  const first = earliest([ambiguous, dayFirst, monthFirst])
  if (realDates.first === null || first === null) return null
  return {
    code: 'dates_and_texts',
    message: `Column "${name}" holds ${realDates.count} real dates and ${text} texts that look like dates, the first ${shown(first)}. A spreadsheet program may have taken day for month in the real ones: compare some with the original.`,
    row: first.row,
    count: text,
  }
}

function turnedIntoDates(name: string, facts: ColumnFacts): ColumnFinding | null {
  const { first, count } = facts.kinds[cellKinds.dayMonth]
  if (first === null || count > facts.filled * (1 - most)) return null
  return {
    code: 'turned_into_dates',
    message: `${cells(count)} of column "${name}" ${verb(count, 'looks', 'look')} like codes that a spreadsheet program turned into dates, the first ${shown(first)}. Ask for the original value.`,
    row: first.row,
    count,
  }
}

const kindWords = [
  [cellKinds.number, 'numbers'],
  [cellKinds.date, 'dates'],
  [cellKinds.time, 'times'],
  [cellKinds.boolean, 'yes or no'],
  [cellKinds.email, 'e-mail addresses'],
] as const

/** Texts may be anything, so a text column is never mixed. */
function mixedTypes(name: string, { filled, kinds, shortYears }: ColumnFacts): ColumnFinding | null {
  if (filled < fewest) return null
  for (const [kind, words] of kindWords) {
    // In a column of numbers, a date with a two-digit year is a number with separators.
    const alike = kind === cellKinds.number && shortYears.count === kinds[cellKinds.date].count
    const usual = alike ? [kinds[kind], kinds[cellKinds.date]] : [kinds[kind]]
    const count = usual.reduce((sum, tally) => sum + tally.count, 0)
    const first = earliest(Object.values(kinds).filter((tally) => !usual.includes(tally)))
    if (count < filled * most || first === null) continue
    return {
      code: 'mixed_types',
      message: `Most cells of column "${name}" are ${words} (${count} of ${filled}); ${filled - count} ${filled - count === 1 ? 'is' : 'are'} not, the first ${shown(first)}.`,
      row: first.row,
      count: filled - count,
    }
  }
  return null
}

function longNumbers(name: string, { long, longZeroed }: ColumnFacts): ColumnFinding | null {
  if (long.first === null) return null
  if (longZeroed.first !== null && long.count >= fewest && longZeroed.count === long.count) {
    return {
      code: 'digits_lost',
      message: `All ${long.count} numbers of column "${name}" with 16 digits or more have only zeros after the fifteenth, the first ${shown(longZeroed.first)}: a spreadsheet program has replaced their last digits. Ask for the original values.`,
      row: longZeroed.first.row,
      count: long.count,
    }
  }
  const zeroed =
    longZeroed.first === null
      ? ''
      : ` ${longZeroed.count} of them ${longZeroed.count === 1 ? 'has' : 'have'} only zeros after the fifteenth digit, the first ${shown(longZeroed.first)}: compare with the original.`
  return {
    code: 'long_numbers',
    message: `${cells(long.count)} of column "${name}" ${verb(long.count, 'holds', 'hold')} numbers of 16 digits or more, the first ${shown(long.first)}. They are read whole; a spreadsheet program keeps 15 digits.${zeroed}`,
    row: long.first.row,
    count: long.count,
  }
}

function identifiersAsDecimals(name: string, { pointZeros, kinds }: ColumnFacts): ColumnFinding | null {
  const { first, count } = pointZeros
  if (first === null || count < kinds[cellKinds.number].count / 2 || !isIdentifier(name)) return null
  return {
    code: 'identifiers_as_decimals',
    message: `${cells(count)} of column "${name}" ${verb(count, 'ends', 'end')} in ".0", the first ${shown(first)}: a program has turned identifiers into decimal numbers, and leading zeros may be lost. Ask for the original values.`,
    row: first.row,
    count,
  }
}

function zerosFromFormat(name: string, { formatZeros: { first, count } }: ColumnFacts): ColumnFinding | null {
  if (first === null) return null
  return {
    code: 'zeros_from_format',
    message: `${cells(count)} of column "${name}" ${verb(count, 'shows', 'show')} leading zeros that only the number format adds, the first ${shown(first)}. What is shown is read; the stored numbers are without the zeros.`,
    row: first.row,
    count,
  }
}

/** True if the words of a header name an identifier or a phone. */
function isIdentifier(header: string): boolean {
  return /\b(identifier|number|phone|mobile|landline|fax|reference|account|serial|postal|code|key)\b/.test(
    headerWords(header).full,
  )
}

function isOfDates({ kinds, filled }: ColumnFacts): boolean {
  return kinds[cellKinds.date].count >= filled / 2
}

function earliest(tallies: readonly Tally[]): Example | null {
  const found = tallies.flatMap(({ first }) => (first === null ? [] : [first]))
  return found.toSorted((one, other) => one.row - other.row)[0] ?? null
}

function shown({ row, text }: Example): string {
  return `in row ${row}: "${text}"`
}

function cells(count: number): string {
  return count === 1 ? '1 cell' : `${count} cells`
}

/** The verb form for a number of cells. */
function verb(count: number, one: string, many: string): string {
  return count === 1 ? one : many
}
