// Fix over many cells: first the preview, then the change as one edit. Applying a fix reuses the result of its
// preview if nothing was edited since. At most one such result is kept.
import { compileFix, type Fix, type FixScope } from '../../../shared/fixing/fix.ts'
import { isOtherNumber, mayMakeOtherNumbers } from '../../../shared/fixing/rules/other-number.ts'
import { fixTools } from '../accounts/build/phones.ts'
import { failed, type Result, success } from '../system/failure.ts'
import type { StoredBatch } from '../store/import/batches.ts'
import type { Store } from '../store/store.ts'
import type { Editing } from '../accounts/editing.ts'
import type { Said } from '../../../shared/texts/create-message.ts'
import { findCells, type FindRequest, type FoundCells, type Looking } from './finding.ts'

export type FixRequest = { readonly fix: Fix; readonly scope: FixScope }
export type FixMade = { readonly edit: number; readonly found: FoundCells }

export type Fixing = ReturnType<typeof createFixing>

type FixingParts = {
  readonly store: Store
  readonly editing: Editing
  /** The result of the last preview. */
  kept: { readonly name: string; readonly found: FoundCells } | null
}

export function createFixing(options: Pick<FixingParts, 'store' | 'editing'>) {
  const parts: FixingParts = { ...options, kept: null }
  return {
    find: (batch: StoredBatch, request: FixRequest, signal: AbortSignal) =>
      find(parts, batch, request, signal),
    /** Applies the change as one edit; null if there is nothing to change, or the signal was aborted. */
    apply: (
      batch: StoredBatch,
      request: FixRequest & { readonly words: Said },
      signal: AbortSignal,
    ): Promise<Result<FixMade | null>> => apply(parts, batch, request, signal),
    /** Restores the edited cells of a scope to their original text, as one edit. */
    revert: (
      batch: StoredBatch,
      request: { readonly scope: FixScope; readonly words: Said },
      signal: AbortSignal,
    ): Promise<Result<FixMade | null>> => revert(parts, batch, request, signal),
  }
}

/** The request with everything that its result depends on. */
function nameOf({ store }: FixingParts, batch: StoredBatch, request: FixRequest): string {
  return JSON.stringify([
    batch.id,
    request.fix,
    request.scope,
    batch.readAt,
    store.fixRows.builtAs(batch.id),
    store.edits.version(batch.id),
  ])
}

/** Every cell that the fix changes; null if the signal was aborted. Kept for applying the same fix. */
async function* find(
  parts: FixingParts,
  batch: StoredBatch,
  request: FixRequest,
  signal: AbortSignal,
): AsyncGenerator<Looking, Result<FoundCells | null>> {
  const { store } = parts
  parts.kept = null
  const asked = searchFor(batch, request)
  if (!asked.ok) return asked
  const name = nameOf(parts, batch, request)
  const found = yield* findCells(store, asked.value, signal)
  if (found.ok && found.value !== null) parts.kept = { name, found: found.value }
  return found
}

/** Applies the result of `search`; searches again if somebody edits meanwhile. Null: nothing to change. */
async function make(
  { editing, store }: FixingParts,
  batch: StoredBatch,
  words: Said,
  known: FoundCells | null,
  search: () => AsyncGenerator<Looking, Result<FoundCells | null>>,
): Promise<Result<FixMade | null>> {
  for (let found = known; ; found = null) {
    const before = store.edits.version(batch.id)
    const fresh: Result<FoundCells | null> = found === null ? await endOf(search()) : success(found)
    if (!fresh.ok) return fresh
    const { value } = fresh
    if (value === null || value.count === 0) return success(null)
    if (store.edits.version(batch.id) !== before) continue
    const columns = value.columns.map((col) => ({ sheet: value.sheet, col }))
    const laid = editing.layPieces(batch, words, value.pieces, columns, value.accounts.size)
    if (laid.ok) return success({ edit: laid.value.edit, found: value })
    // The account was editable when found and no longer is: it is left out now.
    if (laid.failure.code !== 'account_locked') return laid
  }
}

async function apply(
  parts: FixingParts,
  batch: StoredBatch,
  request: FixRequest & { readonly words: Said },
  signal: AbortSignal,
): Promise<Result<FixMade | null>> {
  const { store } = parts
  const { fix, scope, words } = request
  const asked = searchFor(batch, request)
  if (!asked.ok) return asked
  const known = parts.kept?.name === nameOf(parts, batch, { fix, scope }) ? parts.kept.found : null
  const search = () => findCells(store, asked.value, signal)
  const made = await make(parts, batch, words, known, search)
  if (made.ok) parts.kept = null
  return made
}

function revert(
  parts: FixingParts,
  batch: StoredBatch,
  request: { readonly scope: FixScope; readonly words: Said },
  signal: AbortSignal,
): Promise<Result<FixMade | null>> {
  const { store } = parts
  const { scope, words } = request
  const rule: FindRequest['rule'] = ({ text, read }) => (text === read ? null : read)
  const asked = { batch: batch.id, scope, rule, also: [], untrusted: false }
  return make(parts, batch, words, null, () => findCells(store, asked, signal))
}

function searchFor(batch: StoredBatch, { fix, scope }: FixRequest): Result<FindRequest> {
  const compiled = compileFix(fix, fixTools)
  if (!compiled.ok) return failed('input', 'fix_invalid', compiled.message)
  return success({
    batch: batch.id,
    scope,
    rule: compiled.apply,
    also: 'column' in fix ? [fix.column] : [],
    untrusted: fix.kind === 'replace' && fix.match === 'pattern',
    isOtherNumber: mayMakeOtherNumbers(fix) ? isOtherNumber : null,
  })
}

async function endOf<T>(search: AsyncGenerator<unknown, T>): Promise<T> {
  for (;;) {
    const step = await search.next()
    if (step.done === true) return step.value
  }
}
