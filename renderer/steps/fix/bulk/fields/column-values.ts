// Distinct values of a column, as a replacement table compares them: ignoring case and outer blanks. Pure functions.
import type { ColumnValues as Reported } from '../../../../../shared/contract/fixing/values.ts'

export type ColumnValue = {
  /** As the table compares it. */
  readonly folded: string
  /** As most cells write it. */
  readonly text: string
  readonly cells: number
}
export type ColumnValues = Omit<Reported, 'values'> & { readonly values: readonly ColumnValue[] }

export function foldedValue(text: string): string {
  return text.trim().toLowerCase()
}

export function withFolded(reported: Reported): ColumnValues {
  return {
    ...reported,
    values: reported.values.map((value) => ({ ...value, folded: foldedValue(value.text) })),
  }
}
