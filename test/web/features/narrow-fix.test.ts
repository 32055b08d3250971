// Tests Fix in small windows: the account covers neither the chosen cell nor anything else at 1024 pixels, the menu of a
// cell fits or says that it goes on, a change by a table has the width of its dialog, and a chosen problem can be removed.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { mappingFile, type MappingInput } from '../../../shared/mapping/file.ts'
import { badPhone, good, header, mapping, noSurname } from '../../engine/accounts/small-batch.ts'
import { generateAccounts } from '../../files/generate.ts'
import { drawn } from '../hands.ts'
import { takeStatePictures } from '../pictures.ts'
import { quickConnection } from '../sending-journey.ts'
import { harnessOfAllTests, openBatch } from '../travel.ts'

const harness = harnessOfAllTests()

const narrow = { width: 1024, height: 700 }
const laptop = { width: 1280, height: 800 }
const account = (page: Page): Locator => page.getByRole('complementary', { name: 'Account' })
const grid = (page: Page): Locator => page.locator('[data-pane="grid"]')
const dialog = (page: Page): Locator => page.getByRole('dialog').last()

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

async function boxOf(of: Locator): Promise<Box> {
  const box = await of.boundingBox()
  if (box === null) throw new Error('It is not shown')
  return box
}

function meet(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width - 1 &&
    other.x < one.x + one.width - 1 &&
    one.y < other.y + other.height - 1 &&
    other.y < one.y + one.height - 1
  )
}

function isWithin(inner: Box, outer: Box): boolean {
  return (
    inner.x >= outer.x - 3 &&
    inner.y >= outer.y - 3 &&
    inner.x + inner.width <= outer.x + outer.width + 3 &&
    inner.y + inner.height <= outer.y + outer.height + 3
  )
}

let files = 0
async function smallBatch(lines: readonly string[], by: MappingInput = mapping): Promise<number> {
  files += 1
  const file = join(harness().folder, `narrow-${files}.csv`)
  writeFileSync(file, `${[header, ...lines].join('\n')}\n`)
  const connection = await quickConnection(harness(), { name: `Narrow ${files}` })
  return openBatch(harness(), connection, { file, mapping: mappingFile.parse(by) })
}

