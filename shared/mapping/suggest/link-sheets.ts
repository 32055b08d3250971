// Detects which sheets are linked to which, at any depth: a sheet that contains its parent's key, with the list
// whose items its rows fill best. The columns that join two sheets are keys on both sides and feed no field, unless
// the header is a field's own path.
import { joinAttr } from '../../payload/attr-path.ts'
import { headerWords } from '../header-words.ts'
import type { LinkedSheet } from '../file.ts'
import { ownColumnPrefix } from '../compile/compile.ts'
import type { SheetInfo } from '../../sheet/sheet.ts'
import { chosenOf } from './chosen-columns.ts'
import type { Chosen } from './chosen-columns.ts'
import { matchColumns } from './match-columns.ts'
import type { Material } from './candidate.ts'
import { isSubject, tokensOf } from './words-of-fields.ts'

/** A linked sheet with its chosen columns and its full base. */
export type Link = {
  readonly sheet: SheetInfo
  readonly key: readonly string[]
  /** The parent's columns, if they have other names. */
  readonly parentKey: readonly string[] | null
  /** Relative to the parent's item. */
  readonly list: string
  /** The full path of the item, with `*`. */
  readonly base: string
  readonly chosen: Chosen
  readonly linked: readonly Link[]
}

export type Parent = {
  readonly sheet: SheetInfo
  /** The account's key on the main sheet; empty below, where any shared key column is accepted. */
  readonly key: readonly string[]
  readonly base: string
  readonly top: boolean
  /** Columns of other sheets recognised as the account's key under another name, by sheet. */
  readonly sameKey: ReadonlyMap<string, string>
}

export function linkSheets(parent: Parent, sheets: readonly SheetInfo[], material: Material): Link[] {
  const found = sheets.flatMap((sheet) => {
    const list = bestList(sheet, parent.base, material)
    const key = joiningColumns(parent, sheet)
    return list === null || key === null ? [] : [{ sheet, list, ...key }]
  })
  const taken = new Set(found.map((one) => one.sheet))
  return found.map(({ sheet, list, key, parentKey }) => {
    const base = joinAttr(joinAttr(parent.base, list), '*')
    const inner: Parent = { sheet, key: [], base, top: false, sameKey: new Map() }
    const linked = linkSheets(
      inner,
      sheets.filter((other) => !taken.has(other)),
      material,
    )
    const joins = new Set([...key, ...linked.flatMap((link) => link.parentKey ?? link.key)])
    return {
      sheet,
      key,
      parentKey,
      list,
      base,
      chosen: chosenOf(matchColumns(sheet, base, material), joins),
      linked,
    }
  })
}

/** The link in the mapping file's form. */
export function asLinkedSheet(link: Link): LinkedSheet {
  const one = (columns: readonly string[]) => (columns.length === 1 ? (columns[0] ?? '') : [...columns])
  return {
    sheet: link.sheet.name,
    key: one(link.key),
    ...(link.parentKey === null ? {} : { parentKey: one(link.parentKey) }),
    list: link.list,
    columns: link.chosen.columns,
    ...(link.linked.length > 0 ? { linked: link.linked.map(asLinkedSheet) } : {}),
  }
}

type Join = { readonly key: string[]; readonly parentKey: string[] | null }

/** At the top, the account's key column; below, shared columns whose header names a key, else all shared ones. */
function joiningColumns(parent: Parent, child: SheetInfo): Join | null {
  const names = new Set(child.columns.map((column) => column.name))
  if (parent.top) {
    if (parent.key.length === 0) return null
    if (parent.key.every((name) => names.has(name))) return { key: [...parent.key], parentKey: null }
    const same = parent.sameKey.get(child.name)
    return same === undefined ? null : { key: [same], parentKey: null }
  }
  const keys = keyPairs(parent.sheet, child)
  if (keys !== null) return keys
  const shared = parent.sheet.columns
    .map((column) => column.name)
    .filter((name) => names.has(name) && !name.startsWith(ownColumnPrefix))
  return shared.length > 0 ? { key: shared, parentKey: null } : null
}

/** Key columns of both sheets with the same header in another spelling: `Supply No`, `Supply number`. */
function keyPairs(parent: SheetInfo, child: SheetInfo): Join | null {
  const pairs = parent.columns.flatMap(({ name }) => {
    if (!namesKey(name) || name.startsWith(ownColumnPrefix)) return []
    const identical = child.columns.filter((other) => other.name === name)
    const wanted = headerWords(name)
    const same = child.columns.filter((other) => {
      const words = headerWords(other.name)
      return words.full === wanted.full && words.numbers.length === 0 && wanted.numbers.length === 0
    })
    const [only] = identical.length > 0 ? identical : same.length === 1 ? same : []
    return only === undefined ? [] : [{ parent: name, child: only.name }]
  })
  if (pairs.length === 0) return null
  const written = pairs.every((pair) => pair.parent === pair.child)
  return {
    key: pairs.map((pair) => pair.child),
    parentKey: written ? null : pairs.map((pair) => pair.parent),
  }
}

const keyWords = new Set(['number', 'reference', 'key', 'code'])

function namesKey(header: string): boolean {
  return tokensOf(header).some((token) => keyWords.has(token))
}

/** The list directly below `base` whose item the sheet's columns fill best; the sheet's name decides ties. */
function bestList(sheet: SheetInfo, base: string, material: Material): string | null {
  const { catalogue } = material
  const lists = catalogue.fields.filter(
    (field) =>
      field.kind === 'list' &&
      isDirectList(field.path, base) &&
      catalogue.fieldAt(`${field.path}.*`)?.kind === 'object',
  )
  const ranked = lists
    .map((field) => {
      const found = chosenOf(matchColumns(sheet, `${field.path}.*`, material), new Set()).matches
      const direct = found.filter((match) => !match.field.includes('.')).length
      const named = isSubject(tokensOf(sheet.name), field)
      const list = base === '' ? field.path : field.path.slice(base.length + 1)
      return { list, score: direct * 2 + (named ? 3 : 0), direct }
    })
    .filter((one) => one.direct > 0)
    .toSorted((a, b) => b.score - a.score)
  const [first, second] = ranked
  return first === undefined || first.score === second?.score ? null : first.list
}

function isDirectList(path: string, base: string): boolean {
  const rest = base === '' ? path : path.startsWith(`${base}.`) ? path.slice(base.length + 1) : null
  return rest !== null && !rest.split('.').includes('*')
}
