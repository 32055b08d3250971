// Draws a bar of the summary on a page: its parts beside each other in the colours of their endings.
import { endingColours } from '../ending-colours.ts'
import { type Bar, lengthOf } from '../summary-model.ts'
import { type Canvas, colours } from './canvas.ts'

/** Where a bar of the full length is. */
export type BarBox = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** So that a bar of very few is seen. */
const leastWidth = 1.5

export function drawBar({ document }: Canvas, bar: Bar, box: BarBox, radius: number): void {
  const { x, y, height } = box
  const length = lengthOf(bar)
  const width = length === 0 ? box.width : Math.max((box.width * length) / bar.all, leastWidth)
  document
    .save()
    .roundedRect(x, y, width, height, Math.min(radius, width / 2))
    .clip()
  document.rect(x, y, width, height).fill(length === 0 ? colours.line : '#ffffff')
  let left = x
  for (const { ending, value } of bar.parts) {
    if (value === 0) continue
    const own = (width * value) / length
    const { fill, line } = endingColours[ending]
    document.rect(left, y, Math.max(own - 0.9, 0.5), height).lineWidth(0.7)
    if (line === null) document.fill(`#${fill}`)
    else document.fillAndStroke(`#${fill}`, `#${line}`)
    left += own
  }
  document.restore()
}