async function openFix(batch: number, query: string, size = narrow): Promise<Page> {
  const page = await harness().openPage('light', size)
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/fix${query}`)
  await page.locator('[data-account]').waitFor()
  await page.getByTestId('data-grid-canvas').focus()
  return page
}

/** Where the chosen cell is: its editor lies over it. */
async function chosenCell(page: Page): Promise<Box> {
  await page.keyboard.press('F2')
  const { width, ...box } = await boxOf(page.locator('[data-cell-editor]'))
  await page.keyboard.press('Escape')
  await page.locator('[data-cell-editor]').waitFor({ state: 'detached' })
  // It is a little wider than its cell.
  return { ...box, width: width - 4 }
}

const many = Array.from({ length: 40 }, (_, n) => (n % 4 === 0 ? noSurname(`N-${n}`) : good(`N-${n}`)))

test('at 1024 pixels the account covers no row, and the chosen cell stays in view when it opens', async () => {
  const page = await openFix(await smallBatch(many), '?show=all')
  expect(meet(await boxOf(account(page)), await boxOf(grid(page)))).toBe(false)
  for (const keys of [['Control+End'], ['Control+Home', 'ArrowRight', 'ArrowRight', 'ArrowRight']]) {
    for (const key of keys) await page.keyboard.press(key)
    await drawn(page)
    expect(isWithin(await chosenCell(page), await boxOf(grid(page)))).toBe(true)
  }
  // A cell in the part of the grid that the account takes.
  await page.keyboard.press(']')
  await account(page).waitFor({ state: 'detached' })
  for (let row = 0; row < 13; row += 1) await page.keyboard.press('ArrowDown')
  await drawn(page)
  const before = await chosenCell(page)
  await page.keyboard.press(']')
  await account(page).waitFor()
  expect(before.y).toBeGreaterThan((await boxOf(account(page))).y)
  await expect.poll(async () => isWithin(await chosenCell(page), await boxOf(grid(page)))).toBe(true)
  const fields = account(page).getByRole('textbox')
  expect(await fields.count()).toBeGreaterThan(3)
  await account(page).getByRole('button', { name: 'Hold this account' }).waitFor()
  await takeStatePictures(page, 'account-below', 'english')
  harness().leave(page)
})

test('at 1280 pixels the account lies over the grid, and never over the chosen cell', async () => {
  const page = await openFix(await smallBatch(many), '?show=all', laptop)
  expect(meet(await boxOf(account(page)), await boxOf(grid(page)))).toBe(true)
  // Past the state, which has no editor.
  for (const key of ['Control+Home', 'ArrowRight']) await page.keyboard.press(key)
  for (let column = 0; column < 9; column += 1) {
    await page.keyboard.press('ArrowRight')
    await drawn(page)
    await expect.poll(async () => meet(await chosenCell(page), await boxOf(account(page)))).toBe(false)
  }
  harness().leave(page)
})

test('the menu of a cell fits into the window, or an arrow says that it goes on', async () => {
  const page = await openFix(await smallBatch(many), '?show=all&sort=c2', laptop)
  const menu = page.getByRole('menu')
  const last = menu.getByRole('menuitem').last()
  const open = async (): Promise<void> => {
    await page.getByTestId('data-grid-canvas').focus()
    for (const key of ['Control+Home', 'ArrowRight', 'ArrowRight', 'Shift+F10'])
      await page.keyboard.press(key)
    await menu.waitFor()
  }
  await open()
  expect(isWithin(await boxOf(menu), { x: 0, y: 0, ...laptop })).toBe(true)
  expect(isWithin(await boxOf(last), await boxOf(menu))).toBe(true)
  expect(await menu.locator('[data-more]').count()).toBe(0)
  await takeStatePictures(page, 'cell-menu', 'english')
  await page.keyboard.press('Escape')

  await page.setViewportSize({ width: 1024, height: 500 })
  await drawn(page)
  await open()
  expect(isWithin(await boxOf(menu), { x: 0, y: 0, width: 1024, height: 500 })).toBe(true)
  await menu.locator('[data-more="below"]').waitFor()
  await page.keyboard.press('End')
  await menu.locator('[data-more="above"]').waitFor()
  expect(await menu.locator('[data-more="below"]').count()).toBe(0)
  expect(isWithin(await boxOf(last), await boxOf(menu))).toBe(true)
  await page.keyboard.press('Escape')
  harness().leave(page)
})

test('a change by a table has most of the dialog, and a field with a closed list shows it by an arrow', async () => {
  const typed: MappingInput = {
    ...mapping,
    columns: mapping.columns.map((one) =>
      one.column === 'Notes' ? { column: 'Notes', field: 'account_type' } : one,
    ),
    fixed: [{ field: 'unknown_occupier', value: false }],
  }
  const of = (key: string, type: string): string => `${good(key).replace(/[^,]*$/, '')}${type}`
  const batch = await smallBatch([of('T-1', 'Private'), of('T-2', 'Home'), of('T-3', 'DOMESTIC')], typed)
  const page = await openFix(batch, '')
  await page.locator('[data-cause-step]').first().click()
  await page.getByRole('button', { name: 'Fix all at once…' }).click()
  await page.locator('form[data-kind="table"]').waitFor()
  const values = dialog(page).getByRole('list', { name: 'Values' })
  expect((await boxOf(values)).width).toBeGreaterThan((await boxOf(dialog(page))).width / 2)
  const field = dialog(page).getByRole('combobox', { name: '“Private” becomes' })
  await field.locator('xpath=..').getByRole('button', { name: 'Open' }).click()
  await expect
    .poll(() => page.getByRole('option').allTextContents())
    .toEqual(expect.arrayContaining(['DOMESTIC', 'BUSINESS']))
  await takeStatePictures(page, 'table-list', 'english')
  await page.getByRole('option', { name: 'BUSINESS' }).click()
  expect(await field.inputValue()).toBe('BUSINESS')
  // All words are offered again, although the field holds one.
  await field.press('ArrowDown')
  await expect.poll(() => page.getByRole('option').count()).toBeGreaterThan(1)
  await field.press('Escape')
  await dialog(page).getByText('1 cell in 1 account changes', { exact: true }).waitFor()
  await takeStatePictures(page, 'table-wide', 'english')
  await dialog(page).getByRole('button', { name: 'Change 1 cell' }).click()
  await dialog(page).waitFor({ state: 'detached' })
  harness().leave(page)
})

test('at 1024 pixels a chosen problem is a filter that can be seen and removed', async () => {
  const batch = await smallBatch([badPhone('C-1'), good('C-2'), noSurname('C-3'), badPhone('C-4')])
  const page = await openFix(batch, '')
  await page.locator('[data-cause-step]').filter({ hasText: 'Landline' }).click()
  const chip = page.getByRole('button', { name: 'Remove the filter: Landline not a phone number' })
  await chip.waitFor()
  expect(meet(await boxOf(chip), await boxOf(account(page)))).toBe(false)
  expect(meet(await boxOf(chip), await boxOf(grid(page)))).toBe(false)
  const toFix = page.getByRole('button', { name: /^To fix/ })
  expect(await toFix.getAttribute('aria-pressed')).toBe('false')
  await chip.click()
  await expect.poll(() => toFix.getAttribute('aria-pressed')).toBe('true')
  harness().leave(page)
})

test('an account of several rows lists the first of them, by sheet', async () => {
  const linked = await generateAccounts({
    seed: 3,
    count: 20,
    shape: 'linked',
    damage: 0,
    format: 'xlsx',
    folder: harness().folder,
  })
  const batch = await openBatch(harness(), null, linked)
  const { accounts } = await harness()
    .engine()
    .accounts.list({ batch, states: ['unvalidated'], offset: 0, limit: 1 })
  const { rows } = await harness()
    .engine()
    .accounts.get({ account: accounts[0]?.id ?? 0 })
  const page = await openFix(batch, '?show=all')
  const words = await account(page)
    .getByText(/not yet validated/)
    .innerText()
  const [first, second] = rows
  expect(rows.length).toBeGreaterThan(1)
  expect(words).toMatch(
    new RegExp(`^${rows.length} rows: ${first?.sheet} ${first?.row}[,;] .*${second?.row}\\b.* · not yet`),
  )
  harness().leave(page)
})
