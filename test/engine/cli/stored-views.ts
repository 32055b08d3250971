// Views of the batches that a data folder holds, read without the folder's lock, for tests that look at what a command
// stored.
import type { BatchView } from '../../../shared/contract/contract.ts'
import { createBatchViews } from '../../../electron/engine/api/views/batch-views.ts'
import { createConnectionManager } from '../../../electron/engine/sending/connections/connection-manager.ts'
import { openLook } from '../../../electron/engine/store/database/read-only.ts'
import type { Store } from '../../../electron/engine/store/store.ts'
import { systemClock } from '../../../electron/engine/system/clock.ts'
import { createMemoryKeyStore } from '../../../electron/engine/system/key-store.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

/** All batches of the folder at this moment. */
export function storedViews(data: string): BatchView[] {
  const opened = openLook(data)
  if (!opened.ok) throw new Error(sentenceOf(opened.failure.message))
  const views = opened.value.at((store) => {
    const of = idleViews(store)
    return store.batches.all().map((batch) => of.view(batch))
  })
  opened.value.close()
  if (!views.ok) throw new Error(sentenceOf(views.failure.message))
  return views.value
}

/** Batch views over a connection manager that is never started. */
function idleViews(store: Store): ReturnType<typeof createBatchViews> {
  const nothing = (): void => undefined
  const connectionManager = createConnectionManager({
    store,
    transport: () => Promise.reject(new Error('A look asks nobody')),
    keyStore: createMemoryKeyStore(),
    clock: systemClock,
    random: Math.random,
    changed: nothing,
    notice: nothing,
  })
  return createBatchViews(store, connectionManager, { workOn: () => null })
}
