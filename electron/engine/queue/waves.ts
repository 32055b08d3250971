// The keeper of the waves: has releases and takings back carried out, sees when a wave has been sent and when it has
// ended, and releases the next one where the plan says so. All of it is read from the database each time, so a
// restart goes on where the last end left it.
//
//   released ──pieces──▶ whole ──none queued, none sending──▶ sent ──none on its way──▶ ended
//                                        └── plan: when_sent ──▶ next   └── plan: when_settled ──▶ next
import { nextSize } from '../../../shared/sending-plan.ts'
import type { Clock } from '../clock.ts'
import { failed, messageOf, type Result, success } from '../failure.ts'
import type { News } from '../news.ts'
import type { StoredBatch } from '../store/batches.ts'
import { diskRetry } from '../disk-wait.ts'
import { isDiskTrouble } from '../store/disk-trouble.ts'
import type { Store } from '../store/store.ts'
import type { StoredWave } from '../store/waves.ts'
import { refusalOfRelease } from '../versions/version-view.ts'
import { createCarryOut } from './carry-out.ts'
import { emptyWave, hasEnded, isSent, tallyWaves, type WaveTally } from '../wave-tally.ts'

export type WavesOptions = {
  readonly store: Store
  readonly clock: Clock
  readonly changed: (batch: number) => void
  /** There is something to send on this connection. */
  readonly ensure: (connection: number) => Promise<void>
  /** Puts back into the queue what was to be sent next on this connection and has not been. */
  readonly putBack: (connection: number) => void
  readonly notice: News['notice']
  /** True where damage of the database is told, and ends the work. */
  readonly isDamage?: ((error: unknown) => boolean) | undefined
  /** No wave follows by itself. */
  readonly readsOnly?: boolean | undefined
}

export type Waves = ReturnType<typeof createWaves>

const fullDisk = {
  releasing:
    'The disk does not take writes, so only a part of the wave is released yet. Make room: the rest follows by itself.',
  notReleased:
    'The disk does not take writes, so nothing was released. Make room, and release the wave again.',
  takingBack:
    'The disk does not take writes, so not all is taken back yet; nothing of it is sent. Make room: the rest follows by itself.',
  notTaken: 'The disk does not take writes, so nothing was taken back. Make room, and take it back again.',
} as const

type OpenBatch = StoredBatch & { readonly connectionId: number }

/** Shorter than what windows wait before they ask again, so that they see the next wave with the end of the last. */
const lookAfter = 80

/** Accounts that waited for another batch and are looked at anew with one release, at most. */
const mostFreed = 200

