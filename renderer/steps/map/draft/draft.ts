// Mapping draft as the user sees it: sheet by sheet, each column with its mapping. Every change returns a new
// mapping; parts that this view does not show are preserved. Pure functions.
import { parseAttr } from '../../../../shared/payload/attr-path.ts'
import { generalPath } from '../../../../shared/catalogue/catalogue.ts'
import type { ColumnMapping, Conversion, LinkedSheet, Mapping } from '../../../../shared/mapping/file.ts'
import type { SheetView } from '../../../../shared/contract/views.ts'
import { joinedColumns } from '../conversions/conversion-steps.ts'

/**
 * Location of a list of columns in the mapping: the main sheet, a grouped list of it, or a linked sheet by its
 * indexes.
 */
export type Spot =
  | { readonly kind: 'main' }
  | { readonly kind: 'grouped'; readonly index: number }
  | { readonly kind: 'linked'; readonly path: readonly number[] }

export type Scope = {
  readonly sheet: string
  /** `''`, or the path of the item that a row becomes: `customers.*`. */
  readonly base: string
  readonly spot: Spot
  readonly link: LinkedSheet | null
  /** The sheet that a linked one hangs on. */
  readonly parent: string | null
  /** Columns that only join rows; they need no field. */
  readonly keys: readonly string[]
}

/** A field that a column fills, with the conversion of its cells for that field. */
export type Feed = { readonly path: string; readonly conversion: Conversion | null }

/** Of a mapped column the first field; `further`: the others that it fills as well. */
export type Fate =
  | (Feed & { readonly kind: 'mapped'; readonly further: readonly Feed[] })
  | { readonly kind: 'ignored' }
  | { readonly kind: 'key' }
  /** Its cells are joined into the field of another column by that column's conversion. */
  | { readonly kind: 'joined'; readonly into: string }
  | { readonly kind: 'undecided' }

const listOf = (key: string | readonly string[]): readonly string[] => (typeof key === 'string' ? [key] : key)

export function mainSheetOf(mapping: Mapping, sheets: readonly SheetView[]): string {
  const only = sheets.find((sheet) => sheet.info.columns.length > 0)
  return mapping.sheet ?? only?.info.name ?? ''
}

/** The main sheet first, then linked sheets in the order of the mapping; sheets that are not used are not in it. */
export function scopesOf(mapping: Mapping, sheets: readonly SheetView[]): readonly Scope[] {
  const main = mainSheetOf(mapping, sheets)
  const scopes: Scope[] = [
    { sheet: main, base: '', spot: { kind: 'main' }, link: null, parent: null, keys: [mapping.key] },
  ]
  function below(links: readonly LinkedSheet[], base: string, parent: string, path: readonly number[]): void {
    for (const [index, link] of links.entries()) {
      const inner = `${base === '' ? '' : `${base}.`}${generalPath(link.list)}.*`
      const here = [...path, index]
      // A column that a sheet further down hangs on joins rows, too.
      const joined = (link.linked ?? []).flatMap((one) => listOf(one.parentKey ?? one.key))
      const keys = [...listOf(link.key), ...joined]
      scopes.push({
        sheet: link.sheet,
        base: inner,
        spot: { kind: 'linked', path: here },
        link,
        parent,
        keys,
      })
      below(link.linked ?? [], inner, link.sheet, here)
    }
  }
  below(mapping.linked, '', main, [])
  return scopes
}

type Place = { readonly spot: Spot; readonly at: number; readonly entry: ColumnMapping }

/** Every list that may contain the sheet's own columns. */
function spotsOf(mapping: Mapping, scope: Scope): Spot[] {
  return scope.spot.kind === 'main'
    ? [scope.spot, ...mapping.grouped.map((_, index): Spot => ({ kind: 'grouped', index }))]
    : [scope.spot]
}

function placesOf(mapping: Mapping, scope: Scope, column: string): Place[] {
  return spotsOf(mapping, scope).flatMap((spot) =>
    columnsAt(mapping, spot).flatMap((entry, at) => (entry.column === column ? [{ spot, at, entry }] : [])),
  )
}

function columnsAt(mapping: Mapping, spot: Spot): readonly ColumnMapping[] {
  if (spot.kind === 'main') return mapping.columns
  if (spot.kind === 'grouped') return mapping.grouped[spot.index]?.columns ?? []
  return linkAt(mapping.linked, spot.path)?.columns ?? []
}

