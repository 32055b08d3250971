// Tests conversions that need more than one cell or the Node side, through the whole engine: built by the worker,
// rebuilt after an edit, and placed on every column that took part.
import { expect, test } from 'vitest'
import type { MappingInput } from '../../../shared/mapping/file.ts'
import { openHarness } from '../api/harness.ts'
import { workbook } from '../api/small-files.ts'

const mapping: MappingInput = {
  version: 1,
  key: 'Account No',
  columns: [
    { column: 'Account No', field: 'external_account_number' },
    { column: 'Kind', field: 'account_type', conversion: { kind: 'fallback', value: 'DOMESTIC' } },
    {
      column: 'Name',
      field: 'customers.0.given_name',
      conversion: { kind: 'split', separator: ' ', part: 1, to: -2, missing: 'empty' },
    },
    {
      column: 'Name',
      field: 'customers.0.family_name',
      conversion: { kind: 'split', separator: ' ', part: -1 },
    },
    { column: 'Tel', field: 'customers.0.landline', conversion: { kind: 'phone', to: 'e164' } },
    {
      column: 'Day',
      field: 'date_of_sale',
      conversion: {
        kind: 'steps',
        steps: [
          { kind: 'join', with: ['Year'], separator: '/' },
          { kind: 'date', pattern: 'dd/MM/yyyy' },
        ],
      },
    },
    {
      column: 'Line 1',
      field: 'billing_address.street_address',
      conversion: { kind: 'join', with: ['Line 2'], separator: ', ' },
    },
    { column: 'Postcode', field: 'billing_address.postal_code' },
  ],
  fixed: [{ field: 'billing_address.country', value: 'GB' }],
}

const rows = [
  ['Account No', 'Kind', 'Name', 'Tel', 'Day', 'Year', 'Line 1', 'Line 2', 'Postcode'],
  ['C-1', '', 'Ina  May Fenwhistle', '020 7946 0001', '04/03', '2026', '1 Nowhere Street', 'Town', 'QA1 1AB'],
  ['C-2', 'BUSINESS', 'Garrowby', '2079460002', '31/02', '2026', '', 'Town', 'QA1 1AB'],
]

test('several cells, parts of cells, fallbacks and telephone numbers are combined into the payload that is sent', async () => {
  const harness = await openHarness()
  const file = await workbook(harness.folder, 'conversions', [{ name: 'Accounts', rows }])
  const batch = await harness.load({ file, mapping })
  const page = await harness.client().sheets.page({ batch, sheet: 0, offset: 0, limit: 10 })
  const [first, second] = page.rows.map((row) => row.account?.id ?? 0)

  const sound = await harness.client().accounts.get({ account: first ?? 0 })
  expect(sound.problems).toEqual([])
  expect(sound.payload).toMatchObject({
    account_type: 'DOMESTIC',
    date_of_sale: '2026-03-04',
    billing_address: { street_address: '1 Nowhere Street, Town' },
    customers: [{ given_name: 'Ina  May', family_name: 'Fenwhistle', landline: '+442079460001' }],
  })

  const faulty = await harness.client().accounts.get({ account: second ?? 0 })
  expect(faulty.state).toBe('invalid')
  expect(faulty.payload).toMatchObject({ customers: [{ family_name: 'Garrowby' }] })
  expect(new Map(faulty.problems.map((problem) => [problem.attr, problem.code]))).toEqual(
    new Map([
      ['customers.0.landline', 'invalid_phone_number'],
      ['date_of_sale', 'no_such_date'],
    ]),
  )
  const columns = new Map(page.rows[1]?.problems.map((problem) => [problem.code, problem.columns]))
  expect(columns.get('no_such_date')).toEqual([4, 5])
  expect(columns.get('invalid_phone_number')).toEqual([3])

  const cells = [
    { sheet: 0, row: 3, column: 3, text: '020 7946 0002' },
    { sheet: 0, row: 3, column: 4, text: '28/02' },
  ]
  await harness.client().edits.apply({ batch, words: 'As dialled', cells })
  const edited = await harness.client().accounts.get({ account: second ?? 0 })
  expect(edited.problems).toEqual([])
  expect(edited.payload).toMatchObject({
    date_of_sale: '2026-02-28',
    customers: [{ landline: '+442079460002' }],
    billing_address: { street_address: 'Town' },
  })

  await harness.giveKey()
  await harness.validate(batch)
  const validated = await harness.client().accounts.get({ account: first ?? 0 })
  expect(validated.state).toBe('validated')
})
