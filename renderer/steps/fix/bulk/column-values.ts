// The different values of a column, with how many cells hold each: all of them, or only those that a problem stands on.
// Values are the same where a table takes them for the same: without case and outer blanks. Pure.
import type { GridRow } from '../../../../shared/views.ts'
import { marksOf } from '../cell-marks.ts'

export type ColumnValue = {
  /** As the table compares it. */
  readonly folded: string
  /** As most cells write it. */
  readonly text: string
  readonly cells: number
}

export function foldedValue(text: string): string {
  return text.trim().toLowerCase()
}

/** Most frequent first. `code`: only cells with a problem of this code; undefined: with any. */
export function valuesOf(
  rows: readonly GridRow[],
  column: number,
  wrong: { readonly code?: string | null | undefined } | null,
): ColumnValue[] {
  const cells = rows.filter((row) => wrong === null || isWrong(row, column, wrong.code))
  const spellings = Map.groupBy(
    cells.map((row) => row.cells[column] ?? ''),
    foldedValue,
  )
  return [...spellings]
    .map(([folded, texts]) => ({ folded, text: mostFrequent(texts), cells: texts.length }))
    .sort((one, other) => other.cells - one.cells || (one.text < other.text ? -1 : 1))
}

function isWrong(row: GridRow, column: number, code: string | null | undefined): boolean {
  const problems = marksOf(row).get(column)?.problems ?? []
  return problems.some((problem) => !problem.stale && (code === undefined || problem.code === code))
}

function mostFrequent(texts: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best), ['', 0])[0]
}
