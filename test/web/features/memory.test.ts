// Tests remembered repairs in the window: offered once below the grid, shown with their evidence, applied as one
// undoable edit, forgotten and listed. In a real browser with the real engine.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mappingFile, type MappingInput } from '../../../shared/mapping/file.ts'
import { header, mapping } from '../../engine/accounts/small-batch.ts'
import { seriousOf } from '../axe.ts'
import { byKeyboard, gridHasFocus } from '../hands.ts'
import { openBrowser, openWindowHarness, type Theme, type WindowHarness } from '../window-harness.ts'

let browser: Browser
let harness: WindowHarness

beforeAll(async () => {
  browser = await openBrowser()
  harness = await openWindowHarness(browser)
})
afterAll(async () => {
  await harness.close()
  await browser.close()
})

const phone = 7
const notes = 11
const line = (key: string, number: string, note = ''): string =>
  `${key},Ann Lee,1 High St,QX1 1AA,GB,Ann,Lee,${number},,,,${note}`

/** The last column is a date. */
const withDate: MappingInput = {
  ...mapping,
  columns: [
    ...mapping.columns.slice(0, -1),
    { column: 'Notes', field: 'date_of_sale', conversion: { kind: 'date', pattern: 'dd/MM/yyyy' } },
  ],
}

async function loaded(file: string, lines: readonly string[], mapped = mapping): Promise<number> {
  const path = join(harness.folder, file)
  writeFileSync(path, `${[header, ...lines].join('\n')}\n`)
  const { batch } = await harness.engine().batches.load({
    path,
    name: file.replace('.csv', ''),
    mapping: mappingFile.parse(mapped),
    catalogue: { shipped: 'example' },
    connection: null,
    supplier: 'ACME',
  })
  await harness.reached(batch, (now) => now.stage === 'open' && now.work === null)
  return batch
}

async function edit(batch: number, ...cells: [row: number, column: number, text: string][]): Promise<void> {
  await harness.engine().edits.apply({
    batch,
    words: 'Repair',
    cells: cells.map(([row, column, text]) => ({ sheet: 0, row, column, text })),
  })
}

async function cellsOf(batch: number, column: number): Promise<string[]> {
  const { rows } = await harness.engine().sheets.page({ batch, sheet: 0, offset: 0, limit: 500 })
  return rows.map(({ cells }) => cells[column] ?? '')
}

/**
 * A batch with a reformatted number, “gone” repaired in two ways and one customer's number looked up, and a newer
 * batch with the same texts.
 */
async function twoBatches(tag: string): Promise<number> {
  const first = await loaded(`March ${tag}.csv`, [
    line(`${tag}-1`, '020.7946.0010'),
    line(`${tag}-2`, '020.7946.0010'),
    line(`${tag}-3`, '020 7946 0001', `gone ${tag}`),
    line(`${tag}-4`, '020 7946 0001', `gone ${tag}`),
    line(`${tag}-5`, 'after six'),
  ])
  await edit(first, [2, phone, '020 7946 0010'], [3, phone, '020 7946 0010'])
  await edit(first, [4, notes, 'Ann Okafor'])
  await edit(first, [5, notes, 'Bob Okafor'])
  await edit(first, [6, phone, '020 7946 0099'])
  return loaded(`April ${tag}.csv`, [
    line(`${tag}-8`, '020.7946.0010', `gone ${tag}`),
    line(`${tag}-9`, '020.7946.0010'),
    line(`${tag}-10`, 'after six'),
  ])
}

