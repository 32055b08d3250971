// Problems and where they show. A problem names a payload path (`attr`); place() turns it into the cell that fed that
// path, the section it is about, or the account. Paths index the payload as sent, so places are found through the
// origins and omissions made with that very payload (field-notes.md section 4). No problem is ever dropped.
import { z } from 'zod'
import { anyIndex, parseAttr, printAttr, resolveAttr } from './attr-path.ts'
import { type CellRef, cellRef, rowRef } from '../sheet/sheet.ts'

/** file: reading; local: our own checks; validate and create: the service's answer; process: while importing. */
export const problemSources = ['file', 'local', 'validate', 'create', 'process'] as const

export const problem = z.strictObject({
  source: z.enum(problemSources),
  /** The payload path as it was given, or null for the whole account. */
  attr: z.string().nullable(),
  /** The stable code, or null where the service gave none. */
  code: z.string().nullable(),
  /** A sentence for a person; for the service's problems its own `detail`, cut at a length. */
  message: z.string(),
})
export type Problem = z.infer<typeof problem>

/** Whether a problem counts: not the service's word on other bytes, nor what a person left to the service. */
export function stands(one: { readonly stale: boolean; readonly overruling: number | null }): boolean {
  return !one.stale && one.overruling === null
}

/**
 * Where a payload value came from: a cell, or a value set for the whole batch. Of cells that a conversion joins it is
 * the first that is not blank; `also` names the columns of the others, on the same row.
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
  /** The cells repeat, one for one, an item that an earlier row of the account already gave. */
  'repeated',
  /** The text could not be converted; the problem at that cell says why. */
  'not_converted',
] as const

/** Something the mapping feeds that is not in the payload, and why. */
export const omission = z.strictObject({
  /** The path as mapped; its indexes count what the mapping names, empty items included. */
  path: z.string(),
  /** The path that it would have had in this payload; null where its parent is left out too. */
  payloadPath: z.string().nullable(),
  reason: z.enum(omissionReasons),
  /** A sentence for a person. */
  message: z.string(),
  origin: origin.nullable(),
})
export type Omission = z.infer<typeof omission>

export const placeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('cell'), cell: cellRef }),
  z.strictObject({
    kind: z.literal('section'),
    /** The payload path of the object, item or list; the problem is about all of it. */
    path: z.string(),
    /** The first that feed it, in the payload's order. */
    cells: z.array(cellRef),
  }),
  z.strictObject({ kind: z.literal('account'), row: rowRef.nullable() }),
])
export type Place = z.infer<typeof placeSchema>

/** What place() needs to know of one payload: made together with it and kept together with the attempt. */
export type PlacingContext = {
  readonly payload: unknown
  readonly origins: Origins
  readonly omitted: readonly Omission[]
  /** The account's own row on the main sheet. */
  readonly row: { readonly sheet: string; readonly row: number } | null
  /** Stripped from the front of every attr, for services that wrap the body (a connection's setting). */
  readonly stripPrefix?: string | undefined
}

const wholeAccount = new Set(['', 'non_field_errors'])

/** Where a problem at `attr` shows. Total: anything that cannot be found is the account's. */
export function place(attr: string | null, context: PlacingContext): Place {
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
    // A missing field belongs to the nearest thing that was sent; an index past the end points at nothing sent.
    if (typeof parseAttr(found.rest.split('.', 1)[0] ?? '')[0] === 'number') return account
  }
  return sectionOrAccount(printAttr(found.path), context, account)
}

function originAt(path: string, context: PlacingContext): Origin | null {
  if (Object.hasOwn(context.origins, path)) return context.origins[path] ?? null
  return context.omitted.find((entry) => entry.payloadPath === path && entry.origin !== null)?.origin ?? null
}

/** The cell of a value, or all of them where several were joined. */
function atCells(path: string, from: CellOrigin): Place {
  const cells = cellsOf(from)
  const [only] = cells
  return cells.length === 1 && only !== undefined
    ? { kind: 'cell', cell: only }
    : { kind: 'section', path, cells }
}

function cellsOf({ sheet, row, column, also }: CellOrigin): CellRef[] {
  return [column, ...(also ?? [])].map((name) => ({ sheet, row, column: name }))
}

/** A section may be fed by thousands of cells, and a thousand problems may be about it. */
const mostCells = 50

/** What feeds a path or anything below it, by path: cells in the order of the payload, then those that were left out. */
type Sections = {
  readonly sent: ReadonlyMap<string, readonly Feed[]>
  /** Left out whole, so without a payload path: by the path of the mapping. */
  readonly mapped: ReadonlyMap<string, readonly Feed[]>
}
type Feed = { readonly at: number; readonly cells: readonly CellRef[] }

const sectionsOf = new WeakMap<PlacingContext, Sections>()

/** Built once for all problems of an account: a refusal may name thousands of sections. */
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

/** The section at `path`: the cells that feed it, filled or empty. With no cell at all it is the account's. */
function sectionOrAccount(path: string, context: PlacingContext, account: Place): Place {
  if (path === '') return account
  const { sent, mapped } = sectionsIn(context)
  // What was left out whole has no payload path. Its mapped path can stand in for it only without indexes, since
  // indexes as mapped and as sent differ.
  const alsoMapped = mapped.size === 0 || anyIndex.test(path) ? [] : (mapped.get(path) ?? [])
  const cells = [...(sent.get(path) ?? []), ...alsoMapped]
    .toSorted((one, other) => one.at - other.at)
    .flatMap((feed) => feed.cells)
  return cells.length === 0 ? account : { kind: 'section', path, cells: cells.slice(0, mostCells) }
}

function stripped(attr: string, prefix: string | undefined): string {
  if (prefix === undefined || prefix === '') return attr
  if (attr === prefix) return ''
  return attr.startsWith(`${prefix}.`) ? attr.slice(prefix.length + 1) : attr
}

/** Characters of a service's text that are kept: it is shown, never parsed (service-spec.md section 7). */
export const longestMessage = 500

export function cutMessage(text: string, longest = longestMessage): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`
}
