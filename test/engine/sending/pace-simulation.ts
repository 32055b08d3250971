// Simulated service, and a loop that sends requests as fast as a rate limiter allows, on a fake clock: hours of
// traffic run in a moment and are reproducible.
import { createRateLimiter } from '../../../electron/engine/sending/limits/rate-limiter.ts'
import { createFakeClock, type FakeClock } from './fake-clock.ts'

export type Answer =
  | { readonly what: 'answered'; readonly ms: number }
  | {
      readonly what: 'slow_down'
      readonly ms: number
      readonly retryAfterMs: number | null
      readonly statedRate?: number
    }
  | { readonly what: 'failed'; readonly ms: number }

/** Called when a request arrives; `underWay` counts it. */
export type Service = (arrival: { readonly at: number; readonly underWay: number }) => Answer

export type Run = {
  /** Start of each request in milliseconds. */
  readonly begun: readonly number[]
  readonly accepted: readonly number[]
  readonly refused: readonly number[]
  /** The limiter's window at each whole second. */
  readonly sizes: readonly number[]
  readonly most: number
}

/** A seeded random number generator; numbers below 1. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function simulate(options: {
  readonly concurrency: number
  readonly rate?: number | null
  readonly adaptive?: boolean
  readonly seconds: number
  readonly service: (clock: FakeClock, random: () => number) => Service
  readonly seed?: number
}): Run {
  const random = seeded(options.seed ?? 1)
  const clock = createFakeClock()
  const { concurrency, rate = null, adaptive = true, seconds } = options
  const rateLimiter = createRateLimiter({ concurrency, rate, adaptive, clock, random })
  const service = options.service(clock, random)
  const begun: number[] = []
  const accepted: number[] = []
  const refused: number[] = []
  const sizes: number[] = []
  let most = 0
  let timer: (() => void) | null = null

  function fill(): void {
    while (rateLimiter.take()) ask()
    const wait = rateLimiter.wait()
    timer?.()
    timer = wait === null ? null : clock.after(Math.max(1, wait), fill)
  }
  function ask(): void {
    const at = clock.monotonic()
    begun.push(at)
    most = Math.max(most, rateLimiter.inFlight)
    const ended = rateLimiter.request('create')
    const answer = service({ at, underWay: rateLimiter.inFlight })
    clock.after(answer.ms, () => {
      if (answer.what === 'answered') {
        accepted.push(clock.monotonic())
        ended(answer)
        rateLimiter.answered()
      } else if (answer.what === 'slow_down') {
        refused.push(clock.monotonic())
        ended({ ...answer, statedRate: answer.statedRate ?? null })
        rateLimiter.answered()
      } else {
        ended({ what: 'failed', retryAfterMs: null })
        rateLimiter.failure()
      }
      rateLimiter.giveBack()
      fill()
    })
  }

  fill()
  for (let second = 0; second < seconds; second += 1) {
    clock.advance(1000)
    sizes.push(rateLimiter.state.concurrency.now)
  }
  return { begun, accepted, refused, sizes, most }
}

/** The most requests in any ten seconds, from their times. */
export function mostInTenSeconds(times: readonly number[]): number {
  let most = 0
  let from = 0
  for (const [at, time] of times.entries()) {
    while ((times[from] ?? 0) <= time - 10_000) from += 1
    most = Math.max(most, at - from + 1)
  }
  return most
}

/** Allows this many per second with a burst of `burst`; states the wait in whole seconds, as services do. */
export function rateLimited(perSecond: number, burst: number, latency: () => number, says = true): Service {
  let tokens = burst
  let filledAt = 0
  return ({ at }) => {
    tokens = Math.min(burst, tokens + ((at - filledAt) / 1000) * perSecond)
    filledAt = at
    if (tokens >= 1) {
      tokens -= 1
      return { what: 'answered', ms: latency() }
    }
    const wait = Math.max(1, Math.ceil((1 - tokens) / perSecond)) * 1000
    return { what: 'slow_down', ms: 5, retryAfterMs: says ? wait : null }
  }
}

export function concurrencyLimited(limit: number, latency: () => number): Service {
  const ends: number[] = []
  return ({ at }) => {
    const underWay = ends.filter((end) => end > at).length
    if (underWay >= limit) return { what: 'slow_down', ms: 5, retryAfterMs: 1000 }
    const ms = latency()
    ends.splice(0, ends.length, ...ends.filter((end) => end > at), at + ms)
    return { what: 'answered', ms }
  }
}
