// Editing: one undoable change of cells, and what follows at once: the accounts of those cells are built and checked
// again, the service's word on other bytes becomes stale, the same account twice is looked for again. All of it is one
// transaction, so an edit is whole or absent; so is a walk through several of them. What was undone is never lost unsaid.
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
} from './compiled-mapping.ts'
import { finishDecided } from './decided.ts'
import { rebuiltNow, storeRebuilt } from './rebuild.ts'
import { rowsOf } from './rebuild-job.ts'

/** Accounts that an edit touched: all of them, or the first thousands and that there are more. */
export type Touched = { readonly accounts: number[]; readonly more: boolean }
/** An edit undone or done again, and the accounts that it touched. */
export type EditStep = Touched & { readonly edit: EditView }
/** Several of them, in the order in which they were undone or done again. */
export type EditWalk = Touched & { readonly edits: EditView[] }

export type Decided<T> = { readonly accounts: readonly number[]; readonly answer: T }

export type LayOptions = {
  /** Undone edits may be forgotten; otherwise their being there refuses the change. */
  readonly forgetUndone?: boolean | undefined
  /** Decides about accounts as part of the edit, in its transaction; answers those that are decided otherwise now. */
  readonly also?: (edit: number) => readonly number[]
}

export type Editing = ReturnType<typeof createEditing>

/** As many touched accounts are named; whoever wants to show more of them looks at what it shows. */
const mostNamed = 10_000

/** Leaves a transaction that must not be; carries why. */
class Refused extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.message)
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
  /** More accounts than this are built again in the background: the edit itself answers at once. */
  readonly reviewedAtOnce?: number
}) {
  const { store, now, reviewedAtOnce = 50 } = options
  const compiledMappingOf = createCompiledMappings(store, now)

  /** Runs a change of cells, which answers the edits that it made or moved, with all that follows from it. */
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

  /** Looks after the cells are laid, in the same transaction: nothing can come between. */
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
   * A decision about accounts with all that follows from it, as one transaction: `make` answers the accounts that
   * are decided otherwise now, and what to answer.
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

  /** Lays cells over, as one edit; durable when it answers. */
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

  /** What an edit made now would lose; null where nothing was undone. */
  function wouldBeLost(batch: StoredBatch): Failure | null {
    const undone = store.editHistory.undone(batch.id)
    const [first] = undone === 0 ? [] : store.edits.next(batch.id, 'redo')
    if (first === undefined) return null
    const many = undone === 1 ? 'is an undone edit' : `are ${undone} undone edits`
    return {
      kind: 'input',
      code: 'redo_would_be_lost',
      message: `There ${many} that could be done again, “${first.words}” first; another edit forgets ${undone === 1 ? 'it' : 'them'} for good. Redo first, or make the change all the same.`,
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

  /** All of these edits, or none of them. */
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
    // Several in one go may have excluded the same account: each follows in its turn.
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
   * Builds accounts again though no cell changed: what is asked of them did. Within a transaction; many are marked, and
   * follow in the background. Accounts that were sent are not among them.
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
    /** What follows from decisions that were made in the transaction that is open; answers whether some of it is to come. */
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
    /** Lays cells over, as one edit; durable when it answers. `accounts` are those of their rows. */
    lay,
    /** Whether any of these cells ties rows to accounts. */
    movesRows: (batch: StoredBatch, cells: readonly EditedColumn[]): boolean =>
      tiesRows(compiledMappingOf(batch), cells),
    /** Why a change of these columns would be refused, whatever its rows; null where it would not. */
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
    /** Undoes, in one go, until this edit is the newest that stands; 0: until none does. Null where it is so already. */
    undoTo: (batch: StoredBatch, edit: number): Result<EditWalk | null> =>
      walk(batch, 'undo', store.edits.nextTo(batch.id, 'undo', edit)),
    /** Does again, in one go, up to and with this edit. Null where nothing up to it is undone. */
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

/** Why an account may not be edited now; null where it may. What was sent must stay what is shown. */
export function lockOf(account: Pick<Account, 'state' | 'outcome'>): string | null {
  if (account.state === 'queued') return 'it waits to be sent. Take it back first.'
  if (isLocked(account.state))
    return 'it is on its way, and what was sent must stay what is shown. Wait until it is done.'
  if (account.outcome === 'created') return 'it was created on the platform.'
  if (isOneOf(thereOutcomes, account.outcome)) return 'the platform already has it.'
  return null
}
