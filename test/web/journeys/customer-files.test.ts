// Takes files as customers send them from the file to the report without leaving the window: rows that are no
// customers are left out, merged cells filled, one column fills several fields, names are split, dates and amounts are
// read as written, duplicates are decided. Each test prints the presses used and the accounts that needed a hand.
import { expect, test } from 'vitest'
import {
  customerCsv,
  customerWorkbook,
  exportOfTwo,
  householdWorkbook,
  twoAddressWorkbook,
} from '../../files/customer-files.ts'
import {
  build,
  country,
  dates,
  done,
  bothAddresses,
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
import { harnessOfEachTest } from '../travel.ts'
import { button } from '../user.ts'

const harness = harnessOfEachTest()

const john = { title: 'Mr', given_name: 'John', family_name: 'Smith', landline: '020 7946 0101' }
const high = { street_address: '1 High Street', postal_code: 'LS1 1AA' }
const onePerRow = {
  transfer_balance: '1234.50',
  date_of_sale: '2023-02-01',
  customers: [john],
  billing_address: high,
  supply_addresses: [{ ...high, occupied_from: '2023-02-01' }],
}

test('a CSV file with titles, totals, six spellings of a date and one address goes from file to report', async () => {
  const presses = await wholeWay(harness(), {
    file: customerCsv(harness().folder),
    make: async (user) => {
      await leaveOutOddRows(user, 4)
      await mapOnePerRow(user)
      await build(user, 'csv')
    },
    payload: onePerRow,
  })
  expect(presses).toBeLessThanOrEqual(26)
}, 600_000)

test('a workbook with the header again, notes and some real dates goes from file to report', async () => {
  const presses = await wholeWay(harness(), {
    file: await customerWorkbook(harness().folder),
    make: async (user) => {
      await leaveOutOddRows(user, 4)
      await mapOnePerRow(user)
      await build(user, 'workbook')
    },
    payload: { customers: [john], billing_address: high, supply_addresses: [high] },
  })
  expect(presses).toBeLessThanOrEqual(26)
}, 600_000)

test('a workbook whose merged cells hold the account of several people goes from file to report', async () => {
  const presses = await wholeWay(harness(), {
    file: await householdWorkbook(harness().folder),
    make: async (user) => {
      await fillMergedCells(user, 45)
      await leaveOutOddRows(user, 1)
      await toMap(user)
      await done(user)
      await takeSeveral(user)
      await splitNames(user, 'Name')
      await bothAddresses(user)
      await dates(user)
      await country(user)
      await build(user, 'merged')
    },
    payload: {
      customers: [john, { given_name: 'Ann', family_name: 'Bell', landline: '020 7946 0102' }],
      billing_address: high,
      supply_addresses: [high],
    },
  })
  expect(presses).toBeLessThanOrEqual(26)
}, 600_000)

test('a workbook with a header of two rows, two addresses and accounts twice goes from file to report', async () => {
  const presses = await wholeWay(harness(), {
    file: await twoAddressWorkbook(harness().folder),
    make: async (user) => {
      await leaveOutOddRows(user, 2)
      await toMap(user)
      await done(user)
      await takeSeveral(user)
      await splitNames(user, 'Customer')
      await dates(user)
      await take(user, 'Balance', /^Use it: /)
      await country(user)
      // The service has no place for the town of the supply address.
      await user.hands.press(button(user.page, /^Ignore the .*undecided/))
      // Both accounts of each of the two pairs.
      await build(user, 'two-addresses', 4)
      await keepOneOfCopies(user, harness(), 2)
    },
    payload: {
      ...onePerRow,
      billing_address: { street_address: '1 Billing Road', locality: 'London', postal_code: 'N1 2BB' },
    },
    byHand: 2,
  })
  expect(presses).toBeLessThanOrEqual(31)
}, 600_000)

test('an export in two files, accounts and customers, goes from file to report as one batch', async () => {
  const presses = await wholeWay(harness(), {
    file: exportOfTwo(harness().folder),
    make: async (user) => {
      await leaveOutOddRows(user, 1)
      await mapOnePerRow(user)
      await build(user, 'two-files')
    },
    payload: onePerRow,
  })
  expect(presses).toBeLessThanOrEqual(26)
}, 600_000)
