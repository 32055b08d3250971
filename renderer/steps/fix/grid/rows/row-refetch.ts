// Brings the rows of the grid up to date with the engine: single accounts, the rows in view without moving any, or
// all of them with added and removed ones.
import type { GridRow } from '../../../../../shared/contract/views.ts'
import { type Pages, pageSize } from './row-pages.ts'
import { change, putRow, type RowStore, updateRows } from './row-store.ts'

const mostFollowed = 500

export type RowPage = {
  readonly total: number
  readonly exact?: boolean
  readonly rows: readonly GridRow[]
  readonly version?: string | null
}
export type RowSource = {
  /** `exact`: see sheets.page; left out, it is. */
  readonly page: (offset: number, limit: number, signal?: AbortSignal) => Promise<RowPage>
  /** The rows of an account on this sheet. */
  readonly ofAccount: (account: number) => Promise<readonly GridRow[]>
}

/** Fetches one page. Rows out of view are not announced: they are drawn when they come into view. */
export async function fetchPage(
  store: RowStore,
  source: RowSource,
  page: number,
  signal: AbortSignal,
  inView: () => boolean,
): Promise<void> {
  try {
    const got = await source.page(page * pageSize, pageSize, signal)
    if (signal.aborted) return
    const { total, exact = true, version: rowsVersion = null } = got
    got.rows.forEach((row, at) => putRow(store, page * pageSize + at, row))
    const { state } = store
    const isOther =
      (state.total === null || !state.kept) && (total !== state.total || rowsVersion !== state.rowsVersion)
    const changes = isOther || state.error !== null || state.exact !== exact
    if (!inView() && !changes) return
    change(store, { ...(isOther ? { total, rowsVersion } : {}), exact, error: null })
  } catch (error) {
    if (!signal.aborted) change(store, { error })
  }
}

/**
 * Updates the rows of these accounts without moving any row. Returns false if one of them no longer exists because
 * the accounts were rebuilt.
 */
export async function refreshAccounts(
  store: RowStore,
  source: RowSource,
  accounts: readonly number[],
): Promise<boolean> {
  const got = await Promise.all(accounts.map((account) => source.ofAccount(account)))
  updateRows(store, got.flat())
  change(store, {})
  return got.every((found) => found.length > 0)
}

/**
 * Updates the rows in view without moving any: matching ones as one page, the others by their accounts. `gone`: how
 * many rows have stopped matching, by which the page may start earlier; `come`: how many newly match, by which it may
 * end later. Returns false as above.
 */
export async function followRows(
  store: RowStore,
  source: RowSource,
  view: { readonly first: number; readonly last: number },
  { gone, come }: { readonly gone: number; readonly come: number },
): Promise<boolean> {
  const offset = Math.max(0, view.first - gone)
  const page = await source.page(offset, Math.min(mostFollowed, view.last + come - offset + 1))
  if (page.exact !== undefined && page.exact !== store.state.exact) change(store, { exact: page.exact })
  const now = new Map(page.rows.map((row, at) => [row.row, { row, index: offset + at }]))
  const left = new Set<number>()
  let moved = false
  for (let index = view.first; index <= view.last; index += 1) {
    const row = store.rows.get(index)
    if (row === undefined) continue
    const current = now.get(row.row)
    moved ||= current?.index !== index
    if (current !== undefined) store.rows.set(index, current.row)
    else if (row.account) left.add(row.account.id)
  }
  if (moved && store.state.kept && !store.state.moved) change(store, { moved })
  return refreshAccounts(store, source, [...left])
}

export type Reload = {
  readonly first: number
  readonly last: number
  /** Rows near this position are fetched too. */
  readonly near: number | null
  /** Called when the rows arrive: if the user has started editing meanwhile, no row is moved. */
  readonly mayMove: (() => boolean) | null
  /** Whether a newer reload has replaced this one. */
  readonly isReplaced: () => boolean
}

/** Refetches the rows in view, including added and removed ones. */
export async function reloadRows(
  store: RowStore,
  source: RowSource,
  pages: Pages,
  reload: Reload,
): Promise<void> {
  const { first, last, mayMove } = reload
  const since = store.turn
  pages.stop()
  const numbers = pagesOf(reload)
  const got = await Promise.all(numbers.map((page) => source.page(page * pageSize, pageSize))).catch(
    (error: unknown) => change(store, { error }),
  )
  if (got === undefined || reload.isReplaced()) return
  if (mayMove !== null && (since !== store.turn || !mayMove())) {
    change(store, { kept: true, moved: true })
    pages.look(first, last)
    return
  }
  pages.stop()
  store.rows.clear()
  store.places.clear()
  got.forEach((page, at) =>
    page.rows.forEach((row, place) => putRow(store, (numbers[at] ?? 0) * pageSize + place, row)),
  )
  const { total = 0, exact = true, version: rowsVersion = null } = got[0] ?? {}
  const { loads, texts } = store.state
  change(store, {
    total,
    exact,
    rowsVersion,
    error: null,
    // What was typed while the rows were on their way stays where it is from now on.
    kept: since !== store.turn,
    moved: false,
    loads: loads + 1,
    texts: texts + 1,
  })
}

function pagesOf({ first, last, near }: Reload): readonly number[] {
  const from = Math.floor(Math.max(0, first) / pageSize)
  const to = Math.floor(Math.max(0, last) / pageSize)
  const beside = near === null ? from : Math.floor(near / pageSize)
  return [...new Set([...Array.from({ length: to - from + 1 }, (_, at) => from + at), beside])]
}
