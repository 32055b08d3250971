// Tests when the one address of a file is offered for both addresses of a catalogue, and what taking the offer maps.
import { expect, test } from 'vitest'
import { mappingFile, type Mapping, type MappingInput } from '../../../../shared/mapping/file.ts'
import { feedsOf, type Scope } from '../../../../renderer/steps/map/draft/draft.ts'
import { oneAddress, withOneAddress } from '../../../../renderer/steps/map/draft/one-address.ts'

const scope: Scope = {
  sheet: 'Sheet',
  base: '',
  spot: { kind: 'main' },
  link: null,
  parent: null,
  keys: ['id'],
}
const choices = [
  'billing_address.country',
  'billing_address.street_address',
  'billing_address.locality',
  'billing_address.postal_code',
  'supply_addresses.0.street_address',
  'supply_addresses.0.postal_code',
  'supply_addresses.0.locality',
  'supply_addresses.1.street_address',
  'supply_addresses.1.postal_code',
  'customers.0.given_name',
  'customers.0.family_name',
].map((value) => ({ value, label: value }))
const columns = ['id', 'Street', 'Town', 'Postcode', 'Bill street', 'Bill postcode']

const mapped = (fields: Readonly<Record<string, string>>, more: Partial<MappingInput> = {}): Mapping =>
  mappingFile.parse({
    version: 1,
    key: 'id',
    columns: Object.entries(fields).map(([column, field]) => ({ column, field })),
    ...more,
  })
const found = (mapping: Mapping) => oneAddress(mapping, scope, columns, choices)

test('columns that fill two addresses in part can fill both, with their conversions', () => {
  const mapping = mapped(
    {},
    {
      columns: [
        {
          column: 'Street',
          field: 'supply_addresses.0.street_address',
          conversion: { kind: 'text', letters: 'upper', trim: true },
        },
        { column: 'Town', field: 'billing_address.locality' },
        { column: 'Postcode', field: 'supply_addresses.0.postal_code' },
      ],
    },
  )
  const offer = found(mapping)
  expect(offer).toMatchObject({
    groups: ['supply_addresses.0', 'billing_address'],
    columns: ['Street', 'Town', 'Postcode'],
  })
  const taken = offer === null ? mapping : withOneAddress(mapping, scope, offer)
  const paths = (column: string) => feedsOf(taken, scope, column).map(({ path }) => path)
  expect(paths('Street')).toEqual(['supply_addresses.0.street_address', 'billing_address.street_address'])
  expect(paths('Town')).toEqual(['billing_address.locality', 'supply_addresses.0.locality'])
  expect(paths('Postcode')).toEqual(['supply_addresses.0.postal_code', 'billing_address.postal_code'])
  expect(feedsOf(taken, scope, 'Street').map(({ conversion }) => conversion)).toEqual([
    { kind: 'text', letters: 'upper', trim: true },
    { kind: 'text', letters: 'upper', trim: true },
  ])
  expect(found(taken)).toBeNull()
})

test('nothing is offered where both addresses have columns, or only one part is known', () => {
  const both = mapped({
    Street: 'supply_addresses.0.street_address',
    Postcode: 'supply_addresses.0.postal_code',
    'Bill street': 'billing_address.street_address',
  })
  expect(found(both)).toBeNull()
  expect(found(mapped({ Street: 'supply_addresses.0.street_address' }))).toBeNull()
  expect(found(mapped({ Street: 'customers.0.given_name', Town: 'customers.0.family_name' }))).toBeNull()
})

test('a fixed value of the other address stays', () => {
  const mapping = mapped(
    { Street: 'supply_addresses.0.street_address', Postcode: 'supply_addresses.0.postal_code' },
    { fixed: [{ field: 'billing_address.postal_code', value: 'QA1 1AB' }] },
  )
  expect(found(mapping)?.feeds.map(({ feed }) => feed.path)).toEqual(['billing_address.street_address'])
})
