// Tests notifications to a user who looks at another page: a mark in the title, a notice with a link to the step,
// and a browser notification where allowed. Also tests that the window reports network changes to the engine.
import { type Browser, type Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateAccounts } from '../files/generate.ts'
import { connected, validatedBatch } from './travel.ts'
import { openBrowser, openWindowHarness, type WindowHarness } from './window-harness.ts'

let browser: Browser
let harness: WindowHarness
let batch = 0
let connection = 0

beforeAll(async () => {
  browser = await openBrowser()
  harness = await openWindowHarness(browser)
  connection = await connected(harness)
  const sample = await generateAccounts({
    seed: 5,
    count: 12,
    shape: 'wide',
    damage: 0,
    format: 'csv',
    folder: harness.folder,
  })
  batch = await validatedBatch(harness, connection, sample)
})
afterAll(async () => {
  await harness.close()
  await browser.close()
})

const events = async (): Promise<string[]> =>
  (await harness.engine().batches.timeline({ batch, limit: 50 })).map(({ kind }) => kind)

/** Notifications made by the page, by their titles; recorded instead of shown. */
const notified = (page: Page): Promise<unknown> => page.evaluate(() => Reflect.get(window, 'notified'))

test('on another page, an event changes the title and shows a notice that leads to its step', async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.addInitScript(() => {
    const made: string[] = []
    Reflect.set(window, 'notified', made)
    class Notified extends EventTarget {
      static permission = 'granted'
      constructor(title: string) {
        super()
        made.push(title)
      }
    }
    Reflect.set(window, 'Notification', Notified)
    document.hasFocus = () => false
  })
  const page = await harness.openPage('light', undefined, context)
  await page.waitForFunction(() => document.title === 'Carryover')
  harness.sandbox.control.setSupplier('ACME', { status: 'paused' })
  await harness.engine().batches.release({ batch, limit: null })

  const notice = page.getByRole('dialog').filter({ hasText: 'the supplier does not take accounts' })
  await notice.waitFor()
  await page.waitForFunction(() => document.title === '(1) Carryover')
  await expect
    .poll(() => notified(page))
    .toEqual([expect.stringContaining('the supplier does not take accounts')])
  await notice.getByRole('button', { name: 'Show' }).click()
  await page.waitForURL(new RegExp(`#/batch/${batch}/submit$`))
  await notice.waitFor({ state: 'detached' })
  await page.waitForFunction(() => /^\(1\) Submit · .* · Carryover$/.test(document.title))

  // Another window, opened later, shows the mark too, and no second notification appears.
  const later = await harness.openPage()
  await later.waitForFunction(() => document.title === '(1) Carryover')
  await expect.poll(() => later.getByText('the supplier does not take accounts').count()).toBe(0)
  harness.leave(later)

  harness.sandbox.control.setSupplier('ACME', { status: 'ongoing' })
  await harness.engine().connections.resume({ id: connection })
  await page.waitForFunction(() => /^Submit · .* · Carryover$/.test(document.title))
  await harness.reached(batch, ({ states }) => states.done === 12)
  await context.close()
})

test('the window shows when the network connection is lost and when it returns', async () => {
  const sample = await generateAccounts({
    seed: 6,
    count: 3,
    shape: 'wide',
    damage: 0,
    format: 'csv',
    folder: harness.folder,
  })
  batch = await validatedBatch(harness, connection, sample)
  await harness.engine().connections.pause({ id: connection })
  await harness.engine().batches.release({ batch, limit: null })
  const page = await harness.openPage()
  await page.getByText('Practice', { exact: false }).first().waitFor()
  await page.evaluate(() => window.dispatchEvent(new Event('offline')))
  await expect.poll(events).toContain('network_lost')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect.poll(events).toContain('network_back')
  harness.leave(page)
})
