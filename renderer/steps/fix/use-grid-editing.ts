// What people do to cells in the grid, turned into edits with words: typing, clearing, filling, pasting, cutting.
import { type EditListItem, GridCellKind, type GridSelection } from '@glideapps/glide-data-grid'
import { type RefObject, useMemo } from 'react'
import type { CellChange, SheetView } from '../../../shared/views.ts'
import { toast } from '../../parts/toast.tsx'
import { fixTexts } from './fix-texts.ts'
import { changesOf, type GridText, mostCells, pasteAt } from './grid-changes.ts'
import type { GridColumnPlan } from './grid-columns.ts'
import type { RowList } from './row-list.ts'
import { useClipboard } from './use-clipboard.ts'

type Options = {
  readonly box: RefObject<HTMLElement | null>
  readonly list: RowList
  readonly plans: readonly GridColumnPlan[]
  readonly sheet: SheetView
  readonly selection: GridSelection
  readonly onEdit: (words: string, changes: readonly CellChange[]) => void
}

/** Gives what the grid calls when cells were edited; true tells it that everything is done. */
export function useGridEditing(options: Options): (items: readonly EditListItem[]) => boolean {
  const { box, list, plans, sheet, selection, onEdit } = options
  const target = useMemo(() => ({ list, plans, sheet: sheet.position }), [list, plans, sheet.position])

  function oneCellWords(change: CellChange): string {
    const index = list.indexOf(change.row)
    const key = index === undefined ? null : (list.rowAt(index)?.account?.key ?? null)
    return fixTexts.editOf(sheet.info.columns[change.column]?.name ?? '', key, change.row)
  }

  function send(changes: readonly CellChange[], words: (n: number) => string): void {
    const first = changes[0]
    if (first === undefined) return
    if (changes.length > mostCells) toast.notice('warning', fixTexts.pasteTooLarge)
    else onEdit(changes.length === 1 ? oneCellWords(first) : words(changes.length), changes)
  }

  function edited(items: readonly EditListItem[]): boolean {
    const texts = items.flatMap(({ location, value }): GridText[] =>
      value.kind === GridCellKind.Text ? [{ column: location[0], row: location[1], text: value.data }] : [],
    )
    const cleared = texts.every((one) => one.text === '')
    send(changesOf(texts, target), cleared ? fixTexts.clearOf : fixTexts.fillOf)
    return true
  }

  /** Selected cells that hold the sheet's texts, line by line. */
  function selected(): GridText[][] {
    const range = selection.current?.range
    if (range === undefined) return []
    return Array.from({ length: range.height }, (_, down) => {
      const row = range.y + down
      const found = list.rowAt(row)
      return Array.from({ length: range.width }, (__, right) => range.x + right).flatMap((column) => {
        const plan = plans[column]
        if (plan?.kind !== 'cell') return []
        return [{ column, row, text: found === undefined ? '' : list.textAt(found, plan.index).text }]
      })
    })
  }

  function paste(values: readonly (readonly string[])[]): void {
    const range = selection.current?.range
    if (range === undefined) return
    const pasted = pasteAt([range.x, range.y], values, range, target)
    if (!pasted.ok) return toast.notice('warning', pasted.message)
    if (pasted.left > 0) toast.notice('info', fixTexts.pasteCut(pasted.left))
    send(pasted.cells, fixTexts.pasteOf)
  }

  useClipboard(box, {
    copy: () => {
      const lines = selected()
      return lines.some((line) => line.length > 0) ? lines.map((line) => line.map((one) => one.text)) : null
    },
    paste,
    clear: () =>
      send(
        changesOf(
          selected()
            .flat()
            .map((one) => ({ ...one, text: '' })),
          target,
        ),
        fixTexts.clearOf,
      ),
  })
  return edited
}
