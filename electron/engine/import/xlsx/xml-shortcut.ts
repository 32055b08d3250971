// A short way past the parser for elements that come a million times in one plain shape. Where the parser stands right
// between two children of their parent, whole children may be read from the text itself. What is left out that way is
// well-formed by itself, so the parser validates all the rest as strictly as if it had seen everything.
import type { SaxesParser } from 'saxes'
import { prefixOf } from './namespaces.ts'
import type { Place } from './places.ts'

export type Shortcut = {
  /** The parent, where it is written as nearly all programs write it; otherwise its children go the long way. */
  readonly place: Place
  readonly parent: string
  readonly child: string
  /** Known prefixes that must be written just so, since the short way takes them at their word. */
  readonly prefixes?: readonly string[]
  /**
   * Reads whole, well-formed children from a place between two of them; gives the place after the last one that it
   * took, which is the same place for none.
   */
  readonly take: (text: string, at: number) => number
}

export function createWay(
  parser: Pick<SaxesParser<{ xmlns: true }>, 'position' | 'resolve' | 'write'>,
  { place, parent, child, prefixes = [], take }: Shortcut,
) {
  // Where the parser gets on until the short way may be tried again: after a child's end or a parent's start tag.
  const stop = new RegExp(`</${child}>|<${parent}[^>]*>`, 'g')
  let depth = 0
  let parentDepth = -1
  let written = 0
  /** How far the parser was when a tag ended and left it between children. */
  let between = -1
  const means = (prefix: string): boolean => prefixOf(parser.resolve(prefix) ?? '') === prefix
  return {
    /** `entered`: the place that the element is. */
    opened: (name: string, entered: Place | null): void => {
      depth += 1
      if (entered !== place || name !== parent || !prefixes.every(means)) return
      parentDepth = depth
      between = parser.position
    },
    closed: (name: string): void => {
      if (depth === parentDepth) parentDepth = -1
      depth -= 1
      between = name === child && depth === parentDepth ? parser.position : -1
    },
    write: (text: string): void => {
      let at = 0
      while (at < text.length) {
        // If that tag was the last that was written, nothing is half-read behind it.
        if (between === written) at = take(text, at)
        stop.lastIndex = at
        const end = stop.exec(text) === null ? text.length : stop.lastIndex
        if (end === at) return
        written += end - at
        parser.write(text.slice(at, end))
        at = end
      }
    },
  }
}
