// The lens between a sheet's cell and a payload: from a cell to every path that it feeds, and from a path to its cells.
// Both ways go through the origins and omissions that were made with that very payload, so column groups, linked sheets
// and grouped rows need no rules of their own here. Pure.
import { compareAttr, getAt, parseAttr } from './attr-path.ts'
import type { Omission, Origin, Origins } from './problems.ts'
import type { CellRef } from '../sheet/sheet.ts'

/** A payload with what was made together with it. */
export type OriginatedPayload = {
  readonly payload: unknown
  readonly origins: Origins
  readonly omitted: readonly Omission[]
}

/** A value that a cell became, alone or joined with others. */
export type CellPath = {
  readonly attr: string
  readonly value: unknown
  /** The other cells of the same row that the value was joined from; empty where it is this cell's alone. */
  readonly with: readonly string[]
}

/** Every value that a cell feeds, in the payload's order. */
export function pathsOfCell(cell: CellRef, { payload, origins }: OriginatedPayload): CellPath[] {
  return Object.entries(origins)
    .flatMap(([attr, origin]) => {
      const columns = columnsOf(origin, cell)
      if (!columns.includes(cell.column)) return []
      const others = columns.filter((column) => column !== cell.column)
      return [{ attr, value: getAt(payload, parseAttr(attr)), with: others }]
    })
    .sort((a, b) => compareAttr(a.attr, b.attr))
}

/** What the cell would have fed, and why it does not. */
export function omissionsOfCell(cell: CellRef, { omitted }: Pick<OriginatedPayload, 'omitted'>): Omission[] {
  return omitted.filter((one) => one.origin !== null && columnsOf(one.origin, cell).includes(cell.column))
}

/** The cells of a path: several where they are joined, none where its value is fixed or nothing is mapped to it. */
export function cellsOfPath(
  attr: string,
  { origins, omitted }: Pick<OriginatedPayload, 'origins' | 'omitted'>,
): CellRef[] {
  const origin = Object.hasOwn(origins, attr)
    ? origins[attr]
    : omitted.find((one) => one.payloadPath === attr && one.origin !== null)?.origin
  if (origin === undefined || origin === null || 'fixed' in origin) return []
  const { sheet, row, column, also = [] } = origin
  return [column, ...also].map((name) => ({ sheet, row, column: name }))
}

/** Columns of an origin that lies on the cell's row. */
function columnsOf(origin: Origin, { sheet, row }: CellRef): string[] {
  if ('fixed' in origin || origin.sheet !== sheet || origin.row !== row) return []
  return [origin.column, ...(origin.also ?? [])]
}
