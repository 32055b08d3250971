// The list of rows that the grid shows, kept current: made anew when the filter changes, fetched again when an event says
// that the batch changed, and left in place while somebody works in it.
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { BatchView } from '../../../shared/contract.ts'
import type { RowFilter } from '../../../shared/views.ts'
import { api, engine } from '../../app/engine.ts'
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

/** Accounts of the rows in view, and a little around them. */
function accountsInView(list: RowList, { first, last }: InView): number[] {
  const accounts = new Set<number>()
  for (let index = first; index <= last; index += 1) {
    const account = list.rowAt(index)?.account
    if (account) accounts.add(account.id)
  }
  return [...accounts]
}

export function useRows(batch: BatchView, sheet: number, filter: RowFilter): Rows {
  const inView = useRef<InView>({ first: 0, last: 40 })
  const [generation, setGeneration] = useState(0)
  const asked = JSON.stringify(filter)
  const list = useMemo(() => {
    const base = { batch: batch.id, sheet }
    return createRowList({
      page: (offset, limit) => engine.sheets.page({ ...base, offset, limit, filter }),
      ofAccount: async (account) =>
        (await engine.sheets.page({ ...base, offset: 0, limit: 500, filter: { account } })).rows,
    })
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `asked` stands for the filter
  }, [batch.id, sheet, asked, generation])
  const state = useSyncExternalStore(list.subscribe, list.state)
  const head = useQuery(
    api.sheets.page.queryOptions({ input: { batch: batch.id, sheet, offset: 0, limit: 1, filter } }),
  )

  useEffect(() => {
    inView.current = { first: 0, last: 40 }
    void list.start()
  }, [list])

  const stage = useRef(batch.stage)
  const told = useRef({ list, at: head.dataUpdatedAt })
  useEffect(() => {
    const fresh = told.current.list === list && told.current.at !== head.dataUpdatedAt
    const rebuilt = stage.current !== batch.stage
    stage.current = batch.stage
    told.current = { list, at: head.dataUpdatedAt }
    if (!fresh && !rebuilt) return
    const { first, last } = inView.current
    if (list.state().kept && !rebuilt && !batch.validating) {
      void list.refresh(accountsInView(list, inView.current))
    } else if (list.state().total !== null) void list.reload(first, last)
  }, [list, head.dataUpdatedAt, batch.stage, batch.validating])

  const total = head.data?.total ?? null
  const newer = state.kept && total !== null && total !== state.total ? total : null
  return { list, state, newer, inView, renew: () => setGeneration((before) => before + 1) }
}
