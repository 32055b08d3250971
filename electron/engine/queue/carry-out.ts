// Carries out what was decided of a batch's queue and is written down: releases and takings back, a batch at a time in
// order, in pieces with room for everything else between them.
import { setImmediate as breathe } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { Release, Released } from '../store/releasing.ts'
import type { Store } from '../store/store.ts'

export type CarryOut = ReturnType<typeof createCarryOut>

/**
 * Accounts of a piece: as many as take some milliseconds on this machine now, so that the window's thread is not held
 * and the disk is not flushed more often than need be.
 */
const pieces = { first: 100, least: 25, most: 1000, shortMs: 6, longMs: 12 } as const

export function createCarryOut(options: {
  readonly store: Pick<Store, 'releasing' | 'takingBack'>
  readonly clock: Clock
  readonly changed: (batch: number) => void
  /** There is something to send on this connection. */
  readonly ensure: (connection: number) => Promise<void>
  /** Nothing is under way on this batch any more. */
  readonly ended: (batch: number) => void
}) {
  const { store, clock, changed, ensure, ended } = options
  const underWay = new Map<number, Promise<unknown>>()
  let stopped = false
  let piece: number = pieces.first

  function inOrder<T>(batch: number, work: () => Promise<T>): Promise<T> {
    const after = underWay.get(batch) ?? Promise.resolve()
    const done = after.then(work, work)
    const settled = done
      .catch(() => undefined)
      .finally(() => {
        if (underWay.get(batch) === settled) underWay.delete(batch)
        ended(batch)
      })
    underWay.set(batch, settled)
    return done
  }

  function inPieces<T>(work: (size: number) => T): T {
    const before = clock.monotonic()
    const came = work(piece)
    const took = clock.monotonic() - before
    if (took > pieces.longMs) piece = Math.max(pieces.least, Math.floor(piece / 2))
    if (took < pieces.shortMs) piece = Math.min(pieces.most, piece * 2)
    return came
  }

  async function releaseWhole(release: Release): Promise<Released> {
    let came: Released = { released: 0, elsewhere: 0, whole: false }
    while (!came.whole && !stopped) {
      const before = came.released
      came = inPieces((size) => store.releasing.releasePiece(release, size, clock.now()))
      // Sending begins with the first piece.
      if (before === 0 && came.released > 0) await ensure(release.connection)
      changed(release.batch)
      await breathe()
    }
    if (came.released > 0) await ensure(release.connection)
    return came
  }

  async function takeWholeBack(batch: number, supplier: string): Promise<number> {
    let came = { taken: 0, whole: false }
    while (!came.whole && !stopped) {
      came = inPieces((size) => store.takingBack.piece(batch, supplier, size, clock.now()))
      changed(batch)
      await breathe()
    }
    return came.taken
  }

  return {
    isBusy: (batch: number): boolean => underWay.has(batch),
    /** Answers once the wave is whole, or this is stopped. */
    release: (release: Release): Promise<Released> => inOrder(release.batch, () => releaseWhole(release)),
    /** Answers how many were taken back; an empty supplier is all that is queued. */
    takeBack: (batch: number, supplier: string): Promise<number> =>
      inOrder(batch, () => takeWholeBack(batch, supplier)),
    /** What is not whole goes on at the next start. */
    async stop(): Promise<void> {
      stopped = true
      await Promise.all(underWay.values())
    },
  }
}
