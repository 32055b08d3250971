// Reads an XML part by a table of expected elements (places): for each, what to do and which children it may have, by
// namespace and name. Other elements are skipped with their content. Of the alternatives in `mc:AlternateContent` the
// first that we understand is read, else the fallback, as Excel does.
import type { SaxesTagNS } from 'saxes'
import { isUnderstood, knownName } from '../package/namespaces.ts'

/** An attribute's value by its name: `r`, `r:id`, `table:name`; undefined if absent. */
export type Attribute = (name: string) => string | undefined

export type Place = {
  readonly open?: (attribute: Attribute) => void
  readonly close?: () => void
  /** Receives the text of the element itself, not of its children. */
  readonly text?: (text: string) => void
  readonly children?: Children | undefined
  /** Place of every child that `children` does not name; null to skip it. */
  readonly other?: (name: string) => Place | null
}
/** By prefixed name, such as `x:row`. */
export type Children = { readonly [name: string]: Place }

type Level = {
  /** Null: skipped. */
  readonly place: Place | null
  /** Represents its parent: an alternative and its wrapper. */
  readonly through: boolean
  /** In a set of alternatives: true if one is chosen. */
  chosen: boolean | null
}

export type Walk = {
  /** Returns the entered place, or null. */
  readonly open: (tag: SaxesTagNS) => Place | null
  readonly close: () => void
  readonly text: (text: string) => void
}

/**
 * `resolve`: namespace of a prefix at the parser's position. `onOtherRoot`: called if the part is of another kind.
 */
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
  /** True if this alternative is the one to read. */
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
