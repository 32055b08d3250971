// Converts typing, pasting, filling and clearing to changes of sheet cells. Values fill only columns that hold cells
// and skip the state column, so a block copied from a spreadsheet keeps its layout. Pure functions.
import type { CellChange, GridRow } from '../../../../../shared/contract/views.ts'
import type { GridColumnPlan } from '../columns/grid-columns.ts'

/** One call changes at most so many cells one by one; more are changed by a rule. */
export const mostCells = 10_000

export type Block = readonly (readonly string[])[]

/** Texts for cells of these rows → changes; what a cell holds already is no change. */
export function changesIn(
  rows: readonly GridRow[],
  columns: readonly number[],
  sheet: number,
  /** Null leaves a cell alone. Places within the block, from 0. */
  textOf: (down: number, right: number, row: GridRow) => string | null,
): CellChange[] {
  return rows.flatMap((row, down) =>
    columns.flatMap((column, right) => {
      const text = textOf(down, right, row)
      if (text === null || text === (row.cells[column] ?? '')) return []
      return [{ sheet, row: row.row, column, text }]
    }),
  )
}

export type Landing = {
  /** Zero-based columns of the sheet, and how many rows from the first. */
  readonly columns: readonly number[]
  readonly height: number
  readonly textOf: (down: number, right: number) => string | null
  /** Texts that fall outside the columns and rows that there are. */
  readonly left: readonly string[]
}

/**
 * Target of a pasted block: its first value goes to the selection's first cell. One value fills the whole selection,
 * and a block repeats if the selection is a whole number of blocks, as in spreadsheets.
 */
export function landingOf(
  values: Block,
  at: readonly [column: number, row: number],
  selected: { readonly width: number; readonly height: number },
  plans: readonly GridColumnPlan[],
  total: number,
): Landing {
  const cells = plans.flatMap((plan, index) => (plan.kind === 'cell' && index >= at[0] ? [plan.index] : []))
  const inSelection = plans.slice(at[0], at[0] + selected.width).filter((plan) => plan.kind === 'cell').length
  const wide = Math.max(0, ...values.map((line) => line.length))
  const high = values.length
  const repeat = (size: number, of: number): number => (of > size && of % size === 0 ? of : size)
  const width = repeat(wide, inSelection)
  const height = repeat(high, selected.height)
  const columns = cells.slice(0, width)
  const rows = Math.max(0, Math.min(height, total - at[1]))
  const left = values.flatMap((line, down) =>
    line.filter((_, right) => right >= cells.length || at[1] + down >= total),
  )
  return {
    columns,
    height: rows,
    textOf: (down, right) => values[down % high]?.[right % wide] ?? null,
    left,
  }
}

/** The one text of a block that is a single cell. */
export function onlyText(values: Block): string | null {
  return values.length === 1 && values[0]?.length === 1 ? (values[0][0] ?? null) : null
}
