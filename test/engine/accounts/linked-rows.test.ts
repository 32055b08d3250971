// Tests rows of other sheets that are linked to duplicates by number. After renumbering, each row follows the choice
// of a person; after a merge, all belong to the remaining account. None is lost or moved silently, and undo restores
// all.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { MappingInput } from '../../../shared/mapping/file.ts'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { type Harness, openHarness } from '../api/harness.ts'
import { writeXlsx } from '../../files/write-xlsx.ts'

const plain = [
  { column: 'No', field: 'external_account_number' },
  { column: 'Bill name', field: 'billing_name' },
  { column: 'Street', field: 'billing_address.street_address' },
  { column: 'Postcode', field: 'billing_address.postal_code' },
  { column: 'Country', field: 'billing_address.country' },
  { column: 'First', field: 'customers.0.given_name' },
  { column: 'Surname', field: 'customers.0.family_name' },
  { column: 'Phone', field: 'customers.0.landline' },
]
const mapping = (key: string): MappingInput => ({
  version: 1,
  sheet: 'Accounts',
  key,
  columns: [...plain, { column: 'Ref', ignore: true }],
  fixed: [
    { field: 'account_type', value: 'DOMESTIC' },
    { field: 'unknown_occupier', value: false },
  ],
  linked: [
    {
      sheet: 'Sites',
      key: 'Account',
      list: 'supply_addresses',
      columns: [{ column: 'Road', field: 'street_address' }],
    },
  ],
})
const header = ['No', 'Bill name', 'Street', 'Postcode', 'Country', 'First', 'Surname', 'Phone', 'Ref']
const person = (no: string, name: string, ref = ''): string[] => [
  no,
  name,
  '1 High St',
  'QX1 1AA',
  'GB',
  'Ann',
  'Lee',
  '020 7946 0001',
  ref,
]

async function opened(
  harness: Harness,
  accounts: readonly (readonly string[])[],
  sites: readonly (readonly string[])[],
  key = 'No',
): Promise<number> {
  const path = join(harness.folder, 'linked.xlsx')
  await writeXlsx(path, [
    { name: 'Accounts', rows: [header, ...accounts] },
    { name: 'Sites', rows: [['Account', 'Road'], ...sites] },
  ])
  const { batch } = await harness.client().batches.load({
    path,
    mapping: mappingFile.parse(mapping(key)),
    catalogue: { shipped: 'example' },
    connection: harness.connection,
    supplier: 'ACME',
  })
  return built(harness, batch)
}

async function built(harness: Harness, batch: number): Promise<number> {
  await harness.until(batch, (view) => view.stage === 'open' && view.work === null)
  return batch
}

/** For each account row of the first sheet: its number and the roads in its payload. */
async function roads(harness: Harness, batch: number): Promise<unknown[]> {
  const { rows } = await harness.client().sheets.page({ batch, sheet: 0, offset: 0, limit: 100 })
  return Promise.all(
    rows.map(async ({ account }) => {
      const { key, payload } = await harness.client().accounts.get({ account: account?.id ?? 0 })
      const { supply_addresses: all = [] } = payload as { supply_addresses?: { street_address: string }[] }
      return [key, all.map((one) => one.street_address)]
    }),
  )
}

async function firstGroup(harness: Harness, batch: number) {
  const { groups } = await harness.client().duplicates.groups({ batch, offset: 0, limit: 1 })
  const group = await harness.client().duplicates.group({ batch, account: groups[0]?.account ?? 0 })
  if (group === null) throw new Error('There is no group of duplicates.')
  return { group, ids: group.sides.map(({ account }) => account) }
}

const two = [person('A-100', 'Norrin'), person('A-100', 'Elowen'), person('B-1', 'Ida')]
const three = [
  ['A-100', 'North Road'],
  ['A-100', 'South Road'],
  ['B-1', 'East Road'],
]

test('new numbers are refused until the rows of other sheets are assigned to accounts, and nothing changes', async () => {
  const harness = await openHarness()
  const batch = await opened(harness, two, three)
  const { group, ids } = await firstGroup(harness, batch)
  expect(group.linked).toEqual([
    { sheet: 1, name: 'Sites', row: 2, text: 'North Road' },
    { sheet: 1, name: 'Sites', row: 3, text: 'South Road' },
  ])
  const [first = 0, second = 0] = ids
  const before = await roads(harness, batch)
  const { renumber } = harness.client().duplicates
  const numbers = [{ account: second, key: 'A-101' }]
  await expect(renumber({ batch, numbers })).rejects.toThrow(
    'Rows 2, 3 of Sites have the same number. Say which account each of them goes with; nothing was changed.',
  )
  const one = [{ sheet: 1, row: 2, account: first }]
  await expect(renumber({ batch, numbers, linked: { rest: null, rows: one } })).rejects.toThrow(
    'Row 3 of Sites',
  )
  const stranger = (await harness.client().accounts.find({ batch, text: 'B-1', limit: 1 }))[0]?.id ?? 0
  await expect(renumber({ batch, numbers, linked: { rest: stranger, rows: [] } })).rejects.toThrow(
    'Rows 2, 3',
  )
  expect(await roads(harness, batch)).toEqual(before)
  expect(await harness.client().edits.history({ batch })).toEqual([])
})

