// Tests what the window shows while the accounts of a batch are built again: one bar, the step as it was, and no
// count of the accounts built so far as if it were the result. In a real browser with the real engine.
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateAccounts } from '../../files/generate.ts'
import { connected } from '../travel.ts'
import { openBrowser, openWindowHarness, type WindowHarness } from '../window-harness.ts'

const accounts = 6000

let browser: Browser
let harness: WindowHarness
let batch = 0

beforeAll(async () => {
  browser = await openBrowser()
  harness = await openWindowHarness(browser)
  const connection = await connected(harness)
  const sample = await generateAccounts({
    seed: 4,
    count: accounts,
    shape: 'wide',
    damage: 0.1,
    format: 'csv',
    folder: harness.folder,
  })
  const opened = await harness.engine().batches.load({
    path: sample.file,
    mapping: sample.mapping,
    catalogue: { shipped: 'example' },
    connection,
    supplier: 'ACME',
  })
  batch = opened.batch
  await harness.reached(batch, (now) => now.stage === 'open' && now.work === null)
}, 300_000)
afterAll(async () => {
  await harness.close()
  await browser.close()
})

/** From now on, everything that the page shows: its figures by name, and its sentences. */
async function record(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen = { figures: new Map<string, Set<string>>(), texts: new Set<string>() }
    const read = (): void => {
      for (const figure of document.querySelectorAll<HTMLElement>('[data-figure]')) {
        const name = figure.dataset['figure'] ?? ''
        const known = seen.figures.get(name) ?? new Set()
        seen.figures.set(name, known.add(figure.textContent))
      }
      for (const place of document.querySelectorAll('main, footer')) seen.texts.add(place.textContent)
    }
    const observer = new MutationObserver(read)
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    Object.assign(window, {
      recorded: () => ({
        figures: Object.fromEntries([...seen.figures].map(([name, texts]) => [name, [...texts]])),
        texts: [...seen.texts],
      }),
    })
  })
}

type Recorded = { readonly figures: Record<string, string[]>; readonly texts: string[] }

function recorded(page: Page): Promise<Recorded> {
  return page.evaluate(() => (window as unknown as { recorded: () => Recorded }).recorded())
}

async function openFix(): Promise<Page> {
  // Wide enough for the counts beside the steps.
  const page = await harness.openPage('light', { width: 1700, height: 1000 })
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/fix`)
  await page.locator('[data-account]').waitFor()
  await page.getByTestId('data-grid-canvas').focus()
  return page
}

test('while an edited key builds the accounts again, the Fix step stays with one bar and no half counts', async () => {
  const page = await openFix()
  await record(page)
  const shownRows = await page.getByText(/^[\d,]+ rows$/).textContent()
  const [row] = (await harness.engine().sheets.page({ batch, sheet: 0, offset: 40, limit: 1 })).rows
  const cells = [{ sheet: 0, row: row?.row ?? 0, column: 0, text: 'NEW-KEY-1' }]
  await harness.engine().edits.apply({ batch, words: 'Another key', cells })
  const bar = page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: 'Editing, validating and releasing wait' })
  await bar.waitFor()
  // The acts in the footer rest as well.
  const validate = page.getByRole('button', { name: /^Validate/ })
  expect(await validate.evaluate((one) => one.closest('[inert]') !== null)).toBe(true)
  expect(await page.getByTestId('data-grid-canvas').count()).toBe(1)
  expect(await page.getByText(/^[\d,]+ rows$/).textContent()).toBe(shownRows)
  // What would be lost is said: a paste and a deletion as well as a text.
  await page.locator('[inert]').first().waitFor({ state: 'attached' })
  const said = page.getByText('Editing, validating and releasing wait until it is done.')
  const before = await said.count()
  await page.evaluate(() => window.dispatchEvent(new ClipboardEvent('paste')))
  await expect.poll(() => said.count()).toBeGreaterThan(before)
  const refused = harness.engine().edits.apply({ batch, words: 'Meanwhile', cells })
  await expect(refused).rejects.toMatchObject({ data: { code: 'batch_busy' } })
  await harness.reached(batch, (now) => now.stage === 'open' && now.work === null)
  await bar.waitFor({ state: 'detached' })
  const inGrid = (): Promise<boolean> =>
    page.evaluate(
      () => (document.activeElement?.closest('[data-testid="data-grid-canvas"]') ?? null) !== null,
    )
  await expect.poll(inGrid).toBe(true)

  const { figures, texts } = await recorded(page)
  expect(figures['rail.accounts']).toEqual(['6,000'])
  expect(figures['tab.all']).toEqual(['6,000'])
  expect(figures['top.accounts']).toEqual(['6,000 accounts'])
  // Before and after, at most.
  expect(figures['tab.fix']?.length).toBeLessThanOrEqual(2)
  expect(texts.filter((text) => text.includes('Reading 0 B'))).toEqual([])
  expect(texts.some((text) => /Rebuilding [\d,]+ of 6,000 accounts/.test(text))).toBe(true)
  harness.leave(page)
}, 200_000)

test('after Build the window goes to Fix without saying that the columns are not mapped', async () => {
  const page = await openFix()
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/map`)
  const build = page.getByRole('button', { name: /^Build/ })
  await build.waitFor()
  await record(page)
  await build.click()
  await page.locator('[data-account]').waitFor({ timeout: 120_000 })
  const { figures, texts } = await recorded(page)
  expect(texts.filter((text) => text.includes('The columns are not mapped yet'))).toEqual([])
  expect(texts.filter((text) => text.includes('Reading 0 B'))).toEqual([])
  expect(figures['rail.accounts']).toEqual(['6,000'])
  harness.leave(page)
}, 200_000)
