// Graph of places in an XML part: each names what is done there and which child elements it may hold, by namespace and
// name. Unknown elements are skipped with their content. Alternatives (markup compatibility) are resolved as Excel
// does: the first choice that is understood, else the fallback, in place of its parent.
import type { SaxesTagNS } from 'saxes'
import { isUnderstood, knownName } from './namespaces.ts'

/** An attribute's value by its name: `r`, `r:id`, `table:name`; empty text and absence differ. */
export type Attribute = (name: string) => string | undefined

export type Place = {
  readonly open?: (attribute: Attribute) => void
  readonly close?: () => void
  /** The text of the element itself, not of the elements in it. */
  readonly text?: (text: string) => void
  readonly children?: Children | undefined
  /** The place of every child that `children` does not name; null to pass it over. */
  readonly other?: (name: string) => Place | null
}
/** By known name, such as `x:row`. */
export type Children = { readonly [name: string]: Place }

type Level = {
  /** Null: passed over. */
  readonly place: Place | null
  /** Stands for its parent: an alternative and what wraps it. */
  readonly through: boolean
  /** Of a set of alternatives: one is chosen. */
  chosen: boolean | null
}

export type Walk = {
  /** Gives the place that was entered, or null. */
  readonly open: (tag: SaxesTagNS) => Place | null
  readonly close: () => void
  readonly text: (text: string) => void
}

/** `resolve`: the namespace of a prefix where the parser stands. `onOtherRoot`: the part is of another kind. */
export function createWalk(
  roots: Children,
  resolve: (prefix: string) => string | undefined,
  onOtherRoot: (name: string) => void,
): Walk {
  const levels: Level[] = []
  let top: Level = { place: { children: roots }, through: true, chosen: null }
  const enter = (place: Place | null, through = false, chosen: boolean | null = null): void => {
    levels.push(top)
    top = { place, through, chosen }
  }
  /** Of an alternative: whether it is the one that is read. */
  const choose = (name: string, attribute: Attribute): boolean => {
    if (top.chosen !== false) return false
    const required = (attribute('Requires') ?? '').split(/\s+/).filter((prefix) => prefix !== '')
    top.chosen = name === 'mc:Fallback' || required.every((prefix) => isUnderstood(resolve(prefix)))
    return top.chosen
  }
  return {
    open: (tag) => {
      const { place } = top
      if (place === null) {
        enter(null)
        return null
      }
      const name = knownName(tag.uri, tag.local)
      if (top.chosen !== null) {
        enter(choose(name, attributesOf(tag)) ? place : null, true)
        return null
      }
      if (name === 'mc:AlternateContent' && levels.length > 0) {
        enter(place, true, false)
        return null
      }
      const found = place.children?.[name] ?? place.other?.(name) ?? null
      if (found === null && levels.length === 0) onOtherRoot(tag.name)
      enter(found)
      found?.open?.(attributesOf(tag))
      return found
    },
    close: () => {
      if (!top.through) top.place?.close?.()
      top = levels.pop() ?? top
    },
    text: (text) => {
      if (!top.through) top.place?.text?.(text)
    },
  }
}

function attributesOf({ attributes }: SaxesTagNS): Attribute {
  let all: Map<string, string> | null = null
  return (wanted) => {
    if (!wanted.includes(':')) return attributes[wanted]?.value
    all ??= new Map(Object.values(attributes).map(({ uri, local, value }) => [knownName(uri, local), value]))
    return all.get(wanted)
  }
}