test('each row is assigned as a person chose, as one edit that is undone as a whole', async () => {
  const harness = await openHarness()
  const batch = await opened(harness, two, three)
  const { ids } = await firstGroup(harness, batch)
  const [first = 0, second = 0] = ids
  const before = await roads(harness, batch)
  await harness.client().duplicates.renumber({
    batch,
    numbers: [{ account: second, key: 'A-101' }],
    linked: { rest: first, rows: [{ sheet: 1, row: 3, account: second }] },
  })
  await built(harness, batch)
  expect(await roads(harness, batch)).toEqual([
    ['A-100', ['North Road']],
    ['A-101', ['South Road']],
    ['B-1', ['East Road']],
  ])
  expect((await harness.client().batches.get({ batch })).strayRows).toBe(0)
  expect((await harness.client().batches.reconcile({ batch })).unexplained).toBe(0)
  await harness.client().edits.undo({ batch })
  await built(harness, batch)
  expect(await roads(harness, batch)).toEqual(before)
})

test('when all duplicates get new numbers, the rows follow the chosen one; rows that had such a number already are reported', async () => {
  const harness = await openHarness()
  const batch = await opened(harness, two, [...three, ['A-102', 'West Road']])
  expect((await harness.client().batches.get({ batch })).strayRows).toBe(1)
  const { ids } = await firstGroup(harness, batch)
  const [first = 0, second = 0] = ids
  const { joined } = await harness.client().duplicates.renumber({
    batch,
    numbers: [
      { account: first, key: 'A-101' },
      { account: second, key: 'A-102' },
    ],
    linked: { rest: first, rows: [] },
  })
  expect(joined).toBe(1)
  await built(harness, batch)
  expect(await roads(harness, batch)).toEqual([
    ['A-101', ['North Road', 'South Road']],
    ['A-102', ['West Road']],
    ['B-1', ['East Road']],
  ])
  expect((await harness.client().batches.get({ batch })).strayRows).toBe(0)
})

test('merging duplicates with different keys moves the rows of the other account to the kept one, and undo moves them back', async () => {
  const harness = await openHarness()
  const accounts = [person('A-100', 'Norrin', 'R1'), person('A-100', 'Elowen', 'R2')]
  const sites = [
    ['R1', 'North Road'],
    ['R2', 'South Road'],
  ]
  const batch = await opened(harness, accounts, sites, 'Ref')
  const { group, ids } = await firstGroup(harness, batch)
  expect(group.linked).toEqual([])
  const [keep = 0, other = 0] = ids
  const before = await roads(harness, batch)
  await harness.client().duplicates.merge({ batch, keep, others: [other], texts: [] })
  await built(harness, batch)
  expect((await roads(harness, batch))[0]).toEqual(['R1', ['North Road', 'South Road']])
  const view = await harness.client().batches.get({ batch })
  expect([view.excluded, view.strayRows]).toEqual([1, 0])
  expect((await harness.client().batches.reconcile({ batch })).unexplained).toBe(0)
  await harness.client().edits.undo({ batch })
  await built(harness, batch)
  expect(await roads(harness, batch)).toEqual(before)
  expect((await harness.client().batches.get({ batch })).excluded).toBe(0)
})

test('changed rows of two sheets are one changed account; a row without an account counts as a row only', async () => {
  const harness = await openHarness()
  const batch = await opened(harness, two, [...three, ['C-9', 'Nowhere']])
  const { edits } = harness.client()
  const change = (sheet: number, row: number, column: number, text: string): Promise<unknown> =>
    edits.apply({ batch, words: 'Text', cells: [{ sheet, row, column, text }] })
  expect(await edits.changed({ batch })).toEqual({ accounts: 0, sheets: [] })
  await change(0, 4, 1, 'Ida Long')
  await change(0, 4, 7, '020 7946 0005')
  await change(1, 4, 1, 'West Road')
  expect(await edits.changed({ batch })).toEqual({
    accounts: 1,
    sheets: [
      { sheet: 0, rows: 1 },
      { sheet: 1, rows: 1 },
    ],
  })
  await change(1, 5, 1, 'Somewhere')
  await change(0, 2, 1, 'Norrin Long')
  const after = {
    accounts: 2,
    sheets: [
      { sheet: 0, rows: 2 },
      { sheet: 1, rows: 2 },
    ],
  }
  expect(await edits.changed({ batch })).toEqual(after)
  await edits.undo({ batch })
  expect((await edits.changed({ batch })).accounts).toBe(1)
})
