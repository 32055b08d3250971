// What a person does lands on the rows that they saw, though rows come and go under them: accounts begin or cease to match
// the filter while a cell is typed into, rows are selected or a dialog is open. In a real browser over the real engine.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mappingFile } from '../../shared/mapping-file.ts'
import { badPhone, good, header, mapping } from '../engine/editing/small-batch.ts'
import { openBrowser, openWindowHouse, type WindowHouse } from './window-house.ts'

let browser: Browser
let house: WindowHouse

beforeAll(async () => {
  browser = await openBrowser()
  house = await openWindowHouse(browser)
}, 60_000)
afterAll(async () => {
  await house.close()
  await browser.close()
})

let files = 0

/** A batch of a small wide file, checked here only. */
async function batchOf(lines: readonly string[]): Promise<number> {
  files += 1
  const file = join(house.folder, `moving-${files}.csv`)
  writeFileSync(file, `${[header, ...lines].join('\n')}\n`)
  const { batch } = await house.engine().batches.load({
    path: file,
    mapping: mappingFile.parse(mapping),
    catalogue: { shipped: 'example' },
    connection: null,
    supplier: 'ACME',
  })
  await house.reached(batch, (now) => now.stage === 'open' && now.work === null)
  return batch
}

async function openFix(batch: number, query = ''): Promise<Page> {
  const page = await house.openPage('light', { width: 1600, height: 1000 })
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/fix${query}`)
  await page.locator('[data-account]').waitFor()
  await page.getByTestId('data-grid-canvas').focus()
  return page
}

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** Columns of the sheet. */
const [street, phone] = [2, 7]
const badNumber = '(020) 7946-0A10'

/** What another window, or the service, does under this one: the account of a row comes into "To fix", or leaves it. */
async function giveNumber(batch: number, row: number, text: string): Promise<void> {
  const cells = [{ sheet: 0, row, column: phone, text }]
  await house.engine().edits.apply({ batch, words: `Number of row ${row}`, cells })
}

/** A column as the engine has it now, by row number. */
async function textsOf(batch: number, column: number): Promise<Record<number, string>> {
  const { rows } = await house.engine().sheets.page({ batch, sheet: 0, offset: 0, limit: 500 })
  return Object.fromEntries(rows.map((row) => [row.row, row.cells[column] ?? '']))
}

const editor = (page: Page): Locator => page.getByLabel('Text of the cell')
/** The grid, or the button beside it, tells of so many rows. */
const tells = (page: Page, rows: number): Promise<void> =>
  page
    .getByText(new RegExp(`^${rows} rows?( match(es)? now)?$`))
    .first()
    .waitFor()

/** Past the bill name. */
const toStreet = ['Control+Home', 'ArrowRight', 'ArrowRight', 'ArrowRight']

test('what is typed goes into the cell that was opened, though another account comes in above it meanwhile', async () => {
  const batch = await batchOf([good('A-1'), badPhone('A-2'), badPhone('A-3')])
  const page = await openFix(batch)
  await press(page, ...toStreet, 'ArrowDown')
  await page.locator('[data-account="A-3"]').waitFor()
  await page.keyboard.type('9 Low Rd')
  await editor(page).waitFor()
  await giveNumber(batch, 2, badNumber)
  await tells(page, 3)
  await press(page, 'Enter')
  await page.getByRole('button', { name: 'Undo: Street of A-3' }).waitFor()
  await expect.poll(() => textsOf(batch, street)).toEqual({ 2: '1 High St', 3: '1 High St', 4: '9 Low Rd' })
  house.leave(page)
})

test('a cell that was opened and left as it was writes nothing, neither into itself nor into the one in its place', async () => {
  const batch = await batchOf([
    good('A-1'),
    badPhone('A-2'),
    badPhone('A-3').replace('1 High St', '3 High St'),
  ])
  const page = await openFix(batch)
  await press(page, ...toStreet, 'ArrowDown', 'F2')
  await expect.poll(() => editor(page).inputValue()).toBe('3 High St')
  await giveNumber(batch, 2, badNumber)
  await tells(page, 3)
  await press(page, 'Enter')
  await editor(page).waitFor({ state: 'detached' })
  // An edit that is made goes out before this one is answered.
  await press(page, ...toStreet)
  await page.keyboard.type('Own')
  await press(page, 'Enter')
  await expect
    .poll(async () => Object.values(await textsOf(batch, street)).filter((text) => text === 'Own').length)
    .toBe(1)
  const { history } = house.engine().edits
  await expect.poll(async () => (await history({ batch })).length).toBe(2)
  house.leave(page)
})
