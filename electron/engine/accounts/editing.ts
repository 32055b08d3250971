// Edits of cells with their immediate effects: the accounts of those cells are rebuilt (build/account-builder.ts) and
// checked, their last validation no longer counts if the payload changed, and duplicates are searched again. Up to 50
// accounts are rebuilt in the edit's transaction; more are marked in it and rebuilt in the background. After an edit,
// what was undone before it stays in the history and cannot be redone any more.
import { isLocked, isOneOf, thereOutcomes } from '../../../shared/sending/states.ts'
import type { CellChange, EditView } from '../../../shared/contract/views.ts'
import { type Failure, failed, type Result, success } from '../system/failure.ts'
import { mayForget } from './forgettable.ts'
import type { Account } from '../store/accounts/account-row.ts'
import type { StoredBatch } from '../store/import/batches.ts'
import { type CellPiece, type EditCell, type EditDirection, piecesOf } from '../store/fixing/edits.ts'
import type { Store } from '../store/store.ts'
import {
  type CompiledMapping,
  createCompiledMappings,
  type EditedColumn,
  tiesRows,
} from './build/compiled-mapping.ts'
import { finishDecided } from './decided.ts'
import { rebuiltNow, storeRebuilt } from './rebuild/rebuild.ts'
import { rowsOf } from './rebuild/rebuild-job.ts'
import { inEnglish, message, type Message, type Said } from '../../../shared/texts/message.ts'

/** Accounts of an edit: all of them, or the first thousands and a flag that there are more. */
export type Touched = { readonly accounts: number[]; readonly more: boolean }
/** An undone or redone edit, with its accounts. */
export type EditStep = Touched & { readonly edit: EditView }
/** Several undone or redone edits, in order. */
export type EditWalk = Touched & { readonly edits: EditView[] }

export type Decided<T> = { readonly accounts: readonly number[]; readonly answer: T }

export type LayOptions = {
  /** Decides about accounts in the transaction of the edit; returns those whose decision changed. */
  readonly also?: (edit: number) => readonly number[]
}

type EditingOptions = {
  readonly store: Store
  readonly now: () => number
  readonly changed: (batch: number) => void
  /** Builds a batch again after its keys changed. */
  readonly buildAgain: (batch: number) => void
  /** Builds the accounts that are marked again, in the background. */
  readonly validateLater: (batch: number) => void
  /** Above this number accounts are rebuilt in the background, and the edit itself returns at once. */
  readonly reviewedAtOnce?: number
}

/** What the steps of an edit share. */
type EditingParts = Required<EditingOptions> & {
  /** The compiled mapping of a batch, cached; null while the batch has no accounts. */
  readonly compiledMappingOf: (batch: StoredBatch) => CompiledMapping | null
}

type LaidEdit = Touched & { readonly edit: number }

export type Editing = ReturnType<typeof createEditing>

/** Limit of the account list; a caller that shows more reads them itself. */
const mostNamed = 10_000

/** Rolls a transaction back; carries the reason. */
class Refused extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(inEnglish(failure.message))
    this.failure = failure
  }
}

