// Tests the rate limiter of a connection, on a clock that only the test moves: slots, rate, shared cool-down, circuit
// breaker.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRateLimiter } from '../../../electron/engine/sending/limits/rate-limiter.ts'
import { createFakeClock } from './fake-clock.ts'

function open(concurrency: number, rate: number | null = null) {
  const clock = createFakeClock()
  return {
    clock,
    rateLimiter: createRateLimiter({ concurrency, rate, adaptive: true, clock, random: () => 0.5 }),
  }
}

test('neither the slots nor the rate are exceeded, whatever is taken and given back when', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('take' as const), times: fc.integer({ min: 1, max: 70 }) }),
    fc.record({
      kind: fc.constantFrom('give' as const, 'put' as const),
      times: fc.integer({ min: 1, max: 70 }),
    }),
    fc.record({ kind: fc.constant('wait' as const), times: fc.integer({ min: 1, max: 3000 }) }),
    fc.record({ kind: fc.constant('again' as const), times: fc.integer({ min: 1, max: 5 }) }),
  )
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 64 }),
      fc.double({ min: 0.2, max: 500, noNaN: true }),
      fc.array(step, { maxLength: 120 }),
      (concurrency, rate, steps) => {
        const { clock, rateLimiter } = open(concurrency, rate)
        const taken: number[] = []
        let held = 0
        for (const { kind, times } of steps) {
          if (kind === 'wait') {
            clock.advance(times)
            continue
          }
          for (let at = 0; at < times; at += 1) {
            if (kind === 'take' && rateLimiter.take()) {
              held += 1
              taken.push(clock.monotonic())
            } else if (kind === 'again' && held > 0 && rateLimiter.takeAgain()) taken.push(clock.monotonic())
            else if (kind === 'give' && held > 0) {
              rateLimiter.giveBack()
              held -= 1
            } else if (kind === 'put' && held > 0 && taken.at(-1) === clock.monotonic()) {
              // It made no request, so it does not count.
              rateLimiter.putBack()
              taken.pop()
              held -= 1
            }
            expect(rateLimiter.inFlight).toBe(held)
            expect(held).toBeLessThanOrEqual(concurrency)
          }
        }
        for (const from of taken) {
          const within = taken.filter((at) => at >= from && at < from + 10_000).length
          // One whole request is the smallest possible excess.
          expect(within).toBeLessThanOrEqual(Math.max(rate * 10 * 1.05, rate * 10 + 1) + 1e-6)
        }
      },
    ),
    { numRuns: 150 },
  )
})

test.each([1, 7, 50, 200])(
  'of %s requests a second allowed at least 95 % are made when there is always work',
  (rate) => {
    const { clock, rateLimiter } = open(8, rate)
    let made = 0
    while (clock.monotonic() < 60_000) {
      while (rateLimiter.take()) {
        made += 1
        rateLimiter.giveBack()
      }
      clock.advance(Math.max(1, rateLimiter.wait() ?? 1))
    }
    expect(made).toBeGreaterThanOrEqual(rate * 60 * 0.95)
    expect(made).toBeLessThanOrEqual(rate * 60 * 1.05 + 1)
  },
)

test('looking for work and finding none costs nothing of the rate', () => {
  const { rateLimiter } = open(4, 1)
  for (let at = 0; at < 20; at += 1) {
    expect(rateLimiter.take()).toBe(true)
    rateLimiter.putBack()
  }
  expect(rateLimiter.take()).toBe(true)
  expect(rateLimiter.take()).toBe(false)
})

test('a cool-down holds everybody, and a shorter one does not cut a longer one', () => {
  const { clock, rateLimiter } = open(4)
  rateLimiter.coolDown(5000)
  rateLimiter.coolDown(100)
  expect([rateLimiter.take(), rateLimiter.takeAgain(), rateLimiter.wait()]).toEqual([false, false, 5000])
  clock.advance(4999)
  expect(rateLimiter.take()).toBe(false)
  clock.advance(1)
  expect([rateLimiter.take(), rateLimiter.take(), rateLimiter.take()]).toEqual([true, true, true])
})

test('setting the wall clock changes no wait', () => {
  const { clock, rateLimiter } = open(4, 1)
  rateLimiter.take()
  rateLimiter.coolDown(5000)
  clock.setBy(-10 * 365 * 86_400_000)
  expect(rateLimiter.wait()).toBe(5000)
  clock.advance(5000)
  expect(rateLimiter.take()).toBe(true)
})

describe('the breaker', () => {
  function opened() {
    const parts = open(8)
    for (let at = 0; at < 5; at += 1) {
      expect(parts.rateLimiter.isOpen).toBe(false)
      expect(parts.rateLimiter.take()).toBe(true)
      parts.rateLimiter.failure()
      parts.rateLimiter.giveBack()
    }
    return parts
  }

  test('opens at the fifth failure in a row; an answer in between begins the count again', () => {
    const { rateLimiter } = open(8)
    for (let round = 0; round < 10; round += 1) {
      for (let at = 0; at < 4; at += 1) rateLimiter.failure()
      rateLimiter.answered()
    }
    expect(rateLimiter.isOpen).toBe(false)
    expect(opened().rateLimiter.isOpen).toBe(true)
  })

  test('waits, then lets one probe through at a time', () => {
    const { clock, rateLimiter } = opened()
    expect(rateLimiter.take()).toBe(false)
    clock.advance(rateLimiter.wait() ?? 0)
    expect(rateLimiter.take()).toBe(true)
    expect(rateLimiter.take()).toBe(false)
    expect(rateLimiter.wait()).toBeNull()
  })

  test('closes with an answer and opens again, for longer, with a failure', () => {
    const { clock, rateLimiter } = opened()
    const first = rateLimiter.wait() ?? 0
    clock.advance(first)
    rateLimiter.take()
    rateLimiter.failure()
    rateLimiter.giveBack()
    expect(rateLimiter.wait()).toBeGreaterThan(first)
    clock.advance(rateLimiter.wait() ?? 0)
    rateLimiter.take()
    rateLimiter.answered()
    rateLimiter.giveBack()
    expect(rateLimiter.isOpen).toBe(false)
    expect(rateLimiter.take()).toBe(true)
  })

  test('never waits beyond five minutes', () => {
    const { clock, rateLimiter } = opened()
    for (let at = 0; at < 40; at += 1) {
      expect(rateLimiter.wait()).toBeLessThanOrEqual(300_000)
      clock.advance(rateLimiter.wait() ?? 0)
      rateLimiter.take()
      rateLimiter.failure()
      rateLimiter.giveBack()
    }
  })
})
