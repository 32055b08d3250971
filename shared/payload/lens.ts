// Lens between a sheet's cells and a payload: finds every path that a cell feeds, and the cells that feed a path.
// It uses the origins and omissions built with the same payload, so it needs no rules of its own for column groups,
// linked sheets and grouped rows. Pure.
import { compareAttr, getAt, parseAttr } from './attr-path.ts'
import type { Omission, Origin, Origins } from './problems.ts'
import type { CellRef } from '../sheet/sheet.ts'

/** A payload with its origins and omissions. */
export type OriginatedPayload = {
  readonly payload: unknown
  readonly origins: Origins
  readonly omitted: readonly Omission[]
}

/** A value made from a cell, alone or joined with others. */
export type CellPath = {
  readonly attr: string
  readonly value: unknown
  /** The other cells of the same row that are joined into the value; empty when this cell is the only one. */
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

/** The paths that the cell would have fed, and the reasons why it does not. */
export function omissionsOfCell(cell: CellRef, { omitted }: Pick<OriginatedPayload, 'omitted'>): Omission[] {
  return omitted.filter((one) => one.origin !== null && columnsOf(one.origin, cell).includes(cell.column))
}

/** The cells of a path: several when joined, none when its value is fixed or nothing is mapped to it. */
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

/** Columns of an origin in the cell's row. */
function columnsOf(origin: Origin, { sheet, row }: CellRef): string[] {
  if ('fixed' in origin || origin.sheet !== sheet || origin.row !== row) return []
  return [origin.column, ...(origin.also ?? [])]
}
