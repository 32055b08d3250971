// Waves of a batch as steps: those already released, then those that the plan would make of the validated accounts.
// Derived from engine data only, so a restart, another window and the command line show the same. Pure functions.
import type { BatchView } from '../contract/contract.ts'
import { nextSize, type SendingPlan, type WaveView } from '../sending/wave-plan.ts'
import { onTheWay } from './counts.ts'

export type WaveStep = {
  /** From 1. */
  readonly number: number
  /** Requested number of accounts; null: all remaining. */
  readonly size: number | null
  /** Released wave: accounts sent with it. Future wave: accounts it would include. */
  readonly accounts: number
  readonly state: 'released' | 'next' | 'later' | 'empty'
  /** Number of the wave in the engine; null for a future one. */
  readonly wave: WaveView | null
  /** Which of the plan's sizes it has, from 0; null: none of them. */
  readonly planned: number | null
  /** It takes, or took when it was released, all that the plan's sizes left. */
  readonly isRest: boolean
}

/**
 * A wave that was cancelled completely does not count: its size is used again. `free`: validated accounts that are
 * not held, so a release would include them.
 */
export function waveSteps(plan: SendingPlan, waves: readonly WaveView[], free: number): readonly WaveStep[] {
  const there = waves.filter(({ accounts }) => accounts > 0)
  const released = there.map((wave, at): WaveStep => {
    const { number, size, accounts } = wave
    const usual = nextSize(plan, at)
    const isLarger = usual !== null && (size === null || size > usual)
    // The last one is larger than planned and left nothing: all was released at once.
    const isRest = at === plan.sizes.length || (isLarger && at === there.length - 1 && free === 0)
    return { number, size, accounts, state: 'released', wave, planned: null, isRest }
  })
  const steps: WaveStep[] = []
  let left = free
  let number = waves.at(-1)?.number ?? 0
  for (let at = there.length; ; at += 1) {
    number += 1
    const size = nextSize(plan, at)
    const accounts = Math.min(size ?? left, left)
    left -= accounts
    const state = accounts === 0 ? 'empty' : steps.length === 0 ? 'next' : 'later'
    // A rest that was released needs no second one.
    if (accounts === 0 && released.some(({ isRest }) => isRest)) return [...released, ...steps]
    const planned = size === null ? null : at
    steps.push({ number, size, accounts, state, wave: null, planned, isRest: at === plan.sizes.length })
    if (size === null) return [...released, ...steps]
  }
}

/** How many accounts the next release sends at most; null where nothing is left to release. */
export function nextRelease(steps: readonly WaveStep[]): number | null {
  return steps.find(({ state }) => state === 'next')?.accounts ?? null
}

/** The wave that is being sent, or else the one released last, and the number of waves by the plan. */
export function currentWave(
  batch: Pick<BatchView, 'endings' | 'sending'>,
): { readonly number: number; readonly of: number } | null {
  const { waves, plan } = batch.sending
  const current = waves.find(({ queued }) => queued > 0) ?? waves.findLast(({ accounts }) => accounts > 0)
  if (current === undefined) return null
  const steps = waveSteps(plan, waves, batch.endings.ready).filter(({ state }) => state !== 'empty')
  return { number: current.number, of: Math.max(current.number, steps.at(-1)?.number ?? 0) }
}

/** Nothing of it is queued or on its way. */
export function hasEnded(wave: WaveView): boolean {
  return wave.queued + wave.onTheWay === 0
}

/** Accounts that were released: on their way or done. */
export function releasedSoFar(batch: BatchView): number {
  return onTheWay(batch) + batch.states.done
}

/** Accounts released before waves were recorded; if there are waves, they include everything. */
export function releasedBefore(batch: BatchView): number {
  return batch.sending.waves.length === 0 ? releasedSoFar(batch) : 0
}
