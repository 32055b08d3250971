// Tests an overloaded service: its requested waits are kept, the rate that it allows is used, and a service that
// does not answer is probed by one request at a time.
//
// The allowed rate is that of an ideal client, which always has a request ready and returns exactly when requested:
// a number of requests in each window of the service, measured by a clock that only the test moves.
import { describe, expect, test } from 'vitest'
import type { FaultRuleInput } from '../../../electron/sandbox/faults/fault-rules.ts'
import { createsOf } from '../api/harness.ts'
import { untilView } from '../api/waiting.ts'
import { practiseScheduling, recordReply, reply, finish } from '../sending/practice-scheduler.ts'
import { queue } from '../store/practice-store.ts'
import { openFaultHarness } from './fault-harness.ts'

const perWindow = 10
const windowMs = 1_000
/** Share of the allowed rate that is used, because the limiter sometimes probes for more. */
const learntShare = 0.95

/** A service that accepts a number of creates per second, and states the wait in the given form. */
async function limited(
  waitOf: (leftMs: number, now: number) => Record<string, string>,
  {
    learning,
    seconds,
    adaptive,
  }: { readonly learning: number; readonly seconds: number; readonly adaptive: boolean },
) {
  let inWindow = { number: -1, taken: 0 }
  const taken: number[] = []
  const tooEarly: number[] = []
  let reported = { at: 0, until: Number.NEGATIVE_INFINITY }
  const harness = await practiseScheduling(
    ({ route }) => {
      const at = harness.clock.monotonic()
      // Processing accounts never finish while creates are counted.
      if (route === 'status') return recordReply('PENDING', harness.serviceNow())
      // Requests in flight at that moment did not know of the wait yet.
      if (at > reported.at && at < reported.until) tooEarly.push(at)
      const number = Math.floor(at / windowMs)
      if (number !== inWindow.number) inWindow = { number, taken: 0 }
      if (inWindow.taken < perWindow) {
        inWindow.taken += 1
        taken.push(at)
        return reply(201, {})
      }
      const leftMs = (number + 1) * windowMs - at
      const headers = waitOf(leftMs, harness.serviceNow())
      const seconds = Number(headers['retry-after'] ?? 0)
      if (seconds > 0) reported = { at, until: at + seconds * 1000 }
      return reply(429, { code: 'throttled', detail: 'Slow down.' }, headers)
    },
    {
      accounts: perWindow * (learning + seconds + 4),
      limits: { adaptive, concurrency: 8, pollFirstMs: 3_600_000, pollLongestMs: 3_600_000 },
    },
  )
  queue(harness)
  harness.start()
  await finish()
  for (let passed = 0; passed < (learning + seconds) * 1000; passed += 20) {
    harness.clock.advance(20)
    await finish()
  }
  const counted = taken.filter((at) => at >= learning * 1000).length
  return { taken: counted, allowed: perWindow * seconds, tooEarly: tooEarly.length }
}

const inSeconds = (ms: number): string => String(Math.max(1, Math.ceil(ms / 1000)))

