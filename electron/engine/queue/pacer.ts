// How fast a connection may be asked: slots, a token bucket, a shared cool-down and a circuit breaker. All requests of
// a connection pass here, so a limit is the service's view of us, not of one kind of work.
//
//   closed ──5 failures in a row──▶ open ──wait──▶ half open: one probe ──ok──▶ closed
//                                     ▲───────────────failure───────┘
import type { Clock } from '../clock.ts'
import { backoff } from './backoff.ts'

export type PacerOptions = {
  /** Requests under way at once. */
  readonly concurrency: number
  /** Requests a second, or null. */
  readonly rate: number | null
  readonly clock: Clock
  readonly random: () => number
}

export type Pacer = {
  /** Takes a slot, or says no. Whoever takes one gives it back. */
  take(): boolean
  giveBack(): void
  /** Gives a slot back of which no request was made. */
  putBack(): void
  /** One more request on a slot that is held, within the rate; no when it has to wait. */
  takeAgain(): boolean
  readonly inFlight: number
  /** Milliseconds until a slot may be free for other reasons than a request's end; null when only that is waited for. */
  wait(): number | null
  /** Everybody waits, at least this long. */
  coolDown(ms: number): void
  /** A transport failure or a 5xx; five in a row open the breaker. */
  failure(): void
  /** Any proper answer closes it. */
  answered(): void
  readonly isOpen: boolean
}

const failuresToOpen = 5

export function createPacer(options: PacerOptions): Pacer {
  const { concurrency, rate, clock, random } = options
  const capacity = rate === null ? 0 : Math.max(1, rate / 20)
  let tokens = capacity
  let filledAt = clock.monotonic()
  let inFlight = 0
  let coolUntil = Number.NEGATIVE_INFINITY
  let failures = 0
  let probeAt = Number.NEGATIVE_INFINITY
  let probing = false

  function refill(): void {
    if (rate === null) return
    const now = clock.monotonic()
    tokens = Math.min(capacity, tokens + ((now - filledAt) / 1000) * rate)
    filledAt = now
  }
  function spend(): boolean {
    refill()
    if (rate === null) return true
    if (tokens < 1) return false
    tokens -= 1
    return true
  }
  const isOpen = (): boolean => failures >= failuresToOpen

  return {
    take() {
      const now = clock.monotonic()
      if (inFlight >= concurrency || now < coolUntil) return false
      if (isOpen() && (inFlight > 0 || now < probeAt)) return false
      if (!spend()) return false
      probing = isOpen()
      inFlight += 1
      return true
    },
    giveBack() {
      inFlight -= 1
    },
    putBack() {
      inFlight -= 1
      if (rate !== null) tokens = Math.min(capacity, tokens + 1)
    },
    takeAgain() {
      return clock.monotonic() >= coolUntil && !isOpen() && spend()
    },
    get inFlight() {
      return inFlight
    },
    wait() {
      const now = clock.monotonic()
      if (inFlight >= concurrency) return null
      if (isOpen() && inFlight > 0) return null
      refill()
      const bucket = rate === null || tokens >= 1 ? 0 : ((1 - tokens) / rate) * 1000
      return Math.max(0, coolUntil - now, isOpen() ? probeAt - now : 0, Math.ceil(bucket))
    },
    coolDown(ms) {
      coolUntil = Math.max(coolUntil, clock.monotonic() + ms)
    },
    failure() {
      // What was under way when it opened says nothing new: only a probe that fails makes the wait longer.
      if (isOpen() && !probing) return
      failures += 1
      if (isOpen()) probeAt = clock.monotonic() + backoff(failures - failuresToOpen, random)
    },
    answered() {
      failures = 0
    },
    get isOpen() {
      return isOpen()
    },
  }
}
