// Tests the Fix step's grid as a spreadsheet: keys, selections over unloaded rows, sorting, columns, a change
// after an undo, and its screen-reader text. By keyboard, in a real browser with the real
// engine.
import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateAccounts } from '../../files/generate.ts'
import { seriousOf } from '../axe.ts'
import { takePictures } from '../pictures.ts'
import { openBrowser, openWindowHarness, type WindowHarness } from '../window-harness.ts'

const accounts = 1_200
let browser: Browser
let harness: WindowHarness
let batch = 0

beforeAll(async () => {
  browser = await openBrowser()
  harness = await openWindowHarness(browser)
  const sample = await generateAccounts({
    seed: 11,
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
    connection: null,
    supplier: 'ACME',
  })
  batch = opened.batch
  await harness.reached(batch, ({ stage, work }) => stage === 'open' && work === null)
})
afterAll(async () => {
  await harness.close()
  await browser.close()
})

async function openFix(query = '?show=all'): Promise<Page> {
  const page = await harness.openPage('light', { width: 1600, height: 1000 })
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/fix${query}`)
  await page.locator('[data-account]').waitFor()
  await page.getByTestId('data-grid-canvas').focus()
  return page
}

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** Column indexes of the grid: row, key, state, type, occupier, then these. */
const billName = 5
const toBillName = ['Control+Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight']

function cell(page: Page, column: number, row: number): Locator {
  return page.getByTestId(`glide-cell-${column}-${row}`)
}
function header(page: Page, name: string): Locator {
  return page.locator('[role="columnheader"]').filter({ hasText: new RegExp(`^${name}$`) })
}
/** Visible selected cells. */
function selectedCells(page: Page): Promise<string[]> {
  return page
    .locator('[role="gridcell"][aria-selected="true"]')
    .evaluateAll((cells) => cells.map(({ id }) => id))
}

async function columnOf(name: string): Promise<number> {
  const [sheet] = await harness.engine().sheets.list({ batch })
  return sheet?.info.columns.find((column) => column.name === name)?.index ?? -1
}
async function texts(name: string, limit = 10): Promise<(string | undefined)[]> {
  const index = await columnOf(name)
  const { rows } = await harness.engine().sheets.page({ batch, sheet: 0, offset: 0, limit })
  return rows.map((row) => row.cells[index])
}
async function changedRows(): Promise<number> {
  const { total } = await harness
    .engine()
    .sheets.page({ batch, sheet: 0, offset: 0, limit: 1, filter: { changed: true } })
  return total
}
/**
 * Undoes all edits, and makes another one, so that the next test starts with nothing to redo: one distant cell stays
 * changed.
 */
async function undoAll(): Promise<void> {
  const { edits } = harness.engine()
  await edits.undoTo({ batch, edit: null })
  const cells = [{ sheet: 0, row: accounts, column: await columnOf('Bill town'), text: 'Elsewhere' }]
  await edits.apply({ batch, words: 'Far away', cells })
}

test('jumps go to the end of the filled cells and to the ends of the grid, and Shift extends the selection', async () => {
  const page = await openFix()
  await press(page, ...toBillName, 'Control+ArrowDown')
  await cell(page, billName, accounts - 1).waitFor({ state: 'attached' })
  await expect.poll(() => selectedCells(page)).toEqual([`glide-cell-${billName}-${accounts - 1}`])
  await press(page, 'Control+ArrowUp', 'Home')
  await expect.poll(() => selectedCells(page)).toEqual(['glide-cell-1-0'])
  await press(page, ...toBillName, 'Shift+ArrowDown', 'Shift+Home')
  await expect.poll(async () => (await selectedCells(page)).length).toBe(billName * 2)
  await press(page, 'Escape')
  await expect.poll(() => selectedCells(page)).toEqual([`glide-cell-${billName}-0`])
  await press(page, 'PageDown', 'Shift+Enter')
  await expect.poll(async () => (await selectedCells(page))[0]).toMatch(/^glide-cell-5-[1-9]\d+$/)
  await expect.poll(() => selectedCells(page)).toHaveLength(1)
  harness.leave(page)
})

test('typing into a selection, fill down, fill right and clear are one shortcut and one edit each', async () => {
  const page = await openFix()
  const before = await texts('Bill name')
  await press(page, ...toBillName, 'Shift+ArrowDown', 'Shift+ArrowDown')
  await page.keyboard.type('All three')
  await press(page, 'Control+Enter')
  await page.getByRole('button', { name: 'Undo: Filling of 3 cells' }).waitFor()
  await expect
    .poll(async () => (await texts('Bill name')).slice(0, 3))
    .toEqual(['All three', 'All three', 'All three'])
  await press(page, 'Delete')
  await page.getByRole('button', { name: 'Undo: Clearing of 3 cells' }).waitFor()
  await press(page, ...toBillName)
  await page.keyboard.type('Down')
  await press(page, 'Enter')
  await expect.poll(() => cell(page, billName, 0).textContent()).toBe('Down')
  await press(page, ...toBillName, 'Shift+ArrowDown', 'Shift+ArrowDown', 'Control+d')
  await expect
    .poll(async () => (await texts('Bill name')).slice(0, 4))
    .toEqual(['Down', 'Down', 'Down', before[3]])
  await press(page, ...toBillName, 'Shift+ArrowRight', 'Control+r')
  await expect.poll(async () => (await texts('Bill email'))[0]).toBe('Down')
  await undoAll()
  await expect.poll(() => texts('Bill name')).toEqual(before)
  harness.leave(page)
})

test('an edit does not read the display settings again', async () => {
  const page = await openFix()
  const asked: string[] = []
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  session.on('Network.webSocketFrameSent', ({ response }) =>
    asked.push(/"u":"([^"]+)"/.exec(response.payloadData)?.[1] ?? ''),
  )
  await press(page, ...toBillName)
  await page.keyboard.type('One')
  await press(page, 'Enter')
  const afterEdit = (): readonly string[] => asked.slice(asked.indexOf('/edits/apply') + 1)
  await expect.poll(() => asked).toContain('/edits/apply')
  await expect.poll(afterEdit).toContain('/edits/history')
  expect(asked).not.toContain('/display/get')
  await session.detach()
  await undoAll()
  harness.leave(page)
})

test('Alt+Enter adds a line break in the editor, the cell shows one line, and Escape discards the change', async () => {
  const page = await openFix()
  await press(page, ...toBillName)
  await page.keyboard.type('One')
  await page.getByLabel('Text of the cell').waitFor()
  await press(page, 'Alt+Enter')
  await page.keyboard.type('Two')
  await press(page, 'Enter')
  await expect.poll(async () => (await texts('Bill name'))[0]).toBe('One\nTwo')
  await press(page, ...toBillName, 'F2')
  await page.getByLabel('Text of the cell').waitFor()
  await page.keyboard.type(' and more')
  await press(page, 'Escape')
  await page.getByLabel('Text of the cell').waitFor({ state: 'detached' })
  await expect.poll(async () => (await texts('Bill name'))[0]).toBe('One\nTwo')
  await undoAll()
  harness.leave(page)
})

test('copying a whole column includes the rows that were never loaded, without blanks in their place', async () => {
  const page = await openFix()
  await page.evaluate(() =>
    window.addEventListener('copy', (event) => {
      document.documentElement.dataset['copied'] = event.clipboardData?.getData('text/plain') ?? ''
    }),
  )
  const copied = (): Promise<string> => page.evaluate(() => document.documentElement.dataset['copied'] ?? '')
  await press(page, ...toBillName, 'Control+Space', 'Control+c')
  await expect.poll(async () => (await copied()).split('\n').length).toBe(accounts)
  const column = await columnOf('Bill name')
  const { rows } = await harness.engine().sheets.page({ batch, sheet: 0, offset: 900, limit: 200 })
  await expect
    .poll(async () => (await copied()).split('\n').slice(900, 1_100))
    .toEqual(rows.map((row) => row.cells[column]))
  harness.leave(page)
})

test('a change of many cells asks for confirmation, is one edit, and can be undone from its message', async () => {
  const page = await openFix()
  const before = await texts('Bill name')
  const changed = await changedRows()
  await press(page, ...toBillName, 'Control+Space')
  for (let more = 0; more < 9; more += 1) await press(page, 'Shift+ArrowRight')
  await press(page, 'Control+d')
  await page.getByText(/filled down one column at a time/).waitFor()
  await press(page, 'Delete')
  const dialog = page.getByRole('dialog', { name: 'Clear 12,000 cells?' })
  await dialog.getByText(/1,200 rows in 10 columns/).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(changedRows).toBe(changed)
  await press(page, 'Delete')
  await dialog.getByRole('button', { name: 'Clear', exact: true }).click()
  await page.getByText(/^[\d,]+ cells changed\./).waitFor()
  await expect.poll(() => texts('Bill name', 3)).toEqual(['', '', ''])
  await expect.poll(changedRows).toBe(accounts)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(changedRows).toBe(changed)
  await expect.poll(() => texts('Bill name')).toEqual(before)
  await undoAll()
  harness.leave(page)
})

test('rows are sorted from the menu and by Ctrl+click; the header, a text and the address show the order', async () => {
  const page = await openFix()
  const column = await columnOf('Bill name')
  await press(page, ...toBillName, 'Shift+F10')
  await page.getByRole('menuitem', { name: 'Sort by Bill name, largest first' }).press('Enter')
  const { rows } = await harness.engine().sheets.page({
    batch,
    sheet: 0,
    offset: 0,
    limit: 1,
    filter: {},
    sort: { by: { column }, descending: true },
  })
  await expect.poll(() => cell(page, billName, 0).textContent()).toBe(rows[0]?.cells[column])
  await page
    .locator('[data-grid-changes]', { hasText: 'Sorted by Bill name, largest first' })
    .waitFor({ state: 'attached' })
  const billHeader = header(page, 'Bill name')
  await expect.poll(() => billHeader.getAttribute('aria-sort')).toBe('descending')
  expect(new URL(page.url()).hash).toContain(`sort=-c${column}`)
  await page.getByRole('button', { name: 'Back to the order of the file, not by Bill name' }).click()
  await expect.poll(() => billHeader.getAttribute('aria-sort')).toBeNull()
  const canvas = await page.getByTestId('data-grid-canvas').boundingBox()
  await page.keyboard.down('Control')
  await page.mouse.click((canvas?.x ?? 0) + 100, (canvas?.y ?? 0) + 15)
  await page.keyboard.up('Control')
  await expect.poll(() => new URL(page.url()).hash).toContain(`sort=c`)
  harness.leave(page)
})

test('the menu of a cell can show only the rows with its value', async () => {
  const page = await openFix()
  await press(page, 'Control+Home', 'ArrowRight', 'ArrowRight', 'Shift+F10')
  const item = page.getByRole('menuitem', { name: /^Only rows where Account type is “/ })
  const text = /“(.*)”/.exec((await item.textContent()) ?? '')?.[1] ?? ''
  await item.press('Enter')
  const values = { column: await columnOf('Account type'), texts: [text] }
  const { total } = await harness
    .engine()
    .sheets.page({ batch, sheet: 0, offset: 0, limit: 1, filter: { values } })
  expect(total).toBeLessThan(accounts)
  await page.getByText(`${total.toLocaleString('en-GB')} rows`, { exact: true }).waitFor()
  await page.getByRole('button', { name: `Remove the filter: Account type is “${text}”` }).click()
  await page.getByText('1,200 rows', { exact: true }).waitFor()
  harness.leave(page)
})

test('a column’s menu filters the rows by several of its values, which are counted', async () => {
  const page = await openFix()
  await press(page, 'Control+Home', 'ArrowRight', 'ArrowRight', 'Shift+F10')
  await page.getByRole('menuitem', { name: 'Filter Account type by value…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Filter Account type by value' })
  const column = await columnOf('Account type')
  const { values } = await harness
    .engine()
    .values.ofColumn({ batch, sheet: 0, column, rows: { filter: {} }, wrong: null, exact: true })
  const [first, second] = values
  if (first === undefined || second === undefined) throw new Error('The sample has one type of account only')
  await dialog.getByRole('checkbox', { name: first.text, exact: true }).click()
  await dialog.getByRole('checkbox', { name: second.text, exact: true }).click()
  const rows = (first.cells + second.cells).toLocaleString('en-GB')
  await takePictures(page, 'value-filter')
  await dialog.getByRole('button', { name: `Show ${rows} rows` }).click()
  await page.getByText(`${rows} rows`, { exact: true }).waitFor()
  expect(new URL(page.url()).hash).toContain(`values=${column}`)
  await page.getByRole('button', { name: 'Remove the filter: Account type is one of 2 values' }).click()
  await page.getByText('1,200 rows', { exact: true }).waitFor()
  harness.leave(page)
})

test('hidden and pinned columns are remembered, and hidden columns are counted with their problems', async () => {
  const page = await openFix()
  await page.getByRole('button', { name: 'Choose columns' }).click()
  const chooser = page.getByRole('dialog', { name: 'Columns' })
  await chooser.getByRole('searchbox', { name: 'Find a column' }).fill('bill')
  await chooser.getByRole('checkbox', { name: /^Bill name/ }).press('Space')
  await chooser.getByRole('button', { name: 'Pin Bill email on the left' }).press('Enter')
  await press(page, 'Escape', 'Escape')
  const headers = (of: Page): Promise<string[]> =>
    of
      .locator('[role="columnheader"]')
      .evaluateAll((all) => all.slice(0, 5).map((one) => one.textContent ?? ''))
  await expect.poll(() => headers(page)).toEqual(['Row', 'Account No', 'State', 'Bill email', 'Account type'])
  await page.getByRole('button', { name: 'Choose columns: 1 column hidden' }).waitFor()
  // Stored shortly after the last choice.
  await expect.poll(async () => (await harness.engine().display.get()).choices).toContain(`"${batch}:0"`)
  const again = await harness.openPage('dark', { width: 1280, height: 800 }, page.context())
  await again.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/fix?show=all`)
  await again.locator('[data-account]').waitFor()
  await expect
    .poll(() => headers(again))
    .toEqual(['Row', 'Account No', 'State', 'Bill email', 'Account type'])
  await again.getByRole('button', { name: 'Choose columns: 1 column hidden' }).click()
  await again.getByRole('button', { name: 'Only mapped' }).click()
  await again.getByRole('button', { name: 'Show all', exact: true }).click()
  await again.getByRole('button', { name: 'Unpin Bill email' }).click()
  await again.keyboard.press('Escape')
  await again.getByRole('button', { name: 'Choose columns', exact: true }).waitFor()
  await expect.poll(async () => (await harness.engine().display.get()).choices).not.toContain(`"${batch}:0"`)
  await expect
    .poll(async () => (await headers(again)).slice(0, 4))
    .toEqual(['Row', 'Account No', 'State', 'Account type'])
  await page.context().close()
})

