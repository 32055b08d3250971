// Editing: one undoable change of cells, and what follows at once: the accounts of those cells are built and checked
// anew, the service's word on other bytes becomes stale, the same account twice is looked for again. All of it is one
// transaction, so an edit is whole or absent.
import { isLocked } from '../../../shared/account-state.ts'
import type { CellChange, EditView } from '../../../shared/views.ts'
import { createAccountBuilder } from '../building/account-builder.ts'
import { type GatherContext, settleTwins, twinsOf } from '../building/build-batch.ts'
import { failed, type Result, success } from '../failure.ts'
import { planFor } from '../loading.ts'
import type { Account } from '../store/accounts.ts'
import type { EditCell } from '../store/edits.ts'
import type { StoredBatch } from '../store/batches.ts'
import type { StoredSheet } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { rebuildAccount } from './rebuild.ts'
import { rowsOf } from './rejudging.ts'
import { targetOf } from '../workshop.ts'
import type { PlannedLink } from '../../../shared/mapping-plan.ts'

/** An edit undone or done again, and the accounts that it touched. */
export type EditStep = { readonly edit: EditView; readonly accounts: number[] }

export type Editing = ReturnType<typeof createEditing>

/** More accounts than this are built anew in the background: the edit itself answers at once. */
const judgedAtOnce = 50

type Bench = GatherContext & {
  readonly build: ReturnType<typeof createAccountBuilder>
  readonly sheets: ReadonlyMap<string, StoredSheet>
  readonly main: StoredSheet
  /** Columns that tie rows to accounts, by the sheet's position. */
  readonly keys: ReadonlyMap<number, ReadonlySet<number>>
}

export function createEditing(options: {
  readonly store: Store
  readonly now: () => number
  readonly changed: (batch: number) => void
  /** Builds a batch anew after its keys changed. */
  readonly buildAnew: (batch: number) => void
  /** Builds the accounts that are marked anew, in the background. */
  readonly judgeLater: (batch: number) => void
}) {
  const { store, now } = options
  const benches = new Map<number, { readonly batch: string; readonly bench: Bench }>()

  /** The compiled mapping of a batch, kept until the mapping, the file or the connection changes. */
  function benchOf(batch: StoredBatch): Bench | null {
    if (batch.stage !== 'open' || batch.mapped === null) return null
    const connection = batch.connectionId === null ? null : store.connections.get(batch.connectionId)
    const target = targetOf(connection)
    const { mapping, catalogue: schema, catalogueId } = batch.mapped
    const version = JSON.stringify([mapping, batch.supplier, target, catalogueId, batch.readAt])
    const known = benches.get(batch.id)
    if (known?.batch === version) return known.bench
    const stored = store.rows.sheets(batch.id)
    const infos = stored.map((sheet) => sheet.info)
    const planned = planFor(mapping, infos, schema, batch.supplier, target.phoneRegion)
    if (!planned.ok) throw new Error(planned.failure.message)
    const { plan, catalogue } = planned.value
    const sheets = new Map(stored.map((sheet) => [sheet.info.name, sheet]))
    const main = sheets.get(plan.sheet)
    if (main === undefined) throw new Error(`The plan names a sheet that was not read: ${plan.sheet}`)
    const build = createAccountBuilder({ plan, catalogue, ...target, now })
    const bench = {
      store,
      batch,
      plan,
      build,
      sheets,
      main,
      keys: keyColumns(main, plan.key, plan.linked, sheets),
    }
    benches.set(batch.id, { batch: version, bench })
    return bench
  }

  /** Runs a change of cells with all that follows from it; `accounts` are those of the changed rows. */
  function change<T>(
    batch: StoredBatch,
    columns: readonly { readonly sheet: number; readonly col: number }[],
    accounts: readonly number[],
    lay: () => T,
  ): Result<T> {
    const bench = benchOf(batch)
    const stuck = accounts.find((id) => lockOf(store.accounts.standing(id)) !== null)
    if (stuck !== undefined) {
      const { key, ...standing } = store.accounts.get(stuck)
      return failed('input', 'account_locked', `Account ${key} cannot be edited: ${lockOf(standing) ?? ''}`)
    }
    const movesRows = tiesRows(bench, columns)
    if (movesRows && store.history.attemptsInBatch(batch.id) > 0) {
      return failed(
        'input',
        'key_locked',
        'This column ties rows to accounts, and accounts of this batch were already sent. Correct it in the file and load the file as a new batch.',
      )
    }
    const later = accounts.length > judgedAtOnce
    const value = store.sending.together(() => {
      const laid = lay()
      if (bench !== null && movesRows) store.batches.setStage(batch.id, 'building', null)
      else if (bench !== null && later) store.dirty.mark(accounts)
      else if (bench !== null) rejudge(bench, accounts)
      return laid
    })
    if (movesRows) options.buildAnew(batch.id)
    else if (bench !== null && later) options.judgeLater(batch.id)
    options.changed(batch.id)
    return success(value)
  }

  function rejudge(bench: Bench, accounts: readonly number[]): void {
    const before = twinsOf(bench, accounts)
    for (const id of accounts) {
      const rows = rowsOf(bench, bench.main, bench.sheets, id)
      if (rows !== null) rebuildAccount(store, id, bench.build(rows), now())
    }
    settleTwins(bench, [...accounts, ...before, ...twinsOf(bench, accounts)])
  }

  function step(batch: StoredBatch, which: 'undo' | 'redo'): Result<EditStep | null> {
    const edit = store.edits.latest(batch.id, which)
    if (edit === null) return success(null)
    const accounts = store.edits.accountsOfEdit(batch.id, edit.id)
    const done = change(batch, store.edits.columnsOf(edit.id), accounts, () =>
      store.edits[which](batch.id, edit.id),
    )
    return done.ok ? success({ edit: store.edits.view(edit.id), accounts }) : done
  }

  /** Lays cells over, as one edit; durable when it answers. `accounts` are those of their rows. */
  function lay(
    batch: StoredBatch,
    words: string,
    cells: readonly EditCell[],
    accounts: readonly number[],
  ): Result<{ edit: number; accounts: number[] }> {
    const done = change(batch, columnsOf(cells), accounts, () =>
      store.edits.add(batch.id, words, cells, accounts.length, now()),
    )
    return done.ok ? success({ edit: done.value, accounts: [...accounts] }) : done
  }

  return {
    /** Whether any of these cells ties rows to accounts. */
    movesRows: (batch: StoredBatch, cells: readonly EditCell[]): boolean =>
      tiesRows(benchOf(batch), columnsOf(cells)),
    apply(
      batch: StoredBatch,
      words: string,
      changes: readonly CellChange[],
    ): Result<{ edit: number; accounts: number[] }> {
      const cells = store.edits.cellsOf(batch.id, changes)
      return lay(batch, words, cells, store.edits.accountsOf(batch.id, cells))
    },
    lay,
    undo: (batch: StoredBatch): Result<EditStep | null> => step(batch, 'undo'),
    redo: (batch: StoredBatch): Result<EditStep | null> => step(batch, 'redo'),
  }
}

