// Tests a batch of several files: their sheets follow each other under unique names and are linked like those of one
// workbook, each file keeps its own options, hash and name, and files are added and removed while nothing was sent, also below edits
// where that moves no cell.
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Mapping, MappingInput } from '../../../shared/mapping/file.ts'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { writeXlsx } from '../../files/write-xlsx.ts'
import { createProcessReader } from '../../../electron/engine/import/process/process-reader.ts'
import { freshFolder, type Harness, openHarness } from './harness.ts'
import { isLoaded } from './waiting.ts'

const accounts = [
  'Account No,Street,Postcode',
  'A-1,1 Nowhere Street,QA1 1AB',
  'A-2,2 Nowhere Street,QA1 1AB',
]
const people = [
  'Account No;Surname;Landline',
  'A-1;Müller;+44 20 7946 0123',
  'A-1;Bell;+44 20 7946 0124',
  'A-2;Fox;+44 20 7946 0125',
  'A-9;Nobody;+44 20 7946 0126',
]

const mapping: MappingInput = {
  version: 1,
  sheet: 'accounts',
  key: 'Account No',
  columns: [
    { column: 'Account No', field: 'external_account_number' },
    { column: 'Street', field: 'billing_address.street_address' },
    { column: 'Postcode', field: 'billing_address.postal_code' },
  ],
  linked: [
    {
      sheet: 'people',
      key: 'Account No',
      list: 'customers',
      columns: [
        { column: 'Account No', ignore: true },
        { column: 'Surname', field: 'family_name' },
        { column: 'Landline', field: 'landline' },
      ],
    },
  ],
  fixed: [
    { field: 'billing_address.country', value: 'GB' },
    { field: 'account_type', value: 'DOMESTIC' },
    { field: 'unknown_occupier', value: false },
  ],
}

const hashOfFile = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')

function files(folder: string): { readonly first: string; readonly second: string } {
  const first = join(folder, 'accounts.csv')
  const second = join(folder, 'people.csv')
  writeFileSync(first, accounts.join('\n'))
  // Another delimiter and encoding than the first.
  writeFileSync(second, Buffer.from(people.join('\r\n'), 'latin1'))
  return { first, second }
}

async function apply(harness: Harness, batch: number, given: Mapping = mappingFile.parse(mapping)) {
  await harness.client().mapping.apply({
    batch,
    mapping: given,
    catalogue: 'example',
    supplier: 'ACME',
    connection: harness.connection,
  })
  return harness.until(batch, isLoaded)
}
const isRead = ({ stage }: { readonly stage: string }): boolean => stage === 'mapping'
const sheetNames = async (harness: Harness, batch: number) =>
  (await harness.client().sheets.list({ batch })).map(({ info, file }) => [info.name, file])

test('two CSV files become one batch, linked like sheets of one workbook, up to the report', async () => {
  const harness = await openHarness()
  const { first, second } = files(harness.folder)
  const { batch } = await harness
    .client()
    .batches.open({ path: first, also: [{ path: second, encoding: 'windows-1252' }] })
  const read = await harness.until(batch, isRead)
  expect(read).toMatchObject({ name: 'accounts.csv', fileName: 'accounts.csv, people.csv', rows: 6 })
  expect(read.files).toMatchObject([
    { name: 'accounts.csv', sha256: hashOfFile(first), found: { delimiter: ',' } },
    { name: 'people.csv', sha256: hashOfFile(second), found: { delimiter: ';' } },
  ])
  expect(await sheetNames(harness, batch)).toEqual([
    ['accounts', 0],
    ['people', 1],
  ])
  const suggested = await harness.client().mapping.suggest({ batch, catalogue: 'example', supplier: 'ACME' })
  expect(suggested.mapping.linked.map(({ sheet, key }) => [sheet, key])).toEqual([['people', 'Account No']])

  expect(await apply(harness, batch)).toMatchObject({ accounts: 2, strayRows: 1, states: { unvalidated: 2 } })
  const [one] = await harness.client().batches.payloads({ batch, after: -1, limit: 1 })
  expect(one?.payload).toMatchObject({ customers: [{ family_name: 'Müller' }, { family_name: 'Bell' }] })
  expect(one?.origins['customers.1.family_name']).toMatchObject({ sheet: 'people', row: 3 })
  expect((await harness.send(batch)).outcomes.created).toBe(2)

  const { results, files: written } = await harness.report(batch)
  expect(results.map((line) => [line['carryover_sheet'], line['source_sha256']])).toEqual([
    ...Array.from({ length: 2 }, () => ['accounts', hashOfFile(first)]),
    ...Array.from({ length: 4 }, () => ['people', hashOfFile(second)]),
  ])
  const summary: unknown = JSON.parse(readFileSync(written['summary_json'] ?? '', 'utf8'))
  expect(summary).toMatchObject({
    source: [
      { name: 'accounts.csv', sha256: hashOfFile(first) },
      { name: 'people.csv', sha256: hashOfFile(second) },
    ],
    reconciliation: { rowsRead: 6, unexplained: 0 },
  })
  expect(readFileSync(written['summary_html'] ?? '', 'utf8')).toContain('people.csv')
})

