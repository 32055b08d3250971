// The service away for a real minute while accounts are sent, as the window shows it: it says so all the time, nothing is
// given up, and when the service is back everything goes on by itself and each account is created once.
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setup as buildWindow } from '../web/build-window.ts'
import { batchOfTwins, headline, openStep, operatorOf, quickConnection } from '../web/sending-journey.ts'
import { openBrowser, openWindowHouse, type WindowHouse } from '../web/window-house.ts'

const away = 60_000
const accounts = 120

let browser: Awaited<ReturnType<typeof openBrowser>>
let house: WindowHouse
beforeAll(async () => {
  await buildWindow()
  browser = await openBrowser()
  house = await openWindowHouse(browser, { sandbox: { operator: true } })
}, 180_000)
afterAll(async () => {
  await house.close()
  await browser.close()
})

test('away for 60 s with accounts under way: said all the time, nothing given up, one create per account', async () => {
  const operator = operatorOf(house)
  const batch = await batchOfTwins(house, await quickConnection(house, 4), accounts)
  const page = await house.openPage()
  await openStep(page, batch, 'watch')
  await operator.slow(60)
  await house.engine().batches.release({ batch, limit: null })
  await house.reached(batch, ({ outcomes }) => outcomes.created >= 20)
  await operator.goAway()
  const said = headline(page, 'The service is not answering')
  await said.waitFor({ timeout: 60_000 })
  const began = performance.now()
  while (performance.now() - began < away) {
    await wait(1_000)
    expect(await said.isVisible()).toBe(true)
  }
  const during = await house.engine().batches.get({ batch })
  expect(during.outcomes.failed + during.states.refused + during.held + during.pauses.length).toBe(0)
  await operator.comeBack()
  await operator.quick()
  await headline(page, 'All settled').waitFor({ timeout: 600_000 })
  const after = await house.engine().batches.get({ batch })
  expect(after.outcomes.created).toBe(accounts)
  const created = house.sandbox.ledger.acceptedCreates()
  expect([created.size, Math.max(...created.values())]).toEqual([accounts, 1])
}, 900_000)
