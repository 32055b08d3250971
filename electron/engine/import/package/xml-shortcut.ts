// Shortcut past the XML parser for elements that occur a million times in one plain shape. Between two children of
// a parent, whole children may be read directly from the text. The skipped text is well-formed by itself, so the
// parser checks all the rest as strictly as if it had seen everything.
import type { SaxesParser } from 'saxes'
import { prefixOf } from './namespaces.ts'
import type { Place } from '../xlsx/places.ts'

export type Shortcut = {
  /** The parent in its usual form; otherwise the parser reads its children. */
  readonly place: Place
  readonly parent: string
  readonly child: string
  /** Prefixes that must be exactly as expected, because the fast path does not resolve them. */
  readonly prefixes?: readonly string[]
  /**
   * Reads whole, well-formed children from a position between two of them; returns the position after the last one,
   * or the same position for none.
   */
  readonly take: (text: string, at: number) => number
}

export function createWay(
  parser: Pick<SaxesParser<{ xmlns: true }>, 'position' | 'resolve' | 'write'>,
  { place, parent, child, prefixes = [], take }: Shortcut,
) {
  // Positions where the fast path may be tried again: after a child's end or a parent's start tag.
  const stop = new RegExp(`</${child}>|<${parent}[^>]*>`, 'g')
  let depth = 0
  let parentDepth = -1
  let written = 0
  /** Position of the parser when a tag ended and left it between children. */
  let between = -1
  const means = (prefix: string): boolean => prefixOf(parser.resolve(prefix) ?? '') === prefix
  return {
    /** `entered`: the place of the element. */
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
        // If that tag was the last one written, no partial input follows it.
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
