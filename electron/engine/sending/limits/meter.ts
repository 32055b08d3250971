// Meter of a connection: answers per second for the last five minutes, in memory, at the cost of a few additions per
// request. A new stretch begins with the first answer after a minute without one, so that idle time does not count as
// slowness.
import type { Clock } from '../../system/clock.ts'
import type { RequestKind } from './concurrency-limit.ts'

/** Counts events per second. */
export type Flow = {
  add(count?: number): void
  /**
   * One count per whole second of the current stretch, oldest first, at most five minutes; empty if there is no
   * stretch.
   */
  counts(): number[]
  /** Events per second over the last `seconds`, or over the stretch if it is shorter; null if there were none. */
  perSecond(seconds: number): number | null
}

export type PaceMeter = {
  /** A request was answered or failed. */
  ended(kind: RequestKind): void
  /** The service accepted a create. */
  created(): void
  /** An account left the queue: it was answered, or is unconfirmed. */
  left(): void
  /** An account was done so many milliseconds after its acceptance. */
  done(afterMs: number): void
  readonly measured: Measured
}

export type Measured = {
  /** Requests ended per second over the last ten seconds; null if there were none. */
  readonly requests: Readonly<Record<RequestKind | 'all', number | null>>
  readonly createdPerMinute: number | null
  readonly leftBySecond: readonly number[]
  readonly validatedBySecond: readonly number[]
  readonly doneBySecond: readonly number[]
  /** Latest times between acceptance and finishing, in milliseconds. */
  readonly doneAfter: readonly number[]
  /** Milliseconds since the service last accepted a create; null if it has not since the start. */
  readonly sinceCreated: number | null
}

const kept = 300
/** After so many seconds without an answer, the next one begins a new stretch. */
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
    add(count = 1) {
      const now = second()
      if (!isGoingOn(now)) first = now
      if (now !== last) {
        // Clears old slots of the ring buffer: they are five minutes old, or seconds without an answer.
        for (let empty = Math.max(last + 1, first, now - kept + 1); empty <= now; empty += 1)
          bySecond[((empty % kept) + kept) % kept] = 0
        last = now
      }
      bySecond[((now % kept) + kept) % kept] = at(now) + count
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

/** An accepted create may come later than the others by so many times their usual distance. */
const mostDistances = 3
const leastSilenceMs = 10_000

/**
 * The accounts that are accepted a minute now. Null while none are measured, or nothing is open at the service and the next
 * one is overdue: what is measured is then the pace of before.
 */
export function acceptedPerMinute(
  { createdPerMinute, sinceCreated }: Pick<Measured, 'createdPerMinute' | 'sinceCreated'>,
  isAnyOpen: boolean,
): number | null {
  if (createdPerMinute === null || sinceCreated === null || isAnyOpen) return createdPerMinute
  const overdueMs = Math.max(leastSilenceMs, (mostDistances * 60_000) / createdPerMinute)
  return sinceCreated > overdueMs ? null : createdPerMinute
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
  const done = createFlow(clock)
  const doneAfter: number[] = []
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
    left: () => left.add(),
    done(afterMs) {
      done.add()
      doneAfter.push(Math.max(0, afterMs))
      if (doneAfter.length > 2 * keptTimes) doneAfter.splice(0, doneAfter.length - keptTimes)
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
        validatedBySecond: flows.validate.counts(),
        doneBySecond: done.counts(),
        doneAfter: doneAfter.slice(-keptTimes),
        sinceCreated: createdAt === null ? null : clock.monotonic() - createdAt,
      }
    },
  }
}
