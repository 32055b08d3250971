// Tests that a page of the web host goes on after it is loaded again, that a second tab can be opened from the first,
// and that a tab without a session says how to open the window.
import type { Browser, WebSocketRoute } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takePictures } from './pictures.ts'
import { linkedSample, openBatch } from './travel.ts'
import { openBrowser, openWindowHarness, type WindowHarness } from './window-harness.ts'

let browser: Browser
let harness: WindowHarness

beforeAll(async () => {
  browser = await openBrowser()
  harness = await openWindowHarness(browser)
})
afterAll(async () => {
  await harness.close()
  await browser.close()
})

test('a page that is loaded again stays where it was, with its session in this tab only', async () => {
  const page = await harness.openPage()
  await page.evaluate(() => window.location.assign('#/connect/catalogues'))
  const heading = page.getByRole('heading', { name: 'Catalogues', level: 1 })
  await heading.waitFor()
  await page.reload()
  await heading.waitFor()
  expect(new URL(page.url()).hash).toBe('#/connect/catalogues')
  expect(await page.evaluate(() => [localStorage.length, document.cookie])).toEqual([0, ''])
  // A tab that is opened from this one takes the session along; one that is opened beside it does not.
  const context = page.context()
  const [second] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate(() => void window.open(window.location.href, '_blank')),
  ])
  await second.getByRole('heading', { name: 'Catalogues', level: 1 }).waitFor()
  await second.close()
  const other = await context.newPage()
  await other.goto(page.url())
  await other.getByText('Open Carryover again from its terminal').waitFor()
  await takePictures(other, 'no-session')
  await other.close()
})

test('a session that the host does not know is forgotten', async () => {
  const page = await harness.openPage()
  await page.evaluate(() => sessionStorage.setItem('carryover session', 'unknown'))
  await page.reload()
  await page.getByText('Open Carryover again from its terminal').waitFor()
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
})

test('a page whose first message is late connects again and keeps its session', async () => {
  const late = await openWindowHarness(browser, { socketPatienceMs: 1500 })
  const context = await browser.newContext()
  await context.addInitScript(() => {
    const send = WebSocket.prototype.send
    const sockets = new Set<WebSocket>()
    WebSocket.prototype.send = function sendLate(message) {
      sockets.add(this)
      const delay = sockets.size === 1 ? 3000 : 0
      setTimeout(() => this.readyState === WebSocket.OPEN && send.call(this, message), delay)
    }
  })
  const page = await late.openPage('light', undefined, context)
  // Needs an answer of the engine.
  await page.locator('#welcome-heading').waitFor()
  expect(await page.evaluate(() => sessionStorage.length)).toBe(1)
  await late.close()
})

test('while the engine cannot be reached, a press connects again at once, without waiting for the next try', async () => {
  const page = await harness.openPage()
  let isCut = false
  const sockets: WebSocketRoute[] = []
  await page.routeWebSocket(/./, (socket) => {
    if (isCut) return void socket.close()
    socket.connectToServer()
    sockets.push(socket)
  })
  await page.reload()
  await page.getByRole('button', { name: /^Open a file/ }).waitFor()
  // Waits of the page do not end, so it does not try again by itself.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  isCut = true
  for (const socket of sockets) await socket.close()
  const press = page.getByRole('button', { name: 'Try now' })
  await page.getByText('If this stays, start Carryover again.').waitFor()
  await press.click()
  await press.waitFor()
  isCut = false
  await press.click()
  await expect.poll(() => press.count()).toBe(0)
  await page.close()
})

test('a batch that is loaded again shows the same step, sheet and account', async () => {
  const sample = await linkedSample(harness, 20, 'reloaded', 0.3)
  const batch = await openBatch(harness, null, sample)
  const { rows } = await harness.engine().sheets.page({ batch, sheet: 0, offset: 4, limit: 1 })
  const { id = 0, key = '' } = rows[0]?.account ?? {}
  const page = await harness.openPage()
  const hash = `#/batch/${batch}/fix?show=all&sheet=0&account=${id}`
  await page.evaluate((to) => window.location.assign(to), hash)
  await page.locator(`[data-account="${key}"]`).waitFor()
  await page.reload()
  await page.locator(`[data-account="${key}"]`).waitFor()
  expect(new URL(page.url()).hash).toBe(hash)
  harness.leave(page)
})
