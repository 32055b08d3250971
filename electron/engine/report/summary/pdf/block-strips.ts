// The other blocks of the summary as strips: sentences, the bar, lists of facts, the verdict, and the lines to sign.
import type { Bar, Block, Piece } from '../summary-model.ts'
import { drawBar } from './bars.ts'
import { type Canvas, type Colour, colours, contentWidth, type Ink, paper } from './canvas.ts'
import { gap, type Strip } from './pages.ts'
import { drawLines, tableStrips } from './table-strips.ts'
import { type InkedText, linesOf } from './text-lines.ts'

const plainInk: Ink = { size: 9.5, weight: 400, colour: colours.text }
const softInk: Ink = { size: 9.5, weight: 400, colour: colours.soft }
const noteInk: Ink = { size: 8.5, weight: 400, colour: colours.soft }
const codeInk: Ink = { size: 8.5, weight: 400, colour: colours.text }

export function blockStrips(canvas: Canvas, block: Block): Strip[] {
  switch (block.kind) {
    case 'table':
      return [...tableStrips(canvas, block), gap(6)]
    case 'bar':
      return [barStrip(canvas, block), gap(8, true)]
    case 'paragraph':
      return textStrips(canvas, [{ text: block.text, ink: plainInk }])
    case 'note':
      return [...textStrips(canvas, [{ text: block.text, ink: noteInk }]), gap(4)]
    case 'verdict':
      return verdictStrips(canvas, block.isGood, block.text)
    case 'facts':
      return block.entries.flatMap(({ name, pieces }) => factStrips(canvas, name, pieces))
    case 'signatures':
      return block.signers.flatMap(({ role, name, signature, date }) =>
        signerStrips(canvas, [
          [
            { text: role, ink: noteInk },
            { text: name, ink: { ...noteInk, weight: 600, colour: colours.text } },
          ],
          [{ text: signature, ink: noteInk }],
          [{ text: date, ink: noteInk }],
        ]),
      )
    default:
      return block satisfies never
  }
}

/** One strip a line. */
export function textStrips(
  canvas: Canvas,
  texts: readonly InkedText[],
  indent = 0,
  { width = contentWidth - indent, least = 0 } = {},
): Strip[] {
  return linesOf(canvas, texts, width, least).map((line) => ({
    height: line.height,
    draw: (y) => drawLines(canvas, [line], y, () => paper.side + indent),
  }))
}

const barHeight = 12

function barStrip(canvas: Canvas, bar: Bar): Strip {
  return {
    height: barHeight,
    keep: true,
    draw: (y) =>
      drawBar(canvas, bar, { x: paper.side, y, width: contentWidth, height: barHeight }, barHeight / 2),
  }
}

const markWidth = 16

function verdictStrips(canvas: Canvas, isGood: boolean, text: string): Strip[] {
  const colour = isGood ? colours.good : colours.bad
  const lines = textStrips(canvas, [{ text, ink: { size: 10, weight: 600, colour } }], markWidth)
  const [first, ...others] = lines
  if (first === undefined) return []
  const marked: Strip = {
    ...first,
    draw(y) {
      drawVerdict(canvas, isGood, y, colour)
      first.draw(y)
    },
  }
  return [...[marked, ...others].map((strip) => ({ ...strip, keep: true })), gap(4, true)]
}

function drawVerdict({ document }: Canvas, isGood: boolean, y: number, colour: Colour): void {
  const x = paper.side
  if (isGood)
    document
      .moveTo(x + 1, y + 7.4)
      .lineTo(x + 3.8, y + 10.4)
      .lineTo(x + 9.4, y + 3.4)
      .lineWidth(1.5)
      .lineJoin('round')
      .lineCap('round')
      .strokeColor(colour)
      .stroke()
      .lineCap('butt')
  else
    document
      .moveTo(x, y + 11)
      .lineTo(x + 5, y + 2.5)
      .lineTo(x + 10, y + 11)
      .fill(colour)
}

const factWidth = 118

function factStrips(canvas: Canvas, name: string, pieces: readonly Piece[]): Strip[] {
  const texts = pieces.map(({ text, as }) => ({ text, ink: as === 'code' ? codeInk : plainInk }))
  const values = textStrips(canvas, texts, factWidth, { least: plainInk.size })
  const labels = textStrips(canvas, [{ text: name, ink: softInk }], 0, { width: factWidth - 8 })
  const [label, second] = labels
  const [first, ...others] = values
  if (first === undefined) return []
  if (label === undefined) return [...values, gap(2.5)]
  // A label of several lines, such as the name of a file, stands above its value.
  if (second !== undefined)
    return [...textStrips(canvas, [{ text: name, ink: softInk }]), ...values, gap(2.5)]
  return [
    {
      height: Math.max(first.height, label.height),
      draw(y) {
        label.draw(y)
        first.draw(y)
      },
    },
    ...others,
    gap(2.5),
  ]
}

const between = 22
const writingHeight = 34

/** Room to write, a line, and below it what is to be written. */
function signerStrips(canvas: Canvas, labels: readonly (readonly InkedText[])[]): Strip[] {
  const width = (contentWidth - between * (labels.length - 1)) / labels.length
  const cells = labels.map((texts) => linesOf(canvas, texts, width).slice(0, mostNameLines))
  const height = Math.max(...cells.map((lines) => lines.reduce((sum, line) => sum + line.height, 0)))
  return [
    { height: writingHeight, keep: true, draw: () => undefined },
    {
      height: height + 4,
      draw(y) {
        for (const [at, lines] of cells.entries()) {
          const x = paper.side + at * (width + between)
          canvas.line(x, y, width, colours.soft, 0.6)
          drawLines(canvas, lines, y + 3, () => x)
        }
      },
    },
  ]
}

/** A name is at most some hundred letters long. */
const mostNameLines = 12
