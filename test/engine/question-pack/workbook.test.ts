// Tests the workbook in other programs: drop-downs and locks as a spreadsheet program sees them, and answers that
// return in another format, with deleted rows and columns, or for a newer version of the file.
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { writeOds } from 'hucre/ods'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { mappingFile, type MappingInput } from '../../../shared/mapping/file.ts'
import { need } from '../../tools.ts'
import { type Harness, openHarness } from '../api/harness.ts'
import { answer, itemsOf, questionsIn, readAnswers } from './customer.ts'
import { english } from '../../support/english.ts'

const mapping: MappingInput = {
  version: 1,
  key: 'No',
  columns: [
    { column: 'No', field: 'external_account_number' },
    { column: 'Name', field: 'billing_name' },
    { column: 'Street', field: 'billing_address.street_address' },
    { column: 'Postcode', field: 'billing_address.postal_code' },
    { column: 'Country', field: 'billing_address.country' },
    { column: 'Post', field: 'communication_preference' },
    {
      column: 'Sold',
      field: 'date_of_sale',
      conversion: { kind: 'date', pattern: 'dd/MM/yyyy' },
    },
  ],
  fixed: [
    { field: 'account_type', value: 'DOMESTIC' },
    { field: 'unknown_occupier', value: true },
  ],
}
const header = 'No,Name,Street,Postcode,Country,Post,Sold'
const line = (key: string, post: string, sold = '04/03/2024'): string =>
  `${key},Ann Lee,1 High St,QX1 1AA,GB,${post},${sold}`

async function batchOf(harness: Harness, name: string, lines: readonly string[]): Promise<number> {
  const file = join(harness.folder, `${name}.csv`)
  writeFileSync(file, `${[header, ...lines].join('\n')}\n`)
  const { batch } = await harness.client().batches.open({ path: file })
  await harness.until(batch, (view) => view.stage === 'mapping')
  const { connection } = harness
  const given = { mapping: mappingFile.parse(mapping), catalogue: 'example', supplier: 'ACME', connection }
  await harness.client().mapping.apply({ batch, ...given })
  await harness.until(batch, (view) => view.stage === 'open' && view.work === null)
  return batch
}

async function packOf(harness: Harness, batch: number, once = false): Promise<string> {
  const options = { sensitive: false, once, who: [] }
  const words = { greeting: '', contact: '', due: '' }
  const made = await harness
    .client()
    .questions.write({ batch, scope: {}, options, folder: harness.folder, words })
  return made.path
}

const lines = [
  line('P-1', 'PIGEON'),
  line('P-2', 'PIGEON'),
  line('P-3', 'OWL'),
  line('D-1', 'PRINT', '31/02/2024'),
  line('D-2', 'PRINT', '04/03/24'),
]
const cellAt = async (harness: Harness, batch: number, row: number, column: number): Promise<string> => {
  const { rows } = await harness.client().sheets.page({ batch, sheet: 0, offset: 0, limit: 100 })
  return rows.find((one) => one.row === row)?.cells[column] ?? ''
}

test('columns with choices have a drop-down for their own rows, with an empty choice', async () => {
  const harness = await openHarness()
  const batch = await batchOf(harness, 'accounts', lines)
  const path = await packOf(harness, batch)
  const rows = await questionsIn(path)
  expect(rows.slice(1).map((row) => [row[1], row[4], row[6]])).toEqual([
    [
      'P-1',
      'Post',
      'Which choice for “Post”? What is there, “PIGEON”, is not one of the choices. Please choose from the list.',
    ],
    [
      'P-2',
      'Post',
      'Which choice for “Post”? What is there, “PIGEON”, is not one of the choices. Please choose from the list.',
    ],
    [
      'P-3',
      'Post',
      'Which choice for “Post”? What is there, “OWL”, is not one of the choices. Please choose from the list.',
    ],
    [
      'D-1',
      'Sold',
      'Which date is “Sold”? What is there, “31/02/2024”, is a day that does not exist. Please write it like 31/12/2024.',
    ],
    [
      'D-2',
      'Sold',
      'Which date is “Sold”? What is there, “04/03/24”, has a year of two digits only. Please write it like 31/12/2024.',
    ],
  ])
  const { sheets } = await readXlsx(new Uint8Array(readFileSync(path)))
  const [, questions, lists] = sheets
  expect(questions?.dataValidations).toMatchObject([
    { type: 'list', range: 'H2:H4', formula1: 'Lists!$A$1:$A$3' },
  ])
  expect(lists).toMatchObject({ name: 'Lists', hidden: true, rows: [['ONLINE'], ['PRINT'], ['leave empty']] })
  expect(questions?.freezePane).toMatchObject({ rows: 1 })
  expect(questions?.autoFilter?.range).toBe('A1:I6')
})

test('one question can cover all cells with the same value', async () => {
  const harness = await openHarness()
  const batch = await batchOf(harness, 'accounts', lines)
  const path = await packOf(harness, batch, true)
  const rows = await questionsIn(path)
  expect(rows.slice(1, 3).map((row) => [row[1], row[5], row[6]])).toEqual([
    ['2 cells', 'PIGEON', expect.stringMatching(/^2 cells say this\. Which choice/)],
    ['P-3', 'OWL', expect.stringMatching(/^Which choice/)],
  ])
  const edits = [{ sheet: 0, row: 3, column: 5, text: 'PRINT' }]
  await harness.client().edits.apply({ batch, words: 'By hand', cells: edits })
  const back = join(harness.folder, 'back.csv')
  writeFileSync(back, asCsv(answer(rows, { '2 cells': 'online' })))
  const review = await readAnswers(harness.client(), batch, back)
  expect(review.counts).toMatchObject({ answered: 1, edited: 1, blank: 3 })
  await harness.client().questions.apply({ batch, expected: review.version })
  expect([await cellAt(harness, batch, 2, 5), await cellAt(harness, batch, 3, 5)]).toEqual([
    'ONLINE',
    'PRINT',
  ])
})

