// Tests the Fix step's grid, filters, panes and inspector, in a real browser with the real engine and sandbox.
import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectionSettings } from '../../shared/sending/connection.ts'
import { generateAccounts } from '../files/generate.ts'
import { aWeekFromToday, chooseDay } from './hold-day.ts'
import { type Client, openBrowser, openWindowHarness, type WindowHarness } from './window-harness.ts'

let browser: Browser
let harness: WindowHarness
let batch = 0

beforeAll(async () => {
  browser = await openBrowser()
  harness = await openWindowHarness(browser)
  const { folder, sandbox } = harness
  const sample = await generateAccounts({
    seed: 7,
    count: 80,
    shape: 'wide',
    damage: 0.4,
    format: 'csv',
    folder,
  })
  const { baseUrl, tokenUrl, apiKey } = sandbox
  const engine = harness.engine()
  const settings = connectionSettings.parse({
    baseUrl,
    tokenUrl,
    limits: { pollFirstMs: 100, readsPerMinute: null },
  })
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
  await harness.reached(batch, (now) => now.stage === 'open')
  await engine.batches.validate({ batch })
  await harness.reached(batch, (now) => !now.validating && now.states.unvalidated === 0)
  await engine.batches.release({ batch, limit: 1 })
  await harness.reached(batch, ({ states }) => states.done === 1)
})
afterAll(async () => {
  await harness.close()
  await browser.close()
})

async function openFix(query = ''): Promise<Page> {
  const page = await harness.openPage('light', { width: 1600, height: 1000 })
  await goToFix(page, query)
  return page
}

