// Rechecks many accounts of a batch: a job marks them page by page, and the scheduler then reads their statuses within
// the read budget. A person can stop it.
import type { SteppedKind } from '../../jobs/kind.ts'
import type { JobRunner } from '../../jobs/runner.ts'
import type { Clock } from '../../system/clock.ts'
import type { StoredBatch } from '../../store/import/batches.ts'
import type { Store } from '../../store/store.ts'

export type Recheck = ReturnType<typeof createRecheck>

export function createRecheck(options: {
  readonly store: Store
  readonly clock: Clock
  readonly jobs: Pick<JobRunner, 'start'>
}) {
  const { store, clock, jobs } = options
  return {
    /** Returns the number of accounts to recheck; they are marked and read in the background. */
    begin(batch: StoredBatch, what: 'watched' | 'done'): number {
      const { accounts, job } = store.rechecks.begin(batch.id, what, clock.now())
      store.accounts.addEvent(clock.now(), batch.id, null, 'recheck', { what, accounts })
      void jobs.start(job)
      return accounts
    },
    /** Accounts not read yet keep their state; requests under way are completed. */
    stop(batch: StoredBatch): void {
      const left = store.rechecks.waiting(batch.id)
      const job = store.rechecks.stop(batch.id, clock.now())
      if (left > 0) store.accounts.addEvent(clock.now(), batch.id, null, 'looking_stopped', { left })
      void jobs.start(job)
    },
  }
}

/** The job that marks accounts, or removes their marks. */
export function recheckKind(options: {
  readonly store: Store
  readonly clock: Clock
  readonly changed: (batch: number) => void
  /** Called when there may be statuses to read. */
  readonly wake: (connection: number) => void
}): SteppedKind {
  const { store, clock, changed, wake } = options
  const connectionOf = (batch: number | null): number | null =>
    batch === null ? null : (store.batches.get(batch)?.connectionId ?? null)
  return {
    lane: ({ batch }) => `recheck ${batch}`,
    step(job) {
      const connection = connectionOf(job.batch)
      const settings = connection === null ? null : store.connections.get(connection)?.settings
      return store.rechecks.step(job, clock.now(), settings?.limits.recheckMs ?? null)
    },
    stepped({ batch }, { isLast }) {
      if (batch === null) return
      const connection = connectionOf(batch)
      if (connection !== null) wake(connection)
      if (isLast) finishRecheck(store, batch, clock.now())
      changed(batch)
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
