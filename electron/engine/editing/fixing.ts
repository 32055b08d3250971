// A fix over many cells: what it would change, what that would do to the accounts, and then the change itself as one
// edit. Rows are looked at in pieces, between which the window's thread is free; accounts that may not be edited now are
// left out and counted. A pattern that takes too long on a piece of rows stops the fix before it has changed anything.
import { setImmediate as breathe } from 'node:timers/promises'
import { createContext, Script } from 'node:vm'
import { compileFix, type CompiledFix, type Fix, type FixScope } from '../../../shared/fix.ts'
import { type Editing, lockOf } from './editing.ts'
import { failed, type Result, success } from '../failure.ts'
import type { EditCell } from '../store/edits.ts'
import type { StoredBatch } from '../store/batches.ts'
import type { ScopeRow } from '../store/scope-rows.ts'
import type { Store } from '../store/store.ts'

const pieceOfRows = 500
/** A piece takes a millisecond or two; a pattern that needs this long would hold the window. */
const longestPieceMs = 250

export type FixRequest = { readonly fix: Fix; readonly scope: FixScope }

export type FoundCell = EditCell & {
  readonly account: number | null
  readonly key: string | null
  /** The text that stands there now. */
  readonly now: string
}
export type FoundCells = {
  readonly cells: readonly FoundCell[]
  /** Accounts of the changed cells, each once. */
  readonly accounts: readonly number[]
  /** Accounts that the fix would change but that may not be edited now. */
  readonly locked: number
}

/** Every cell that the fix changes, in the sheet's order; null when the signal was aborted. */
export async function findCells(
  store: Store,
  batch: StoredBatch,
  { fix, scope }: FixRequest,
  signal: AbortSignal,
  looked: (rows: number) => void,
): Promise<Result<FoundCells | null>> {
  const compiled = compileFix(fix)
  if (!compiled.ok) return failed('input', 'fix_invalid', compiled.message)
  const cells: FoundCell[] = []
  const accounts = new Set<number>()
  const locked = new Set<number>()
  const above = new Map<number, string>()
  const withinTime = timeLimit(fix)
  let rows = 0
  for (let after = 0; ; ) {
    if (signal.aborted) return success(null)
    const piece = store.scopeRows.after(batch.id, scope.sheet, scope.rows, after, pieceOfRows)
    const last = piece.at(-1)
    if (last === undefined) return success({ cells, accounts: [...accounts], locked: locked.size })
    const changed = withinTime(() => piece.flatMap((row) => changesOf(compiled, scope, row, above)))
    if (changed === null) return tooSlow(piece)
    for (const cell of changed) {
      if (cell.locked && cell.account !== null) locked.add(cell.account)
      else {
        cells.push(cell)
        if (cell.account !== null) accounts.add(cell.account)
      }
    }
    rows += piece.length
    looked(rows)
    after = last.row
    await breathe()
  }
}

function changesOf(
  compiled: Extract<CompiledFix, { ok: true }>,
  scope: FixScope,
  row: ScopeRow,
  above: Map<number, string>,
): (FoundCell & { readonly locked: boolean })[] {
  const locked = row.account !== null && lockOf(row.account) !== null
  return scope.columns.flatMap((col) => {
    const now = row.cells[col] ?? ''
    const after = compiled.apply({ text: now, row: row.cells, above: above.get(col) ?? null })
    above.set(col, after ?? now)
    if (after === null) return []
    const before = row.edits.get(col) ?? null
    const asRead = (row.read[col] ?? '') === after
    const of = { account: row.account?.id ?? null, key: row.account?.key ?? null, locked }
    return [{ sheet: scope.sheet, row: row.row, col, before, after, asRead, now, ...of }]
  })
}

/** Only a pattern of a person can take long; it runs under a limit. Answers null where it took too long. */
function timeLimit(fix: Fix): <T>(work: () => T) => T | null {
  if (fix.kind !== 'replace' || fix.match !== 'pattern') return (work) => work()
  const script = new Script('run()')
  const place: { run: () => void } = { run: () => undefined }
  const context = createContext(place)
  return <T>(work: () => T): T | null => {
    let result: T | null = null
    place.run = () => {
      result = work()
    }
    try {
      script.runInContext(context, { timeout: longestPieceMs })
      return result
    } catch (error) {
      // It may come from another realm, where Error is another class.
      if (isObject(error) && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return null
      throw error
    }
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function tooSlow(piece: readonly ScopeRow[]): Result<never> {
  return failed(
    'input',
    'pattern_too_slow',
    `The pattern takes too long on a cell between row ${piece[0]?.row ?? 0} and row ${piece.at(-1)?.row ?? 0}. Nothing was changed. Make it simpler: repeated groups inside repeated groups, such as (a+)+, are the usual cause.`,
  )
}

/** Makes the change, as one edit; null where there is nothing to change. */
export async function applyFix(
  store: Store,
  editing: Editing,
  batch: StoredBatch,
  request: FixRequest & { readonly words: string },
  signal: AbortSignal,
): Promise<Result<{ readonly edit: number; readonly found: FoundCells } | null>> {
  // Somebody may edit while rows are looked at: then what was found is found again.
  for (;;) {
    const before = store.edits.version(batch.id)
    const found = await findCells(store, batch, request, signal, () => undefined)
    if (!found.ok) return found
    if (found.value === null || found.value.cells.length === 0) return success(null)
    if (store.edits.version(batch.id) !== before) continue
    const laid = editing.lay(batch, request.words, found.value.cells, found.value.accounts)
    return laid.ok ? success({ edit: laid.value.edit, found: found.value }) : laid
  }
}