async function goToFix(page: Page, query = ''): Promise<void> {
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/fix${query}`)
  await page.locator('[data-account]').waitFor()
  await page.getByTestId('data-grid-canvas').focus()
}

/** Column indexes of the grid: row, key, state, then the sheet's columns. */
const keyColumn = 1
const billName = 5

/** The text that the grid shows in a cell of the first row; the grid knows only the visible columns. */
async function firstRow(page: Page, column: number): Promise<string | null> {
  return page.getByTestId(`glide-cell-${column}-0`).textContent()
}

function undoButton(page: Page): Locator {
  return page.getByRole('button', { name: /^Undo|^Nothing to undo/ })
}

async function press(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** After the state, the type and the occupier. */
const toBillName = ['Control+Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight']

/** The engine's current texts of rows with edits. */
async function changedBillNames(): Promise<(string | undefined)[]> {
  const engine = harness.engine()
  const [sheet] = await engine.sheets.list({ batch })
  const index = sheet?.info.columns.find((column) => column.name === 'Bill name')?.index ?? -1
  const filter = { changed: true }
  const page = await engine.sheets.page({ batch, sheet: 0, offset: 0, limit: 10, filter })
  return page.rows.map((row) => row.cells[index])
}

test('a long text typed at full speed appears unchanged in the cell, though the editor opens meanwhile', async () => {
  const text = 'Every letter of a long text stands where it was typed, 0123456789'
  // The editor is slowest at its first opening.
  const page = await harness.openPage('light', { width: 1600, height: 1000 })
  await harness.loadAgain(page)
  await goToFix(page)
  await press(page, toBillName)
  await page.keyboard.type(text)
  await page.getByLabel('Text of the cell').waitFor()
  await expect.poll(() => page.getByLabel('Text of the cell').inputValue()).toBe(text)
  await page.keyboard.press('Escape')
  harness.leave(page)
})

test('text typed at full speed into a cell that is opening is kept, and one shortcut undoes it', async () => {
  const page = await openFix()
  await press(page, toBillName)
  const before = await firstRow(page, billName)
  await page.keyboard.type('Typed at once')
  await page.keyboard.press('Enter')
  await expect.poll(() => firstRow(page, billName)).toBe('Typed at once')
  await page.getByRole('button', { name: /^Undo: Bill name of / }).waitFor()
  await expect.poll(changedBillNames).toEqual(['Typed at once'])
  await page.keyboard.press('Control+z')
  await page.getByRole('button', { name: /^Redo: Bill name of / }).waitFor()
  await expect.poll(() => firstRow(page, billName)).toBe(before)
  await expect.poll(changedBillNames).toEqual([])
  harness.leave(page)
})

test('a block pasted from a spreadsheet is one edit and keeps a quoted line break', async () => {
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
  await expect.poll(changedBillNames).toEqual(['Two\nlines', 'Plain'])
  // What was pasted is selected.
  await press(page, ['Delete'])
  await expect.poll(changedBillNames).toEqual(['', ''])
  await undoButton(page).click()
  await expect.poll(changedBillNames).toEqual(['Two\nlines', 'Plain'])
  await undoButton(page).click()
  await page.getByRole('button', { name: 'Redo: Paste of 2 cells' }).waitFor()
  await expect.poll(changedBillNames).toEqual([])
  harness.leave(page)
})

test('an edit of a created account is refused with a message, and the cell shows its old text again', async () => {
  const engine = harness.engine()
  const { accounts } = await engine.accounts.list({
    batch,
    states: ['done'],
    outcomes: ['created'],
    offset: 0,
    limit: 1,
  })
  const page = await openFix(`?account=${accounts[0]?.id ?? 0}`)
  await press(page, toBillName)
  const before = await firstRow(page, billName)
  await page.keyboard.type('Somebody else')
  await page.keyboard.press('Enter')
  await page.getByText(/cannot be edited: it was created/).waitFor()
  await expect.poll(() => firstRow(page, billName)).toBe(before)
  harness.leave(page)
})

test('a fixed row stays in place with its rejection marked as outdated, until the list is refreshed', async () => {
  const page = await openFix()
  const engine = harness.engine()
  const { accounts } = await engine.accounts.list({ batch, states: ['rejected'], offset: 0, limit: 1 })
  const refused = accounts[0]
  if (refused === undefined) throw new Error('The sample has no refused account')
  await page.getByRole('button', { name: /^To fix/ }).click()
  await page.getByRole('searchbox', { name: 'Text in a cell' }).fill(refused.key)
  await page.locator(`[data-account="${refused.key}"]`).waitFor()
  await page.getByText('1 row', { exact: true }).waitFor()
  await page.getByLabel('Billing name').fill('Another name')
  await page.keyboard.press('Enter')
  await page.getByText('changed since').waitFor()
  const renew = page.getByRole('button', { name: 'Refresh the list' })
  await renew.waitFor()
  await expect.poll(() => firstRow(page, keyColumn)).toBe(refused.key)
  await renew.click()
  await page.getByText('No row matches').waitFor()
  harness.leave(page)
})

/** Number of rows found by the engine; the grid must show as many. */
async function rowsOf(filter: Parameters<Client['sheets']['page']>[0]['filter']): Promise<number> {
  const { total } = await harness.engine().sheets.page({ batch, sheet: 0, offset: 0, limit: 1, filter })
  return total
}

function rowCount(page: Page, rows: number): Promise<void> {
  return page.getByText(rows === 1 ? '1 row' : `${rows} rows`, { exact: true }).waitFor()
}

test('a menu lists states with their counts; the chosen states appear as a chip, and the chip removes it', async () => {
  const page = await openFix()
  const { states } = await harness.engine().batches.get({ batch })
  await page.getByRole('button', { name: 'Filter by state' }).click()
  const item = (word: string): Locator => page.getByRole('menuitemcheckbox', { name: word })
  await expect.poll(() => item('Has errors').textContent()).toBe(`Has errors${states.invalid}`)
  // The first one replaces those of "To fix", and further ones are added.
  await item('Ready to send').click()
  await rowCount(page, await rowsOf({ states: ['validated'] }))
  await item('Has errors').click()
  await page.keyboard.press('Escape')
  await rowCount(page, await rowsOf({ states: ['validated', 'invalid'] }))
  const chip = page.getByRole('button', { name: 'Remove the filter: Has errors, Ready to send' })
  await expect
    .poll(() => page.getByRole('button', { name: /^To fix/ }).getAttribute('aria-pressed'))
    .toBe('false')
  await chip.click()
  await rowCount(
    page,
    await rowsOf({ states: ['invalid', 'rejected'], outcomes: ['failed', 'dry_run_failed'] }),
  )
  await expect
    .poll(() => page.getByRole('button', { name: /^To fix/ }).getAttribute('aria-pressed'))
    .toBe('true')
  harness.leave(page)
})

test('by keyboard, a cell’s menu shows only the rows with problems in its column or its field', async () => {
  const page = await openFix()
  const { groups } = await harness.engine().problems.groups({ batch })
  const group = groups.find((one) => one.column !== null && one.field !== null)
  if (group?.column === undefined || group.column === null) throw new Error('The sample has no such cause')
  const [sheet] = await harness.engine().sheets.list({ batch })
  const title = sheet?.info.columns[group.column]?.name ?? ''
  const causes = page.getByRole('navigation', { name: 'Problems by cause' })
  await causes.locator('[data-cause-step]').nth(groups.indexOf(group)).click()
  await page.locator('[data-focused-problem]:not(:empty)').waitFor({ state: 'attached' })
  await page.getByTestId('data-grid-canvas').focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: `Only rows with problems in ${title}` }).press('Enter')
  await page.getByRole('button', { name: `Remove the filter: Problems in ${title}` }).waitFor()
  await rowCount(page, await rowsOf({ column: group.column, states: ['invalid', 'rejected', 'done'] }))
  await page.getByTestId('data-grid-canvas').focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: /^Only accounts with problems of [A-Z][^._]*$/ }).press('Enter')
  const ofField = await rowsOf({ field: group.field, states: ['invalid', 'rejected', 'done'] })
  expect(ofField).toBeGreaterThan(0)
  await rowCount(page, ofField)
  await page.getByRole('searchbox', { name: 'Text in a cell' }).fill('no such text')
  await page.getByText('No row matches').waitFor()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await rowCount(page, await rowsOf({ states: ['invalid', 'rejected'], outcomes: ['failed'] }))
  harness.leave(page)
})

test('a key hides and shows the causes and the account, and the window remembers the choice', async () => {
  const page = await openFix()
  const causes = (of: Page): Locator => of.getByRole('navigation', { name: 'Problems by cause' })
  const account = (of: Page): Locator => of.getByRole('complementary', { name: 'Account' })
  const width = async (of: Page): Promise<number> =>
    (await of.getByRole('region', { name: 'Rows of the file' }).boundingBox())?.width ?? 0
  const before = await width(page)
  await page.keyboard.press('[')
  await causes(page).waitFor({ state: 'detached' })
  await page.keyboard.press(']')
  await account(page).waitFor({ state: 'detached' })
  await expect.poll(() => page.locator('.gdg-input').count()).toBe(0)
  await expect.poll(() => width(page)).toBeGreaterThan(before + 400)

  const again = await harness.openPage('light', { width: 1600, height: 1000 }, page.context())
  await again.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/fix`)
  await again.getByTestId('data-grid-canvas').waitFor()
  await expect.poll(() => causes(again).count()).toBe(0)
  await again.getByRole('button', { name: 'Causes' }).click()
  await again.getByRole('button', { name: 'Account', exact: true }).click()
  await again.locator('[data-account]').waitFor()
  const separator = again.getByRole('separator', { name: 'Width of the account' })
  const wide = Number(await separator.getAttribute('aria-valuenow'))
  await separator.press('ArrowLeft')
  await again.locator(`[role="separator"][aria-valuenow="${wide + 16}"]`).waitFor()
  await expect.poll(async () => (await account(again).boundingBox())?.width).toBe(wide + 16)
  await page.context().close()
})

