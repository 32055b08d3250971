// Custom drawing of grid cells: headers with the field below the name, problem corners, edit bars, and the state as a
// shape and a label. It only draws; cell-marks.ts decides the meaning.
import {
  type CustomCell,
  type CustomRenderer,
  type DrawHeaderCallback,
  GridCellKind,
  type Rectangle,
} from '@glideapps/glide-data-grid'
import type { Mark } from '../../../../components/state-badge.tsx'
import type { CellMark } from './cell-marks.ts'
import type { GridColumnPlan } from '../columns/grid-columns.ts'
import { type ColourName, gridFont, type Palette } from './grid-look.ts'

type Look = { readonly tone: ColourName; readonly shape: Path2D; readonly line: boolean }
const solid = (tone: ColourName, shape: string): Look => ({ tone, shape: new Path2D(shape), line: false })
const lined = (tone: ColourName, shape: string): Look => ({ tone, shape: new Path2D(shape), line: true })

/** The shapes of components/state-badge.tsx, in a box of 10 by 10. */
const looks: Readonly<Record<Mark, Look>> = {
  invalid: solid('bad', 'M1.5 1.5h7v7h-7z'),
  rejected: solid('warn', 'M5 1 9.4 9H.6z'),
  unvalidated: solid('accent', 'M5 1.4a3.6 3.6 0 1 1 0 7.2 3.6 3.6 0 0 1 0-7.2z'),
  validated: lined('ok', 'M1.4 5.4 4 8l4.8-6'),
  queued: lined('wait', 'M1 2h8M1 5h8M1 8h5'),
  sending: lined('wait', 'M1 5h7M5 1.8 8.4 5 5 8.2'),
  unconfirmed: lined('warn', 'M3 3.4C3 2 4 1.4 5 1.4s2 .7 2 1.8C7 4.6 5 4.5 5 6.2M5 8.2v.6'),
  processing: lined('wait', 'M5 1.2a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6M5 2.8V5l1.6 1.2'),
  done: solid('done', 'M5 .8 9.2 5 5 9.2.8 5z'),
  created: lined('done', 'M.6 5.6 2.8 8 7 2.2M5.6 7.6l.4.4L9.8 2.2'),
  already_there: lined('still', 'M1 3.4h8M1 6.6h8'),
  whose_account_unsure: lined(
    'warn',
    'M1 3.4h4M1 6.6h4M6.4 3.6c0-1 .7-1.5 1.5-1.5s1.5.6 1.5 1.4c0 1.1-1.4 1.1-1.4 2.3M8 7.6v.5',
  ),
  failed: lined('bad', 'M1.8 1.8l6.4 6.4M8.2 1.8 1.8 8.2'),
  cancelled: lined('still', 'M5 1.2a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6M2.4 7.6l5.2-5.2'),
  excluded: lined('still', 'M1.5 1.5h7v7h-7zM3.2 5h3.6'),
  held: lined('still', 'M3.2 1.5v7M6.8 1.5v7'),
  with_member: lined(
    'wait',
    'M5 1.3a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6M1.6 8.7c.2-2 1.6-3 3.4-3s3.2 1 3.4 3',
  ),
  dry_run: lined('still', 'M5 1 9 5 5 9 1 5z'),
  dry_run_failed: lined('bad', 'M5 .8 9.2 5 5 9.2.8 5zM3.7 3.7l2.6 2.6M6.3 3.7 3.7 6.3'),
}

const background: Partial<Record<ColourName, ColourName>> = {
  bad: 'bad-bg',
  warn: 'warn-bg',
  ok: 'ok-bg',
  accent: 'accent-bg',
  wait: 'wait-bg',
  done: 'done-bg',
  still: 'still-bg',
}

type StateData = {
  readonly kind: 'state'
  readonly mark: Mark
  readonly word: string
  /** `due`: the day of its hold has come. */
  readonly held: 'held' | 'due' | null
  readonly corner: CellMark['tone'] | null
}
export type StateCell = CustomCell<StateData>

