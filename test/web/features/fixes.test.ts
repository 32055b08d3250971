// Tests fixes of many cells in the window: the changes are previewed, they form one edit, and cells that may not be
// edited are left out and reported. In a real browser with the real engine and sandbox.
import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateAccounts } from '../../files/generate.ts'
import { byKeyboard, gridHasFocus } from '../hands.ts'
import { takePictures } from '../pictures.ts'
import { connected, validatedBatch } from '../travel.ts'
import { openBrowser, openWindowHarness, type WindowHarness } from '../window-harness.ts'
import { english } from '../../support/english.ts'

let browser: Browser
let harness: WindowHarness
let connection = 0
let sample: Awaited<ReturnType<typeof generateAccounts>>

beforeAll(async () => {
  browser = await openBrowser()
  harness = await openWindowHarness(browser)
  const { folder } = harness
  sample = await generateAccounts({ seed: 7, count: 200, shape: 'wide', damage: 0.4, format: 'csv', folder })
  connection = await connected(harness)
})
afterAll(async () => {
  await harness.close()
  await browser.close()
})

/** The same file as a second, untouched batch. */
async function freshBatch(): Promise<number> {
  const { batch } = await harness.engine().batches.load({
    path: sample.file,
    mapping: sample.mapping,
    catalogue: { shipped: 'example' },
    connection: null,
    supplier: 'ACME',
  })
  await harness.reached(batch, (now) => now.stage === 'open' && now.work === null)
  return batch
}

