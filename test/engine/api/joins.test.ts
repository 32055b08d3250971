// Tests linked sheets. Each row without an account says which sheet above lacks it, each link says what is missing on
// either side, and both are updated when accounts are rebuilt. None of it blocks an account.
import { expect, test } from 'vitest'
import { english } from '../../support/english.ts'
import type { MappingInput } from '../../../shared/mapping/file.ts'
import { openHarness } from './harness.ts'
import { workbook } from './small-files.ts'
import { isLoaded } from './waiting.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

const mapping: MappingInput = {
  version: 1,
  sheet: 'Accounts',
  key: 'No',
  columns: [{ column: 'No', field: 'external_account_number' }],
  linked: [
    {
      sheet: 'Supply',
      key: 'No',
      list: 'supply_addresses',
      columns: [{ column: 'Street', field: 'street_address' }],
      linked: [
        {
          sheet: 'Meters',
          key: ['No', 'Supply'],
          list: 'meter_points',
          columns: [{ column: 'Point', field: 'identifier' }],
        },
      ],
    },
  ],
}
const sheets = [
  { name: 'Accounts', rows: [['No'], ['1'], ['2'], ['3']] },
  {
    name: 'Supply',
    rows: [
      ['No', 'Supply', 'Street'],
      ['1', 'a', 'One'],
      ['1', 'b', 'Two'],
      ['9', 'a', 'Nine'],
      ['2', 'a', 'Two a'],
      ['', 'a', 'None'],
    ],
  },
  {
    name: 'Meters',
    rows: [
      ['No', 'Supply', 'Point'],
      ['1', 'a', 'm1'],
      ['1', 'a', 'm2'],
      ['9', 'a', 'm3'],
      ['1', 'c', 'm4'],
      ['2', 'a', 'm5'],
    ],
  },
]

test('rows without a parent name the parent sheet, and every link reports its unmatched rows', async () => {
  const harness = await openHarness()
  const batch = await harness.load({ file: await workbook(harness.folder, 'joins', sheets), mapping })
  const client = harness.client()
  const strays = async (sheet: number): Promise<(string | null)[]> => {
    const { rows } = await client.sheets.page({ batch, sheet, offset: 0, limit: 50 })
    return rows.map(({ stray }) => sentenceOf(stray))
  }
  const warnings = async () => {
    const all = await client.batches.warnings({ batch })
    return all.map(({ code, sheet, row, count, message }) => [code, sheet, row, count, message])
  }

  expect(await strays(1)).toEqual([
    null,
    null,
    expect.stringContaining('No row of the sheet “Accounts” has the key'),
    null,
    expect.stringContaining('no key of a row of the sheet “Accounts”'),
  ])
  expect(await strays(2)).toEqual([
    null,
    null,
    expect.stringContaining('sheet “Supply” that this row belongs to is part of no account itself'),
    expect.stringContaining('No row of the sheet “Supply” has the key'),
    null,
  ])
  const reported = [
    [
      'rows_without_parent',
      'Supply',
      4,
      1,
      '1 row of “Supply” has a key that no row of “Accounts” has, so it is part of no account (row 4).',
    ],
    [
      'rows_without_key',
      'Supply',
      6,
      1,
      '1 row of “Supply” has no key, so it is part of no account (row 6).',
    ],
    ['parents_without_rows', 'Accounts', 4, 1, '1 row of “Accounts” has no row on “Supply” (row 4).'],
    [
      'rows_without_parent',
      'Meters',
      5,
      1,
      '1 row of “Meters” has a key that no row of “Supply” has, so it is part of no account (row 5).',
    ],
    [
      'rows_cut_off',
      'Meters',
      4,
      1,
      '1 row of “Meters” hangs on a row of “Supply” that is part of no account itself (row 4).',
    ],
    ['parents_without_rows', 'Supply', 3, 1, '1 row of “Supply” has no row on “Meters” (row 3).'],
  ]
  expect(english(await warnings())).toEqual(reported)

  await client.edits.apply({ batch, words: 'Key', cells: [{ sheet: 1, row: 4, column: 0, text: '3' }] })
  await harness.until(batch, (view) => isLoaded(view) && view.strayRows === 3)
  expect((await warnings()).map(([code, sheet, row, count]) => [code, sheet, row, count])).toEqual([
    ['rows_without_key', 'Supply', 6, 1],
    ['rows_without_parent', 'Meters', 4, 2],
    ['parents_without_rows', 'Supply', 3, 2],
  ])
})