export function createEditing(options: EditingOptions) {
  const { store, now } = options
  const compiledMappingOf = createCompiledMappings(store, now)
  const parts: EditingParts = { reviewedAtOnce: 50, ...options, compiledMappingOf }
  const { edits } = store

  return {
    compiledMappingOf,
    decide: <T>(batch: StoredBatch, make: () => Decided<T>): T => decide(parts, batch, make),
    refresh: (batch: StoredBatch, accounts: readonly number[]): void => refresh(parts, batch, accounts),
    /** Effects of decisions made in the open transaction; returns true if some follow in the background. */
    finishDecided(batch: StoredBatch, accounts: readonly number[]): boolean {
      const compiledMapping = accounts.length === 0 ? null : compiledMappingOf(batch)
      return compiledMapping !== null && followDecisions(parts, compiledMapping, accounts)
    },
    layPieces: (
      batch: StoredBatch,
      words: Said,
      pieces: readonly CellPiece[],
      columns: readonly EditedColumn[],
      accounts: number,
      how: LayOptions = {},
    ): Result<LaidEdit> => layPieces(parts, batch, { words, pieces, columns, accounts }, how),
    /** Writes cells as one edit; durable when it returns. `accounts` are those of their rows. */
    lay: (
      batch: StoredBatch,
      words: Said,
      cells: readonly EditCell[],
      accounts: readonly number[],
      how: LayOptions = {},
    ): Result<LaidEdit> => lay(parts, batch, words, { cells, accounts }, how),
    /** True if any of these cells links rows to accounts. */
    movesRows: (batch: StoredBatch, cells: readonly EditedColumn[]): boolean =>
      tiesRows(compiledMappingOf(batch), cells),
    /** Reason why a change of these columns would be refused, for any rows; null if it would not. */
    refusalOf(batch: StoredBatch, columns: readonly EditedColumn[]): Failure | null {
      const allowed = mayChange(store, batch, tiesRows(compiledMappingOf(batch), columns))
      return allowed.ok ? null : allowed.failure
    },
    apply: (batch: StoredBatch, words: Said, changes: readonly CellChange[]): Result<LaidEdit> =>
      apply(parts, batch, { words, changes }),
    undo: (batch: StoredBatch): Result<EditStep | null> => step(parts, batch, 'undo'),
    redo: (batch: StoredBatch): Result<EditStep | null> => step(parts, batch, 'redo'),
    /**
     * Undoes in one go until this edit is the newest one in effect; 0: all edits. Null if nothing is to be undone.
     */
    undoTo: (batch: StoredBatch, edit: number): Result<EditWalk | null> =>
      walk(parts, batch, 'undo', edits.nextTo(batch.id, 'undo', edit)),
    /** Redoes in one go up to and including this edit. Null if nothing up to it is undone. */
    redoTo: (batch: StoredBatch, edit: number): Result<EditWalk | null> =>
      walk(parts, batch, 'redo', edits.nextTo(batch.id, 'redo', edit)),
  }
}

/** A change of cells: the edits that it makes or moves, and the accounts whose decision these edits change. */
type CellsChange = {
  readonly columns: readonly EditedColumn[]
  readonly make: () => readonly number[]
  readonly decided: (edits: readonly number[]) => readonly number[]
}

/** Runs a change of cells with all its effects, in one transaction. */
function change(parts: EditingParts, batch: StoredBatch, cells: CellsChange): Result<Touched> {
  // Its accounts are being built from the cells as they were.
  if (batch.stage === 'building') return failed('input', 'batch_busy', message('accounts.being_built'))
  const compiledMapping = parts.compiledMappingOf(batch)
  const movesRows = tiesRows(compiledMapping, cells.columns)
  const allowed = mayChange(parts.store, batch, movesRows)
  if (!allowed.ok) return allowed
  let done = { touched: noneTouched, later: false }
  try {
    parts.store.sending.together(() => {
      const edits = cells.make()
      refuseLocked(parts.store, batch, edits)
      const touched = touchedBy(parts.store, batch, edits)
      if (movesRows) parts.store.batches.setStage(batch.id, 'building', null)
      const later =
        compiledMapping !== null && !movesRows && rebuildEdited(parts, compiledMapping, edits, touched)
      const others = cells.decided(edits)
      const isDecidedLater =
        compiledMapping !== null &&
        !movesRows &&
        others.length > 0 &&
        followDecisions(parts, compiledMapping, others)
      done = { touched, later: later || isDecidedLater }
    })
  } catch (error) {
    if (error instanceof Refused) return failedAs(error.failure)
    throw error
  }
  if (movesRows) parts.buildAgain(batch.id)
  else if (done.later) parts.validateLater(batch.id)
  parts.changed(batch.id)
  return success(done.touched)
}

