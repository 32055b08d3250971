// Finds columns of the mapping: by what is decided about them, by the errors that the tried accounts have there, and by
// a text in their header or in a field that they fill. Pure functions.
import type { ReadinessView } from '../../../../shared/contract/import/mapping.ts'
import type { FieldView, SheetView } from '../../../../shared/contract/views.ts'
import { columnsOf, type Fate, fateOf, type Scope } from './draft.ts'
import type { Draft } from './map-draft.ts'
import { reasonKey } from './proposals.ts'
import { titleOf } from './field-choices.ts'

export const columnFilters = ['all', 'undecided', 'errors', 'ignored'] as const
export type ColumnFilter = (typeof columnFilters)[number]

/** A column of a used sheet, with what is decided about it. */
export type Column = {
  readonly key: string
  readonly scope: Scope
  readonly column: string
  readonly fate: Fate
  readonly hasErrors: boolean
}

export function allColumns(
  { mapping }: Pick<Draft, 'mapping'>,
  sheets: readonly SheetView[],
  scopes: readonly Scope[],
  errors: ReadinessView['columns'],
): readonly Column[] {
  const wrong = new Set(errors.map(({ sheet, column }) => reasonKey(sheet, column)))
  return scopes.flatMap((scope) =>
    columnsOf(sheets, scope.sheet).map((column) => {
      const key = reasonKey(scope.sheet, column)
      return { key, scope, column, fate: fateOf(mapping, scope, column), hasErrors: wrong.has(key) }
    }),
  )
}

export function isIn(filter: ColumnFilter, { fate, hasErrors }: Column): boolean {
  if (filter === 'errors') return hasErrors
  return filter === 'all' || fate.kind === filter
}

/** Fields are found by their titles as they are shown, and by their paths. */
export function isFoundBy(text: string, { column, fate }: Column, fields: readonly FieldView[]): boolean {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return true
  const titles = new Map(fields.map(({ path, title }) => [path, title]))
  const paths = fate.kind === 'mapped' ? [fate.path, ...fate.further.map(({ path }) => path)] : []
  return [column, ...paths, ...paths.map((path) => titleOf(path, titles))].some((one) =>
    one.toLowerCase().includes(wanted),
  )
}
