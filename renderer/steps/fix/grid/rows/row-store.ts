// Rows of the grid by their position, the texts that were typed over them, and the state that the grid subscribes to.
// A typed text overlays its cell until the engine answers.
import type { CellChange, GridRow } from '../../../../../shared/contract/views.ts'
import { pageSize } from './row-pages.ts'

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

export type RowStore = {
  readonly rows: Map<number, GridRow>
  /** Positions by the sheet's row number. */
  readonly places: Map<number, number>
  readonly typed: Map<string, { readonly text: string; readonly turn: number }>
  readonly listeners: Set<() => void>
  state: RowListState
  /** Counts what was typed; a removal of older text leaves newer text. */
  turn: number
}

export type TextChange = Pick<CellChange, 'row' | 'column' | 'text'>

export function createRowStore(): RowStore {
  return {
    rows: new Map(),
    places: new Map(),
    typed: new Map(),
    listeners: new Set(),
    state: {
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
    },
    turn: 0,
  }
}

/** Changes the state and announces it. */
export function change(store: RowStore, next: Partial<RowListState>): void {
  store.state = { ...store.state, ...next, version: store.state.version + 1 }
  for (const listener of store.listeners) listener()
}

export function putRow(store: RowStore, index: number, row: GridRow): void {
  store.rows.set(index, row)
  store.places.set(row.row, index)
}

/** Replaces rows at their positions; rows that are not in the list are ignored. */
export function updateRows(store: RowStore, rows: readonly GridRow[]): void {
  for (const row of rows) {
    const index = store.places.get(row.row)
    if (index !== undefined) store.rows.set(index, row)
  }
}

export function forgetPage({ rows, places }: RowStore, page: number): void {
  for (let index = page * pageSize; index < (page + 1) * pageSize; index += 1) {
    const row = rows.get(index)
    rows.delete(index)
    if (row !== undefined && places.get(row.row) === index) places.delete(row.row)
  }
}

/** Applies accepted edits to the rows until their accounts are refetched. */
export function acceptEdits({ rows, places }: RowStore, changes: readonly TextChange[]): void {
  for (const { row, column, text } of changes) {
    const index = places.get(row)
    const before = index === undefined ? undefined : rows.get(index)
    if (index === undefined || before === undefined) continue
    const cells = Array.from({ length: Math.max(before.cells.length, column + 1) }, (_, at) =>
      at === column ? text : (before.cells[at] ?? ''),
    )
    rows.set(index, { ...before, cells, edited: [...new Set([...before.edited, column])] })
  }
}

/** The text that a cell shows, and whether the engine has not answered for it yet. */
export function textAt(
  { typed }: RowStore,
  row: GridRow,
  column: number,
): { readonly text: string; readonly waiting: boolean } {
  // Called for every cell that is drawn; usually nothing is pending.
  const own = typed.size === 0 ? undefined : typed.get(`${row.row}:${column}`)
  return { text: own?.text ?? row.cells[column] ?? '', waiting: own !== undefined }
}

/**
 * Shows these texts at once. The returned function removes them unless newer text was typed. `quiet`: a later update
 * announces the change.
 */
export function overlayTexts(store: RowStore, changes: readonly TextChange[]): (quiet?: boolean) => void {
  const { typed } = store
  store.turn += 1
  const mine = store.turn
  for (const { row, column, text } of changes) typed.set(`${row}:${column}`, { text, turn: mine })
  change(store, { kept: true, texts: store.state.texts + 1 })
  return (quiet = false) => {
    for (const { row, column } of changes) {
      const id = `${row}:${column}`
      if (typed.get(id)?.turn === mine) typed.delete(id)
    }
    if (!quiet) change(store, { texts: store.state.texts + 1 })
  }
}
