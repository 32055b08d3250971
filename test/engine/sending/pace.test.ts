// Tests how the speed adapts, against simulated services on a fake clock: no throughput is lost when nothing is
// wrong, unstated limits of the service are found and kept, and the configured limits are never exceeded.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRateLimiter } from '../../../electron/engine/sending/limits/rate-limiter.ts'
import { createFakeClock } from './fake-clock.ts'
import { concurrencyLimited, mostInTenSeconds, type Run, type Service, simulate } from './pace-simulation.ts'

const around = (ms: number, random: () => number): number => ms * (0.8 + 0.4 * random())
const perSecond = (run: Run, fromSecond: number, toSecond: number): number =>
  run.accepted.filter((at) => at >= fromSecond * 1000 && at < toSecond * 1000).length /
  (toSecond - fromSecond)

describe('when nothing is wrong', () => {
  test.each([1, 8, 64])('as many are made at %s at once as without adapting', (concurrency) => {
    const service = (_clock: unknown, random: () => number): Service => {
      // The jitter of a fast service, with an occasional reply that takes a hundred times as long.
      return () => ({ what: 'answered', ms: random() < 0.02 ? 300 : 2 + 6 * random() })
    }
    const run = simulate({ concurrency, seconds: 20, service })
    const bare = simulate({ concurrency, seconds: 20, service, adaptive: false })
    expect(run.sizes.every((size) => size === concurrency)).toBe(true)
    expect(run.accepted.length).toBe(bare.accepted.length)
    expect(run.most).toBe(concurrency)
  })

  test('a fast service that takes twenty times as long is still fast, and halves nothing', () => {
    const run = simulate({
      concurrency: 16,
      seconds: 60,
      service:
        () =>
        ({ at }) => ({ what: 'answered', ms: at > 20_000 ? 400 : 20 }),
    })
    expect(run.sizes.every((size) => size === 16)).toBe(true)
  })

  test('a hiccup that holds up everything for three seconds halves nothing', () => {
    const run = simulate({
      concurrency: 16,
      seconds: 60,
      service:
        () =>
        ({ at }) => ({ what: 'answered', ms: at > 20_000 && at < 23_000 ? 23_100 - at : 100 }),
    })
    expect(run.sizes.every((size) => size === 16)).toBe(true)
  })
})

describe('a service that answers more and more slowly', () => {
  const slowFrom = (from: number, until: number, factor: number) => (): Service => {
    return ({ at }) => ({ what: 'answered', ms: at >= from * 1000 && at < until * 1000 ? 400 * factor : 400 })
  }

  test('is asked by half as many, round after round, and by all again when it is as quick as before', () => {
    const run = simulate({ concurrency: 16, seconds: 240, service: slowFrom(30, 60, 6) })
    expect(run.sizes.slice(0, 30).every((size) => size === 16)).toBe(true)
    const lowest = Math.min(...run.sizes.slice(30, 64))
    expect(lowest).toBeLessThanOrEqual(4)
    for (const [at, size] of run.sizes.entries()) {
      const before = run.sizes[at - 1] ?? size
      // While it is slow, a second allows at most one round.
      if (at < 64) expect(size).toBeGreaterThanOrEqual(Math.floor(before / 2))
    }
    expect(run.sizes.at(-1)).toBe(16)
  })

  test('and stays so, is what is usual after a while', () => {
    const run = simulate({ concurrency: 8, seconds: 1800, service: slowFrom(30, 1800, 4) })
    expect(Math.min(...run.sizes)).toBeLessThan(8)
    expect(run.sizes.slice(-300).every((size) => size === 8)).toBe(true)
  })

  test('is not noticed where adapting is off', () => {
    const run = simulate({ concurrency: 16, seconds: 90, adaptive: false, service: slowFrom(30, 60, 6) })
    expect(run.sizes.every((size) => size === 16)).toBe(true)
  })
})

