// Tests the full journey of a batch in Chromium, over the web host with the real engine and sandbox, by keyboard alone:
// Tab, Enter, Space, arrows and shortcuts; every control shows its focus, and nothing traps it. The window's figures must
// equal the engine's. With a mouse, the whole journey runs in test/desktop/page-in-chromium.test.ts.
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { byKeyboard, tabAround, withMouse } from '../hands.ts'
import { wholeWay } from '../journey.ts'
import { arePicturesWanted, takePictures, takeReadmePictures } from '../pictures.ts'
import { browserUser, countedTotals, harnessOfEachTest, linkedSample } from '../travel.ts'
import { goToStep } from '../user.ts'
import { samples } from '../window-harness.ts'

const harness = harnessOfEachTest()
const inBrowser = (page: Page) => browserUser(page, withMouse(page))

/** Saves the report's results in the browser and returns the number of their rows. */
async function savedResults(page: Page): Promise<number> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save results.csv' }).click(),
  ])
  expect(download.suggestedFilename()).toContain('results.csv')
  return (
    readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n').length - 1
  )
}

/** Counts every mouse or pen event that the page receives from a person. */
async function watchForMouse(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    document.documentElement.dataset['pointers'] = '0'
    const count = (event: Event): void => {
      const { dataset } = document.documentElement
      if (event.isTrusted) dataset['pointers'] = String(Number(dataset['pointers']) + 1)
    }
    for (const kind of ['pointerdown', 'mousedown']) addEventListener(kind, count, { capture: true })
  })
  return async () => Number(await page.locator('html').getAttribute('data-pointers'))
}

/** Where a round of Tab passes the most kinds of controls, by the step that is then complete. */
const pagesToTabAround = ['connect', 'map-done', 'fix', 'report']

test('the full journey by keyboard alone: connect to report, which is kept after a restart and marked outdated later', async () => {
  // Pictures are of the sample that comes with the program.
  const accounts = arePicturesWanted ? 500 : 60
  const file = arePicturesWanted
    ? join(samples, 'linked-500.xlsx')
    : (await linkedSample(harness(), 60, 'whole', 0.3)).file
  const page = await harness().openPage()
  const pointers = await watchForMouse(page)
  const user = browserUser(page, byKeyboard(page), async (step) => {
    await takePictures(page, step)
    if (step === 'fix') await takeReadmePictures(page)
    if (pagesToTabAround.includes(step)) await tabAround(page)
  })
  const totals = await wholeWay(user, harness().sandbox, file)
  expect(await pointers()).toBe(0)
  expect(totals).toEqual(await countedTotals(harness(), 1))
  expect(totals['All accounts']).toBe(accounts)
  expect(totals['Ready to send, not released']).toBe(0)
  // Some of the damage is found by the service only when it creates the account.
  expect(totals['Failed']).toBe(arePicturesWanted ? 4 : 1)
  const sheets = await harness().engine().sheets.list({ batch: 1 })
  const rows = sheets.reduce((sum, sheet) => sum + (sheet.rowCount ?? 0), 0)
  expect(await savedResults(page)).toBe(rows)
  await page.context().close()
  await harness().restart()

  const second = inBrowser(await harness().openPage())
  await second.page.getByRole('link', { name: basename(file) }).click()
  await goToStep(second, 'Report')
  await second.page.getByText(/^Made at/).waitFor()
  const fresh = second.page.getByRole('listitem').filter({ hasText: 'The report is up to date' })
  await fresh.getByText('Yes').waitFor()
  expect(await savedResults(second.page)).toBe(rows)
  const engine = harness().engine()
  const wrong = await engine.accounts.list({ batch: 1, states: ['invalid'], offset: 0, limit: 1 })
  const ids = wrong.accounts.map(({ id }) => id)
  await engine.accounts.hold({ accounts: ids, reason: 'Has left', until: null, exclude: true })
  await second.page.getByText('1 account changed since. Make the report again before signing.').waitFor()
  await fresh.getByText('Not yet').waitFor()
})
