// Takes files as customers send them from the file to the report without leaving the window: rows that are no
// customers are left out, one column fills several fields, names are split, dates and amounts are read as written.
// Each test prints the presses used and the accounts that needed a hand.
import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { type CustomerFile, customerCsv, customerWorkbook } from '../files/customer-files.ts'
import { type Hands, withMouse } from './hands.ts'
import { agree, load, releaseWave, report, validate, watch } from './journey.ts'
import { takePictures } from './pictures.ts'
import { browserUser, connected, harnessOfEachTest } from './travel.ts'
import { button, type User } from './user.ts'

const harness = harnessOfEachTest()

/** Hands that count what they do. */
function counting(hands: Hands): { readonly hands: Hands; readonly count: () => number } {
  let presses = 0
  const counted =
    <A extends unknown[]>(act: (...given: A) => Promise<void>, cost: number) =>
    async (...given: A): Promise<void> => {
      presses += cost
      await act(...given)
    }
  return {
    hands: {
      press: counted(hands.press, 1),
      write: counted(hands.write, 1),
      choose: counted(hands.choose, 2),
    },
    count: () => presses,
  }
}

function row(page: Page, column: string): Locator {
  return page
    .locator('fieldset')
    .getByRole('listitem')
    .filter({ has: page.getByText(column, { exact: true }) })
}

/** Leaves out every kind of row that is no customer. */
async function leaveOutOddRows({ page, hands }: User): Promise<void> {
  const odd = page.locator('section').filter({ hasText: 'Rows that look like no customer' })
  const offers = odd.getByRole('button', { name: /^Leave out \d+ row/ })
  await offers.first().waitFor()
  for (let left = await offers.count(); left > 0; left -= 1) {
    await hands.press(offers.first())
    await expect.poll(() => offers.count()).toBe(left - 1)
  }
}

/** Maps the column to the field where the suggestion did not. */
async function fill({ page, hands }: User, column: string, path: string, title: string): Promise<void> {
  const here = row(page, column)
  await here.locator('[data-target]').waitFor()
  if ((await here.getByText(path, { exact: true }).count()) > 0) return
  await hands.press(here.locator('[data-target]'))
  await hands.choose(page.getByRole('combobox', { name: `Choose a field: ${column}` }), path, title)
  await here.getByText(path, { exact: true }).waitFor()
}

async function fillAlso({ page, hands }: User, column: string, path: string, title: string): Promise<void> {
  const name = `${column} also fills…`
  await hands.press(row(page, column).getByRole('button', { name }))
  await hands.choose(page.getByRole('combobox', { name }), path, title)
  await row(page, column).getByText(path, { exact: true }).waitFor()
}

/** Takes the advice about a column; the field that it is for may be any of the column's. */
async function take({ page, hands }: User, column: string, name: string | RegExp): Promise<void> {
  const here = row(page, column).getByRole('button', { name }).first()
  await hands.press(here)
}

async function fixed({ page, hands }: User, path: string, title: string, value: string): Promise<void> {
  const section = page.getByRole('region', { name: 'Fixed values' })
  await hands.write(section.getByLabel('Value'), value)
  await hands.choose(section.getByRole('combobox', { name: 'Field' }), path, title)
  await hands.press(button(section, 'Add'))
  await section.getByText(path).waitFor()
}

async function mapAll(user: User): Promise<void> {
  const { page, hands } = user
  await hands.press(page.getByRole('link', { name: 'Map the columns' }))
  await page.getByRole('combobox', { name: 'Connection' }).waitFor()
  await hands.write(page.getByLabel('Supplier code', { exact: true }), 'ACME')
  await page.keyboard.press('Tab')
  await fill(user, 'Account No', 'external_account_number', 'External account number')
  await fill(user, 'Tel', 'customers.0.landline', 'Landline')
  await take(user, 'Tel', /^Use it: One of several values/)
  await take(user, 'Customer', 'Split the names of Customer')
  await fill(user, 'Street', 'billing_address.street_address', 'Billing street address')
  await fillAlso(user, 'Street', 'supply_addresses.0.street_address', 'Supply street address')
  await fill(user, 'Town', 'billing_address.locality', 'Billing locality')
  await fill(user, 'Postcode', 'billing_address.postal_code', 'Billing postal code')
  await fillAlso(user, 'Postcode', 'supply_addresses.0.postal_code', 'Supply postal code')
  await fill(user, 'Customer since', 'supply_addresses.0.occupied_from', 'Occupied from')
  await take(user, 'Customer since', /Any usual date, day first|^day first: reads/)
  await fillAlso(user, 'Customer since', 'date_of_sale', 'Date of sale')
  await take(user, 'Customer since', /Any usual date, day first|^day first: reads/)
  await fill(user, 'Balance', 'transfer_balance', 'Transfer balance')
  await take(user, 'Balance', /^Use it: /)
  await fixed(user, 'billing_address.country', 'Billing country', 'GB')
  await page.getByText('Would be ready: 100 %').waitFor()
  await takePictures(page, 'customer-file-mapped')
  await page.getByText('Everything needed is mapped.').waitFor()
  await hands.press(button(page, 'Build the accounts'))
  await button(page, /^Validate \d/).waitFor()
}

async function wholeWay(file: CustomerFile): Promise<{ readonly presses: number; readonly needed: number }> {
  await connected(harness())
  const page = await harness().openPage()
  page.setDefaultTimeout(60_000)
  const { hands, count } = counting(withMouse(page))
  const user = browserUser(page, hands)
  await load(user, file.path)
  await leaveOutOddRows(user)
  await mapAll(user)
  await validate(user)
  const { batches } = harness().engine()
  const { states, accounts } = await batches.get({ batch: 1 })
  const needed = accounts - states.validated
  expect([accounts, needed]).toEqual([file.accounts, 0])
  await agree(user)
  for (let wave = 1; (await batches.get({ batch: 1 })).states.validated > 0; wave += 1)
    await releaseWave(user, wave)
  await watch(user)
  const totals = await report(user)
  expect([totals['Created'], totals['All accounts']]).toEqual([file.accounts, file.accounts])
  const { accounts: made } = await harness()
    .engine()
    .accounts.list({ batch: 1, states: ['done'], offset: 0, limit: 1 })
  const first = await harness()
    .engine()
    .accounts.get({ account: made[0]?.id ?? 0 })
  expect(first.payload).toMatchObject({
    transfer_balance: '1234.50',
    customers: [{ title: 'Mr', given_name: 'John', family_name: 'Smith', landline: '020 7946 0101' }],
    billing_address: { street_address: '1 High Street', postal_code: 'LS1 1AA' },
    supply_addresses: [{ street_address: '1 High Street', postal_code: 'LS1 1AA' }],
  })
  const name = file.path.split('/').at(-1) ?? ''
  process.stdout.write(`${name}: ${count()} presses, ${needed} of ${accounts} accounts needed a hand\n`)
  await page.context().close()
  return { presses: count(), needed }
}

test('a CSV file with titles, totals, six spellings of a date and one address goes from file to report', async () => {
  const { needed, presses } = await wholeWay(customerCsv(harness().folder))
  expect(needed).toBe(0)
  expect(presses).toBeLessThan(60)
}, 600_000)

test('a workbook with the header again, notes and some real dates goes from file to report', async () => {
  const { needed, presses } = await wholeWay(await customerWorkbook(harness().folder))
  expect(needed).toBe(0)
  expect(presses).toBeLessThan(60)
}, 600_000)
