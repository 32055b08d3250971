// Resolves a selection to rows, including rows that are not loaded: they are fetched when their text or number is
// needed. A selection too large to list becomes a scope that the engine walks. Rows that cannot be identified are
// refused with a message; an unread row is never treated as blank.
import type { FixScope } from '../../../../../shared/fixing/fix.ts'
import type { RowFilter, RowSort } from '../../../../../shared/fixing/row-filter.ts'
import type { GridRow } from '../../../../../shared/contract/views.ts'
import { engine } from '../../../../app/engine.ts'
import { rangesOf } from '../../bulk/where.ts'
import type { GridColumnPlan } from '../columns/grid-columns.ts'
import type { Range } from '../selection/grid-keys.ts'
import { gridTexts } from '../../../../texts/fix/grid.ts'
import type { RowList } from './row-list.ts'

const readAtOnce = 500
/** Rows of a filtered or sorted list that are named one by one in a scope. */
export const mostNamed = 20_000

export type Source = {
  readonly batch: number
  readonly sheet: number
  readonly filter: RowFilter
  readonly sort: RowSort | null
}
export type Reached<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string }

const refused = (message: string): { readonly ok: false; readonly message: string } => ({
  ok: false,
  message,
})

/** Zero-based columns of the sheet that a selection covers, in the grid's order. */
export function columnsIn(plans: readonly GridColumnPlan[], range: Range): number[] {
  return plans
    .slice(range.x, range.x + range.width)
    .flatMap((plan) => (plan.kind === 'cell' ? [plan.index] : []))
}

function areLoaded(list: RowList, first: number, count: number): boolean {
  for (let at = first; at < first + count; at += 1) if (list.rowAt(at) === undefined) return false
  return true
}

/** Whether row positions are independent of account changes. */
export function haveFixedPlaces({ filter, sort }: Pick<Source, 'filter' | 'sort'>): boolean {
  return Object.keys(filter).length === 0 && (sort === null || sort.by === 'row')
}

/** The rows at these places of the list, read from the engine where they are not loaded. */
export async function readRows(
  list: RowList,
  source: Source,
  first: number,
  count: number,
  signal?: AbortSignal,
): Promise<Reached<readonly GridRow[]>> {
  const { sort, ...of } = source
  if (list.state().total === null) return refused(gridTexts.stillLoading)
  const rows: GridRow[] = []
  for (let at = first; at < first + count; at += readAtOnce) {
    const size = Math.min(readAtOnce, first + count - at)
    if (areLoaded(list, at, size)) {
      for (let index = at; index < at + size; index += 1) {
        const row = list.rowAt(index)
        if (row !== undefined) rows.push(row)
      }
      continue
    }
    // A list that keeps its rows has other positions than the engine's.
    if (list.state().kept && !haveFixedPlaces(source)) {
      list.offerAgain()
      return refused(gridTexts.refreshFirst)
    }
    const page = await engine.sheets.page(
      { ...of, offset: at, limit: size, ...(sort === null ? {} : { sort }) },
      signal === undefined ? {} : { signal },
    )
    const isSeen = page.rows.every((row, down) => (list.rowAt(at + down)?.row ?? row.row) === row.row)
    if (page.rows.length < size || !isSeen) return refused(gridTexts.stillLoading)
    rows.push(...page.rows)
  }
  return { ok: true, value: rows }
}

/** The rows of a selection as a scope. */
export async function scopeRows(
  list: RowList,
  source: Source,
  range: Range,
): Promise<Reached<FixScope['rows']>> {
  const { filter, sort } = source
  const isFiltered = Object.keys(filter).length > 0
  // By row numbers if they are known, so that rows arriving during the question are not included.
  if (isFiltered && range.height <= mostNamed && areLoaded(list, range.y, range.height)) {
    const numbers = Array.from({ length: range.height }, (_, at) => list.rowAt(range.y + at)?.row ?? [])
    return { ok: true, value: { ranges: rangesOf(numbers.flat()).map(([a, b]) => [a, b]) } }
  }
  const all = range.y === 0 && range.height === list.state().total
  if (all && !(list.state().kept && isFiltered)) return { ok: true, value: { filter } }
  if (!isFiltered && (sort === null || sort.by === 'row')) {
    const first = await readRows(list, source, range.y, 1)
    if (!first.ok) return first
    const last = await readRows(list, source, range.y + range.height - 1, 1)
    if (!last.ok) return last
    const ends = [first.value[0]?.row, last.value[0]?.row].flatMap((row) => row ?? [])
    return { ok: true, value: { ranges: [[Math.min(...ends), Math.max(...ends)]] } }
  }
  if (range.height > mostNamed) return refused(gridTexts.tooManyRows({ most: mostNamed }))
  const rows = await readRows(list, source, range.y, range.height)
  if (!rows.ok) return rows
  return { ok: true, value: { ranges: rangesOf(rows.value.map(({ row }) => row)).map(([a, b]) => [a, b]) } }
}
