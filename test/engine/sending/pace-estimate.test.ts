// Tests the estimate of the time left: in runs with known rates, the estimated range contains the actual time.
import { describe, expect, test } from 'vitest'
import { timeFor, timeToFinish } from '../../../electron/engine/sending/limits/time-left.ts'
import { createLimitedClient } from '../../../electron/engine/sending/limits/limited-client.ts'
import { acceptedPerMinute, createFlow, createMeter } from '../../../electron/engine/sending/limits/meter.ts'
import { createRateLimiter } from '../../../electron/engine/sending/limits/rate-limiter.ts'
import { createServiceClient } from '../../../electron/engine/sending/service-client/service-client.ts'
import { withdrawnCode } from '../../../electron/engine/sending/service-client/transport.ts'
import { practiceSettings } from '../store/practice-store.ts'
import { createFakeClock } from './fake-clock.ts'
import { seeded } from './pace-simulation.ts'

/** Accounts done in each second. */
type Work = (second: number, random: () => number) => number

const poisson = (mean: number, random: () => number): number => {
  let count = 0
  for (let left = Math.exp(-mean), product = random(); product > left; product *= random()) count += 1
  return count
}
const works: Readonly<Record<string, Work>> = {
  'an even rate': () => 7,
  'a fast one with jitter': (_second, random) => Math.round(200 * (0.7 + 0.6 * random())),
  'answers at random': (_second, random) => poisson(4, random),
  'few at random': (_second, random) => poisson(0.4, random),
  'a rate that swings within a minute': (second, random) =>
    poisson(20 * (1 + 0.5 * Math.sin(second / 9 + random())), random),
  'a service that has to be waited for every twenty seconds': (second, random) =>
    second % 20 < 5 ? 0 : poisson(12, random),
  'bursts of ten seconds': (second, random) => poisson(Math.floor(second / 10) % 2 === 0 ? 30 : 10, random),
}

/** The estimate after that many seconds, and the time that it then really took. */
function estimated(work: Work, after: number, rest: number, run: number) {
  const random = seeded(run * 7919 + after)
  const start = Math.floor(random() * 1000)
  const done: number[] = []
  for (let second = 0; second < after; second += 1) done.push(work(start + second, random))
  const estimate = timeFor(rest, done)
  let took = 0
  for (let left = rest; left > 0; took += 1) left -= work(start + after + took, random)
  return { estimate, tookMs: took * 1000 }
}

/** How often the range reported after that many seconds contained the actual time, and how wide it was. */
function measure(
  work: Work,
  after: number,
  rest: number,
  runs: number,
): { held: number; reported: number; width: number } {
  let held = 0
  let reported = 0
  let width = 0
  for (let run = 0; run < runs; run += 1) {
    const { estimate: range, tookMs } = estimated(work, after, rest, run)
    if (range === null) continue
    reported += 1
    if (tookMs >= range.fromMs - 1000 && tookMs <= range.toMs + 1000) held += 1
    width += range.toMs / range.fromMs / runs
  }
  return { held, reported, width }
}

