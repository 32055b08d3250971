// Waves: starts the jobs that release and cancel, detects when a wave is sent and when it has ended, and releases the next
// one if the plan says so. All state is read from the database each time, so a restart continues where the last run
// ended.
//
// released ──job──▶ whole ──none queued, none sending──▶ sent ──none on its way──▶ ended
//                                      └── plan: when_sent ──▶ next   └── plan: when_done ──▶ next
import { nextSize } from '../../../../shared/sending/wave-plan.ts'
import type { Clock } from '../../system/clock.ts'
import { failed, messageOf, type Result, success } from '../../system/failure.ts'
import type { EventBus } from '../../system/event-bus.ts'
import type { StoredBatch } from '../../store/import/batches.ts'
import { diskRetry } from '../../system/data-folder/disk-wait.ts'
import { isDiskTrouble } from '../../store/database/disk-trouble.ts'
import type { Store } from '../../store/store.ts'
import type { StoredWave } from '../../store/sending/release/waves.ts'
import { refusalOfRelease } from '../../fixing/version-merge/version-view.ts'
import { releasedSoFar, type ReleaseCursor } from '../../store/sending/release/releasing.ts'
import type { JobEnd } from '../../jobs/kind.ts'
import type { JobRunner } from '../../jobs/runner.ts'
import { emptyWave, hasEnded, isSent, tallyWaves, type WaveTally } from '../../api/views/wave-tally.ts'
import { message, type Said } from '../../../../shared/texts/message.ts'

export type WavesOptions = {
  readonly store: Store
  readonly clock: Clock
  readonly changed: (batch: number) => void
  readonly jobs: Pick<JobRunner, 'start'>
  /** Starts or wakes sending on this connection. */
  readonly ensure: (connection: number) => Promise<void>
  /** Puts unsent intents of this connection back into the queue. */
  readonly putBack: (connection: number) => void
  readonly notice: EventBus['notice']
  /** Returns true for an error caused by database damage, which is reported elsewhere and ends the work. */
  readonly isDamage?: ((error: unknown) => boolean) | undefined
  /** Read-only mode: no wave follows automatically. */
  readonly readsOnly?: boolean | undefined
}

export type Waves = ReturnType<typeof createWaves>

const fullDisk = {
  releasing: message('sending.wave_partly_released'),
  notReleased: message('sending.wave_not_released'),
  cancelling: message('sending.partly_cancelled'),
  notTaken: message('sending.not_cancelled'),
} as const

type OpenBatch = StoredBatch & { readonly connectionId: number }

/**
 * Debounce in milliseconds: shorter than the windows' wait, so that they see the next wave together with the end of
 * the last.
 */
const advanceDelayMs = 80

/** Most accounts waiting for another batch that one release checks again. */
const maxFreedAccounts = 200