const noneTouched: Touched = { accounts: [], more: false }

/** Columns that link rows to accounts may change only while no account was sent. */
function mayChange(store: Store, batch: StoredBatch, movesRows: boolean): Result<void> {
  return movesRows ? mayForget(store, batch.id, keyLocked) : success(undefined)
}

/** Rebuilds the accounts of edits at once, or marks them; true if they follow in the background. */
function rebuildEdited(
  parts: EditingParts,
  compiledMapping: CompiledMapping,
  edits: readonly number[],
  { accounts }: Touched,
): boolean {
  if (accounts.length <= parts.reviewedAtOnce) {
    rebuild(parts, compiledMapping, accounts)
    return false
  }
  for (const edit of edits) parts.store.dirty.markEdit(compiledMapping.batch.id, edit)
  return true
}

/** Checks in the same transaction after the cells are written, so that nothing can come between. */
function refuseLocked(store: Store, batch: StoredBatch, edits: readonly number[]): void {
  if (!store.edits.anyLocked(batch.id)) return
  for (const edit of edits) {
    const account = store.edits.lockedOf(batch.id, edit)
    if (account === null) continue
    const sentence = message('accounts.not_editable', { key: account.key, why: lockOf(account) ?? '' })
    throw new Refused({ kind: 'input', code: 'account_locked', message: sentence })
  }
}

function touchedBy(store: Store, batch: StoredBatch, edits: readonly number[]): Touched {
  const accounts = new Set<number>()
  for (const edit of edits) {
    for (const account of store.edits.accountsOfEdit(batch.id, edit, mostNamed + 1)) accounts.add(account)
    if (accounts.size > mostNamed) return { accounts: [...accounts].slice(0, mostNamed), more: true }
  }
  return { accounts: [...accounts], more: false }
}

function rebuild({ now }: EditingParts, compiledMapping: CompiledMapping, accounts: readonly number[]): void {
  const rebuilt = accounts.flatMap((id) => {
    const rows = rowsOf(compiledMapping, compiledMapping.main, compiledMapping.sheets, id)
    return rows === null ? [] : [rebuiltNow(id, compiledMapping.build(rows))]
  })
  storeRebuilt(compiledMapping, rebuilt, now())
}

/** Effects of decisions about accounts; true if some follow in the background. */
function followDecisions(
  parts: EditingParts,
  compiledMapping: CompiledMapping,
  accounts: readonly number[],
): boolean {
  const rebuildSome = (some: readonly number[]): void => rebuild(parts, compiledMapping, some)
  return finishDecided(parts.store, compiledMapping, accounts, rebuildSome, parts.reviewedAtOnce)
}

/**
 * A decision about accounts with all its effects, as one transaction: `make` returns the accounts whose decision
 * changed, and the answer.
 */
function decide<T>(parts: EditingParts, batch: StoredBatch, make: () => Decided<T>): T {
  const compiledMapping = parts.compiledMappingOf(batch)
  let later = false
  const { answer } = parts.store.sending.together(() => {
    const made = make()
    if (compiledMapping !== null) later = followDecisions(parts, compiledMapping, made.accounts)
    return made
  })
  if (later) parts.validateLater(batch.id)
  parts.changed(batch.id)
  return answer
}

/** One edit: its words, its cells in pieces with their columns, and the number of its accounts. */
type NewEdit = {
  readonly words: Said
  readonly pieces: readonly CellPiece[]
  readonly columns: readonly EditedColumn[]
  readonly accounts: number
}

/** Writes cells as one edit; durable when it returns. */
function layPieces(
  parts: EditingParts,
  batch: StoredBatch,
  { words, pieces, columns, accounts }: NewEdit,
  { also }: LayOptions,
): Result<LaidEdit> {
  let edit = 0
  const make = (): number[] => {
    edit = parts.store.edits.add(batch.id, words, pieces, accounts, parts.now())
    return [edit]
  }
  const done = change(parts, batch, { columns, make, decided: () => also?.(edit) ?? [] })
  return done.ok ? success({ ...done.value, edit }) : done
}

