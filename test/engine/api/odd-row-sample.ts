// Sample for the tests of rows that do not look like a customer: the header, a customer's row, and a mapping that
// gives every account its required values, so that only the detection of odd rows keeps a TOTAL row from being sent.
import type { MappingInput } from '../../../shared/mapping/file.ts'

export const header = ['Account No', 'Surname', 'Landline', 'Street', 'Postcode', 'Notes']

export function customer(number: string, surname = 'Sample'): string[] {
  return [number, surname, '+44 20 7946 0123', '1 Nowhere Street', 'QA1 1AB', 'x']
}

export const mapping: MappingInput = {
  version: 1,
  key: 'Account No',
  columns: [
    { column: 'Account No', field: 'external_account_number' },
    { column: 'Surname', field: 'customers.0.family_name' },
    { column: 'Landline', field: 'customers.0.landline' },
    { column: 'Street', ignore: true },
    { column: 'Postcode', ignore: true },
    { column: 'Notes', ignore: true },
  ],
  fixed: [
    { field: 'account_type', value: 'DOMESTIC' },
    { field: 'unknown_occupier', value: false },
    { field: 'billing_address.street_address', value: '1 Nowhere Street' },
    { field: 'billing_address.postal_code', value: 'QA1 1AB' },
    { field: 'billing_address.country', value: 'GB' },
  ],
}
