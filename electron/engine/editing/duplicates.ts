// What a person decides about accounts of one number: the groups, what merging them would be, and the edits for it.
import { failed, type Result } from '../failure.ts'
import type { StoredBatch } from '../store/batches.ts'
import type { Duplicate } from '../store/duplicates.ts'
import { type CellPiece, piecesOf } from '../store/edits.ts'
import type { Store } from '../store/store.ts'
import type { Bench } from './bench.ts'
import { type Editing, lockOf } from './editing.ts'

export type Group = { readonly accounts: readonly Duplicate[]; readonly differing: number }

/** The groups of a batch, in the file's order. */
export function groupsOf(store: Store, bench: Bench): Group[] {
  const all = store.duplicates.all(bench.batch.id, bench.main.position)
  const byKey = bench.plan.groupsRows ? new Map<string, Duplicate[]>() : Map.groupBy(all, ({ key }) => key)
  const nameOf = ({ key, identity }: Duplicate): string =>
    key !== '' && (byKey.get(key)?.length ?? 0) > 1 ? `k ${key}` : `i ${identity ?? ''}`
  return [...Map.groupBy(all, nameOf).values()]
    .filter((accounts) => accounts.length > 1)
    .map((accounts) => ({ accounts, differing: differingOf(store, bench, accounts) }))
}

function differingOf(store: Store, bench: Bench, accounts: readonly Duplicate[]): number {
  const [first, ...others] = accounts
  const isPlain = accounts.every(({ edited }) => edited === 0)
  if (isPlain && others.every(({ cells }) => cells === first?.cells)) return 0
  const rows = accounts.map((one) => cellsOf(store, bench, one.row))
  const width = Math.max(...rows.map((cells) => cells.length))
  let count = 0
  for (let at = 0; at < width; at += 1)
    if (rows.some((cells) => (cells[at] ?? '') !== (rows[0]?.[at] ?? ''))) count += 1
  return count
}

export function cellsOf(store: Store, { batch, main }: Bench, row: number): readonly string[] {
  return store.rows.row(batch.id, main.position, row)?.cells ?? []
}

/** A number like its own that another cell of its row says, and that no row has; null where there is none. */
export function proposedKey(store: Store, bench: Bench, one: Duplicate): string | null {
  const digits = /\d{3,}(?=\D*$)/.exec(one.key)?.[0]
  if (digits === undefined) return null
  const like = new RegExp(`(?<!\\d)\\d{${digits.length}}(?!\\d)`, 'g')
  const found = new Set(cellsOf(store, bench, one.row).flatMap((text) => text.match(like) ?? []))
  found.delete(digits)
  const keys = [...found]
    .map((other) => one.key.replace(/\d{3,}(?=\D*$)/, other))
    .filter((key) => !store.duplicates.isTaken(bench.batch.id, bench.main.position, key, []))
  return keys.length === 1 ? (keys[0] ?? null) : null
}

export type MergeShape =
  | { readonly can: true; readonly how: 'cells' | 'rows' }
  | { readonly can: false; readonly why: string }

export function mergeShape(
  store: Store,
  bench: Bench,
  accounts: readonly Pick<Duplicate, 'id' | 'key'>[],
): MergeShape {
  for (const { id, key } of accounts) {
    const why = lockOf(store.accounts.get(id))
    if (why !== null) return { can: false, why: `They cannot be merged: of ${key}, ${why}` }
  }
  if (!bench.plan.groupsRows) return { can: true, how: 'cells' }
  if (bench.plan.key.length !== 1)
    return {
      can: false,
      why: 'They cannot be merged here: their number stands in several columns. Correct it in the grid.',
    }
  return { can: true, how: 'rows' }
}

type Context = { readonly store: Store; readonly editing: Editing }