export function createWaves(options: WavesOptions) {
  const { store, clock, changed, ensure, notice } = options
  const ending = new AbortController()
  const carrying = createCarryOut({ store, clock, changed, ensure, ended: lookSoon })
  /** A release by the plan that found nobody is not tried again before something is different. */
  const inVain = new Map<number, string>()
  const timers = new Set<() => void>()
  const toLookAt = new Set<number>()
  let cancelLook: (() => void) | null = null

  /** Marks what has been sent and what has ended since the last look. */
  function markEnds(
    batch: number,
    waves: readonly StoredWave[],
    tallies: ReadonlyMap<number, WaveTally>,
  ): void {
    const now = clock.now()
    for (const wave of waves) {
      const tally = tallies.get(wave.number) ?? emptyWave
      const whole = wave.cameTo === null
      const sentAt = whole && isSent(tally) ? (wave.sentAt ?? now) : null
      const endedAt = whole && hasEnded(tally) ? (wave.endedAt ?? now) : null
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

  /** Whether the next wave follows by itself now, and how large it is. */
  function following(
    batch: OpenBatch,
    waves: readonly StoredWave[],
    tallies: ReadonlyMap<number, WaveTally>,
  ): { readonly size: number | null } | null {
    if (options.readsOnly === true) return null
    const plan = store.waves.plan(batch.id)
    const last = waves.at(-1)
    if (plan.between === 'ask' || last === undefined || last.size === null || !last.mayFollow) return null
    // A person released the first one to what stood behind the address then, and to nothing else.
    if (store.connections.get(batch.connectionId)?.environment !== last.environment) return null
    const isThrough = (wave: StoredWave): boolean =>
      (plan.between === 'when_sent' ? wave.sentAt : wave.endedAt) !== null
    if (!waves.every(isThrough) || store.waves.standsStill(batch.id)) return null
    if (store.connections.pauses(batch.connectionId).some(({ supplier }) => supplier === '')) return null
    const size = nextSize(plan, waves.filter(({ number }) => tallies.has(number)).length)
    const cleared = store.waves.clearedCount(batch.id)
    // While accounts are still being judged, a wave waits until it can be filled.
    if (cleared === 0 || (batch.validating && (size === null || cleared < size))) return null
    if (inVain.get(batch.id) === markOf(batch.id, waves)) return null
    return refusalOfRelease(store, batch.id) === null ? { size } : null
  }

  function look(id: number): void {
    const batch = store.batches.get(id)
    if (batch === null || batch.stage !== 'open' || carrying.isBusy(id) || ending.signal.aborted) return
    const tallies = tallyWaves(store.waves.counts(id))
    markEnds(id, store.waves.waves(id), tallies)
    const { connectionId } = batch
    if (connectionId === null) return
    const open = { ...batch, connectionId }
    const waves = store.waves.waves(id)
    const next = following(open, waves, tallies)
    if (next === null) return
    const wave = store.releasing.begin({ batch: id, size: next.size, byPerson: false, now: clock.now() })
    follow(open, wave, markOf(id, waves)).catch((error: unknown) => later(id, error))
  }

  async function follow(batch: OpenBatch, wave: number, mark: string): Promise<void> {
    const { released, whole } = await carrying.release({
      batch: batch.id,
      wave,
      connection: batch.connectionId,
    })
    if (whole && released === 0) inVain.set(batch.id, mark)
    else inVain.delete(batch.id)
  }

  const markOf = (batch: number, waves: readonly StoredWave[]): string =>
    `${waves.length} ${store.waves.clearedCount(batch)}`

  /** What was decided is written down: it is carried out when the disk takes writes again, or at the next start. */
  function later(batch: number, error: unknown): void {
    if (options.isDamage?.(error) === true) return
    if (!isDiskTrouble(error)) {
      notice(
        'error',
        `The waves of batch ${batch} were left by a fault of Carryover: ${messageOf(error)}. Nothing is lost; start it anew, and report it.`,
      )
      return
    }
    const cancel = clock.after(diskRetry, () => {
      timers.delete(cancel)
      resume(batch)
    })
    timers.add(cancel)
  }

  /** Goes on with what was decided and not carried out whole; `only` one batch, or all of them. */
  function resume(only: number | null): void {
    const isMeant = (batch: number): boolean => only === null || only === batch
    const safely = (batch: number, work: Promise<unknown>): void =>
      void work.catch((error: unknown) => later(batch, error))
    for (const { batch, supplier } of store.takingBack.unfinished())
      if (isMeant(batch)) safely(batch, carrying.takeBack(batch, supplier))
    if (options.readsOnly !== true)
      for (const release of store.releasing.unfinished())
        if (isMeant(release.batch)) safely(release.batch, carrying.release(release))
    for (const batch of store.waves.batches()) if (isMeant(batch)) lookSafely(batch)
  }

  function lookSafely(batch: number): void {
    try {
      look(batch)
    } catch (error) {
      later(batch, error)
    }
  }

  function lookSoon(batch: number): void {
    if (ending.signal.aborted) return
    toLookAt.add(batch)
    cancelLook ??= clock.after(lookAfter, () => {
      cancelLook = null
      const batches = [...toLookAt]
      toLookAt.clear()
      for (const one of batches) lookSafely(one)
    })
  }

  return {
    /** Something of the batch has changed: looks at it soon, and before anybody is told. */
    changed: lookSoon,
    resume: () => resume(null),
    /** Looks at a batch whenever something of it changed, until the engine ends. */
    async followNews(news: News): Promise<void> {
      for await (const event of news.listen(ending.signal))
        if (event.kind === 'batch') lookSafely(event.batch)
    },

    /** Releases up to `size` cleared accounts as one wave (null: all of them); answers once it is whole. */
    async release(
      batch: OpenBatch,
      size: number | null,
    ): Promise<Result<{ readonly released: number; readonly elsewhere: number }>> {
      const stop = store.waves.stop(batch.id)
      if (stop !== null)
        return failed(
          'input',
          'batch_is_stopped',
          `Batch ${batch.id} was stopped by a brake, so nothing more of it is released. Look at what stopped it, then say go on.`,
        )
      if (carrying.isBusy(batch.id) || store.waves.standsStill(batch.id))
        return failed(
          'input',
          'batch_is_busy',
          `A wave of batch ${batch.id} is still being released or taken back. It takes a moment; try again then.`,
        )
      let wave: number | null = null
      try {
        store.releasing.freeWaiting(batch.id, batch.connectionId, mostFreed)
        wave = store.releasing.begin({ batch: batch.id, size, byPerson: true, now: clock.now() })
        inVain.delete(batch.id)
        const release = { batch: batch.id, wave, connection: batch.connectionId }
        const { released, elsewhere } = await carrying.release(release)
        changed(batch.id)
        return success({ released, elsewhere })
      } catch (error) {
        if (!isDiskTrouble(error)) throw error
        if (wave !== null) later(batch.id, error)
        const message = wave === null ? fullDisk.notReleased : fullDisk.releasing
        return failed('workspace', 'disk_does_not_write', message)
      }
    },

    /** Takes back what is queued: all of it, one supplier's, or these accounts; answers how many. */
    async takeBack(
      batch: number,
      what: {
        readonly supplier?: string | undefined
        readonly accounts?: readonly number[] | undefined
      } = {},
    ): Promise<Result<number>> {
      const connection = store.batches.get(batch)?.connectionId ?? null
      const { supplier = '', accounts } = what
      let isWritten = false
      try {
        // Before its turn comes: from here on nothing of it is sent.
        if (accounts === undefined) store.takingBack.begin(batch, supplier, clock.now())
        isWritten = accounts === undefined
        if (connection !== null) options.putBack(connection)
        const taken =
          accounts === undefined
            ? await carrying.takeBack(batch, supplier)
            : store.takingBack.these(batch, accounts, clock.now())
        changed(batch)
        return success(taken)
      } catch (error) {
        if (!isDiskTrouble(error)) throw error
        if (isWritten) later(batch, error)
        return failed('workspace', 'disk_does_not_write', isWritten ? fullDisk.takingBack : fullDisk.notTaken)
      }
    },

    /** Lifts a stop; false where there was none. What is queued is sent, and the brakes count anew. */
    async goOn(batch: OpenBatch): Promise<boolean> {
      const lifted = store.sending.together(() => {
        if (!store.waves.liftStop(batch.id)) return false
        store.accounts.addEvent(clock.now(), batch.id, null, 'gone_on', {})
        return true
      })
      if (!lifted) return false
      await ensure(batch.connectionId)
      changed(batch.id)
      return true
    },

    async stop(): Promise<void> {
      ending.abort()
      cancelLook?.()
      for (const cancel of timers) cancel()
      await carrying.stop()
    },
  }
}
