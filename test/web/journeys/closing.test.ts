// Tests that the window closed and the engine stopped during validation and during sending lose and repeat nothing. The
// window's figures must equal the engine's, and the sandbox's ledger proves what it received.
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { withMouse } from '../hands.ts'
import { agree, beginValidating, hasValidated, release, report, watch } from '../journey.ts'
import { openStep } from '../sending-journey.ts'
import {
  browserUser,
  connected,
  countedTotals,
  harnessOfEachTest,
  linkedSample,
  openBatch,
} from '../travel.ts'
import { goToStep } from '../user.ts'
import type { WindowHarness } from '../window-harness.ts'

const harness = harnessOfEachTest()
const inBrowser = (page: Page) => browserUser(page, withMouse(page))

/** Accepted creates per account, by the service's own ledger. */
function timesCreated({ sandbox }: WindowHarness): number[] {
  return [...sandbox.ledger.acceptedCreates().values()]
}

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, one) => sum + one, 0)

test('closing the window and the engine during validation and during sending loses and repeats nothing', async () => {
  const { sandbox } = harness()
  const connection = await connected(harness())
  await openBatch(harness(), connection, await linkedSample(harness(), 120, 'onward'))
  const first = inBrowser(await harness().openPage())
  await openStep(first.page, 1, 'fix')
  sandbox.faults.add({ route: 'validate', effect: { kind: 'latency', ms: 120 } })
  await beginValidating(first)
  await harness().reached(1, (now) => now.validating && now.inFlight > 0 && now.states.validated > 10)
  await first.page.context().close()
  await harness().restart()
  const validated = await harness().engine().batches.get({ batch: 1 })
  expect(validated.validating && validated.states.unvalidated > 0 && validated.states.validated > 10).toBe(
    true,
  )
  expect(sumOf(validated.states)).toBe(120)
  sandbox.faults.clear()

  const second = inBrowser(await harness().openPage())
  await second.page.getByRole('link', { name: 'onward.xlsx' }).click()
  await goToStep(second, 'Fix')
  await hasValidated(second)
  sandbox.faults.add({ route: 'create', effect: { kind: 'latency', ms: 120 } })
  await agree(second)
  await release(second, 1, 1_000)
  await harness().reached(
    1,
    ({ inFlight, states }) => inFlight > 0 && states.sending > 0 && states.queued > 20,
  )
  await second.page.context().close()
  await harness().restart()
  const sent = await harness().engine().batches.get({ batch: 1 })
  expect(sent.states.queued).toBeGreaterThan(0)
  expect(sumOf(sent.states)).toBe(120)
  sandbox.faults.clear()

  const third = inBrowser(await harness().openPage())
  await third.page.getByRole('link', { name: 'onward.xlsx' }).click()
  await watch(third)
  const totals = await report(third)
  expect(totals).toEqual(await countedTotals(harness(), 1))
  expect(totals['All accounts']).toBe(120)
  expect(totals['Ready to send, not released']).toBe(0)
  expect(totals['Created']).toBeGreaterThan(90)
  const times = timesCreated(harness())
  expect(times.every((one) => one === 1)).toBe(true)
  expect(times.length).toBe((totals['Created'] ?? 0) + (totals['Failed'] ?? 0))
})
