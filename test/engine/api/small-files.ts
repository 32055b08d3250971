// Small spreadsheets written cell by cell, for tests that need to know every cell.
import { join } from 'node:path'
import type { MappingInput } from '../../../shared/mapping/file.ts'
import { writeXlsx, type SheetSource } from '../../files/write-xlsx.ts'
import type { Loadable } from './harness.ts'
import type { Client } from './waiting.ts'

export type Plain = { readonly number: string; readonly supplier?: string; readonly surname?: string }

/** One sheet of valid accounts that the service accepts, with the supplier in a column. */
export async function plainAccounts(
  folder: string,
  accounts: readonly Plain[],
  name = 'plain',
): Promise<Loadable> {
  const header = ['Account No', 'Supplier', 'Surname', 'Landline', 'Street', 'Postcode']
  const rows = accounts.map(({ number, supplier, surname }) => [
    number,
    supplier ?? 'ACME',
    surname ?? 'Sample',
    '+44 20 7946 0123',
    '1 Nowhere Street',
    'QA1 1AB',
  ])
  const mapping: MappingInput = {
    version: 1,
    key: 'Account No',
    columns: [
      { column: 'Account No', field: 'external_account_number' },
      { column: 'Supplier', field: 'import_supplier' },
      { column: 'Surname', field: 'customers.0.family_name' },
      { column: 'Landline', field: 'customers.0.landline' },
      { column: 'Street', field: 'billing_address.street_address' },
      { column: 'Postcode', field: 'billing_address.postal_code' },
    ],
    fixed: [
      { field: 'billing_address.country', value: 'GB' },
      { field: 'account_type', value: 'DOMESTIC' },
    ],
  }
  const file = await workbook(folder, name, [{ name: 'Accounts', rows: [header, ...rows] }])
  return { file, mapping }
}

/** Account numbers `PREFIX-1` to `PREFIX-n`. */
export function numbered(count: number, prefix = 'N', supplier = 'ACME'): Plain[] {
  return Array.from({ length: count }, (_, at) => ({ number: `${prefix}-${at + 1}`, supplier }))
}

export async function workbook(
  folder: string,
  name: string,
  sheets: readonly SheetSource[],
): Promise<string> {
  const file = join(folder, `${name}.xlsx`)
  await writeXlsx(file, sheets)
  return file
}

export type SheetTexts = {
  readonly name: string
  readonly header: readonly string[]
  /** Texts by the sheet's own row number. */
  readonly rows: ReadonlyMap<number, readonly string[]>
}

/** A file as the engine reads it. */
export async function readSheets(client: Client, path: string): Promise<SheetTexts[]> {
  const sheets: { name: string; header: string[]; rows: Map<number, readonly string[]> }[] = []
  for await (const event of await client.files.read({ path })) {
    if (event.kind === 'sheet')
      sheets[event.index] = {
        name: event.sheet.name,
        header: event.sheet.columns.map(({ name }) => name),
        rows: new Map(),
      }
    if (event.kind === 'columns')
      sheets[event.index]?.header.splice(0, Infinity, ...event.columns.map(({ name }) => name))
    if (event.kind === 'rows')
      for (const { row, cells } of event.rows) sheets[event.sheet]?.rows.set(row, cells)
  }
  return sheets
}
