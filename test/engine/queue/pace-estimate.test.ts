// How long the rest takes: the range from what was measured holds what comes true, in runs whose rates are known.
import { describe, expect, test } from 'vitest'
import { timeFor, timeToSettle } from '../../../electron/engine/queue/pace-estimate.ts'
import { pacedClient } from '../../../electron/engine/queue/pace-client.ts'
import { createFlow, createMeter } from '../../../electron/engine/queue/pace-meter.ts'
import { createPacer } from '../../../electron/engine/queue/pacer.ts'
import { createServiceClient } from '../../../electron/engine/service-client/service-client.ts'
import { withdrawnCode } from '../../../electron/engine/service-client/transport.ts'
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

/** How often the range that was told after so many seconds held the truth, and how wide it was. */
function measure(
  work: Work,
  after: number,
  rest: number,
  runs: number,
): { held: number; told: number; width: number } {
  let held = 0
  let told = 0
  let width = 0
  for (let run = 0; run < runs; run += 1) {
    const random = seeded(run * 7919 + after)
    const start = Math.floor(random() * 1000)
    const done: number[] = []
    for (let second = 0; second < after; second += 1) done.push(work(start + second, random))
    const range = timeFor(rest, done)
    if (range === null) continue
    told += 1
    let took = 0
    for (let left = rest; left > 0; took += 1) left -= work(start + after + took, random)
    if (took * 1000 >= range.fromMs - 1000 && took * 1000 <= range.toMs + 1000) held += 1
    width += range.toMs / range.fromMs / runs
  }
  return { held, told, width }
}

describe('what is left to send', () => {
  test.each(Object.entries(works))('%s: nine of ten ranges hold what came true', (_name, work) => {
    let held = 0
    let told = 0
    for (const after of [10, 30, 120, 300]) {
      for (const rest of [50, 500, 5000]) {
        const one = measure(work, after, rest, 60)
        held += one.held
        told += one.told
      }
    }
    expect(told).toBeGreaterThan(300)
    expect(held / told).toBeGreaterThan(0.9)
  })

  test('the range narrows with what is measured, to a quarter around the truth for a service at random', () => {
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

describe('what is left to settle', () => {
  /** Accounts accepted one by one; each settles on its own, or a few a second in their order. */
  function settle(
    random: () => number,
    kind: 'each takes its time' | 'so many a second',
  ): { held: boolean; told: boolean } {
    const accounts = 300
    const sent = Array.from({ length: accounts }, (_, at) => at * 200)
    let free = 0
    const settledAt = sent.map((at) => {
      if (kind === 'each takes its time') return at + 20_000 * (0.4 + 1.2 * random())
      free = Math.max(free, at + 2000) + 300 * (0.5 + random())
      return free
    })
    const now = (sent.at(-1) ?? 0) + 5000
    const done = settledAt
      .map((at, index) => ({ at, after: at - (sent[index] ?? 0) }))
      .filter(({ at }) => at <= now)
    const bySecond = Array.from(
      { length: Math.floor((now - Math.min(...settledAt)) / 1000) },
      (_, ago) => ago,
    ).map((ago) => done.filter(({ at }) => Math.floor((now - at) / 1000) === ago).length)
    const range = timeToSettle({
      watched: accounts - done.length,
      queued: 0,
      sending: null,
      after: done.map(({ after }) => after),
      settledBySecond: bySecond.reverse(),
      sinceNewest: 5000,
    })
    if (range === null) return { held: false, told: false }
    const left = Math.max(...settledAt) - now
    return { held: left >= range.fromMs && left <= range.toMs, told: true }
  }

  test.each(['each takes its time', 'so many a second'] as const)(
    '%s: nine of ten ranges hold what came true',
    (kind) => {
      const runs = Array.from({ length: 200 }, (_, run) => settle(seeded(run + 1), kind))
      expect(runs.filter(({ told }) => told).length).toBeGreaterThan(190)
      expect(runs.filter(({ held }) => held).length / 200).toBeGreaterThan(0.9)
    },
  )

  const usual = {
    watched: 5,
    queued: 0,
    sending: null,
    after: Array<number>(20).fill(10_000),
    settledBySecond: [],
    sinceNewest: 1000,
  }
  test('is what they usually take, less what has passed', () => {
    expect(timeToSettle(usual)).toEqual({ fromMs: 9000, toMs: 14_000 })
  })
  test('comes after what is still to be sent, and is not known while that is not', () => {
    const queued = { ...usual, queued: 10 }
    expect(timeToSettle(queued)).toBeNull()
    expect(timeToSettle({ ...queued, sending: { fromMs: 60_000, toMs: 90_000 } })).toEqual({
      fromMs: 70_000,
      toMs: 105_000,
    })
  })
  test.each([
    ['nothing is on its way', { ...usual, watched: 0 }],
    ['hardly any has settled', { ...usual, after: [10_000, 9000] }],
    ['what is left takes longer than any before', { ...usual, sinceNewest: 60_000 }],
  ])('is not known when %s', (_name, one) => {
    expect(timeToSettle(one)).toBeNull()
  })
})

describe('what is measured', () => {
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

  test('requests by kind, creations a minute, and what they were long in settling', () => {
    const clock = createFakeClock()
    const meter = createMeter(clock)
    for (let second = 0; second < 60; second += 1) {
      meter.ended('create')
      meter.created()
      meter.left()
      meter.ended('status')
      meter.ended('status')
      if (second > 30) meter.settled(30_000)
      clock.advance(1000)
    }
    const { requests, createdPerMinute, settledAfter, sinceCreated, leftBySecond } = meter.measured
    expect(requests).toEqual({ create: 1, validate: null, status: 2, all: 3 })
    expect(createdPerMinute).toBe(60)
    expect(settledAfter).toEqual(Array<number>(29).fill(30_000))
    expect(sinceCreated).toBe(1000)
    expect(leftBySecond).toEqual(Array<number>(60).fill(1))
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
    const pacer = createPacer({ concurrency: 4, rate: null, clock, random: () => 0.5 })
    await pacedClient(client, pacer, meter).create(Buffer.from('{}'), { token: 'T', generation: 1 })
    clock.advance(1000)
    expect(meter.measured.requests.create).toBe(counted)
  })
})
