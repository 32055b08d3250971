// The different values of a column, counted by the engine over all rows of the scope.
import { useQuery } from '@tanstack/react-query'
import type { FixScope } from '../../../../shared/fixing/fix.ts'
import { api } from '../../../app/engine.ts'
import { type ColumnValues, withFolded } from './column-values.ts'

export type ValueQuestion = {
  readonly batch: number
  readonly sheet: number
  readonly column: number
  readonly rows: FixScope['rows']
  /** Only values that a problem stands on, with this code or with any. */
  readonly wrong: { readonly code?: string | null | undefined } | null
}

const nowhere: ValueQuestion = { batch: 1, sheet: 0, column: 0, rows: { filter: {} }, wrong: null }

/** Null: nothing is asked. */
export function useColumnValues(question: ValueQuestion | null): {
  readonly found: ColumnValues | undefined
  readonly error: unknown
  readonly retry: () => void
} {
  const { data, error, refetch } = useQuery({
    ...api.values.ofColumn.queryOptions({ input: question ?? nowhere }),
    enabled: question !== null,
    select: withFolded,
    staleTime: 0,
    gcTime: 0,
  })
  return { found: question === null ? undefined : data, error, retry: () => void refetch() }
}
