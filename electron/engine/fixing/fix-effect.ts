// Preview of a fix: the build thread builds and checks each affected account with the changed cells, and compares
// the problems with the current ones. Nothing is stored.
import { startBuilderThread } from '../accounts/build/builder-thread.ts'
import type { ChangesAsked, EffectCounts } from '../accounts/rebuild/rebuild-task.ts'
import type { BuildTarget } from '../accounts/build/build-target.ts'
import type { StoredBatch } from '../store/import/batches.ts'
import type { Store } from '../store/store.ts'

/**
 * Accounts checked so far (`checked`) and in total; local problems that would disappear, and new ones; accounts that
 * would lose all their local problems, and accounts that would get their first; accounts that the service would have
 * to revalidate.
 */
export type FixEffect = EffectCounts & { readonly accounts: number }

/** Yields intermediate results; the last one is complete. Ends early when the signal is aborted. */
export async function* effectOf(
  store: Store,
  batch: StoredBatch,
  { changes, accounts }: { readonly changes: readonly ChangesAsked[]; readonly accounts: number },
  target: BuildTarget,
  signal: AbortSignal,
): AsyncGenerator<FixEffect> {
  if (batch.mapped === null || batch.stage !== 'open') return
  const { mapping, catalogue } = batch.mapped
  const sheets = store.rows.sheets(batch.id).map((sheet) => sheet.info)
  const stored = { file: store.file, batch: batch.id }
  const thread = startBuilderThread({
    mapping,
    sheets,
    catalogue,
    supplier: batch.supplier,
    ...target,
    stored,
  })
  const heard: { latest: EffectCounts | null; ended: boolean; failure: unknown } = {
    latest: null,
    ended: false,
    failure: null,
  }
  let wake = Promise.withResolvers<void>()
  const stop = (): void => wake.resolve()
  signal.addEventListener('abort', stop)
  const asked = changes.map(({ sheet, pieces }) => ({
    sheet,
    pieces: pieces.map(({ first, last, cells }) => ({ first, last, cells })),
  }))
  void thread
    .countEffect(asked, (counts) => {
      heard.latest = counts
      wake.resolve()
    })
    .catch((error: unknown) => {
      heard.failure = error
    })
    .finally(() => {
      heard.ended = true
      wake.resolve()
    })
  try {
    while (!signal.aborted) {
      // Older results are incomplete: only the latest is reported.
      const counts = heard.latest
      heard.latest = null
      if (counts !== null) yield { ...counts, accounts }
      else if (heard.ended) break
      else await wake.promise
      wake = Promise.withResolvers()
    }
    if (heard.failure !== null && !signal.aborted) throw heard.failure
  } finally {
    signal.removeEventListener('abort', stop)
    await thread.close()
  }
}
