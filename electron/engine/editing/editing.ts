// Editing: one undoable change of cells, and what follows at once: the accounts of those cells are built and checked
// anew, the service's word on other bytes becomes stale, the same account twice is looked for again. All of it is one
// transaction, so an edit is whole or absent; so is a walk through several of them. What was undone is never lost unsaid.
import { isLocked, isOneOf, thereOutcomes } from '../../../shared/account-state.ts'
import type { CellChange, EditView } from '../../../shared/views.ts'
import { type Failure, failed, type Result, success } from '../failure.ts'
import { mayForget } from '../forgettable.ts'
import type { Account } from '../store/account-row.ts'
import type { StoredBatch } from '../store/batches.ts'
import { type CellPiece, type EditCell, type EditDirection, piecesOf } from '../store/edits.ts'
import type { Store } from '../store/store.ts'
import { type Bench, createBenches, type EditedColumn, tiesRows } from './bench.ts'
import { settleDecided } from './decided.ts'
import { rebuiltNow, storeRebuilt } from './rebuild.ts'
import { rowsOf } from './rejudging.ts'

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
  /** Builds a batch anew after its keys changed. */
  readonly buildAnew: (batch: number) => void
  /** Builds the accounts that are marked anew, in the background. */
  readonly judgeLater: (batch: number) => void
  /** More accounts than this are built anew in the background: the edit itself answers at once. */
  readonly judgedAtOnce?: number
}) {
  const { store, now, judgedAtOnce = 50 } = options
  const benchOf = createBenches(store, now)

  /** Runs a change of cells, which answers the edits that it made or moved, with all that follows from it. */
  function change(
    batch: StoredBatch,
    columns: readonly EditedColumn[],
    make: () => readonly number[],
    decided: (edits: readonly number[]) => readonly number[] = () => [],
  ): Result<Touched> {
    const bench = benchOf(batch)
    const movesRows = tiesRows(bench, columns)
    const forgettable = movesRows ? mayForget(store, batch.id, keyLocked) : success(undefined)
    if (!forgettable.ok) return forgettable
    let touched: Touched = { accounts: [], more: false }
    let later = false
    try {
      store.sending.together(() => {
        const edits = make()
        refuseLocked(batch, edits)
        touched = touchedBy(batch, edits)
        later = touched.accounts.length > judgedAtOnce
        if (bench !== null && movesRows) store.batches.setStage(batch.id, 'building', null)
        else if (bench !== null && later) for (const edit of edits) store.dirty.markEdit(batch.id, edit)
        else if (bench !== null) rejudge(bench, touched.accounts)
        const others = decided(edits)
        if (bench !== null && !movesRows && others.length > 0)
          later = settleDecided(store, bench, others, (some) => rejudge(bench, some), judgedAtOnce) || later
      })
    } catch (error) {
      if (error instanceof Refused) return failedAs(error.failure)
      throw error
    }
    if (movesRows) options.buildAnew(batch.id)
    else if (bench !== null && later) options.judgeLater(batch.id)
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

  function rejudge(bench: Bench, accounts: readonly number[]): void {
    const rebuilt = accounts.flatMap((id) => {
      const rows = rowsOf(bench, bench.main, bench.sheets, id)
      return rows === null ? [] : [rebuiltNow(id, bench.build(rows))]
    })
    storeRebuilt(bench, rebuilt, now())
  }

  /**
   * A decision about accounts with all that follows from it, as one transaction: `make` answers the accounts that
   * are decided otherwise now, and what to answer.
   */
  function decide<T>(batch: StoredBatch, make: () => Decided<T>): T {
    const bench = benchOf(batch)
    let later = false
    const { answer } = store.sending.together(() => {
      const made = make()
      if (bench !== null)
        later = settleDecided(store, bench, made.accounts, (some) => rejudge(bench, some), judgedAtOnce)
      return made
    })
    if (later) options.judgeLater(batch.id)
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
    const undone = store.editStory.undone(batch.id)
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
    return done.ok ? success({ ...done.value, edits: ids.map(store.editStory.view) }) : done
  }

  function step(batch: StoredBatch, which: EditDirection): Result<EditStep | null> {
    const done = walk(batch, which, store.edits.next(batch.id, which))
    if (!done.ok || done.value === null) return done.ok ? success(null) : done
    const { edits, ...touched } = done.value
    const [edit] = edits
    return success(edit === undefined ? null : { edit, ...touched })
  }

  /**
   * Builds accounts anew though no cell changed: what is asked of them did. Within a transaction; many are marked, and
   * follow in the background. Accounts that were sent are not among them.
   */
  function lookAnew(batch: StoredBatch, accounts: readonly number[]): void {
    const bench = benchOf(batch)
    if (bench === null) return
    if (accounts.length <= judgedAtOnce) return rejudge(bench, accounts)
    store.dirty.mark(accounts)
    options.judgeLater(batch.id)
  }

  return {
    benchOf,
    decide,
    lookAnew,
    /** What follows from decisions that were made in the transaction that is open; answers whether some of it is to come. */
    settleDecided(batch: StoredBatch, accounts: readonly number[]): boolean {
      const bench = accounts.length === 0 ? null : benchOf(batch)
      return (
        bench !== null && settleDecided(store, bench, accounts, (some) => rejudge(bench, some), judgedAtOnce)
      )
    },
    layPieces,
    wouldBeLost,
    /** Lays cells over, as one edit; durable when it answers. `accounts` are those of their rows. */
    lay,
    /** Whether any of these cells ties rows to accounts. */
    movesRows: (batch: StoredBatch, cells: readonly EditedColumn[]): boolean =>
      tiesRows(benchOf(batch), cells),
    /** Why a change of these columns would be refused, whatever its rows; null where it would not. */
    refusalOf(batch: StoredBatch, columns: readonly EditedColumn[]): Failure | null {
      const forgettable = tiesRows(benchOf(batch), columns)
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
    return 'it is on its way, and what was sent must stay what is shown. Wait until it has settled.'
  if (account.outcome === 'created') return 'it was created on the platform.'
  if (isOneOf(thereOutcomes, account.outcome)) return 'the platform already has it.'
  return null
}
