// Looking again at many accounts at once: marked in the background, read by the conductor within the budget of reads,
// taken up after a restart, stopped when a person says so.
import { setImmediate as breathe } from 'node:timers/promises'
import type { Clock } from './clock.ts'
import type { StoredBatch } from './store/batches.ts'
import type { Looking } from './store/looking.ts'
import type { Store } from './store/store.ts'

export type LookAgain = ReturnType<typeof createLookAgain>

export function createLookAgain(options: {
  readonly store: Store
  readonly clock: Clock
  readonly changed: (batch: number) => void
  /** There may be statuses to read. */
  readonly wake: (connection: number) => void
  /** Does it however long the disk refuses it; what ends it otherwise is told. */
  readonly aside: (work: () => Promise<void>) => Promise<void>
}) {
  const { store, clock, changed, wake, aside } = options
  const marking = new Map<string, Promise<void>>()
  let ended = false

  async function mark(batch: number, what: Looking['what'], connection: number): Promise<void> {
    const again = store.connections.get(connection)?.settings.limits.secondLookMs ?? null
    for (;;) {
      // Asked for anew each time: a person may have stopped it, or begun it again, meanwhile.
      const looking = ended ? null : store.looking.find(batch, what)
      if (looking === null || !store.looking.markPage(looking, clock.now(), again)) break
      wake(connection)
      changed(batch)
      await breathe()
    }
    if (!ended) endLooking(store, batch, clock.now())
    changed(batch)
  }

  function begin(batch: number, what: Looking['what'], connection: number): void {
    const name = `${batch} ${what}`
    if (marking.has(name)) return
    marking.set(
      name,
      aside(() => mark(batch, what, connection)).finally(() => marking.delete(name)),
    )
  }

  return {
    /** Answers how many accounts there are to look at; they are marked and read in the background. */
    begin(batch: StoredBatch & { readonly connectionId: number }, what: 'watched' | 'settled'): number {
      const accounts = store.looking.begin(batch.id, what, clock.now())
      store.accounts.addEvent(clock.now(), batch.id, null, 'look_again', { what, accounts })
      begin(batch.id, what, batch.connectionId)
      return accounts
    },
    /** What was not read yet is as it was before; what is under way is read. */
    stop(batch: StoredBatch): void {
      const left = store.looking.waiting(batch.id)
      store.looking.stop(batch.id, clock.now())
      if (left > 0) store.accounts.addEvent(clock.now(), batch.id, null, 'looking_stopped', { left })
      begin(batch.id, 'stop', batch.connectionId ?? 0)
    },
    /** At start: goes on with what an end left unmarked. */
    resume(): void {
      for (const { batch, what } of store.looking.unmarked())
        begin(batch, what, store.batches.get(batch)?.connectionId ?? 0)
    },
    async close(): Promise<void> {
      ended = true
      await Promise.all(marking.values())
    },
  }
}

/** When the last of them was read: says once in the timeline what came of it. */
export function endLooking(store: Store, batch: number, now: number): void {
  const looking = store.looking.end(batch)
  if (looking === null) return
  const minds = store.watching.mindChanged(batch, looking.at - 1)
  store.accounts.addEvent(now, batch, null, 'looked_again', { accounts: looking.accounts, changed: minds })
}
