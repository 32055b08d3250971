// Hook that converts grid actions (typing, clearing, filling, pasting, cutting) to named edits. Up to 10,000 cells
// are changed individually at once; more are changed by a rule in the engine, after confirmation. Rows that are not
// loaded are read first, so they are never treated as blank.
import { type EditListItem, GridCellKind, type GridSelection } from '@glideapps/glide-data-grid'
import type { RefObject } from 'react'
import type { Fix } from '../../../../shared/fixing/fix.ts'
import type { CellChange, GridRow, SheetView } from '../../../../shared/contract/views.ts'
import { toast } from '../../../components/toast.tsx'
import type { OpenBulk } from '../bulk/use-bulk.ts'
import { fixTexts } from '../../../texts/fix.ts'
import { type Block, changesIn, landingOf, mostCells, onlyText } from './grid-changes.ts'
import { isSheetCell } from './grid-cells.ts'
import type { GridColumnPlan } from './grid-columns.ts'
import type { Range } from './grid-keys.ts'
import { columnsIn, readRows, scopeRows, type Source } from './grid-reach.ts'
import { gridTexts } from '../../../texts/grid.ts'
import type { RowList } from './row-list.ts'
import { useCopy } from './use-copy.ts'
import { useClipboard } from './use-clipboard.ts'
import type { LargeChange } from './use-large-change.tsx'

type Options = {
  readonly box: RefObject<HTMLElement | null>
  readonly list: RowList
  readonly plans: readonly GridColumnPlan[]
  readonly sheet: SheetView
  readonly source: Source
  readonly selection: GridSelection
  readonly onEdit: (words: string, changes: readonly CellChange[]) => void
  readonly onLarge: (change: LargeChange) => void
  readonly onBulk: OpenBulk
}

export type GridEditing = {
  /** Callback for edited cells; returning true means that they are fully handled. */
  readonly edited: (items: readonly EditListItem[]) => boolean
  readonly clear: () => void
  readonly fillDown: () => void
  readonly fillRight: () => void
  /** The same text into every selected cell. */
  readonly fill: (text: string) => void
}

