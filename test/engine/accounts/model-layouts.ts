// Layouts of files for the model-based tests of edits: one wide sheet, and two linked sheets.
import type { MappingInput } from '../../../shared/mapping/file.ts'
import { header, mapping as wideMapping } from './small-batch.ts'

// Rows are distinguished by a column of their own, so that an account's identity may change without its key.
export const wideLayout = {
  mapping: {
    ...wideMapping,
    sheet: 'accounts',
    key: 'Ref',
    columns: [{ column: 'Ref', ignore: true as const }, ...wideMapping.columns],
  },
  sheets: [{ name: 'accounts', header: ['Ref', ...header.split(',')] }],
}

const linkedMapping: MappingInput = {
  version: 1,
  sheet: 'Accounts',
  key: 'Account No',
  columns: [
    { column: 'Account No', field: 'external_account_number' },
    { column: 'Bill name', field: 'billing_name' },
    { column: 'Country', field: 'billing_address.country' },
  ],
  grouped: [
    {
      list: 'customers',
      columns: [
        { column: 'Surname', field: 'family_name' },
        { column: 'Phone', field: 'landline' },
      ],
    },
  ],
  linked: [
    {
      sheet: 'Sites',
      key: 'Account',
      list: 'supply_addresses',
      columns: [
        { column: 'Street', field: 'street_address' },
        { column: 'Moved in', field: 'occupied_from' },
      ],
    },
  ],
}
export const linkedLayout = {
  mapping: linkedMapping,
  sheets: [
    { name: 'Accounts', header: ['Account No', 'Bill name', 'Country', 'Surname', 'Phone'] },
    { name: 'Sites', header: ['Account', 'Street', 'Moved in'] },
  ],
}
