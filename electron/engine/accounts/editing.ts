// Edits of cells with their immediate effects: the accounts of those cells are rebuilt and checked, validations of
// other bytes become stale, and duplicates are searched again. All of it is one transaction, also for undo or redo
// of several edits. An edit that would discard undone edits is refused until a person confirms it.
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
import { inEnglish, message } from '../../../shared/texts/message.ts'

/** Accounts of an edit: all of them, or the first thousands and a flag that there are more. */
export type Touched = { readonly accounts: number[]; readonly more: boolean }
/** An undone or redone edit, with its accounts. */
export type EditStep = Touched & { readonly edit: EditView }
/** Several undone or redone edits, in order. */
export type EditWalk = Touched & { readonly edits: EditView[] }

export type Decided<T> = { readonly accounts: readonly number[]; readonly answer: T }

export type LayOptions = {
  /** True: undone edits may be discarded. Otherwise they refuse the change. */
  readonly forgetUndone?: boolean | undefined
  /** Decides about accounts in the transaction of the edit; returns those whose decision changed. */
  readonly also?: (edit: number) => readonly number[]
}

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

export function createEditing(options: {
  readonly store: Store
  readonly now: () => number
  readonly changed: (batch: number) => void
  /** Builds a batch again after its keys changed. */
  readonly buildAgain: (batch: number) => void
  /** Builds the accounts that are marked again, in the background. */
  readonly validateLater: (batch: number) => void
  /** Above this number accounts are rebuilt in the background, and the edit itself returns at once. */
  readonly reviewedAtOnce?: number
}) {
  const { store, now, reviewedAtOnce = 50 } = options
  const compiledMappingOf = createCompiledMappings(store, now)

  /** Runs a change of cells with all its effects. The change returns the edits that it made or moved. */
  function change(
    batch: StoredBatch,
    columns: readonly EditedColumn[],
    make: () => readonly number[],
    decided: (edits: readonly number[]) => readonly number[] = () => [],
  ): Result<Touched> {
    const compiledMapping = compiledMappingOf(batch)
    const movesRows = tiesRows(compiledMapping, columns)
    const forgettable = movesRows ? mayForget(store, batch.id, keyLocked) : success(undefined)
    if (!forgettable.ok) return forgettable
    let touched: Touched = { accounts: [], more: false }
    let later = false
    try {
      store.sending.together(() => {
        const edits = make()
        refuseLocked(batch, edits)
        touched = touchedBy(batch, edits)
        later = touched.accounts.length > reviewedAtOnce
        if (compiledMapping !== null && movesRows) store.batches.setStage(batch.id, 'building', null)
        else if (compiledMapping !== null && later)
          for (const edit of edits) store.dirty.markEdit(batch.id, edit)
        else if (compiledMapping !== null) rebuild(compiledMapping, touched.accounts)
        const others = decided(edits)
        if (compiledMapping !== null && !movesRows && others.length > 0)
          later =
            finishDecided(
              store,
              compiledMapping,
              others,
              (some) => rebuild(compiledMapping, some),
              reviewedAtOnce,
            ) || later
      })
    } catch (error) {
      if (error instanceof Refused) return failedAs(error.failure)
      throw error
    }
    if (movesRows) options.buildAgain(batch.id)
    else if (compiledMapping !== null && later) options.validateLater(batch.id)
    options.changed(batch.id)
    return success(touched)
  }

  /** Checks in the same transaction after the cells are written, so that nothing can come between. */
  function refuseLocked(batch: StoredBatch, edits: readonly number[]): void {
    if (!store.edits.anyLocked(batch.id)) return
    for (const edit of edits) {
      const account = store.edits.lockedOf(batch.id, edit)
      if (account === null) continue
      const message = `Account ${account.key} cannot be edited: ${lockOf(account) ?? ''}`
      throw new Refused({ kind: 'input', code: 'account_locked', message })
    }
  }

  function touchedBy(batch: StoredBatch, edits: readonly number[]): Touched {
    const accounts = new Set<number>()
    for (const edit of edits) {
      for (const account of store.edits.accountsOfEdit(batch.id, edit, mostNamed + 1)) accounts.add(account)
      if (accounts.size > mostNamed) return { accounts: [...accounts].slice(0, mostNamed), more: true }
    }
    return { accounts: [...accounts], more: false }
  }

  function rebuild(compiledMapping: CompiledMapping, accounts: readonly number[]): void {
    const rebuilt = accounts.flatMap((id) => {
      const rows = rowsOf(compiledMapping, compiledMapping.main, compiledMapping.sheets, id)
      return rows === null ? [] : [rebuiltNow(id, compiledMapping.build(rows))]
    })
    storeRebuilt(compiledMapping, rebuilt, now())
  }

  /**
   * A decision about accounts with all its effects, as one transaction: `make` returns the accounts whose decision
   * changed, and the answer.
   */
  function decide<T>(batch: StoredBatch, make: () => Decided<T>): T {
    const compiledMapping = compiledMappingOf(batch)
    let later = false
    const { answer } = store.sending.together(() => {
      const made = make()
      if (compiledMapping !== null)
        later = finishDecided(
          store,
          compiledMapping,
          made.accounts,
          (some) => rebuild(compiledMapping, some),
          reviewedAtOnce,
        )
      return made
    })
    if (later) options.validateLater(batch.id)
    options.changed(batch.id)
    return answer
  }

  /** Writes cells as one edit; durable when it returns. */
  function layPieces(
    batch: StoredBatch,
    words: string,
    pieces: readonly CellPiece[],
    columns: readonly EditedColumn[],
    accounts: number,
    { forgetUndone = false, also }: LayOptions,
  ): Result<Touched & { readonly edit: number }> {
    const lost = forgetUndone ? null : wouldBeLost(batch)
    if (lost !== null) return failedAs(lost)
    let edit = 0
    const make = (): number[] => {
      edit = store.edits.add(batch.id, words, pieces, accounts, now())
      return [edit]
    }
    const done = change(batch, columns, make, () => also?.(edit) ?? [])
    return done.ok ? success({ ...done.value, edit }) : done
  }

  /** Failure if an edit made now would discard undone edits; null if there are none. */
  function wouldBeLost(batch: StoredBatch): Failure | null {
    const undone = store.editHistory.undone(batch.id)
    const [first] = undone === 0 ? [] : store.edits.next(batch.id, 'redo')
    if (first === undefined) return null
    return {
      kind: 'input',
      code: 'redo_would_be_lost',
      message: message('fixing.redo_would_be_lost', { undone, first: first.words }),
    }
  }

  function lay(
    batch: StoredBatch,
    words: string,
    cells: readonly EditCell[],
    accounts: readonly number[],
    how: LayOptions = {},
  ): Result<Touched & { readonly edit: number }> {
    return layPieces(batch, words, piecesOf(cells), columnsOf(cells), accounts.length, how)
  }

  /** Undoes or redoes all of these edits, or none. */
  function walk(
    batch: StoredBatch,
    which: EditDirection,
    edits: readonly EditView[],
  ): Result<EditWalk | null> {
    if (edits.length === 0) return success(null)
    const ids = edits.map(({ id }) => id)
    const make = (): number[] => {
      for (const id of ids) store.edits[which](batch.id, id)
      return ids
    }
    // Several of them may have excluded the same account: each is handled in its turn.
    const follow = (): number[] => ids.flatMap((id) => store.duplicates.followEdit(which, id))
    const done = change(batch, ids.flatMap(store.edits.columnsOf), make, follow)
    return done.ok ? success({ ...done.value, edits: ids.map(store.editHistory.view) }) : done
  }

  function step(batch: StoredBatch, which: EditDirection): Result<EditStep | null> {
    const done = walk(batch, which, store.edits.next(batch.id, which))
    if (!done.ok || done.value === null) return done.ok ? success(null) : done
    const { edits, ...touched } = done.value
    const [edit] = edits
    return success(edit === undefined ? null : { edit, ...touched })
  }

  /**
   * Rebuilds accounts whose checks changed although no cell did. Runs within a transaction; many accounts are marked
   * and follow in the background. Sent accounts are not included.
   */
  function refresh(batch: StoredBatch, accounts: readonly number[]): void {
    const compiledMapping = compiledMappingOf(batch)
    if (compiledMapping === null) return
    if (accounts.length <= reviewedAtOnce) return rebuild(compiledMapping, accounts)
    store.dirty.mark(accounts)
    options.validateLater(batch.id)
  }

  return {
    compiledMappingOf,
    decide,
    refresh,
    /** Effects of decisions made in the open transaction; returns true if some follow in the background. */
    finishDecided(batch: StoredBatch, accounts: readonly number[]): boolean {
      const compiledMapping = accounts.length === 0 ? null : compiledMappingOf(batch)
      return (
        compiledMapping !== null &&
        finishDecided(
          store,
          compiledMapping,
          accounts,
          (some) => rebuild(compiledMapping, some),
          reviewedAtOnce,
        )
      )
    },
    layPieces,
    wouldBeLost,
    /** Writes cells as one edit; durable when it returns. `accounts` are those of their rows. */
    lay,
    /** True if any of these cells links rows to accounts. */
    movesRows: (batch: StoredBatch, cells: readonly EditedColumn[]): boolean =>
      tiesRows(compiledMappingOf(batch), cells),
    /** Reason why a change of these columns would be refused, for any rows; null if it would not. */
    refusalOf(batch: StoredBatch, columns: readonly EditedColumn[]): Failure | null {
      const forgettable = tiesRows(compiledMappingOf(batch), columns)
        ? mayForget(store, batch.id, keyLocked)
        : success(undefined)
      return forgettable.ok ? null : forgettable.failure
    },
    apply(
      batch: StoredBatch,
      words: string,
      changes: readonly CellChange[],
      how: LayOptions = {},
    ): Result<Touched & { readonly edit: number }> {
      const cells = store.edits.cellsOf(batch.id, changes)
      if (cells.length === 0)
        return failed(
          'input',
          'no_such_row',
          'None of these rows is in the batch any more. Nothing was changed.',
        )
      return lay(batch, words, cells, store.edits.accountsOf(batch.id, cells), how)
    },
    undo: (batch: StoredBatch): Result<EditStep | null> => step(batch, 'undo'),
    redo: (batch: StoredBatch): Result<EditStep | null> => step(batch, 'redo'),
    /**
     * Undoes in one go until this edit is the newest one in effect; 0: all edits. Null if nothing is to be undone.
     */
    undoTo: (batch: StoredBatch, edit: number): Result<EditWalk | null> =>
      walk(batch, 'undo', store.edits.nextTo(batch.id, 'undo', edit)),
    /** Redoes in one go up to and including this edit. Null if nothing up to it is undone. */
    redoTo: (batch: StoredBatch, edit: number): Result<EditWalk | null> =>
      walk(batch, 'redo', store.edits.nextTo(batch.id, 'redo', edit)),
  }
}

const keyLocked = {
  code: 'key_locked',
  message:
    'This column ties rows to accounts, and accounts of this batch were already sent. Correct it in the file and load the file as a new batch.',
}

function failedAs({ kind, code, message }: Failure): Result<never> {
  return failed(kind, code, message)
}

function columnsOf(cells: readonly EditCell[]): EditedColumn[] {
  const seen = new Map(cells.map(({ sheet, col }) => [`${sheet} ${col}`, { sheet, col }]))
  return [...seen.values()]
}

/** Reason why an account may not be edited now; null if it may. Sent data must stay as shown. */
export function lockOf(account: Pick<Account, 'state' | 'outcome'>): string | null {
  if (account.state === 'queued') return 'it waits to be sent. Take it back first.'
  if (isLocked(account.state))
    return 'it is on its way, and what was sent must stay what is shown. Wait until it is done.'
  if (account.outcome === 'created') return 'it was created on the platform.'
  if (isOneOf(thereOutcomes, account.outcome)) return 'the platform already has it.'
  return null
}
