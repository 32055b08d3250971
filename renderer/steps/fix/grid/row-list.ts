// Row list of the grid. Pages are fetched when they come into view and evicted when far away; typed text overlays a
// row until the engine answers. The list is stable during editing: an account that stops matching the filter stays in
// place until the list is rebuilt.
import type { CellChange, GridRow } from '../../../../shared/contract/views.ts'
import { createPages, pageSize } from './row-pages.ts'

export { pageSize } from './row-pages.ts'
const mostFollowed = 500

export type RowSource = {
  /** `exact`: see sheets.page; left out, it is. */
  readonly page: (
    offset: number,
    limit: number,
    signal?: AbortSignal,
  ) => Promise<{
    readonly total: number
    readonly exact?: boolean
    readonly rows: readonly GridRow[]
    readonly version?: string | null
  }>
  /** The rows of an account on this sheet. */
  readonly ofAccount: (account: number) => Promise<readonly GridRow[]>
}
type Change = Pick<CellChange, 'row' | 'column' | 'text'>

export type RowListState = {
  readonly version: number
  /** Null until the first page is there. */
  readonly total: number | null
  /** False: rows are still being looked for, there may be more than `total`. */
  readonly exact: boolean
  /** Version of the rows of which there are `total`; null while they are not exact. */
  readonly rowsVersion: string | null
  readonly error: unknown
  /** The user is editing: the list keeps its rows until it is rebuilt. */
  readonly kept: boolean
  /** For a list that keeps its rows: the matching rows or their positions have changed, as far as is known. */
  readonly moved: boolean
  /** Number of full refetches: after each, rows may be elsewhere or gone. */
  readonly loads: number
  /** Changes whenever cell texts may have changed. */
  readonly texts: number
  /** Latest edit, undone or not, whose accounts are shown in their resulting state. */
  readonly edit: number | null
}
export type RowList = ReturnType<typeof createRowList>