test('a hold has a reason and a date, shows the date, and says when the date has come', async () => {
  const engine = harness.engine()
  const { accounts } = await engine.accounts.list({ batch, states: ['invalid'], offset: 0, limit: 1 })
  const id = accounts[0]?.id ?? 0
  const page = await openFix(`?account=${id}`)
  const account = page.getByRole('complementary', { name: 'Account' })
  await account.getByRole('button', { name: 'Hold this account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Moves next month')
  await chooseDay(page, ['ArrowLeft', 'Enter'])
  await dialog.getByRole('button', { name: 'Hold', exact: true }).click()
  await dialog.getByText('Choose a day after today.').waitFor()
  await chooseDay(page, ['ArrowDown', 'ArrowRight', 'Enter'])
  await dialog.getByRole('button', { name: 'Hold', exact: true }).click()
  await account.getByText(/^Held until \d{1,2} /).waitFor()
  await expect
    .poll(() => engine.accounts.get({ account: id }))
    .toMatchObject({
      held: 'Moves next month',
      heldUntil: await aWeekFromToday(page),
    })
  await engine.accounts.hold({ accounts: [id], reason: 'Moved', until: Date.UTC(2026, 0, 15) })
  await account.getByText('Hold is due: 15 Jan 2026').waitFor()
  await expect
    .poll(() => page.getByTestId('glide-cell-2-0').textContent())
    .toContain('Hold is due: 15 Jan 2026')
  await account.getByRole('button', { name: 'End hold' }).first().click()
  await account.getByText('Hold is due: 15 Jan 2026').waitFor({ state: 'detached' })
  await expect.poll(async () => (await engine.accounts.get({ account: id })).held).toBeNull()
  harness.leave(page)
})

test('the list of edits undoes several edits at once and updates every affected row', async () => {
  const page = await openFix()
  await press(page, toBillName)
  const before = await firstRow(page, billName)
  const changed = await changedBillNames()
  for (const text of ['First name', 'Second name']) {
    await press(page, toBillName)
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
    await expect.poll(() => firstRow(page, billName)).toBe(text)
  }
  await expect
    .poll(async () => new Set(await changedBillNames()))
    .toEqual(new Set([...changed, 'Second name']))
  await page.getByRole('button', { name: 'Edits' }).click()
  const list = page.getByRole('dialog', { name: 'Edits of this batch' })
  await list
    .getByText(/^Bill name, row \d+ · /)
    .first()
    .waitFor()
  await list.getByRole('button', { name: /^Undo to here \(2 edits\), back to before: Bill name of / }).click()
  await expect.poll(() => firstRow(page, billName)).toBe(before)
  await page.getByText('Undone: 2 edits').waitFor()
  await expect.poll(changedBillNames).toEqual(changed)
  await list.getByRole('button', { name: /^Redo to here \(2 edits\), up to: Bill name of / }).click()
  await expect.poll(() => firstRow(page, billName)).toBe('Second name')
  await list.getByRole('button', { name: /^Undo to here \(2 edits\)/ }).click()
  await expect.poll(() => firstRow(page, billName)).toBe(before)
  harness.leave(page)
})

test('an account that failed is counted, shown with its reason, corrected, validated and created', async () => {
  const engine = harness.engine()
  harness.sandbox.control.setSwitches({ failShare: 1 })
  await engine.batches.release({ batch, limit: 1 })
  const failed = await harness.reached(batch, ({ outcomes }) => outcomes.failed === 1)
  harness.sandbox.control.setSwitches({ failShare: 0 })
  const toFix = failed.states.invalid + failed.states.rejected + 1
  const { accounts } = await engine.accounts.list({
    batch,
    states: ['done'],
    outcomes: ['failed'],
    offset: 0,
    limit: 1,
  })
  const account = accounts[0]?.id ?? 0
  const page = await openFix('?states=failed')
  // Wide enough for the counts beside the steps.
  await page.setViewportSize({ width: 1700, height: 1000 })
  await rowCount(page, 1)
  await page.getByRole('button', { name: `To fix ${toFix}` }).waitFor()
  await page
    .getByRole('navigation', { name: 'Steps of this batch' })
    .getByRole('link', { name: `Fix ${toFix}` })
    .waitFor()
  const reason = page.getByRole('region', { name: 'The service could not create it' })
  await reason.getByTitle(/^account_creation_failed/).waitFor()
  await page.getByLabel('Billing name').fill('A better name')
  await page.keyboard.press('Enter')
  await reason.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Validate \d/ }).click()
  await harness.reached(batch, ({ states, validating }) => !validating && states.unvalidated === 0)
  await engine.batches.release({ batch, limit: 100 })
  // Other accounts of the sample may fail at the service because of their own damage.
  await harness.reached(
    batch,
    ({ states }) => states.validated + states.queued + states.sending + states.processing === 0,
  )
  await expect.poll(async () => (await engine.accounts.get({ account })).outcome).toBe('created')
  await page.getByText('Created').first().waitFor()
  harness.leave(page)
})
