// Tests what a screen reader says of a button whose action is under way. The accessibility of every state of the
// window is tested in states-of-files.test.ts and states-of-accounts.test.ts.
import { expect, test } from 'vitest'
import { seriousOf } from './axe.ts'
import { connected, harnessOfAllTests } from './travel.ts'

const harness = harnessOfAllTests()

test('a button keeps its name while what it started is under way', async () => {
  await connected(harness())
  const page = await harness().openPage()
  let isHeld = false
  await page.routeWebSocket(/.*/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      if (!isHeld) socket.send(message)
    })
  })
  await page.reload()
  await page.evaluate(() => (location.hash = '#/connect'))
  await page.getByRole('button', { name: 'Test connection' }).waitFor()
  isHeld = true
  await page.getByRole('button', { name: 'Test connection' }).click()
  await page.locator('button[aria-busy=true]').waitFor()
  expect(await page.locator('button[aria-busy=true]').ariaSnapshot()).toContain('button "Test connection"')
  expect(await seriousOf(page)).toEqual([])
  await page.close()
})
