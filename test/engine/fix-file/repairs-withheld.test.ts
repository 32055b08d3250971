// Tests the way of a fix file with withheld cells and back: a cell that still has the mark stays as it is, one that was
// overwritten is an edit, and rows that were sorted without their reference change nothing.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { usualReportChoice } from '../../../shared/contract/report.ts'
import { mappingFile, type MappingInput } from '../../../shared/mapping/file.ts'
import { header, mapping, openedFile } from '../accounts/small-batch.ts'
import { type Harness, openHarness } from '../api/harness.ts'
import { workbook } from '../api/small-files.ts'
import { isLoaded } from '../api/waiting.ts'
import { itemsOf, readAnswers } from '../question-pack/customer.ts'
import { english } from '../../support/english.ts'
import { asRepairer, cellsOf, fixFileOf, repair, rowsOf } from './repairer.ts'

const [phone, born] = [7, 12]
const right = '020 7946 0009'
const mark = '[withheld]'
const line = (key: string, date: string): string =>
  `${key},Ann Lee,1 High St,QX1 1AA,GB,Ann,Lee,(020) 7946-0A10,,,,,${date}`
const lines = [
  line('W-1', '1977-03-29'),
  line('W-2', '31/02/1971'),
  line('W-3', ''),
  line('W-4', '1966-06-06'),
]
const field = 'customers.*.date_of_birth'

async function opened() {
  const harness = await openHarness()
  const batch = await openedFile(harness, lines, `${header},Born`)
  const columns = [...mapping.columns, { column: 'Born', field: 'customers.0.date_of_birth' }]
  await harness.client().mapping.apply({
    batch,
    mapping: mappingFile.parse({ ...mapping, columns }),
    catalogue: 'example',
    supplier: 'ACME',
    connection: harness.connection,
  })
  await harness.until(batch, isLoaded)
  return { harness, batch, file: await fixFileOf(harness, batch) }
}

const repairedIn = (harness: Harness): string => join(harness.folder, 'fix-me.xlsx')

async function apply(harness: Harness, batch: number, path: string) {
  const { version: expected } = await readAnswers(harness.client(), batch, path)
  return harness.client().questions.apply({ batch, expected, choices: [] })
}

/** The true texts, since the window's are masked. */
async function textsOf({ client }: Harness, batch: number) {
  await client().privacy.show({ batch, fields: [field] })
  const cells = await cellsOf(client(), batch)
  await client().privacy.hide({ batch })
  // Empty cells at the end of a row are left out.
  return Object.fromEntries(
    Object.entries(cells).map(([row, texts]) => [
      row,
      Array.from({ length: born + 1 }, (_, at) => texts[at] ?? ''),
    ]),
  )
}

test('a fix file has the mark in withheld cells, and repairs change only what was overwritten', async () => {
  const { harness, batch, file } = await opened()
  const written = await rowsOf(file)
  expect(written.slice(1).map((row) => row[born])).toEqual([mark, mark, '', mark])
  expect(written[2]?.[born + 1]).toContain('write the right text in place of [withheld]')
  const before = await textsOf(harness, batch)
  const path = await asRepairer(file, repairedIn(harness), (rows) =>
    repair(
      repair(repair(rows, 'W-2', 'Born', '1971-02-28'), 'W-3', 'Born', '1980-01-01'),
      'W-4',
      'Phone 1',
      right,
    ),
  )
  const review = await readAnswers(harness.client(), batch, path)
  expect(review).toMatchObject({ taken: 3, missing: 0, unchanged: 13 * 4 - 3 })
  expect(await apply(harness, batch, path)).toMatchObject({ cells: 3, accounts: 3 })
  expect(await textsOf(harness, batch)).toEqual({
    ...before,
    3: before[3]?.with(born, '1971-02-28'),
    4: before[4]?.with(born, '1980-01-01'),
    5: before[5]?.with(phone, right),
  })
})

test('a withheld cell that was edited here since is known as edited, and one that was emptied says so', async () => {
  const { harness, batch, file } = await opened()
  const path = await asRepairer(file, repairedIn(harness), (rows) =>
    repair(repair(rows, 'W-1', 'Born', '1971-01-01'), 'W-4', 'Born', ''),
  )
  await harness.client().edits.apply({
    batch,
    words: 'By hand',
    cells: [
      { sheet: 0, row: 2, column: born, text: '1988-08-08' },
      { sheet: 0, row: 3, column: born, text: '1989-09-09' },
    ],
  })
  await harness.until(batch, isLoaded)
  const review = await readAnswers(harness.client(), batch, path)
  expect(review.counts).toMatchObject({ edited: 1, answered: 1 })
  const [emptied] = await itemsOf(harness.client(), batch, review, 'answered')
  expect([emptied?.key, english(emptied?.why)]).toEqual(['W-4', 'The cell will hold nothing.'])
  await apply(harness, batch, path)
  const after = await textsOf(harness, batch)
  expect([2, 3, 5].map((row) => after[row]?.[born])).toEqual(['1988-08-08', '1989-09-09', ''])
})

