// Batches as people see them, read beside the owner of their workspace: a window is open on it, and a command line wants
// to know how it goes. It asks nobody and writes nothing; what only the owner knows (requests under way, its pace) is
// left open, and shown as far as the database tells it.
import type { BatchView } from '../../shared/contract.ts'
import { createBatchViews } from './batch-views.ts'
import { systemClock } from './clock.ts'
import { type Result, success } from './failure.ts'
import { createMemoryKeySafe } from './key-safe.ts'
import { createSendingOffice } from './queue/office.ts'
import { isOwned, type Look, openLook } from './store/look.ts'
import type { Store } from './store/store.ts'
import { createUnfinishedFiles } from './unfinished-files.ts'
import { createWorkshop } from './workshop.ts'

export type Beside = {
  /** Every batch at this moment. */
  views(): Result<BatchView[]>
  /** Since when the account of a batch waits that waits longest for the service; milliseconds since 1970. */
  oldestSince(batch: number): Result<number | null>
  close(): void
}

/** True while another process holds the workspace. */
export const workspaceIsOwned: typeof isOwned = isOwned

/** Refuses where there is none, or one of another version; nothing is made or changed. */
export function lookBeside(folder: string): Result<Beside> {
  const opened = openLook(folder)
  if (!opened.ok) return opened
  const look: Look = opened.value
  let views: { readonly store: Store; readonly of: ReturnType<typeof createBatchViews> } | null = null
  return success({
    views: () =>
      look.at((store) => {
        if (views?.store !== store) views = { store, of: idleViews(store) }
        const { of } = views
        return store.batches.all().map((batch) => {
          const view = of.view(batch)
          return { ...view, inFlight: view.states.sending }
        })
      }),
    oldestSince: (batch) =>
      look.at((store) => {
        const { longest } = store.watching.serviceWords(batch)
        return longest === null ? null : store.accounts.get(longest).since
      }),
    close: look.close,
  })
}

/** The engine's own views over an office and a workshop that were never set to work. */
function idleViews(store: Store): ReturnType<typeof createBatchViews> {
  const nothing = (): void => undefined
  const office = createSendingOffice({
    store,
    transport: () => Promise.reject(new Error('A look asks nobody')),
    keySafe: createMemoryKeySafe(),
    clock: systemClock,
    random: Math.random,
    changed: nothing,
    notice: nothing,
  })
  const workshop = createWorkshop({
    store,
    reader: () => {
      throw new Error('A look reads no file')
    },
    clock: systemClock,
    untilDisk: () => Promise.reject(new Error('A look writes nothing')),
    remove: () => Promise.reject(new Error('A look writes nothing')),
    unfinished: createUnfinishedFiles(store.settings),
    version: '',
    changed: nothing,
    checked: nothing,
  })
  return createBatchViews(store, office, workshop)
}
