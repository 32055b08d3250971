// Background job that rebuilds the accounts of a large edit. The build thread reads and builds the next piece while
// the previous one is stored in slices; between slices the window's thread is free. The next start continues an
// interrupted job, and an account that is edited meanwhile is rebuilt again.
import { yieldToEventLoop } from '../../system/yield.ts'
import { collectAccount, type CollectContext } from '../build/collect-rows.ts'
import { type BuilderThread, startBuilderThread } from '../build/builder-thread.ts'
import type { Rebuilt } from './rebuild-task.ts'
import type { BuildTarget } from '../build/build-target.ts'
import type { RetryOnFullDisk } from '../../system/data-folder/disk-wait.ts'
import { planOfMapped } from '../build/plan-of-mapped.ts'
import { storeRebuilt } from './rebuild.ts'
import type { StoredSheet } from '../../store/import/rows.ts'
import type { StoredBatch } from '../../store/import/batches.ts'
import type { Store } from '../../store/store.ts'

/** Accounts that cross from the build thread in one message. */
const pieceOfAccounts = 250
/** Accounts stored in one go: more while that is quick, fewer if it is slow. */
const fewestAtOnce = 16
const mostAtOnce = 128
const quickMs = 6
const slowMs = 12
/** Rough size of an account in the write-ahead log without its payload: to decide about checkpoints. */
const accountBytes = 1024

export async function rebuildBatch(
  context: { readonly store: Store; readonly now: () => number; readonly retryOnFullDisk: RetryOnFullDisk },
  batch: StoredBatch,
  target: BuildTarget,
  signal: AbortSignal,
  progress: (done: number, total: number) => void,
): Promise<void> {
  const { store } = context
  if (batch.mapped === null) return
  const sheets = store.rows.sheets(batch.id).map((sheet) => sheet.info)
  const { mapping, catalogue } = batch.mapped
  const { plan } = planOfMapped(batch, sheets, target.phoneRegion)
  const collecting: CollectContext = { store, batch, plan }
  const stored = { file: store.file, batch: batch.id }
  const thread = startBuilderThread({
    mapping,
    sheets,
    catalogue,
    supplier: batch.supplier,
    ...target,
    stored,
  })
  const checkpoints = store.rows.checkpoints()
  const storePiece = createKeeper(collecting, context, checkpoints.wrote)
  let done = 0
  const isOver = (): boolean => signal.aborted || store.batches.get(batch.id)?.stage !== 'open'
  try {
    // Repeats until a walk over all accounts finds none: accounts edited meanwhile are marked again.
    for (let left = store.dirty.count(batch.id); left > 0; left = store.dirty.count(batch.id)) {
      const total = done + left
      for await (const piece of markedPieces(thread)) {
        if (isOver()) return
        await storePiece(piece, signal)
        done += piece.length
        progress(done, Math.max(done, total))
      }
    }
  } finally {
    await thread.close()
    await checkpoints.end()
  }
}

/** One piece is built while the previous one is stored. */
async function* markedPieces(thread: BuilderThread): AsyncGenerator<readonly Rebuilt[]> {
  let next = thread.buildMarked(0, pieceOfAccounts)
  for (;;) {
    const { accounts, last } = await next
    if (last !== null) next = thread.buildMarked(last, pieceOfAccounts)
    yield accounts
    if (last === null) return
  }
}

function createKeeper(
  collecting: CollectContext,
  { now, retryOnFullDisk }: { readonly now: () => number; readonly retryOnFullDisk: RetryOnFullDisk },
  wrote: (bytes: number) => Promise<unknown>,
): (piece: readonly Rebuilt[], signal: AbortSignal) => Promise<void> {
  let atOnce = fewestAtOnce
  return async (piece, signal) => {
    for (let from = 0; from < piece.length; ) {
      if (signal.aborted) return
      const slice = piece.slice(from, from + atOnce)
      from += slice.length
      const started = performance.now()
      await retryOnFullDisk(() =>
        collecting.store.rebuilt.unhurried(() => storeRebuilt(collecting, slice, now())),
      )
      const took = performance.now() - started
      if (took < quickMs) atOnce = Math.min(mostAtOnce, atOnce * 2)
      else if (took > slowMs) atOnce = Math.max(fewestAtOnce, atOnce >> 1)
      await wrote(slice.reduce((sum, one) => sum + accountBytes + sizeOf(one), 0))
      await yieldToEventLoop()
    }
  }
}

function sizeOf({ payload }: Rebuilt): number {
  return payload === null ? 0 : payload.body.length + payload.origins.length + payload.omitted.length
}

/** The current rows of an account. */
export function rowsOf(
  collecting: CollectContext,
  main: StoredSheet,
  sheets: ReadonlyMap<string, StoredSheet>,
  account: number,
): ReturnType<typeof collectAccount> {
  const { store, batch } = collecting
  const first = store.accounts.rowsOf(account).find((row) => row.sheet === main.info.name)
  const row = first === undefined ? null : store.rows.row(batch.id, main.position, first.row)
  return row === null ? null : collectAccount(collecting, main, row, sheets)
}
