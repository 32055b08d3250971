// Tests the accessibility of every page, in both themes: axe reports nothing serious or critical, and the frame
// fits into 1280 × 800 without horizontal scrolling. The test sets the batch's states through the engine; the
// window only shows them.
import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateAccounts } from '../files/generate.ts'
import { seriousInBothThemes, seriousOf } from './axe.ts'
import { connected, validatedBatch } from './travel.ts'
import { openBrowser, openWindowHarness, smallSize, type WindowHarness } from './window-harness.ts'

let browser: Browser
let harness: WindowHarness
/** Three batches: one that waits for its mapping, one being fixed, and one with a finished wave. */
let batches: { readonly mapping: number; readonly fixing: number; readonly sent: number }

beforeAll(async () => {
  browser = await openBrowser()
  harness = await openWindowHarness(browser)
  const sample = await generateAccounts({
    seed: 5,
    count: 60,
    shape: 'linked',
    damage: 0.3,
    format: 'xlsx',
    folder: harness.folder,
  })
  const engine = harness.engine()
  const connection = await connected(harness)
  const { batch: mapping } = await engine.batches.open({ path: sample.file })
  const fixing = await validatedBatch(harness, connection, sample)
  const sent = await validatedBatch(harness, connection, sample, 'ACME ENERGY')
  await engine.batches.release({ batch: sent, limit: 20 })
  await harness.reached(sent, ({ states }) => states.done === 20)
  batches = { mapping, fixing, sent }
}, 60_000)
afterAll(async () => {
  await harness.close()
  await browser.close()
})

type Place = { readonly name: string; readonly at: string; readonly shown: (page: Page) => Locator }

function places(): readonly Place[] {
  const { mapping, fixing, sent } = batches
  const text = (words: string | RegExp) => (page: Page) => page.getByText(words).first()
  const button = (words: string | RegExp) => (page: Page) => page.getByRole('button', { name: words }).first()
  return [
    { name: 'home', at: '#/', shown: (page) => page.getByRole('link', { name: 'linked-60.xlsx' }).first() },
    { name: 'connection', at: '#/connect/1', shown: button('Test connection') },
    { name: 'new connection', at: '#/connect/new', shown: button('Add the connection') },
    { name: 'catalogues', at: '#/connect/catalogues', shown: (page) => page.getByRole('treeitem').first() },
    { name: 'load', at: `#/batch/${mapping}/load`, shown: text('What the file holds') },
    { name: 'map', at: `#/batch/${mapping}/map`, shown: button('Build the accounts') },
    { name: 'fix', at: `#/batch/${fixing}/fix`, shown: (page) => page.locator('form [data-field]').first() },
    { name: 'submit', at: `#/batch/${fixing}/submit`, shown: button(/^Release /) },
    { name: 'watch', at: `#/batch/${sent}/watch`, shown: text('Adds up') },
    { name: 'report', at: `#/batch/${sent}/report`, shown: button('Make the report') },
  ]
}

async function opened(page: Page, { at, shown }: Place): Promise<void> {
  await page.evaluate((hash) => (location.hash = hash), at)
  await shown(page).waitFor()
}

test('no page has a serious or critical axe finding in either theme, and the frame never scrolls sideways', async () => {
  const page = await harness.openPage('light', smallSize)
  const found: Record<string, string[]> = {}
  for (const place of places()) {
    await opened(page, place)
    const serious = await seriousInBothThemes(page)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    if (width > smallSize.width) serious.push(`the frame is ${width} pixels wide`)
    if (serious.length > 0) found[place.name] = serious
  }
  expect(found).toEqual({})
  harness.leave(page)
})

test('the palette and a dialog have no serious axe findings', async () => {
  const page = await harness.openPage()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('option').first().waitFor()
  expect(await seriousOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  expect(await seriousOf(page)).toEqual([])
  harness.leave(page)
})

test('a button keeps its name while what it started is under way', async () => {
  const page = await harness.openPage()
  let isHeld = false
  await page.routeWebSocket(/.*/, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      if (!isHeld) socket.send(message)
    })
  })
  await page.reload()
  await page.evaluate(() => (location.hash = '#/connect/1'))
  await page.getByRole('button', { name: 'Test connection' }).waitFor()
  isHeld = true
  await page.getByRole('button', { name: 'Test connection' }).click()
  await page.locator('button[aria-busy=true]').waitFor()
  expect(await page.locator('button[aria-busy=true]').ariaSnapshot()).toContain('button "Test connection"')
  expect(await seriousOf(page)).toEqual([])
  harness.leave(page)
})
