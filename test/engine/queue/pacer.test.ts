// How fast a connection may be asked, on a clock that only the test moves: slots, rate, shared cool-down, breaker
// (reliability.md section 2).
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPacer } from '../../../electron/engine/queue/pacer.ts'
import { createFakeClock } from './fake-clock.ts'

function open(concurrency: number, rate: number | null = null) {
  const clock = createFakeClock()
  return { clock, pacer: createPacer({ concurrency, rate, clock, random: () => 0.5 }) }
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
        const { clock, pacer } = open(concurrency, rate)
        const taken: number[] = []
        let held = 0
        for (const { kind, times } of steps) {
          if (kind === 'wait') {
            clock.advance(times)
            continue
          }
          for (let at = 0; at < times; at += 1) {
            if (kind === 'take' && pacer.take()) {
              held += 1
              taken.push(clock.monotonic())
            } else if (kind === 'again' && held > 0 && pacer.takeAgain()) taken.push(clock.monotonic())
            else if (kind === 'give' && held > 0) {
              pacer.giveBack()
              held -= 1
            } else if (kind === 'put' && held > 0 && taken.at(-1) === clock.monotonic()) {
              // No request was made of it, so it does not count.
              pacer.putBack()
              taken.pop()
              held -= 1
            }
            expect(pacer.inFlight).toBe(held)
            expect(held).toBeLessThanOrEqual(concurrency)
          }
        }
        for (const from of taken) {
          const within = taken.filter((at) => at >= from && at < from + 10_000).length
          // One whole request is the smallest excess there is.
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
    const { clock, pacer } = open(8, rate)
    let made = 0
    while (clock.monotonic() < 60_000) {
      while (pacer.take()) {
        made += 1
        pacer.giveBack()
      }
      clock.advance(Math.max(1, pacer.wait() ?? 1))
    }
    expect(made).toBeGreaterThanOrEqual(rate * 60 * 0.95)
    expect(made).toBeLessThanOrEqual(rate * 60 * 1.05 + 1)
  },
)

test('looking for work and finding none costs nothing of the rate', () => {
  const { pacer } = open(4, 1)
  for (let at = 0; at < 20; at += 1) {
    expect(pacer.take()).toBe(true)
    pacer.putBack()
  }
  expect(pacer.take()).toBe(true)
  expect(pacer.take()).toBe(false)
})

test('a cool-down holds everybody, and a shorter one does not cut a longer one', () => {
  const { clock, pacer } = open(4)
  pacer.coolDown(5000)
  pacer.coolDown(100)
  expect([pacer.take(), pacer.takeAgain(), pacer.wait()]).toEqual([false, false, 5000])
  clock.advance(4999)
  expect(pacer.take()).toBe(false)
  clock.advance(1)
  expect([pacer.take(), pacer.take(), pacer.take()]).toEqual([true, true, true])
})

test('setting the wall clock changes no wait', () => {
  const { clock, pacer } = open(4, 1)
  pacer.take()
  pacer.coolDown(5000)
  clock.setBy(-10 * 365 * 86_400_000)
  expect(pacer.wait()).toBe(5000)
  clock.advance(5000)
  expect(pacer.take()).toBe(true)
})

describe('the breaker', () => {
  function opened() {
    const parts = open(8)
    for (let at = 0; at < 5; at += 1) {
      expect(parts.pacer.isOpen).toBe(false)
      expect(parts.pacer.take()).toBe(true)
      parts.pacer.failure()
      parts.pacer.giveBack()
    }
    return parts
  }

  test('opens at the fifth failure in a row; an answer in between begins the count anew', () => {
    const { pacer } = open(8)
    for (let round = 0; round < 10; round += 1) {
      for (let at = 0; at < 4; at += 1) pacer.failure()
      pacer.answered()
    }
    expect(pacer.isOpen).toBe(false)
    expect(opened().pacer.isOpen).toBe(true)
  })

  test('waits, then lets one probe through at a time', () => {
    const { clock, pacer } = opened()
    expect(pacer.take()).toBe(false)
    clock.advance(pacer.wait() ?? 0)
    expect(pacer.take()).toBe(true)
    expect(pacer.take()).toBe(false)
    expect(pacer.wait()).toBeNull()
  })

  test('closes with an answer and opens again, for longer, with a failure', () => {
    const { clock, pacer } = opened()
    const first = pacer.wait() ?? 0
    clock.advance(first)
    pacer.take()
    pacer.failure()
    pacer.giveBack()
    expect(pacer.wait()).toBeGreaterThan(first)
    clock.advance(pacer.wait() ?? 0)
    pacer.take()
    pacer.answered()
    pacer.giveBack()
    expect(pacer.isOpen).toBe(false)
    expect(pacer.take()).toBe(true)
  })

  test('never waits beyond five minutes', () => {
    const { clock, pacer } = opened()
    for (let at = 0; at < 40; at += 1) {
      expect(pacer.wait()).toBeLessThanOrEqual(300_000)
      clock.advance(pacer.wait() ?? 0)
      pacer.take()
      pacer.failure()
      pacer.giveBack()
    }
  })
})
