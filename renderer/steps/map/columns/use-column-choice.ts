// Hook with the columns that the list shows (a filter and a text narrow it) and those of them that are selected. A
// column that is not shown is never selected, so no act changes what nobody sees.
import { useMemo, useState } from 'react'
import type { ReadinessView } from '../../../../shared/contract/import/mapping.ts'
import type { Scope } from '../draft/draft.ts'
import {
  allColumns,
  type Column,
  type ColumnFilter,
  columnFilters,
  isFoundBy,
  isIn,
} from '../draft/find-columns.ts'
import { reasonKey } from '../draft/proposals.ts'
import type { Chosen, MapperProps } from '../map-props.ts'

export type ColumnChoice = {
  readonly all: readonly Column[]
  readonly counts: Readonly<Record<ColumnFilter, number>>
  readonly filter: ColumnFilter
  readonly setFilter: (filter: ColumnFilter) => void
  readonly text: string
  readonly setText: (text: string) => void
  readonly isShown: (key: string) => boolean
  readonly shown: readonly Column[]
  readonly selected: readonly Column[]
  readonly isSelected: (key: string) => boolean
  /** With `range`: all columns from the one that was switched last. */
  readonly turn: (key: string, on: boolean, range: boolean) => void
  readonly selectAll: (on: boolean) => void
}

export function useColumnChoice(
  { draft, sheets, fields }: Pick<MapperProps, 'draft' | 'sheets' | 'fields'>,
  scopes: readonly Scope[],
  { errors, chosen }: { readonly errors: ReadinessView['columns']; readonly chosen: Chosen | null },
): ColumnChoice {
  const [wanted, setFilter] = useState<ColumnFilter>('all')
  const [text, setText] = useState('')
  const [picked, setPicked] = useState<{ readonly keys: ReadonlySet<string>; readonly last: string | null }>({
    keys: new Set(),
    last: null,
  })
  const { mapping } = draft
  const all = useMemo(
    () => allColumns({ mapping }, sheets, scopes, errors),
    [mapping, sheets, scopes, errors],
  )
  const counts = Object.fromEntries(
    columnFilters.map((filter) => [filter, all.filter((one) => isIn(filter, one)).length]),
  ) as Record<ColumnFilter, number>
  // A filter that nothing is left of gives way.
  const filter = counts[wanted] === 0 ? 'all' : wanted
  const open = chosen === null ? null : reasonKey(chosen.sheet, chosen.column)
  const shown = all.filter((one) => one.key === open || (isIn(filter, one) && isFoundBy(text, one, fields)))
  const keys = new Set(shown.map(({ key }) => key))
  const selected = shown.filter(({ key }) => picked.keys.has(key))
  const turn = (key: string, on: boolean, range: boolean): void => {
    const places = [key, ...(range && picked.last !== null ? [picked.last] : [])]
      .map((one) => shown.findIndex((other) => other.key === one))
      .filter((at) => at !== -1)
    const between = shown.slice(Math.min(...places), Math.max(...places) + 1).map((one) => one.key)
    const before = selected.map((one) => one.key).filter((one) => !between.includes(one))
    setPicked({ keys: new Set(on ? [...before, ...between] : before), last: key })
  }
  return {
    all,
    counts,
    filter,
    setFilter,
    text,
    setText,
    isShown: (key) => keys.has(key),
    shown,
    selected,
    isSelected: (key) => picked.keys.has(key) && keys.has(key),
    turn,
    selectAll: (on) => setPicked({ keys: on ? keys : new Set(), last: null }),
  }
}
