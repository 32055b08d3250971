// Tests what the window shows while the accounts of a batch are built again: one bar, the step as it was, and no
// count of the accounts built so far as if it were the result. In a real browser with the real engine.
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateAccounts } from '../../files/generate.ts'
import { waitingFor } from '../page-that-waits.ts'
import { takePictures } from '../pictures.ts'
import { connected, openBatch, validatedBatch } from '../travel.ts'
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

const rests = 'Editing, validating and releasing wait'

/** The page gets no reply once it shows the progress, so that it goes on showing it: building may be done at any moment. */
async function holdOnceBuilding(page: Page): Promise<void> {
  await page.evaluate((words) => {
    const observer = new MutationObserver(() => {
      const shown = document.body.textContent
      if (!/Rebuilding: [\d,]+ of [\d,]+ accounts/.test(shown) || !shown.includes(words)) return
      observer.disconnect()
      Reflect.set(window, 'holdsAnswers', true)
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  }, rests)
}

async function openFix(of = batch): Promise<Page> {
  // Wide enough for the counts beside the steps.
  const page = await harness.openPage('light', { width: 1700, height: 1000 })
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${of}/fix`)
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
  await holdOnceBuilding(page)
  await harness.engine().edits.apply({ batch, words: 'Another key', cells })
  const refused = harness.engine().edits.apply({ batch, words: 'Meanwhile', cells })
  await expect(refused).rejects.toMatchObject({ data: { code: 'batch_busy' } })
  const bar = page.getByRole('main').getByRole('status').filter({ hasText: rests })
  await bar.waitFor()
  // The acts in the footer rest as well.
  const validate = page.getByRole('button', { name: /^Validate/ })
  expect(await validate.evaluate((one) => one.closest('[inert]') !== null)).toBe(true)
  expect(await page.getByTestId('data-grid-canvas').count()).toBe(1)
  expect(await page.getByText(/^[\d,]+ rows$/).textContent()).toBe(shownRows)
  // What would be lost is said: texts by name, and a deletion.
  await page.locator('[inert]').first().waitFor({ state: 'attached' })
  await page.waitForFunction(() => document.activeElement === document.body)
  await page.evaluate(() => {
    const press = (...keys: readonly string[]): void => {
      for (const key of keys)
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    }
    press(...'Typed', 'Enter', ...'Dropped', 'Escape', ...'Lasts', 'Backspace')
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'Pasted\tAnd more\n')
    window.dispatchEvent(new ClipboardEvent('paste', { clipboardData }))
  })
  const notices = page.getByLabel('Notifications')
  await notices.getByText('“Typed”, “Last”, “Pasted” and 1 more were not written. Editing').waitFor()
  await takePictures(page, 'typed-while-rebuilding')
  await waitingFor(page).resume()
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
  expect(texts.filter((text) => text.includes('Reading: 0 B'))).toEqual([])
  expect(texts.some((text) => /Rebuilding: [\d,]+ of 6,000 accounts/.test(text))).toBe(true)
  harness.leave(page)
})

test('a text that is typed into the next field of an account while its new key builds all accounts again is written', async () => {
  const page = await openFix()
  const fields = page.locator('[data-account] input[data-cell]:not([readonly])')
  const key = fields.first()
  await key.click()
  const cell = await key.getAttribute('data-cell')
  const next = await fields.nth(1).getAttribute('data-cell')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('NEW-KEY-2')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Control+a')
  // Until the accounts are there again, and after it.
  const rebuilding = page.locator('[data-rebuilding]')
  const built = rebuilding.waitFor().then(() => rebuilding.waitFor({ state: 'detached', timeout: 120_000 }))
  let typed = ''
  let isBuilt = false
  const ended = built.finally(() => (isBuilt = true))
  while (!isBuilt || typed.length < 10) {
    await page.keyboard.type('y')
    typed += 'y'
    await page.waitForTimeout(60)
  }
  await ended
  await page.keyboard.type('end')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-cell'))).toBe(next)
  await page.keyboard.press('Tab')
  const textsAt = async (): Promise<readonly (string | undefined)[]> => {
    const { rows } = await harness.engine().sheets.page({ batch, sheet: 0, offset: 0, limit: 500 })
    return [cell, next].map((address) => {
      const [, letters = '', row = ''] = /^([A-Z]+)(\d+)$/.exec(address ?? '') ?? []
      const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
      return rows.find((one) => one.row === Number(row))?.cells[column]
    })
  }
  await expect.poll(textsAt).toEqual(['NEW-KEY-2', `${typed}end`])
  harness.leave(page)
})

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
  expect(texts.filter((text) => text.includes('Reading: 0 B'))).toEqual([])
  expect(figures['rail.accounts']).toEqual(['6,000'])
  harness.leave(page)
})

test('while a value that is set for all accounts builds them again, the counts stay those of all accounts', async () => {
  const sample = await generateAccounts({
    seed: 5,
    count: 6000,
    shape: 'wide',
    damage: 0,
    format: 'csv',
    folder: harness.folder,
    name: 'no-country',
  })
  const fixed = (sample.mapping.fixed ?? []).filter(({ field }) => field !== 'billing_address.country')
  const without = { ...sample, mapping: { ...sample.mapping, fixed } }
  const blocked = await openBatch(harness, await connected(harness), without)
  const page = await openFix(blocked)
  await record(page)
  await page
    .getByRole('region', { name: /^Billing country is not mapped/ })
    .getByRole('button', { name: 'Set GB for all 6,000 accounts…' })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Set and build again' }).click()
  await harness.reached(blocked, ({ states }) => states.unvalidated === 6000)
  await page.getByRole('button', { name: 'Validate 6,000' }).waitFor()
  const { figures, texts } = await recorded(page)
  expect(figures['rail.accounts']).toEqual(['6,000'])
  expect(figures['tab.all']).toEqual(['6,000'])
  expect(figures['top.accounts']).toEqual(['6,000 accounts'])
  // Before and after, and nothing between.
  expect(figures['tab.fix']).toEqual(['6,000', '0'])
  expect(texts.filter((text) => text.includes('Reading: 0 B'))).toEqual([])
  expect(texts.some((text) => /Rebuilding: [\d,]+ of 6,000 accounts/.test(text))).toBe(true)
  harness.leave(page)
})

test('building the same accounts again in Map keeps what the service said, and asks it nothing', async () => {
  const sample = await generateAccounts({
    seed: 6,
    count: 60,
    shape: 'wide',
    damage: 0.3,
    format: 'csv',
    folder: harness.folder,
    name: 'validated',
  })
  const validated = await validatedBatch(harness, await connected(harness), sample)
  const engine = harness.engine()
  const { states } = await engine.batches.get({ batch: validated })
  expect(Math.min(states.validated, states.rejected)).toBeGreaterThan(0)
  const asked = (): number =>
    harness.sandbox.ledger.entries().filter(({ route }) => route === 'validate').length
  const before = asked()
  const page = await openFix(validated)
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${validated}/map`)
  await page.getByRole('button', { name: 'Build the accounts' }).click()
  await page.locator('[data-account]').waitFor()
  await harness.reached(validated, (now) => now.stage === 'open' && now.work === null)
  await page.getByRole('contentinfo').getByText(`Release ${states.validated} accounts`).waitFor()
  expect((await engine.batches.get({ batch: validated })).states).toEqual(states)
  expect(asked()).toBe(before)
  harness.leave(page)
})