test('a file is added and removed again, and the mapping that still fits is kept', async () => {
  const harness = await openHarness()
  const { first, second } = files(harness.folder)
  const { batch } = await harness.client().batches.open({ path: first })
  await harness.until(batch, isRead)
  const { linked: _, sheet: __, ...alone } = mappingFile.parse(mapping)
  await apply(harness, batch, mappingFile.parse({ ...alone, linked: [] }))

  await harness.client().batches.addFiles({ batch, also: [{ path: second, encoding: 'windows-1252' }] })
  const both = await harness.until(batch, (view) => isLoaded(view) && view.rows === 6)
  expect(both).toMatchObject({ accounts: 2, mapping: { sheet: 'accounts', key: 'Account No' } })
  expect(await sheetNames(harness, batch)).toEqual([
    ['accounts', 0],
    ['people', 1],
  ])
  await harness.client().batches.removeFile({ batch, position: 1 })
  const one = await harness.until(batch, (view) => isLoaded(view) && view.rows === 2)
  expect(one.files.map(({ name }) => name)).toEqual(['accounts.csv'])
  await expect(harness.client().batches.removeFile({ batch, position: 0 })).rejects.toThrow(/the only file/)
  await expect(harness.client().batches.removeFile({ batch, position: 7 })).rejects.toThrow(/no such file/)
})

test('edits stay where they are when a file is added, where the bytes below them are the same', async () => {
  const harness = await openHarness()
  const { first, second } = files(harness.folder)
  const client = harness.client()
  const { batch } = await client.batches.open({ path: first })
  await harness.until(batch, isRead)
  const { linked: _, sheet: __, ...alone } = mappingFile.parse(mapping)
  await apply(harness, batch, mappingFile.parse({ ...alone, linked: [] }))
  const edit = (row: number, text: string) =>
    client.edits.apply({ batch, words: text, cells: [{ sheet: 0, row, column: 1, text }] })
  await edit(2, '1 Edited Street')
  await edit(3, '2 Edited Street')
  await client.edits.undo({ batch })
  const streets = async (): Promise<unknown[]> => {
    const payloads = await client.batches.payloads({ batch, after: -1, limit: 9 })
    return payloads.map(({ payload }) => (payload as { billing_address: unknown }).billing_address)
  }
  const street = (text: string) => expect.objectContaining({ street_address: text }) as unknown
  const edited = [street('1 Edited Street'), street('2 Nowhere Street')]

  const also = [{ path: second, encoding: 'windows-1252' }]
  writeFileSync(first, [...accounts].reverse().join('\n'))
  await expect(client.batches.addFiles({ batch, also })).rejects.toThrow(
    /“accounts\.csv” is not the file any more that was read, and an edit lies over its cells/,
  )
  writeFileSync(first, accounts.join('\n'))
  await client.batches.addFiles({ batch, also })
  await harness.until(batch, (view) => isLoaded(view) && view.rows === 6 && view.work === null)
  expect(await streets()).toEqual(edited)
  expect(await client.edits.history({ batch })).toMatchObject([{ undone: true }, { undone: false }])
  await client.edits.redo({ batch })
  expect(await streets()).toEqual([street('1 Edited Street'), street('2 Edited Street')])

  // Any other way of reading would put them on other cells.
  await expect(client.batches.removeFile({ batch, position: 0 })).rejects.toThrow(
    /2 edits lie over the cells/,
  )
  const otherwise = { batch, position: 1, encoding: 'iso-8859-15' }
  await expect(client.batches.reread(otherwise)).rejects.toThrow(/2 edits lie over the cells/)
})

