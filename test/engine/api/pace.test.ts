// Tests the request rate against the sandbox over real HTTP: what its ledger received, and what people see meanwhile.
import { expect, test } from 'vitest'
import type { BatchView } from '../../../shared/contract/contract.ts'
import type { QuietHours } from '../../../shared/sending/quiet-hours.ts'
import { mostInTenSeconds } from '../sending/pace-simulation.ts'
import { createsOf, expectConsistent, type Harness, openHarness } from './harness.ts'
import { numbered, plainAccounts } from './small-files.ts'
import { isOver } from './waiting.ts'

const paceOf = (view: BatchView): BatchView['sending']['pace'] => view.sending.pace

async function validated(harness: Harness, accounts: number): Promise<number> {
  const batch = await harness.load(await plainAccounts(harness.folder, numbered(accounts)), null)
  await harness.validate(batch)
  return batch
}

test('a set rate is exceeded by at most 5 % in any ten seconds; the remaining time is shown as a range', async () => {
  const rate = 60
  const accounts = 520
  const later = 600_000
  const harness = await openHarness({
    limits: { concurrency: 8, rate, pollFirstMs: later, pollLongestMs: later },
  })
  const batch = await validated(harness, accounts)
  await harness.release(batch)
  const startedAt = Date.now()
  const view = await harness.until(batch, (seen) => paceOf(seen).sendingLeft !== null)
  const reported = { at: Date.now(), left: paceOf(view).sendingLeft }
  expect(paceOf(view)).toMatchObject({ concurrency: { now: 8, limit: 8 }, waiting: null, slowedBy: null })
  expect(paceOf(view).sentPerMinute).toBeGreaterThan(0)
  expect(paceOf(view).byKind?.create).toBeGreaterThan(0)
  expect(paceOf(view).byKind?.status).toBeNull()
  expect(paceOf(view).requestsPerSecond).toBeLessThanOrEqual(rate * 1.05)
  expect(reported.at - startedAt).toBeGreaterThan(5000)
  await harness.until(batch, ({ states }) => states.queued + states.sending === 0)
  expect(reported.left?.toMs).toBeGreaterThan(reported.left?.fromMs ?? 0)

  const times = harness.sandbox.ledger
    .entries()
    .filter(({ route }) => route !== 'token')
    .map(({ time }) => Date.parse(time))
  expect(times.length).toBe(accounts * 2)
  expect(mostInTenSeconds(times)).toBeLessThanOrEqual(rate * 10 * 1.05)
  await expectConsistent(harness, [batch])
})

test('quiet hours stop creating, are shown with their end, and sending continues after them', async () => {
  const time = (at: number): string => {
    const date = new Date(at)
    return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
  }
  const hour = 3_600_000
  const quiet: QuietHours = {
    days: [1, 2, 3, 4, 5, 6, 7],
    from: time(Date.now() - 2 * hour),
    to: time(Date.now() + 2 * hour),
  }
  const harness = await openHarness({ limits: { quietHours: [quiet] } })
  const batch = await validated(harness, 12)
  await harness.release(batch)
  const view = await harness.until(batch, (seen) => paceOf(seen).waiting !== null)
  const { waiting, sendingLeft } = paceOf(view)
  expect(waiting?.for).toBe('quiet_hours')
  expect(time(waiting?.until ?? 0)).toBe(quiet.to)
  expect(sendingLeft).toBeNull()
  expect(view.states.queued).toBe(12)
  expect(createsOf(harness.sandbox)).toEqual([])
  const { limits } = harness.settings
  await harness.client().connections.save({
    name: 'sandbox',
    settings: { ...harness.settings, limits: { ...limits, quietHours: [] } },
  })
  const over = await harness.until(batch, isOver)
  expect(paceOf(over).waiting).toBeNull()
  expect(over.outcomes.created).toBe(12)
  await expectConsistent(harness, [batch])
})

test('concurrency drops for a service that accepts only two requests at once, and the view says why', async () => {
  const harness = await openHarness({ limits: { concurrency: 8 } })
  const batch = await validated(harness, 24)
  harness.sandbox.faults.add({ route: 'create', effect: { kind: 'latency', ms: 40 } })
  harness.sandbox.faults.add({ route: 'create', effect: { kind: 'concurrency', limit: 2 } })
  await harness.release(batch)
  const slowed = await harness.until(batch, (seen) => paceOf(seen).waiting !== null)
  expect(paceOf(slowed)).toMatchObject({ waiting: { for: 'slow_down' }, slowedBy: 'slow_down' })
  expect(paceOf(slowed).waiting?.until).toBeGreaterThan(Date.now() - 5000)
  expect(paceOf(slowed).concurrency.now).toBeLessThanOrEqual(4)
  const over = await harness.until(batch, isOver)
  expect(over.outcomes.created).toBe(24)
  // Each halving costs the requests in flight; without it six of every wave of eight would be refused.
  const refused = createsOf(harness.sandbox).filter(({ status }) => status === 429).length
  expect(refused).toBeLessThan(24)
  await expectConsistent(harness, [batch])
})

test('an unavailable service gets one request at a time, and the view says so until it is available', async () => {
  // The longest possible random waits: one probe at most comes before the requests are counted.
  const harness = await openHarness({ limits: { concurrency: 4 }, engine: { random: () => 1 } })
  const batch = await validated(harness, 20)
  harness.sandbox.faults.add({ effect: { kind: 'status', status: 503 } })
  await harness.release(batch)
  const away = await harness.until(batch, (seen) => paceOf(seen).waiting?.for === 'not_answering')
  expect(away.notAnswering).toBe(true)
  expect(paceOf(away)).toMatchObject({ sendingLeft: null, finishingLeft: null })
  // Five failures open the breaker, and three requests were in flight beside the fifth.
  expect(harness.sandbox.ledger.entries().filter(({ status }) => status === 503).length).toBeLessThanOrEqual(
    9,
  )
  harness.sandbox.faults.clear()
  const over = await harness.until(batch, isOver)
  expect(over.outcomes.created).toBe(20)
  expect(paceOf(over).waiting).toBeNull()
  await expectConsistent(harness, [batch])
})