test('after the files were read again, a row takes repairs only if its withheld cells are the same too', async () => {
  const { harness, batch, file } = await opened()
  const path = await asRepairer(file, repairedIn(harness), (rows) =>
    repair(repair(rows, 'W-1', 'Phone 1', right), 'W-4', 'Phone 1', right),
  )
  await harness.client().batches.reread({ batch, headerRow: 1 })
  await harness.until(batch, isLoaded)
  await harness.client().edits.apply({
    batch,
    words: 'By hand',
    cells: [{ sheet: 0, row: 2, column: born, text: '1988-08-08' }],
  })
  await harness.until(batch, isLoaded)
  expect((await readAnswers(harness.client(), batch, path)).counts).toMatchObject({ answered: 1, gone: 1 })
})

test('copies of a row of which one was overwritten offer the text that is here, never the mark', async () => {
  const { harness, batch, file } = await opened()
  const path = await asRepairer(file, repairedIn(harness), (rows) => {
    const [head = [], one = [], ...others] = rows
    return [head, one, one.with(born, '1971-01-01'), ...others]
  })
  await harness.client().privacy.show({ batch, fields: [field] })
  const review = await readAnswers(harness.client(), batch, path)
  const [item] = await itemsOf(harness.client(), batch, review, 'twice')
  expect(item?.answers.map(({ text }) => text)).toEqual(['1977-03-29', '1971-01-01'])
})

test('a shown column is in the fix file as it is, and its repairs are compared as those of any other', async () => {
  const { harness, batch } = await opened()
  await harness.client().report.choose({ batch, choice: { ...usualReportChoice, shown: 'all' } })
  const file = await fixFileOf(harness, batch)
  expect((await rowsOf(file)).slice(1).map((row) => row[born])).toEqual([
    '1977-03-29',
    '31/02/1971',
    '',
    '1966-06-06',
  ])
  const path = await asRepairer(file, repairedIn(harness), (rows) =>
    repair(repair(rows, 'W-2', 'Born', '1971-02-28'), 'W-4', 'Street', mark),
  )
  // The mark is no text, in whichever cell it stands.
  expect(await readAnswers(harness.client(), batch, path)).toMatchObject({ taken: 1, unchanged: 13 * 4 - 1 })
})

test('a fix file that becomes a batch of its own sends no mark: each is a problem of its cell', async () => {
  const { harness, file } = await opened()
  const own = await harness.load({
    file,
    mapping: {
      ...mapping,
      columns: [
        ...mapping.columns,
        { column: 'Born', field: 'customers.0.priority_services.0.code' },
        { column: 'carryover_problems', ignore: true },
        { column: 'carryover_reference', ignore: true },
      ],
    },
  })
  const { groups } = await harness.client().problems.groups({ batch: own })
  expect(groups.find(({ code }) => code === 'withheld_text')).toMatchObject({ accounts: 3 })
})

const linked: MappingInput = {
  version: 1,
  sheet: 'Accounts',
  key: 'Account No',
  columns: [
    { column: 'Account No', field: 'external_account_number' },
    { column: 'Street', field: 'billing_address.street_address' },
    { column: 'First', field: 'customers.0.given_name' },
  ],
  fixed: [{ field: 'account_type', value: 'DOMESTIC' }],
  linked: [
    {
      sheet: 'Services',
      key: 'Account No',
      list: 'customers.0.priority_services',
      columns: [
        { column: 'Code', field: 'code' },
        { column: 'To', field: 'effective_to' },
      ],
    },
  ],
}
const sheets = [
  {
    name: 'Accounts',
    rows: [
      ['Account No', 'Street', 'First'],
      ['P-1', '1 High St', 'Ann'],
      ['P-2', '2 High St', 'Bob'],
    ],
  },
  {
    name: 'Services',
    rows: [
      ['Account No', 'Code', 'To'],
      ['P-1', 'BLIND', '2030-01-01'],
      ['P-1', 'DEAF', ''],
      ['P-2', 'OXYGEN', '2031-01-01'],
    ],
  },
]

test('rows of little else than withheld cells that were sorted without their reference change nothing', async () => {
  const harness = await openHarness()
  const batch = await harness.load({
    file: await workbook(harness.folder, 'linked', sheets),
    mapping: linked,
  })
  const file = await fixFileOf(harness, batch)
  expect((await rowsOf(file, 1)).slice(1).map((row) => row.slice(0, 3))).toEqual([
    ['P-1', mark, mark],
    ['P-1', mark, ''],
    ['P-2', mark, mark],
  ])
  const path = await asRepairer(file, repairedIn(harness), (rows, sheet) => {
    if (sheet !== 'Services') return rows
    const [head = [], ...body] = rows
    const references = body.map((row) => row.at(-1) ?? '')
    return [head, ...body.toReversed().map((row, at) => row.with(row.length - 1, references[at] ?? ''))]
  })
  const review = await readAnswers(harness.client(), batch, path)
  expect(review).toMatchObject({ taken: 0 })
  expect(review.counts.mixed_up).toBeGreaterThan(0)
  // Repairs of the same sheet, in its own order, are taken.
  const sound = await asRepairer(file, join(harness.folder, 'sound.xlsx'), (rows, sheet) =>
    sheet === 'Services' ? rows.map((row, at) => (at === 2 ? row.with(2, '2032-01-01') : row)) : rows,
  )
  expect(await readAnswers(harness.client(), batch, sound)).toMatchObject({ taken: 1 })
})
