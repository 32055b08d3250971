// What a person does with waves: releases one, cancels what is queued, and goes on after a stop. Decisions are stored
// first and carried out by jobs.
import { failed, type Result, success } from '../../system/failure.ts'
import { isDiskTrouble } from '../../store/database/disk-trouble.ts'
import { message, type Said } from '../../../../shared/texts/message.ts'
import { isBusy, type OpenBatch, releasedIn, type WaveParts } from './advance.ts'

export type ToCancel = {
  /** Only those of this supplier. */
  readonly supplier?: string | undefined
  /** Only these. */
  readonly accounts?: readonly number[] | undefined
}

const fullDisk = {
  releasing: message('sending.wave_partly_released'),
  notReleased: message('sending.wave_not_released'),
  cancelling: message('sending.partly_cancelled'),
  notTaken: message('sending.not_cancelled'),
} as const

/** Most accounts waiting for another batch that one release checks again. */
const maxFreedAccounts = 200

/** Releases up to `size` validated accounts as one wave (null: all); resolves once the wave is complete. */
export async function release(
  parts: WaveParts,
  batch: OpenBatch,
  size: number | null,
): Promise<Result<{ readonly released: number; readonly elsewhere: number }>> {
  const { store, clock, jobs, changed, emptyReleases } = parts
  const stop = store.waves.stop(batch.id)
  if (stop !== null)
    return failed('input', 'batch_is_stopped', message('sending.batch_braked', { batch: batch.id }))
  if (isBusy(parts, batch.id) || store.waves.isSendingBlocked(batch.id))
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
}

/** Cancels queued accounts: all, those of one supplier, or the given ones; resolves with their number. */
export async function cancelQueued(
  parts: WaveParts,
  batch: number,
  what: ToCancel = {},
): Promise<Result<number>> {
  const { store, clock, jobs, changed } = parts
  const connection = store.batches.get(batch)?.connectionId ?? null
  const { supplier = '', accounts } = what
  const putBack = (): void => {
    if (connection !== null) parts.putBack(connection)
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
}

/** Lifts a stop; false if there was none. Queued accounts are sent, and the brakes count from zero. */
export async function goOn(parts: WaveParts, batch: OpenBatch): Promise<boolean> {
  const { store, clock, changed, ensure } = parts
  const isStopLifted = store.sending.together(() => {
    if (!store.waves.liftStop(batch.id)) return false
    store.accounts.addEvent(clock.now(), batch.id, null, 'gone_on', {})
    return true
  })
  if (!isStopLifted) return false
  await ensure(batch.connectionId)
  changed(batch.id)
  return true
}

/** Throws any error that is not the disk's. */
function refusedByDisk(error: unknown, sentence: Said): Result<never> {
  if (!isDiskTrouble(error)) throw error
  return failed('workspace', 'disk_does_not_write', sentence)
}
