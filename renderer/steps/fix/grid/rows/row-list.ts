// Row list of the grid. Pages are fetched when they come into view and evicted when far away; typed text overlays a
// row until the engine answers. The list is stable during editing: an account that stops matching the filter stays in
// place until the list is rebuilt.
import type { GridRow } from '../../../../../shared/contract/views.ts'
import { createPages, pageSize } from './row-pages.ts'
import { fetchPage, followRows, refreshAccounts, reloadRows, type RowSource } from './row-refetch.ts'
import {
  acceptEdits,
  change,
  createRowStore,
  forgetPage,
  overlayTexts,
  type RowListState,
  type RowStore,
  textAt,
  type TextChange,
  updateRows,
} from './row-store.ts'

export { pageSize } from './row-pages.ts'
export type { RowListState } from './row-store.ts'

export type RowList = ReturnType<typeof createRowList>

export function createRowList(source: RowSource) {
  const store = createRowStore()
  const pages = createPages(pageSource(store, source))
  return { ...reading(store), ...fetching(store, source, pages), ...editing(store) }
}

function pageSource(store: RowStore, source: RowSource): Parameters<typeof createPages>[0] {
  return {
    fetch: (page, signal, inView) => fetchPage(store, source, page, signal, inView),
    isLoaded: (page) => store.state.total !== null && store.rows.has(page * pageSize),
    count: () => (store.state.total === null ? 1 : Math.ceil(store.state.total / pageSize)),
    rows: () => store.rows.size,
    loaded: () => new Set([...store.rows.keys()].map((index) => Math.floor(index / pageSize))),
    forget: (page) => forgetPage(store, page),
  }
}

/** What the grid draws. */
function reading(store: RowStore) {
  return {
    subscribe(listener: () => void): () => void {
      store.listeners.add(listener)
      return () => store.listeners.delete(listener)
    },
    state: (): RowListState => store.state,
    rowAt: (index: number): GridRow | undefined => store.rows.get(index),
    indexOf: (row: number): number | undefined => store.places.get(row),
    loaded: (): GridRow[] => [...store.rows.values()],
    textAt: (row: GridRow, column: number) => textAt(store, row, column),
  }
}

/** What is read from the engine. */
function fetching(store: RowStore, source: RowSource, pages: ReturnType<typeof createPages>) {
  let reloads = 0
  return {
    start: (): Promise<void> => pages.want(0, 0),
    /** These rows are in view: what is not there yet is fetched, and what is far from them may be forgotten. */
    look: pages.look,
    /** Loads these rows, wherever the view is. */
    want: pages.want,
    refresh: (accounts: readonly number[]) => refreshAccounts(store, source, accounts),
    /** Updates the rows in view without moving any; see `followRows`. */
    follow: (first: number, last: number, gone: number, come = 0): Promise<boolean> =>
      followRows(store, source, { first, last }, { gone, come }),
    /** Refetches the rows in view, and those near position `near`; see `reloadRows`. */
    reload(
      first: number,
      last: number,
      near: number | null = null,
      mayMove: (() => boolean) | null = null,
    ): Promise<void> {
      reloads += 1
      const mine = reloads
      const isReplaced = (): boolean => mine !== reloads
      return reloadRows(store, source, pages, { first, last, near, mayMove, isReplaced })
    },
  }
}

/** What an edit does to the rows. */
function editing(store: RowStore) {
  return {
    /** Records that the rows in view show the result of this edit or of its undo. */
    reached: (edit: number): void => change(store, { edit, texts: store.state.texts + 1 }),
    /** Stores rows from the engine at their positions; with `edit` they are all the rows that it changed. */
    finish(rows: readonly GridRow[], edit: number | null): void {
      updateRows(store, rows)
      change(store, { texts: store.state.texts + 1, ...(edit === null ? {} : { edit }) })
    },
    /** Makes the list keep its rows until it is rebuilt. */
    keep(): void {
      if (!store.state.kept) change(store, { kept: true })
    },
    /** An action failed because the list keeps its rows: offers to rebuild it. */
    offerAgain(): void {
      if (store.state.kept && !store.state.moved) change(store, { moved: true })
    },
    accept: (changes: readonly TextChange[]): void => acceptEdits(store, changes),
    lay: (changes: readonly TextChange[]) => overlayTexts(store, changes),
  }
}