function lay(
  parts: EditingParts,
  batch: StoredBatch,
  words: Said,
  { cells, accounts }: { readonly cells: readonly EditCell[]; readonly accounts: readonly number[] },
  how: LayOptions,
): Result<LaidEdit> {
  const edit = { words, pieces: piecesOf(cells), columns: columnsOf(cells), accounts: accounts.length }
  return layPieces(parts, batch, edit, how)
}

/** Changes cells of rows that are still in the batch. */
function apply(
  parts: EditingParts,
  batch: StoredBatch,
  { words, changes }: { readonly words: Said; readonly changes: readonly CellChange[] },
): Result<LaidEdit> {
  const { edits } = parts.store
  const cells = edits.cellsOf(batch.id, changes)
  if (cells.length === 0) return failed('input', 'no_such_row', message('accounts.no_such_rows'))
  return lay(parts, batch, words, { cells, accounts: edits.accountsOf(batch.id, cells) }, {})
}

/** Undoes or redoes all of these edits, or none. */
function walk(
  parts: EditingParts,
  batch: StoredBatch,
  which: EditDirection,
  edits: readonly EditView[],
): Result<EditWalk | null> {
  const { store } = parts
  if (edits.length === 0) return success(null)
  const ids = edits.map(({ id }) => id)
  const make = (): number[] => {
    for (const id of ids) store.edits[which](batch.id, id)
    return ids
  }
  // Several of them may have excluded the same account: each is handled in its turn.
  const decided = (): number[] => ids.flatMap((id) => store.duplicates.followEdit(which, id))
  const done = change(parts, batch, { columns: ids.flatMap(store.edits.columnsOf), make, decided })
  return done.ok ? success({ ...done.value, edits: ids.map(store.editHistory.view) }) : done
}

function step(parts: EditingParts, batch: StoredBatch, which: EditDirection): Result<EditStep | null> {
  const done = walk(parts, batch, which, parts.store.edits.next(batch.id, which))
  if (!done.ok || done.value === null) return done.ok ? success(null) : done
  const { edits, ...touched } = done.value
  const [edit] = edits
  return success(edit === undefined ? null : { edit, ...touched })
}

/**
 * Rebuilds accounts whose checks changed although no cell did. Runs within a transaction; many accounts are marked
 * and follow in the background. Sent accounts are not included.
 */
function refresh(parts: EditingParts, batch: StoredBatch, accounts: readonly number[]): void {
  const compiledMapping = parts.compiledMappingOf(batch)
  if (compiledMapping === null) return
  if (accounts.length <= parts.reviewedAtOnce) return rebuild(parts, compiledMapping, accounts)
  parts.store.dirty.mark(accounts)
  parts.validateLater(batch.id)
}

const keyLocked = {
  code: 'key_locked',
  message: message('accounts.key_locked'),
}

function failedAs({ kind, code, message }: Failure): Result<never> {
  return failed(kind, code, message)
}

function columnsOf(cells: readonly EditCell[]): EditedColumn[] {
  const seen = new Map(cells.map(({ sheet, col }) => [`${sheet} ${col}`, { sheet, col }]))
  return [...seen.values()]
}

/** Reason why an account may not be edited now; null if it may. Sent data must stay as shown. */
export function lockOf(account: Pick<Account, 'state' | 'outcome'>): Message | null {
  if (account.state === 'queued') return message('accounts.locked_queued')
  if (isLocked(account.state)) return message('accounts.locked_on_its_way')
  if (account.outcome === 'created') return message('accounts.locked_created')
  if (isOneOf(thereOutcomes, account.outcome)) return message('accounts.locked_there')
  return null
}
