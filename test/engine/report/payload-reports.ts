// Reports of a file that has a public list of formula payloads in its cells, its headers and the name of its sheet, and that
// was edited and decided about in their words.
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { readHere } from '../../../electron/engine/import/read-here.ts'
import { csvDelimiters, reportFiles } from '../../../shared/contract/report.ts'
import type { MappingInput } from '../../../shared/mapping/file.ts'
import { exactTexts, formulaPayloads } from '../../files/formula-payloads.ts'
import { type Harness, type Loadable, openHarness } from '../api/harness.ts'
import { workbook } from '../api/small-files.ts'
import { collect, type WholeSheet } from '../import/reading-files.ts'

/** In the order of the rows of the file. */
export const texts = [...formulaPayloads, ...exactTexts]
const sheetName = '=cmd|calc!A0'
export const header = ['Account No', 'Bill name', 'Street', 'Postcode', 'Phone', '=1+2', '+49 170 1234567']
const [name, street] = [1, 2]

/** Each text is a name, a number of a telephone, which is a problem, and a note. */
async function payloadFile(folder: string): Promise<Loadable> {
  const rows = texts.map((text, at) => [`A-${at}`, text, '1 High St', 'QX1 1AA', text, text, text])
  // As Excel writes a carriage return.
  const cells = [header, ...rows].map((row) => row.map((text) => text.replaceAll('\r', '_x000D_')))
  const mapping: MappingInput = {
    version: 1,
    key: 'Account No',
    columns: [
      { column: 'Account No', field: 'external_account_number' },
      { column: 'Bill name', field: 'billing_name' },
      { column: 'Street', field: 'billing_address.street_address' },
      { column: 'Postcode', field: 'billing_address.postal_code' },
      { column: 'Phone', field: 'customers.0.landline' },
      { column: '=1+2', ignore: true },
      { column: '+49 170 1234567', ignore: true },
    ],
    fixed: [
      { field: 'billing_address.country', value: 'GB' },
      { field: 'account_type', value: 'DOMESTIC' },
    ],
  }
  return { file: await workbook(folder, '=1+2', [{ name: sheetName, rows: cells }]), mapping }
}

/** Every text is the new one of a street; that of a name is the old one. Decisions and edits are named by payloads. */
async function edited({ client, until }: Harness, batch: number): Promise<void> {
  const cell = (at: number, column: number, text: string) => ({ sheet: 0, row: at + 2, column, text })
  await client().operator.set({ name: '=1+2' })
  const isIdle = ({ stage, work }: { stage: string; work: unknown }) => stage === 'open' && work === null
  const streets = texts.map((text, at) => cell(at, street, text))
  await client().edits.apply({ batch, words: '@SUM(1+2)', cells: streets })
  const names = texts.map((_, at) => cell(at, name, 'Ann Lee'))
  await client().edits.apply({ batch, words: '=HYPERLINK("http://collect.example")', cells: names })
  await until(batch, isIdle)
  const { accounts } = await client().accounts.list({
    batch,
    states: ['invalid', 'unvalidated'],
    offset: 0,
    limit: 3,
  })
  await client().accounts.hold({ accounts: accounts.map(({ id }) => id), reason: '=1+2', until: null })
}

type Delimiter = (typeof csvDelimiters)[number]
export const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const

const kinds = ['results_csv', 'errors_csv', 'changes_csv', 'results_xlsx', 'fix_me_xlsx'] as const

/** A report for each delimiter, with every text in it. Files by the delimiter's name and their own, in one folder. */
async function reported(
  { client, folder }: Harness,
  batch: number,
  delimiters: readonly Delimiter[],
): Promise<Record<string, string>> {
  const all: Record<string, string> = {}
  mkdirSync(join(folder, 'all'))
  for (const delimiter of delimiters) {
    const choice = { csv: { delimiter, bom: true }, withheld: [], shown: 'all' as const, totals: [] }
    await client().report.choose({ batch, choice: { files: [...kinds], ...choice } })
    const to = join(folder, delimiterNames[delimiter])
    const { files } = await client().batches.report({ batch, folder: to })
    for (const kind of kinds) {
      const given = `${delimiterNames[delimiter]}-${reportFiles[kind]}`
      copyFileSync(files[kind] ?? '', join(folder, 'all', given))
      all[given] = join(folder, 'all', given)
    }
  }
  return all
}

export async function sheetOf(path: string, named?: string): Promise<WholeSheet> {
  const { sheets, failure } = await collect(readHere(path, { headerRow: 1 }, new AbortController().signal))
  expect(failure).toBeNull()
  const found = named === undefined ? sheets[0] : sheets.find((one) => one.name === named)
  if (found === undefined) throw new Error(`There is no sheet ${named} in ${path}.`)
  return found
}

/** The cells of a column, in the order of the rows. */
export function columnOf({ columns, rows }: WholeSheet, named: string): string[] {
  const at = columns.findIndex((column) => column.header === named)
  if (at === -1) throw new Error(`There is no column ${named}.`)
  return rows.map(({ cells }) => cells[at] ?? '')
}

export async function reportedPayloads(delimiters: readonly Delimiter[] = csvDelimiters) {
  const harness = await openHarness()
  const source = await payloadFile(harness.folder)
  const batch = await harness.load(source)
  const read = await sheetOf(source.file)
  expect(columnOf(read, '=1+2')).toEqual(texts)
  await edited(harness, batch)
  return { harness, files: await reported(harness, batch, delimiters), read }
}

/** A sheet's name in a workbook, where some characters are not lawful. */
export const inWorkbook = sheetName.replaceAll(/[:*?/\\[\]]/g, '_')
