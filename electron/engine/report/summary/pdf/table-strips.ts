// A table of the summary on pages: its columns' widths, its head, and its lines as strips.
import { endingColours } from '../ending-colours.ts'
import { noCell } from '../cells.ts'
import { type Bar, type Cell, type Column, lengthOf, type Table } from '../summary-model.ts'
import { drawBar } from './bars.ts'
import { type Canvas, colours, contentWidth, type Ink, paper } from './canvas.ts'
import type { Strip } from './pages.ts'
import { type InkedText, type Line, linesOf, mostLetters } from './text-lines.ts'
import { softHyphen } from './typefaces.ts'

/** Sizes of letters, and distances between columns. */
const usual = { size: 9.5, small: 8.5, code: 7.9, head: 8, between: 14 } as const
const narrow = { size: 8.5, small: 7.5, code: 7.5, head: 7, between: 6 } as const
type Sizes = Readonly<Record<keyof typeof usual, number>>

const padding = 4.2
const markWidth = 15
const leastFirst = 84
/** Of the first column of a wide table. */
const leastWide = 108
const mostWide = 136
const leastFigures = 26
/** Of a bar beside its figure, and its distance from the longest one. */
const besideBar = { width: 130, height: 6.5, gap: 12, radius: 1.8 } as const
/** Of a bar below the figures of its line. */
const belowBar = { height: 5, gap: 2, radius: 1.6 } as const
/** At its beginning and its end, so that no page has a single line of a table. */
const linesTogether = 3
/** Lines of a cell that stay on one page. */
const linesAtOnce = 24

type Look = { readonly canvas: Canvas; readonly sizes: Sizes; readonly widths: readonly number[] }

export function tableStrips(canvas: Canvas, table: Table): Strip[] {
  const { columns, lines, total, isWide } = table
  const sizes = isWide ? narrow : usual
  const look: Look = { canvas, sizes, widths: widthsOf(canvas, table, sizes) }
  const head = headStrip(look, columns)
  const rows = lines.flatMap((line, at) => {
    const isLast = at === lines.length - 1
    const keep = at < linesTogether - 1 || at > lines.length - linesTogether
    return rowStrips(look, table, line, {
      isTotal: false,
      isRuled: !isLast,
      keep: keep && (!isLast || total !== null),
    })
  })
  const sums =
    total === null ? [] : rowStrips(look, table, total, { isTotal: true, isRuled: false, keep: false })
  return [{ ...head, keep: true }, ...[...rows, ...sums].map((strip) => ({ ...strip, head }))]
}

const known = new Map<string, Ink>()

/** The same object for the same look, so that words of one look become one text. */
function inkFor(size: number, weight: Ink['weight'], colour: Ink['colour'], even = false): Ink {
  const key = `${size} ${weight} ${colour} ${even}`
  const ink = known.get(key) ?? { size, weight, colour, even }
  known.set(key, ink)
  return ink
}

/** Of a cell in this column of the table. */
function textsOf(
  { pieces, figure }: Cell,
  at: number,
  { columns, isWide }: Table,
  sizes: Sizes,
  isTotal: boolean,
): InkedText[] {
  const even = columns[at]?.isFigure === true
  const colour = isWide && !isTotal && figure?.value === 0 ? colours.soft : colours.text
  return pieces.map(({ text, as }) => {
    if (as === 'small') return { text, ink: inkFor(sizes.small, 400, colours.soft) }
    if (as === 'code') return { text, ink: inkFor(sizes.code, 400, colours.text) }
    return { text, ink: inkFor(sizes.size, isTotal || as === 'strong' ? 600 : 400, colour, even) }
  })
}

/** Figures get what they need, and texts as well, or an even share of the room; the first column has the rest. */
function widthsOf(canvas: Canvas, table: Table, sizes: Sizes): number[] {
  const { columns, isWide } = table
  const [first = 0, ...needed] = columns.map((_, at) => widthNeeded(canvas, table, at, sizes))
  const room = contentWidth - sizes.between * needed.length
  if (isWide) return wideWidths(first, needed, room)
  const isFigure = needed.map((_, at) => columns[at + 1]?.isFigure === true)
  const figures = scaledTo(
    room - leastFirst,
    needed.map((width, at) => (isFigure[at] === true ? width : 0)),
  )
  const texts = needed.filter((_, at) => isFigure[at] !== true)
  const most = evenShare(room - sumOf(figures), [first, ...texts])
  const others = needed.map((width, at) =>
    isFigure[at] === true ? (figures[at] ?? 0) : Math.min(width, most),
  )
  return [room - sumOf(others), ...others]
}

