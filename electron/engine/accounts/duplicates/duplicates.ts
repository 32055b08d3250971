// Decisions about accounts with the same number: a page of the duplicate groups, the preview of a merge, and its
// edits. Linked rows of other sheets are never orphaned: a person decides where they go.
import { failed, type Result, success } from '../../system/failure.ts'
import type { StoredBatch } from '../../store/import/batches.ts'
import type { Duplicate } from '../../store/accounts/duplicates/duplicates.ts'
import { type CellPiece, piecesOf } from '../../store/fixing/edits.ts'
import type { DuplicateGroups } from '../../store/lookup/duplicate-groups.ts'
import type { Store } from '../../store/store.ts'
import type { CompiledMapping } from '../build/compiled-mapping.ts'
import { type Editing, lockOf } from '../editing.ts'
import { joiningRows, type LinkedChoice, linkedNumbers, linkedToKept, mainRowsOf } from './linked-rows.ts'
import { message, type Said } from '../../../../shared/texts/message.ts'

/** Some groups by position, each with its accounts. */
export function groupsAt(
  { accounts, ends, differing }: DuplicateGroups,
  from: number,
  to: number,
): { readonly accounts: Int32Array; readonly differing: number }[] {
  return Array.from(ends.subarray(from, to), (end, at) => ({
    accounts: accounts.subarray(from + at === 0 ? 0 : ends[from + at - 1], end),
    differing: differing[from + at] ?? 0,
  }))
}

/** The accounts of this account's group; null if it has none. */
export function groupOf(groups: DuplicateGroups, account: number): Int32Array | null {
  const at = groups.accounts.indexOf(account)
  if (at === -1) return null
  const group = groups.ends.findIndex((end) => end > at)
  return groupsAt(groups, group, group + 1)[0]?.accounts ?? null
}

export function cellsOf(store: Store, { batch, main }: CompiledMapping, row: number): readonly string[] {
  return store.rows.row(batch.id, main.position, row)?.cells ?? []
}

/** A similar number from another cell of its row that no row has; null if there is none. */
export function proposedKey(
  store: Store,
  compiledMapping: CompiledMapping,
  one: Duplicate,
  shown: (cells: readonly string[]) => readonly string[],
): string | null {
  const digits = /\d{3,}(?=\D*$)/.exec(one.key)?.[0]
  if (digits === undefined) return null
  const like = new RegExp(`(?<!\\d)\\d{${digits.length}}(?!\\d)`, 'g')
  const found = new Set(
    shown(cellsOf(store, compiledMapping, one.row)).flatMap((text) => text.match(like) ?? []),
  )
  found.delete(digits)
  const keys = [...found]
    .map((other) => one.key.replace(/\d{3,}(?=\D*$)/, other))
    .filter(
      (key) => !store.duplicates.isTaken(compiledMapping.batch.id, compiledMapping.main.position, key, []),
    )
  return keys.length === 1 ? (keys[0] ?? null) : null
}

export type MergeShape =
  | { readonly can: true; readonly how: 'cells' | 'rows' }
  | { readonly can: false; readonly why: Said }

export function mergeShape(
  store: Store,
  compiledMapping: CompiledMapping,
  accounts: readonly Pick<Duplicate, 'id' | 'key'>[],
): MergeShape {
  for (const { id, key } of accounts) {
    const why = lockOf(store.accounts.get(id))
    if (why !== null) return { can: false, why: message('accounts.no_merge_of', { key, why }) }
  }
  if (!compiledMapping.plan.groupsRows) return { can: true, how: 'cells' }
  if (compiledMapping.plan.key.length !== 1)
    return {
      can: false,
      why: message('accounts.no_merge_of_columns'),
    }
  return { can: true, how: 'rows' }
}

type Context = { readonly store: Store; readonly editing: Editing }

/**
 * Gives accounts other numbers, as one edit of their key cells and of the linked rows of other sheets. `joined`: rows
 * of other sheets that already had such a number and no account.
 */