async function openFix(batch: number, theme: Theme = 'light'): Promise<Page> {
  const page = await harness.openPage(theme)
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/fix`)
  await page.getByTestId('data-grid-canvas').waitFor()
  return page
}

const strip = (page: Page): Locator => page.getByRole('region', { name: 'Repairs remembered', exact: true })
const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Repairs remembered', exact: true })
const apply = (page: Page): Locator => dialog(page).getByRole('button', { name: /^Repair( [\d,]+ cells?)?$/ })
const offer = (page: Page, words: RegExp): Locator => dialog(page).getByRole('checkbox', { name: words })

/** Undone or restored at the end of the tests that use it. */
let batchA = 0
beforeAll(async () => {
  batchA = await twoBatches('A')
})

test('a repair is forgotten and restored in the list of all remembered repairs, and offered again', async () => {
  const page = await openFix(batchA)
  await strip(page).getByRole('button', { name: 'Look' }).click()
  const none = offer(page, /^“020\.7946\.0010” becomes/)
  await none.waitFor()
  await dialog(page).getByLabel('Search column or text').fill('020.7946.0010')
  await expect.poll(() => dialog(page).getByRole('checkbox').count()).toBe(1)
  await dialog(page).getByRole('button', { name: 'Never offer this again' }).click()
  await none.waitFor({ state: 'detached' })

  await dialog(page).getByRole('tab', { name: 'All that is remembered' }).click()
  const forgotten = dialog(page).getByRole('listitem').filter({ hasText: 'not offered' })
  await forgotten.waitFor()
  await expect.poll(() => forgotten.textContent()).toMatch(/Phone 1.*020.7946.0010.*020 7946 0010/)
  expect(await seriousOf(page, { without: 'canvas' })).toEqual([])
  await forgotten.getByRole('button', { name: 'Offer again' }).click()
  await forgotten.waitFor({ state: 'detached' })
  await dialog(page)
    .getByRole('tab', { name: /Fit this batch/ })
    .click()
  await offer(page, /^“020\.7946\.0010” becomes/).waitFor()
  harness.leave(page)
})

test('matching repairs are shown below the grid, reviewed, applied as one edit and undone', async () => {
  const page = await openFix(batchA)
  await expect
    .poll(() => strip(page).textContent())
    .toMatch(/3 repairs remembered from “March A” fit 3 cells here\./)
  await strip(page).getByRole('button', { name: 'Look' }).click()

  const sure = offer(page, /^“020\.7946\.0010” becomes “020 7946 0010”, 2 cells$/)
  const ann = offer(page, /^“gone A” becomes “Ann Okafor”, 1 cell$/)
  const bob = offer(page, /^“gone A” becomes “Bob Okafor”, 1 cell$/)
  await expect.poll(() => sure.isChecked()).toBe(true)
  await expect.poll(async () => [await ann.isChecked(), await bob.isChecked()]).toEqual([false, false])
  await dialog(page).getByText('2 cells in 2 accounts change').waitFor()
  await dialog(page).getByText('All 2 accounts were checked.').waitFor()
  await expect
    .poll(() =>
      dialog(page)
        .getByText(/elsewhere “Bob Okafor” \(1\)/)
        .count(),
    )
    .toBe(1)

  // One customer's number is marked as another customer's, and cannot be applied.
  await dialog(page).getByRole('heading', { name: 'From other customers' }).waitFor()
  await dialog(page).getByText('after six').first().waitFor()
  await expect.poll(() => offer(page, /after six/).count()).toBe(0)

  // Of two repairs of one text, the last one ticked counts.
  await ann.click()
  await bob.click()
  await expect.poll(async () => [await ann.isChecked(), await bob.isChecked()]).toEqual([false, true])
  await dialog(page).getByText('3 cells in 2 accounts change').waitFor()
  await dialog(page).getByText('All 2 accounts were checked.').waitFor()
  expect(await seriousOf(page, { without: 'canvas' })).toEqual([])

  await apply(page).click()
  await page.getByText('3 cells repaired.').waitFor()
  await dialog(page).waitFor({ state: 'detached' })
  await expect.poll(() => cellsOf(batchA, phone)).toEqual(['020 7946 0010', '020 7946 0010', 'after six'])
  await expect.poll(() => cellsOf(batchA, notes)).toEqual(['Bob Okafor', '', ''])
  await expect.poll(() => harness.engine().edits.history({ batch: batchA })).toHaveLength(1)
  await strip(page).waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
  await expect.poll(() => cellsOf(batchA, phone)).toEqual(['020.7946.0010', '020.7946.0010', 'after six'])
  harness.leave(page)
})

test('dismissed repairs stay hidden, also after a restart, and can still be found in the menu', async () => {
  const batch = await twoBatches('B')
  const page = await openFix(batch)
  await strip(page).getByRole('button', { name: 'Not for this batch' }).click()
  await strip(page).waitFor({ state: 'detached' })
  harness.leave(page)
  await harness.restart()

  const again = await openFix(batch, 'dark')
  await again.getByRole('button', { name: 'More actions' }).click()
  await again.getByRole('menuitem', { name: 'Repairs remembered…' }).click()
  await offer(again, /^“020\.7946\.0010” becomes/).waitFor()
  await expect.poll(() => strip(again).count()).toBe(0)
  await dialog(again)
    .getByText(/accounts? (was|were) checked\./)
    .waitFor()
  expect(await seriousOf(again, { without: 'canvas', onlyColours: true })).toEqual([])
  harness.leave(again)
})

test('by keyboard alone, the strip leads to the applied edit', async () => {
  const batch = await twoBatches('D')
  const page = await openFix(batch)
  const hands = byKeyboard(page)
  await hands.press(strip(page).getByRole('button', { name: 'Look' }))
  const ann = offer(page, /^“gone D” becomes “Ann Okafor”/)
  const sure = offer(page, /^“020\.7946\.0010” becomes/)
  await dialog(page)
    .getByText(/accounts? (was|were) checked\./)
    .waitFor()
  await hands.press(ann)
  await expect.poll(() => ann.isChecked()).toBe(true)
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowUp')
  await expect.poll(() => sure.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Space')
  await expect.poll(() => sure.isChecked()).toBe(false)
  await dialog(page).getByText('1 cell in 1 account changes').waitFor()
  await hands.press(apply(page))
  await page.getByText('1 cell repaired.').waitFor()
  await expect.poll(() => cellsOf(batch, notes)).toEqual(['Ann Okafor', '', ''])
  // The strip and its buttons are gone; the keyboard continues in the grid.
  await expect.poll(() => gridHasFocus(page)).toBe(true)
  harness.leave(page)
})

test('a date that was repaired for one account is not ticked for the accounts of another file', async () => {
  const first = await loaded('Dates 1.csv', [line('T-1', '020 7946 0001', '31/02/2021')], withDate)
  await edit(first, [2, notes, '28/02/2021'])
  const others = Array.from({ length: 4 }, (_, at) => line(`T-${at + 2}`, '020 7946 0001', '31/02/2021'))
  const again = line('T-1', '020 7946 0001', '31/02/2021')
  const second = await loaded('Dates 2.csv', [again, ...others], withDate)
  const page = await openFix(second)
  await strip(page).getByRole('button', { name: 'Look' }).click()
  await dialog(page).getByText('28/02/2021').first().waitFor()
  const ticked = dialog(page).getByRole('checkbox', { checked: true })
  await expect.poll(() => ticked.count()).toBe(1)
  await dialog(page).getByText('1 cell in 1 account changes').waitFor()
  await apply(page).click()
  await dialog(page).waitFor({ state: 'detached' })
  await expect.poll(() => cellsOf(second, notes)).toEqual(['28/02/2021', ...others.map(() => '31/02/2021')])
  harness.leave(page)
})
