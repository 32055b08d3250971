// Tests the explanations why a field is not sent, or must be: each rule of service-spec.md section 2.1 on real
// accounts.
import { describe, expect, it } from 'vitest'
import { readCatalogue } from '../../../shared/catalogue/catalogue.ts'
import { explainOmission, explainRequired } from '../../../shared/payload/explain-omission.ts'
import type { ExplainContext, Explanation } from '../../../shared/payload/explain-omission.ts'
import { compileMapping } from '../../../shared/mapping/compile/compile.ts'
import { mappingFile } from '../../../shared/mapping/file.ts'
import type { MappingInput } from '../../../shared/mapping/file.ts'
import { buildAccount } from '../../../shared/payload/build.ts'
import { exampleCatalogue } from '../example-catalogue.ts'
import { row, sheet } from '../small-catalogue.ts'
import { inEnglish } from '../../../shared/texts/message.ts'
import { english } from '../../support/english.ts'

const catalogue = exampleCatalogue()
const mapping: MappingInput = {
  version: 1,
  sheet: 'Accounts',
  key: 'No',
  columns: [
    { column: 'No', field: 'external_account_number' },
    { column: 'Sold', field: 'date_of_sale' },
    { column: 'Street', field: 'billing_address.street_address' },
    { column: 'Zip', field: 'billing_address.postal_code' },
    { column: 'Name 1', field: 'customers.0.given_name' },
    { column: 'Tel 1', field: 'customers.0.landline' },
    { column: 'Name 2', field: 'customers.1.given_name' },
    { column: 'Occupied', field: 'supply_addresses.0.occupied_from' },
    { column: 'Site', field: 'supply_addresses.0.street_address' },
  ],
  fixed: [
    { field: 'billing_address.country', value: 'GB' },
    { field: 'payment_instructions.0.type', value: 'CARD' },
  ],
}
const main = sheet('Accounts', 'No', 'Sold', 'Street', 'Zip', 'Name 1', 'Tel 1', 'Name 2', 'Occupied', 'Site')

function account(
  cells: readonly string[],
  given = mapping,
  rows = [row('Accounts', 2, cells)],
): ExplainContext {
  const compiled = compileMapping(mappingFile.parse(given), [main], catalogue, { supplier: 'ACME' })
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems))
  return { catalogue, ...buildAccount(compiled.plan, { main: rows }) }
}
function whyNot(path: string, context: ExplainContext): Explanation {
  const entry = context.omitted.find((one) => one.path === path)
  if (entry === undefined) throw new Error(`Nothing was left out at ${path}`)
  return explainOmission(entry, context)
}
const cell = (column: string, number = 2): object => ({ sheet: 'Accounts', row: number, column })
const context = account(['A1', '', 'High St', '', '', '', 'Bo', '31/02/2026', 'Low St'])

describe('rule 1: a field without data is left out', () => {
  it('a field whose cell is empty', () => {
    expect(english(whyNot('date_of_sale', context))).toEqual({
      rule: 1,
      sentence:
        'Date of sale (`date_of_sale`) is left out because its cell (Accounts, row 2, column “Sold”) is empty: an optional field without data is not sent.',
      paths: ['date_of_sale'],
      cells: [cell('Sold')],
    })
  })
  it('an item whose cells are all empty, and a field inside it', () => {
    const item = whyNot('customers.0', context)
    expect(item).toMatchObject({ rule: 1, paths: ['customers.0'], cells: [cell('Name 1'), cell('Tel 1')] })
    expect(english(item.sentence)).toContain(
      'all 2 cells for it (Accounts, row 2, column “Name 1”; Accounts, row 2, column “Tel 1”)',
    )
    const inside = whyNot('customers.0.landline', context)
    expect(inside).toMatchObject({
      rule: 1,
      paths: ['customers.0.landline', 'customers.0'],
      cells: [cell('Tel 1')],
    })
    expect(english(inside.sentence)).toContain('and so is everything else in Customer (`customers.0`)')
  })
  it('an object, with its requirements once one of its cells is filled, and its fixed value', () => {
    const empty = account(['A1'])
    const whole = whyNot('billing_address', empty)
    expect(english(whole.sentence)).toBe(
      'Billing address (`billing_address`) is left out whole because all 2 cells for it (Accounts, row 2, column “Street”; Accounts, row 2, column “Zip”) are empty: an optional group of fields without data is not sent. Once one of them is filled it is sent, and then needs `billing_address.country`, `billing_address.street_address` and `billing_address.postal_code`.',
    )
    const fixed = whyNot('billing_address.country', empty)
    expect(english(fixed.sentence)).toContain('a fixed value alone does not make it appear')
    expect(fixed.paths).toEqual(['billing_address.country', 'billing_address'])
  })
  it('a whole list, with the requirements of an item', () => {
    const list = whyNot('supply_addresses', account(['A1']))
    expect(list.paths).toEqual([
      'supply_addresses',
      'supply_addresses.0.street_address',
      'supply_addresses.0.postal_code',
      'supply_addresses.0.occupied_from',
    ])
  })
})

