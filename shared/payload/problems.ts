// Problems and their places. A problem names a payload path (`attr`); place() converts it to the cell that fed the
// path, to a section, or to the account. Paths index the payload as sent, so they are resolved with the origins and
// omissions built with that same payload. No problem is ever dropped.
import { z } from 'zod'
import { anyIndex, parseAttr, printAttr, resolveAttr } from './attr-path.ts'
import { type CellRef, cellRef, rowRef } from '../sheet/sheet.ts'
import { said } from '../texts/message.ts'

/** file: reading; local: our own checks; validate and create: the service's reply; process: during the import. */
export const problemSources = ['file', 'local', 'validate', 'create', 'process'] as const

export const problem = z.strictObject({
  source: z.enum(problemSources),
  /** The payload path as it was given, or null for the whole account. */
  attr: z.string().nullable(),
  /** The stable code, or null where the service gave none. */
  code: z.string().nullable(),
  /** For the user; for the service's problems its own `detail`, shortened. */
  message: said,
})
export type Problem = z.infer<typeof problem>

/** Whether a problem counts: it is not about outdated bytes, and nobody left it to the service. */
export function stands(one: { readonly stale: boolean; readonly overruling: number | null }): boolean {
  return !one.stale && one.overruling === null
}

/**
 * Origin of a payload value: a cell, or a value set for the whole batch. For joined cells it is the first that is
 * not blank; `also` lists the columns of the others, in the same row.
 */
export const origin = z.union([
  cellRef.extend({ also: z.array(z.string()).optional() }),
  z.strictObject({ fixed: z.literal(true) }),
])
export type Origin = z.infer<typeof origin>
type CellOrigin = Exclude<Origin, { fixed: true }>

/** Origins by printed payload path, of leaves only. */
export const origins = z.record(z.string(), origin)
export type Origins = z.infer<typeof origins>

export const omissionReasons = [
  /** The cell is empty; an optional field with no data is left out (service-spec.md section 2.1 rule 1). */
  'empty',
  /** Every cell that feeds this object or item is empty. */
  'all_empty',
  /** The cells repeat an item that an earlier row of the account already gave. */
  'repeated',
  /** The text could not be converted; the problem at that cell gives the reason. */
  'not_converted',
] as const

/** A mapped field or item that is not in the payload, and the reason. */
export const omission = z.strictObject({
  /** The path as mapped; its indexes include empty items. */
  path: z.string(),
  /** The path that it would have had in this payload; null when its parent is left out too. */
  payloadPath: z.string().nullable(),
  reason: z.enum(omissionReasons),
  /** For a person. */
  message: said,
  origin: origin.nullable(),
})
export type Omission = z.infer<typeof omission>

export const placeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('cell'), cell: cellRef }),
  z.strictObject({
    kind: z.literal('section'),
    /** The payload path of the object, item or list that the problem is about. */
    path: z.string(),
    /** The first cells that feed it, in the payload's order. */
    cells: z.array(cellRef),
    /** True: the problem is about these cells. False: it is in what they feed, and each of them may be right. */
    exact: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('account'), row: rowRef.nullable() }),
])
export type Place = z.infer<typeof placeSchema>

/** Everything that place() needs about one payload: built and stored together with it. */
export type PlacingContext = {
  readonly payload: unknown
  readonly origins: Origins
  readonly omitted: readonly Omission[]
  /** The account's own row on the main sheet. */
  readonly row: { readonly sheet: string; readonly row: number } | null
  /** Prefix removed from every attr, for services that wrap the body (a connection's setting). */
  readonly stripPrefix?: string | undefined
}

const wholeAccount = new Set(['', 'non_field_errors'])

/**
 * The place of a problem at `attr`. Total: a problem without any other place belongs to the account. `code` may name
 * fields of the object that the problem is about (`customer_family_name_required`): then their cells are its place.
 */
export function place(attr: string | null, context: PlacingContext, code: string | null = null): Place {
  const found = placeByPath(attr, context)
  if (found.kind !== 'section' || found.exact || code === null) return found
  const cells = cellsNamedBy(code, found.path, context)
  const [only] = cells
  if (only === undefined) return found
  return cells.length === 1 ? { kind: 'cell', cell: only } : { ...found, cells, exact: true }
}

function placeByPath(attr: string | null, context: PlacingContext): Place {
  const account: Place = { kind: 'account', row: context.row }
  const text = stripped(attr ?? '', context.stripPrefix)
  if (wholeAccount.has(text)) return account
  const about = text.endsWith('.non_field_errors') ? text.slice(0, -'.non_field_errors'.length) : text

  const exact = originAt(about, context)
  if (exact !== null)
    return 'fixed' in exact ? sectionOrAccount(about, context, account) : atCells(about, exact)

  const found = resolveAttr(context.payload, about)
  if (found.rest !== '') {
    const leaf = found.path.length === 0 ? null : originAt(printAttr(found.path), context)
    if (leaf !== null && !('fixed' in leaf)) return atCells(printAttr(found.path), leaf)
    const leftOut = sectionOrAccount(about, context, account)
    if (leftOut.kind === 'section') return leftOut
    // A missing field belongs to the nearest ancestor that was sent; an index past the end matches nothing.
    if (typeof parseAttr(found.rest.split('.', 1)[0] ?? '')[0] === 'number') return account
  }
  return sectionOrAccount(printAttr(found.path), context, account)
}

