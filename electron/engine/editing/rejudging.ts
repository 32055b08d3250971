// Accounts that a large edit touched are built anew here, in the background: in small pieces between which the window's
// thread is free, by the build thread, in the order of the file. What is left when the program ends goes on at its next
// start; an account that is edited again meanwhile is built again.
import { setImmediate as breathe } from 'node:timers/promises'
import { gatherAccount, type GatherContext, settleTwins, twinsOf } from '../building/build-batch.ts'
import { startBuilderThread } from '../building/builder-thread.ts'
import { type BuildTarget, planFor } from '../loading.ts'
import { rebuildAccount } from './rebuild.ts'
import type { StoredSheet } from '../store/rows.ts'
import type { StoredBatch } from '../store/batches.ts'
import type { Store } from '../store/store.ts'

/** Accounts built and stored in one go: some 20 ms of the window's thread. */
const pieceOfAccounts = 50

export async function rejudgeBatch(
  context: { readonly store: Store; readonly now: () => number },
  batch: StoredBatch,
  target: BuildTarget,
  signal: AbortSignal,
  progress: (done: number, total: number) => void,
): Promise<void> {
  const { store, now } = context
  if (batch.mapped === null) return
  const stored = store.rows.sheets(batch.id)
  const infos = stored.map((sheet) => sheet.info)
  const planned = planFor(batch.mapped.mapping, infos, batch.mapped.catalogue, batch.supplier)
  if (!planned.ok) throw new Error(planned.failure.message)
  const sheets = new Map(stored.map((sheet) => [sheet.info.name, sheet]))
  const main = sheets.get(planned.value.plan.sheet)
  if (main === undefined)
    throw new Error(`The plan names a sheet that was not read: ${planned.value.plan.sheet}`)
  const gathering: GatherContext = { store, batch, plan: planned.value.plan }
  const { mapping, catalogue } = batch.mapped
  const thread = startBuilderThread({
    mapping,
    sheets: infos,
    catalogue,
    supplier: batch.supplier,
    ...target,
  })
  let done = 0
  try {
    while (!signal.aborted && store.batches.get(batch.id)?.stage === 'open') {
      const piece = store.dirty.page(batch.id, pieceOfAccounts)
      if (piece.length === 0) return
      const gathered = piece.flatMap(({ id, edit }) => {
        const rows = rowsOf(gathering, main, sheets, id)
        return rows === null ? [] : [{ id, edit, rows }]
      })
      if (gathered.length < piece.length) throw new Error('An account that was edited has no rows any more')
      const built = await thread.build(gathered.map(({ rows }) => rows))
      if (signal.aborted) return
      store.sending.together(() => {
        const ids = piece.map(({ id }) => id)
        const before = twinsOf(gathering, ids)
        for (const [at, { id, edit }] of gathered.entries()) {
          const account = built[at]
          if (account !== undefined && store.dirty.clear(id, edit)) rebuildAccount(store, id, account, now())
        }
        settleTwins(gathering, [...ids, ...before, ...twinsOf(gathering, ids)])
      })
      done += piece.length
      progress(done, done + store.dirty.count(batch.id))
      await breathe()
    }
  } finally {
    await thread.close()
  }
}

/** The rows of an account as they stand now. */
export function rowsOf(
  gathering: GatherContext,
  main: StoredSheet,
  sheets: ReadonlyMap<string, StoredSheet>,
  account: number,
): ReturnType<typeof gatherAccount> {
  const { store, batch } = gathering
  const first = store.accounts.rowsOf(account).find((row) => row.sheet === main.info.name)
  const row = first === undefined ? null : store.rows.row(batch.id, main.position, first.row)
  return row === null ? null : gatherAccount(gathering, main, row, sheets)
}
