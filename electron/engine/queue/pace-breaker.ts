// Five failures in a row say that the service is away: nothing is asked but one request at a time, to see whether it is
// back (reliability.md section 2).
//
//   closed ──5 failures in a row──▶ open ──wait──▶ half open: one probe ──answer──▶ closed
//                                     ▲────────────────failure────────┘
import type { Clock } from '../clock.ts'
import { backoff } from './backoff.ts'

export type Breaker = {
  readonly isOpen: boolean
  /** A request may begin beside so many others. */
  allows(inFlight: number): boolean
  /** A request begins. */
  began(): void
  /** A transport failure or a 5xx. */
  failure(): void
  /** Any proper answer closes it; true where it was open. */
  answered(): boolean
  /** The next probe may go at once. */
  probeNow(): void
  /** Milliseconds until the next probe may go; 0 where nothing has to wait. */
  wait(): number
}

const failuresToOpen = 5

export function createBreaker(clock: Clock, random: () => number): Breaker {
  let failures = 0
  let probeAt = Number.NEGATIVE_INFINITY
  let probing = false
  const isOpen = (): boolean => failures >= failuresToOpen

  return {
    get isOpen() {
      return isOpen()
    },
    allows: (inFlight) => !isOpen() || (inFlight === 0 && clock.monotonic() >= probeAt),
    began() {
      probing = isOpen()
    },
    failure() {
      // What was under way when it opened says nothing new: only a probe that fails makes the wait longer.
      if (isOpen() && !probing) return
      failures += 1
      if (isOpen()) probeAt = clock.monotonic() + backoff(failures - failuresToOpen, random)
    },
    answered() {
      const wasOpen = isOpen()
      failures = 0
      return wasOpen
    },
    probeNow() {
      probeAt = Number.NEGATIVE_INFINITY
    },
    wait: () => (isOpen() ? Math.max(0, probeAt - clock.monotonic()) : 0),
  }
}