async function openFix(batch: number, query = ''): Promise<Page> {
  const page = await harness.openPage()
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/fix${query}`)
  await page.locator('[data-account]').waitFor()
  await page.getByTestId('data-grid-canvas').focus()
  return page
}

async function columnOf(batch: number, name: string): Promise<number> {
  const [sheet] = await harness.engine().sheets.list({ batch })
  return sheet?.info.columns.find((column) => column.name === name)?.index ?? -1
}

/** Current texts of a column, by row number. */
async function cellsOf(batch: number, name: string): Promise<ReadonlyMap<number, string>> {
  const column = await columnOf(batch, name)
  const { rows } = await harness.engine().sheets.page({ batch, sheet: 0, offset: 0, limit: 500 })
  return new Map(rows.map((row) => [row.row, row.cells[column] ?? '']))
}

/** The row numbers whose cell differs. */
function changedRows(before: ReadonlyMap<number, string>, after: ReadonlyMap<number, string>): number[] {
  return [...after].flatMap(([row, text]) => (before.get(row) === text ? [] : [row]))
}

const dialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: /^(Find and replace|Change many cells)$/ })
const apply = (page: Page): Locator =>
  dialog(page).getByRole('button', { name: /^Change( [\d,]+ cells?.*)?$/ })
/** Every account affected by the change was checked. */
const lookedAt = (page: Page): Locator => dialog(page).getByText(/ (was|were) checked\.$/)

async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await dialog(page).getByLabel(label, { exact: true }).click()
  await page.getByRole('option', { name: option }).click()
}

function find(page: Page): Locator {
  return dialog(page).getByLabel('Find', { exact: true })
}

async function factsOf(page: Page): Promise<readonly string[]> {
  return dialog(page)
    .getByRole('list', { name: 'What it does to the accounts' })
    .getByRole('listitem')
    .allTextContents()
}

test('find and replace changes only filtered rows, previews its changes, and can be undone', async () => {
  const batch = await freshBatch()
  const before = await cellsOf(batch, 'Bill street')
  const page = await openFix(batch, '?show=all&text=Wexley')
  const filter = { text: 'Wexley' }
  const shown = await harness.engine().sheets.page({ batch, sheet: 0, offset: 0, limit: 500, filter })
  const column = await columnOf(batch, 'Bill street')
  const wanted = shown.rows
    .filter((row) => row.cells[column]?.includes('Street') === true)
    .map(({ row }) => row)
  expect(wanted.length).toBeGreaterThan(3)

  await page.keyboard.press('Control+h')
  await find(page).fill('street')
  await dialog(page).getByLabel('Replace with').fill('St')
  await choose(page, 'Columns', 'Bill street')
  await dialog(page)
    .getByText(`${wanted.length} cells in ${wanted.length} accounts change`, { exact: true })
    .waitFor()
  const sampleRow = dialog(page).getByRole('row').nth(1)
  await expect
    .poll(() => sampleRow.textContent())
    .toBe(
      [
        wanted[0],
        shown.rows.find(({ row }) => row === wanted[0])?.account?.key,
        before.get(wanted[0] ?? 0),
      ].join('') + (before.get(wanted[0] ?? 0) ?? '').replace('Street', 'St'),
    )
  await lookedAt(page).waitFor()
  await takePictures(page, 'replace')
  const matchCase = dialog(page).getByRole('checkbox', { name: 'Match case' })
  await matchCase.click()
  await dialog(page).getByText('No cell would change.').waitFor()
  await expect.poll(() => apply(page).getAttribute('aria-disabled')).toBe('true')
  await matchCase.click()
  await apply(page)
    .and(page.getByRole('button', { name: `Change ${wanted.length} cells` }))
    .click()

  const words = 'Replaced “street” with “St” in Bill street'
  await page.getByText(`${words}: ${wanted.length} cells`).waitFor()
  await expect.poll(async () => changedRows(before, await cellsOf(batch, 'Bill street'))).toEqual(wanted)
  await expect
    .poll(async () => english((await harness.engine().edits.history({ batch }))[0]))
    .toMatchObject({ words, cells: wanted.length })
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText(`Undone: ${words}`).waitFor()
  await expect.poll(async () => changedRows(before, await cellsOf(batch, 'Bill street'))).toEqual([])
  harness.leave(page)
})

test('a cause is fixed by a table of values: problems disappear and accounts become valid, as previewed', async () => {
  const batch = await freshBatch()
  const engine = harness.engine()
  const { groups } = await engine.problems.groups({ batch })
  const cause = groups.find((group) => group.code === 'invalid_choice' && group.column !== null)
  const invalid = (await engine.batches.get({ batch })).states.invalid
  const page = await openFix(batch)
  const causes = page.getByRole('navigation', { name: 'Problems by cause' })
  await causes
    .locator('[data-cause-step]')
    .nth(cause === undefined ? -1 : groups.indexOf(cause))
    .click()
  await causes.getByRole('button', { name: 'Fix all at once…' }).click()
  const values = dialog(page).getByRole('list', { name: 'Values' })
  await values.getByLabel('“PIGEON” becomes').waitFor()
  await expect
    .poll(() => values.getByRole('listitem').allTextContents())
    .toEqual([`PIGEON${cause?.problems ?? 0}`])
  // The catalogue's choices are offered as a list.
  await values.getByLabel('“PIGEON” becomes').press('ArrowDown')
  await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(['ONLINE', 'PRINT'])
  await values.getByLabel('“PIGEON” becomes').fill('PRINT')
  await lookedAt(page).waitFor()
  const [vanish, appear, freed] = await factsOf(page)
  expect(vanish).toBe(`${cause?.problems ?? 0} problems solved`)
  expect(appear).toBe('0 new problems')
  await takePictures(page, 'cause-by-table')
  await apply(page).click()
  await page.getByText(/^Changed 1 value of Paperless by a table: \d+ cells$/).waitFor()
  const now = await harness.reached(batch, ({ work }) => work === null)
  expect(freed).toBe(`${invalid - now.states.invalid} accounts unblocked`)
  const { groups: after } = await engine.problems.groups({ batch })
  expect(after.some((group) => group.code === cause?.code && group.column === cause.column)).toBe(false)
  await page.getByText('Solved', { exact: true }).waitFor()
  harness.leave(page)
})

test('a cause that no counted fix solves opens on its values, and shows figures only once something would change', async () => {
  const batch = await freshBatch()
  const page = await openFix(batch)
  const causes = page.getByRole('navigation', { name: 'Problems by cause' })
  const cause = causes.locator('button[data-cause-step]').filter({ hasText: 'no such date' }).first()
  await expect.poll(() => cause.textContent()).toContain('No single fix for all')
  await cause.click()
  await causes.getByRole('button', { name: 'Fix all at once…' }).click()
  await page.locator('form[data-kind="table"]').waitFor()
  const value = dialog(page)
    .getByRole('list', { name: 'Values' })
    .getByRole('textbox', { name: /^“31\/02\/\d{4}” becomes$/ })
    .first()
  await value.waitFor()
  const effect = dialog(page).getByRole('list', { name: 'What it does to the accounts' })
  expect(await effect.count()).toBe(0)
  await takePictures(page, 'fix-without-cure')
  await value.fill('28/02/2021')
  await lookedAt(page).waitFor()
  await effect.waitFor()
  await page.keyboard.press('Escape')
  harness.leave(page)
})

test('“Fix all at once” opens on a fix that changes cells, or on the values; never on an empty search', async () => {
  const batch = await validatedBatch(harness, connection, sample)
  const page = await openFix(batch)
  const causes = page.getByRole('navigation', { name: 'Problems by cause' })
  const cards = causes.locator('button[data-cause-step]')
  const { groups } = await harness.engine().problems.groups({ batch })
  await expect.poll(() => cards.count()).toBe(groups.length)
  const opened: string[] = []
  for (let at = 0; at < groups.length; at += 1) {
    // Duplicates are decided side by side, and a problem of several cells in its rows.
    if (groups[at]?.code === 'duplicate_account' || groups[at]?.column === null) continue
    await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/fix`)
    await cards.nth(at).click()
    const act = causes.getByRole('button', { name: 'Fix all at once…' })
    // The fixes of the card are counted first.
    await causes.getByText('Counting').waitFor({ state: 'detached' })
    await act.click()
    const form = dialog(page).locator('form[data-kind]')
    const kind = await form.getAttribute('data-kind')
    opened.push(`${groups[at]?.code ?? ''}: ${kind ?? ''}`)
    expect(await find(page).count()).toBe(0)
    if (kind === 'table')
      await dialog(page).getByRole('list', { name: 'Values' }).getByRole('listitem').first().waitFor()
    else if (kind !== 'set')
      await dialog(page)
        .getByText(/^[1-9]\d* cells? in \d+ accounts? changes?$/)
        .waitFor()
    await takePictures(page, `fix-all-${groups[at]?.code ?? ''}`)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
  }
  expect(opened.length).toBeGreaterThan(4)
  harness.leave(page)
})

