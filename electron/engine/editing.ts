// Editing: one undoable change of cells, and what follows at once: the accounts of those cells are built and checked
// anew, the service's word on other bytes becomes stale, the same account twice is looked for again. All of it is one
// transaction, so an edit is whole or absent.
import { isLocked } from '../../shared/account-state.ts'
import type { CellChange, EditView } from '../../shared/views.ts'
import { createAccountBuilder } from './building/account-builder.ts'
import { blockTwins, gatherAccount, type GatherContext } from './building/build-batch.ts'
import { failed, type Result, success } from './failure.ts'
import { planFor } from './loading.ts'
import type { Account } from './store/accounts.ts'
import type { StoredBatch } from './store/batches.ts'
import type { StoredSheet } from './store/rows.ts'
import type { Store } from './store/store.ts'
import { rebuildAccount } from './rebuild.ts'
import { targetOf } from './workshop.ts'
import type { PlannedLink } from '../../shared/mapping-plan.ts'

export type Editing = ReturnType<typeof createEditing>

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
}) {
  const { store, now } = options
  const benches = new Map<number, { readonly batch: string; readonly bench: Bench }>()

  /** The compiled mapping of a batch, kept until the mapping changes. */
  function benchOf(batch: StoredBatch): Bench | null {
    if (batch.stage !== 'open' || batch.mapped === null) return null
    const version = JSON.stringify([
      batch.mapped.mapping,
      batch.supplier,
      batch.connectionId,
      batch.mapped.catalogueId,
    ])
    const known = benches.get(batch.id)
    if (known?.batch === version) return known.bench
    const stored = store.rows.sheets(batch.id)
    const infos = stored.map((sheet) => sheet.info)
    const planned = planFor(batch.mapped.mapping, infos, batch.mapped.catalogue, batch.supplier)
    if (!planned.ok) throw new Error(planned.failure.message)
    const { plan, catalogue } = planned.value
    const sheets = new Map(stored.map((sheet) => [sheet.info.name, sheet]))
    const main = sheets.get(plan.sheet)
    if (main === undefined) throw new Error(`The plan names a sheet that was not read: ${plan.sheet}`)
    const connection = batch.connectionId === null ? null : store.connections.get(batch.connectionId)
    const build = createAccountBuilder({ plan, catalogue, ...targetOf(connection), now })
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

  /** Runs a change of cells with all that follows from it. */
  function change<T>(
    batch: StoredBatch,
    cells: readonly { readonly sheet: number; readonly row: number; readonly col: number }[],
    lay: () => T,
  ): Result<{ readonly value: T; readonly accounts: number[] }> {
    const bench = benchOf(batch)
    const accounts = store.edits.accountsOf(batch.id, cells)
    const stuck = accounts.map((id) => store.accounts.get(id)).find((account) => lockOf(account) !== null)
    if (stuck !== undefined) {
      return failed(
        'input',
        'account_locked',
        `Account ${stuck.key} cannot be edited: ${lockOf(stuck) ?? ''}`,
      )
    }
    const movesRows =
      bench !== null && cells.some((cell) => bench.keys.get(cell.sheet)?.has(cell.col) === true)
    if (movesRows && store.history.attemptsInBatch(batch.id) > 0) {
      return failed(
        'input',
        'key_locked',
        'This column ties rows to accounts, and accounts of this batch were already sent. Correct it in the file and load the file as a new batch.',
      )
    }
    const value = store.sending.together(() => {
      const laid = lay()
      if (bench !== null && movesRows) store.batches.setStage(batch.id, 'building', null)
      else if (bench !== null) rejudge(bench, accounts)
      return laid
    })
    if (movesRows) options.buildAnew(batch.id)
    options.changed(batch.id)
    return success({ value, accounts })
  }

  function rejudge(bench: Bench, accounts: readonly number[]): void {
    for (const id of accounts) {
      const first = store.accounts.rowsOf(id).find((row) => row.sheet === bench.main.info.name)
      const row = first === undefined ? null : store.rows.row(bench.batch.id, bench.main.position, first.row)
      const gathered = row === null ? null : gatherAccount(bench, bench.main, row, bench.sheets)
      if (gathered !== null) rebuildAccount(store, id, bench.build(gathered), now())
    }
    blockTwins(bench)
  }

  return {
    apply(
      batch: StoredBatch,
      words: string,
      changes: readonly CellChange[],
    ): Result<{ edit: number; accounts: number[] }> {
      const cells = changes.map(({ sheet, row, column: col }) => ({ sheet, row, col }))
      const done = change(batch, cells, () => store.edits.add(batch.id, words, changes, now()))
      return done.ok ? success({ edit: done.value.value, accounts: done.value.accounts }) : done
    },
    undo(batch: StoredBatch): Result<EditView | null> {
      return step(batch, 'undo')
    },
    redo(batch: StoredBatch): Result<EditView | null> {
      return step(batch, 'redo')
    },
  }

  function step(batch: StoredBatch, which: 'undo' | 'redo'): Result<EditView | null> {
    const edit = store.edits.latest(batch.id, which)
    if (edit === null) return success(null)
    const done = change(batch, edit.cells, () => store.edits[which](batch.id, edit))
    return done.ok ? success(done.value.value) : done
  }
}

/** Why an account may not be edited now; null where it may. What was sent must stay what is shown. */
export function lockOf(account: Account): string | null {
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
