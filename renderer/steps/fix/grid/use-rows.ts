// The list of rows that the grid shows, kept current: made anew when the filter changes, fetched again when an event says
// that the batch changed, and left in place while somebody works in it.
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { BatchView } from '../../../../shared/contract.ts'
import type { RowFilter, RowSort } from '../../../../shared/views.ts'
import { api, engine } from '../../../app/engine.ts'
import { createRowList, type RowList, type RowListState } from './row-list.ts'

/** Rows in view, by their place in the list. */
export type InView = { readonly first: number; readonly last: number }

export type Rows = {
  readonly list: RowList
  readonly state: RowListState
  /** How many rows match now; null while that is not known or is what the list shows. */
  readonly newer: number | null
  readonly inView: RefObject<InView>
  /** Makes the list anew. */
  readonly renew: () => void
}

/** Whether a row in view has no account: it is stray, or the accounts are being built anew. */
function isAnyStray(list: RowList, { first, last }: InView): boolean {
  const rows = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => list.rowAt(first + at))
  return rows.some((row) => row?.account === null)
}

type Head = {
  readonly total: number | null
  /** Null total, or one that may still change, aside. */
  readonly exact: boolean
  /** Another number whenever there is something new to be told. */
  readonly at: number
}

/** How many rows there are: at once as far as is known, and once all are found. */
function useHead(batch: number, sheet: number, filter: RowFilter, order: { readonly sort?: RowSort }): Head {
  const input = { batch, sheet, offset: 0, limit: 1, filter, ...order }
  const soon = useQuery(api.sheets.page.queryOptions({ input: { ...input, soon: true } }))
  const whole = useQuery({
    ...api.sheets.page.queryOptions({ input }),
    enabled: soon.data?.exact === false,
  })
  const isWhole = whole.data !== undefined && whole.dataUpdatedAt >= soon.dataUpdatedAt
  const known = isWhole ? whole.data : soon.data
  return {
    total: known?.total ?? null,
    exact: known?.exact ?? false,
    at: Math.max(soon.dataUpdatedAt, whole.dataUpdatedAt),
  }
}

export function useRows(
  batch: BatchView,
  sheet: number,
  filter: RowFilter,
  sort: RowSort | null = null,
): Rows {
  const inView = useRef<InView>({ first: 0, last: 40 })
  const [generation, setGeneration] = useState(0)
  const asked = JSON.stringify([filter, sort])
  const order = sort === null ? {} : { sort }
  const list = useMemo(() => {
    const base = { batch: batch.id, sheet }
    return createRowList({
      page: (offset, limit, signal) =>
        engine.sheets.page(
          { ...base, offset, limit, filter, ...order, soon: true },
          signal ? { signal } : {},
        ),
      ofAccount: async (account) =>
        (await engine.sheets.page({ ...base, offset: 0, limit: 500, filter: { account } })).rows,
    })
    // Runs anew when `asked` changes: it stands for the filter and the order.
  }, [batch.id, sheet, asked, generation])
  const state = useSyncExternalStore(list.subscribe, list.state)
  const head = useHead(batch.id, sheet, filter, order)

  useEffect(() => {
    inView.current = { first: 0, last: 40 }
    void list.start()
  }, [list])

  const stage = useRef(batch.stage)
  const told = useRef({ list, at: head.at })
  useEffect(() => {
    const fresh = told.current.list === list && told.current.at !== head.at
    const rebuilt = stage.current !== batch.stage
    stage.current = batch.stage
    told.current = { list, at: head.at }
    if (!fresh && !rebuilt) return
    const reload = (): void => {
      if (list.state().total !== null) void list.reload(inView.current.first, inView.current.last)
    }
    if (!list.state().kept || rebuilt || batch.validating) return reload()
    if (isAnyStray(list, inView.current)) return reload()
    const gone = Math.max(0, (list.state().total ?? 0) - (head.total ?? list.state().total ?? 0))
    const { first, last } = inView.current
    void list.follow(first, last, gone).then((all) => (all ? undefined : reload()), reload)
  }, [list, head.at, batch.stage, batch.validating])

  const total = head.exact ? head.total : null
  const newer = state.kept && total !== null && total !== state.total ? total : null
  return { list, state, newer, inView, renew: () => setGeneration((before) => before + 1) }
}
