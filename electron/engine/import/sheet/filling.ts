// Fills cells of one sheet from the cells above while its rows pass: cells behind merged ranges, and empty cells of
// chosen columns. What could be filled is counted in any case, so that it can be offered. Only rows with a text of
// their own are filled, and a filled cell keeps the place that its text came from.
import type { FillChoice, FillOffer } from '../../../../shared/sheet/fill-down.ts'
import type { Column, KeptCell } from '../../../../shared/sheet/sheet.ts'
import { type MergedRange, rangeText } from './merged-range.ts'
import { brief, type RawRow } from './raw-row.ts'

export type Filling = {
  /** Once the columns are known; they may grow. */
  readonly useColumns: (columns: readonly Column[]) => void
  /** Fills what merged ranges cover, in place. */
  readonly mergedCells: (row: RawRow) => void
  /** Fills chosen columns, in place. Not for rows that are no customers: they would be sources as well. */
  readonly columnCells: (row: RawRow) => void
  /** Null if nothing could be filled. */
  readonly offer: () => FillOffer | null
}

/** Limit of merged ranges that are listed one by one. */
const mostRangesListed = 500

type Source = { readonly text: string; readonly row: number; readonly kept: KeptCell | undefined }
type OpenRange = { readonly range: MergedRange; source: Source | null; down: number; across: number }

type Parts = {
  readonly choice: FillChoice
  /** Grows while the sheet is read, in rising order of the first row or once and for all. */
  readonly ranges: readonly MergedRange[]
  sorted: MergedRange[]
  /** Of the sorted ranges. */
  next: number
  open: OpenRange[]
  readonly used: OpenRange[]
  columns: readonly Column[]
  chosen: ReadonlySet<number>
  /** By column: the last text, and the empty cells below a text. */
  readonly above: (Source | undefined)[]
  readonly empty: number[]
  filled: number
}

export function createFilling(choice: FillChoice, ranges: readonly MergedRange[]): Filling {
  const parts: Parts = {
    choice,
    ranges,
    sorted: [],
    next: 0,
    open: [],
    used: [],
    columns: [],
    chosen: new Set(),
    above: [],
    empty: [],
    filled: 0,
  }
  return {
    useColumns: (columns) => useColumns(parts, columns),
    mergedCells: (row) => fillMerged(parts, row),
    columnCells: (row) => fillColumns(parts, row),
    offer: () => offerOf(parts),
  }
}

function useColumns(parts: Parts, columns: readonly Column[]): void {
  const names = new Set(parts.choice.columns)
  parts.columns = columns
  parts.chosen = new Set(columns.filter(({ name }) => names.has(name)).map(({ index }) => index))
}

/** Opens the ranges that begin up to this row. */
function openRanges(parts: Parts, row: number): void {
  if (parts.sorted.length < parts.ranges.length) {
    const added = parts.ranges.slice(parts.sorted.length).toSorted((one, other) => one.top - other.top)
    parts.sorted = [...parts.sorted, ...added]
  }
  if (parts.open.length > 0) parts.open = parts.open.filter(({ range }) => range.bottom >= row)
  for (; (parts.sorted[parts.next]?.top ?? Number.POSITIVE_INFINITY) <= row; parts.next += 1) {
    const range = parts.sorted[parts.next]
    // A range that begins in the header or above it, or in a row without text, has nothing to fill with.
    if (range !== undefined && range.top === row) parts.open.push({ range, source: null, down: 0, across: 0 })
  }
}

function fillMerged(parts: Parts, row: RawRow): void {
  if (parts.ranges.length === 0) return
  openRanges(parts, row.row)
  for (const open of parts.open) {
    const { range } = open
    if (row.row === range.top) open.source = sourceAt(row, range.left)
    if (open.source === null) continue
    const isNew = open.down + open.across === 0
    const right = Math.min(range.right, parts.columns.length - 1)
    for (let at = range.left; at <= right; at += 1) {
      if ((row.row === range.top && at === range.left) || (row.cells[at] ?? '') !== '') continue
      const isDown = at === range.left
      if (isDown) open.down += 1
      else open.across += 1
      if (parts.choice.merged === 'all' || (isDown && parts.choice.merged === 'down'))
        fill(parts, row, at, open.source, range.left)
    }
    if (isNew && open.down + open.across > 0) parts.used.push(open)
  }
}

function fillColumns(parts: Parts, row: RawRow): void {
  const { above, empty, chosen, columns } = parts
  for (let at = 0; at < columns.length; at += 1) {
    const text = row.cells[at] ?? ''
    if (text !== '') {
      if (chosen.has(at)) above[at] = sourceAt(row, at) ?? undefined
      empty[at] ??= 0
      continue
    }
    const count = empty[at]
    if (count === undefined) continue
    empty[at] = count + 1
    const source = above[at]
    if (source !== undefined) fill(parts, row, at, source, at)
  }
}

function sourceAt(row: RawRow, at: number): Source | null {
  const text = row.cells[at] ?? ''
  if (text === '') return null
  const kept = row.kept?.[at]
  // A cell that was filled itself: its text comes from further above.
  return { text, row: kept?.filled?.row ?? row.row, kept }
}

function fill(parts: Parts, row: RawRow, at: number, source: Source, column: number): void {
  while (row.cells.length < at) row.cells.push('')
  row.cells[at] = source.text
  const { formula: _, ...value } = source.kept ?? { kind: 'text', raw: source.text }
  row.kept = { ...row.kept, [at]: { ...value, filled: { row: source.row, column } } }
  parts.filled += 1
}

function offerOf({ used, empty, columns, filled }: Parts): FillOffer | null {
  const sum = (count: (open: OpenRange) => number): number =>
    used.reduce((total, open) => total + count(open), 0)
  const down = empty.flatMap((cells, at) => {
    const column = columns[at]?.name
    return cells === 0 || column === undefined ? [] : [{ column, cells }]
  })
  if (used.length === 0 && down.length === 0) return null
  return {
    merged: {
      ranges: used.length,
      down: sum((open) => open.down),
      across: sum((open) => open.across),
      list: used.slice(0, mostRangesListed).map((open) => ({
        range: rangeText(open.range),
        row: open.range.top,
        column: columns[open.range.left]?.name ?? '',
        text: brief({ cells: [open.source?.text ?? ''] }),
        down: open.down,
        across: open.across,
      })),
    },
    columns: down,
    filled,
  }
}
