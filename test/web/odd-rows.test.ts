// Tests rows that do not look like customers, in the Load step: found, left out by kind, restored, and kept one by
// one.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mappingFile } from '../../shared/mapping/file.ts'
import { seriousOf } from './axe.ts'
import { takePictures } from './pictures.ts'
import { openBatch } from './travel.ts'
import { openBrowser, openWindowHarness, type WindowHarness } from './window-harness.ts'

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

const customer = (at: number): string => `NQ-${at},Sample ${at},1 High St,Leeds,LS1 1AA`
const file = [
  'Account No,Surname,Street,Town,Postcode',
  'Region North',
  customer(1),
  customer(2),
  'Total,,,,2',
  'Region South',
  customer(3),
  'Total,,,,1',
  '* balances as at 13 March',
]

const odd = (page: Page): Locator =>
  page.getByRole('region', { name: 'Rows that do not look like customers' })

test('totals, notes and titles can be excluded by a person, restored, and declared to be customers', async () => {
  const path = join(harness.folder, 'messy.csv')
  writeFileSync(path, file.join('\n'))
  const { batch } = await harness.engine().batches.open({ path })
  await harness.reached(batch, (now) => now.stage === 'mapping')
  const page = await harness.openPage('light')
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/load`)
  const list = async () => {
    const { rows } = await harness.engine().oddRows.list({ batch, offset: 0, limit: 50 })
    return rows.map(({ kind, row, choice }) => `${kind} ${row} ${choice ?? '-'}`)
  }
  await odd(page).getByText('2 total rows').waitFor()
  expect(await list()).toEqual(['section 2 -', 'total 5 -', 'section 6 -', 'total 8 -', 'note 9 -'])
  expect(await seriousOf(page, { without: 'canvas' })).toEqual([])

  const totals = odd(page).getByRole('listitem').filter({ hasText: '2 total rows' })
  await totals.getByRole('button', { name: 'Leave out 2 rows' }).click()
  await odd(page).getByText('2 total rows · 2 left out').waitFor()
  await totals.getByRole('button', { name: 'Revert' }).click()
  await expect.poll(list).toContain('total 5 -')
  await totals.getByRole('button', { name: 'Leave out 2 rows' }).click()

  const first = odd(page).getByRole('listitem').filter({ hasText: 'Row 2' })
  await first.getByRole('button', { name: 'It is a customer' }).click()
  await expect
    .poll(list)
    .toEqual(['section 2 customer', 'total 5 left_out', 'section 6 -', 'total 8 left_out', 'note 9 -'])
  harness.leave(page)
})

test('totals, notes and titles that stay in the file are never ready, though every required field has a fixed value', async () => {
  const path = join(harness.folder, 'fixed values.csv')
  writeFileSync(path, file.join('\n'))
  const mapping = mappingFile.parse({
    version: 1,
    key: 'Account No',
    columns: [
      { column: 'Account No', field: 'external_account_number' },
      { column: 'Surname', field: 'customers.0.family_name' },
      ...['Street', 'Town', 'Postcode'].map((column) => ({ column, ignore: true as const })),
    ],
    fixed: [
      { field: 'account_type', value: 'DOMESTIC' },
      { field: 'unknown_occupier', value: false },
      { field: 'billing_name', value: 'The Occupier' },
      { field: 'billing_address.street_address', value: '1 High St' },
      { field: 'billing_address.postal_code', value: 'LS1 1AA' },
      { field: 'billing_address.country', value: 'GB' },
    ],
  })
  const batch = await openBatch(harness, null, { file: path, mapping })
  const page = await harness.openPage('light')
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/fix?show=all`)
  const states = page.locator('[role="gridcell"][aria-colindex="3"]')
  await expect.poll(() => states.count()).toBe(8)
  const customers = await states.filter({ hasText: 'Not validated' }).count()
  expect([customers, await states.filter({ hasText: 'Has errors' }).count()]).toEqual([3, 5])
  await page.getByRole('button', { name: 'Validate 3', exact: true }).waitFor()
  await takePictures(page, 'odd-rows-built')
  harness.leave(page)
})
