// The Map step by hand: supplier codes that the connection knows, and one column after another given its field.
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { connectionSettings } from '../../shared/connection.ts'
import { generateAccounts } from '../files/generate.ts'
import { openBrowser, openWindowHouse, type WindowHouse } from './window-house.ts'

let browser: Browser
let house: WindowHouse
let page: Page
let batch = 0
beforeAll(async () => {
  browser = await openBrowser()
  house = await openWindowHouse(browser)
  const { baseUrl, tokenUrl } = house.sandbox
  const suppliers = [
    { code: 'ACME', note: 'Sends a welcome e-mail to every customer.' },
    { code: 'ACME ENERGY', note: '' },
  ]
  await house.engine().connections.save({
    name: 'Practice here',
    settings: connectionSettings.parse({ baseUrl, tokenUrl, suppliers }),
  })
  const sample = await generateAccounts({
    seed: 5,
    count: 10,
    shape: 'linked',
    damage: 0,
    format: 'xlsx',
    folder: house.folder,
  })
  ;({ batch } = await house.engine().batches.open({ path: sample.file }))
  await house.reached(batch, ({ stage }) => stage === 'mapping')
})
afterAll(async () => {
  await house.close()
  await browser.close()
})
beforeEach(async () => {
  page = await house.openPage()
  await page.evaluate((at) => (location.hash = at), `#/batch/${batch}/map`)
  await page.getByRole('region', { name: 'Columns of Accounts' }).waitFor()
})
afterEach(() => page.context().close())

test('the supplier field offers the connection’s codes with their notes and takes any other', async () => {
  const field = page.getByLabel('Supplier code', { exact: true })
  await page.getByText('Every payload needs one.').waitFor()
  await field.click()
  await page.getByRole('option', { name: /^ACME Sends a welcome e-mail/ }).waitFor()
  await page.getByRole('option', { name: 'ACME ENERGY' }).click()
  expect(await field.inputValue()).toBe('ACME ENERGY')
  await page.getByText('Every payload needs one.').waitFor({ state: 'detached' })
  await field.fill('SOMEBODY ELSE')
  await page.getByRole('tab', { name: 'Payload' }).click()
  await page.getByText('"SOMEBODY ELSE"').waitFor()
})

test('a chosen field closes the choice: the prompt goes and the focus is back on the column', async () => {
  const column = page
    .getByRole('region', { name: 'Columns of Accounts' })
    .getByRole('listitem')
    .filter({ has: page.getByText('Bill name', { exact: true }) })
  const target = column.locator('[data-target]')
  await target.click()
  await page.getByText('Choose another field for “Bill name”, or Esc').waitFor()
  const choice = page.getByRole('combobox', { name: 'Choose a field: Bill name' })
  expect(await choice.evaluate((element) => element === document.activeElement)).toBe(true)
  // What is typed takes the place of the field that is there.
  await page.keyboard.type('Billing email')
  await page.getByRole('option').filter({ hasText: 'billing_email' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await column.getByText('billing_email', { exact: true }).waitFor()
  await page.getByText('Choose a column at the left, then its field here.').waitFor()
  expect(await target.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('Escape leaves a column as it was', async () => {
  const column = page
    .getByRole('region', { name: 'Columns of Accounts' })
    .getByRole('listitem')
    .filter({ has: page.getByText('Bill postcode', { exact: true }) })
  const before = await column.innerText()
  await column.locator('[data-target]').click()
  await page.keyboard.press('Escape')
  await page.getByText('Choose a column at the left, then its field here.').waitFor()
  expect(await column.innerText()).toBe(before)
})
