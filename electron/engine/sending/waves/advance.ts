// Advances the waves of a batch: stores which have been sent and which have ended, and releases the next one if the
// plan says so. All state is read from the database each time.
import { nextSize } from '../../../../shared/sending/wave-plan.ts'
import type { Clock } from '../../system/clock.ts'
import { messageOf } from '../../system/failure.ts'
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
import { message } from '../../../../shared/texts/message.ts'

/** What the functions of waves share. */
export type WaveParts = WavesOptions & {
  readonly ending: AbortController
  /** A planned release that found no account is not retried until something changes. */
  readonly emptyReleases: Map<number, string>
  readonly timers: Set<() => void>
}

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

export type OpenBatch = StoredBatch & { readonly connectionId: number }

/** Checks the batch; if the disk refuses the result, checks it later. */
export function advanceWavesSafely(parts: WaveParts, batch: number): void {
  try {
    advanceWaves(parts, batch)
  } catch (error) {
    if (parts.isDamage?.(error) === true) return
    if (isDiskTrouble(error)) return retryAdvance(parts, batch)
    parts.notice('error', message('sending.waves_left', { batch, why: messageOf(error) }))
  }
}

function retryAdvance(parts: WaveParts, batch: number): void {
  const { clock, timers } = parts
  const cancel = clock.after(diskRetry, () => {
    timers.delete(cancel)
    advanceWavesSafely(parts, batch)
  })
  timers.add(cancel)
}

function advanceWaves(parts: WaveParts, id: number): void {
  const { store } = parts
  const batch = store.batches.get(id)
  if (batch === null || batch.stage !== 'open' || isBusy(parts, id) || parts.ending.signal.aborted) return
  const tallies = tallyWaves(store.waves.counts(id))
  markEnds(parts, id, store.waves.waves(id), tallies)
  const { connectionId } = batch
  if (connectionId === null) return
  const open = { ...batch, connectionId }
  const waves = store.waves.waves(id)
  const next = planNextWave(parts, open, waves, tallies)
  if (next === null) return
  const now = parts.clock.now()
  store.audit.add({ action: 'batches.follow', batch: id, details: { limit: next.size } }, now, 'carryover')
  const { job } = store.releasing.begin({ batch: id, size: next.size, byPerson: false, now })
  void followRelease(parts, id, job, markOf(parts, id, waves))
}

async function followRelease(
  { jobs, emptyReleases }: WaveParts,
  batch: number,
  job: number,
  mark: string,
): Promise<void> {
  const end = await jobs.start(job)
  if (end.kind === 'done' && releasedIn(end).released === 0) emptyReleases.set(batch, mark)
  else emptyReleases.delete(batch)
}

/** Stores which waves have been sent and which have ended. */
function markEnds(
  { store, clock, changed }: WaveParts,
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
  parts: WaveParts,
  batch: OpenBatch,
  waves: readonly StoredWave[],
  tallies: ReadonlyMap<number, WaveTally>,
): { readonly size: number | null } | null {
  if (parts.readsOnly === true) return null
  const { store } = parts
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
  if (parts.emptyReleases.get(batch.id) === markOf(parts, batch.id, waves)) return null
  return refusalOfRelease(store, batch.id) === null ? { size } : null
}

/** Changes when there is something else to release. */
function markOf({ store }: WaveParts, batch: number, waves: readonly StoredWave[]): string {
  return `${waves.length} ${store.waves.validatedCount(batch)}`
}

/** True while a wave of the batch is being released, or its queue cancelled. */
export function isBusy({ store }: Pick<WavesOptions, 'store'>, batch: number): boolean {
  return store.jobs.ofBatch('release', batch).length > 0 || store.jobs.ofBatch('cancel', batch).length > 0
}

/** What a release did, as far as it has got; nothing if it was cancelled before its first step. */
export function releasedIn(end: JobEnd): ReleaseCursor {
  return releasedSoFar('step' in end ? (end.step?.cursor ?? null) : null)
}
