// Small wide batch for tests of the calls behind the window: a CSV file with one line per account, opened and mapped.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mappingFile, type MappingInput } from '../../../shared/mapping/file.ts'
import type { Harness } from '../api/harness.ts'

export const mapping: MappingInput = {
  version: 1,
  key: 'Account No',
  columns: [
    { column: 'Account No', field: 'external_account_number' },
    { column: 'Bill name', field: 'billing_name' },
    { column: 'Street', field: 'billing_address.street_address' },
    { column: 'Postcode', field: 'billing_address.postal_code' },
    { column: 'Country', field: 'billing_address.country' },
    { column: 'First 1', field: 'customers.0.given_name' },
    { column: 'Surname 1', field: 'customers.0.family_name' },
    { column: 'Phone 1', field: 'customers.0.landline' },
    { column: 'First 2', field: 'customers.1.given_name' },
    { column: 'Surname 2', field: 'customers.1.family_name' },
    { column: 'Phone 2', field: 'customers.1.landline' },
    { column: 'Notes', ignore: true },
  ],
  fixed: [
    { field: 'account_type', value: 'DOMESTIC' },
    { field: 'unknown_occupier', value: false },
  ],
}
export const header =
  'Account No,Bill name,Street,Postcode,Country,First 1,Surname 1,Phone 1,First 2,Surname 2,Phone 2,Notes'

/** `headers`: the columns of the file, by default those of the mapping. */
export async function openedFile(
  harness: Harness,
  lines: readonly string[],
  headers = header,
): Promise<number> {
  const file = join(harness.folder, 'accounts.csv')
  writeFileSync(file, `${[headers, ...lines].join('\n')}\n`)
  const { batch } = await harness.client().batches.open({ path: file })
  await harness.until(batch, (view) => view.stage === 'mapping')
  return batch
}

/** `notes`: another name for the ignored last column. */
export async function mappedFile(
  harness: Harness,
  lines: readonly string[],
  notes = 'Notes',
): Promise<number> {
  const batch = await openedFile(harness, lines, header.replace(/Notes$/, notes))
  const columns = [...mapping.columns.slice(0, -1), { column: notes, ignore: true as const }]
  await harness.client().mapping.apply({
    batch,
    mapping: mappingFile.parse({ ...mapping, columns }),
    catalogue: 'example',
    supplier: 'ACME',
    connection: harness.connection,
  })
  await harness.until(batch, (view) => view.stage === 'open' && view.work === null)
  return batch
}

export const good = (key: string): string => `${key},Ann Lee,1 High St,QX1 1AA,GB,Ann,Lee,020 7946 0001,,,,`
export const badPhone = (key: string): string =>
  `${key},Ann Lee,1 High St,QX1 1AA,GB,Ann,Lee,(020) 7946-0A10,,,,`
export const noSurname = (key: string): string => `${key},Ann Lee,1 High St,QX1 1AA,GB,Ann,,020 7946 0001,,,,`

/** The state of the account on a row of the first sheet. */
export async function stateOf(harness: Harness, batch: number, row: number): Promise<string | undefined> {
  const { rows } = await harness.client().sheets.page({ batch, sheet: 0, offset: 0, limit: 100 })
  return rows.find((one) => one.row === row)?.account?.state
}