/** `word` is also what a screen reader and the clipboard get. */
export function stateCell(data: Omit<StateData, 'kind'>, spoken: string): StateCell {
  return {
    kind: GridCellKind.Custom,
    allowOverlay: false,
    readonly: true,
    copyData: spoken,
    data: { kind: 'state', ...data },
  }
}

function isStateCell(cell: CustomCell): cell is StateCell {
  return (cell.data as { readonly kind?: unknown }).kind === 'state'
}

export function stateRenderer(palette: Palette): CustomRenderer<StateCell> {
  return {
    kind: GridCellKind.Custom,
    isMatch: isStateCell,
    draw: ({ ctx, rect }, { data }) => {
      const { tone, shape, line } = looks[data.mark]
      ctx.save()
      ctx.font = `550 11.5px ${gridFont}`
      const left = rect.x + 8
      const middle = rect.y + rect.height / 2
      const wide = ctx.measureText(data.word).width + 10 + 5 + 12
      ctx.fillStyle = palette[background[tone] ?? 'still-bg']
      ctx.beginPath()
      ctx.roundRect(left, middle - 9, wide, 18, 5)
      ctx.fill()
      ctx.fillStyle = palette[tone]
      ctx.strokeStyle = palette[tone]
      ctx.textBaseline = 'middle'
      ctx.fillText(data.word, left + 21, middle + 0.5)
      ctx.translate(left + 6, middle - 5)
      ctx.lineWidth = 1.7
      ctx.lineCap = 'round'
      ctx.lineJoin = 'round'
      if (line) ctx.stroke(shape)
      else ctx.fill(shape)
      ctx.restore()
      if (data.held !== null) drawHeld(ctx, left + wide + 6, middle, data.held, palette)
      if (data.corner !== null) drawCorner(ctx, rect, data.corner, palette)
    },
  }
}

/** Two bars: held back on purpose. A clock once its day has come. */
function drawHeld(
  ctx: CanvasRenderingContext2D,
  x: number,
  middle: number,
  held: 'held' | 'due',
  palette: Palette,
): void {
  if (held === 'held') {
    ctx.fillStyle = palette.still
    ctx.fillRect(x, middle - 4, 2.5, 8)
    ctx.fillRect(x + 4.5, middle - 4, 2.5, 8)
    return
  }
  ctx.strokeStyle = palette.warn
  ctx.lineWidth = 1.5
  ctx.beginPath()
  ctx.arc(x + 4.5, middle, 4.5, 0, 2 * Math.PI)
  ctx.moveTo(x + 4.5, middle - 2.5)
  ctx.lineTo(x + 4.5, middle + 0.5)
  ctx.lineTo(x + 6.5, middle + 1.5)
  ctx.stroke()
}

/**
 * Filled for a current problem, hollow for a service problem about bytes that have since changed, a ring for a check
 * left to the service.
 */
export function drawCorner(
  ctx: CanvasRenderingContext2D,
  rect: Rectangle,
  tone: CellMark['tone'],
  palette: Palette,
): void {
  const right = rect.x + rect.width
  if (tone === 'left') {
    ctx.strokeStyle = palette.still
    ctx.lineWidth = 1.25
    ctx.beginPath()
    ctx.arc(right - 5.5, rect.y + 5.5, 2.25, 0, 2 * Math.PI)
    ctx.stroke()
    return
  }
  const size = 8
  ctx.beginPath()
  ctx.moveTo(right - size, rect.y + 1)
  ctx.lineTo(right, rect.y + 1)
  ctx.lineTo(right, rect.y + 1 + size)
  ctx.closePath()
  if (tone === 'stale') {
    ctx.strokeStyle = palette.still
    ctx.lineWidth = 1
    ctx.stroke()
  } else {
    ctx.fillStyle = palette[tone]
    ctx.fill()
  }
}

export function drawEdited(
  ctx: CanvasRenderingContext2D,
  rect: Rectangle,
  palette: Palette,
  waiting: boolean,
): void {
  ctx.fillStyle = waiting ? palette.faint : palette.ok
  ctx.fillRect(rect.x + 1, rect.y + 7, 2, rect.height - 13)
}

