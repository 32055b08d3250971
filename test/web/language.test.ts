// Tests the language of the window in a browser: it is the system's, until a person chooses another one. Every text is
// in it, and so are the sentences that the engine sends.
import type { Browser, BrowserContext, Page } from 'playwright'
import { expect, test } from 'vitest'
import { harnessOfEachTest } from './travel.ts'
import { smallSize } from './window-harness.ts'

const harness = harnessOfEachTest()

/** A browser on a system in German. */
function germanContext(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    viewport: smallSize,
  })
}

const languageOf = (page: Page): Promise<string> => page.evaluate(() => document.documentElement.lang)

async function choose(page: Page, menu: string, language: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('menuitemradio', { name: language, exact: true }).click()
}

test('with the system in German the window speaks German; choosing English changes it at once and is kept', async () => {
  const context = await germanContext(harness().browser)
  const page = await harness().openPage('light', smallSize, context)
  await page.getByRole('heading', { name: 'Die ersten Konten übertragen' }).waitFor()
  await page.getByRole('link', { name: 'Verbindungen' }).waitFor()
  expect(await languageOf(page)).toBe('de')

  await choose(page, 'Sprache: Deutsch', 'English')
  await page.getByRole('heading', { name: 'Move your first accounts' }).waitFor()
  await page.getByRole('link', { name: 'Connections' }).waitFor()
  expect(await languageOf(page)).toBe('en')
  const button = page.getByRole('button', { name: 'Language: English' })
  await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true)

  const again = await harness().openPage('light', smallSize, context)
  await again.getByRole('heading', { name: 'Move your first accounts' }).waitFor()
  await choose(again, 'Language: English', 'System (Deutsch)')
  await again.getByRole('heading', { name: 'Die ersten Konten übertragen' }).waitFor()
})

test('the language is also chosen by name where accounts are searched', async () => {
  const page = await harness().openPage()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('deutsch')
  await page.getByRole('option', { name: 'Language: Deutsch' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Verbindungen' }).waitFor()
  await page.getByRole('button', { name: 'Sprache: Deutsch' }).waitFor()
})
