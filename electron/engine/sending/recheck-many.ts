// Rechecks many accounts of a batch: marks them page by page in the background; the scheduler then reads their
// statuses within the read budget. Goes on after a restart and can be stopped by a person.
import { yieldToEventLoop } from '../system/yield.ts'
import type { Clock } from '../system/clock.ts'
import type { StoredBatch } from '../store/import/batches.ts'
import type { RecheckRequest } from '../store/sending/rechecks.ts'
import type { Store } from '../store/store.ts'

export type Recheck = ReturnType<typeof createRecheck>

export function createRecheck(options: {
  readonly store: Store
  readonly clock: Clock
  readonly changed: (batch: number) => void
  /** Called when there may be statuses to read. */
  readonly wake: (connection: number) => void
  /** Runs work in the background: waits while the disk refuses writes, and reports other errors. */
  readonly aside: (work: () => Promise<void>) => Promise<void>
}) {
  const { store, clock, changed, wake, aside } = options
  const marking = new Map<string, Promise<void>>()
  let ended = false

  async function mark(batch: number, what: RecheckRequest['what'], connection: number): Promise<void> {
    const again = store.connections.get(connection)?.settings.limits.recheckMs ?? null
    for (;;) {
      // Read again for each page: a person may have stopped or restarted it meanwhile.
      const request = ended ? null : store.rechecks.find(batch, what)
      if (request === null || !store.rechecks.markPage(request, clock.now(), again)) break
      wake(connection)
      changed(batch)
      await yieldToEventLoop()
    }
    if (!ended) finishRecheck(store, batch, clock.now())
    changed(batch)
  }

  function begin(batch: number, what: RecheckRequest['what'], connection: number): void {
    const name = `${batch} ${what}`
    if (marking.has(name)) return
    marking.set(
      name,
      aside(() => mark(batch, what, connection)).finally(() => marking.delete(name)),
    )
  }

  return {
    /** Returns the number of accounts to recheck; they are marked and read in the background. */
    begin(batch: StoredBatch & { readonly connectionId: number }, what: 'watched' | 'done'): number {
      const accounts = store.rechecks.begin(batch.id, what, clock.now())
      store.accounts.addEvent(clock.now(), batch.id, null, 'recheck', { what, accounts })
      begin(batch.id, what, batch.connectionId)
      return accounts
    },
    /** Accounts not read yet keep their state; requests under way are completed. */
    stop(batch: StoredBatch): void {
      const left = store.rechecks.waiting(batch.id)
      store.rechecks.stop(batch.id, clock.now())
      if (left > 0) store.accounts.addEvent(clock.now(), batch.id, null, 'looking_stopped', { left })
      begin(batch.id, 'stop', batch.connectionId ?? 0)
    },
    /** At start: goes on with marking that the last run did not complete. */
    resume(): void {
      for (const { batch, what } of store.rechecks.unmarked())
        begin(batch, what, store.batches.get(batch)?.connectionId ?? 0)
    },
    async close(): Promise<void> {
      ended = true
      await Promise.all(marking.values())
    },
  }
}

/** When the last account was read: adds one event with the result to the timeline. */
export function finishRecheck(store: Store, batch: number, now: number): void {
  const request = store.rechecks.end(batch)
  if (request === null) return
  const minds = store.processing.mindChanged(batch, request.at - 1)
  store.accounts.addEvent(now, batch, null, 'rechecked', { accounts: request.accounts, changed: minds })
}
