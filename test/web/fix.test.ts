// The Fix step's grid and inspector as a person uses them, in a real browser over the real engine and sandbox.
import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectionSettings } from '../../shared/connection.ts'
import { generateAccounts } from '../files/generate.ts'
import { openBrowser, openWindowHouse, type WindowHouse } from './window-house.ts'

let browser: Browser
let house: WindowHouse
let batch = 0

beforeAll(async () => {
  browser = await openBrowser()
  house = await openWindowHouse(browser)
  const { folder, sandbox } = house
  const sample = await generateAccounts({
    seed: 7,
    count: 80,
    shape: 'wide',
    damage: 0.4,
    format: 'csv',
    folder,
  })
  const { baseUrl, tokenUrl, apiKey } = sandbox
  const engine = house.engine()
  const settings = connectionSettings.parse({ baseUrl, tokenUrl, limits: { pollFirstMs: 100 } })
  const { id } = await engine.connections.save({ name: 'Practice here', settings })
  await engine.connections.setKey({ id, key: apiKey })
  const opened = await engine.batches.load({
    path: sample.file,
    mapping: sample.mapping,
    catalogue: { shipped: 'example' },
    connection: id,
    supplier: 'ACME',
  })
  batch = opened.batch
  await reached((now) => now.stage === 'open')
  await engine.batches.validate({ batch })
  await reached((now) => !now.validating && now.states.ready === 0)
  await engine.batches.release({ batch, limit: 1 })
  await reached(({ states }) => states.settled === 1)
}, 60_000)
afterAll(async () => {
  await house.close()
  await browser.close()
})

type Batch = Awaited<ReturnType<ReturnType<WindowHouse['engine']>['batches']['get']>>

async function reached(is: (now: Batch) => boolean): Promise<void> {
  const engine = house.engine()
  const events = await engine.events()
  if (is(await engine.batches.get({ batch }))) return
  for await (const event of events)
    if (event.kind === 'batch' && is(await engine.batches.get({ batch }))) return
}

async function openFix(query = ''): Promise<Page> {
  const page = await house.openPage('light', { width: 1600, height: 1000 })
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/fix${query}`)
  await page.locator('[data-account]').waitFor()
  await page.getByTestId('data-grid-canvas').focus()
  return page
}

/** Columns as the grid counts them: row, key, state, then the sheet's others. */
const keyColumn = 1
const billName = 5

/** What the grid shows in a cell of the first row; the grid knows the columns in view. */
async function firstRow(page: Page, column: number): Promise<string | null> {
  return page.getByTestId(`glide-cell-${column}-0`).textContent()
}

function undoButton(page: Page): Locator {
  return page.getByRole('button', { name: /^Undo|^Nothing to undo/ })
}

async function press(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** Past the state, the type and the occupier. */
const toBillName = ['Control+Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight']

/** As the engine has them now, in rows that an edit lies over. */
async function changedBillNames(): Promise<(string | undefined)[]> {
  const engine = house.engine()
  const [sheet] = await engine.sheets.list({ batch })
  const index = sheet?.info.columns.find((column) => column.name === 'Bill name')?.index ?? -1
  const filter = { changed: true }
  const page = await engine.sheets.page({ batch, sheet: 0, offset: 0, limit: 10, filter })
  return page.rows.map((row) => row.cells[index])
}

test('what is typed at full speed into a cell that is just being opened is all kept, and undone by one chord', async () => {
  const page = await openFix()
  await press(page, toBillName)
  const before = await firstRow(page, billName)
  await page.keyboard.type('Typed at once')
  await page.keyboard.press('Enter')
  await expect.poll(() => firstRow(page, billName), { timeout: 10_000 }).toBe('Typed at once')
  await page.getByRole('button', { name: /^Undo: Bill name of / }).waitFor()
  expect(await changedBillNames()).toEqual(['Typed at once'])
  await page.keyboard.press('Control+z')
  await page.getByRole('button', { name: /^Redo: Bill name of / }).waitFor()
  await expect.poll(() => firstRow(page, billName), { timeout: 10_000 }).toBe(before)
  expect(await changedBillNames()).toEqual([])
  await page.context().close()
})

test('a block pasted from a spreadsheet is one edit, with a quoted line break kept', async () => {
  const page = await openFix()
  await press(page, toBillName)
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', '"Two\nlines"\nPlain\n')
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  })
  await page.getByRole('button', { name: 'Undo: Paste of 2 cells' }).waitFor()
  expect(await changedBillNames()).toEqual(['Two\nlines', 'Plain'])
  await undoButton(page).click()
  await page.getByRole('button', { name: 'Redo: Paste of 2 cells' }).waitFor()
  expect(await changedBillNames()).toEqual([])
  await page.context().close()
})

test('an account that was created refuses an edit in words, and the cell has its old text again', async () => {
  const engine = house.engine()
  const { accounts } = await engine.accounts.list({ batch, states: ['settled'], offset: 0, limit: 1 })
  const page = await openFix(`?account=${accounts[0]?.id ?? 0}`)
  await press(page, toBillName)
  const before = await firstRow(page, billName)
  await page.keyboard.type('Somebody else')
  await page.keyboard.press('Enter')
  await page.getByText(/cannot be edited: it was created/).waitFor()
  await expect.poll(() => firstRow(page, billName), { timeout: 10_000 }).toBe(before)
  await page.context().close()
})

test("a fixed row stays in place and its service's word is marked as changed since, until the list is refreshed", async () => {
  const page = await openFix()
  const engine = house.engine()
  const { accounts } = await engine.accounts.list({ batch, states: ['refused'], offset: 0, limit: 1 })
  const refused = accounts[0]
  if (refused === undefined) throw new Error('The sample has no refused account')
  await page.getByRole('button', { name: /^To fix/ }).click()
  await page.getByRole('searchbox', { name: 'Text in a cell' }).fill(refused.key)
  await page.locator(`[data-account="${refused.key}"]`).waitFor()
  await page.getByText('1 row', { exact: true }).waitFor()
  await page.getByLabel('Billing name').fill('Another name')
  await page.keyboard.press('Enter')
  await page.getByText('changed since').waitFor()
  const renew = page.getByRole('button', { name: '0 rows match now' })
  await renew.waitFor()
  expect(await firstRow(page, keyColumn)).toBe(refused.key)
  await renew.click()
  await page.getByText('No row matches').waitFor()
  await page.context().close()
})
