// Turns changes of grid cells into named edits. Up to 10,000 cells are changed individually at once; more are changed
// by a rule in the engine, after confirmation. Rows that are not loaded are read first, so they are never treated as
// blank.
import { editOf } from '../../edits/edit-words.ts'
import { textsOfFix } from '../../bulk/fix-words.ts'
import { notWritten, notWrittenBecause } from '../../../../accounts/typed/refused-texts.ts'
import type { Fix } from '../../../../../shared/fixing/fix.ts'
import type { CellChange, GridRow, SheetView } from '../../../../../shared/contract/views.ts'
import { toast } from '../../../../components/notices/toast.tsx'
import { changesIn } from './grid-changes.ts'
import type { GridColumnPlan } from '../columns/grid-columns.ts'
import type { Range } from '../selection/grid-keys.ts'
import { readRows, scopeRows, type Source } from '../rows/grid-reach.ts'
import type { OpenBulk } from '../../bulk/use-bulk.ts'
import type { RowList } from '../rows/row-list.ts'
import type { LargeChange } from './use-large-change.tsx'
import type { Said } from '../../../../../shared/texts/message.ts'

export type EditPlace = {
  readonly list: RowList
  readonly plans: readonly GridColumnPlan[]
  readonly sheet: SheetView
  readonly source: Source
  readonly onEdit: (words: Said, changes: readonly CellChange[]) => void
  readonly onLarge: (change: LargeChange) => void
  readonly onBulk: OpenBulk
}

export type RuleChange = {
  readonly fix: Fix
  readonly words: Said
  readonly title: string
  readonly verb: string
}

export function columnNameIn({ sheet }: EditPlace, column: number): string {
  return sheet.info.columns.find((one) => one.index === column)?.name ?? ''
}

/** One edit; `words` name it if it changes more than one cell. */
export function sendEdit(
  place: EditPlace,
  changes: readonly CellChange[],
  words: (values: { readonly n: number }) => Said,
): void {
  const { list } = place
  const first = changes[0]
  if (first === undefined) return
  const index = list.indexOf(first.row)
  const key = index === undefined ? null : (list.rowAt(index)?.account?.key ?? null)
  const one = editOf(columnNameIn(place, first.column), key, first.row)
  place.onEdit(changes.length === 1 ? one : words({ n: changes.length }), changes)
}

/** Cells one by one: their rows are read, then changed in one edit. */
export async function changeCells(
  place: EditPlace,
  at: Range,
  columns: readonly number[],
  words: (values: { readonly n: number }) => Said,
  textOf: (down: number, right: number, row: GridRow) => string | null,
  /** What a person has typed or pasted: it is named where it cannot be written. */
  given: readonly string[] = [],
): Promise<void> {
  const { list, source, sheet } = place
  try {
    const rows = await readRows(list, source, at.y, at.height)
    if (!rows.ok) return toast.notice('warning', notWrittenBecause(given, rows.message))
    const shown = rows.value.map((row) => withTyped(list, row, columns))
    sendEdit(place, changesIn(shown, columns, sheet.position, textOf), words)
  } catch (error) {
    toast.notDone(notWritten(given), error)
  }
}

/** Includes text that was typed just now and is not answered by the engine yet. */
function withTyped(list: RowList, row: GridRow, columns: readonly number[]): GridRow {
  if (!columns.some((column) => list.textAt(row, column).waiting)) return row
  const cells = [...row.cells]
  for (const column of columns) cells[column] = list.textAt(row, column).text
  return { ...row, cells }
}

/** More cells than are changed one by one: by a rule in the engine, once the user has confirmed it. */
export async function changeByRule(
  place: EditPlace,
  at: Range,
  columns: readonly number[],
  how: RuleChange,
): Promise<void> {
  const { list, source, sheet } = place
  try {
    const rows = await scopeRows(list, source, at)
    if (!rows.ok) return toast.notice('warning', notWrittenBecause(textsOfFix(how.fix), rows.message))
    place.onLarge({
      ...how,
      rows: at.height,
      counted: list.state().exact || !('filter' in rows.value),
      scope: { sheet: sheet.position, columns: [...columns], rows: rows.value },
      look: () => place.onBulk(how.fix.kind, null),
    })
  } catch (error) {
    toast.notDone(notWritten(textsOfFix(how.fix)), error)
  }
}
