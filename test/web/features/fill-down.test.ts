// Tests filling merged cells and columns down in the Load step: offered with the ranges and their number, done and
// reverted by the same control, and marked in the grid.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { writeXlsx } from '../../files/write-xlsx.ts'
import { seriousOf } from '../axe.ts'
import { takePictures } from '../pictures.ts'
import { harnessOfEachTest } from '../travel.ts'

const harness = harnessOfEachTest()

const place = (page: Page): Locator => page.getByRole('region', { name: 'Fill from the cell above' })
const grid = (page: Page, sheet: string): Locator => page.getByRole('grid', { name: `Rows of ${sheet}` })

async function openLoad(path: string): Promise<{ readonly page: Page; readonly batch: number }> {
  const { batch } = await harness().engine().batches.open({ path })
  await harness().reached(batch, (now) => now.stage === 'mapping')
  const page = await harness().openPage('light')
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/load`)
  return { page, batch }
}

test('merged cells are listed, filled down by one press, marked, and emptied again by the same control', async () => {
  const path = join(harness().folder, 'dual fuel.xlsx')
  const rows = [
    ['Account No', 'Customer', 'Meter', 'Fuel'],
    ['A-1', 'Ann Bell', 'M-1', 'Power'],
    ['', '', 'M-2', 'Gas'],
    ['A-2', 'Cy Dole', 'M-3', 'Power'],
    ['A-3', 'Eve Fox', 'M-4', 'Power'],
    ['', '', 'M-5', 'Gas'],
  ]
  await writeXlsx(path, [{ name: 'Extract', rows, merges: ['A2:A3', 'B2:B3', 'A5:A6', 'B5:B6'] }])
  const { page, batch } = await openLoad(path)
  const cells = async (): Promise<string[]> => {
    const page = await harness().engine().sheets.page({ batch, sheet: 0, offset: 0, limit: 9 })
    return page.rows.map((row) => row.cells[0] ?? '')
  }
  await place(page).getByText('Extract: 4 merged ranges leave 4 cells empty.').waitFor()
  await place(page).getByRole('button', { name: 'A5:A6' }).click()
  await grid(page, 'Extract').getByRole('row', { selected: true }).getByText('A-3').waitFor()
  expect(await seriousOf(page, { without: 'canvas' })).toEqual([])
  await takePictures(page, 'fill-down')

  await place(page).getByRole('button', { name: 'Fill 4 merged cells down' }).click()
  await place(page).getByText('Extract: 4 merged cells are filled.').waitFor()
  expect(await cells()).toEqual(['A-1', 'A-1', 'A-2', 'A-3', 'A-3'])
  const marks = grid(page, 'Extract').getByRole('img', {
    name: 'Filled from row 5. In the file this cell is empty.',
  })
  await expect.poll(() => marks.count()).toBe(2)
  await takePictures(page, 'fill-down-filled')

  await place(page).getByRole('button', { name: 'Leave empty' }).click()
  await place(page).getByText('Extract: 4 merged ranges leave 4 cells empty.').waitFor()
  expect(await cells()).toEqual(['A-1', '', 'A-2', 'A-3', ''])
})

test('a column with texts only in the first row of a group is filled down and emptied again', async () => {
  const path = join(harness().folder, 'groups.csv')
  writeFileSync(
    path,
    'Region,Account No,Surname\nNorth,A-1,Bell\n,A-2,Dole\nSouth,A-3,Fox\n,A-4,Hall\n,A-5,Iles\n',
  )
  const { page, batch } = await openLoad(path)
  await place(page).getByRole('combobox', { name: 'Fill a column down…' }).click()
  await page.getByRole('option', { name: /^Region/ }).click()
  await place(page).getByText('Region: 3 cells filled').waitFor()
  const { rows } = await harness().engine().sheets.page({ batch, sheet: 0, offset: 0, limit: 9 })
  expect(rows.map((row) => row.cells[0])).toEqual(['North', 'North', 'South', 'South', 'South'])
  await place(page).getByRole('button', { name: 'Leave empty' }).click()
  await place(page).getByRole('combobox', { name: 'Fill a column down…' }).waitFor()
  await expect
    .poll(async () => (await harness().engine().batches.get({ batch })).files[0]?.readAs.fills)
    .toBeUndefined()
})