test('answers are read from CSV or ODS, with removed columns and rows, an extra line and dates', async () => {
  const harness = await openHarness()
  const batch = await batchOf(harness, 'accounts', lines)
  const path = await packOf(harness, batch)
  const rows = answer(await questionsIn(path), { 'P-1': 'PRINT', 'P-3': 'by owl', 'D-1': '29/02/2024' })
  const csv = join(harness.folder, 'back.csv')
  // Only the necessary columns are left: account, column, answer.
  writeFileSync(csv, asCsv(rows.map((row) => [row[4] ?? '', row[7] ?? '', row[1] ?? ''])))
  const bare = await readAnswers(harness.client(), batch, csv)
  expect(bare.counts).toMatchObject({ answered: 2, not_choice: 1, blank: 2 })
  const ods = join(harness.folder, 'back.ods')
  const shuffled = [rows[0] ?? [], ...rows.slice(2).reverse()]
  const sheet = [['Answers of ACME Ltd'], ...shuffled].map((row) =>
    row.map((cell) => (cell === '29/02/2024' ? new Date(Date.UTC(2024, 1, 29)) : cell)),
  )
  writeFileSync(ods, await writeOds({ sheets: [{ name: 'Sheet1', rows: sheet }] }))
  const review = await readAnswers(harness.client(), batch, ods)
  expect(review.counts).toMatchObject({ answered: 1, not_choice: 1, blank: 2 })
  expect(review.missing).toBe(1)
  expect((await itemsOf(harness.client(), batch, review, 'answered'))[0]).toMatchObject({
    key: 'D-1',
    after: '29/02/2024',
  })
})

test('answers to a pack of an earlier version apply to the newer one by account and column', async () => {
  const harness = await openHarness()
  const first = await batchOf(harness, 'accounts', lines)
  const path = await packOf(harness, first)
  const newer = join(harness.folder, 'accounts v2.csv')
  const changed = [
    line('N-9', 'PRINT'),
    line('P-3', 'OWL'),
    line('P-2', 'CROW'),
    line('D-2', 'PRINT', '04/03/24'),
    line('D-1', 'PRINT', '31/02/2024'),
  ]
  writeFileSync(newer, `${[header, ...changed].join('\n')}\n`)
  const { batch: second } = await harness.client().versions.open({ batch: first, path: newer })
  await harness.until(second, (view) => view.stage === 'open' && view.work === null)
  const back = join(harness.folder, 'back.csv')
  const all = { 'P-1': 'PRINT', 'P-2': 'PRINT', 'P-3': 'ONLINE', 'D-1': '29/02/2024', 'D-2': '04/03/2024' }
  writeFileSync(back, asCsv(answer(await questionsIn(path), all)))
  const review = await readAnswers(harness.client(), second, back)
  expect(review.pack.ofEarlierVersion).toBe(true)
  expect(review.counts).toMatchObject({ answered: 3, edited: 1, gone: 1 })
  expect(english((await itemsOf(harness.client(), second, review, 'gone'))[0]?.why)).toContain(
    'no account P-1',
  )
  await harness.client().questions.apply({ batch: second, expected: review.version })
  expect(await cellAt(harness, second, 3, 5)).toBe('ONLINE')
  expect(await cellAt(harness, second, 6, 6)).toBe('29/02/2024')
})

test('LibreOffice opens the workbook and keeps its locks, drop-downs and hidden column', async (context) => {
  const connectionManager = need(context, 'libreoffice')
  const harness = await openHarness()
  const batch = await batchOf(harness, 'accounts', lines)
  const path = await packOf(harness, batch)
  const out = join(harness.folder, 'connectionManager')
  const profile = `-env:UserInstallation=file://${join(harness.folder, 'profile')}`
  const asks = [profile, '--headless', '--convert-to', 'fods', '--outdir', out, path]
  await promisify(execFile)(connectionManager, asks, { timeout: 100_000 })
  const name =
    path
      .split('/')
      .at(-1)
      ?.replace(/\.xlsx$/, '.fods') ?? ''
  const xml = readFileSync(join(out, name), 'utf8')
  const tables = [...xml.matchAll(/<table:table table:name="([^"]+)"[^>]*>/g)]
  expect(tables.map(([, sheet]) => sheet)).toEqual(['Read me', 'Questions', 'Lists'])
  expect(tables.every(([tag]) => tag.includes('table:protected="true"'))).toBe(true)
  expect(xml).toMatch(/content-validation[^>]*cell-content-is-in-list\(\[?\$?Lists/)
  expect(xml).toContain('style:cell-protect="none"')
  expect(xml).toMatch(/table:visibility="collapse"/)
  expect(xml).not.toContain('table:formula=')
})

function asCsv(rows: readonly (readonly string[])[]): string {
  const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`
  return `${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}
