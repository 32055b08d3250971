// Tests connections to one service address, which count as one client: their requests, their rate and their status
// reads together stay under the strictest of their limits, neither blocks the other, and each has its own pauses.
// A share of limits that other desktops use as well is one more source of limits.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createSharedLimiters,
  type ShareLimits,
} from '../../../electron/engine/sending/limits/shared-limiter.ts'
import { limits, type Limits } from '../../../shared/sending/connection.ts'
import { createFakeClock } from './fake-clock.ts'

const minute = 60_000

function paces() {
  const clock = createFakeClock()
  const all = createSharedLimiters({ clock, random: () => 0.5 })
  const join = (given: Partial<Limits> = {}, service = 'https://a.example.org', restMs = 0) => {
    const woken = { times: 0 }
    const set = limits.parse({ readsPerMinute: null, ...given })
    return { woken, ...all.join(service, set, restMs, () => (woken.times += 1)) }
  }
  return { clock, all, join }
}

const takeAll = ({ rateLimiter }: { rateLimiter: { take(): boolean } }): number => {
  let taken = 0
  while (taken < 100 && rateLimiter.take()) taken += 1
  return taken
}

describe('two connections to one address', () => {
  test('have as many requests under way together as the stricter one allows alone', () => {
    const { join } = paces()
    const first = join({ concurrency: 8 })
    const second = join({ concurrency: 3 })
    expect(takeAll(first) + takeAll(second)).toBe(3)
    expect([first.rateLimiter.inFlight, second.rateLimiter.inFlight]).toEqual([3, 0])
    expect(first.rateLimiter.state.concurrency.limit).toBe(3)
  })

  test('share one rate, the lower one', () => {
    const { clock, join } = paces()
    const both = [join({ concurrency: 64, rate: 50 }), join({ concurrency: 64, rate: 5 })]
    let sent = 0
    for (let at = 0; at < 10_000; at += 50) {
      for (const one of both)
        while (one.rateLimiter.take()) {
          sent += 1
          one.rateLimiter.giveBack()
        }
      clock.advance(50)
    }
    expect(sent).toBeLessThanOrEqual(53)
    expect(sent).toBeGreaterThanOrEqual(45)
  })

  test('share one budget of reads', () => {
    const { clock, join } = paces()
    const both = [join({ readsPerMinute: 600 }), join({ readsPerMinute: 60 })]
    let reads = 0
    for (let at = 0; at < minute; at += 100) {
      for (const { reads: budget } of both) while (budget.take()) reads += 1
      clock.advance(100)
    }
    expect(reads).toBeLessThanOrEqual(60)
    expect(reads).toBeGreaterThanOrEqual(55)
  })

  test('a place that one gives back goes to the other that waits for it, and the other way round', () => {
    const { join } = paces()
    const first = join({ concurrency: 1 })
    const second = join({ concurrency: 1 })
    expect(first.rateLimiter.take()).toBe(true)
    expect(second.rateLimiter.take()).toBe(false)
    const turns: string[] = []
    let [holder, waiter] = [first, second]
    for (let round = 0; round < 6; round += 1) {
      const before = waiter.woken.times
      holder.rateLimiter.giveBack()
      expect(waiter.woken.times).toBe(before + 1)
      // The connection that returned the slot is faster, and leaves it.
      expect(holder.rateLimiter.take()).toBe(false)
      expect(waiter.rateLimiter.take()).toBe(true)
      turns.push(waiter === second ? 'second' : 'first')
      ;[holder, waiter] = [waiter, holder]
    }
    expect(turns).toEqual(['second', 'first', 'second', 'first', 'second', 'first'])
  })

  test('a place is not kept for one that has nothing to send after all', () => {
    const { clock, join } = paces()
    const first = join({ concurrency: 1 })
    const second = join({ concurrency: 1 })
    first.rateLimiter.take()
    second.rateLimiter.take()
    first.rateLimiter.giveBack()
    expect(first.rateLimiter.take()).toBe(false)
    expect(first.rateLimiter.wait()).toBe(50)
    clock.advance(51)
    expect(first.rateLimiter.take()).toBe(true)
  })

  test('rest together when the service asks one of them to', () => {
    const { join } = paces()
    const first = join()
    const second = join()
    first.rateLimiter.request('create')({ what: 'slow_down', retryAfterMs: 5000, statedRate: null })
    expect(second.rateLimiter.take()).toBe(false)
    expect(second.rateLimiter.state.coolForMs).toBeGreaterThan(4000)
  })

  test('the limits of a removed connection no longer apply', () => {
    const { join } = paces()
    const first = join({ concurrency: 8 })
    const second = join({ concurrency: 2, rate: 1 })
    second.leave()
    expect(takeAll(first)).toBe(8)
  })
})

test('connections to different addresses know nothing of each other', () => {
  const { join } = paces()
  const first = join({ concurrency: 2 })
  const second = join({ concurrency: 2 }, 'https://b.example.org')
  expect(takeAll(first) + takeAll(second)).toBe(4)
})

test('status reads have a default budget', () => {
  expect(limits.parse({}).readsPerMinute).toBe(600)
  expect(limits.parse({ readsPerMinute: null }).readsPerMinute).toBeNull()
})

