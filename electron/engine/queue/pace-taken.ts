// How many requests of a kind the service is known to have taken at once, of late: as many as were under way together
// while none of a whole round was refused. It tells a limit on their number from a limit on their rate.
import type { Clock } from '../clock.ts'
import type { RequestKind } from './pace-latency.ts'

export type Taken = {
  began(kind: RequestKind): void
  /** It was answered as it should be, refused, or neither. */
  ended(kind: RequestKind, how: 'good' | 'refused' | 'neither'): void
  /** The most of this kind that were taken at once within a minute; 0 when nothing is known. */
  atOnce(kind: RequestKind): number
}

/** What was taken longer ago than this, in milliseconds, may not be taken now. */
const recently = 60_000

type Round = { underWay: number; peak: number; good: number; most: number; at: number }

export function createTaken(clock: Clock): Taken {
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
      if (round.peak >= round.most || now - round.at > recently) {
        round.most = round.peak
        round.at = now
      }
      beginRound(round)
    },
    atOnce(kind) {
      const { most, at } = rounds[kind]
      return clock.monotonic() - at > recently ? 0 : most
    },
  }
}
