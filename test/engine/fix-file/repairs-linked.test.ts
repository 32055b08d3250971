// Repairs of linked sheets and of rows that belong to no account: a key that is written or corrected in the fix file ties
// the row to its account.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { MappingInput } from '../../../shared/mapping/file.ts'
import { openHarness } from '../api/harness.ts'
import { workbook } from '../api/small-files.ts'
import { itemsOf, readAnswers } from '../question-pack/customer.ts'
import { asRepairer, cellsOf, fixFileOf } from './repairer.ts'

const mapping: MappingInput = {
  version: 1,
  sheet: 'Accounts',
  key: 'Account No',
  columns: [
    { column: 'Account No', field: 'external_account_number' },
    { column: 'Street', field: 'billing_address.street_address' },
    { column: 'Postcode', field: 'billing_address.postal_code' },
  ],
  fixed: [
    { field: 'billing_address.country', value: 'GB' },
    { field: 'account_type', value: 'DOMESTIC' },
  ],
  linked: [
    {
      sheet: 'References',
      key: 'Account No',
      list: 'references',
      columns: [
        { column: 'System', field: 'namespace' },
        { column: 'Reference', field: 'value' },
      ],
    },
  ],
}
const sheets = [
  {
    name: 'Accounts',
    rows: [
      ['Account No', 'Street', 'Postcode'],
      ['G-1', '1 Nowhere Street', 'QA1 1AB'],
      ['', '3 Nowhere Street', 'QA1 1AB'],
      ['G-4', '4 Nowhere Street', ''],
    ],
  },
  {
    name: 'References',
    rows: [
      ['Account No', 'System', 'Reference'],
      ['G-1', 'CRM', 'R-1'],
      ['G-9', 'CRM', 'R-9'],
      ['G-4', 'CRM', 'R-4'],
    ],
  },
]

test('keys and cells of linked rows and of rows without an account are repaired', async () => {
  const harness = await openHarness()
  const client = harness.client()
  const batch = await harness.load({ file: await workbook(harness.folder, 'linked', sheets), mapping })
  const before = (await client.batches.get({ batch })).accounts
  const path = await asRepairer(
    await fixFileOf(harness, batch),
    join(harness.folder, 'fix-me.xlsx'),
    (rows, sheet) =>
      rows.map((row) => {
        if (sheet === 'References') return row[0] === 'G-9' ? row.with(0, 'G-4') : row
        if (row[0] === 'G-4') return row.with(2, 'QV4 4DE')
        return row[1] === '3 Nowhere Street' ? row.with(0, 'G-3') : row
      }),
  )
  const review = await readAnswers(client, batch, path)
  expect(review).toMatchObject({ taken: 3, missing: 0 })
  const items = await itemsOf(client, batch, review, 'answered')
  expect(items.map(({ sheet, row, column, after }) => [sheet, row, column, after])).toEqual(
    expect.arrayContaining([
      ['Accounts', 3, 'Account No', 'G-3'],
      ['Accounts', 4, 'Postcode', 'QV4 4DE'],
      ['References', 3, 'Account No', 'G-4'],
    ]),
  )
  await client.questions.apply({ batch, expected: review.version, choices: [] })
  const view = await harness.until(batch, ({ stage, work }) => stage === 'open' && work === null)
  expect(await cellsOf(client, batch)).toMatchObject({ 3: ['G-3', '3 Nowhere Street', 'QA1 1AB'] })
  expect([before, view.accounts, view.states.invalid]).toEqual([3, 3, 0])
  expect((await harness.report(batch)).unexplained).toBe(0)
  expect((await readAnswers(client, batch, path)).counts).toMatchObject({ already: 3, answered: 0 })

  // Once its account is on the platform, the row stays as it was sent.
  await harness.send(batch)
  const later = await asRepairer(path, join(harness.folder, 'later.xlsx'), (rows) =>
    rows.map((row) => (row[1] === '3 Nowhere Street' ? row.with(0, 'G-33') : row)),
  )
  expect((await readAnswers(client, batch, later)).counts).toMatchObject({ locked: 1, answered: 0 })
})
