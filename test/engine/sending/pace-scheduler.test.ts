// Tests the speed of one connection's traffic, against a scripted service and on a clock that only the test moves:
// storms, quiet hours, and their display.
import { describe, expect, test } from 'vitest'
import type { TransportResult } from '../../../electron/engine/sending/service-client/transport.ts'
import type { QuietHours } from '../../../shared/sending/quiet-hours.ts'
import { queue } from '../store/practice-store.ts'
import { practiseScheduling, recordReply, reply, type Script, finish } from './practice-scheduler.ts'

const created = reply(201, {})
const broken = reply(503, {})
const isBreakerOpen = (harness: Harness): boolean => harness.scheduler.breakerOpen

type Harness = Awaited<ReturnType<typeof begin>>

async function begin(script: Script, options: Parameters<typeof practiseScheduling>[1] = {}) {
  const harness = await practiseScheduling(script, options)
  queue(harness)
  return { ...harness, scheduler: harness.start() }
}

const creates = (harness: Pick<Harness, 'asked'>): number[] =>
  harness.asked.filter(({ route }) => route === 'create').map(({ at }) => at)

describe('a storm of 429', () => {
  test.each([
    ['seconds', () => ({ 'retry-after': '3' })],
    ['a fraction', () => ({ 'retry-after': '2.5' })],
    ['a date', (now: number) => ({ 'retry-after': new Date(now + 3000).toUTCString() })],
    ['several', () => ({ 'retry-after': '1, 3' })],
  ])('with %s: nobody asks before that, on no route, and all arrive once', async (_name, headers) => {
    let until = 0
    let early = 0
    let stormAt = 0
    const harness = await begin(
      ({ route }, nth) => {
        const now = harness.serviceNow()
        // Requests that were in flight together count as one.
        if (now < until && harness.clock.now() > stormAt) early += 1
        if (route === 'create' && nth % 7 === 3) {
          stormAt = harness.clock.now()
          until = Math.max(until, now + 2500)
          return reply(429, { code: 'throttled' }, headers(now))
        }
        return route === 'create' ? created : recordReply('PROCESSED', now)
      },
      { accounts: 40, limits: { concurrency: 8 } },
    )
    await harness.pass(240_000)
    expect(early).toBe(0)
    expect(harness.states().done).toBe(40)
    expect(new Set(harness.asked.filter(({ route }) => route === 'create').map(({ key }) => key)).size).toBe(
      40,
    )
    expect(harness.broken).toEqual([])
  })

  test('of a service that takes 5 a second: that is found, and most of it used', async () => {
    let tokens = 5
    let filledAt = 0
    const accepted: number[] = []
    const harness = await begin(
      ({ route }) => {
        const now = harness.clock.monotonic()
        if (route !== 'create') return recordReply('PENDING', harness.serviceNow())
        tokens = Math.min(5, tokens + ((now - filledAt) / 1000) * 5)
        filledAt = now
        if (tokens < 1) return reply(429, {}, { 'retry-after': '1' })
        tokens -= 1
        accepted.push(now)
        return created
      },
      { accounts: 400, limits: { concurrency: 8, pollFirstMs: 3_600_000, pollLongestMs: 3_600_000 } },
    )
    await harness.pass(70_000, 50)
    // The clock moves in steps of a quarter of the interval between two requests, so some of the rate cannot be
    // used.
    expect(accepted.filter((at) => at > 10_000).length).toBeGreaterThan(5 * 60 * 0.75)
    expect(harness.count('create') - accepted.length).toBeLessThan(30)
    expect(harness.scheduler.pace.state.slowedBy).toBe('slow_down')
  })
})