export function createWaves(options: WavesOptions) {
  const { store, clock, jobs, changed, ensure, notice } = options
  const ending = new AbortController()
  /** A planned release that found no account is not retried until something changes. */
  const emptyReleases = new Map<number, string>()
  const timers = new Set<() => void>()
  const batchesToAdvance = new Set<number>()
  let cancelScheduledAdvance: (() => void) | null = null

  /** True while a wave of the batch is being released, or its queue cancelled. */
  const isBusy = (batch: number): boolean =>
    store.jobs.ofBatch('release', batch).length > 0 || store.jobs.ofBatch('cancel', batch).length > 0

  /** Stores which waves have been sent and which have ended. */
  function markEnds(
    batch: number,
    waves: readonly StoredWave[],
    tallies: ReadonlyMap<number, WaveTally>,
  ): void {
    const now = clock.now()
    for (const wave of waves) {
      const tally = tallies.get(wave.number) ?? emptyWave
      const isFullyReleased = !wave.isReleasing
      const sentAt = isFullyReleased && isSent(tally) ? (wave.sentAt ?? now) : null
      const endedAt = isFullyReleased && hasEnded(tally) ? (wave.endedAt ?? now) : null
      if (sentAt === wave.sentAt && endedAt === wave.endedAt) continue
      store.sending.together(() => {
        store.waves.setEnds(batch, wave.number, sentAt, endedAt)
        const { accounts, created, wrong, other } = tally
        if (accounts === 0) return
        const detail = { wave: wave.number, accounts, created, wrong, other }
        if (wave.sentAt === null && sentAt !== null && endedAt === null)
          store.accounts.addEvent(now, batch, null, 'wave_sent', detail)
        if (wave.endedAt === null && endedAt !== null)
          store.accounts.addEvent(now, batch, null, 'wave_ended', detail)
      })
      changed(batch)
    }
  }

  /** The size of the next wave if it should follow automatically now, else null. */
  function planNextWave(
    batch: OpenBatch,
    waves: readonly StoredWave[],
    tallies: ReadonlyMap<number, WaveTally>,
  ): { readonly size: number | null } | null {
    if (options.readsOnly === true) return null
    const plan = store.waves.plan(batch.id)
    const last = waves.at(-1)
    if (plan.between === 'ask' || last === undefined || last.size === null || !last.mayFollow) return null
    // A person released the first wave to the environment behind the address at that time, and to no other.
    if (store.connections.get(batch.connectionId)?.environment !== last.environment) return null
    const isWaveFinished = (wave: StoredWave): boolean =>
      (plan.between === 'when_sent' ? wave.sentAt : wave.endedAt) !== null
    if (!waves.every(isWaveFinished) || store.waves.isSendingBlocked(batch.id)) return null
    if (store.connections.pauses(batch.connectionId).some(({ supplier }) => supplier === '')) return null
    const size = nextSize(plan, waves.filter(({ number }) => tallies.has(number)).length)
    const validated = store.waves.validatedCount(batch.id)
    // While accounts are still being validated, a wave waits until it can be filled.
    if (validated === 0 || (batch.validating && (size === null || validated < size))) return null
    if (emptyReleases.get(batch.id) === markOf(batch.id, waves)) return null
    return refusalOfRelease(store, batch.id) === null ? { size } : null
  }

  function advanceWaves(id: number): void {
    const batch = store.batches.get(id)
    if (batch === null || batch.stage !== 'open' || isBusy(id) || ending.signal.aborted) return
    const tallies = tallyWaves(store.waves.counts(id))
    markEnds(id, store.waves.waves(id), tallies)
    const { connectionId } = batch
    if (connectionId === null) return
    const open = { ...batch, connectionId }
    const waves = store.waves.waves(id)
    const next = planNextWave(open, waves, tallies)
    if (next === null) return
    const { job } = store.releasing.begin({ batch: id, size: next.size, byPerson: false, now: clock.now() })
    void followRelease(id, job, markOf(id, waves))
  }

  async function followRelease(batch: number, job: number, mark: string): Promise<void> {
    const end = await jobs.start(job)
    if (end.kind === 'done' && releasedIn(end).released === 0) emptyReleases.set(batch, mark)
    else emptyReleases.delete(batch)
  }

  const markOf = (batch: number, waves: readonly StoredWave[]): string =>
    `${waves.length} ${store.waves.validatedCount(batch)}`

  /** Checks the batch; if the disk refuses the result, checks it later. */
  function advanceWavesSafely(batch: number): void {
    try {
      advanceWaves(batch)
    } catch (error) {
      if (options.isDamage?.(error) === true) return
      if (isDiskTrouble(error)) return retryAdvance(batch)
      notice('error', message('sending.waves_left', { batch, why: messageOf(error) }))
    }
  }

  function retryAdvance(batch: number): void {
    const cancel = clock.after(diskRetry, () => {
      timers.delete(cancel)
      advanceWavesSafely(batch)
    })
    timers.add(cancel)
  }

  function scheduleAdvance(batch: number): void {
    if (ending.signal.aborted) return
    batchesToAdvance.add(batch)
    cancelScheduledAdvance ??= clock.after(advanceDelayMs, () => {
      cancelScheduledAdvance = null
      const batches = [...batchesToAdvance]
      batchesToAdvance.clear()
      for (const one of batches) advanceWavesSafely(one)
    })
  }

  return {
    /** Something of the batch changed: checks it soon, before windows ask again. */
    changed: scheduleAdvance,
    /** At start: looks at each batch that has waves. */
    resume(): void {
      for (const batch of store.waves.batches()) advanceWavesSafely(batch)
    },
    /** Checks a batch whenever something of it changed, until the engine ends. */
    async followEventBus(eventBus: EventBus): Promise<void> {
      for await (const event of eventBus.listen(ending.signal))
        if (event.kind === 'batch') advanceWavesSafely(event.batch)
    },

    /** Releases up to `size` validated accounts as one wave (null: all); resolves once the wave is complete. */
    async release(
      batch: OpenBatch,
      size: number | null,
    ): Promise<Result<{ readonly released: number; readonly elsewhere: number }>> {
      const stop = store.waves.stop(batch.id)
      if (stop !== null)
        return failed('input', 'batch_is_stopped', message('sending.batch_braked', { batch: batch.id }))
      if (isBusy(batch.id) || store.waves.isSendingBlocked(batch.id))
        return failed('input', 'batch_is_busy', message('sending.wave_underway', { batch: batch.id }))
      let job: number
      try {
        store.releasing.freeWaiting(batch.id, batch.connectionId, maxFreedAccounts)
        job = store.releasing.begin({ batch: batch.id, size, byPerson: true, now: clock.now() }).job
      } catch (error) {
        return refusedByDisk(error, fullDisk.notReleased)
      }
      emptyReleases.delete(batch.id)
      const end = await jobs.start(job)
      changed(batch.id)
      if (end.kind === 'failed') throw end.error
      if (end.kind === 'waits') return failed('workspace', 'disk_does_not_write', fullDisk.releasing)
      const { released, elsewhere } = releasedIn(end)
      return success({ released, elsewhere })
    },

    /** Cancels queued accounts: all, those of one supplier, or the given ones; resolves with their number. */
    async cancelQueued(
      batch: number,
      what: {
        readonly supplier?: string | undefined
        readonly accounts?: readonly number[] | undefined
      } = {},
    ): Promise<Result<number>> {
      const connection = store.batches.get(batch)?.connectionId ?? null
      const { supplier = '', accounts } = what
      const putBack = (): void => {
        if (connection !== null) options.putBack(connection)
      }
      let job: number
      try {
        if (accounts !== undefined) {
          putBack()
          const cancelledCount = store.cancelling.these(batch, accounts, clock.now())
          changed(batch)
          return success(cancelledCount)
        }
        // Stored first: from here on none of these accounts is sent.
        job = store.cancelling.begin(batch, supplier, clock.now())
      } catch (error) {
        return refusedByDisk(error, fullDisk.notTaken)
      }
      try {
        putBack()
      } catch (error) {
        // The job takes them with the rest once the disk takes writes.
        if (!isDiskTrouble(error)) throw error
      }
      const end = await jobs.start(job)
      changed(batch)
      if (end.kind === 'failed') throw end.error
      if (end.kind === 'waits') return failed('workspace', 'disk_does_not_write', fullDisk.cancelling)
      return success(end.kind === 'done' ? (end.step?.done ?? 0) : 0)
    },

    /** Lifts a stop; false if there was none. Queued accounts are sent, and the brakes count from zero. */
    async goOn(batch: OpenBatch): Promise<boolean> {
      const isStopLifted = store.sending.together(() => {
        if (!store.waves.liftStop(batch.id)) return false
        store.accounts.addEvent(clock.now(), batch.id, null, 'gone_on', {})
        return true
      })
      if (!isStopLifted) return false
      await ensure(batch.connectionId)
      changed(batch.id)
      return true
    },

    stop(): void {
      ending.abort()
      cancelScheduledAdvance?.()
      for (const cancel of timers) cancel()
    },
  }
}

/** What a release did, as far as it has got; nothing if it was cancelled before its first step. */
function releasedIn(end: JobEnd): ReleaseCursor {
  return releasedSoFar('step' in end ? (end.step?.cursor ?? null) : null)
}

/** Throws any error that is not the disk's. */
function refusedByDisk(error: unknown, sentence: Said): Result<never> {
  if (!isDiskTrouble(error)) throw error
  return failed('workspace', 'disk_does_not_write', sentence)
}
