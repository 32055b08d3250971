// Puts strips below each other on pages: what belongs together stays on one page where it fits there, and a table that
// goes on has its head again.
import { type Canvas, paper } from './canvas.ts'

/** Something that is as wide as the page's content and is never broken. */
export type Strip = {
  readonly height: number
  /** `y`: its upper edge. */
  draw(y: number): void
  /** Stays on one page with the next strip. */
  readonly keep?: boolean
  /** Room between others, which no page begins or ends with. */
  readonly isBlank?: boolean
  /** Is drawn again above it where it begins a page. */
  readonly head?: Strip
}

export const gap = (height: number, keep = false): Strip => ({
  height,
  keep,
  isBlank: true,
  draw: () => undefined,
})

export type Pages = {
  /** @param isWhole it begins a new page if it fits there, and not on this one */
  add(strips: readonly Strip[], isWhole: boolean): void
}

const foot = paper.height - paper.bottom

export function createPages({ document }: Canvas): Pages {
  let y: number = paper.top
  document.addPage()
  const turn = (): void => {
    document.addPage()
    y = paper.top
  }
  return {
    add(strips, isWhole) {
      const height = strips.reduce((sum, strip) => sum + strip.height, 0)
      if (isWhole && height > foot - y && height <= foot - paper.top) turn()
      for (const [at, strip] of strips.entries()) {
        const isOver = y === paper.top || y + strip.height > foot
        if (strip.isBlank === true && isOver) continue
        if (y + heightKept(strips, at) > foot && y > paper.top) {
          turn()
          if (strip.head !== undefined) {
            strip.head.draw(y)
            y += strip.head.height
          }
        }
        strip.draw(y)
        y += strip.height
      }
    },
  }
}

/** Of a strip and those that stay with it; no more than fits on a page. */
function heightKept(strips: readonly Strip[], from: number): number {
  let height = 0
  for (let at = from; at < strips.length; at += 1) {
    const strip = strips[at]
    if (strip === undefined) break
    if (height + strip.height > foot - paper.top && at > from) break
    height += strip.height
    if (strip.keep !== true) break
  }
  return height
}