export function createRowList(source: RowSource) {
  const rows = new Map<number, GridRow>()
  const places = new Map<number, number>()
  const typed = new Map<string, { readonly text: string; readonly turn: number }>()
  const listeners = new Set<() => void>()
  let state: RowListState = {
    version: 0,
    total: null,
    exact: true,
    rowsVersion: null,
    error: null,
    kept: false,
    moved: false,
    loads: 0,
    texts: 0,
    edit: null,
  }
  let turn = 0
  let reloads = 0

  function change(next: Partial<RowListState>): void {
    state = { ...state, ...next, version: state.version + 1 }
    for (const listener of listeners) listener()
  }

  function put(index: number, row: GridRow): void {
    rows.set(index, row)
    places.set(row.row, index)
  }

  async function fetchPage(number: number, signal: AbortSignal, inView: () => boolean): Promise<void> {
    try {
      const {
        total,
        exact = true,
        rows: got,
        version = null,
      } = await source.page(number * pageSize, pageSize, signal)
      if (signal.aborted) return
      got.forEach((row, at) => put(number * pageSize + at, row))
      const isOther =
        (state.total === null || !state.kept) && (total !== state.total || version !== state.rowsVersion)
      const changes = isOther || state.error !== null || state.exact !== exact
      // Rows out of view are drawn when they come into view.
      if (!inView() && !changes) return
      change({ ...(isOther ? { total, rowsVersion: version } : {}), exact, error: null })
    } catch (error) {
      if (!signal.aborted) change({ error })
    }
  }

  const pages = createPages({
    fetch: fetchPage,
    isLoaded: (number) => state.total !== null && rows.has(number * pageSize),
    count: () => (state.total === null ? 1 : Math.ceil(state.total / pageSize)),
    rows: () => rows.size,
    loaded: () => new Set([...rows.keys()].map((index) => Math.floor(index / pageSize))),
    forget(number) {
      for (let index = number * pageSize; index < (number + 1) * pageSize; index += 1) {
        const row = rows.get(index)
        rows.delete(index)
        if (row !== undefined && places.get(row.row) === index) places.delete(row.row)
      }
    },
  })

  /**
   * Updates the rows of these accounts without moving any row. Returns false if one of them no longer exists because
   * the accounts were rebuilt.
   */
  async function refresh(accounts: readonly number[]): Promise<boolean> {
    const got = await Promise.all(accounts.map((account) => source.ofAccount(account)))
    for (const row of got.flat()) {
      const index = places.get(row.row)
      if (index !== undefined) rows.set(index, row)
    }
    change({})
    return got.every((found) => found.length > 0)
  }

  /**
   * Updates the rows in view without moving any: matching ones as one page, the others by their accounts. `gone`: how
   * many rows have stopped matching, by which the page may start earlier; `come`: how many newly match, by which it
   * may end later. Returns false as above.
   */
  async function follow(first: number, last: number, gone: number, come = 0): Promise<boolean> {
    const offset = Math.max(0, first - gone)
    const page = await source.page(offset, Math.min(mostFollowed, last + come - offset + 1))
    if (page.exact !== undefined && page.exact !== state.exact) change({ exact: page.exact })
    const now = new Map(page.rows.map((row, at) => [row.row, { row, index: offset + at }]))
    const left = new Set<number>()
    let moved = false
    for (let index = first; index <= last; index += 1) {
      const row = rows.get(index)
      if (row === undefined) continue
      const current = now.get(row.row)
      moved ||= current?.index !== index
      if (current !== undefined) rows.set(index, current.row)
      else if (row.account) left.add(row.account.id)
    }
    if (moved && state.kept && !state.moved) change({ moved })
    return refresh([...left])
  }

  /**
   * Refetches the rows in view, including added and removed ones, and those near position `near`. `mayMove` is called
   * when they arrive: if the user has started editing meanwhile, no row is moved.
   */
  async function reload(
    first: number,
    last: number,
    near: number | null = null,
    mayMove: (() => boolean) | null = null,
  ): Promise<void> {
    reloads += 1
    const [mine, since] = [reloads, turn]
    pages.stop()
    const from = Math.floor(Math.max(0, first) / pageSize)
    const to = Math.floor(Math.max(0, last) / pageSize)
    const numbers = Array.from({ length: to - from + 1 }, (_, at) => from + at)
    const beside = near === null ? from : Math.floor(near / pageSize)
    if (!numbers.includes(beside)) numbers.push(beside)
    const got = await Promise.all(numbers.map((number) => source.page(number * pageSize, pageSize))).catch(
      (error: unknown) => change({ error }),
    )
    // A newer reload replaces this one.
    if (got === undefined || mine !== reloads) return
    if (mayMove !== null && (since !== turn || !mayMove())) {
      change({ kept: true, moved: true })
      pages.look(first, last)
      return
    }
    pages.stop()
    rows.clear()
    places.clear()
    got.forEach((page, at) =>
      page.rows.forEach((row, place) => put((numbers[at] ?? 0) * pageSize + place, row)),
    )
    const { total = 0, exact = true, version: rowsVersion = null } = got[0] ?? {}
    const { loads, texts } = state
    change({
      total,
      exact,
      rowsVersion,
      error: null,
      kept: false,
      moved: false,
      loads: loads + 1,
      texts: texts + 1,
    })
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    state: (): RowListState => state,
    start: (): Promise<void> => pages.want(0, 0),
    /** These rows are in view: what is not there yet is fetched, and what is far from them may be forgotten. */
    look: pages.look,
    /** Loads these rows, wherever the view is. */
    want: pages.want,
    /** Records that the rows in view show the result of this edit or of its undo. */
    reached: (edit: number): void => change({ edit, texts: state.texts + 1 }),
    /** Stores rows from the engine at their positions; with `edit` they are all the rows that it changed. */
    finish(got: readonly GridRow[], edit: number | null): void {
      for (const row of got) {
        const index = places.get(row.row)
        if (index !== undefined) rows.set(index, row)
      }
      change({ texts: state.texts + 1, ...(edit === null ? {} : { edit }) })
    },
    /** Makes the list keep its rows until it is rebuilt. */
    keep(): void {
      if (!state.kept) change({ kept: true })
    },
    /** An action failed because the list keeps its rows: offers to rebuild it. */
    offerAgain(): void {
      if (state.kept && !state.moved) change({ moved: true })
    },
    refresh,
    follow,
    reload,
    rowAt: (index: number): GridRow | undefined => rows.get(index),
    indexOf: (row: number): number | undefined => places.get(row),
    loaded: (): GridRow[] => [...rows.values()],
    /** Applies accepted edits to the rows until their accounts are refetched. */
    accept(changes: readonly Change[]): void {
      for (const { row, column, text } of changes) {
        const index = places.get(row)
        const before = index === undefined ? undefined : rows.get(index)
        if (index === undefined || before === undefined) continue
        const cells = Array.from({ length: Math.max(before.cells.length, column + 1) }, (_, at) =>
          at === column ? text : (before.cells[at] ?? ''),
        )
        rows.set(index, { ...before, cells, edited: [...new Set([...before.edited, column])] })
      }
    },
    /** The text that a cell shows, and whether the engine has not answered for it yet. */
    textAt(row: GridRow, column: number): { readonly text: string; readonly waiting: boolean } {
      // Called for every cell that is drawn; usually nothing is pending.
      const own = typed.size === 0 ? undefined : typed.get(`${row.row}:${column}`)
      return { text: own?.text ?? row.cells[column] ?? '', waiting: own !== undefined }
    },
    /**
     * Shows these texts at once. The returned function removes them unless newer text was typed. `quiet`: a later
     * update announces the change.
     */
    lay(changes: readonly Change[]): (quiet?: boolean) => void {
      turn += 1
      const mine = turn
      for (const { row, column, text } of changes) typed.set(`${row}:${column}`, { text, turn: mine })
      change({ kept: true, texts: state.texts + 1 })
      return (quiet = false) => {
        for (const { row, column } of changes) {
          const id = `${row}:${column}`
          if (typed.get(id)?.turn === mine) typed.delete(id)
        }
        if (!quiet) change({ texts: state.texts + 1 })
      }
    },
  }
}
