// Three-way merge of a draft with a newer mapping of the batch, for example after a fixed value was set in Fix or
// after an Apply in another window. Apply replaces the whole mapping, so without the merge it would undo the other
// change. In a conflict the draft wins, because it is visible. Pure functions.
import { hashKey } from '@tanstack/react-query'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import type { Mapping } from '../../../../shared/mapping/file.ts'

/** What Apply makes the batch's. */
export type Applied = {
  readonly mapping: Mapping
  readonly catalogue: string
  readonly supplier: string
  readonly connection: number | null
}
type Following = Applied & {
  /** What it was begun from. */
  readonly from: Applied
}

/** What the batch has; null before its first Apply. */
export function appliedOf(
  batch: Pick<BatchView, 'mapping' | 'catalogue' | 'supplier' | 'connection'>,
): Applied | null {
  const { mapping, catalogue, supplier, connection } = batch
  if (mapping === null || catalogue === null) return null
  return { mapping, catalogue, supplier: supplier ?? '', connection: connection?.id ?? null }
}

/** The same in another order of its names is the same. */
function same(one: unknown, other: unknown): boolean {
  return hashKey([one]) === hashKey([other])
}

function either<T>(own: T, before: T, now: T): T {
  return same(now, before) || !same(own, before) ? own : now
}

/** Entries by subject: the draft's own if the draft changed them, else the current ones. */
function entries<T>(own: readonly T[], before: readonly T[], now: readonly T[], of: (one: T) => string): T[] {
  const parts = [own, before, now].map((all) => Map.groupBy(all, of))
  const names = new Set([...own, ...now].map(of))
  return [...names].flatMap((name) => {
    const [mine, base, theirs] = parts.map((part) => part.get(name) ?? [])
    return either(mine ?? [], base ?? [], theirs ?? [])
  })
}

function merged(own: Mapping, before: Mapping, now: Mapping): Mapping {
  return {
    ...now,
    key: either(own.key, before.key, now.key),
    sheet: either(own.sheet, before.sheet, now.sheet),
    columns: entries(own.columns, before.columns, now.columns, ({ column }) => column),
    fixed: entries(own.fixed, before.fixed, now.fixed, ({ field }) => field),
    linked: either(own.linked, before.linked, now.linked),
    grouped: either(own.grouped, before.grouped, now.grouped),
  }
}

/** Null if the draft is based on the batch's current mapping. `own`: it has changes that the batch lacks. */
export function followed(
  { mapping, catalogue, supplier, connection, from }: Following,
  now: Applied | null,
): { readonly draft: Following; readonly own: boolean } | null {
  if (now === null || same(from, now)) return null
  const draft = {
    mapping: merged(mapping, from.mapping, now.mapping),
    catalogue: either(catalogue, from.catalogue, now.catalogue),
    supplier: either(supplier, from.supplier, now.supplier),
    connection: either(connection, from.connection, now.connection),
  }
  return { draft: { ...draft, from: now }, own: !same(draft, now) }
}