describe('429 storm with every kind of Retry-After; 5xx storm; half-open connection', () => {
  test.each([
    { kind: 'seconds', waitOf: (left: number) => ({ 'retry-after': inSeconds(left) }) },
    {
      kind: 'a date',
      // Whole seconds, like HTTP dates: the next one that is not before the end of the window.
      waitOf: (left: number, now: number) => ({
        'retry-after': new Date(Math.ceil((now + left) / 1000) * 1000).toUTCString(),
      }),
    },
  ])(
    '429 storm, Retry-After as $kind: a client that retries at the stated time uses at least 95 % of the allowed rate',
    async ({ waitOf }) => {
      const { taken, allowed, tooEarly } = await limited(waitOf, {
        learning: 0,
        seconds: 30,
        adaptive: false,
      })
      process.stdout.write(`429 storm: ${taken} of ${allowed} allowed creates\n`)
      expect(taken).toBeGreaterThanOrEqual(allowed * 0.95)
      expect(taken).toBeLessThanOrEqual(allowed + perWindow)
      expect(tooEarly, 'requests before they were allowed again').toBe(0)
    },
  )

  test('in a 429 storm the learned rate uses what the service allows after one minute of learning', async () => {
    const waitOf = (left: number) => ({ 'retry-after': inSeconds(left) })
    const span = {
      learning: 60,
      seconds: Number(process.env['CARRYOVER_STORM_SECONDS'] ?? 90),
      adaptive: true,
    }
    const { taken, allowed, tooEarly } = await limited(waitOf, span)
    process.stdout.write(`429 storm, rate learnt: ${taken} of ${allowed} allowed creates\n`)
    expect(taken).toBeGreaterThanOrEqual(allowed * learntShare)
    expect(taken).toBeLessThanOrEqual(allowed + perWindow)
    expect(tooEarly, 'requests before they were allowed again').toBe(0)
  })

  test.each([
    { kind: 'absent', waitOf: () => ({}) },
    { kind: 'zero', waitOf: () => ({ 'retry-after': '0' }) },
    {
      kind: 'in the past',
      waitOf: (_: number, now: number) => ({ 'retry-after': new Date(now - 60_000).toUTCString() }),
    },
    { kind: 'nonsense', waitOf: () => ({ 'retry-after': 'soon' }) },
    { kind: 'negative', waitOf: () => ({ 'retry-after': '-5' }) },
  ] satisfies readonly { kind: string; waitOf: (left: number, now: number) => Record<string, string> }[])(
    '429 storm, Retry-After $kind: no account is refused, retries are paced, and sending goes on',
    async ({ waitOf }) => {
      const { taken } = await limited(waitOf, { learning: 0, seconds: 15, adaptive: true })
      expect(taken).toBeGreaterThan(perWindow)
    },
  )

  // The rate is so low that the fourth create exceeds the burst also on a slow machine, where creates arrive slowly.
  test.each([
    { kind: 'seconds', effect: { kind: 'rate', perSecond: 4, burst: 3, retryAfter: 'seconds' } },
    { kind: 'a date', effect: { kind: 'rate', perSecond: 4, burst: 3, retryAfter: 'date' } },
    { kind: 'absent', effect: { kind: 'rate', perSecond: 4, burst: 3, retryAfter: 'absent' } },
    {
      kind: 'seconds, of a concurrency limit',
      effect: { kind: 'concurrency', limit: 3, retryAfter: 'seconds' },
    },
    {
      kind: 'absent, of a concurrency limit',
      effect: { kind: 'concurrency', limit: 3, retryAfter: 'absent' },
    },
  ] satisfies readonly { kind: string; effect: FaultRuleInput['effect'] }[])(
    '429 storm checked by the ledger, Retry-After $kind: all accounts wait together, and all are created',
    async ({ effect }) => {
      const faultHarness = await openFaultHarness({
        accounts: 8,
        state: 'validated',
        limits: { concurrency: 4 },
      })
      faultHarness.sandbox.faults.add({ route: 'create', effect: { kind: 'latency', ms: 40 } })
      faultHarness.sandbox.faults.add({ route: 'create', effect })
      const view = await faultHarness.converge()

      expect(view.outcomes.created).toBe(8)
      const limitedOnes = createsOf(faultHarness.sandbox).filter(({ status }) => status === 429)
      expect(limitedOnes.length).toBeGreaterThan(0)
      // Two an account: without waiting, each would be refused again and again.
      expect(limitedOnes.length, 'nobody hammers').toBeLessThanOrEqual(16)
      if (effect.retryAfter === 'absent') return
      // Requests in flight when the wait was stated may still arrive, and on a slow machine those of a shorter wait before.
      for (const { time } of limitedOnes) {
        const reported = Date.parse(time)
        const within = createsOf(faultHarness.sandbox).filter((other) => {
          const at = Date.parse(other.time)
          return at > reported && at < reported + 900
        })
        expect(within.length, 'creates within the wait that was reported').toBeLessThanOrEqual(6)
      }
    },
  )

  test.each([1, 8])(
    '5xx storm at %s at once: the circuit breaker opens within five calls, and then allows one retry at a time',
    async (concurrency) => {
      const faultHarness = await openFaultHarness({
        accounts: 60,
        state: 'validated',
        limits: { concurrency },
      })
      const { faults, ledger } = faultHarness.sandbox
      // The longest possible random waits: no second probe comes within the first minute of the storm.
      const { client, close } = await faultHarness.open({ random: () => 1 })
      await client.connections.setKey({ id: faultHarness.connection, key: faultHarness.sandbox.apiKey })
      await client.batches.release({ batch: faultHarness.batch, limit: 10 })
      await untilView(client, faultHarness.batch, ({ states }) => states.done === 10)
      const before = ledger.entries().length
      for (const route of ['create', 'status', 'validate'] as const)
        faults.add({ route, effect: { kind: 'status', status: 503 } })
      await client.batches.release({ batch: faultHarness.batch, limit: null })
      await untilView(client, faultHarness.batch, ({ notAnswering }) => notAnswering)

      // Those in flight beside the fifth failure arrive soon after it, and the first probe more than a second later.
      const fifth = ledger.entries().filter(({ status }) => status === 503)[4]
      const openedAt = Date.parse(fifth?.time ?? '')
      const calls = ledger.entries().slice(before)
      const first = calls.filter(({ time }) => Date.parse(time) < openedAt + 900)
      expect(first.length, 'calls until it opened').toBeLessThanOrEqual(5 + concurrency - 1)
      await untilView(client, faultHarness.batch, ({ inFlight }) => inFlight === 0)
      const opened = ledger.entries().length
      await untilView(client, faultHarness.batch, () => ledger.entries().length > opened + 1)
      const times = ledger.entries().map(({ time }) => Date.parse(time))
      for (const [at, time] of times.entries())
        if (at > opened)
          expect(time - (times[at - 1] ?? 0), 'milliseconds between probes').toBeGreaterThan(1_000)
      await close()

      faults.clear()
      expect((await faultHarness.converge()).outcomes.created).toBe(60)
    },
  )
})
