// Hook that keeps the grid's row list current: it is rebuilt when the filter changes and refetched when the batch
// changes. It stays stable while the user works in it: from the first edit, or from the first event while a cell is
// open or several are selected, until it is rebuilt.
import { useQuery } from '@tanstack/react-query'
import {
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { BatchView } from '../../../../../shared/contract/contract.ts'
import type { RowFilter, RowSort } from '../../../../../shared/fixing/row-filter.ts'
import { api, engine } from '../../../../app/engine.ts'
import { haveFixedPlaces } from './grid-reach.ts'
import { createRowList, type RowList, type RowListState } from './row-list.ts'

/** Rows in view, by their place in the list. */
export type InView = { readonly first: number; readonly last: number }

/** What the user has in progress: no row moves under an open cell or several selected ones. */
export type InHand = {
  editing: boolean
  several: boolean
  /** The place of the focused cell; null without one. */
  at: number | null
}

export type Rows = {
  readonly list: RowList
  readonly state: RowListState
  /** The rows lie in the order of the file. */
  readonly inOrder: boolean
  /** Row positions are independent of account changes. */
  readonly areFixed: boolean
  /** Number of rows that match now; null while unknown or equal to the list's. */
  readonly newer: number | null
  readonly inView: RefObject<InView>
  readonly inHand: RefObject<InHand>
  /** Refetches the rows in view, including added and removed ones. */
  readonly reload: () => Promise<void>
  /** Makes the list again. */
  readonly renew: () => void
}

/** Whether a row in view has no account: it is stray, or the accounts are being rebuilt. */
function isAnyStray(list: RowList, { first, last }: InView): boolean {
  const rows = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => list.rowAt(first + at))
  return rows.some((row) => row?.account === null)
}

type Head = {
  readonly total: number | null
  readonly version: string | null
  /** Null total, or one that may still change, aside. */
  readonly exact: boolean
  /** Changes whenever there is something new to announce. */
  readonly at: number
}

/** How many rows there are: at once as far as is known, and once all are found. */
function useHead(batch: number, sheet: number, filter: RowFilter, order: { readonly sort?: RowSort }): Head {
  const input = { batch, sheet, offset: 0, limit: 1, filter, ...order }
  const soon = useQuery(api.sheets.page.queryOptions({ input: { ...input, soon: true } }))
  const options = api.sheets.page.queryOptions({ input })
  // Asked once for each answer that is not exact: an earlier answer to the same question may be older than that.
  const whole = useQuery({
    ...options,
    queryKey: [...options.queryKey, soon.dataUpdatedAt],
    enabled: soon.data?.exact === false,
    gcTime: 0,
  })
  const isWhole = whole.data !== undefined && whole.dataUpdatedAt >= soon.dataUpdatedAt
  const known = isWhole ? whole.data : soon.data
  return {
    total: known?.total ?? null,
    version: known?.version ?? null,
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
  const inHand = useRef<InHand>({ editing: false, several: false, at: null })
  const order = sort === null ? {} : { sort }
  const { list, renew } = useRowList(batch.id, sheet, filter, order)
  const state = useSyncExternalStore(list.subscribe, list.state)
  const head = useHead(batch.id, sheet, filter, order)
  useEffect(() => {
    inView.current = { first: 0, last: 40 }
    void list.start()
  }, [list])
  const reload = useCallback(
    async (mayMove: (() => boolean) | null): Promise<void> => {
      const { first, last } = inView.current
      if (list.state().total !== null) await list.reload(first, last, inHand.current.at, mayMove)
    },
    [list],
  )
  useFollowing({ batch, list, head, inView, inHand, reload })
  return {
    list,
    state,
    inOrder: sort === null || (sort.by === 'row' && !sort.descending),
    areFixed: haveFixedPlaces({ filter, sort }),
    newer: newerOf(state, head),
    inView,
    inHand,
    reload: useCallback(() => reload(null), [reload]),
    renew,
  }
}

/** The list of these rows, another one when the filter or the order changes, or when it is renewed. */
function useRowList(batch: number, sheet: number, filter: RowFilter, order: { readonly sort?: RowSort }) {
  const [generation, setGeneration] = useState(0)
  const asked = JSON.stringify([filter, order.sort ?? null])
  const list = useMemo(() => {
    const base = { batch, sheet }
    return createRowList({
      page: (offset, limit, signal) =>
        engine.sheets.page(
          { ...base, offset, limit, filter, ...order, soon: true },
          signal ? { signal } : {},
        ),
      ofAccount: async (account) =>
        (await engine.sheets.page({ ...base, offset: 0, limit: 500, filter: { account } })).rows,
    })
    // `asked` is a dependency in place of the filter and the order.
  }, [batch, sheet, asked, generation])
  return { list, renew: () => setGeneration((before) => before + 1) }
}

/** Brings the list up to date when the batch changes; it moves no row that the user has in progress. */
function useFollowing(options: {
  readonly batch: BatchView
  readonly list: RowList
  readonly head: Head
  readonly inView: RefObject<InView>
  readonly inHand: RefObject<InHand>
  readonly reload: (mayMove: (() => boolean) | null) => Promise<void>
}): void {
  const { batch, list, head, inView, inHand, reload } = options
  const before = useRef({ stage: batch.stage, validating: batch.validating })
  const reported = useRef({ list, at: head.at })
  useEffect(() => {
    const fresh = reported.current.list === list && reported.current.at !== head.at
    const rebuilt = before.current.stage !== batch.stage
    // Validating ends the editing session: the user has finished the fixed rows and expects new results.
    const begun = batch.validating && !before.current.validating
    before.current = { stage: batch.stage, validating: batch.validating }
    reported.current = { list, at: head.at }
    if (!fresh && !rebuilt && !begun) return
    if (rebuilt) return void reload(null)
    const isFree = (): boolean => !inHand.current.editing && !inHand.current.several
    const again = !list.state().kept || begun || isAnyStray(list, inView.current)
    if (again && isFree()) return void reload(isFree)
    list.keep()
    const shown = list.state().total ?? 0
    const more = (head.total ?? shown) - shown
    const { first, last } = inView.current
    void list
      .follow(first, last, Math.max(0, -more), Math.max(0, more))
      .then((all) => (all ? undefined : reload(null)))
      // Rows that could not be read stay as they are, and the list is offered again.
      .catch(() => list.offerAgain())
  }, [list, head.at, batch.stage, batch.validating, reload])
}

function newerOf(state: RowListState, head: Head): number | null {
  const total = head.exact ? head.total : null
  const isOther = total !== state.total || head.version !== state.rowsVersion
  return state.kept && total !== null && (state.moved || isOther) ? total : null
}
