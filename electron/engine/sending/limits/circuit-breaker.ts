// Circuit breaker: after five failures in a row the service counts as unreachable, and one request at a time probes
// whether it is back.
//
// closed ──5 failures in a row──▶ open ──wait──▶ half open: one probe ──answer──▶ closed
//                                   ▲────────────────failure────────┘
import type { Clock } from '../../system/clock.ts'
import { backoff } from './backoff.ts'

export type Breaker = {
  readonly isOpen: boolean
  /** True if a request may begin while so many are in flight. */
  allows(inFlight: number): boolean
  /** Call when a request begins. */
  began(): void
  /** A transport failure or a 5xx. */
  failure(): void
  /** A proper answer closes the breaker; true if it was open. */
  answered(): boolean
  /** Allows the next probe at once. */
  probeNow(): void
  /** Milliseconds until the next probe may start; 0 if nothing has to wait. */
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
      // Failures of requests begun before it opened say nothing new: only a failed probe extends the wait.
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
