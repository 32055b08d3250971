// Takes files that were typed by hand, as a clerk would type them, from the file to the report without leaving the window
// (test/files/customers): titles, notes, totals, the header again, merged cells, a header of two rows, dates as they came,
// "Smith, John", several telephone numbers in a cell, accountants' brackets, an account twice, and one export in two files.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { CustomerFile } from '../../files/customer-files.ts'
import {
  bothAddresses,
  build,
  country,
  dates,
  done,
  fillMergedCells,
  keepOneOfCopies,
  leaveOutOddRows,
  mapOnePerRow,
  splitNames,
  take,
  takeSeveral,
  toMap,
  wholeWay,
} from '../customer-journey.ts'
import { gridHasFocus } from '../hands.ts'
import { validate } from '../journey.ts'
import { harnessOfEachTest } from '../travel.ts'
import { button } from '../user.ts'
import { root } from '../window-harness.ts'

const harness = harnessOfEachTest()

const typed = (accounts: number, name: string, ...also: readonly string[]): CustomerFile => {
  const [path = '', ...others] = [name, ...also].map((one) => join(root, 'test', 'files', 'customers', one))
  return { path, also: others, accounts }
}

test('a CSV file of another code page with page breaks, notes and names both ways round goes to the report', async () => {
  const presses = await wholeWay(harness(), {
    file: { ...typed(7, 'Moorland extract 13 march.csv'), encoding: 'windows-1252' },
    make: async (user) => {
      await leaveOutOddRows(user, 6)
      await mapOnePerRow(user)
      await build(user, 'hand-csv')
    },
    payload: {
      external_account_number: 'MW 501',
      transfer_balance: '1234.50',
      date_of_sale: '2023-02-01',
      customers: [{ title: 'Mr', given_name: 'John', family_name: 'Smith' }],
    },
  })
  expect(presses).toBeLessThanOrEqual(27)
}, 600_000)

test('a workbook with real and typed dates, brackets of a format and subtotals by formula goes to the report', async () => {
  const presses = await wholeWay(harness(), {
    file: typed(8, 'Harbour Road tenants - spring.xlsx'),
    make: async (user) => {
      await leaveOutOddRows(user, 5)
      await mapOnePerRow(user)
      await build(user, 'hand-workbook')
    },
    // Mr Baker has only a mobile number, which the service refuses as a landline.
    repair: async (user) => {
      const { page, hands } = user
      await hands.press(page.getByRole('button', { name: /^Landline not a phone number/ }).first())
      await expect.poll(() => gridHasFocus(page)).toBe(true)
      await page.keyboard.type('020 7946 0118')
      await page.keyboard.press('Enter')
      await validate(user)
    },
    repaired: 1,
    payload: {
      external_account_number: 'HR-1001',
      transfer_balance: '1234.50',
      date_of_sale: '2019-04-01',
      customers: [{ title: 'Mr', given_name: 'John', family_name: 'Smith' }],
    },
  })
  expect(presses).toBeLessThanOrEqual(30)
}, 600_000)

test('a workbook whose merged cells hold the account of one to three people goes to the report', async () => {
  const presses = await wholeWay(harness(), {
    file: typed(5, 'Joint accounts FINAL (really).xlsx'),
    make: async (user) => {
      await fillMergedCells(user, 25)
      await leaveOutOddRows(user, 1)
      await toMap(user)
      await done(user)
      await takeSeveral(user)
      await splitNames(user, 'Name')
      await bothAddresses(user)
      await dates(user)
      await country(user)
      await build(user, 'hand-merged')
    },
    payload: {
      external_account_number: 'JA 001',
      customers: [
        { title: 'Mr', given_name: 'John', family_name: 'Smith' },
        { title: 'Mrs', given_name: 'Ann', family_name: 'Smith' },
      ],
    },
  })
  expect(presses).toBeLessThanOrEqual(26)
}, 600_000)

test('a workbook with a header of two rows, two addresses and an account twice goes to the report', async () => {
  const presses = await wholeWay(harness(), {
    file: typed(6, 'Site list checked by Pat v4.xlsx'),
    make: async (user) => {
      await leaveOutOddRows(user, 2)
      await toMap(user)
      await done(user)
      await takeSeveral(user)
      await splitNames(user, 'Customer')
      await dates(user)
      await take(user, 'Balance', /^Use it: /)
      await country(user)
      await user.hands.press(button(user.page, /^Ignore the .*undecided/))
      await build(user, 'hand-two-addresses', 2)
      await keepOneOfCopies(user, harness(), 1)
    },
    payload: {
      external_account_number: 'ST-01',
      billing_address: { street_address: '1 Station Park', locality: 'Leeds', postal_code: 'LS1 4AA' },
      supply_addresses: [{ street_address: 'Unit 1 Dock Street', postal_code: 'HU1 1AA' }],
    },
    byHand: 1,
  })
  expect(presses).toBeLessThanOrEqual(31)
}, 600_000)

test('an export in two files with different delimiters goes to the report as one batch', async () => {
  const presses = await wholeWay(harness(), {
    file: typed(6, 'accounts march.csv', 'people march.csv'),
    make: async (user) => {
      await leaveOutOddRows(user, 1)
      await mapOnePerRow(user)
      await build(user, 'hand-two-files')
    },
    payload: {
      external_account_number: 'EX-0001',
      transfer_balance: '1234.50',
      customers: [{ title: 'Mr', given_name: 'John', family_name: 'Smith' }],
    },
  })
  expect(presses).toBeLessThanOrEqual(26)
}, 600_000)
