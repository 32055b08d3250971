// Tests the actions offered for a problem without a cell, with payload paths written as in the mapping.
import { describe, expect, it } from 'vitest'
import { asMapped, waysOutOf } from '../../../../renderer/steps/fix/account/ways-out/ways-out-kinds.ts'
import { mappingFile } from '../../../../shared/mapping/file.ts'
import type { Origin } from '../../../../shared/payload/problems.ts'
import type { FieldView } from '../../../../shared/contract/views.ts'

const cell = (column: string, sheet = 'Accounts'): Origin => ({ sheet, row: 2, column })
const field = (path: string, kind: FieldView['kind'] = 'text'): FieldView => ({
  path,
  kind,
  format: null,
  title: path,
  required: true,
  choices: null,
  sensitive: false,
})
const fields = [
  field('customers', 'list'),
  field('customers.*', 'object'),
  field('customers.*.given_name'),
  field('customers.*.landline'),
  field('billing_address', 'object'),
  field('billing_address.country'),
  field('account_type'),
  field('meters', 'list'),
  field('meters.*.serial'),
  field('meters.*.kind'),
]
const mapping = mappingFile.parse({
  version: 1,
  sheet: 'Accounts',
  key: 'No',
  columns: [
    { column: 'No', ignore: true },
    { column: 'Phone 2', field: 'customers.1.landline' },
    { column: 'Street', field: 'billing_address.street' },
  ],
  linked: [{ sheet: 'Meters', key: 'No', list: 'meters', columns: [{ column: 'Serial', field: 'serial' }] }],
  fixed: [{ field: 'account_type', value: 'X' }],
})
// The mapping's first customer was empty and is left out: its second was sent as the first.
const account = {
  payload: {},
  omitted: [],
  origins: {
    'customers.0.landline': cell('Phone 2'),
    'billing_address.street': cell('Street'),
    'meters.0.serial': cell('Serial', 'Meters'),
    account_type: { fixed: true } as const,
  },
}
const about = (attr: string | null) =>
  waysOutOf(
    {
      source: 'validate',
      attr,
      code: 'required',
      message: '',
      stale: false,
      overruling: null,
      stays: null,
      place: { kind: 'account', row: null },
    },
    account,
    fields,
    mapping,
  )

describe('the solutions offered for a problem', () => {
  it('name a missing field with the mapping’s item numbers, not the payload’s', () => {
    expect(about('customers.0.given_name').field).toMatchObject({
      path: 'customers.1.given_name',
      isFixed: false,
    })
    expect(asMapped('billing_address.country', account, mapping)).toBe('billing_address.country')
  })

  it('offer to leave out the nearest item or object that cells feed', () => {
    expect(about('customers.0.given_name').remove).toBe('customers.0')
    expect(about('billing_address.country').remove).toBe('billing_address')
    expect(about('customers.0.non_field_errors').remove).toBe('customers.0')
    expect(about('customers').remove).toBeNull()
  })

  it('change a fixed value if it is the cause', () => {
    expect(about('account_type')).toMatchObject({
      field: { path: 'account_type', isFixed: true },
      remove: null,
    })
  })

  it('offer no field if a cell has the value, if rows become items, or for a whole list or account', () => {
    expect(about('customers.0.landline').field).toBeNull()
    expect(about('meters.0.kind').field).toBeNull()
    expect(about('customers').field).toBeNull()
    expect(about(null)).toEqual({ field: null, remove: null })
  })
})