describe('a storm of 5xx', () => {
  test('opens the breaker at the fifth; then one is asked at a time, and all goes on when the service is back', async () => {
    let away = true
    let underWay = 0
    let most = 0
    const ends: ((result: TransportResult) => void)[] = []
    const harness = await begin(
      ({ route }) => {
        if (!away) return route === 'create' ? created : recordReply('PROCESSED', harness.serviceNow())
        underWay += 1
        if (isBreakerOpen(harness)) most = Math.max(most, underWay)
        return new Promise((resolve) => {
          ends.push((result) => {
            underWay -= 1
            resolve(result)
          })
        })
      },
      { accounts: 30, limits: { concurrency: 5 } },
    )
    await harness.pass(500)
    expect(harness.count('create')).toBe(5)
    for (const end of ends.splice(0)) end(broken)
    await finish()
    expect(isBreakerOpen(harness)).toBe(true)
    expect(harness.scheduler.pace.state.open?.probeInMs).toBeGreaterThan(0)
    const before = harness.asked.length
    for (let second = 0; second < 120; second += 1) {
      await harness.pass(1000)
      for (const end of ends.splice(0)) end(broken)
    }
    expect(most).toBe(1)
    const probes = harness.asked.length - before
    expect(probes).toBeGreaterThan(3)
    expect(probes).toBeLessThan(10)
    away = false
    const isBack = (): boolean =>
      harness.states().done === 30 && harness.scheduler.pace.state.slowedBy === null
    for (let at = 0; at < 120 && !isBack(); at += 1) await harness.pass(5000)
    expect(isBreakerOpen(harness)).toBe(false)
    expect(harness.states().done).toBe(30)
    expect(harness.scheduler.pace.state).toMatchObject({ concurrency: { now: 5, limit: 5 }, open: null })
    expect(harness.broken).toEqual([])
  })

  test('that says when it is over is waited for', async () => {
    const harness = await begin(
      ({ route }, nth) =>
        route === 'create' && nth === 1
          ? reply(503, {}, { 'retry-after': '45' })
          : route === 'create'
            ? created
            : recordReply('PROCESSED', harness.serviceNow()),
      { accounts: 4, limits: { concurrency: 1 } },
    )
    await harness.pass(1000)
    const asked = harness.asked.length
    expect(harness.scheduler.pace.state.coolForMs).toBeGreaterThan(40_000)
    await harness.pass(43_000)
    expect(harness.asked.length).toBe(asked)
    await harness.pass(20_000)
    expect(harness.count('create')).toBe(4)
  })
})

describe('quiet hours', () => {
  const time = (at: number): string => {
    const date = new Date(at)
    return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
  }
  const between = (from: number, to: number): QuietHours[] => [
    { days: [1, 2, 3, 4, 5, 6, 7], from: time(from), to: time(to) },
  ]
  const minute = 60_000
  /** The start time of the practice clock. */
  const start = Date.UTC(2026, 2, 4, 9, 30)

  test('no create begins in them; validation and status reads continue, and sending resumes automatically', async () => {
    const quietHours = between(start + 10 * minute, start + 40 * minute)
    const harness = await begin(
      ({ route }) => {
        if (route === 'create') return created
        return route === 'validate' ? reply(200, {}) : recordReply('PENDING', harness.serviceNow())
      },
      // One per minute, so that the queue lasts into and beyond the quiet hours.
      { accounts: 30, limits: { concurrency: 2, rate: 1 / 60, pollFirstMs: 5 * minute, quietHours } },
    )
    await harness.pass(9 * minute, 5000)
    expect(harness.scheduler.pace.quietUntil).toBeNull()
    expect(creates(harness).length).toBeGreaterThan(2)
    await harness.pass(5 * minute, 5000)
    expect(harness.scheduler.pace.quietUntil).toBe(start + 40 * minute)
    const statuses = harness.count('status')
    await harness.pass(25 * minute, 5000)
    const isQuiet = (at: number): boolean => at >= start + 10 * minute && at < start + 40 * minute
    expect(creates(harness).filter(isQuiet)).toEqual([])
    expect(harness.count('status')).toBeGreaterThan(statuses)
    expect(harness.states().sending).toBe(0)
    await harness.pass(20 * minute, 5000)
    expect(creates(harness).filter((at) => at >= start + 40 * minute).length).toBeGreaterThan(2)
    expect(creates(harness).filter(isQuiet)).toEqual([])
    expect(harness.broken).toEqual([])
  })

  test('that have begun hold what was released, at once; what is to be validated is validated', async () => {
    const quietHours = between(start - 5 * minute, start + 5 * minute)
    const harness = await practiseScheduling(
      ({ route }) => (route === 'validate' ? reply(200, {}) : created),
      {
        accounts: 12,
        limits: { concurrency: 4, quietHours },
      },
    )
    harness.store.batches.setValidating(harness.batch, true)
    const scheduler = harness.start()
    await harness.pass(5000)
    expect(harness.states().validated).toBe(12)
    for (const id of harness.ids) harness.store.accounts.move(id, 'validated', 'queued', { due_at: start })
    scheduler.wake()
    await harness.pass(2 * minute)
    expect(harness.count('create')).toBe(0)
    expect(harness.states().queued).toBe(12)
    // After the clock is set, the change takes effect within a minute.
    harness.clock.setBy(3 * minute)
    await harness.pass(30_000)
    expect(harness.count('create')).toBe(12)
    expect(harness.broken).toEqual([])
  })
})
