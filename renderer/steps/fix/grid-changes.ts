// What typing, pasting and clearing change, as changes of the sheet's cells. Values go into columns that hold cells and
// skip the state's column, so that a block copied from a spreadsheet lands as it lies there. Pure.
import type { CellChange } from '../../../shared/views.ts'
import { fixTexts } from './fix-texts.ts'
import type { GridColumnPlan } from './grid-columns.ts'
import type { RowList } from './row-list.ts'

export type GridText = { readonly column: number; readonly row: number; readonly text: string }
export const mostCells = 10_000

export type Changes =
  | { readonly ok: true; readonly cells: readonly CellChange[]; readonly left: number }
  | { readonly ok: false; readonly message: string }

type Target = { readonly list: RowList; readonly plans: readonly GridColumnPlan[]; readonly sheet: number }

/** Texts for grid cells → changes; what a cell holds already is no change. */
export function changesOf(texts: readonly GridText[], { list, plans, sheet }: Target): CellChange[] {
  return texts.flatMap(({ column, row: index, text }) => {
    const plan = plans[column]
    const row = list.rowAt(index)
    if (plan?.kind !== 'cell' || row === undefined || list.textAt(row, plan.index).text === text) return []
    return [{ sheet, row: row.row, column: plan.index, text }]
  })
}

/** A block of values pasted with its first value at a cell. One value fills the whole selection. */
export function pasteAt(
  at: readonly [number, number],
  values: readonly (readonly string[])[],
  selected: { readonly width: number; readonly height: number } | null,
  target: Target,
): Changes {
  const { list, plans } = target
  const block = filled(values, selected)
  const columns = plans.flatMap((plan, index) => (plan.kind === 'cell' && index >= at[0] ? [index] : []))
  const total = list.state().total ?? 0
  let left = 0
  const texts = block.flatMap((line, down) =>
    line.flatMap((text, right) => {
      const column = columns[right]
      const row = at[1] + down
      if (column !== undefined && row < total) return [{ column, row, text }]
      left += 1
      return []
    }),
  )
  if (texts.length > mostCells) return { ok: false, message: fixTexts.pasteTooLarge }
  if (texts.some(({ row }) => list.rowAt(row) === undefined))
    return { ok: false, message: fixTexts.pasteNotLoaded }
  return { ok: true, cells: changesOf(texts, target), left }
}

function filled(
  values: readonly (readonly string[])[],
  selected: { readonly width: number; readonly height: number } | null,
): readonly (readonly string[])[] {
  const only = values.length === 1 && values[0]?.length === 1 ? values[0][0] : undefined
  if (only === undefined || selected === null) return values
  return Array.from({ length: selected.height }, () => Array.from({ length: selected.width }, () => only))
}