/** Gives accounts other numbers, as one edit of their key cells. */
export function renumber(
  { store, editing }: Context,
  batch: StoredBatch,
  bench: Bench,
  numbers: readonly { readonly account: number; readonly key: string }[],
  forgetUndone: boolean,
): Result<{ readonly edit: number }> {
  const [column] = bench.plan.key
  if (column === undefined || bench.plan.key.length !== 1)
    return failed(
      'input',
      'key_of_several_columns',
      'The number stands in several columns. Correct it in the grid.',
    )
  const rows = numbers.map(({ account }) => mainRowsOf(store, bench, account))
  const said = new Set<string>()
  for (const { key } of numbers) {
    const isTaken = said.has(key) || store.duplicates.isTaken(batch.id, bench.main.position, key, rows.flat())
    said.add(key)
    if (isTaken)
      return failed('input', 'number_taken', `Another account has the number ${key}. Choose another.`)
  }
  const cells = numbers.flatMap(({ key }, at) =>
    (rows[at] ?? []).map((row) => ({ sheet: bench.main.position, row, column, text: key })),
  )
  const words =
    numbers.length === 1
      ? `New number ${numbers[0]?.key ?? ''}`
      : `New numbers for ${numbers.length} accounts`
  return editing.apply(batch, words, cells, { forgetUndone })
}

export type MergeInput = {
  readonly keep: number
  readonly others: readonly number[]
  readonly texts: readonly { readonly column: number; readonly text: string }[]
  readonly forgetUndone: boolean
}

/** One account of several. Every row stays accounted for: as the account's own, or excluded with where it went. */
export function mergeAccounts(
  { store, editing }: Context,
  batch: StoredBatch,
  bench: Bench,
  { keep, others, texts, forgetUndone }: MergeInput,
): Result<{ readonly edit: number }> {
  const all = [keep, ...others].map((id) => store.accounts.get(id))
  const shape = mergeShape(store, bench, all)
  if (!shape.can) return failed('input', 'cannot_merge', shape.why)
  const [kept] = all
  const row = mainRowsOf(store, bench, keep)[0]
  if (kept === undefined || row === undefined)
    return failed('input', 'no_such_row', 'The account has no row any more. Nothing was changed.')
  const sheet = bench.main.position
  const words = `Merge of ${all.length} accounts into ${kept.key} (row ${row})`
  if (shape.how === 'rows') {
    const [column = 0] = bench.plan.key
    const cells = others
      .flatMap((id) => mainRowsOf(store, bench, id))
      .map((other) => ({ sheet, row: other, column, text: kept.key }))
    return editing.apply(batch, words, cells, { forgetUndone })
  }
  const now = cellsOf(store, bench, row)
  const changed = texts.filter(({ column, text }) => (now[column] ?? '') !== text)
  if (changed.some(({ column }) => bench.keys.get(sheet)?.has(column) === true))
    return failed(
      'input',
      'cannot_merge',
      'The number itself cannot be chosen by merging. Correct it in the grid.',
    )
  const cells = store.edits.cellsOf(
    batch.id,
    changed.map(({ column, text }) => ({ sheet, row, column, text })),
  )
  const pieces: readonly CellPiece[] = piecesOf(cells)
  return editing.layPieces(batch, words, pieces, cells, all.length, {
    forgetUndone,
    also: (edit) => store.duplicates.excludeWith(edit, sheet, others, `Merged into ${kept.key}, row ${row}`),
  })
}

function mainRowsOf(store: Store, bench: Bench, account: number): number[] {
  return store.accounts
    .rowsOf(account)
    .flatMap((one) => (one.sheet === bench.main.info.name ? [one.row] : []))
}

/** Of groups whose rows are copies: all but the first. */
export function copiesOf(groups: readonly Group[]): { readonly groups: number; readonly others: number[] } {
  const copies = groups.filter(({ differing }) => differing === 0)
  return {
    groups: copies.length,
    others: copies.flatMap(({ accounts }) => accounts.slice(1).map(({ id }) => id)),
  }
}

/** A group that this account is of; null where it is of none. */
export const groupWith = (groups: readonly Group[], account: number): Group | null =>
  groups.find(({ accounts }) => accounts.some(({ id }) => id === account)) ?? null
