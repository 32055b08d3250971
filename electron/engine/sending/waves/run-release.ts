// Runs stored releases and cancellations of a batch's queue: one per batch at a time, in order, in pieces that yield
// to the event loop.
import { yieldToEventLoop } from '../../system/yield.ts'
import type { Clock } from '../../system/clock.ts'
import type { Release, Released } from '../../store/sending/releasing.ts'
import type { Store } from '../../store/store.ts'

export type ReleaseRunner = ReturnType<typeof createReleaseRunner>

/**
 * Accounts per piece: as many as take some milliseconds on this machine now, so that the window's thread is not
 * blocked and the disk is not flushed more often than necessary.
 */
const pieces = { first: 100, least: 25, most: 1000, shortMs: 6, longMs: 12 } as const

export function createReleaseRunner(options: {
  readonly store: Pick<Store, 'releasing' | 'cancelling'>
  readonly clock: Clock
  readonly changed: (batch: number) => void
  /** Starts or wakes sending on this connection. */
  readonly ensure: (connection: number) => Promise<void>
  /** Called when nothing is under way on this batch any more. */
  readonly ended: (batch: number) => void
}) {
  const { store, clock, changed, ensure, ended } = options
  const underWay = new Map<number, Promise<unknown>>()
  let stopped = false
  let piece: number = pieces.first

  function inOrder<T>(batch: number, work: () => Promise<T>): Promise<T> {
    const after = underWay.get(batch) ?? Promise.resolve()
    const done = after.then(work, work)
    const finished = done
      .catch(() => undefined)
      .finally(() => {
        if (underWay.get(batch) === finished) underWay.delete(batch)
        ended(batch)
      })
    underWay.set(batch, finished)
    return done
  }

  function inPieces<T>(work: (size: number) => T): T {
    const before = clock.monotonic()
    const progress = work(piece)
    const took = clock.monotonic() - before
    if (took > pieces.longMs) piece = Math.max(pieces.least, Math.floor(piece / 2))
    if (took < pieces.shortMs) piece = Math.min(pieces.most, piece * 2)
    return progress
  }

  async function releaseWhole(release: Release): Promise<Released> {
    let progress: Released = { released: 0, elsewhere: 0, whole: false }
    while (!progress.whole && !stopped) {
      const before = progress.released
      progress = inPieces((size) => store.releasing.releasePiece(release, size, clock.now()))
      // Sending begins with the first piece.
      if (before === 0 && progress.released > 0) await ensure(release.connection)
      changed(release.batch)
      await yieldToEventLoop()
    }
    if (progress.released > 0) await ensure(release.connection)
    return progress
  }

  async function takeWholeBack(batch: number, supplier: string): Promise<number> {
    let progress = { taken: 0, whole: false }
    while (!progress.whole && !stopped) {
      progress = inPieces((size) => store.cancelling.piece(batch, supplier, size, clock.now()))
      changed(batch)
      await yieldToEventLoop()
    }
    return progress.taken
  }

  return {
    isBusy: (batch: number): boolean => underWay.has(batch),
    /** Resolves once the wave is complete, or on stop. */
    release: (release: Release): Promise<Released> => inOrder(release.batch, () => releaseWhole(release)),
    /** Resolves with the number cancelled; an empty supplier means all that is queued. */
    cancelQueued: (batch: number, supplier: string): Promise<number> =>
      inOrder(batch, () => takeWholeBack(batch, supplier)),
    /** Incomplete work continues at the next start. */
    async stop(): Promise<void> {
      stopped = true
      await Promise.all(underWay.values())
    },
  }
}
