// Tests a service outage of a real minute while accounts are sent, as the window shows it: the outage is shown all
// the time, no account is given up, and afterwards sending continues automatically and creates each account once.
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { batchOfDuplicates, headline, openStep, operatorOf, quickConnection } from '../web/sending-journey.ts'
import { openBrowser, openWindowHarness, type WindowHarness } from '../web/window-harness.ts'

const away = 60_000
const accounts = 120

let browser: Awaited<ReturnType<typeof openBrowser>>
let harness: WindowHarness
beforeAll(async () => {
  browser = await openBrowser()
  harness = await openWindowHarness(browser, { sandbox: { operator: true } })
}, 180_000)
afterAll(async () => {
  await harness.close()
  await browser.close()
})

test('a service that is unreachable for 60 s is reported throughout, no account is given up, and each is created once', async () => {
  const operator = operatorOf(harness)
  const batch = await batchOfDuplicates(harness, await quickConnection(harness, { concurrency: 4 }), accounts)
  const page = await harness.openPage()
  await openStep(page, batch, 'watch')
  await operator.slow(60)
  await harness.engine().batches.release({ batch, limit: null })
  await harness.reached(batch, ({ outcomes }) => outcomes.created >= 20)
  await operator.goAway()
  const said = headline(page, 'The service is not answering')
  await said.waitFor({ timeout: 60_000 })
  const began = performance.now()
  while (performance.now() - began < away) {
    await wait(1_000)
    expect(await said.isVisible()).toBe(true)
  }
  const during = await harness.engine().batches.get({ batch })
  expect(during.outcomes.failed + during.states.rejected + during.held + during.pauses.length).toBe(0)
  await operator.comeBack()
  await operator.quick()
  await headline(page, 'All done').waitFor({ timeout: 600_000 })
  const after = await harness.engine().batches.get({ batch })
  expect(after.outcomes.created).toBe(accounts)
  const created = harness.sandbox.ledger.acceptedCreates()
  expect([created.size, Math.max(...created.values())]).toEqual([accounts, 1])
}, 900_000)
