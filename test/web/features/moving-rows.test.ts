// Tests that edits reach the rows that the user saw, although the list changes: accounts enter or leave the filter
// while a cell is being edited, rows are selected or a dialog is open. In a real browser with the real engine.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { badPhone, good, header, mapping } from '../../engine/accounts/small-batch.ts'
import { letRepliesWait, pageThatWaits, waitingFor } from '../page-that-waits.ts'
import { connected } from '../travel.ts'
import { openBrowser, openWindowHarness, type WindowHarness } from '../window-harness.ts'

let browser: Browser
let harness: WindowHarness
let connection = 0

beforeAll(async () => {
  browser = await openBrowser()
  harness = await openWindowHarness(browser)
  connection = await connected(harness)
})
afterAll(async () => {
  await harness.close()
  await browser.close()
})

let files = 0

/** A batch of a small wide file, not validated by the service. */
async function batchOf(lines: readonly string[], service: number | null = null): Promise<number> {
  files += 1
  const file = join(harness.folder, `moving-${files}.csv`)
  writeFileSync(file, `${[header, ...lines].join('\n')}\n`)
  const { batch } = await harness.engine().batches.load({
    path: file,
    mapping: mappingFile.parse(mapping),
    catalogue: { shipped: 'example' },
    connection: service,
    supplier: 'ACME',
  })
  await harness.reached(batch, (now) => now.stage === 'open' && now.work === null)
  return batch
}

