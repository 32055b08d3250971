// Attr paths: dot-delimited places in a payload (`customers.0.landline`; service-spec.md section 7.1). String parts
// are field names, numeric parts are zero-based array indexes. Reading and writing use own properties only and
// refuse names that could reach an object's prototype.

export type AttrPart = string | number
export type AttrPath = readonly AttrPart[]

const forbidden: ReadonlySet<string> = new Set(['__proto__', 'prototype', 'constructor'])

/** Index parts are canonical decimals: `0`, `12`, never `01`. */
const indexPattern = /^(?:0|[1-9]\d{0,8})$/
/** An index anywhere in a printed path; the first group is the text before it. */
export const anyIndex = /(^|\.)(?:0|[1-9]\d{0,8})(?=\.|$)/

/** True for a part that is safe to use in a plain object. */
export function isSafePart(part: AttrPart): boolean {
  return typeof part === 'number' || !forbidden.has(part)
}

/**
 * `customers.0.landline` → `['customers', 0, 'landline']`. The empty text is the whole payload: `[]`. A dictionary
 * key with a dot is split; `resolveAttr` finds the longest match.
 */
export function parseAttr(text: string): AttrPath {
  if (text === '') return []
  return text.split('.').map((part) => (indexPattern.test(part) ? Number(part) : part))
}

export function printAttr(path: AttrPath): string {
  return path.join('.')
}

/** Joins printed paths; either side may be empty. */
export function joinAttr(parent: string, child: string | number): string {
  if (parent === '') return String(child)
  if (child === '') return parent
  return `${parent}.${child}`
}

/** Display order: index parts by number and before names, names by code unit, a parent before its children. */
export function compareAttr(left: string, right: string): number {
  const a = parseAttr(left)
  const b = parseAttr(right)
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) {
    const x = a[at]
    const y = b[at]
    if (x === y) continue
    if (typeof x === 'number' && typeof y === 'number') return x - y
    if (typeof x !== typeof y) return typeof x === 'number' ? -1 : 1
    return String(x) < String(y) ? -1 : 1
  }
  return a.length - b.length
}

/** True when `path` is `ancestor` or lies below it. Every path lies below the empty one. */
export function isWithin(path: string, ancestor: string): boolean {
  return ancestor === '' || path === ancestor || path.startsWith(`${ancestor}.`)
}

/** The value at a path, through own properties only; `undefined` where there is none. */
export function getAt(root: unknown, path: AttrPath): unknown {
  let value: unknown = root
  for (const part of path) {
    if (Array.isArray(value)) {
      if (typeof part !== 'number') return undefined
      value = value[part]
    } else if (typeof value === 'object' && value !== null) {
      const name = String(part)
      if (!isSafePart(name) || !Object.hasOwn(value, name)) return undefined
      value = (value as Record<string, unknown>)[name]
    } else {
      return undefined
    }
  }
  return value
}

/**
 * Sets a value in a tree of plain objects and arrays and creates missing parents: an array where the next part is
 * an index, an object elsewhere. Returns false without a change for a forbidden name, or when the path crosses a
 * scalar.
 */
export function setAt(root: Record<string, unknown>, path: AttrPath, value: unknown): boolean {
  if (path.length === 0 || !path.every(isSafePart)) return false
  let node: Record<string, unknown> | unknown[] = root
  for (let at = 0; at < path.length; at += 1) {
    const part = path[at] as AttrPart
    const next = path[at + 1]
    const here: unknown = Array.isArray(node)
      ? typeof part === 'number'
        ? node[part]
        : undefined
      : Object.hasOwn(node, String(part))
        ? node[String(part)]
        : undefined
    if (Array.isArray(node) && typeof part !== 'number') return false
    let child: unknown = here
    if (next === undefined) child = value
    else if (here === undefined) child = typeof next === 'number' ? [] : {}
    else if (typeof here !== 'object' || here === null) return false
    if (Array.isArray(node)) node[part as number] = child
    else
      Object.defineProperty(node, String(part), {
        value: child,
        writable: true,
        enumerable: true,
        configurable: true,
      })
    if (next !== undefined) node = child as Record<string, unknown> | unknown[]
  }
  return true
}

/**
 * Finds the longest prefix of `attr` that exists in `payload`; dictionary keys with dots match as a whole: `meta.a.b`
 * may be `meta` → `a.b`. Returns the parts found and how many characters of `attr` they cover.
 */
export function resolveAttr(
  payload: unknown,
  attr: string,
): { readonly path: AttrPath; readonly rest: string } {
  const path: AttrPart[] = []
  let value: unknown = payload
  // Past the end once everything is found.
  let at = attr === '' ? 1 : 0
  while (at <= attr.length) {
    const part = partAt(value, attr, at)
    if (part === null) break
    path.push(part)
    value = (value as Record<AttrPart, unknown>)[part]
    at += String(part).length + 1
  }
  return { path, rest: attr.slice(at) }
}

/** The index or the longest name in `value` that matches `attr` at `at`, up to a dot or its end. */
function partAt(value: unknown, attr: string, at: number): AttrPart | null {
  const stands = (name: string): boolean =>
    attr.startsWith(name, at) && (at + name.length === attr.length || attr[at + name.length] === '.')
  if (Array.isArray(value)) {
    const end = attr.indexOf('.', at)
    const piece = attr.slice(at, end === -1 ? attr.length : end)
    return indexPattern.test(piece) && Number(piece) < value.length ? Number(piece) : null
  }
  if (typeof value !== 'object' || value === null) return null
  // Iterates over the existing names, because an attr may have thousands of parts.
  let longest: string | null = null
  for (const name of Object.keys(value))
    if ((longest === null || name.length > longest.length) && stands(name) && isSafePart(name)) longest = name
  return longest
}