/** The most that each may have so that all of them fit: who needs less leaves the rest to the others. */
function evenShare(room: number, needed: readonly number[]): number {
  let left = room
  let others = needed.length
  for (const width of needed.toSorted((a, b) => a - b)) {
    if (width * others > left) break
    left -= width
    others -= 1
  }
  return others === 0 ? room : left / others
}

/** Columns of figures are equally wide where they can be. */
function wideWidths(first: number, needed: readonly number[], room: number): number[] {
  const ofFirst = Math.min(Math.max(first, leastWide), mostWide)
  const even = (room - ofFirst) / needed.length
  if (needed.every((width) => width <= even)) return [ofFirst, ...needed.map(() => even)]
  const others = scaledTo(room - leastWide, needed)
  const spare = Math.max(0, room - ofFirst - sumOf(others)) / others.length
  const wider = others.map((width) => width + spare)
  return [room - sumOf(wider), ...wider]
}

const sumOf = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width, 0)

function scaledTo(most: number, widths: readonly number[]): readonly number[] {
  const sum = sumOf(widths)
  return sum > most ? widths.map((width) => (width * most) / sum) : widths
}

/** A head may be broken between its words, and in a narrow column inside of them. */
function widthNeeded(canvas: Canvas, table: Table, at: number, sizes: Sizes): number {
  const { columns, lines, total, isWide } = table
  const { head, isFigure } = columns[at] ?? { head: [], isFigure: false }
  const headText = head.map(({ text }) => canvas.visible(text)).join(' ')
  const words = isWide ? headText.split(/[ \u00ad]/) : [headText.replaceAll(softHyphen, '')]
  const headInk = inkFor(sizes.head, 600, colours.soft)
  let most = isFigure ? leastFigures : 0
  for (const word of words) most = Math.max(most, widthAlone(canvas, word, headInk))
  for (const line of total === null ? lines : [...lines, total]) {
    const texts = textsOf(line[at] ?? noCell, at, table, sizes, line === total)
    const width = texts.reduce((sum, { text, ink }) => sum + widthAlone(canvas, text, ink), 0)
    most = Math.max(most, width)
  }
  const hasBar = !isWide && lines.some((line) => line[at]?.bar !== undefined)
  return hasBar ? most + besideBar.width + besideBar.gap : most
}

/** In one line, with a blank; of a text that is too long for any line, the width of the page. */
function widthAlone(canvas: Canvas, text: string, ink: Ink): number {
  if (text.length > mostLetters(contentWidth, ink)) return contentWidth
  return canvas.widthOf(canvas.visible(text), ink) + 3
}

function headStrip(look: Look, columns: readonly Column[]): Strip {
  const { canvas, sizes } = look
  const texts = columns.map(({ head }) =>
    head.map(({ text, as }) => ({
      text,
      ink: inkFor(as === 'small' ? sizes.head - 0.5 : sizes.head, as === 'small' ? 400 : 600, colours.soft),
    })),
  )
  const cells = texts.map((cell, at) => linesOf(canvas, cell, look.widths[at] ?? 0))
  const height = Math.max(...cells.map(heightOf)) + 2 * padding
  return {
    height,
    draw(y) {
      drawCells(look, columns, cells, 0, (lines) => y + height - padding - heightOf(lines))
      canvas.line(paper.side, y + height, contentWidth, colours.line, 0.9)
    },
  }
}

type RowLook = { readonly isTotal: boolean; readonly isRuled: boolean; readonly keep: boolean }