function tiesRows(
  bench: Bench | null,
  columns: readonly { readonly sheet: number; readonly col: number }[],
): boolean {
  return bench !== null && columns.some(({ sheet, col }) => bench.keys.get(sheet)?.has(col) === true)
}

function columnsOf(cells: readonly EditCell[]): { sheet: number; col: number }[] {
  const seen = new Map(cells.map(({ sheet, col }) => [`${sheet} ${col}`, { sheet, col }]))
  return [...seen.values()]
}

/** Why an account may not be edited now; null where it may. What was sent must stay what is shown. */
export function lockOf(account: Pick<Account, 'state' | 'outcome'>): string | null {
  if (account.state === 'queued') return 'it waits to be sent. Take it back first.'
  if (isLocked(account.state))
    return 'it is on its way, and what was sent must stay what is shown. Wait until it has settled.'
  if (account.outcome === 'created') return 'it was created on the platform.'
  if (account.outcome === 'already_there') return 'the platform already has it.'
  return null
}

function keyColumns(
  main: StoredSheet,
  mainKey: readonly number[],
  links: readonly PlannedLink[],
  sheets: ReadonlyMap<string, StoredSheet>,
): Map<number, Set<number>> {
  const keys = new Map<number, Set<number>>()
  const add = (sheet: StoredSheet | undefined, columns: readonly number[]): void => {
    if (sheet === undefined) return
    keys.set(sheet.position, new Set([...(keys.get(sheet.position) ?? []), ...columns]))
  }
  const walk = (parent: StoredSheet | undefined, below: readonly PlannedLink[]): void => {
    for (const link of below) {
      add(parent, link.parentKey)
      add(sheets.get(link.sheet), link.key)
      walk(sheets.get(link.sheet), link.linked)
    }
  }
  add(main, mainKey)
  walk(main, links)
  return keys
}
