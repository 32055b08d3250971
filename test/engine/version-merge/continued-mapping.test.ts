// Tests the earlier version's mapping as the first suggestion for a newer file: earlier decisions are kept, new
// columns get suggestions, and no field is fed twice.
import { describe, expect, test } from 'vitest'
import { continuedMapping } from '../../../electron/engine/fixing/version-merge/continued-mapping.ts'
import { type MappingInput, mappingFile } from '../../../shared/mapping/file.ts'
import type { SheetInfo } from '../../../shared/sheet/sheet.ts'
import { type Suggestion, suggestMapping } from '../../../shared/mapping/suggest/suggest.ts'
import { sheet, smallCatalogue } from '../../unit/small-catalogue.ts'
import { message } from '../../../shared/texts/message.ts'
import { english } from '../../support/english.ts'

const account = 'external_account_number'
const earlier: MappingInput = {
  version: 1,
  sheet: 'Accounts',
  key: account,
  columns: [
    { column: account, field: account },
    { column: 'Sold', field: 'sold', conversion: { kind: 'date', pattern: 'dd/MM/yyyy' } },
    { column: 'Remarks', ignore: true },
  ],
  fixed: [{ field: 'billing_address.country', value: 'GB' }],
  linked: [
    { sheet: 'People', key: account, list: 'customers', columns: [{ column: 'Name', field: 'given_name' }] },
  ],
}

function continued(sheets: readonly SheetInfo[], from = earlier): Suggestion {
  const catalogue = smallCatalogue()
  const options = { supplier: 'ACME', identityFields: [account] }
  const target = { sheets, catalogue, supplier: 'ACME', tools: {} }
  const name = message('import.version_of_file', { version: 1 })
  const guessed = suggestMapping(sheets, catalogue, options)
  return continuedMapping({ name, mapping: mappingFile.parse(from) }, guessed, target)
}

describe('the mapping of the earlier version', () => {
  const { mapping, reasons, unmapped, questions } = continued([
    sheet('Accounts', account, 'SOLD', 'Remarks', 'Zzz'),
    sheet('People', account, 'Name', 'Landline', 'Given name'),
  ])

  test('is carried over with its fixed values, conversions, links and ignored columns', () => {
    expect(mapping.fixed).toEqual(earlier.fixed)
    expect(mapping.key).toBe(account)
    expect(mapping.columns).toContainEqual({ ...earlier.columns[1], column: 'SOLD' })
    expect(mapping.columns).toContainEqual({ column: 'Remarks', ignore: true })
    expect(english(reasons)).toContainEqual(
      expect.objectContaining({
        column: 'SOLD',
        certainty: 'certain',
        reason: 'As in “Version 1 of this file”.',
      }),
    )
    expect(questions).toEqual([])
  })

  test('is extended with suggestions for new columns, on linked sheets too', () => {
    expect(mapping.linked[0]?.columns).toContainEqual({ column: 'Landline', field: 'landline' })
    expect(reasons.find(({ column }) => column === 'Landline')?.field).toBe('customers.*.landline')
  })

  test('leaves columns open that would feed a field twice or have no suggestion', () => {
    expect(unmapped).toEqual([
      { sheet: 'Accounts', column: 'Zzz' },
      { sheet: 'People', column: 'Given name' },
    ])
  })
})

test('is replaced by a new mapping with the fixed values if its key column is missing', () => {
  const columns = [{ column: 'Nr', field: account }]
  const { mapping } = continued([sheet('Accounts', account, 'Sold')], {
    ...earlier,
    key: 'Nr',
    columns,
    linked: [],
  })
  expect(mapping.key).toBe(account)
  expect(mapping.fixed).toEqual(earlier.fixed)
})