/** One strip, or several where a cell has very many lines. */
function rowStrips(look: Look, table: Table, line: readonly Cell[], row: RowLook): Strip[] {
  const { canvas, sizes, widths } = look
  const indent = line[0]?.ending === undefined ? 0 : markWidth
  const cells = line.map((cell, at) =>
    linesOf(
      canvas,
      textsOf(cell, at, table, sizes, row.isTotal),
      (widths[at] ?? 0) - (at === 0 ? indent : 0),
      sizes.size,
    ),
  )
  const most = Math.max(...cells.map(({ length }) => length))
  const strips: Strip[] = []
  for (let from = 0; from < most; from += linesAtOnce) {
    const isFirst = from === 0
    const isLast = from + linesAtOnce >= most
    const shown = cells.map((lines) => lines.slice(from, from + linesAtOnce))
    const above = isFirst ? padding : 0
    const figures = Math.max(...shown.slice(1).map(heightOf))
    const room = isFirst && table.isWide && barOf(line) !== null ? belowBar.gap + belowBar.height : 0
    const height = Math.max(heightOf(shown[0] ?? []), figures + room) + above + (isLast ? padding : 0)
    strips.push({
      height,
      keep: row.keep && isLast,
      draw(y) {
        if (row.isTotal && isFirst) canvas.line(paper.side, y, contentWidth, colours.text, 1)
        if (isFirst) drawMark(canvas, line[0], y + above)
        if (isFirst) drawBars(look, table, line, y + above, figures)
        drawCells(look, table.columns, shown, indent, () => y + above)
        if (row.isRuled && isLast) canvas.line(paper.side, y + height, contentWidth, colours.line, 0.5)
      },
    })
  }
  return strips
}

const heightOf = (lines: readonly Line[]): number => lines.reduce((sum, { height }) => sum + height, 0)

function drawCells(
  { canvas, sizes, widths }: Look,
  columns: readonly Column[],
  cells: readonly (readonly Line[])[],
  indent: number,
  topOf: (lines: readonly Line[]) => number,
): void {
  let x: number = paper.side
  for (const [at, lines] of cells.entries()) {
    const width = widths[at] ?? 0
    const isRight = columns[at]?.isFigure === true
    drawLines(canvas, lines, topOf(lines), (line) =>
      isRight ? x + width - line.width : x + (at === 0 ? indent : 0),
    )
    x += width + sizes.between
  }
}

/** Null: none of its figures has one, or there is nothing to show. */
function barOf(line: readonly Cell[]): Bar | null {
  return line.find(({ bar }) => bar !== undefined && lengthOf(bar) > 0)?.bar ?? null
}

/**
 * @param top of the line's texts
 * @param figures height of the figures
 */
function drawBars(
  { canvas, sizes, widths }: Look,
  { isWide }: Table,
  line: readonly Cell[],
  top: number,
  figures: number,
): void {
  const leftOf = (column: number): number =>
    paper.side + sumOf(widths.slice(0, column)) + sizes.between * column
  if (isWide) {
    const bar = barOf(line)
    const x = leftOf(1)
    const width = paper.side + contentWidth - x
    const { height, gap, radius } = belowBar
    if (bar !== null) drawBar(canvas, bar, { x, y: top + figures + gap, width, height }, radius)
    return
  }
  for (const [at, { bar }] of line.entries()) {
    if (bar === undefined) continue
    const { width, height, radius } = besideBar
    drawBar(canvas, bar, { x: leftOf(at), y: top + (figures - height) / 2, width, height }, radius)
  }
}

export function drawLines(
  canvas: Canvas,
  lines: readonly Line[],
  top: number,
  leftOf: (line: Line) => number,
): void {
  let y = top
  for (const line of lines) {
    let x = leftOf(line)
    for (const { text, ink } of line.parts) {
      canvas.text(text, x, y + line.height * 0.74, ink)
      x += canvas.widthOf(text, ink)
    }
    y += line.height
  }
}

function drawMark({ document }: Canvas, cell: Cell | undefined, y: number): void {
  if (cell?.ending === undefined) return
  const { fill, line } = endingColours[cell.ending]
  document.roundedRect(paper.side + 0.5, y + 3.2, 7, 7, 1.8).lineWidth(0.7)
  if (line === null) document.fill(`#${fill}`)
  else document.fillAndStroke(`#${fill}`, `#${line}`)
}
