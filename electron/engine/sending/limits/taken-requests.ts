// Tracks how many requests of a kind the service recently accepted at once: the number under way together in a full
// round without a refusal. This distinguishes a limit on concurrency from a limit on rate.
import type { Clock } from '../../system/clock.ts'
import type { RequestKind } from './latency.ts'

export type AcceptedConcurrency = {
  began(kind: RequestKind): void
  /** It was answered properly, refused, or neither. */
  ended(kind: RequestKind, how: 'good' | 'refused' | 'neither'): void
  /** Most requests of this kind accepted at once within the last minute; 0 if unknown. */
  atOnce(kind: RequestKind): number
}

/** Milliseconds after which the number no longer counts. */
const rememberedMs = 60_000

type Round = { underWay: number; peak: number; good: number; most: number; at: number }

export function createAcceptedConcurrency(clock: Clock): AcceptedConcurrency {
  const nothing = (): Round => ({ underWay: 0, peak: 0, good: 0, most: 0, at: Number.NEGATIVE_INFINITY })
  const rounds: Readonly<Record<RequestKind, Round>> = {
    create: nothing(),
    validate: nothing(),
    status: nothing(),
  }
  function beginRound(round: Round): void {
    round.good = 0
    round.peak = round.underWay
  }

  return {
    began(kind) {
      const round = rounds[kind]
      round.underWay += 1
      round.peak = Math.max(round.peak, round.underWay)
    },
    ended(kind, how) {
      const round = rounds[kind]
      round.underWay -= 1
      if (how === 'refused') beginRound(round)
      if (how !== 'good') return
      round.good += 1
      if (round.good < round.peak) return
      const now = clock.monotonic()
      if (round.peak >= round.most || now - round.at > rememberedMs) {
        round.most = round.peak
        round.at = now
      }
      beginRound(round)
    },
    atOnce(kind) {
      const { most, at } = rounds[kind]
      return clock.monotonic() - at > rememberedMs ? 0 : most
    },
  }
}
