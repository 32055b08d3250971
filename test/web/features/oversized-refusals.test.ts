// Tests accounts that a faulty or hostile service rejects with a thousand long problems each: the window opens them in a
// limited time, shows the first problems, and more on request.
import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takePictures } from '../pictures.ts'
import { batchOfDuplicates, keyOf, openStep, quickConnection } from '../sending-journey.ts'
import { openBrowser, openWindowHarness, type WindowHarness } from '../window-harness.ts'

/** Milliseconds: the aim is a quarter of a second (see the printed figures), and any machine manages this limit. */
const generous = 20_000
const refused = 12

let browser: Browser
let harness: WindowHarness
let batch = 0
let account = 0

/** The maximum that is read of a reply. */
const refusal = {
  code: 'account_failed_validation',
  detail: 'd'.repeat(20_000),
  errors: Array.from({ length: 1000 }, (_, at) => ({
    attr: `customers.${at}.${'deep.'.repeat(40)}landline`,
    code: `code_${at}`,
    detail: `${at} ${'A long sentence about it. '.repeat(20)}`,
  })),
}

beforeAll(async () => {
  browser = await openBrowser()
  harness = await openWindowHarness(browser)
  const connection = await quickConnection(harness)
  for (let at = 1; at <= refused; at += 1)
    harness.sandbox.faults.add({
      route: 'validate',
      account: keyOf(at),
      effect: { kind: 'status', status: 400, body: { kind: 'json', value: refusal } },
    })
  batch = await batchOfDuplicates(harness, connection, refused + 2)
  const { accounts } = await harness
    .engine()
    .accounts.list({ batch, states: ['rejected'], offset: 0, limit: 50 })
  if (accounts.length !== refused) throw new Error(`${accounts.length} accounts were refused`)
  account = accounts[0]?.id ?? 0
})
afterAll(async () => {
  await harness.close()
  await browser.close()
})

/** Nothing overflows the pane to the right, however long the words are. */
async function isWithin(pane: Locator): Promise<boolean> {
  return pane.evaluate((box) =>
    [...box.querySelectorAll('li')].every((one) => one.scrollWidth <= box.clientWidth),
  )
}

/** The page's longest task during an action, in milliseconds. */
async function heldBy(page: Page, what: string, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const tasks: number[] = []
    const observer = new PerformanceObserver((list) =>
      tasks.push(...list.getEntries().map((one) => one.duration)),
    )
    observer.observe({ type: 'longtask' })
    Object.assign(window, { longTasks: tasks })
  })
  await act()
  // A task is reported after it has ended, and after the frame that it delayed.
  await page.waitForTimeout(1000)
  const tasks = await page.evaluate(() => Reflect.get(window, 'longTasks') as number[])
  const longest = Math.max(0, ...tasks)
  process.stdout.write(`${what}: the page was held for ${longest} ms at most (${tasks.length} long tasks)\n`)
  return longest
}

test('the Fix step shows the first problems of an oversized rejection, more on demand, and stays responsive', async () => {
  const page = await harness.openPage('light', { width: 1600, height: 1000 })
  await openStep(page, batch, 'report')
  const opening = await heldBy(page, 'Fix', async () => {
    await openStep(page, batch, 'fix')
    await page.locator('[data-account]').waitFor()
  })
  expect(opening).toBeLessThan(generous)
  const tray = page.getByRole('region', { name: /^1,000 problems have no cell/ })
  expect(await tray.getByRole('listitem').count()).toBe(20)
  expect(await isWithin(tray)).toBe(true)
  await takePictures(page, 'oversized-fix')
  const more = await heldBy(page, 'More', async () => {
    await tray.getByRole('button', { name: 'Show 50 more of 980', exact: true }).click()
    await expect.poll(() => tray.getByRole('listitem').count()).toBe(70)
  })
  expect(more).toBeLessThan(generous)
  const answer = await heldBy(page, 'Answer', () => page.getByRole('tab', { name: 'Answer' }).click())
  expect(answer).toBeLessThan(generous)
  expect(await page.getByRole('list', { name: 'Problems it named' }).getByRole('listitem').count()).toBe(21)
  harness.leave(page)
})

test('the history in the Watch step does the same', async () => {
  const page = await harness.openPage('light', { width: 1600, height: 1000 })
  await openStep(page, batch, 'report')
  const history = page.getByRole('complementary', { name: keyOf(1) })
  const watch = await heldBy(page, 'Watch', async () => {
    await openStep(page, batch, `watch?account=${account}`)
    await history.getByRole('button', { name: /^Show 50 more/ }).waitFor()
  })
  expect(watch).toBeLessThan(generous)
  expect(await isWithin(history)).toBe(true)
  await takePictures(page, 'oversized-watch')
  harness.leave(page)
})