test('rows and columns are saved as a view under a name, which is chosen, renamed and removed', async () => {
  const page = await openFix('?show=all&sort=c3&text=a')
  await page.getByRole('button', { name: 'Choose columns' }).click()
  const chooser = page.getByRole('dialog', { name: 'Columns' })
  await chooser.getByRole('checkbox', { name: /^Bill name/ }).press('Space')
  await press(page, 'Escape')
  await page.getByRole('button', { name: 'Saved views' }).click()
  const views = page.getByRole('dialog', { name: 'Saved views' })
  await views.getByText('No view is saved for files with these columns.').waitFor()
  await views.getByRole('textbox', { name: 'Name of the view' }).fill('Without names')
  await views.getByRole('button', { name: 'Save view' }).press('Enter')
  await views.getByRole('button', { name: 'Show Without names' }).waitFor()
  await takePictures(page, 'fix-views')
  expect(await seriousOf(page, { within: '[role="dialog"]' })).toEqual([])
  const stored = async (): Promise<string> => (await harness.engine().display.get()).choices ?? ''
  // What is searched for is account data.
  await expect.poll(stored).toContain('"name":"Without names"')
  expect(await stored()).not.toContain('"text"')
  await press(page, 'Escape')

  await page.getByRole('button', { name: 'Choose columns: 1 column hidden' }).click()
  await chooser.getByRole('button', { name: 'Show all', exact: true }).click()
  await press(page, 'Escape')
  await page.getByRole('button', { name: /^Held/ }).click()
  await page.getByRole('button', { name: 'Saved views' }).click()
  await views.getByRole('button', { name: 'Show Without names' }).click()
  await page.getByRole('button', { name: 'Choose columns: 1 column hidden' }).waitFor()
  const { hash } = new URL(page.url())
  expect(Object.fromEntries(new URLSearchParams(hash.split('?')[1]))).toEqual({
    sheet: '0',
    show: 'all',
    sort: 'c3',
  })
  await page.getByText('1,200 rows', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Saved views' }).click()
  await views.getByRole('button', { name: 'Rename Without names' }).click()
  await views.getByRole('textbox', { name: 'New name of Without names' }).fill('Phones')
  await press(page, 'Enter')
  await views.getByRole('button', { name: 'Remove Phones' }).click()
  await views.getByText('No view is saved for files with these columns.').waitFor()
  await expect.poll(stored).not.toContain('Phones')
  await press(page, 'Escape')
  await page.getByRole('button', { name: 'Choose columns: 1 column hidden' }).click()
  await chooser.getByRole('button', { name: 'Show all', exact: true }).click()
  await expect.poll(stored).not.toContain(`"${batch}:0"`)
  await page.context().close()
})

test('a change after an undo asks nothing, and the list of edits still shows what was undone', async () => {
  const page = await openFix()
  await press(page, ...toBillName)
  await page.keyboard.type('First')
  await press(page, 'Enter')
  await page.getByRole('button', { name: /^Undo: Bill name of / }).waitFor()
  await press(page, 'Control+z')
  await page.getByRole('button', { name: /^Redo: Bill name of / }).waitFor()
  await press(page, ...toBillName)
  await page.keyboard.type('Second')
  await press(page, 'Enter')
  await page.getByRole('button', { name: 'Nothing to redo' }).waitFor()
  await expect.poll(async () => (await texts('Bill name'))[0]).toBe('Second')
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.getByRole('button', { name: 'Edits' }).click()
  const list = page.getByRole('dialog', { name: 'Edits of this batch' })
  await list
    .getByText(/undone, then something else was changed/)
    .first()
    .waitFor()
  expect(await list.getByRole('button', { name: /^Redo to here/ }).count()).toBe(0)
  await takePictures(page, 'edits-replaced')
  await press(page, 'Escape')
  await undoAll()
  harness.leave(page)
})

test('the list of edits can show the rows of an edit', async () => {
  const page = await openFix()
  const { edit } = await harness.engine().edits.apply({
    batch,
    words: 'Two rows far apart',
    cells: [
      { sheet: 0, row: 5, column: 3, text: 'Here' },
      { sheet: 0, row: 1_100, column: 3, text: 'There' },
    ],
  })
  await page.getByRole('button', { name: 'Edits' }).click()
  await page.getByRole('button', { name: 'Show rows changed by: Two rows far apart' }).click()
  await page.getByText('2 rows', { exact: true }).waitFor()
  expect(new URL(page.url()).hash).toContain(`edit=${edit}`)
  await page.getByRole('button', { name: 'Remove the filter: Rows of: Two rows far apart' }).click()
  await page.getByText('1,200 rows', { exact: true }).waitFor()
  await undoAll()
  harness.leave(page)
})

test('a screen reader gets the grid’s name and counts, the columns’ fields and the cells’ problems', async () => {
  const page = await openFix()
  const grid = page.locator('canvas [role="grid"]')
  await expect.poll(() => grid.getAttribute('aria-label')).toMatch(/^Rows of /)
  await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe(String(accounts + 1))
  const billHeader = header(page, 'Bill name')
  await expect.poll(() => billHeader.getAttribute('aria-description')).toBe('fills billing_name')
  const { groups } = await harness.engine().problems.groups({ batch })
  const group = groups.find((one) => one.column !== null)
  const column = group?.column ?? 0
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/fix?column=${column}`)
  const wrong = page.locator('[role="gridcell"][aria-invalid="true"]').first()
  await wrong.waitFor({ state: 'attached' })
  await expect.poll(() => wrong.getAttribute('aria-description')).toMatch(/; checked here$/)
  // The accessibility tree that Chromium gives to assistive technology.
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  const reported = (role: string): string[] =>
    nodes
      .filter((node) => !node.ignored && node.role?.value === role)
      .map((node) => `${String(node.name?.value)} | ${String(node.description?.value ?? '')}`)
  expect(reported('grid')).toEqual([expect.stringMatching(/^Rows of /)])
  expect(reported('columnheader').length).toBeGreaterThan(5)
  expect(reported('gridcell').filter((words) => words.includes('checked here')).length).toBeGreaterThan(0)
  await expect
    .poll(async () => {
      const now = (
        await harness.engine().sheets.page({
          batch,
          sheet: 0,
          offset: 0,
          limit: 1,
          filter: { column, states: ['invalid', 'rejected', 'done'] },
        })
      ).total
      return (await grid.getAttribute('aria-rowcount')) === String(now + 1)
    })
    .toBe(true)
  harness.leave(page)
})

test('Ctrl+F moves the focus to the search, and Enter moves it back to the rows', async () => {
  const page = await openFix()
  await press(page, 'Control+f')
  await page.keyboard.type('no such text anywhere')
  await press(page, 'Enter')
  await page.getByText('No row matches').waitFor()
  await press(page, 'Control+f')
  await page.keyboard.type('bills.')
  await press(page, 'Enter')
  await page.getByTestId('data-grid-canvas').waitFor()
  expect(new URL(page.url()).hash).toContain('text=bills.')
  harness.leave(page)
})
