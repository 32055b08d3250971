// Converts a cell to the grid library's format: its text, its style, and whether it is editable. Pure functions of
// the list.
import {
  type DrawCellCallback,
  type GridCell,
  GridCellKind,
  type Item,
  type TextCell,
  type Theme,
} from '@glideapps/glide-data-grid'
import { maskText } from '../../../../../shared/contract/privacy.ts'
import type { GridRow } from '../../../../../shared/contract/views.ts'
import { sentenceOf } from '../../../../../shared/texts/message.ts'
import { wordOf } from '../../../../components/state-badge.tsx'
import { shownText } from '../../../../components/text/shown-text.ts'
import { type CellMark, type ChosenCause, isOfCause, marksOf, wholeRow } from './cell-marks.ts'
import { hasFound } from '../selection/found-cells.ts'
import { fixTexts } from '../../../../texts/fix/fix.ts'
import type { GridColumnPlan } from '../columns/grid-columns.ts'
import { drawCorner, drawEdited, drawFound, fitted, stateCell } from './grid-draw.ts'
import { gridFont, gridFontStyle, gridPadding, type Palette } from './grid-look.ts'
import { holdWords } from '../../account/hold-words.ts'
import type { RowList } from '../rows/row-list.ts'

/** Line breaks and tabs cannot be drawn in one line; they stay in the cell's own text. */
function oneLine(text: string): string {
  return text.replace(/\r\n|[\r\n]/g, ' ⏎ ').replace(/\t/g, ' ⇥ ')
}

/** A sheet cell with the data its editor needs: rows may move under it before it closes. */
export type SheetCell = TextCell & {
  /** The sheet's own row number. */
  readonly row: number
  /** The zero-based column of the sheet. */
  readonly column: number
  /** Its text when the editor opened. */
  readonly before: string
}

export function isSheetCell(cell: object): cell is SheetCell {
  return 'row' in cell && 'column' in cell && 'before' in cell
}

function fixedCell(text: string, theme: Partial<Theme>, right: boolean): GridCell {
  return {
    kind: GridCellKind.Text,
    data: text,
    displayData: text,
    allowOverlay: false,
    readonly: true,
    themeOverride: theme,
    ...(right ? { contentAlign: 'right' as const } : {}),
  }
}

function accountState(row: GridRow, palette: Palette): GridCell {
  const { account } = row
  if (account === null) {
    return fixedCell(
      row.stray === null ? '' : fixTexts.noAccount,
      { textDark: palette.faint, baseFontStyle: '420 11.5px' },
      false,
    )
  }
  // Excluded from migration, which takes precedence over the state.
  if (account.excluded) {
    const spoken = `${wordOf('excluded')}: ${sentenceOf(account.held ?? '')}`
    return stateCell({ mark: 'excluded', word: wordOf('excluded'), held: null, corner: null }, spoken)
  }
  const mark = account.state === 'done' && account.outcome !== null ? account.outcome : account.state
  const word = wordOf(mark)
  const hold = account.held === null ? null : holdWords(account.heldUntil, Date.now())
  const held = hold === null ? null : hold.due ? ('due' as const) : ('held' as const)
  return stateCell(
    { mark, word, held, corner: marksOf(row).get(wholeRow)?.tone ?? null },
    hold === null ? word : `${word}, ${hold.words}`,
  )
}

const backgrounds = { bad: 'bad-bg', warn: 'warn-bg', stale: 'still-bg' } as const
const texts = { bad: 'bad', warn: 'warn', stale: 'still' } as const

/** A cell of the chosen cause is filled; of others only the text has the colour. */
function toneOf(tone: CellMark['tone'], isChosen: boolean, palette: Palette): Partial<Theme> {
  if (tone === 'left') return {}
  return {
    textDark: palette[texts[tone]],
    ...(isChosen ? { bgCell: palette[backgrounds[tone]] } : {}),
  }
}

/** Cache of cells by row and column. It stays valid because row and column objects are immutable. */
type Made = {
  readonly palette: Palette
  readonly chosen: ChosenCause
  readonly cells: WeakMap<GridColumnPlan, GridCell>
}
const made = new WeakMap<GridRow, Made>()

const loading: GridCell = {
  kind: GridCellKind.Loading,
  allowOverlay: false,
  skeletonWidth: 56,
  skeletonWidthVariability: 24,
}