describe('the time left to send', () => {
  test.each(Object.entries(works))('%s: nine of ten ranges hold what came true', (_name, work) => {
    let held = 0
    let reported = 0
    for (const after of [10, 30, 120, 300]) {
      for (const rest of [50, 500, 5000]) {
        const one = measure(work, after, rest, 60)
        held += one.held
        reported += one.reported
      }
    }
    expect(reported).toBeGreaterThan(300)
    expect(held / reported).toBeGreaterThan(0.9)
  })

  test.each(Object.entries(works))(
    '%s: after a minute the likely time is never above twice the truth',
    (_name, work) => {
      let worst = 0
      for (const after of [60, 90, 120, 300]) {
        for (const rest of [200, 1000, 5000]) {
          for (let run = 0; run < 60; run += 1) {
            const { estimate, tookMs } = estimated(work, after, rest, run)
            worst = Math.max(worst, (estimate?.likelyMs ?? 0) / tookMs)
          }
        }
      }
      expect(worst).toBeGreaterThan(0.9)
      expect(worst).toBeLessThanOrEqual(2)
    },
  )

  test('the range narrows with more measurements, to a quarter around the truth for a service at random', () => {
    const random = works['answers at random'] ?? (() => 0)
    const widths = [10, 30, 120, 300].map((after) => measure(random, after, 3000, 60).width)
    expect([...widths].sort((left, right) => right - left)).toEqual(widths)
    expect(widths.at(-1)).toBeLessThan(1.35)
  })

  test.each([
    ['nothing is left', 0, Array<number>(60).fill(5)],
    ['nothing was measured', 100, []],
    ['a few seconds were measured', 100, [5, 5, 5]],
    ['a handful was done', 100, [1, 0, 0, 2, 0, 0, 0, 1, 0, 0]],
  ])('none while %s', (_name, rest, done) => {
    expect(timeFor(rest, done)).toBeNull()
  })

  test('is never less than nothing, nor without end', () => {
    const range = timeFor(1, [100, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
    expect(range?.fromMs).toBeGreaterThanOrEqual(0)
    expect(range?.toMs).toBeLessThan(Number.POSITIVE_INFINITY)
    expect(range?.toMs).toBeGreaterThan(range?.fromMs ?? 0)
  })
})

describe('the time left to finish', () => {
  /** Accounts accepted one by one; each finishes independently, or a few per second in order. */
  function finish(
    random: () => number,
    kind: 'each takes its time' | 'so many a second',
  ): { held: boolean; reported: boolean } {
    const accounts = 300
    const sent = Array.from({ length: accounts }, (_, at) => at * 200)
    let free = 0
    const doneAt = sent.map((at) => {
      if (kind === 'each takes its time') return at + 20_000 * (0.4 + 1.2 * random())
      free = Math.max(free, at + 2000) + 300 * (0.5 + random())
      return free
    })
    const now = (sent.at(-1) ?? 0) + 5000
    const done = doneAt
      .map((at, index) => ({ at, after: at - (sent[index] ?? 0) }))
      .filter(({ at }) => at <= now)
    const bySecond = Array.from(
      { length: Math.floor((now - Math.min(...doneAt)) / 1000) },
      (_, ago) => ago,
    ).map((ago) => done.filter(({ at }) => Math.floor((now - at) / 1000) === ago).length)
    const range = timeToFinish({
      watched: accounts - done.length,
      queued: 0,
      sending: null,
      after: done.map(({ after }) => after),
      doneBySecond: bySecond.reverse(),
      leftBySecond: [],
      sinceNewest: 5000,
    })
    if (range === null) return { held: false, reported: false }
    const left = Math.max(...doneAt) - now
    return { held: left >= range.fromMs && left <= range.toMs, reported: true }
  }

  test.each(['each takes its time', 'so many a second'] as const)(
    '%s: nine of ten ranges hold what came true',
    (kind) => {
      const runs = Array.from({ length: 200 }, (_, run) => finish(seeded(run + 1), kind))
      expect(runs.filter(({ reported }) => reported).length).toBeGreaterThan(190)
      expect(runs.filter(({ held }) => held).length / 200).toBeGreaterThan(0.9)
    },
  )

  const usual = {
    watched: 5,
    queued: 0,
    sending: null,
    after: Array<number>(20).fill(10_000),
    doneBySecond: [],
    leftBySecond: [],
    sinceNewest: 1000,
  }
  test('is what they usually take, less what has passed', () => {
    expect(timeToFinish(usual)).toMatchObject({ fromMs: 9000, toMs: 14_000 })
  })
  test('where reading waits for sending, the likely time is that of the pace without sending', () => {
    // Eight requests a second, of which five send; 240 accounts wait, and each has waited long.
    const waiting = {
      watched: 240,
      queued: 0,
      sending: null,
      after: Array<number>(20).fill(60_000),
      doneBySecond: Array<number>(90).fill(3),
      leftBySecond: Array<number>(90).fill(5),
      sinceNewest: 0,
    }
    expect(timeToFinish(waiting)?.likelyMs).toBe(37_500)
    expect(
      timeToFinish({ ...waiting, watched: 200, queued: 20, sending: timeFor(20, waiting.leftBySecond) }),
    ).toMatchObject({ likelyMs: 37_500 })
    // Nothing is sent for ten seconds, and ten are done in each.
    const alone = { ...waiting, watched: 140, sinceNewest: 10_000 }
    const now = { doneBySecond: [...Array<number>(80).fill(3), ...Array<number>(10).fill(10)] }
    expect(timeToFinish({ ...alone, ...now })?.likelyMs).toBeCloseTo(17_500)
  })
  test('comes after what is still to be sent, and is not known while that is not', () => {
    const queued = { ...usual, queued: 10 }
    expect(timeToFinish(queued)).toBeNull()
    expect(
      timeToFinish({ ...queued, sending: { fromMs: 60_000, likelyMs: 75_000, toMs: 90_000 } }),
    ).toMatchObject({
      fromMs: 70_000,
      toMs: 105_000,
    })
  })
  test.each([
    ['nothing is on its way', { ...usual, watched: 0 }],
    ['hardly any is done', { ...usual, after: [10_000, 9000] }],
    ['what is left takes longer than any before', { ...usual, sinceNewest: 60_000 }],
  ])('is not known when %s', (_name, one) => {
    expect(timeToFinish(one)).toBeNull()
  })
})

describe('the measurements', () => {
  test('counts each second, also those without an answer, for five minutes', () => {
    const clock = createFakeClock()
    const flow = createFlow(clock)
    expect(flow.counts()).toEqual([])
    expect(flow.perSecond(10)).toBeNull()
    for (const count of [3, 0, 0, 1, 2]) {
      for (let at = 0; at < count; at += 1) flow.add()
      clock.advance(1000)
    }
    expect(flow.counts()).toEqual([3, 0, 0, 1, 2])
    expect(flow.perSecond(2)).toBe(1.5)
    expect(flow.perSecond(60)).toBe(1.2)
    clock.advance(10_000)
    expect(flow.perSecond(10)).toBeNull()
    for (let second = 0; second < 700; second += 1) {
      for (let at = 0; at < second % 7; at += 1) flow.add()
      clock.advance(1000)
    }
    const counts = flow.counts()
    expect(counts.length).toBe(299)
    expect(counts).toEqual(Array.from({ length: 299 }, (_, at) => (401 + at) % 7))
  })

  test('a rest of more than a minute begins a new stretch', () => {
    const clock = createFakeClock()
    const flow = createFlow(clock)
    flow.add()
    clock.advance(59_000)
    flow.add()
    clock.advance(1000)
    expect(flow.counts().length).toBe(60)
    clock.advance(90_000)
    expect(flow.counts()).toEqual([])
    flow.add()
    flow.add()
    clock.advance(1000)
    expect(flow.counts()).toEqual([2])
  })

  test('requests by kind, creations a minute, and what they were long in finishing', () => {
    const clock = createFakeClock()
    const meter = createMeter(clock)
    for (let second = 0; second < 60; second += 1) {
      meter.ended('create')
      meter.created()
      meter.left()
      meter.ended('status')
      meter.ended('status')
      if (second > 30) meter.done(30_000)
      clock.advance(1000)
    }
    const { requests, createdPerMinute, doneAfter, sinceCreated, leftBySecond } = meter.measured
    expect(requests).toEqual({ create: 1, validate: null, status: 2, all: 3 })
    expect(createdPerMinute).toBe(60)
    expect(doneAfter).toEqual(Array<number>(29).fill(30_000))
    expect(sinceCreated).toBe(1000)
    expect(leftBySecond).toEqual(Array<number>(60).fill(1))
  })

  test.each([
    ['one a second', 1000, 9000, 12_000],
    ['one in twenty seconds', 20_000, 40_000, 300_000],
  ])(
    'the pace of %s is no pace of now once nothing is open and the next one is overdue',
    (_name, every, soon, late) => {
      const clock = createFakeClock()
      const meter = createMeter(clock)
      expect(acceptedPerMinute(meter.measured, false)).toBeNull()
      for (let count = 0; count < 10; count += 1) {
        meter.created()
        clock.advance(every)
      }
      expect(acceptedPerMinute(meter.measured, false)).toBeCloseTo(60_000 / every, 0)
      clock.advance(soon - every)
      expect(acceptedPerMinute(meter.measured, false)).toBeGreaterThan(0)
      clock.advance(late - soon)
      expect(acceptedPerMinute(meter.measured, false)).toBeNull()
    },
  )

  test('while a request is open, the pace of before stays', () => {
    const clock = createFakeClock()
    const meter = createMeter(clock)
    for (let count = 0; count < 20; count += 1) {
      meter.created()
      clock.advance(1000)
    }
    clock.advance(15_000)
    expect(acceptedPerMinute(meter.measured, true)).toBe(meter.measured.createdPerMinute)
    expect(acceptedPerMinute(meter.measured, true)).toBeGreaterThan(0)
    expect(acceptedPerMinute(meter.measured, false)).toBeNull()
  })

  test.each([
    ['counts', 'connection_refused', 1],
    ['does not count', withdrawnCode, null],
  ])('%s a create that did not leave with %s', async (_name, code, counted) => {
    const clock = createFakeClock()
    const meter = createMeter(clock)
    const settings = practiceSettings({})
    const client = createServiceClient({
      settings,
      clock,
      readKey: () => Promise.resolve('sk_practice'),
      transport: () => Promise.resolve({ kind: 'failed', maybeSent: false, code, message: '' }),
    })
    const rateLimiter = createRateLimiter({
      concurrency: 4,
      rate: null,
      adaptive: true,
      clock,
      random: () => 0.5,
    })
    await createLimitedClient(client, rateLimiter, meter).create(Buffer.from('{}'), {
      token: 'T',
      generation: 1,
    })
    clock.advance(1000)
    expect(meter.measured.requests.create).toBe(counted)
  })
})

test('requests without any answer are silent for as long as none of them ends', () => {
  const clock = createFakeClock()
  const limits = { concurrency: 4, rate: null, adaptive: true, clock, random: () => 0.5 }
  const rateLimiter = createRateLimiter(limits)
  expect(rateLimiter.state.silentMs).toBeNull()
  const first = rateLimiter.request('create')
  clock.advance(3000)
  rateLimiter.request('create')
  clock.advance(5000)
  expect(rateLimiter.state.silentMs).toBe(8000)
  first({ what: 'answered' })
  clock.advance(1000)
  expect(rateLimiter.state.silentMs, 'the other one is still under way').toBe(1000)
})