export function useGridEditing(options: Options): GridEditing {
  const { list, plans, sheet, source, selection, onEdit } = options
  const range = selection.current?.range

  function nameOf(column: number): string {
    return sheet.info.columns.find((one) => one.index === column)?.name ?? ''
  }

  function send(changes: readonly CellChange[], words: (n: number) => string): void {
    const first = changes[0]
    if (first === undefined) return
    const index = list.indexOf(first.row)
    const key = index === undefined ? null : (list.rowAt(index)?.account?.key ?? null)
    const one = fixTexts.editOf(nameOf(first.column), key, first.row)
    onEdit(changes.length === 1 ? one : words(changes.length), changes)
  }

  /** Cells one by one: their rows are read, then changed in one edit. */
  async function change(
    at: Range,
    columns: readonly number[],
    words: (n: number) => string,
    textOf: (down: number, right: number, row: GridRow) => string | null,
  ): Promise<void> {
    try {
      const rows = await readRows(list, source, at.y, at.height)
      if (!rows.ok) return toast.notice('warning', rows.message)
      send(
        changesIn(
          rows.value.map((row) => shown(row, columns)),
          columns,
          sheet.position,
          textOf,
        ),
        words,
      )
    } catch (error) {
      toast.failed(error)
    }
  }

  /** Includes text that was typed just now and is not answered by the engine yet. */
  function shown(row: GridRow, columns: readonly number[]): GridRow {
    if (!columns.some((column) => list.textAt(row, column).waiting)) return row
    const cells = [...row.cells]
    for (const column of columns) cells[column] = list.textAt(row, column).text
    return { ...row, cells }
  }

  async function changeByRule(
    at: Range,
    columns: readonly number[],
    how: { readonly fix: Fix; readonly words: string; readonly title: string; readonly verb: string },
  ): Promise<void> {
    try {
      const rows = await scopeRows(list, source, at)
      if (!rows.ok) return toast.notice('warning', rows.message)
      options.onLarge({
        ...how,
        rows: at.height,
        counted: list.state().exact || !('filter' in rows.value),
        scope: { sheet: sheet.position, columns: [...columns], rows: rows.value },
        look: () => options.onBulk(how.fix.kind, null),
      })
    } catch (error) {
      toast.failed(error)
    }
  }

  /** By the row that was opened, not its position: rows may have changed while the text was typed. */
  function edited(items: readonly EditListItem[]): boolean {
    const changes = items.flatMap(({ value }): CellChange[] => {
      if (value.kind !== GridCellKind.Text || !isSheetCell(value)) return []
      const { row, column, before, data: text } = value
      const index = list.indexOf(row)
      const now = index === undefined ? undefined : list.rowAt(index)
      if (text === before || (now !== undefined && list.textAt(now, column).text === text)) return []
      return [{ sheet: sheet.position, row, column, text }]
    })
    const validated = changes.every((one) => one.text === '')
    send(changes, validated ? fixTexts.clearOf : fixTexts.fillOf)
    return true
  }

  function setAll(text: string): void {
    if (range === undefined) return
    const columns = columnsIn(plans, range)
    const cells = columns.length * range.height
    const isClear = text === ''
    const words = isClear ? fixTexts.clearOf : fixTexts.fillOf
    if (cells === 0) return
    if (cells <= mostCells) return void change(range, columns, words, () => text)
    const name = nameOf(columns[0] ?? 0)
    void changeByRule(range, columns, {
      fix: isClear ? { kind: 'clear' } : { kind: 'set', text },
      words: isClear ? gridTexts.validatedOf(name, columns.length) : gridTexts.setOf(name, columns.length),
      title: isClear ? gridTexts.clearTitle(cells) : gridTexts.fillTitle(cells),
      verb: isClear ? gridTexts.clear : gridTexts.fill,
    })
  }

  /** Fills the selection's first row down; for a single row, copies the row above. */
  async function fillDown(): Promise<void> {
    if (range === undefined) return
    const columns = columnsIn(plans, range)
    const top = range.height === 1 ? range.y - 1 : range.y
    const into = range.height === 1 ? range : { ...range, y: range.y + 1, height: range.height - 1 }
    if (columns.length === 0) return
    if (top < 0) return toast.notice('info', gridTexts.noneAbove)
    const first = await readRows(list, source, top, 1).catch(toast.failed)
    if (first === undefined) return
    if (!first.ok) return toast.notice('warning', first.message)
    const [above] = first.value
    if (above === undefined) return
    const textOf = (column: number): string => list.textAt(above, column).text
    const cells = columns.length * into.height
    if (cells <= mostCells)
      return change(into, columns, fixTexts.fillOf, (_, right) => textOf(columns[right] ?? -1))
    const [only] = columns
    if (only === undefined || columns.length > 1)
      return toast.notice('warning', gridTexts.oneColumn(mostCells))
    const text = textOf(only)
    await changeByRule(into, columns, {
      fix: text === '' ? { kind: 'clear' } : { kind: 'set', text },
      words: gridTexts.setOf(nameOf(only), 1),
      title: gridTexts.fillTitle(cells),
      verb: gridTexts.fill,
    })
  }

  /** Fills the selection's first column to the right; for a single column, copies the one to its left. */
  async function fillRight(): Promise<void> {
    if (range === undefined) return
    const inside = columnsIn(plans, range)
    const before = columnsIn(plans, { ...range, x: 0, width: range.x }).at(-1)
    const from = inside.length > 1 ? inside[0] : before
    const into = inside.length > 1 ? inside.slice(1) : inside
    if (from === undefined || into.length === 0) return toast.notice('info', gridTexts.noneLeft)
    const cells = into.length * range.height
    if (cells <= mostCells)
      return change(range, into, fixTexts.fillOf, (_, __, row) => list.textAt(row, from).text)
    await changeByRule(range, into, {
      fix: { kind: 'take', column: from, onlyEmpty: false },
      words: gridTexts.setOf(nameOf(into[0] ?? 0), into.length),
      title: gridTexts.takeTitle(cells),
      verb: gridTexts.fill,
    })
  }

  function paste(values: Block): void {
    if (range === undefined) return
    const only = onlyText(values)
    if (only !== null && range.width * range.height > mostCells) return setAll(only)
    const landing = landingOf(values, [range.x, range.y], range, plans, list.state().total ?? 0)
    const { columns, height, left } = landing
    if (columns.length * height > mostCells)
      return toast.notice('warning', `${fixTexts.pasteTooLarge} ${gridTexts.pasteScope(mostCells)}`)
    if (left > 0) toast.notice('info', fixTexts.pasteCut(left))
    void change({ ...range, height }, columns, fixTexts.pasteOf, landing.textOf)
  }

  const copy = useCopy({ list, plans, source, range })
  useClipboard(options.box, { copy, paste, clear: () => setAll('') })
  return {
    edited,
    clear: () => setAll(''),
    fillDown: () => void fillDown(),
    fillRight: () => void fillRight(),
    fill: setAll,
  }
}
