// Tests that the Load step lists the blank rows that reading left out, sheet by sheet, and leads to the place of each range.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { generateAccounts } from '../../files/generate.ts'
import { seriousOf } from '../axe.ts'
import { takePictures } from '../pictures.ts'
import { harnessOfAllTests, openBatch } from '../travel.ts'

const harness = harnessOfAllTests()

/** Customers in the rows 2 to 90, but for the rows that are blank and the totals. */
function fileWith(blank: readonly number[], totals: readonly number[]): string {
  const lines = Array.from({ length: 89 }, (_, at) => {
    const row = at + 2
    if (blank.includes(row)) return ',,,,'
    return totals.includes(row) ? 'Total,,,,2' : `NQ-${row},Sample ${row},1 High St,Leeds,LS1 1AA`
  })
  return ['Account No,Surname,Street,Town,Postcode', ...lines].join('\n')
}

async function openLoad(name: string, content: string): Promise<Page> {
  const path = join(harness().folder, name)
  writeFileSync(path, content)
  const { batch } = await harness().engine().batches.open({ path })
  await harness().reached(batch, (now) => now.stage === 'mapping')
  const page = await harness().openPage()
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/load`)
  return page
}

const odd = (page: Page): Locator =>
  page.getByRole('region', { name: 'Rows that do not look like customers' })
const numbers = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at)

test('blank rows are listed with their numbers beside the other rows that are no customers', async () => {
  const page = await openLoad('gaps.csv', fileWith([...numbers(14, 20), 55, ...numbers(60, 63)], [30]))
  const line = odd(page).getByRole('list', { name: 'Blank rows' }).getByRole('listitem')
  await line.waitFor()
  expect(await line.textContent()).toBe('12 blank rows were left out: 14–20, 55, 60–63')
  await odd(page).getByText('1 total row').waitFor()
  expect(await seriousOf(page, { without: 'canvas' })).toEqual([])
  await takePictures(page, 'blank-rows')
  await line.getByRole('button', { name: '60–63' }).click()
  const active = page.locator('main [role="row"][aria-selected="true"]')
  await expect.poll(() => active.textContent()).toContain('NQ-59')
  harness().leave(page)
})

test('many ranges are shown after a press, and a file with blank rows only says nothing of customers', async () => {
  const page = await openLoad(
    'many.csv',
    fileWith(
      numbers(2, 40).filter((row) => row % 2 === 1),
      [],
    ),
  )
  const line = odd(page).getByRole('list', { name: 'Blank rows' }).getByRole('listitem')
  await line.waitFor()
  expect(await line.textContent()).toContain('19 blank rows were left out: 3, 5, 7')
  expect(await line.textContent()).not.toContain('39')
  expect(await odd(page).getByText('They are kept as accounts').count()).toBe(0)
  await line.getByRole('button', { name: 'and 7 more ranges' }).click()
  await expect.poll(() => line.textContent()).toContain('37, 39')
  await takePictures(page, 'blank-rows-many')
  harness().leave(page)
})

test('the report accounts for the rows without the blank ones, and says how many these are', async () => {
  const { folder } = harness()
  const shape = { seed: 2, count: 20, shape: 'wide', damage: 0, format: 'csv', folder } as const
  const sample = await generateAccounts(shape)
  const [head, ...lines] = readFileSync(sample.file, 'utf8').trimEnd().split('\n')
  const path = join(folder, 'with-gaps.csv')
  writeFileSync(path, [head, ...lines.slice(0, 5), '', '', ...lines.slice(5), ',,,', ''].join('\n'))
  const batch = await openBatch(harness(), null, { file: path, mapping: sample.mapping })
  const page = await harness().openPage()
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/report`)
  const section = page.getByRole('region', { name: 'Reconciliation' })
  await section.getByText('Every row that was read is accounted for').waitFor()
  await section.getByText('3 blank rows were left out when the file was read').waitFor()
  expect(await section.locator('dd').first().textContent()).toBe('20')
  await takePictures(page, 'blank-rows-report')
  harness().leave(page)
})
