// Tests rates that a service enforces without stating them, which are detected and used, and rates that it states.
// The service is a model on a fake clock.
import { describe, expect, test } from 'vitest'
import { rateLimited, type Run, simulate } from './pace-simulation.ts'

const around = (ms: number, random: () => number): number => ms * (0.8 + 0.4 * random())
const perSecond = (run: Run, fromSecond: number, toSecond: number): number =>
  run.accepted.filter((at) => at >= fromSecond * 1000 && at < toSecond * 1000).length /
  (toSecond - fromSecond)

describe('a service that takes only so many a second, and does not tell', () => {
  test.each([
    ['room for a second', 20, 20, 8, 50, true],
    ['room for a second, without Retry-After', 20, 20, 8, 50, false],
    ['room for one', 20, 1, 8, 50, true],
    ['slow answers', 20, 20, 16, 500, true],
    ['many at once', 50, 50, 64, 100, true],
    ['many at once, without Retry-After', 50, 50, 64, 100, false],
    ['little room', 100, 10, 8, 30, true],
    ['two a second', 2, 2, 4, 300, true],
    ['one in two seconds', 0.5, 1, 4, 300, true],
    ['room for a minute', 10, 600, 8, 50, true],
  ])(
    '%s: %s a second are found and at least 95 % of them used in half an hour',
    (_name, rate, burst, concurrency, ms, says) => {
      const run = simulate({
        concurrency,
        seconds: 1800,
        service: (_clock, random) => rateLimited(rate, burst, () => around(ms, random), says),
      })
      expect(perSecond(run, 60, 1800)).toBeGreaterThan(rate * 0.95)
      // Probing costs little: a few of hundreds or thousands are refused.
      expect(run.refused.length).toBeLessThan(Math.max(40, run.accepted.length * 0.02))
    },
  )

  test('a stated rate is kept to at once', () => {
    const inner = rateLimited(10, 10, () => 20)
    const run = simulate({
      concurrency: 8,
      seconds: 120,
      service: () => (arrival) => {
        const answer = inner(arrival)
        return answer.what === 'slow_down' ? { ...answer, statedRate: 10 } : answer
      },
    })
    expect(run.refused.length).toBeLessThanOrEqual(8)
    expect(perSecond(run, 5, 120)).toBeGreaterThan(9.5)
    expect(run.sizes.slice(10).every((size) => size === 8)).toBe(true)
  })

  test('more is found when it takes more later on', () => {
    const slow = rateLimited(5, 5, () => 50)
    const run = simulate({
      concurrency: 8,
      seconds: 1200,
      service: () => (arrival) => (arrival.at < 300_000 ? slow(arrival) : { what: 'answered', ms: 50 }),
    })
    expect(perSecond(run, 60, 300)).toBeLessThanOrEqual(5.2)
    expect(perSecond(run, 1100, 1200)).toBeGreaterThan(8 / 0.05 / 2)
  })
})