test('a file that changes while another is added fails to be read, and its edits are there once it is as it was', async () => {
  const path = join(freshFolder(), 'accounts.csv')
  let changes = false
  const read = createProcessReader()
  const harness = await openHarness({
    reader: (file, options, signal) => {
      // After the look that decides whether the edits can stay.
      if (changes && options.maxRows === undefined) writeFileSync(path, [...accounts].reverse().join('\n'))
      return read(file, options, signal)
    },
  })
  const client = harness.client()
  writeFileSync(path, accounts.join('\n'))
  const { batch } = await client.batches.open({ path })
  await harness.until(batch, isRead)
  const { linked: _, sheet: __, ...alone } = mappingFile.parse(mapping)
  await apply(harness, batch, mappingFile.parse({ ...alone, linked: [] }))
  const cells = [{ sheet: 0, row: 2, column: 1, text: '1 Edited Street' }]
  await client.edits.apply({ batch, words: 'Street', cells })
  changes = true
  const also = [{ path: files(harness.folder).second, encoding: 'windows-1252' }]
  await client.batches.addFiles({ batch, also })
  const failed = await harness.until(batch, ({ stage, work }) => stage === 'failed' && work === null)
  expect(failed).toMatchObject({ failure: { code: 'batch_was_edited' }, rows: 0 })

  changes = false
  writeFileSync(path, accounts.join('\n'))
  await client.batches.reread({ batch })
  await harness.until(batch, (view) => view.stage === 'open' && view.work === null && view.rows === 6)
  const [one] = await client.batches.payloads({ batch, after: -1, limit: 1 })
  expect(one?.payload).toMatchObject({ billing_address: { street_address: '1 Edited Street' } })
})

test('sheets of the same name get a number, and a choice for one of them is for it alone', async () => {
  const harness = await openHarness()
  const paths = await Promise.all(
    ['north', 'south'].map(async (name) => {
      const path = join(harness.folder, `${name}.xlsx`)
      const rows = [['Title of the list'], ['Account No', 'Surname'], [`${name}-1`, 'Bell']]
      await writeXlsx(path, [{ name: 'Sheet1', rows }])
      return path
    }),
  )
  const [first = '', second = ''] = paths
  const { batch } = await harness.client().batches.open({ path: first, also: [{ path: second }] })
  await harness.until(batch, isRead)
  expect(await sheetNames(harness, batch)).toEqual([
    ['Sheet1', 0],
    ['Sheet1 (2)', 1],
  ])
  await harness.client().batches.reread({ batch, position: 1, headerRows: { 'Sheet1 (2)': 3 } })
  await harness.until(batch, isRead)
  const sheets = await harness.client().sheets.list({ batch })
  expect(sheets.map(({ info }) => info.headerRow)).toEqual([2, 3])
})

test('a file that cannot be read is named, and nothing is loaded or changed', async () => {
  const harness = await openHarness()
  const { first, second } = files(harness.folder)
  const broken = join(harness.folder, 'broken.xlsx')
  writeFileSync(broken, '%PDF-1.7')
  const open = harness.client().batches.open({ path: first, also: [{ path: broken }] })
  await expect(open).rejects.toThrow(/^broken\.xlsx: /)
  expect(await harness.client().batches.list()).toEqual([])

  const { batch } = await harness
    .client()
    .batches.open({ path: first, also: [{ path: second, encoding: 'windows-1252' }] })
  await harness.until(batch, isRead)
  rmSync(second)
  await expect(harness.client().batches.reread({ batch })).rejects.toThrow(/^people\.csv: There is no file/)
  expect((await harness.client().batches.get({ batch })).stage).toBe('mapping')
  const moved = join(harness.folder, 'moved.csv')
  writeFileSync(moved, people.join('\n'))
  await harness.client().batches.reread({ batch, position: 1, path: moved })
  const again = await harness.until(batch, isRead)
  expect(again.fileName).toBe('accounts.csv, moved.csv')
})

test('a batch says which others have one of its files', async () => {
  const harness = await openHarness()
  const { first, second } = files(harness.folder)
  const one = await harness.client().batches.open({ path: second, encoding: 'windows-1252' })
  await harness.until(one.batch, isRead)
  const { batch } = await harness
    .client()
    .batches.open({ path: first, also: [{ path: second, encoding: 'windows-1252' }] })
  const view = await harness.until(batch, isRead)
  expect(view.sameFileAs).toEqual([one.batch])
  expect((await harness.client().batches.get({ batch: one.batch })).sameFileAs).toEqual([batch])
})

test('a newer version of both files takes over the mapping of the batch', async () => {
  const harness = await openHarness()
  const { first, second } = files(harness.folder)
  const { batch } = await harness.client().batches.open({
    path: first,
    also: [{ path: second, encoding: 'windows-1252' }],
  })
  await harness.until(batch, isRead)
  await apply(harness, batch)
  writeFileSync(first, [...accounts, 'A-3,3 Nowhere Street,QA1 1AB'].join('\n'))
  const opened = await harness
    .client()
    .versions.open({ batch, path: first, also: [{ path: second, encoding: 'windows-1252' }] })
  expect(opened).toMatchObject({ mapped: true, differences: [] })
  const view = await harness.until(opened.batch, isLoaded)
  expect(view).toMatchObject({ accounts: 3, fileName: 'accounts.csv, people.csv' })
})
