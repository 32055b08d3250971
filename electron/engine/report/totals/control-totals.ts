// Control totals of the columns that a person chose: how many cells have a text, what their numbers add up to, in the file
// and with its edits, and what became of them. The parts add up to the file's total, so a person can compare it with the
// total that the file's owner has.
import type { ControlColumn, SourceColumn } from '../../../../shared/contract/report.ts'
import { decimalReader } from '../../../../shared/mapping/conversions/numbers.ts'
import { type EndingGroup, endingGroups } from '../../../../shared/sending/endings.ts'
import { createDecimalSum, type DecimalSum } from './decimal-sum.ts'
import type { ReportRow, ReportSheet } from '../report-source.ts'
import { endingOfAccount } from './ending-of-account.ts'

/** Cells with a text, those of them that are no number, and the exact sum of the others; null: none is a number. */
export type Total = { readonly cells: number; readonly noNumber: number; readonly sum: string | null }

export type ControlTotal = {
  readonly sheet: string
  readonly column: string
  /** Only its cells are counted: what they add up to would be a text of the column, where there is one row. */
  readonly isWithheld: boolean
  /** As the file has them. */
  readonly source: Total
  /** With edits and filled cells. */
  readonly current: Total
  /** Of `source`, by what became of the row's account; `no_account`: the row belongs to none. They add up to it. */
  readonly parts: Readonly<Record<EndingGroup | 'no_account', Total>>
}

type Counter = { cells: number; noNumber: number; numbers: number; readonly sum: DecimalSum }
type NumberOf = (text: string) => string | null
type Column = {
  readonly chosen: ControlColumn
  /** Gives null where the text is no number; null itself where the column is withheld. */
  readonly numberOf: NumberOf | null
  readonly source: Counter
  readonly current: Counter
  readonly parts: Record<EndingGroup | 'no_account', Counter>
}

export type ControlTotals = {
  add(row: ReportRow, sheet: ReportSheet): void
  totals(): readonly ControlTotal[]
}

const groups = Object.keys(endingGroups) as EndingGroup[]

/** The group of every ending. */
const groupOf = new Map(
  groups.flatMap((group) => endingGroups[group].map((ending) => [ending, group] as const)),
)

export function createControlTotals(
  columns: readonly ControlColumn[],
  withheld: readonly SourceColumn[],
): ControlTotals {
  const isWithheld = ({ sheet, column }: SourceColumn): boolean =>
    withheld.some((one) => one.sheet === sheet && one.column === column)
  const all = columns.map(
    (chosen): Column => ({
      chosen,
      numberOf: isWithheld(chosen) ? null : decimalReader(chosen.style),
      source: counter(),
      current: counter(),
      parts: Object.fromEntries(
        [...groups, 'no_account'].map((group) => [group, counter()]),
      ) as Column['parts'],
    }),
  )
  return {
    add(row, sheet) {
      for (const column of all) if (column.chosen.sheet === sheet.name) addRow(column, row, sheet)
    },
    totals: () =>
      all.map(({ chosen: { sheet, column }, numberOf, source, current, parts }) => ({
        sheet,
        column,
        isWithheld: numberOf === null,
        source: totalOf(source),
        current: totalOf(current),
        parts: Object.fromEntries(
          Object.entries(parts).map(([group, part]) => [group, totalOf(part)]),
        ) as ControlTotal['parts'],
      })),
  }
}

function addRow(
  { chosen, numberOf, source, current, parts }: Column,
  row: ReportRow,
  sheet: ReportSheet,
): void {
  const at = sheet.columns.findIndex(({ name }) => name === chosen.column)
  if (at < 0) return
  const text = row.cells[at] ?? ''
  const group =
    row.account === null ? 'no_account' : (groupOf.get(endingOfAccount(row.account)) ?? 'no_account')
  count(source, text, numberOf)
  count(parts[group], text, numberOf)
  count(current, row.current?.[at] ?? text, numberOf)
}

const aroundNumber = /^[\p{Sc}\s]+|[\p{Sc}\s]+$/gu

/** Blanks and currency signs around a number do not matter. */
function count(to: Counter, text: string, numberOf: Column['numberOf']): void {
  if (text.trim() === '') return
  to.cells += 1
  if (numberOf === null) return
  const number = numberOf(text.replace(aroundNumber, ''))
  if (number === null) to.noNumber += 1
  else {
    to.numbers += 1
    to.sum.add(number)
  }
}

function counter(): Counter {
  return { cells: 0, noNumber: 0, numbers: 0, sum: createDecimalSum() }
}

function totalOf({ cells, noNumber, numbers, sum }: Counter): Total {
  return { cells, noNumber, sum: numbers === 0 ? null : sum.total() }
}