test('an invalid or too slow pattern shows an error in place and changes nothing, and the next one works', async () => {
  const batch = await freshBatch()
  const engine = harness.engine()
  const column = await columnOf(batch, 'Bill name')
  const { rows } = await engine.sheets.page({ batch, sheet: 0, offset: 0, limit: 1 })
  const slow = [{ sheet: 0, row: rows[0]?.row ?? 0, column, text: `${'a'.repeat(60)}!` }]
  await engine.edits.apply({ batch, words: 'A long name', cells: slow })
  const page = await openFix(batch, '?show=all')
  await page.getByRole('button', { name: 'Find and replace' }).click()
  await find(page).fill('(a+')
  await choose(page, 'Match', 'Regular expression')
  const said = dialog(page).getByRole('alert')
  await said.getByText('“(a+” is not a regular expression').waitFor()
  await find(page).fill('^(a+)+$')
  await said
    .getByText(/takes too long on a cell between row \d+ and row \d+\. Nothing was changed\./)
    .waitFor()
  await expect.poll(() => apply(page).getAttribute('aria-disabled')).toBe('true')
  await apply(page).press('Enter')
  await find(page).press('Enter')
  await find(page).fill('^(a{60})!$')
  await dialog(page).getByLabel('Replace with').fill('$1')
  await dialog(page).getByText('1 cell in 1 account changes').waitFor({ timeout: 60_000 })
  await expect.poll(() => said.count()).toBe(0)
  await expect
    .poll(async () => (await engine.edits.history({ batch })).map(({ words }) => words))
    .toEqual(['A long name'])
  harness.leave(page)
})

test('created accounts are skipped, and this is shown before and after the fix', async () => {
  const batch = await validatedBatch(harness, connection, sample)
  const engine = harness.engine()
  await engine.batches.release({ batch, limit: 3 })
  await harness.reached(batch, ({ outcomes }) => outcomes.created === 3)
  const { accounts } = await engine.batches.get({ batch })
  const rows = (await cellsOf(batch, 'Bill town')).size
  const page = await openFix(batch, '?show=all&tool=set')
  // The service has validated the accounts that it rejects once.
  await page.locator('nav').getByText('pass 1').waitFor()
  await dialog(page).getByLabel('Text', { exact: true }).fill('Newtown')
  await choose(page, 'Columns', 'Bill town')
  await dialog(page).getByText('3 accounts are on their way or were created, and are left out.').waitFor()
  await lookedAt(page).waitFor()
  await takePictures(page, 'locked')
  // Cells that link rows to accounts cannot be changed once some were sent: this is shown before the button.
  await choose(page, 'Columns', 'Account No')
  await dialog(page).getByText('This cannot be changed now').waitFor()
  await takePictures(page, 'refused-before')
  await expect.poll(() => apply(page).getAttribute('aria-disabled')).toBe('true')
  await choose(page, 'Columns', 'Bill town')
  await lookedAt(page).waitFor()
  const before = await cellsOf(batch, 'Bill town')
  await apply(page).click()
  await page.getByText(`Set Bill town to “Newtown”: ${rows - 3} cells, 3 accounts left out`).waitFor()
  const after = await cellsOf(batch, 'Bill town')
  const left = [...after].filter(([, text]) => text !== 'Newtown').map(([row]) => row)
  expect(left).toHaveLength(3)
  expect(left.map((row) => after.get(row))).toEqual(left.map((row) => before.get(row)))
  await expect.poll(async () => (await engine.batches.get({ batch })).accounts).toBe(accounts)

  // The note's undo applies to this edit only.
  const column = await columnOf(batch, 'Bill town')
  const cells = [{ sheet: 0, row: [...after.keys()].at(-1) ?? 0, column, text: 'Elsewhere' }]
  await engine.edits.apply({ batch, words: 'Another', cells })
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText('Something else was edited since. Undo it from the list of edits.').waitFor()
  await expect
    .poll(async () => (await engine.edits.history({ batch })).some(({ undone }) => undone))
    .toBe(false)
  await harness.reached(batch, ({ work }) => work === null)
  harness.leave(page)
})

