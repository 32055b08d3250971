// Counts of one column while its rows pass: kinds of cells, and evidence for its date format. Keeps a fixed number
// of counts and first examples for a column of any length.
import type { DateOrder } from '../../../../shared/sheet/sheet.ts'
import { type CellKind, type CellLook, cellKinds } from './cell-kind.ts'

export type Example = { readonly row: number; readonly text: string }
export type Tally = { count: number; first: Example | null }

export type ColumnFacts = {
  /** Non-blank cells. */
  filled: number
  /** By kind. */
  readonly kinds: Readonly<Record<CellKind, Tally>>
  readonly ambiguous: Tally
  readonly dayFirst: Tally
  readonly monthFirst: Tally
  readonly shortYears: Tally
  /** Dates that a workbook stores as dates. */
  readonly realDates: Tally
  /** Numbers of 16 digits and more, as text. */
  readonly long: Tally
  /** Of these: only zeros after the fifteenth digit. */
  readonly longZeroed: Tally
  readonly pointZeros: Tally
  readonly formatZeros: Tally
}

const tally = (): Tally => ({ count: 0, first: null })

export function createColumnFacts(): ColumnFacts {
  return {
    filled: 0,
    kinds: [tally(), tally(), tally(), tally(), tally(), tally(), tally(), tally()],
    ambiguous: tally(),
    dayFirst: tally(),
    monthFirst: tally(),
    shortYears: tally(),
    realDates: tally(),
    long: tally(),
    longZeroed: tally(),
    pointZeros: tally(),
    formatZeros: tally(),
  }
}

export function count(tally: Tally, row: number, text: string): void {
  tally.count += 1
  // Cut, so that a long cell is not kept alive for the whole file.
  if (tally.first === null) tally.first = { row, text: text.length > 80 ? `${text.slice(0, 79)}…` : text }
}

/** Counts a classified cell. */
export function countLook(facts: ColumnFacts, look: CellLook, row: number, text: string): void {
  facts.filled += 1
  count(facts.kinds[look.kind], row, text)
  if (look.kind === cellKinds.number) {
    if (look.digits > 15) {
      count(facts.long, row, text)
      if (/^0+$/.test(text.slice(15))) count(facts.longZeroed, row, text)
    } else if (look.pointZero) count(facts.pointZeros, row, text)
  } else if (look.kind === cellKinds.date) {
    if (look.order === 'either') count(facts.ambiguous, row, text)
    else if (look.order === 'dayFirst') count(facts.dayFirst, row, text)
    else if (look.order === 'monthFirst') count(facts.monthFirst, row, text)
    if (look.shortYear) count(facts.shortYears, row, text)
  }
}

/** Evidence for the order of day and month in a column; null if no date is ambiguous. */
export function dateOrderOf({ ambiguous, dayFirst, monthFirst }: ColumnFacts): DateOrder | null {
  return ambiguous.count === 0
    ? null
    : { ambiguous: { ...ambiguous }, dayFirst: { ...dayFirst }, monthFirst: { ...monthFirst } }
}
