// Totals of each wave by result, from the counts kept per wave. The parts add up to the accounts of the wave. Pure.
import { isOneOf, wrongOutcomes } from '../../../../shared/sending/states.ts'
import type { WaveCount } from '../../store/sending/release/waves.ts'

export type WaveTally = {
  /** Released with it and not cancelled. */
  readonly accounts: number
  /** Waiting to be sent; `held` ones are not sent until they are released. */
  readonly queued: number
  readonly held: number
  readonly sending: number
  readonly unconfirmed: number
  readonly processing: number
  readonly created: number
  /**
   * Rejected at creation, failed (including in a dry run), cancelled, or already existing without us; includes those
   * being fixed since.
   */
  readonly wrong: number
  /** Done with another result: a dry run that succeeded. */
  readonly other: number
}

export const emptyWave: WaveTally = {
  accounts: 0,
  queued: 0,
  held: 0,
  sending: 0,
  unconfirmed: 0,
  processing: 0,
  created: 0,
  wrong: 0,
  other: 0,
}

/** By the wave's number; a wave without accounts is missing. */
export function tallyWaves(counts: readonly WaveCount[]): ReadonlyMap<number, WaveTally> {
  const tallies = new Map<number, WaveTally>()
  for (const one of counts) {
    const before = tallies.get(one.wave) ?? emptyWave
    const part = partOf(one)
    const held = one.state === 'queued' && one.held === 1 ? one.count : 0
    tallies.set(one.wave, {
      ...before,
      accounts: before.accounts + one.count,
      held: before.held + held,
      [part]: before[part] + one.count,
    })
  }
  return tallies
}

function partOf({ state, outcome }: WaveCount): Exclude<keyof WaveTally, 'accounts' | 'held'> {
  switch (state) {
    case 'queued':
    case 'sending':
    case 'unconfirmed':
    case 'processing':
      return state
    case 'done':
      if (outcome === 'created') return 'created'
      return isOneOf(wrongOutcomes, outcome) ? 'wrong' : 'other'
    default:
      return 'wrong'
  }
}

/** Nothing of it is left to send; held accounts wait for a person and do not block the others. */
export function isSent({ queued, held, sending }: WaveTally): boolean {
  return queued - held + sending === 0
}

/** No account of it is in progress. */
export function hasEnded(tally: WaveTally): boolean {
  return isSent(tally) && tally.unconfirmed + tally.processing === 0
}