export function renumber(
  { store, editing }: Context,
  batch: StoredBatch,
  compiledMapping: CompiledMapping,
  input: {
    readonly numbers: readonly { readonly account: number; readonly key: string }[]
    readonly linked: LinkedChoice
  },
): Result<{ readonly edit: number; readonly joined: number }> {
  const { numbers } = input
  const [column] = compiledMapping.plan.key
  if (column === undefined || compiledMapping.plan.key.length !== 1)
    return failed('input', 'key_of_several_columns', message('accounts.number_of_columns'))
  const rows = numbers.map(({ account }) => mainRowsOf(store, compiledMapping, account))
  const given = new Set<string>()
  for (const { key } of numbers) {
    const isTaken =
      given.has(key) || store.duplicates.isTaken(batch.id, compiledMapping.main.position, key, rows.flat())
    given.add(key)
    if (isTaken) return failed('input', 'number_taken', message('accounts.number_taken', { key }))
  }
  const linked = linkedNumbers(store, compiledMapping, numbers, input.linked)
  if (!linked.ok) return linked
  const joined = joiningRows(store, compiledMapping, [...given])
  const cells = numbers.flatMap(({ key }, at) =>
    (rows[at] ?? []).map((row) => ({ sheet: compiledMapping.main.position, row, column, text: key })),
  )
  const words =
    numbers.length === 1
      ? message('accounts.new_number', { key: numbers[0]?.key ?? '' })
      : message('accounts.new_numbers', { accounts: numbers.length })
  const done = editing.apply(batch, words, [...cells, ...linked.value])
  return done.ok ? success({ edit: done.value.edit, joined }) : done
}

export type MergeInput = {
  readonly keep: number
  readonly others: readonly number[]
  readonly texts: readonly { readonly column: number; readonly text: string }[]
}

/**
 * Merges several accounts into one. Every row stays accounted for: as part of that account, or excluded with a
 * reference to it.
 */
export function mergeAccounts(
  { store, editing }: Context,
  batch: StoredBatch,
  compiledMapping: CompiledMapping,
  { keep, others, texts }: MergeInput,
): Result<{ readonly edit: number }> {
  const all = [keep, ...others].map((id) => store.accounts.get(id))
  const shape = mergeShape(store, compiledMapping, all)
  if (!shape.can) return failed('input', 'cannot_merge', shape.why)
  const [kept] = all
  const row = mainRowsOf(store, compiledMapping, keep)[0]
  if (kept === undefined || row === undefined)
    return failed('input', 'no_such_row', message('accounts.no_row_any_more'))
  const sheet = compiledMapping.main.position
  const words = message('accounts.merge', { accounts: all.length, key: kept.key, row })
  if (shape.how === 'rows') {
    const [column = 0] = compiledMapping.plan.key
    const cells = others
      .flatMap((id) => mainRowsOf(store, compiledMapping, id))
      .map((other) => ({ sheet, row: other, column, text: kept.key }))
    const numbers = others.map((account) => ({ account, key: kept.key }))
    const linked = linkedNumbers(store, compiledMapping, numbers, { rest: keep, rows: [] })
    if (!linked.ok) return linked
    return editing.apply(batch, words, [...cells, ...linked.value])
  }
  const now = cellsOf(store, compiledMapping, row)
  const changed = texts.filter(({ column, text }) => (now[column] ?? '') !== text)
  if (changed.some(({ column }) => compiledMapping.keys.get(sheet)?.has(column) === true))
    return failed('input', 'cannot_merge', message('accounts.number_not_merged'))
  const linked = linkedToKept(store, compiledMapping, { keep, others, row })
  if (!linked.ok) return linked
  const cells = store.edits.cellsOf(batch.id, [
    ...changed.map(({ column, text }) => ({ sheet, row, column, text })),
    ...linked.value,
  ])
  const pieces: readonly CellPiece[] = piecesOf(cells)
  return editing.layPieces(batch, words, pieces, cells, all.length, {
    also: (edit) =>
      store.duplicates.excludeWith(
        edit,
        sheet,
        others,
        message('accounts.merged_into', { key: kept.key, row }),
      ),
  })
}

/** For groups whose rows are copies: their number, and all of their accounts except the first. */
export function copiesOf(groups: DuplicateGroups): {
  readonly groups: number
  readonly others: readonly number[]
} {
  const copies = groupsAt(groups, 0, groups.ends.length).filter(({ differing }) => differing === 0)
  return { groups: copies.length, others: copies.flatMap(({ accounts }) => [...accounts.subarray(1)]) }
}
