// Hook that carries out the grid's editing actions on the selection: typing, clearing, filling, pasting and cutting.
import { type EditListItem, GridCellKind, type GridSelection } from '@glideapps/glide-data-grid'
import type { RefObject } from 'react'
import type { CellChange } from '../../../../../shared/contract/views.ts'
import { toast } from '../../../../components/notices/toast.tsx'
import { fixTexts } from '../../../../texts/fix/fix.ts'
import { gridTexts } from '../../../../texts/fix/grid.ts'
import { notWrittenBecause } from '../../../../accounts/typed/refused-texts.ts'
import { isSheetCell } from '../drawing/grid-cells.ts'
import { type Block, type Landing, landingOf, mostCells, onlyText } from './grid-changes.ts'
import { cellsFilled, fillByHandle, fillDown, fillRight, fillToEnd } from './fill-cells.ts'
import { changeByRule, changeCells, columnNameIn, type EditPlace, sendEdit } from './grid-edits.ts'
import type { Range } from '../selection/grid-keys.ts'
import { columnsIn } from '../rows/grid-reach.ts'
import { useClipboard } from './use-clipboard.ts'
import { useCopy } from './use-copy.ts'
import { message, type Message } from '../../../../../shared/texts/message.ts'

type Counted = { readonly n: number }
const cellsPasted = ({ n }: Counted): Message => message('edits.cells_pasted', { n })
const cellsCleared = ({ n }: Counted): Message => message('edits.cells_cleared', { n })

type Options = EditPlace & {
  readonly box: RefObject<HTMLElement | null>
  readonly selection: GridSelection
  readonly takesPaste: (text: string) => boolean
  readonly onSelect: (selection: GridSelection) => void
  /** Why nothing of the batch can be changed; null: it can be. */
  readonly locked: string | null
}

export type GridEditing = {
  /** Callback for edited cells; returning true means that they are fully handled. */
  readonly edited: (items: readonly EditListItem[]) => boolean
  readonly clear: () => void
  readonly fillDown: () => void
  readonly fillRight: () => void
  /** By the handle: from these cells over the whole range. */
  readonly fillTo: (from: Range, whole: Range) => void
  /** Down to the end of the data beside the range, which is selected then. */
  readonly fillToEnd: (range: Range) => void
  /** The same text into every selected cell. */
  readonly fill: (text: string) => void
}

export function useGridEditing(given: Options): GridEditing {
  const options = given.locked === null ? given : readOnly(given, given.locked)
  const range = options.selection.current?.range
  const fill = (text: string): void => {
    if (range !== undefined) setAll(options, range, text)
  }
  const clear = (): void => fill('')
  const paste = (values: Block): void => {
    if (range === undefined)
      toast.notice('warning', notWrittenBecause(values.flat(), gridTexts.nowhereToPaste))
    else pasteBlock(options, range, values)
  }
  const copy = useCopy({ ...options, range })
  useClipboard(options.box, { copy, paste, clear, takesPaste: options.takesPaste })
  return {
    edited: (items) => edited(options, items),
    clear,
    fillDown: () => void (range !== undefined && fillDown(options, range)),
    fillRight: () => void (range !== undefined && fillRight(options, range)),
    fillTo: (from, whole) => void fillByHandle(options, from, whole),
    fillToEnd: (from) => void fillAndSelect(options, from),
    fill,
  }
}

/** Whatever would be changed is refused with the reason; copying and selecting go on. */
function readOnly(options: Options, why: string): Options {
  const refuse = (): void => toast.notice('info', why)
  return { ...options, onEdit: refuse, onLarge: refuse, onBulk: refuse }
}

/** By the row that was opened, not its position: rows may have changed while the text was typed. */
function edited(place: EditPlace, items: readonly EditListItem[]): boolean {
  const { list, sheet } = place
  const changes = items.flatMap(({ value }): CellChange[] => {
    if (value.kind !== GridCellKind.Text || !isSheetCell(value)) return []
    const { row, column, before, data: text } = value
    const index = list.indexOf(row)
    const now = index === undefined ? undefined : list.rowAt(index)
    if (text === before || (now !== undefined && list.textAt(now, column).text === text)) return []
    return [{ sheet: sheet.position, row, column, text }]
  })
  const areCleared = changes.every((one) => one.text === '')
  sendEdit(place, changes, areCleared ? cellsCleared : cellsFilled)
  return true
}

function setAll(place: EditPlace, range: Range, text: string): void {
  const columns = columnsIn(place.plans, range)
  const cells = columns.length * range.height
  const isClear = text === ''
  const words = isClear ? cellsCleared : cellsFilled
  if (cells === 0) return
  if (cells <= mostCells) return void changeCells(place, range, columns, words, () => text, [text])
  const name = columnNameIn(place, columns[0] ?? 0)
  void changeByRule(place, range, columns, {
    fix: isClear ? { kind: 'clear' } : { kind: 'set', text },
    words: isClear
      ? message('edits.columns_cleared', { column: name, n: columns.length })
      : message('edits.columns_filled', { column: name, n: columns.length }),
    title: isClear ? gridTexts.clearTitle({ n: cells }) : gridTexts.fillTitle({ n: cells }),
    verb: isClear ? gridTexts.clear : gridTexts.fill,
  })
}

async function fillAndSelect(place: Options, from: Range): Promise<void> {
  const whole = await fillToEnd(place, from)
  if (whole !== null) select(place, whole)
}

function pasteBlock(place: Options, range: Range, values: Block): void {
  const { list, plans } = place
  const only = onlyText(values)
  if (only !== null && range.width * range.height > mostCells) return setAll(place, range, only)
  const landing = landingOf(values, [range.x, range.y], range, plans, list.state().total ?? 0)
  const { columns, height, left } = landing
  if (columns.length * height > mostCells)
    return toast.notice(
      'warning',
      notWrittenBecause(
        values.flat(),
        `${fixTexts.pasteTooLarge} ${gridTexts.pasteScope({ most: mostCells })}`,
      ),
    )
  const unseen = left.filter((text) => text !== '')
  if (unseen.length > 0)
    toast.notice('warning', notWrittenBecause(unseen, fixTexts.pasteCut({ n: unseen.length })))
  void changeCells(place, { ...range, height }, columns, cellsPasted, landing.textOf, values.flat())
  selectPasted(place, range, landing)
}

/** What was pasted is selected afterwards, as in a spreadsheet. */
function selectPasted(place: Options, { x, y }: Range, landing: Landing): void {
  const { plans } = place
  const { columns, height } = landing
  const last = plans.findIndex((plan) => plan.kind === 'cell' && plan.index === columns.at(-1))
  if (last < x || height === 0) return
  select(place, { x, y, width: last - x + 1, height })
}

function select({ selection, onSelect }: Options, range: Range): void {
  onSelect({ ...selection, current: { cell: [range.x, range.y], range, rangeStack: [] } })
}
