// Tests the number of prefetched intents, on a clock that only the test moves.
import { expect, test } from 'vitest'
import { createPrefetch } from '../../../electron/engine/sending/create/prefetch.ts'
import { createFakeClock } from './fake-clock.ts'

function answering(concurrency: number) {
  const clock = createFakeClock()
  const ahead = createPrefetch(clock, concurrency)
  return {
    ahead,
    every(ms: number, times: number): number {
      for (let nth = 0; nth < times; nth += 1) {
        clock.advance(ms)
        ahead.answered()
      }
      return ahead.count
    },
  }
}

test('before anything was answered they are half as many as places, eight at most', () => {
  expect([1, 2, 4, 64].map((places) => answering(places).ahead.count)).toEqual([1, 1, 2, 8])
})

test('they are as many as are answered within a moment: ten where a thousand a second are, one where ten are', () => {
  expect(answering(8).every(1, 50)).toBe(10)
  expect(answering(8).every(4, 50)).toBe(3)
  expect(answering(64).every(100, 50)).toBe(1)
})

test('they are eight for each place at most, so that writing them keeps it empty for no longer than eight requests, and never more than sixteen', () => {
  expect([1, 2, 4, 64].map((places) => answering(places).every(0.1, 50))).toEqual([8, 16, 16, 16])
})

test('more are written once as many have left as there are places, eight at least, or most of them', () => {
  const few = (places: number): number => {
    const { ahead, every } = answering(places)
    every(0.1, 50)
    return ahead.few
  }
  expect([1, 4, 8, 10, 64].map(few)).toEqual([2, 8, 8, 6, 4])
})

test('a service that becomes slow has fewer soon, and a rest of minutes changes nothing', () => {
  const { every, ahead } = answering(8)
  expect(every(1, 50)).toBe(10)
  every(120_000, 1)
  expect(ahead.count).toBe(10)
  expect(every(200, 3)).toBe(1)
})

test('answers that come all at once make them as many as there may be, not without end', () => {
  expect(answering(4).every(0, 20)).toBe(16)
})
