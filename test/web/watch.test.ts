// The Watch step over a batch of which a wave has settled: every count leads to its accounts, and an account can be held
// with a reason and a day.
import type { Browser, Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { generateAccounts } from '../files/generate.ts'
import { connected, judgedBatch } from './travel.ts'
import { openBrowser, openWindowHouse, type WindowHouse } from './window-house.ts'

let browser: Browser
let house: WindowHouse
let page: Page
/** A batch of 60 accounts, of which 30 have settled before any window was opened. */
let batch = 0
beforeAll(async () => {
  browser = await openBrowser()
  house = await openWindowHouse(browser)
  const sample = await generateAccounts({
    seed: 5,
    count: 60,
    shape: 'linked',
    damage: 0.3,
    format: 'xlsx',
    folder: house.folder,
  })
  batch = await judgedBatch(house, await connected(house), sample)
  await house.engine().batches.release({ batch, limit: 30 })
  await house.reached(batch, ({ states }) => states.settled === 30)
})
afterAll(async () => {
  await house.close()
  await browser.close()
})
beforeEach(async () => {
  page = await house.openPage()
  await page.evaluate((at) => (location.hash = at), `#/batch/${batch}/watch`)
  await page.getByText('Adds up', { exact: true }).waitFor()
})
afterEach(() => page.context().close())

/** The tab of the list that is open, as it reads: its words and how many accounts. */
async function openTab(words: RegExp): Promise<Locator> {
  const tab = page
    .getByRole('tablist', { name: 'Which accounts to list' })
    .getByRole('tab', { selected: true })
  await tab.filter({ hasText: words }).waitFor()
  return tab
}

test('a word of the service, an outcome and a state each list their accounts, and their counts agree', async () => {
  const { outcomes, states } = await house.engine().batches.get({ batch })
  const { words } = await house.engine().batches.serviceWords({ batch })
  expect(words.reduce((sum, one) => sum + one.accounts, 0)).toBe(30)
  const said = page.getByRole('region', { name: 'In the service’s words' })
  for (const { word, accounts } of words) {
    if (word === null) continue
    await said.getByRole('button', { name: word }).click()
    await openTab(new RegExp(`^${word}${accounts}$`))
  }
  await page.getByRole('button', { name: /^Created/ }).click()
  await openTab(new RegExp(`^Created${outcomes.created}$`))
  await page.getByRole('button', { name: /^Blocked/ }).click()
  await openTab(new RegExp(`^Blocked${states.blocked}$`))
  expect(new URL(page.url()).hash).toContain('show=blocked')
})

test('what settled before the window was opened is in the chart of progress', async () => {
  const progress = page.getByRole('region', { name: 'Progress' })
  await progress.getByRole('img', { name: 'Progress over time: now 30 settled and 0 on the way' }).waitFor()
  await progress.getByText('Settled30').waitFor()
  expect(await progress.getByText(/^From .+ to /).count()).toBe(1)
})

test('an account is held with a reason and a day, found among the held ones, changed, and let go', async () => {
  await page.getByRole('tab', { name: /^Not sent/ }).click()
  const first = page.getByRole('button', { name: /^Hold: / }).first()
  const key = (await first.getAttribute('aria-label'))?.replace('Hold: ', '') ?? ''
  await first.click()
  const dialog = page.getByRole('dialog', { name: `Hold ${key}` })
  await dialog.getByLabel('Reason').fill('The customer asked us to wait')
  await dialog.getByLabel(/^Ask again on/).fill('2020-01-01')
  await dialog.getByText('Choose a day after today, or none.').waitFor()
  expect(await dialog.getByRole('button', { name: 'Hold', exact: true }).isDisabled()).toBe(true)
  await dialog.getByLabel(/^Ask again on/).fill('2099-12-03')
  await dialog.getByRole('button', { name: 'Hold', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })

  await page.getByRole('tab', { name: /^Held/ }).click()
  await openTab(/^Held1$/)
  await page.getByText('Held until 3 Dec 2099: The customer asked us to wait').waitFor()
  const { accounts } = await house.engine().accounts.list({
    batch,
    states: ['blocked', 'refused', 'ready', 'cleared'],
    held: true,
    offset: 0,
    limit: 10,
  })
  expect(accounts.map((line) => [line.key, line.held, line.heldUntil])).toEqual([
    [key, 'The customer asked us to wait', await page.evaluate(() => new Date(2099, 11, 3).getTime())],
  ])

  await page.getByRole('button', { name: `Change the hold: ${key}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End the hold' }).click()
  await page.getByText('No account is held', { exact: true }).waitFor()
})