test('a change of the key column warns that all accounts are rebuilt, and then rebuilds them', async () => {
  const batch = await freshBatch()
  const page = await openFix(batch, '?show=all')
  await page.keyboard.press('Control+h')
  await find(page).fill('XF-')
  await dialog(page).getByLabel('Replace with').fill('YG-')
  await choose(page, 'Columns', 'Account No')
  await dialog(page).getByText('All accounts of this batch are built again').waitFor()
  await dialog(page)
    .getByRole('button', { name: /^Change [\d,]+ cells and build again$/ })
    .click()
  await page.locator('[data-account^="YG-"]').waitFor()
  const { accounts } = await harness.reached(batch, (now) => now.stage === 'open' && now.work === null)
  expect(accounts).toBeGreaterThan(150)
  harness.leave(page)
})

test('by keyboard, selected cells are changed, also from a column’s menu, and the grid gets the focus back', async () => {
  const batch = await freshBatch()
  const before = await cellsOf(batch, 'Bill name')
  const page = await openFix(batch, '?show=all')
  await page.evaluate(() => {
    document.documentElement.dataset['pointers'] = '0'
    const seen = (event: Event): void => {
      if (event.isTrusted) document.documentElement.dataset['pointers'] = 'some'
    }
    for (const kind of ['pointerdown', 'mousedown']) addEventListener(kind, seen, { capture: true })
  })
  const hands = byKeyboard(page)
  const pick = async (label: string, option: string): Promise<void> => {
    await hands.choose(dialog(page).getByLabel(label), option)
    // A key pressed while the list is still closing would miss the dialog.
    await page.getByRole('listbox').waitFor({ state: 'detached' })
  }
  const toBillName = ['Control+Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight']
  for (const key of [...toBillName, 'Shift+ArrowDown', 'Shift+ArrowDown']) await page.keyboard.press(key)
  await page.keyboard.press('Control+h')
  await dialog(page).getByText('The 3 selected rows').waitFor()
  await pick('What to do', 'Tidy')
  await pick('Capitals', 'UPPER CASE')
  await dialog(page).getByText('3 cells in 3 accounts change').waitFor()
  await hands.press(apply(page))
  await page.getByText('Tidied Bill name: 3 cells').waitFor()
  await expect.poll(() => gridHasFocus(page)).toBe(true)
  const after = await cellsOf(batch, 'Bill name')
  const rows = [...before.keys()].slice(0, 3)
  expect(changedRows(before, after)).toEqual(rows)
  expect(rows.map((row) => after.get(row))).toEqual(rows.map((row) => before.get(row)?.toUpperCase()))
  await page.keyboard.press('Control+z')
  await page.getByText('Undone: Tidied Bill name').waitFor()
  await expect.poll(async () => changedRows(before, await cellsOf(batch, 'Bill name'))).toEqual([])

  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Find and replace in Bill name…' }).press('Enter')
  await expect.poll(() => find(page).evaluate((node) => node === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  await expect.poll(() => gridHasFocus(page)).toBe(true)
  await expect.poll(() => page.locator('html').getAttribute('data-pointers')).toBe('0')
  harness.leave(page)
})

test('amounts of which only the digits are kept are counted as other numbers, and telephone numbers are not', async () => {
  const batch = await freshBatch()
  const page = await openFix(batch, '?show=all')
  await page.keyboard.press('Control+h')
  await choose(page, 'Columns', /^Landline/)
  await dialog(page).getByRole('region', { name: 'Current values with a problem' }).waitFor()
  await choose(page, 'Columns', 'Bill name')
  await dialog(page).getByRole('region', { name: 'Current values', exact: true }).waitFor()
  await choose(page, 'Columns', 'Balance')
  await choose(page, 'What to do', 'Keep digits only')
  const warning = dialog(page).getByText(/^\d+ numbers become another number$/)
  await warning.waitFor()
  await dialog(page)
    .getByText(/^For example, -?\d+\.\d\d becomes \d+\.$/)
    .waitFor()
  await lookedAt(page).waitFor()
  await takePictures(page, 'other-numbers')
  await choose(page, 'Columns', /^Landline/)
  await dialog(page)
    .getByText(/^\d+ cells in \d+ accounts change$/)
    .waitFor()
  await lookedAt(page).waitFor()
  expect(await warning.count()).toBe(0)
  await page.keyboard.press('Escape')
  harness.leave(page)
})