async function openFix(batch: number, query = '', within?: BrowserContext): Promise<Page> {
  const page = await harness.openPage('light', { width: 1600, height: 1000 }, within)
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
const goodNumber = '020 7946 0001'

/** Simulates another window or the service: the account of a row enters or leaves "To fix". */
async function giveNumber(batch: number, row: number, text: string): Promise<void> {
  const cells = [{ sheet: 0, row, column: phone, text }]
  await harness.engine().edits.apply({ batch, words: `Number of row ${row}`, cells })
}

/** Current texts of a column in the engine, by row number. */
async function textsOf(batch: number, column: number): Promise<Record<number, string>> {
  const { rows } = await harness.engine().sheets.page({ batch, sheet: 0, offset: 0, limit: 500 })
  return Object.fromEntries(rows.map((row) => [row.row, row.cells[column] ?? '']))
}

const editor = (page: Page): Locator => page.getByLabel('Text of the cell')
/** The grid, or the button next to it, shows this number of rows. */
const tells = (page: Page, rows: number): Promise<void> =>
  page
    .getByText(new RegExp(`^${rows} rows?( match(es)? now)?$`))
    .first()
    .waitFor()

/** The accounts of the visible rows, from the top. */
const keys = (page: Page): Promise<string[]> => page.getByTestId(/^glide-cell-1-\d+$/).allTextContents()

/** After the bill name. */
const toStreet = ['Control+Home', 'ArrowRight', 'ArrowRight', 'ArrowRight']

test('typed text goes into the cell that was opened, even if another account is inserted above it meanwhile', async () => {
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
  harness.leave(page)
})

test('a cell that is opened and not changed writes nothing, even if another row takes its place', async () => {
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
  // An edit is sent before the reply to this one.
  await press(page, ...toStreet)
  await page.keyboard.type('Own')
  await press(page, 'Enter')
  await expect
    .poll(async () => Object.values(await textsOf(batch, street)).filter((text) => text === 'Own').length)
    .toBe(1)
  const { history } = harness.engine().edits
  await expect.poll(async () => (await history({ batch })).length).toBe(2)
  harness.leave(page)
})

test('while a cell is open no row moves under it, and afterwards refreshing the list is offered', async () => {
  const batch = await batchOf([good('A-1'), badPhone('A-2'), badPhone('A-3')])
  const page = await openFix(batch)
  await press(page, ...toStreet, 'F2')
  await editor(page).waitFor()
  await giveNumber(batch, 2, badNumber)
  const renew = page.getByRole('button', { name: '3 rows match now' })
  await renew.waitFor()
  await expect.poll(() => keys(page)).toEqual(['A-2', 'A-3'])
  await press(page, 'Escape')
  await renew.click()
  await expect.poll(() => keys(page)).toEqual(['A-1', 'A-2', 'A-3'])
  harness.leave(page)
})

test('when the focused row leaves the list, keys change no cell, and an arrow selects a row', async () => {
  const batch = await batchOf([badPhone('A-1'), badPhone('A-2'), badPhone('A-3')])
  const page = await openFix(batch)
  await press(page, ...toStreet, 'ArrowDown')
  await page.locator('[data-account="A-2"]').waitFor()
  await giveNumber(batch, 3, goodNumber)
  await expect.poll(() => keys(page)).toEqual(['A-1', 'A-3'])
  await press(page, 'Delete', 'Control+d', 'ArrowDown')
  await page.locator('[data-account="A-3"]').waitFor()
  await page.keyboard.type('9 Low Rd')
  await press(page, 'Enter')
  await expect.poll(() => textsOf(batch, street)).toEqual({ 2: '1 High St', 3: '1 High St', 4: '9 Low Rd' })
  await expect.poll(async () => (await harness.engine().edits.history({ batch })).length).toBe(2)
  harness.leave(page)
})

test('a selection of several rows keeps its rows, even if another row is inserted between them', async () => {
  const batch = await batchOf([badPhone('A-1'), good('A-2'), badPhone('A-3'), badPhone('A-4')])
  const page = await openFix(batch)
  await press(page, ...toStreet, 'Shift+ArrowDown')
  const bar = page.getByRole('group', { name: 'What to do with accounts' })
  await bar.getByText('2 accounts selected').waitFor()
  await giveNumber(batch, 3, badNumber)
  await tells(page, 4)
  await press(page, 'Delete')
  await expect.poll(() => textsOf(batch, street)).toEqual({ 2: '', 3: '1 High St', 4: '', 5: '1 High St' })
  harness.leave(page)
})

test('a list that is built again has its own focus, and keys do not affect the positions of the old list', async () => {
  const batch = await batchOf([good('A-1'), badPhone('A-2'), badPhone('A-3')])
  const { of: page, hold, resume } = await pageThatWaits(harness)
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/fix`)
  await page.locator('[data-account]').waitFor()
  await page.getByTestId('data-grid-canvas').focus()
  await press(page, ...toStreet)
  await page.locator('[data-account="A-2"]').waitFor()
  await hold()
  await page.getByRole('button', { name: /^All/ }).first().click()
  await page.getByTestId('data-grid-canvas').focus()
  await press(page, 'Delete')
  await resume()
  await expect.poll(() => keys(page)).toEqual(['A-1', 'A-2', 'A-3'])
  await page.locator('[data-account="A-2"]').waitFor()
  await expect.poll(async () => (await harness.engine().edits.history({ batch })).length).toBe(0)
  harness.leave(page)
})

test('while the service validates, the account being fixed keeps its place, and further typing goes into it', async () => {
  harness.sandbox.faults.add({ id: 'slow', route: 'validate', effect: { kind: 'hang', when: 'before_work' } })
  const batch = await batchOf([good('A-1'), badPhone('A-2'), badPhone('A-3')], connection)
  await harness.engine().batches.validate({ batch })
  const page = await openFix(batch)
  await page.getByRole('button', { name: 'Stop', exact: true }).waitFor()
  await press(page, ...toStreet, ...Array.from({ length: 5 }, () => 'ArrowRight'))
  await page.keyboard.type(goodNumber)
  await press(page, 'Tab')
  await tells(page, 1)
  await page.keyboard.type('Bob')
  await press(page, 'Enter')
  await page.getByRole('button', { name: 'Undo: First 2 of A-2' }).waitFor()
  await expect.poll(() => textsOf(batch, phone + 1)).toEqual({ 2: '', 3: 'Bob', 4: '' })
  harness.sandbox.faults.remove('slow')
  await harness.engine().batches.cancel({ batch })
  harness.leave(page)
})

test('validating fixed accounts shows the remaining problems at once', async () => {
  const batch = await batchOf(
    [badPhone('A-2'), badPhone('A-3'), ...Array.from({ length: 20 }, (_, at) => good(`B-${at}`))],
    connection,
  )
  const page = await openFix(batch)
  await press(page, ...toStreet, ...Array.from({ length: 5 }, () => 'ArrowRight'))
  await page.keyboard.type(goodNumber)
  await press(page, 'Enter')
  await page.getByRole('button', { name: '1 row matches now' }).waitFor()
  harness.sandbox.faults.add({ id: 'slow', route: 'validate', effect: { kind: 'latency', ms: 1_000 } })
  await page.getByRole('button', { name: /^Validate \d/ }).click()
  await expect.poll(() => keys(page)).toEqual(['A-3'])
  harness.sandbox.faults.remove('slow')
  harness.leave(page)
})

const bulk = (page: Page): Locator =>
  page.getByRole('dialog', { name: /^(Find and replace|Change many cells)$/ })

test('a dialog changes the cells that were selected when it opened, even if a row is inserted between them', async () => {
  const batch = await batchOf([badPhone('A-1'), good('A-2'), badPhone('A-3'), badPhone('A-4')])
  const page = await openFix(batch)
  await press(page, ...toStreet, 'Shift+ArrowDown', 'Shift+F10')
  await page.getByRole('menuitem', { name: 'Change the 2 selected cells…' }).press('Enter')
  await bulk(page).getByLabel('Text', { exact: true }).fill('9 Low Rd')
  const make = bulk(page).getByRole('button', { name: 'Change 2 cells' })
  await expect.poll(() => make.getAttribute('aria-disabled')).toBe('false')
  await giveNumber(batch, 3, badNumber)
  await tells(page, 4)
  await expect.poll(() => make.getAttribute('aria-disabled')).toBe('false')
  await make.click()
  await bulk(page).waitFor({ state: 'detached' })
  const before = '1 High St'
  await expect
    .poll(() => textsOf(batch, street))
    .toEqual({ 2: '9 Low Rd', 3: before, 4: '9 Low Rd', 5: before })
  harness.leave(page)
})

test('a dialog keeps the column that it was opened on, even if the account leaves the list behind it', async () => {
  const batch = await batchOf([badPhone('A-1'), badPhone('A-2')])
  const page = await openFix(batch)
  await press(page, ...toStreet, 'Control+h')
  await bulk(page).getByLabel('What to do', { exact: true }).click()
  await page.getByRole('option', { name: 'Set to a text' }).click()
  const columns = bulk(page).getByLabel('Columns', { exact: true })
  await expect.poll(() => columns.textContent()).toBe('Street')
  await giveNumber(batch, 2, goodNumber)
  await expect.poll(() => keys(page)).toEqual(['A-2'])
  await page.locator('[data-account]').waitFor({ state: 'detached' })
  await expect.poll(() => columns.textContent()).toBe('Street')
  harness.leave(page)
})

test('the question pack contains the accounts that were selected when its dialog opened', async () => {
  const batch = await batchOf([badPhone('A-1'), badPhone('A-2'), badPhone('A-3')])
  const page = await openFix(batch)
  await press(page, ...toStreet)
  await page.locator('[data-account="A-1"]').waitFor()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Ask the customer' }).click()
  const dialog = page.getByRole('dialog')
  const which = dialog.getByLabel('Which cells', { exact: true })
  await which.click()
  await page.getByRole('option', { name: 'Of the 1 account selected' }).click()
  await giveNumber(batch, 2, goodNumber)
  await expect.poll(() => keys(page)).toEqual(['A-2', 'A-3'])
  await page.locator('[data-account]').waitFor({ state: 'detached' })
  await expect.poll(() => which.textContent()).toBe('Of the 1 account selected')
  harness.leave(page)
})

const copied = (page: Page): Promise<string[]> =>
  page.evaluate(() => (document.documentElement.dataset['copied'] ?? '').split('\n'))

async function noteCopies(page: Page): Promise<void> {
  await page.evaluate(() =>
    window.addEventListener('copy', (event) => {
      document.documentElement.dataset['copied'] = event.clipboardData?.getData('text/plain') ?? ''
    }),
  )
}

async function paste(page: Page, lines: readonly string[]): Promise<void> {
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, lines.join('\n'))
}

/** More rows than there are when a list opens. */
const many = Array.from({ length: 400 }, (_, at) =>
  good(`L-${at + 100}`).replace('1 High St', `${at + 100} High St`),
)

test('a long paste into an outdated sorted list is refused, and works after a refresh', async () => {
  const batch = await batchOf(many)
  const page = await openFix(batch, `?show=all&sort=c${street}`)
  await press(page, ...toStreet)
  await page.keyboard.type('Z')
  await press(page, 'Enter')
  await page.getByRole('button', { name: 'Undo: Street of L-100' }).waitFor()
  await press(page, ...toStreet, 'ArrowLeft', ...Array.from({ length: 10 }, () => 'ArrowDown'))
  await page.locator('[data-account="L-110"]').waitFor()
  const lines = Array.from({ length: 300 }, (_, at) => `Name ${at}`)
  await paste(page, lines)
  await page
    .getByText('“Name 0”, “Name 1”, “Name 2” and 297 more were not written. The list is out of date')
    .waitFor()
  const refresh = page.getByRole('button', { name: 'Refresh the list' })
  await refresh.click()
  await refresh.waitFor({ state: 'detached' })
  await expect.poll(() => keys(page)).toContain('L-110')
  await page.getByTestId('data-grid-canvas').focus()
  await page.locator('[data-account="L-110"]').waitFor()
  await press(page, 'Home', 'ArrowRight', 'ArrowRight')
  await paste(page, lines)
  await page.getByRole('button', { name: 'Undo: Paste of 300 cells' }).waitFor()
  const names = await textsOf(batch, 1)
  // Row 2 is L-100, so row 12 is L-110.
  expect([names[11], names[12], names[311], names[312]]).toEqual(['Ann Lee', 'Name 0', 'Name 299', 'Ann Lee'])
  harness.leave(page)
})

test('the selected row is in view after a refresh, even if the answer comes late and the grid is measured late', async () => {
  const batch = await batchOf(many)
  const context = await browser.newContext({ viewport: { width: 1600, height: 1000 }, locale: 'en-GB' })
  await context.addInitScript(() => {
    window.ResizeObserver = class extends ResizeObserver {
      constructor(report: ResizeObserverCallback) {
        super((...sizes) => void setTimeout(() => report(...sizes), 200))
      }
    }
  })
  await letRepliesWait(context)
  const page = await openFix(batch, `?show=all&sort=c${street}`, context)
  await press(page, ...toStreet)
  await page.keyboard.type('Z')
  await press(page, 'Enter')
  await page.getByRole('button', { name: 'Undo: Street of L-100' }).waitFor()
  await press(page, ...toStreet, ...Array.from({ length: 10 }, () => 'ArrowDown'))
  await page.locator('[data-account="L-110"]').waitFor()
  const refresh = page.getByRole('button', { name: 'Refresh the list' })
  await refresh.waitFor()
  const waiting = waitingFor(page)
  await waiting.hold()
  await refresh.click()
  await refresh.waitFor({ state: 'detached' })
  // Until the grid has drawn the last answer.
  await page.evaluate(() => new Promise((end) => setTimeout(end, 500)))
  await waiting.resume()
  await expect.poll(() => keys(page)).toEqual(expect.arrayContaining(['L-101', 'L-110', 'L-120']))
  await context.close()
})

test('a text that is typed in the very moment in which another list is there keeps its row in that list', async () => {
  const batch = await batchOf([badPhone('R-1'), badPhone('R-2')])
  const page = await openFix(batch)
  await page.locator('[data-account="R-1"]').waitFor()
  // The account is drawn after the grid: here somebody types between the two.
  await page.evaluate((text) => {
    const seen = new MutationObserver(() => {
      const field = document.querySelector<HTMLInputElement>('input[data-cell="H2"]')
      const isThere = [...document.querySelectorAll('span')].some((one) => one.textContent === '1 row')
      if (!isThere || field === null) return
      seen.disconnect()
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    })
    seen.observe(document.body, { subtree: true, childList: true, characterData: true })
  }, goodNumber)
  await page.getByRole('searchbox', { name: 'Text in a cell' }).fill('R-1')
  await expect.poll(async () => (await textsOf(batch, phone))[2]).toBe(goodNumber)
  await page.getByRole('button', { name: 'Refresh the list' }).waitFor()
  expect(await keys(page)).toContain('R-1')
  harness.leave(page)
})

test('copying takes the current text of the cells, even if they were copied before and changed since', async () => {
  const batch = await batchOf(many)
  const page = await openFix(batch, '?show=all')
  await noteCopies(page)
  await press(page, ...toStreet, 'ArrowLeft', 'Control+Space', 'Control+c')
  await expect.poll(() => copied(page)).toEqual(many.map(() => 'Ann Lee'))
  await page.keyboard.type('Bob')
  await press(page, 'Control+Enter')
  await page.getByRole('button', { name: 'Undo: Filling of 400 cells' }).waitFor()
  await press(page, 'Control+c')
  await expect.poll(() => copied(page)).toEqual(many.map(() => 'Bob'))
  harness.leave(page)
})
