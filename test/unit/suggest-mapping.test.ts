// Suggested mappings, with the catalogues that ship: right where certain, silent where two fields fit.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readCatalogue } from '../../shared/catalogue.ts'
import { compileMapping } from '../../shared/mapping.ts'
import { mappingFile } from '../../shared/mapping-file.ts'
import { suggestMapping } from '../../shared/suggest-mapping.ts'
import type { Suggestion } from '../../shared/suggest-mapping.ts'
import { sheet } from './small-catalogue.ts'

const read = readCatalogue(
  JSON.parse(readFileSync(new URL('../../shared/catalogues/example.json', import.meta.url), 'utf8')),
)
if (!read.ok) throw new Error(read.failure.message)
const { catalogue } = read
const options = { supplier: 'ACME', identityFields: ['import_supplier', 'external_account_number'] }
const wide = (...headers: string[]): Suggestion =>
  suggestMapping([sheet('Sheet1', ...headers)], catalogue, options)
const fieldsOf = (suggestion: Suggestion): Record<string, string> =>
  Object.fromEntries(
    suggestion.reasons.map((reason) => [reason.column, `${reason.field} ${reason.certainty}`]),
  )

describe('a suggestion', () => {
  it('takes a header that is a path as certain', () => {
    expect(fieldsOf(wide('external_account_number', 'customers.1.landline'))).toEqual({
      external_account_number: 'external_account_number certain',
      'customers.1.landline': 'customers.1.landline certain',
    })
  })
  it('finds titles, aliases, abbreviations and slips, and the key', () => {
    const suggestion = wide(
      'Account No',
      'Given name',
      'Cust surname',
      'D.O.B.',
      'Transfer balanse',
      'Colour of door',
    )
    expect(suggestion.mapping.key).toBe('Account No')
    expect(fieldsOf(suggestion)).toMatchObject({
      'Account No': 'external_account_number certain',
      'Given name': 'customers.0.given_name certain',
      'Cust surname': 'customers.0.family_name likely',
      'Transfer balanse': 'transfer_balance likely',
    })
    expect(suggestion.unmapped).toEqual([{ sheet: 'Sheet1', column: 'Colour of door' }])
  })
  it('turns numbered groups into indexes, from one or from zero', () => {
    expect(fieldsOf(wide('Account No', 'Customer 1 landline', 'Customer 2 landline'))).toMatchObject({
      'Customer 1 landline': 'customers.0.landline certain',
      'Customer 2 landline': 'customers.1.landline certain',
    })
    expect(fieldsOf(wide('Account No', 'landline_0', 'landline_1'))).toMatchObject({
      landline_0: 'customers.0.landline likely',
      landline_1: 'customers.1.landline likely',
    })
  })
  it('proposes nothing where two fields or two columns fit equally, nor for address lines', () => {
    const found = fieldsOf(wide('Account No', 'Document', 'Phone', 'Telephone', 'Address line 2'))
    expect(Object.keys(found)).toEqual(['Account No'])
  })
  it('asks for the key where no column looks like it', () => {
    expect(wide('Landline').questions.join()).toContain('external_account_number')
  })
  it('links sheets by the key column, nested by what they share, and can be compiled', () => {
    const sheets = [
      sheet('Accounts', 'Account No', 'Account type', 'Billing name'),
      sheet('Customers', 'Account No', 'First name', 'Surname', 'Landline'),
      sheet('Supply', 'Account No', 'Supply address', 'Postcode', 'Move-in date', 'Supply ref'),
      sheet('Payments', 'Account No', 'Payment type', 'Mandate reference'),
    ]
    const suggestion = suggestMapping(sheets, catalogue, options)
    expect(suggestion.mapping.linked.map((link) => `${link.sheet} ${link.list} ${String(link.key)}`)).toEqual(
      [
        'Customers customers Account No',
        'Supply supply_addresses Account No',
        'Payments payment_instructions Account No',
      ],
    )
    expect(suggestion.unmapped).toEqual([{ sheet: 'Supply', column: 'Supply ref' }])
    const compiled = compileMapping(mappingFile.parse(suggestion.mapping), sheets, catalogue, {
      supplier: 'ACME',
    })
    expect(compiled.ok ? [] : compiled.problems.map((problem) => problem.code)).toEqual(['column_not_mapped'])
  })
})
