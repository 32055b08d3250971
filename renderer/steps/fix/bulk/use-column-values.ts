// Hook that returns the distinct values of a column. The engine counts them over all rows of the scope.
import { useQuery } from '@tanstack/react-query'
import type { FixScope } from '../../../../shared/fixing/fix.ts'
import { api } from '../../../app/engine.ts'
import { type ColumnValues, withFolded } from './column-values.ts'

export type ValueQuestion = {
  readonly batch: number
  readonly sheet: number
  readonly column: number
  readonly rows: FixScope['rows']
  /** Only values with a problem of this code, or with any problem. */
  readonly wrong: { readonly code?: string | null | undefined } | null
}

const nowhere: ValueQuestion = { batch: 1, sheet: 0, column: 0, rows: { filter: {} }, wrong: null }

/** Null: no request. */
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