/** A cell with the searched text: a wash and a line below, so that it is seen without colour too. */
export function drawFound(ctx: CanvasRenderingContext2D, rect: Rectangle, palette: Palette): void {
  ctx.save()
  ctx.fillStyle = palette.accent
  ctx.globalAlpha = 0.14
  ctx.fillRect(rect.x + 1, rect.y + 1, rect.width - 1, rect.height - 1)
  ctx.globalAlpha = 1
  ctx.fillRect(rect.x + 6, rect.y + rect.height - 4, rect.width - 12, 2)
  ctx.restore()
}

/** Whole if it fits into so many pixels, else cut with an ellipsis. */
export function fitted(ctx: CanvasRenderingContext2D, text: string, width: number): string {
  if (ctx.measureText(text).width <= width) return text
  let low = 0
  let high = text.length
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (ctx.measureText(`${text.slice(0, middle)}…`).width <= width) low = middle
    else high = middle - 1
  }
  return `${text.slice(0, low)}…`
}

/** The column's name; in italics where it feeds no field. The field stands in the tooltip. */
export function headerDrawer(
  plans: readonly GridColumnPlan[],
  palette: Palette,
  /** Which column the rows are sorted by. */
  sorted: (plan: GridColumnPlan) => 'up' | 'down' | null,
): DrawHeaderCallback {
  return ({ ctx, columnIndex, rect, isSelected, isHovered, menuBounds }) => {
    const plan = plans[columnIndex]
    if (plan === undefined) return
    const order = sorted(plan)
    if (plan.kind === 'row') {
      if (order !== null) drawOrder(ctx, rect.x + rect.width - 12, rect.y + rect.height / 2, order, palette)
      return
    }
    const x = rect.x + 9
    const menu = isHovered && plan.kind === 'cell'
    const room = rect.width - (menu ? 32 : 16) - (order === null ? 0 : 14)
    const middle = rect.y + rect.height / 2
    ctx.save()
    ctx.textBaseline = 'middle'
    ctx.textAlign = 'left'
    const isUnused = plan.kind === 'cell' && plan.field === null && !plan.key
    ctx.font = `${isUnused ? 'italic 420' : '540'} 12.5px ${gridFont}`
    ctx.fillStyle = isSelected ? palette.text : isUnused ? palette.faint : palette.soft
    ctx.fillText(fitted(ctx, plan.title, room), x, middle)
    if (order !== null) drawOrder(ctx, rect.x + rect.width - (menu ? 36 : 14), middle, order, palette)
    if (menu) drawMenuMark(ctx, menuBounds.x + menuBounds.width / 2, middle, palette.soft)
    ctx.restore()
  }
}

/** A small arrow down: a press there opens the column's menu. */
function drawMenuMark(ctx: CanvasRenderingContext2D, x: number, middle: number, colour: string): void {
  ctx.strokeStyle = colour
  ctx.lineWidth = 1.5
  ctx.lineCap = 'round'
  ctx.beginPath()
  ctx.moveTo(x - 4, middle - 2)
  ctx.lineTo(x, middle + 2)
  ctx.lineTo(x + 4, middle - 2)
  ctx.stroke()
}

/** An arrow with a stem, unlike the menu's: up where the smallest comes first. */
function drawOrder(
  ctx: CanvasRenderingContext2D,
  x: number,
  middle: number,
  order: 'up' | 'down',
  palette: Palette,
): void {
  const tip = order === 'up' ? -5 : 5
  ctx.save()
  ctx.strokeStyle = palette.accent
  ctx.lineWidth = 1.6
  ctx.lineCap = 'round'
  ctx.lineJoin = 'round'
  ctx.beginPath()
  ctx.moveTo(x, middle - tip)
  ctx.lineTo(x, middle + tip)
  ctx.moveTo(x - 3.5, middle + tip * 0.3)
  ctx.lineTo(x, middle + tip)
  ctx.lineTo(x + 3.5, middle + tip * 0.3)
  ctx.stroke()
  ctx.restore()
}
