// The file of the practice: twelve invented accounts, one of them with an error that a person can see at once. Each
// practice has keys of its own, so that the practice service can create its accounts every time.
import { mappingFile } from '../../../shared/mapping/file.ts'

/** An account and its cells, without the key. */
const accounts = [
  ['Mara', 'Quillon', '+44 20 7946 0101', '4 Larkspur Row', 'QA11 1AB', 'ONLINE'],
  ['Tobin', 'Ashdown', '+44 20 7946 0102', '18 Tannery Lane', 'QA12 2CD', 'PRINT'],
  ['Elsie', 'Marrow', '+44 20 7946 0103', '7 Harbour Steps', 'QA13 3EF', 'ONLINE'],
  ['Idris', 'Penhallow', '+44 20 7946 0104', '52 Old Mill Road', 'QA14 4GH', 'ONLINE'],
  // The error: neither of the two allowed words.
  ['Nell', 'Saltholm', '+44 20 7946 0105', '29 Quillon Street', 'QA15 5JK', 'ONLNE'],
  ['Rowan', 'Vexford', '+44 20 7946 0106', '3 Wexley Green', 'QA16 6LM', 'PRINT'],
  ['Greta', 'Crannoch', '+44 20 7946 0107', '61 Larkspur Row', 'QA17 7NP', 'ONLINE'],
  ['Osric', 'Dunmarrow', '+44 20 7946 0108', '14 Tannery Lane', 'QA18 8QR', 'ONLINE'],
  ['Petra', 'Wexley', '+44 20 7946 0109', '8 Harbour Steps', 'QA19 9ST', 'PRINT'],
  ['Callum', 'Thornby', '+44 20 7946 0110', '77 Old Mill Road', 'QA20 1UV', 'ONLINE'],
  ['Wilma', 'Larkspur', '+44 20 7946 0111', '5 Quillon Street', 'QA21 2WX', 'ONLINE'],
  ['Jonas', 'Harbour', '+44 20 7946 0112', '23 Wexley Green', 'QA22 3YZ', 'PRINT'],
] as const

const columns = [
  ['Account No', 'external_account_number'],
  ['First name', 'customers.0.given_name'],
  ['Surname', 'customers.0.family_name'],
  ['Landline', 'customers.0.landline'],
  ['Street', 'billing_address.street_address'],
  ['Postcode', 'billing_address.postal_code'],
  ['Paperless', 'communication_preference'],
] as const

export const practiceMapping = mappingFile.parse({
  version: 1,
  key: 'Account No',
  columns: columns.map(([column, field]) => ({ column, field })),
  fixed: [
    { field: 'billing_address.country', value: 'GB' },
    { field: 'account_type', value: 'DOMESTIC' },
  ],
})

/** CSV with a header. `run` sets the keys of this practice apart from those of earlier ones. */
export function practiceFile(run: string): string {
  const header = columns.map(([column]) => column)
  const lines = accounts.map((cells, at) => [`PR-${run}-${String(at + 1).padStart(2, '0')}`, ...cells])
  return `${[header, ...lines].map((line) => line.join(',')).join('\n')}\n`
}
