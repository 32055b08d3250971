// Hook that returns what the dialog knows about the column of a fix: its values, the choices of its field, and the
// default values derived from both. An ambiguous value is not among these defaults; a fix that was counted for the cause
// (causes/use-cures.ts) may read it in the mapping's order, and shows what it would change.
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type FoundDates, foundDates, foundNumbers } from '../../../../../shared/fixing/rules/found.ts'
import type { FixScope } from '../../../../../shared/fixing/fix.ts'
import { api } from '../../../../app/engine.ts'
import { type ColumnValues, withFolded } from './column-values.ts'
import { choicesBy, type ColumnFacts } from '../fix-for-cause.ts'
import { nearestOf, proposedOf } from '../proposed.ts'
import type { Kind, Proposed } from '../fix-draft.ts'

export type Knowledge = {
  readonly found: ColumnValues | undefined
  readonly error: unknown
  readonly retry: () => void
  readonly onlyWrong: boolean
  readonly onOnlyWrong: (onlyWrong: boolean) => void
  /** The column's allowed values, if they are limited. */
  readonly choices: readonly string[]
  /** Which choice a value probably means, by the value as the table compares it. */
  readonly nearest: ReadonlyMap<string, string>
  readonly dates: readonly FoundDates[] | undefined
  readonly proposed: Proposed
}

export function useProposed(options: {
  readonly batch: number
  readonly kind: Kind
  readonly scope: FixScope
  readonly facts: ColumnFacts
  /** Of the cause that the rows are filtered by; undefined without one. */
  readonly code: string | null | undefined
  /** The sentence of the cause: it may name a limit. */
  readonly message: string | null
  readonly hasProblems: (column: number) => boolean
  /** Values are shown before the user enters anything. */
  readonly open: boolean
}): Knowledge {
  const { batch, kind, scope, facts, code } = options
  const column = scope.columns.length === 1 ? (scope.columns[0] ?? null) : null
  const [asked, setOnlyWrong] = useState<boolean | null>(null)
  const onlyWrong = asked ?? (column !== null && options.hasProblems(column))
  const needed = kind === 'table' || kind === 'date' || kind === 'number' || options.open
  const { found, error, retry } = useColumnValues(
    column === null || !needed
      ? null
      : {
          batch,
          sheet: scope.sheet,
          column,
          rows: scope.rows,
          wrong: onlyWrong ? { code } : null,
        },
  )
  const dates = useMemo(
    () => (found === undefined || kind !== 'date' ? undefined : foundDates(found.values)),
    [found, kind],
  )
  const writing = useMemo(
    () => (found === undefined || kind !== 'number' ? null : foundNumbers(found.values)),
    [found, kind],
  )
  const choices = useMemo(() => choicesBy(facts), [facts])
  const nearest = useMemo(() => nearestOf(found, choices), [found, choices])
  return {
    found,
    error,
    retry,
    onlyWrong,
    onOnlyWrong: setOnlyWrong,
    choices,
    nearest,
    dates,
    proposed: proposedOf(facts, options.message, dates, writing),
  }
}

type ValueQuestion = {
  readonly batch: number
  readonly sheet: number
  readonly column: number
  readonly rows: FixScope['rows']
  /** Only values with a problem of this code, or with any problem. */
  readonly wrong: { readonly code?: string | null | undefined } | null
  /** Values that differ in case or outer blanks are listed apart. */
  readonly exact?: boolean
}

const nowhere: ValueQuestion = { batch: 1, sheet: 0, column: 0, rows: { filter: {} }, wrong: null }

/** The distinct values of a column, counted over all rows of the scope; null: no request. */
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
