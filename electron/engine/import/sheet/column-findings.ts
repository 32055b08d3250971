// Turns the counts of one column into warnings at the end of its sheet: at most one of each kind, with the number
// of cells and the first of them. Pure.
import type { FileWarningCode } from '../../../../shared/sheet/file-warnings.ts'
import { headerWords } from '../../../../shared/mapping/header-words.ts'
import type { DateOrder } from '../../../../shared/sheet/sheet.ts'
import { cellKinds } from './cell-kind.ts'
import { type ColumnFacts, dateOrderOf, type Example, type Tally } from './column-facts.ts'
import { type Message, message } from '../../../../shared/texts/create-message.ts'

export type ColumnFinding = {
  readonly code: FileWarningCode
  readonly message: Message
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
  return {
    code: 'ambiguous_dates',
    message: message('sheet.ambiguous_dates', {
      ...firstOf(name, facts.ambiguous.count, first),
      evidence: evidenceOf(facts),
    }),
    row: first.row,
    count: facts.ambiguous.count,
    dateOrder: order,
  }
}

/** What other cells of the column say about the order of day and month. */
function evidenceOf({ dayFirst, monthFirst }: ColumnFacts): Message {
  const day = dayFirst.first
  const month = monthFirst.first
  if (day !== null && month !== null)
    return message('sheet.both_orders', {
      dayFirst: dayFirst.count,
      dayRow: day.row,
      dayText: day.text,
      monthFirst: monthFirst.count,
      monthRow: month.row,
      monthText: month.text,
    })
  if (day !== null) return message('sheet.day_first_only', { cells: dayFirst.count, ...day })
  return month === null
    ? message('sheet.no_order')
    : message('sheet.month_first_only', { cells: monthFirst.count, ...month })
}

function shortYears(name: string, facts: ColumnFacts): ColumnFinding | null {
  const { first, count } = facts.shortYears
  // Bank codes and the like (`20-45-78`) look like dates occasionally; a date column consists of dates.
  if (first === null || facts.kinds[cellKinds.date].count < facts.filled * most) return null
  return {
    code: 'two_digit_years',
    message: message('sheet.two_digit_years', firstOf(name, count, first)),
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
    message: message('sheet.dates_and_texts', {
      column: name,
      dates: realDates.count,
      texts: text,
      row: first.row,
      text: first.text,
    }),
    row: first.row,
    count: text,
  }
}

function turnedIntoDates(name: string, facts: ColumnFacts): ColumnFinding | null {
  const { first, count } = facts.kinds[cellKinds.dayMonth]
  if (first === null || count > facts.filled * (1 - most)) return null
  return {
    code: 'turned_into_dates',
    message: message('sheet.turned_into_dates', firstOf(name, count, first)),
    row: first.row,
    count,
  }
}

const usualKinds = ['number', 'date', 'time', 'boolean', 'email'] as const

/** Texts may be anything, so a text column is never mixed. */
function mixedTypes(name: string, { filled, kinds, shortYears }: ColumnFacts): ColumnFinding | null {
  if (filled < fewest) return null
  for (const kindName of usualKinds) {
    const kind = cellKinds[kindName]
    // In a column of numbers, a date with a two-digit year is a number with separators.
    const alike = kind === cellKinds.number && shortYears.count === kinds[cellKinds.date].count
    const usual = alike ? [kinds[kind], kinds[cellKinds.date]] : [kinds[kind]]
    const count = usual.reduce((sum, tally) => sum + tally.count, 0)
    const first = earliest(Object.values(kinds).filter((tally) => !usual.includes(tally)))
    if (count < filled * most || first === null) continue
    return {
      code: 'mixed_types',
      message: message('sheet.mixed_types', {
        column: name,
        kind: kindName,
        usual: count,
        filled,
        others: filled - count,
        row: first.row,
        text: first.text,
      }),
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
      message: message('sheet.digits_replaced', {
        column: name,
        numbers: long.count,
        row: longZeroed.first.row,
        text: longZeroed.first.text,
      }),
      row: longZeroed.first.row,
      count: long.count,
    }
  }
  const found = firstOf(name, long.count, long.first)
  return {
    code: 'long_numbers',
    message:
      longZeroed.first === null
        ? message('sheet.long_numbers', found)
        : message('sheet.long_numbers_with_zeros', {
            ...found,
            zeroed: longZeroed.count,
            zeroedRow: longZeroed.first.row,
            zeroedText: longZeroed.first.text,
          }),
    row: long.first.row,
    count: long.count,
  }
}

function identifiersAsDecimals(name: string, { pointZeros, kinds }: ColumnFacts): ColumnFinding | null {
  const { first, count } = pointZeros
  if (first === null || count < kinds[cellKinds.number].count / 2 || !isIdentifier(name)) return null
  return {
    code: 'identifiers_as_decimals',
    message: message('sheet.identifiers_as_decimals', firstOf(name, count, first)),
    row: first.row,
    count,
  }
}

function zerosFromFormat(name: string, { formatZeros: { first, count } }: ColumnFacts): ColumnFinding | null {
  if (first === null) return null
  return {
    code: 'zeros_from_format',
    message: message('sheet.zeros_from_format', firstOf(name, count, first)),
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

/** The values of a sentence about cells of a column, of which the first is shown. */
function firstOf(column: string, cells: number, { row, text }: Example) {
  return { column, cells, row, text }
}
