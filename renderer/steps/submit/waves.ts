// The plan of the waves: a few accounts first, then more, then the rest. Pure. Which wave is next follows from the counts
// of the batch, so a restart finds it again; what this window released itself only ever moves it forward.
import type { BatchView } from '../../../shared/contract.ts'
import { onTheWay } from '../../app/batch-parts.ts'

/** Field-notes.md section 7: a canary, then 10, then 100; what is left is the last wave. */
export const firstSizes: readonly number[] = [1, 10, 100]

export type Wave = {
  /** From 1. */
  readonly number: number
  /** What was asked for; null: all that is left. */
  readonly size: number | null
  /** Accounts that this wave has, released or still to be. */
  readonly accounts: number
  readonly released: number
  readonly state: 'released' | 'next' | 'later' | 'empty'
}

/** Accounts that were released: on their way or settled. */
export function releasedSoFar(batch: BatchView): number {
  return onTheWay(batch) + batch.states.settled
}

/**
 * `released` and `cleared` are accounts; `from` is the index of the first wave that this window has not released yet.
 * Waves before the next one that the counts do not fill are short, which happens when the service refused some.
 */
export function planWaves(
  sizes: readonly number[],
  released: number,
  cleared: number,
  from: number,
): readonly Wave[] {
  let releasedLeft = released
  let clearedLeft = cleared
  let nextIsTaken = false
  return [...sizes, null].map((size, index): Wave => {
    const done = Math.min(size ?? releasedLeft, releasedLeft)
    // A wave of which nothing got in is still to do; the last one takes whatever is cleared later.
    const isPast = index < from && size !== null && done > 0
    releasedLeft -= done
    const open = isPast ? 0 : Math.min(size === null ? clearedLeft : size - done, clearedLeft)
    clearedLeft -= open
    const wave = { number: index + 1, size, accounts: done + open, released: done }
    if (open === 0) return { ...wave, state: done > 0 ? 'released' : 'empty' }
    if (nextIsTaken) return { ...wave, state: 'later' }
    nextIsTaken = true
    return { ...wave, state: 'next' }
  })
}

/** How many accounts the next release sends at most; null where nothing is left to release. */
export function nextRelease(waves: readonly Wave[]): number | null {
  const next = waves.find((wave) => wave.state === 'next')
  return next === undefined ? null : next.accounts - next.released
}