function linkAt(links: readonly LinkedSheet[], path: readonly number[]): LinkedSheet | null {
  const [first, ...rest] = path
  const found = first === undefined ? undefined : links[first]
  if (found === undefined) return null
  return rest.length === 0 ? found : linkAt(found.linked ?? [], rest)
}

/** The payload path of a mapped column as it is shown and chosen: with `*` where a row or group makes the item. */
function fullPath(mapping: Mapping, scope: Scope, spot: Spot, field: string): string {
  if (spot.kind === 'grouped') return `${generalPath(mapping.grouped[spot.index]?.list ?? '')}.*.${field}`
  return scope.base === '' ? field : `${scope.base}.${field}`
}

/** Every field that a column fills. */
export function feedsOf(mapping: Mapping, scope: Scope, column: string): readonly Feed[] {
  return placesOf(mapping, scope, column).flatMap(({ spot, entry }) =>
    'field' in entry
      ? [{ path: fullPath(mapping, scope, spot, entry.field), conversion: entry.conversion ?? null }]
      : [],
  )
}

export function fateOf(mapping: Mapping, scope: Scope, column: string): Fate {
  const [first, ...further] = feedsOf(mapping, scope, column)
  if (first !== undefined) return { kind: 'mapped', ...first, further }
  if (placesOf(mapping, scope, column).length > 0) return { kind: 'ignored' }
  if (scope.keys.includes(column)) return { kind: 'key' }
  const into = joinerOf(mapping, scope, column)
  return into === null ? { kind: 'undecided' } : { kind: 'joined', into }
}

/** The column of the same sheet whose conversion joins this one to its own. */
function joinerOf(mapping: Mapping, scope: Scope, column: string): string | null {
  const found = spotsOf(mapping, scope)
    .flatMap((spot) => columnsAt(mapping, spot))
    .find((one) => 'field' in one && joinedColumns(one.conversion ?? null).includes(column))
  return found?.column ?? null
}

function withColumns(
  mapping: Mapping,
  spot: Spot,
  change: (columns: readonly ColumnMapping[]) => readonly ColumnMapping[],
): Mapping {
  if (spot.kind === 'main') return { ...mapping, columns: [...change(mapping.columns)] }
  if (spot.kind === 'grouped') {
    const grouped = mapping.grouped.map((one, index) =>
      index === spot.index ? { ...one, columns: [...change(one.columns)] } : one,
    )
    return { ...mapping, grouped }
  }
  return {
    ...mapping,
    linked: changeLink(mapping.linked, spot.path, (link) => ({ ...link, columns: change(link.columns) })),
  }
}

function changeLink(
  links: readonly LinkedSheet[],
  path: readonly number[],
  change: (link: LinkedSheet) => LinkedSheet | null,
): LinkedSheet[] {
  const [first, ...rest] = path
  return links.flatMap((link, index) => {
    if (index !== first) return [link]
    if (rest.length > 0) return [{ ...link, linked: changeLink(link.linked ?? [], rest, change) }]
    const changed = change(link)
    return changed === null ? [] : [changed]
  })
}

function without(mapping: Mapping, scope: Scope, column: string): Mapping {
  return placesOf(mapping, scope, column).reduce(
    (now, { spot }) => withColumns(now, spot, (columns) => columns.filter((one) => one.column !== column)),
    mapping,
  )
}

/** Null takes the whole decision back; `ignore` is a decision. A field replaces the first one of the column. */
export function decide(
  mapping: Mapping,
  scope: Scope,
  column: string,
  fate: Feed | 'ignore' | null,
): Mapping {
  if (fate === null) return without(mapping, scope, column)
  if (fate === 'ignore')
    return withColumns(without(mapping, scope, column), scope.spot, (columns) => [
      ...columns,
      { column, ignore: true },
    ])
  const [, ...further] = feedsOf(mapping, scope, column)
  return withFeeds(mapping, scope, column, [fate, ...further])
}

/** The column fills this field as well. */
export function feedAlso(mapping: Mapping, scope: Scope, column: string, feed: Feed): Mapping {
  return withFeeds(mapping, scope, column, [...feedsOf(mapping, scope, column), feed])
}

