// The waves of a batch as steps: those that the engine released, then those that the plan would make of what is validated.
// Pure. Nothing is remembered here: a restart, another window or the command line show the same.
import type { BatchView, ShownRelease } from '../../shared/contract/contract.ts'
import { nextSize, type SendingPlan, type WaveView } from '../../shared/sending/wave-plan.ts'
import { onTheWay } from '../../shared/status/counts.ts'

export type WaveStep = {
  /** From 1. */
  readonly number: number
  /** What was, or is to be, asked for; null: all that is left. */
  readonly size: number | null
  /** Released: those that went with it. Else those that it would take. */
  readonly accounts: number
  readonly state: 'released' | 'next' | 'later' | 'empty'
  /** As the engine counts it; null for one that is still to come. */
  readonly wave: WaveView | null
  /** Which of the plan's sizes it has, from 0; null: none of them. */
  readonly planned: number | null
}

/**
 * A wave that was cancelled whole is none: its size comes again. `free`: accounts that a release would take: validated, and
 * held by nobody.
 */
export function waveSteps(plan: SendingPlan, waves: readonly WaveView[], free: number): readonly WaveStep[] {
  const there = waves.filter(({ accounts }) => accounts > 0)
  const released = there.map((wave): WaveStep => {
    const { number, size, accounts } = wave
    return { number, size, accounts, state: 'released', wave, planned: null }
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
    steps.push({ number, size, accounts, state, wave: null, planned: size === null ? null : at })
    if (size === null) return [...released, ...steps]
  }
}

/** How many accounts the next release sends at most; null where nothing is left to release. */
export function nextRelease(steps: readonly WaveStep[]): number | null {
  return steps.find(({ state }) => state === 'next')?.accounts ?? null
}

/** The next release as a person sees it: how many, after which wave, and where it goes. */
export type NextWave = { readonly limit: number; readonly shown: ShownRelease }

export function nextWave(
  batch: Pick<BatchView, 'connection' | 'supplier' | 'sending'>,
  steps: readonly WaveStep[],
): NextWave | null {
  const next = steps.find(({ state }) => state === 'next')
  if (next === undefined || batch.connection === null) return null
  const { id, baseUrl, environment } = batch.connection
  const connection = { id, baseUrl, environment }
  const after = batch.sending.waves.at(-1)?.number ?? 0
  return { limit: next.accounts, shown: { after, connection, supplier: batch.supplier } }
}

/** Nothing of it is queued or on its way. */
export function hasEnded(wave: WaveView): boolean {
  return wave.queued + wave.onTheWay === 0
}

/** Accounts that were released: on their way or done. */
export function releasedSoFar(batch: BatchView): number {
  return onTheWay(batch) + batch.states.done
}

/** Accounts that were released before waves were kept; where there are waves, they say all. */
export function releasedBefore(batch: BatchView): number {
  return batch.sending.waves.length === 0 ? releasedSoFar(batch) : 0
}