describe('a service that takes only so many at once', () => {
  test.each([
    [4, 16, 200],
    [1, 8, 200],
    [5, 64, 1000],
    [20, 64, 100],
  ])('%s of %s: what it takes is found, kept to and used', (limit, concurrency, ms) => {
    const run = simulate({
      concurrency,
      seconds: 300,
      service: (_clock, random) => concurrencyLimited(limit, () => around(ms, random)),
    })
    const allowed = limit / (ms / 1000)
    expect(perSecond(run, 10, 300)).toBeGreaterThan(allowed * 0.95)
    // Once the limit is found, it is probed for more only occasionally.
    expect(run.refused.filter((at) => at > 60_000).length).toBeLessThan(15)
  })

  test('halves once for all that were under way together', () => {
    const { rateLimiter, clock } = open(16)
    const ends = takeAll(rateLimiter).map(() => rateLimiter.request('create'))
    clock.advance(100)
    for (const end of ends) end({ what: 'slow_down', retryAfterMs: 1000, statedRate: null })
    expect(rateLimiter.state).toMatchObject({ concurrency: { now: 8, limit: 16 }, slowedBy: 'slow_down' })
  })

  test('waits once for all that were under way together, where it does not say how long, and longer the next time', () => {
    const { rateLimiter, clock } = open(16)
    const waits: number[] = []
    for (let round = 0; round < 3; round += 1) {
      const ends = takeAll(rateLimiter).map(() => rateLimiter.request('create'))
      clock.advance(100)
      for (const end of ends) {
        end({ what: 'slow_down', retryAfterMs: null, statedRate: null })
        rateLimiter.giveBack()
      }
      waits.push(rateLimiter.wait() ?? 0)
      clock.advance(rateLimiter.wait() ?? 0)
    }
    // With the random factor at half: half of two, of four, of eight seconds.
    expect(waits).toEqual([1000, 2000, 4000])
  })

  test('is given more again by one a round, up to the limit', () => {
    const { rateLimiter, clock } = open(8)
    for (const end of takeAll(rateLimiter).map(() => rateLimiter.request('create')))
      end({ what: 'slow_down', retryAfterMs: 1, statedRate: null })
    for (let at = 0; at < 8; at += 1) rateLimiter.giveBack()
    clock.advance(40_000)
    const sizes: number[] = []
    for (let round = 0; round < 5; round += 1) {
      answerRound(rateLimiter)
      sizes.push(rateLimiter.state.concurrency.now)
    }
    expect(sizes).toEqual([5, 6, 7, 8, 8])
    expect(rateLimiter.state.slowedBy).toBeNull()
  })
})

describe('after the breaker', () => {
  test('it begins with one, doubles by the round up to half, and then grows by one', () => {
    const { rateLimiter, clock } = open(20)
    for (let at = 0; at < 5; at += 1) rateLimiter.failure()
    clock.advance(rateLimiter.wait() ?? 0)
    expect(rateLimiter.take()).toBe(true)
    const probe = rateLimiter.request('status')
    probe({ what: 'answered' })
    rateLimiter.answered()
    rateLimiter.giveBack()
    const sizes = [rateLimiter.state.concurrency.now]
    expect(rateLimiter.state.slowedBy).toBe('not_answering')
    for (let round = 0; round < 15; round += 1) {
      answerRound(rateLimiter)
      sizes.push(rateLimiter.state.concurrency.now)
    }
    expect(sizes).toEqual([1, 2, 4, 8, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 20])
    expect(rateLimiter.state.slowedBy).toBeNull()
  })

  test('nothing is requested before the time that the service stated', () => {
    const { rateLimiter, clock } = open(4)
    rateLimiter.take()
    rateLimiter.request('validate')({ what: 'failed', retryAfterMs: 20_000 })
    rateLimiter.giveBack()
    expect(rateLimiter.wait()).toBe(20_000)
    expect(rateLimiter.state.coolForMs).toBe(20_000)
    clock.advance(20_000)
    expect(rateLimiter.take()).toBe(true)
  })
})

test('whatever the service does, no limit is exceeded, and no slot is lost', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 64 }),
      fc.option(fc.double({ min: 0.5, max: 200, noNaN: true }), { nil: null }),
      fc.integer(),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 }),
      (concurrency, rate, seed, [failing = 0, refusing = 0, slowness = 0]) => {
        const run = simulate({
          concurrency,
          rate,
          seconds: 25,
          seed,
          service: (clock, random) => {
            return () => {
              // Behaviours change every few seconds.
              const behaviour = Math.sin(clock.monotonic() / 4000 + seed)
              const ms = 5 + slowness * 1500 * Math.max(0, behaviour) * random()
              if (random() < failing * Math.max(0, -behaviour)) return { what: 'failed', ms }
              if (random() < refusing * Math.max(0, behaviour) * 0.5)
                return { what: 'slow_down', ms, retryAfterMs: random() < 0.5 ? null : random() * 3000 }
              return { what: 'answered', ms }
            }
          },
        })
        expect(run.most).toBeLessThanOrEqual(concurrency)
        for (const size of run.sizes) expect(size >= 1 && size <= concurrency).toBe(true)
        if (rate !== null)
          expect(mostInTenSeconds(run.begun)).toBeLessThanOrEqual(Math.max(rate * 10.5, rate * 10 + 1) + 1e-6)
        expect(run.begun.length).toBeGreaterThan(0)
      },
    ),
    { numRuns: 80 },
  )
})

function open(concurrency: number) {
  const clock = createFakeClock()
  return {
    clock,
    rateLimiter: createRateLimiter({ concurrency, rate: null, adaptive: true, clock, random: () => 0.5 }),
  }
}

function takeAll(rateLimiter: ReturnType<typeof createRateLimiter>): number[] {
  const taken: number[] = []
  while (rateLimiter.take()) taken.push(taken.length)
  return taken
}

/** As many requests as are allowed at once, all answered. */
function answerRound(rateLimiter: ReturnType<typeof createRateLimiter>): void {
  for (const end of takeAll(rateLimiter).map(() => rateLimiter.request('create'))) {
    end({ what: 'answered' })
    rateLimiter.giveBack()
  }
}
