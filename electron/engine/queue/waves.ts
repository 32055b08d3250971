// The keeper of the waves: carries releases and takings back out in pieces, sees when a wave has been sent and when it
// has ended, and releases the next one where the plan says so. All of it is read from the database each time, so a
// restart goes on where the last end left it.
//
//   released ──pieces──▶ whole ──none queued, none sending──▶ sent ──none on its way──▶ ended
//                                        └── plan: when_sent ──▶ next   └── plan: when_settled ──▶ next
import { setImmediate as breathe } from 'node:timers/promises'
import { nextSize } from '../../../shared/sending-plan.ts'
import type { Clock } from '../clock.ts'
import { failed, messageOf, type Result, success } from '../failure.ts'
import type { News } from '../news.ts'
import type { StoredBatch } from '../store/batches.ts'
import { isDiskTrouble } from '../store/disk-trouble.ts'
import type { Released } from '../store/releasing.ts'
import type { Store } from '../store/store.ts'
import type { StoredWave } from '../store/waves.ts'
import { refusalOfRelease } from '../versions/version-view.ts'
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
  /** No wave follows by itself. */
  readonly readsOnly?: boolean | undefined
}

export type Waves = ReturnType<typeof createWaves>

const fullDisk =
  'The disk does not take writes, so only a part of the wave is released yet. Make room: the rest follows by itself.'

type OpenBatch = StoredBatch & { readonly connectionId: number }

/**
 * Accounts of a piece: as many as take some milliseconds on this machine now, so that everything else has its turn between
 * two pieces and the disk is not flushed more often than need be.
 */
const pieces = { first: 100, least: 25, most: 1000, shortMs: 6, longMs: 12 } as const

/** Shorter than what windows wait before they ask again, so that they see the next wave with the end of the last. */
const lookAfter = 20

/** How long to wait before a write that the disk refused is tried again. */
const diskRetry = 1000

export function createWaves(options: WavesOptions) {
  const { store, clock, changed, ensure, notice } = options
  const ending = new AbortController()
  /** What is being carried out, a batch at a time in order. */
  const underWay = new Map<number, Promise<unknown>>()
  /** A release by the plan that found nobody is not tried again before something is different. */
  const inVain = new Map<number, string>()
  const timers = new Set<() => void>()
  const toLookAt = new Set<number>()
  let cancelLook: (() => void) | null = null

  function inOrder<T>(batch: number, work: () => Promise<T>): Promise<T> {
    const after = underWay.get(batch) ?? Promise.resolve()
    const done = after.then(work, work)
    const settled = done
      .catch(() => undefined)
      .finally(() => {
        if (underWay.get(batch) === settled) underWay.delete(batch)
        lookSoon(batch)
      })
    underWay.set(batch, settled)
    return done
  }

  let piece: number = pieces.first

  function inPieces<T>(work: (size: number) => T): T {
    const before = clock.monotonic()
    const came = work(piece)
    const took = clock.monotonic() - before
    if (took > pieces.longMs) piece = Math.max(pieces.least, Math.floor(piece / 2))
    if (took < pieces.shortMs) piece = Math.min(pieces.most, piece * 2)
    return came
  }

  async function carryOut(batch: OpenBatch, wave: number): Promise<Released> {
    let came: Released = { released: 0, elsewhere: 0, whole: false }
    while (!came.whole && !ending.signal.aborted) {
      const before = came.released
      const release = { batch: batch.id, wave, connection: batch.connectionId }
      came = inPieces((size) => store.releasing.releasePiece(release, size, clock.now()))
      if (before === 0 && came.released > 0) await ensure(batch.connectionId)
      changed(batch.id)
      await breathe()
    }
    if (came.released > 0) await ensure(batch.connectionId)
    return came
  }

  async function takeWholeBack(batch: number, supplier: string): Promise<number> {
    let taken = 0
    for (let whole = false; !whole && !ending.signal.aborted; ) {
      const came = inPieces((size) => store.releasing.takeBackPiece(batch, supplier, size, clock.now()))
      taken = came.taken
      whole = came.whole
      changed(batch)
      await breathe()
    }
    return taken
  }

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
    if (batch === null || batch.stage !== 'open' || underWay.has(id) || ending.signal.aborted) return
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
    const { released, whole } = await inOrder(batch.id, () => carryOut(batch, wave))
    if (whole && released === 0) inVain.set(batch.id, mark)
    else inVain.delete(batch.id)
  }

  const markOf = (batch: number, waves: readonly StoredWave[]): string =>
    `${waves.length} ${store.waves.clearedCount(batch)}`

  /** What was decided is written down: it is carried out when the disk takes writes again, or at the next start. */
  function later(batch: number, error: unknown): void {
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
    for (const { batch, supplier } of store.releasing.takingBack())
      if (only === null || only === batch)
        void inOrder(batch, () => takeWholeBack(batch, supplier)).catch((error: unknown) =>
          later(batch, error),
        )
    for (const { batch: id, wave, connection } of options.readsOnly === true
      ? []
      : store.releasing.unfinished()) {
      const batch = store.batches.get(id)
      if (batch === null || (only !== null && only !== id)) continue
      void inOrder(id, () => carryOut({ ...batch, connectionId: connection }, wave)).catch((error: unknown) =>
        later(id, error),
      )
    }
    for (const batch of store.waves.batches()) if (only === null || only === batch) lookSafely(batch)
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
      if (underWay.has(batch.id) || store.waves.standsStill(batch.id))
        return failed(
          'input',
          'batch_is_busy',
          `A wave of batch ${batch.id} is still being released or taken back. It takes a moment; try again then.`,
        )
      store.releasing.freeWaiting(batch.id, batch.connectionId, pieces.first)
      const wave = store.releasing.begin({ batch: batch.id, size, byPerson: true, now: clock.now() })
      inVain.delete(batch.id)
      try {
        const { released, elsewhere } = await inOrder(batch.id, () => carryOut(batch, wave))
        changed(batch.id)
        return success({ released, elsewhere })
      } catch (error) {
        if (!isDiskTrouble(error)) throw error
        later(batch.id, error)
        return failed('workspace', 'disk_does_not_write', fullDisk)
      }
    },

    /** Takes back what is queued: all of it, one supplier's, or these accounts; answers how many. */
    async takeBack(
      batch: number,
      what: {
        readonly supplier?: string | undefined
        readonly accounts?: readonly number[] | undefined
      } = {},
    ): Promise<number> {
      const connection = store.batches.get(batch)?.connectionId ?? null
      if (what.accounts !== undefined) {
        if (connection !== null) options.putBack(connection)
        const taken = store.releasing.takeBackThese(batch, what.accounts, clock.now())
        changed(batch)
        return taken
      }
      const supplier = what.supplier ?? ''
      // Written down before its turn comes: from here on nothing of it is sent.
      store.releasing.beginTakingBack(batch, supplier, clock.now())
      if (connection !== null) options.putBack(connection)
      return inOrder(batch, () => takeWholeBack(batch, supplier))
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
      await Promise.all(underWay.values())
    },
  }
}
