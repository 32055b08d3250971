// Measures the latency of a cell edit: from pressing Enter in the cell editor to the frame in which the grid draws
// the revalidated account. Chromium over the web host, with the real engine on a batch of the given size. It
// includes everything in between: the edit's commit, rebuilding and checking the account, and reading its rows.
import type { Page } from 'playwright'
import { connectionSettings } from '../../shared/sending/connection.ts'
import { generateAccounts } from '../files/generate.ts'
import { largeSize, openBrowser, openWindowHarness, type WindowHarness } from '../web/window-harness.ts'
import type { Line } from './measure.ts'

/** After the number, the key, the state, the type and the occupier. */
const toBillName = ['Control+Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight']
const warmUp = 5
/**
 * Delay between two keys: a fast typist's 150 words per minute. Without delays, edits would compete with the
 * background work of earlier ones.
 */
const typingMs = 80

async function loaded(harness: WindowHarness, accounts: number): Promise<number> {
  const { folder, sandbox } = harness
  const engine = harness.engine()
  const sample = await generateAccounts({
    seed: 7,
    count: accounts,
    shape: 'wide',
    damage: 0.1,
    format: 'csv',
    folder,
  })
  const { baseUrl, tokenUrl } = sandbox
  const settings = connectionSettings.parse({ baseUrl, tokenUrl })
  const { id } = await engine.connections.save({ name: 'Practice', settings })
  const { batch } = await engine.batches.load({
    path: sample.file,
    mapping: sample.mapping,
    catalogue: { shipped: 'example' },
    connection: id,
    supplier: 'ACME',
  })
  await harness.reached(batch, ({ stage }) => stage === 'open')
  return batch
}

/** The page records each time itself: the grid reports which edit it has just drawn. */
async function noteTimes(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { dataset } = document.documentElement
    dataset['editTimes'] = ''
    let pressed = 0
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Enter' && event.target instanceof HTMLTextAreaElement) pressed = event.timeStamp
    }
    addEventListener('keydown', onKey, { capture: true })
    new MutationObserver(() => {
      dataset['editTimes'] += `${performance.now() - pressed} `
    }).observe(document.body, { subtree: true, attributeFilter: ['data-drawn-edit'] })
  })
}

/** Milliseconds of each edit. */
async function timesOf(page: Page, edits: number): Promise<number[]> {
  await noteTimes(page)
  await page.getByTestId('data-grid-canvas').focus()
  for (const key of toBillName) await page.keyboard.press(key)
  for (let edit = 1; edit <= edits; edit += 1) {
    await page.keyboard.type(`Name ${edit}`, { delay: typingMs })
    await page.locator('.gdg-input').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForFunction(
      (count) => (document.documentElement.dataset['editTimes'] ?? '').split(' ').length > count,
      edit,
    )
  }
  const noted = await page.evaluate(() => document.documentElement.dataset['editTimes'] ?? '')
  return noted.trim().split(' ').map(Number)
}

/** Edits cells one after another, by keyboard alone, in a batch of the given size. */
export async function measureFix(options: {
  readonly accounts: number
  readonly edits: number
}): Promise<Line[]> {
  const browser = await openBrowser()
  const harness = await openWindowHarness(browser, { motion: true })
  try {
    const batch = await loaded(harness, options.accounts)
    const page = await harness.openPage('light', largeSize)
    await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/fix`)
    await page.locator('[data-account]').waitFor()
    const times = (await timesOf(page, options.edits + warmUp)).slice(warmUp)
    const slow = times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN
    const what = `edit to repaint, ${options.accounts} accounts`
    return [
      { what, unit: 'ms', ours: times, bare: [] },
      { what: '  the slowest of twenty (p95)', unit: 'ms', ours: [slow], bare: [] },
    ]
  } finally {
    await harness.close()
    await browser.close()
  }
}
