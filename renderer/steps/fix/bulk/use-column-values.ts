// The different values of a column among the chosen rows, read in pages up to a bound.
import { useQuery } from '@tanstack/react-query'
import type { GridRow, RowFilter } from '../../../../shared/views.ts'
import { engine } from '../../../app/engine.ts'
import { type ColumnValue, valuesOf } from './column-values.ts'

const pageRows = 500
const mostRows = 10_000

export type ColumnValues = {
  readonly values: readonly ColumnValue[]
  /** Rows that they were counted in, where there are more; else null. */
  readonly cutAt: number | null
}

export type ValueQuestion = {
  readonly batch: number
  readonly sheet: number
  readonly column: number
  /** Rows that a filter leaves, or rows that are there already. */
  readonly rows: { readonly filter: RowFilter } | { readonly given: readonly GridRow[] }
  /** Only values that a problem stands on, with this code or with any. */
  readonly wrong: { readonly code?: string | null | undefined } | null
}

/** Null: nothing is asked. */
export function useColumnValues(question: ValueQuestion | null): ColumnValues | undefined {
  const rows = question?.rows
  const which = rows !== undefined && 'given' in rows ? rows.given.map(({ row }) => row) : rows
  const { data } = useQuery({
    queryKey: ['column values', { ...question, rows: which }],
    queryFn: ({ signal }) => (question === null ? null : read(question, signal)),
    enabled: question !== null,
    staleTime: 0,
    gcTime: 0,
  })
  return data ?? undefined
}

async function read(question: ValueQuestion, signal: AbortSignal): Promise<ColumnValues> {
  const { batch, sheet, column, rows, wrong } = question
  if ('given' in rows) return { values: valuesOf(rows.given, column, wrong), cutAt: null }
  const filter = wrong === null ? rows.filter : { column, ...rows.filter }
  const got: GridRow[] = []
  for (;;) {
    const page = await engine.sheets.page(
      { batch, sheet, offset: got.length, limit: pageRows, filter },
      { signal },
    )
    got.push(...page.rows)
    if (page.rows.length === 0 || got.length >= Math.min(page.total, mostRows))
      return { values: valuesOf(got, column, wrong), cutAt: got.length < page.total ? got.length : null }
  }
}