function originAt(path: string, context: PlacingContext): Origin | null {
  if (Object.hasOwn(context.origins, path)) return context.origins[path] ?? null
  return context.omitted.find((entry) => entry.payloadPath === path && entry.origin !== null)?.origin ?? null
}

/** The cell of a value, or all cells if several were joined. */
function atCells(path: string, from: CellOrigin): Place {
  const cells = cellsOf(from)
  const [only] = cells
  return cells.length === 1 && only !== undefined
    ? { kind: 'cell', cell: only }
    : { kind: 'section', path, cells, exact: true }
}

/**
 * The cells of the fields of an object that a code names, in the payload's order. Of names within one another
 * (`name`, `family_name`) the code means the longest. It may leave out the beginning of a name where no other field
 * ends like it: `end_date` is `supply_end_date`.
 */
function cellsNamedBy(code: string, path: string, { origins, omitted }: PlacingContext): CellRef[] {
  const feeds = new Map<string, CellOrigin>()
  const add = (leaf: string | null, from: Origin | null): void => {
    if (leaf === null || from === null || 'fixed' in from || !leaf.startsWith(`${path}.`)) return
    const name = leaf.slice(path.length + 1)
    if (!name.includes('.')) feeds.set(name, from)
  }
  for (const [leaf, from] of Object.entries(origins)) add(leaf, from)
  for (const { payloadPath, origin: from } of omitted) add(payloadPath, from)
  let left = `_${code}_`
  const named = new Set<string>()
  const spoken = spokenNames([...feeds.keys()])
  for (const [words, name] of spoken.toSorted(([one], [other]) => other.length - one.length)) {
    if (!left.includes(`_${words}_`)) continue
    named.add(name)
    left = left.replaceAll(`_${words}_`, '__')
  }
  return [...feeds].flatMap(([name, from]) => (named.has(name) ? cellsOf(from) : [])).slice(0, mostCells)
}

/** Names of fields as a code may spell them, each with its field: whole, and endings of two words or more of only one. */
function spokenNames(names: readonly string[]): (readonly [string, string])[] {
  const endings = names.flatMap((name) => {
    const words = name.split('_')
    return words.slice(1, -1).map((_, at) => [words.slice(at + 1).join('_'), name] as const)
  })
  const isAmbiguous = (ending: string): boolean =>
    names.includes(ending) || endings.filter(([other]) => other === ending).length > 1
  return [...names.map((name) => [name, name] as const), ...endings.filter(([one]) => !isAmbiguous(one))]
}

function cellsOf({ sheet, row, column, also }: CellOrigin): CellRef[] {
  return [column, ...(also ?? [])].map((name) => ({ sheet, row, column: name }))
}

/** Limit, because thousands of cells may feed a section, and a thousand problems may be about it. */
const mostCells = 50

/** The cells of a path or anything below it, by path: in the order of the payload, then those that were left out. */
type Sections = {
  readonly sent: ReadonlyMap<string, readonly Feed[]>
  /** Left out as a whole and so without a payload path: by the mapping's path. */
  readonly mapped: ReadonlyMap<string, readonly Feed[]>
}
type Feed = { readonly at: number; readonly cells: readonly CellRef[] }

const sectionsOf = new WeakMap<PlacingContext, Sections>()

/** Built once for all problems of an account: a rejection may name thousands of sections. */
function sectionsIn(context: PlacingContext): Sections {
  const known = sectionsOf.get(context)
  if (known !== undefined) return known
  const sent = new Map<string, Feed[]>()
  const mapped = new Map<string, Feed[]>()
  let count = 0
  const add = (to: Map<string, Feed[]>, path: string, origin: Origin | null): void => {
    if (origin === null || 'fixed' in origin) return
    const feed = { at: count, cells: cellsOf(origin) }
    count += 1
    for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1)) {
      const section = path.slice(0, end)
      const feeds = to.get(section)
      if (feeds === undefined) to.set(section, [feed])
      else if (feeds.length < mostCells) feeds.push(feed)
    }
  }
  for (const [path, origin] of Object.entries(context.origins)) add(sent, path, origin)
  for (const { path, payloadPath, origin } of context.omitted)
    add(payloadPath === null ? mapped : sent, payloadPath ?? path, origin)
  const sections = { sent, mapped }
  sectionsOf.set(context, sections)
  return sections
}

/** The section at `path`: the cells that feed it, filled or empty. Without any cell the problem is the account's. */
function sectionOrAccount(path: string, context: PlacingContext, account: Place): Place {
  if (path === '') return account
  const { sent, mapped } = sectionsIn(context)
  // A part left out as a whole has no payload path. Its mapped path can replace it only without indexes, because
  // indexes as mapped and as sent differ.
  const alsoMapped = mapped.size === 0 || anyIndex.test(path) ? [] : (mapped.get(path) ?? [])
  const cells = [...(sent.get(path) ?? []), ...alsoMapped]
    .toSorted((one, other) => one.at - other.at)
    .flatMap((feed) => feed.cells)
  if (cells.length === 0) return account
  return { kind: 'section', path, cells: cells.slice(0, mostCells), exact: false }
}

function stripped(attr: string, prefix: string | undefined): string {
  if (prefix === undefined || prefix === '') return attr
  if (attr === prefix) return ''
  return attr.startsWith(`${prefix}.`) ? attr.slice(prefix.length + 1) : attr
}

/** Maximum of stored characters of a service's text: it is displayed, never parsed (service-spec.md section 7). */
export const longestMessage = 500

export function cutMessage(text: string, longest = longestMessage): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`
}