export function cellContent(
  list: RowList,
  plan: GridColumnPlan | undefined,
  index: number,
  palette: Palette,
  chosen: ChosenCause,
): GridCell {
  const row = list.rowAt(index)
  if (plan === undefined || row === undefined) return loading
  // A hold may become due without any other change.
  if (plan.kind === 'state') return accountState(row, palette)
  const { text, waiting } = list.textAt(row, plan.kind === 'cell' ? plan.index : -1)
  if (waiting && plan.kind === 'cell') return sheetCell(row, plan, { text, waiting: true }, palette, chosen)
  let kept = made.get(row)
  if (kept?.palette !== palette || kept.chosen !== chosen) {
    kept = { palette, chosen, cells: new WeakMap() }
    made.set(row, kept)
  }
  const before = kept.cells.get(plan)
  if (before !== undefined) return before
  const cell =
    plan.kind === 'row'
      ? rowNumber(row, palette)
      : sheetCell(row, plan, { text, waiting: false }, palette, chosen)
  kept.cells.set(plan, cell)
  return cell
}

function rowNumber(row: GridRow, palette: Palette): GridCell {
  const theme = {
    bgCell: palette.head,
    textDark: palette.faint,
    baseFontStyle: '420 11.5px',
    cellHorizontalPadding: 7,
  }
  return fixedCell(String(row.row), theme, true)
}

function sheetCell(
  row: GridRow,
  plan: GridColumnPlan & { readonly kind: 'cell' },
  { text, waiting }: { readonly text: string; readonly waiting: boolean },
  palette: Palette,
  chosen: ChosenCause,
): SheetCell {
  const mark = marksOf(row).get(plan.index)
  const edited = row.edited.includes(plan.index)
  const theme: Partial<Theme> = {
    ...(plan.key ? { baseFontStyle: '540 12.5px' } : {}),
    ...(plan.field === null && !plan.key && mark === undefined ? { textDark: palette.faint } : {}),
    ...(edited && mark === undefined ? { textDark: palette.ok } : {}),
    ...(mark === undefined || waiting ? {} : toneOf(mark.tone, isOfCause(mark, plan.index, chosen), palette)),
  }
  // The editor of a masked cell begins empty, so that the mask is never written as a value.
  const edits = text === maskText ? '' : text
  return {
    kind: GridCellKind.Text,
    data: edits,
    displayData: cutTo(
      plan.width - 2 * gridPadding,
      oneLine(shownText(text)),
      theme.baseFontStyle ?? gridFontStyle,
    ),
    allowOverlay: true,
    row: row.row,
    column: plan.index,
    before: edits,
    // Undefined when empty: even an empty object makes the grid build a theme for the cell on each draw.
    ...(Object.keys(theme).length === 0 ? {} : { themeOverride: theme }),
  }
}

/** Corner and bar over what the grid drew itself. */
export function cellDrawer(
  list: RowList,
  plans: readonly GridColumnPlan[],
  palette: Palette,
  /** The chosen cell, read while drawing. */
  focus: { readonly current: Item | null },
  /** Keys go to the grid: only then has the chosen cell a ring of two pixels. */
  hasKeys: boolean,
  /** The text that is searched, in lower case; empty: none. */
  wanted: string,
  /** Called for every cell that is drawn. */
  onDrawn: () => void,
): DrawCellCallback {
  return ({ ctx, rect, col, row: index }, drawContent) => {
    drawContent()
    onDrawn()
    const focused = focus.current
    if (focused !== null && focused[0] === col && focused[1] === index) {
      ctx.strokeStyle = hasKeys ? palette.accent : palette.faint
      ctx.lineWidth = hasKeys ? 2 : 1
      const inset = hasKeys ? 2 : 1.5
      ctx.strokeRect(rect.x + inset, rect.y + inset, rect.width - 3, rect.height - 3)
    }
    const plan = plans[col]
    const row = list.rowAt(index)
    if (plan?.kind !== 'cell' || row === undefined) return
    const { text, waiting } = list.textAt(row, plan.index)
    if (hasFound(text, wanted)) drawFound(ctx, rect, palette)
    const mark = marksOf(row).get(plan.index)
    if (mark !== undefined && !waiting) drawCorner(ctx, rect, mark.tone, palette)
    if (waiting || row.edited.includes(plan.index)) drawEdited(ctx, rect, palette, waiting)
  }
}

let ruler: CanvasRenderingContext2D | null = null
/** No character of the grid's type is wider. */
const widestCharacter = 14

/** The text as it fits into so many pixels, with an ellipsis where it is cut: the grid itself cuts without one. */
function cutTo(width: number, text: string, style: string): string {
  if (text.length * widestCharacter <= width) return text
  ruler ??= document.createElement('canvas').getContext('2d')
  if (ruler === null) return text
  ruler.font = `${style} ${gridFont}`
  return fitted(ruler, text, width)
}

/** Pixels of a badge with this word. */
export function badgeWidth(word: string): number {
  ruler ??= document.createElement('canvas').getContext('2d')
  if (ruler === null) return 90
  ruler.font = `550 11.5px ${gridFont}`
  return Math.ceil(ruler.measureText(word).width) + 27
}
