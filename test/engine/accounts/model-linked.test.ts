// Any sequence of edits, fixes, undo, redo, reverts and restarts equals a simple model: accounts with several rows,
// and linked rows of other sheets.
import { expect, test } from 'vitest'
import type { MappingInput } from '../../../shared/mapping/file.ts'
import { equalsTheModel } from './edit-properties.ts'

const mapping: MappingInput = {
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
const layout = {
  mapping,
  sheets: [
    { name: 'Accounts', header: ['Account No', 'Bill name', 'Country', 'Surname', 'Phone'] },
    { name: 'Sites', header: ['Account', 'Street', 'Moved in'] },
  ],
}

test('whatever is done to the cells of linked sheets equals a simple model of it', async () => {
  const done = await equalsTheModel(layout, { keys: ['A-1', 'A-2', 'B-7', ''], numRuns: 800 })
  // It means something only where there was something to undo, to refuse and to build in the background.
  for (const [what, count] of Object.entries(done)) expect([what, count > 10]).toEqual([what, true])
}, 900_000)