describe('rule 2: sent objects need their required fields', () => {
  it('an empty cell in an object that another cell creates', () => {
    const { rule, sentence, paths, cells } = whyNot('billing_address.postal_code', context)
    expect(rule).toBe(2)
    expect(paths).toEqual([
      'billing_address.postal_code',
      'billing_address',
      'billing_address.country',
      'billing_address.street_address',
    ])
    expect(cells).toEqual([cell('Zip'), cell('Street')])
    expect(english(sentence)).toContain(
      'is required because Billing address (`billing_address`) is sent: a cell for it is filled (Accounts, row 2, column “Street”)',
    )
    expect(english(sentence)).toContain('empty that cell to leave it all out')
  })
  it('a field that nothing feeds, in an item that was sent', () => {
    const found = explainRequired('supply_addresses.0.postal_code', context)
    expect(found).toMatchObject({ rule: 2, cells: [cell('Site'), cell('Occupied')] })
    expect(found?.paths).toContain('supply_addresses.0')
    expect(english(found?.sentence)).toContain('2 cells for it are filled')
    expect(english(found?.sentence)).toContain('to leave the whole item out')
  })
  it('a missing field in an object created only by fixed values', () => {
    const fixedOnly = account(['A1'], {
      ...mapping,
      columns: mapping.columns.map((one) =>
        ['Street', 'Zip'].includes(one.column) ? { column: one.column, ignore: true } : one,
      ),
    })
    const found = explainRequired('billing_address.postal_code', fixedOnly)
    expect(english(found?.sentence)).toContain('a fixed value makes it')
    expect(english(found?.sentence)).toContain('take the fixed value out of the mapping')
  })
  it('in nested required objects, the nearest object that can be left out is named', () => {
    const read = readCatalogue({
      type: 'object',
      properties: {
        site: {
          type: 'object',
          required: ['meter'],
          properties: {
            name: { type: 'string' },
            meter: { type: 'object', required: ['serial'], properties: { serial: { type: 'string' } } },
          },
        },
      },
    })
    if (!read.ok) throw new Error(inEnglish(read.failure.message))
    const origin = { sheet: 'S', row: 2, column: 'Name' }
    const found = explainRequired('site.meter.serial', {
      catalogue: read.catalogue,
      payload: { site: { name: 'X', meter: {} } },
      origins: { 'site.name': origin },
      omitted: [],
    })
    expect(found).toMatchObject({
      rule: 2,
      paths: ['site.meter.serial', 'site', 'site.name'],
      cells: [origin],
    })
  })
  it('a field of the account itself is always required', () => {
    expect(english(explainRequired('external_account_number', context)?.sentence)).toBe(
      'External account number (`external_account_number`) is required in every account.',
    )
  })
})

describe('rule 3: sent values must be valid', () => {
  it('an optional field with a value', () => {
    const found = explainRequired('customers.0.given_name', context)
    expect(found).toMatchObject({ rule: 3, cells: [cell('Name 2')] })
    expect(english(found?.sentence)).toContain('since it is given it must be valid: correct its cell')
    expect(english(found?.sentence)).not.toContain('Bo')
    expect(JSON.stringify(found)).not.toContain('Bo')
  })
  it('an optional object, with everything in it', () => {
    expect(english(explainRequired('customers', context)?.sentence)).toContain('with everything in it')
  })
  it('an optional fixed value, which comes from the mapping', () => {
    expect(english(explainRequired('payment_instructions.0.type', context)?.sentence)).toContain(
      'set in the mapping',
    )
  })
  it('a text that could not be converted', () => {
    const found = whyNot('supply_addresses.0.occupied_from', context)
    expect(found).toMatchObject({ rule: 3, cells: [cell('Occupied')] })
    expect(english(found.sentence)).toContain('could not be converted')
    expect(english(found.sentence)).not.toContain('31/02')
    expect(JSON.stringify(found)).not.toContain('31/02')
  })
  it('an optional field that is not sent, or is unknown, has no requirements', () => {
    expect(explainRequired('date_of_sale', context)).toBeNull()
    expect(explainRequired('customers.0.shoe_size', context)).toBeNull()
  })
})

describe('rows of one account', () => {
  it('that repeat an item send it once', () => {
    const grouped: MappingInput = {
      version: 1,
      sheet: 'Accounts',
      key: 'No',
      columns: [
        { column: 'No', field: 'external_account_number' },
        ...['Sold', 'Street', 'Zip', 'Tel 1', 'Name 2', 'Occupied', 'Site'].map((column) => ({
          column,
          ignore: true as const,
        })),
      ],
      grouped: [{ list: 'customers', columns: [{ column: 'Name 1', field: 'given_name' }] }],
    }
    const cells = ['A1', '', '', '', 'Ann']
    const found = whyNot(
      'customers.1',
      account([], grouped, [row('Accounts', 2, cells), row('Accounts', 3, cells)]),
    )
    expect(found).toMatchObject({ rule: null, cells: [cell('Name 1', 3)] })
    expect(english(found.sentence)).toContain('sent once')
  })
})

describe('every explanation for every kind of account', () => {
  it('is a sentence that names its own path and nothing that does not exist', () => {
    for (const cells of [
      ['A1'],
      ['A1', 'x', '', 'Z', 'Ann', '', 'Bo'],
      [],
      ['', '', '', '', '', 'x', '', 'y', ''],
    ]) {
      const one = account(cells)
      for (const entry of one.omitted) {
        const { sentence, paths } = explainOmission(entry, one)
        expect(paths[0]).toBe(entry.path)
        expect(english(sentence)).toContain(`\`${entry.path}\``)
        expect(english(sentence)).not.toMatch(/undefined|null|\(\)/)
      }
    }
  })
})
