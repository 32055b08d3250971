// What is measured of a connection: answers by the second for the last five minutes, in memory, a few additions a
// request. A stretch of work begins with the first answer after a minute without one, so that a rest is no slowness.
import type { Clock } from '../clock.ts'
import type { RequestKind } from './pace-latency.ts'

/** Answers by the second: how many of the last ones, and how long they have been coming. */
export type Flow = {
  add(): void
  /** Of each whole second of the stretch that is going on, oldest first, at most five minutes; empty when none is. */
  counts(): number[]
  /** A second, over the last `seconds`, or over the stretch when that is shorter; null when none came. */
  perSecond(seconds: number): number | null
}

export type PaceMeter = {
  /** A request was answered, or failed. */
  ended(kind: RequestKind): void
  /** The service accepted a create. */
  created(): void
  /** An account left the queue: it was answered for, or is unconfirmed. */
  left(): void
  /** An account settled so long after it was accepted. */
  settled(afterMs: number): void
  readonly measured: Measured
}

export type Measured = {
  /** Requests ended a second over the last ten; null when there were none. */
  readonly requests: Readonly<Record<RequestKind | 'all', number | null>>
  readonly createdPerMinute: number | null
  readonly leftBySecond: readonly number[]
  readonly settledBySecond: readonly number[]
  /** The latest times between acceptance and settling, in milliseconds. */
  readonly settledAfter: readonly number[]
  /** Milliseconds since the service accepted a create; null when it has not since the start. */
  readonly sinceCreated: number | null
}

const kept = 300
/** Without an answer for so many seconds, a new stretch begins with the next. */
const pause = 60
const keptTimes = 300

export function createFlow(clock: Clock): Flow {
  const bySecond = new Float64Array(kept)
  let first = 0
  let last = Number.NEGATIVE_INFINITY
  const second = (): number => Math.floor(clock.monotonic() / 1000)
  const isGoingOn = (now: number): boolean => now - last <= pause
  const at = (when: number): number => bySecond[((when % kept) + kept) % kept] ?? 0

  return {
    add() {
      const now = second()
      if (!isGoingOn(now)) first = now
      if (now !== last) {
        // What is there is from five minutes ago, or from a second without an answer.
        for (let empty = Math.max(last + 1, first, now - kept + 1); empty <= now; empty += 1)
          bySecond[((empty % kept) + kept) % kept] = 0
        last = now
      }
      bySecond[((now % kept) + kept) % kept] = at(now) + 1
    },
    counts() {
      const now = second()
      const counts: number[] = []
      if (!isGoingOn(now)) return counts
      for (let when = Math.max(first, now - kept + 1); when < now; when += 1)
        counts.push(when > last ? 0 : at(when))
      return counts
    },
    perSecond(seconds) {
      const all = this.counts()
      const recent = all.slice(-seconds)
      const sum = recent.reduce((total, count) => total + count, 0)
      return sum === 0 ? null : sum / recent.length
    },
  }
}

export function createMeter(clock: Clock): PaceMeter {
  const flows = {
    create: createFlow(clock),
    validate: createFlow(clock),
    status: createFlow(clock),
    all: createFlow(clock),
  }
  const created = createFlow(clock)
  const left = createFlow(clock)
  const settled = createFlow(clock)
  const settledAfter: number[] = []
  let createdAt: number | null = null

  return {
    ended(kind) {
      flows[kind].add()
      flows.all.add()
    },
    created() {
      created.add()
      createdAt = clock.monotonic()
    },
    left: left.add,
    settled(afterMs) {
      settled.add()
      settledAfter.push(Math.max(0, afterMs))
      if (settledAfter.length > 2 * keptTimes) settledAfter.splice(0, settledAfter.length - keptTimes)
    },
    get measured() {
      const perMinute = created.perSecond(60)
      return {
        requests: {
          create: flows.create.perSecond(10),
          validate: flows.validate.perSecond(10),
          status: flows.status.perSecond(10),
          all: flows.all.perSecond(10),
        },
        createdPerMinute: perMinute === null ? null : perMinute * 60,
        leftBySecond: left.counts(),
        settledBySecond: settled.counts(),
        settledAfter: settledAfter.slice(-keptTimes),
        sinceCreated: createdAt === null ? null : clock.monotonic() - createdAt,
      }
    },
  }
}