/** One of the column's fields becomes another; null: the column no longer fills it. */
export function refeed(
  mapping: Mapping,
  scope: Scope,
  column: string,
  path: string,
  to: Feed | null,
): Mapping {
  const feeds = feedsOf(mapping, scope, column).flatMap((one) =>
    one.path === path ? (to === null ? [] : [to]) : [one],
  )
  return withFeeds(mapping, scope, column, feeds)
}

/** The column with exactly these fields; a field that is named twice is filled once, as named last. */
function withFeeds(mapping: Mapping, scope: Scope, column: string, feeds: readonly Feed[]): Mapping {
  const once = new Map(feeds.map((feed) => [feed.path, feed]))
  return [...once.values()].reduce(
    (now, feed) => withFeed(now, scope, column, feed),
    without(mapping, scope, column),
  )
}

function withFeed(mapping: Mapping, scope: Scope, column: string, feed: Feed): Mapping {
  const group =
    scope.spot.kind === 'main' ? mapping.grouped.findIndex((one) => isBelow(feed.path, one.list)) : -1
  const spot: Spot = group === -1 ? scope.spot : { kind: 'grouped', index: group }
  const base = group === -1 ? scope.base : `${generalPath(mapping.grouped[group]?.list ?? '')}.*`
  const field = base === '' ? feed.path : feed.path.slice(base.length + 1)
  const conversion = feed.conversion === null ? {} : { conversion: feed.conversion }
  return withColumns(mapping, spot, (columns) => [...columns, { column, field, ...conversion }])
}

function isBelow(path: string, list: string): boolean {
  return path.startsWith(`${generalPath(list)}.*.`)
}

/** Every column without a decision ignored: what a preview shows while the mapping is under work. */
export function withUndecidedIgnored(mapping: Mapping, sheets: readonly SheetView[]): Mapping {
  return scopesOf(mapping, sheets).reduce(
    (now, scope) =>
      columnsOf(sheets, scope.sheet).reduce(
        (inner, column) =>
          fateOf(inner, scope, column).kind === 'undecided' ? decide(inner, scope, column, 'ignore') : inner,
        now,
      ),
    mapping,
  )
}

export function columnsOf(sheets: readonly SheetView[], sheet: string): readonly string[] {
  return sheets.find((one) => one.info.name === sheet)?.info.columns.map((column) => column.name) ?? []
}

/** How many columns of used sheets are decided, of how many. */
export function decidedOf(
  mapping: Mapping,
  sheets: readonly SheetView[],
): { readonly done: number; readonly all: number } {
  const fates = scopesOf(mapping, sheets).flatMap((scope) =>
    columnsOf(sheets, scope.sheet).map((column) => fateOf(mapping, scope, column).kind),
  )
  return { done: fates.filter((kind) => kind !== 'undecided').length, all: fates.length }
}

/** Every path that something feeds, with `*` for indexes. */
export function fedPaths(mapping: Mapping, sheets: readonly SheetView[]): ReadonlyMap<string, string> {
  const fed = new Map<string, string>()
  for (const { field } of mapping.fixed) fed.set(generalPath(field), '')
  for (const scope of scopesOf(mapping, sheets))
    for (const column of columnsOf(sheets, scope.sheet))
      for (const { path } of feedsOf(mapping, scope, column)) fed.set(generalPath(path), column)
  return fed
}

/** Links an unused sheet to the main one; its rows become items of the list. */
export function linkSheet(mapping: Mapping, sheet: string, list: string, key: string): Mapping {
  return { ...mapping, linked: [...mapping.linked, { sheet, key, list, columns: [] }] }
}

export function unlinkSheet(mapping: Mapping, spot: Spot): Mapping {
  if (spot.kind !== 'linked') return mapping
  return { ...mapping, linked: changeLink(mapping.linked, spot.path, () => null) }
}

/** The highest index that the mapping uses in a list on the main sheet, or -1. */
export function highestIndex(mapping: Mapping, list: string): number {
  const indexes = mapping.columns.flatMap((entry) => {
    if (!('field' in entry) || !generalPath(entry.field).startsWith(`${list}.*`)) return []
    const part = parseAttr(entry.field)[parseAttr(list).length]
    return typeof part === 'number' ? [part] : []
  })
  return Math.max(-1, ...indexes)
}