describe('with a share of limits that other desktops use as well', () => {
  const address = 'https://a.example.org'
  const shareOf = (given: Partial<ShareLimits>, isInForce = () => true) => ({
    limits: { rate: null, concurrency: 64, readsPerMinute: null, ...given },
    isInForce,
  })

  test('the strictest of the connections’ limits and the share holds', () => {
    const { all, join } = paces()
    const one = join({ concurrency: 8 })
    all.share(address, shareOf({ concurrency: 3 }))
    expect([takeAll(one), all.underWay(address)]).toEqual([3, 3])
    all.share(address, null)
    expect([takeAll(one), all.underWay(address)]).toEqual([5, 8])
    expect(all.ownLimits(address)).toEqual({ concurrency: 8, rate: null, readsPerMinute: null })
  })

  test('nothing starts while the share is not in force, also for a connection that joins then', () => {
    const { all, join } = paces()
    let isInForce = false
    all.share(
      address,
      shareOf({}, () => isInForce),
    )
    const { rateLimiter } = join({ concurrency: 8 })
    expect([rateLimiter.take(), rateLimiter.takeAgain(), rateLimiter.allows]).toEqual([false, false, 0])
    expect(rateLimiter.wait()).toBeGreaterThan(0)
    isInForce = true
    expect([rateLimiter.take(), rateLimiter.takeAgain(), rateLimiter.allows]).toEqual([true, true, 7])
  })

  test('a new share wakes the connections', () => {
    const { all, join } = paces()
    const both = [join(), join()]
    all.share(address, shareOf({}))
    expect(both.map(({ woken }) => woken.times)).toEqual([1, 1])
  })

  test('nothing is saved up under a rate of zero', () => {
    const { clock, all, join } = paces()
    all.share(address, shareOf({ rate: 0, readsPerMinute: 0 }))
    const one = join({ concurrency: 64, rate: 100, readsPerMinute: 600 })
    clock.advance(minute)
    all.share(address, shareOf({ rate: 50, readsPerMinute: 60 }))
    expect([takeAll(one), one.reads.take()]).toEqual([0, false])
    clock.advance(1000)
    expect([one.rateLimiter.take(), one.reads.take()]).toEqual([true, true])
  })

  test('a share that changes every second gives in any ten seconds what its parts add up to', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 5, max: 100, noNaN: true }), { minLength: 20, maxLength: 40 }),
        (rates) => {
          const { clock, all, join } = paces()
          const { rateLimiter } = join({ concurrency: 64 })
          const made: number[] = []
          for (const rate of rates) {
            all.share(address, shareOf({ rate }))
            for (let at = 0; at < 1000; at += 5) {
              while (rateLimiter.take()) {
                made.push(clock.monotonic())
                rateLimiter.giveBack()
              }
              clock.advance(5)
            }
          }
          for (let from = 0; from + 10 <= rates.length; from += 1) {
            const allowed = rates.slice(from, from + 10).reduce((sum, rate) => sum + rate, 0)
            const count = made.filter((at) => at >= from * 1000 && at < (from + 10) * 1000).length
            // A share gives half a percent less, for what each desktop may have saved up.
            expect(count).toBeGreaterThanOrEqual(allowed * 0.995 - 2)
            expect(count).toBeLessThanOrEqual(allowed + 1)
          }
        },
      ),
      { numRuns: 50 },
    )
  })

  test('what the service did not take at once is remembered while the share becomes smaller and larger', () => {
    const { clock, all, join } = paces()
    const { rateLimiter } = join({ concurrency: 16 })
    rateLimiter.take()
    rateLimiter.request('create')({ what: 'slow_down', retryAfterMs: 1, statedRate: null })
    clock.advance(10)
    expect(rateLimiter.state.concurrency.now).toBe(8)
    all.share(address, shareOf({ concurrency: 3 }))
    expect(rateLimiter.state.concurrency.now).toBe(3)
    all.share(address, shareOf({ concurrency: 16 }))
    expect(rateLimiter.state.concurrency.now).toBe(8)
  })

  test('what was used is measured: the rate, the most at once, and whether more was wanted', () => {
    const { clock, all, join } = paces()
    const one = join({ concurrency: 4, rate: 2 })
    all.takeUsage(address)
    clock.advance(2000)
    one.rateLimiter.take()
    expect(all.takeUsage(address)).toEqual({ rate: 0.5, concurrency: 1 })
    clock.advance(1000)
    takeAll(one)
    expect(all.takeUsage(address)).toEqual({ rate: null, concurrency: 2 })
    clock.advance(5000)
    all.share(address, shareOf({ concurrency: 2 }))
    takeAll(one)
    expect(all.takeUsage(address).concurrency).toBeNull()
  })

  test('a slot that was taken and put back is no use', () => {
    const { clock, all, join } = paces()
    const { rateLimiter } = join()
    all.takeUsage(address)
    clock.advance(1000)
    rateLimiter.take()
    rateLimiter.putBack()
    expect(all.takeUsage(address).rate).toBe(0)
  })
})
