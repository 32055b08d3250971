// Tests the language of the window in a browser: it is the system's, until a person chooses another one. Every text is
// in it, and so are the sentences that the engine sends.
import type { Browser, BrowserContext, Page } from 'playwright'
import { expect, test } from 'vitest'
import { batchOfDuplicates, quickConnection } from '../sending-journey.ts'
import { harnessOfEachTest } from '../travel.ts'
import { smallSize } from '../window-harness.ts'

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
  const catalogues: string[] = []
  context.on('request', (request) => {
    if (/\/(?:german-)?messages-[^/]*\.js$/.test(request.url())) catalogues.push(request.url())
  })
  const page = await harness().openPage('light', smallSize, context)
  await page.getByRole('heading', { name: 'Die ersten Konten übertragen' }).waitFor()
  await page.getByRole('link', { name: 'Verbindungen' }).click()
  await page.getByText('Noch keine Verbindung').waitFor()
  expect(catalogues, 'the messages of one language are loaded').toHaveLength(1)
  await page.getByRole('link', { name: 'Carryover' }).click()
  expect(await languageOf(page)).toBe('de')

  await choose(page, 'Sprache: Deutsch', 'English')
  await page.getByRole('heading', { name: 'Move your first accounts' }).waitFor()
  await page.getByRole('link', { name: 'Connections' }).waitFor()
  expect(await languageOf(page)).toBe('en')
  await expect.poll(() => catalogues.length).toBe(2)
  const button = page.getByRole('button', { name: 'Language: English' })
  await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true)

  const again = await harness().openPage('light', smallSize, context)
  await again.getByRole('heading', { name: 'Move your first accounts' }).waitFor()
  await choose(again, 'Language: English', 'System (Deutsch)')
  await again.getByRole('heading', { name: 'Die ersten Konten übertragen' }).waitFor()
})

test('Home does not wait for the messages of the engine; a refusal and a step do', async () => {
  const { browser, engine, openPage } = harness()
  const connection = await quickConnection(harness())
  const batch = await batchOfDuplicates(harness(), connection, 8, [2, 3])
  await engine().connections.pause({ id: connection })
  const context = await germanContext(browser)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await context.route(/\/(?:german-)?messages-[^/]*\.js$/, async (route) => {
    await released
    await route.continue()
  })
  const { promise: refused, resolve: isRefused } = Promise.withResolvers<void>()
  context.on('page', (page) =>
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (payload.includes('import.is_pdf')) isRefused()
      }),
    ),
  )
  const page = await openPage('light', smallSize, context)
  const file = { name: 'bericht.xlsx', mimeType: '', buffer: Buffer.from('%PDF-1.7 no table') }
  await page.locator('input[type=file]').setInputFiles(file)
  await refused
  expect(await page.getByRole('dialog').count()).toBe(0)
  const other = await openPage('light', smallSize, context)
  await other.locator(`a[href^="#/batch/${batch}"]`).first().waitFor()
  await other.evaluate((hash) => (location.hash = hash), `#/batch/${batch}/load`)
  await other.getByRole('link', { name: 'Zuordnen' }).waitFor()
  expect(await other.locator('body').innerText()).not.toMatch(/\b[a-z]+\.[a-z_]{3,}\b/)
  release()
  await page.getByRole('dialog').getByText('Das ist ein PDF').waitFor()
  await other.getByRole('grid').waitFor()
})

test('the language is also chosen by name where accounts are searched', async () => {
  const page = await harness().openPage()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('deutsch')
  await page.getByRole('option', { name: 'Language: Deutsch' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Verbindungen' }).waitFor()
  await page.getByRole('button', { name: 'Sprache: Deutsch' }).waitFor()
  expect(await languageOf(page)).toBe('de')
})

/** Parts of the page that can be scrolled sideways, by the start of their text. */
function scrollingSideways(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll<HTMLElement>('main, main *')]
      .filter(
        (part) => part === document.documentElement || /auto|scroll/.test(getComputedStyle(part).overflowX),
      )
      .filter((part) => part.scrollWidth > part.clientWidth + 1)
      .map((part) => `${part.scrollWidth} > ${part.clientWidth}: ${part.innerText.slice(0, 60)}`),
  )
}

test('in German no page with text is wider than a window of 1280 pixels', async () => {
  const { engine, openPage, reached, browser } = harness()
  const connection = await quickConnection(harness())
  const batch = await batchOfDuplicates(harness(), connection, 8, [2, 3])
  // The same file once more.
  await batchOfDuplicates(harness(), connection, 8, [2, 3])
  await engine().batches.rename({ batch, name: 'Kundenkonten der zweiten Lieferung, bereinigt '.repeat(3) })
  await engine().batches.release({ batch, limit: 6 })
  await reached(batch, ({ states }) => states.done === 6)
  await engine().batches.report({ batch, folder: null })
  const page = await openPage('light', smallSize, await germanContext(browser))
  const wide: Record<string, string[]> = {}
  for (const [at, text] of [
    ['#/', 'gleiche Datei wie ein anderer Stapel'],
    [`#/batch/${batch}/submit`, 'In keiner Welle'],
    [`#/batch/${batch}/watch`, 'Herkunft unbekannt'],
    [`#/batch/${batch}/report`, 'Zum Unterschreiben'],
    [`#/connect/${connection}`, 'Adresse des Dienstes'],
  ] as const) {
    await page.evaluate((hash) => (location.hash = hash), at)
    await page.getByText(text).first().waitFor()
    const found = await scrollingSideways(page)
    if (found.length > 0) wide[at] = found
  }
  expect(wide).toEqual({})
})
