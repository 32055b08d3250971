// Tests a mapping in progress: a column shows the decision made for it, and every other column stays unchanged.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  columnsOf,
  decide,
  decidedOf,
  fateOf,
  fedPaths,
  feedAlso,
  feedsOf,
  highestIndex,
  linkSheet,
  refeed,
  scopesOf,
  unlinkSheet,
  withUndecidedIgnored,
  type Scope,
} from '../../../../renderer/steps/map/draft/draft.ts'
import { choicesFor, titleOf } from '../../../../renderer/steps/map/draft/field-choices.ts'
import { mappingFile } from '../../../../shared/mapping/file.ts'
import { fieldView, sheetView, type FieldView, type SheetView } from '../../../../shared/contract/views.ts'
import { sheet } from '../../small-catalogue.ts'

const view = (position: number, name: string, ...columns: string[]): SheetView =>
  sheetView.parse({
    position,
    file: 0,
    fills: null,
    blankRows: null,
    info: sheet(name, ...columns),
    role: 'unused',
    rowCount: 1,
  })
const sheets = [
  view(0, 'Accounts', 'No', 'Name', 'Tel', 'Consent', 'Note'),
  view(1, 'Sites', 'No', 'Site', 'Street'),
  view(2, 'Meters', 'Site', 'Serial'),
]
const mapping = mappingFile.parse({
  version: 1,
  sheet: 'Accounts',
  key: 'No',
  columns: [{ column: 'Note', ignore: true }],
  fixed: [{ field: 'billing_address.country', value: 'GB' }],
  grouped: [{ list: 'customers', columns: [{ column: 'Tel', field: 'landline' }] }],
  linked: [
    {
      sheet: 'Sites',
      key: 'No',
      list: 'sites',
      columns: [],
      linked: [{ sheet: 'Meters', key: 'Site', list: 'meters', columns: [] }],
    },
  ],
})
const field = (path: string, title: string, kind: FieldView['kind'] = 'text'): FieldView =>
  fieldView.parse({ path, title, kind, format: null, required: false, choices: null, sensitive: false })
const fields = [
  field('name', 'Name'),
  field('customers', 'Customers', 'list'),
  field('customers.*.landline', 'Landline'),
  field('customers.*.consents', 'Consents', 'list'),
  field('customers.*.consents.*.type', 'Consent'),
  field('sites', 'Sites', 'list'),
  field('sites.*.street', 'Street'),
  field('sites.*.meters', 'Meters', 'list'),
  field('sites.*.meters.*.serial', 'Serial'),
]

const scopes = scopesOf(mapping, sheets)
function scopeOf(name: string): Scope {
  const found = scopes.find((one) => one.sheet === name)
  if (found === undefined) throw new Error(`The mapping does not use ${name}.`)
  return found
}
const decisions = fc.constantFrom(...scopes).chain((scope) =>
  fc.record({
    scope: fc.constant(scope),
    column: fc.constantFrom(...columnsOf(sheets, scope.sheet)),
    path: fc.constantFrom(...choicesFor(fields, mapping, scope).map((choice) => choice.value)),
    conversion: fc.constantFrom(null, { kind: 'integer' as const }),
  }),
)

describe('a decision about a column', () => {
  it('is shown as it was made, for every field that is offered', () => {
    fc.assert(
      fc.property(decisions, ({ scope, column, path, conversion }) => {
        const after = decide(mapping, scope, column, { path, conversion })
        expect(fateOf(after, scope, column)).toEqual({ kind: 'mapped', path, conversion, further: [] })
        expect(mappingFile.safeParse(after).success).toBe(true)
      }),
    )
  })

  it('leaves every other column, link and fixed value as it was', () => {
    fc.assert(
      fc.property(decisions, ({ scope, column, path, conversion }) => {
        const after = decide(mapping, scope, column, { path, conversion })
        for (const other of scopes)
          for (const name of columnsOf(sheets, other.sheet)) {
            if (other.sheet === scope.sheet && name === column) continue
            expect(fateOf(after, other, name)).toEqual(fateOf(mapping, other, name))
          }
        expect(scopesOf(after, sheets).map((one) => [one.sheet, one.base])).toEqual(
          scopes.map((one) => [one.sheet, one.base]),
        )
        expect(after.fixed).toEqual(mapping.fixed)
      }),
    )
  })

  it('can be reverted', () => {
    fc.assert(
      fc.property(decisions, ({ scope, column, path, conversion }) => {
        const made = decide(mapping, scope, column, { path, conversion })
        const taken = fateOf(decide(made, scope, column, null), scope, column).kind
        expect(taken).toBe(scope.keys.includes(column) ? 'key' : 'undecided')
      }),
    )
  })

  it('about a further field adds it, and each field is reverted alone', () => {
    const accounts = scopeOf('Accounts')
    const once = decide(mapping, accounts, 'Name', { path: 'name', conversion: null })
    const also = { path: 'customers.*.landline', conversion: { kind: 'text' as const, trim: true } }
    const twice = feedAlso(once, accounts, 'Name', also)
    expect(mappingFile.safeParse(twice).success).toBe(true)
    expect(feedsOf(twice, accounts, 'Name').map(({ path }) => path)).toEqual(['name', also.path])
    expect(fedPaths(twice, sheets).get('name')).toBe('Name')
    // Another first field and another conversion leave the other field as it is.
    const moved = decide(twice, accounts, 'Name', { path: 'billing_address.country', conversion: null })
    expect(feedsOf(moved, accounts, 'Name')).toContainEqual(also)
    expect(feedsOf(moved, accounts, 'Name')).toHaveLength(2)
    expect(refeed(twice, accounts, 'Name', also.path, null)).toEqual(once)
    expect(fateOf(decide(twice, accounts, 'Name', 'ignore'), accounts, 'Name')).toEqual({ kind: 'ignored' })
  })

  it('for a field that the column fills already changes its conversion', () => {
    const accounts = scopeOf('Accounts')
    const once = decide(mapping, accounts, 'Name', { path: 'name', conversion: null })
    const again = { path: 'name', conversion: { kind: 'integer' as const } }
    expect(feedsOf(feedAlso(once, accounts, 'Name', again), accounts, 'Name')).toEqual([again])
  })

  it('removes a column from a group when the column is ignored', () => {
    const after = decide(mapping, scopeOf('Accounts'), 'Tel', 'ignore')
    expect(fateOf(after, scopeOf('Accounts'), 'Tel')).toEqual({ kind: 'ignored' })
    expect(after.grouped[0]?.columns).toEqual([])
  })
})

describe('the columns of a mapping', () => {
  it('are all counted, and none is undecided once the undecided ones are ignored', () => {
    expect(decidedOf(mapping, sheets)).toEqual({ done: 6, all: 10 })
    const whole = withUndecidedIgnored(mapping, sheets)
    expect(decidedOf(whole, sheets)).toEqual({ done: 10, all: 10 })
    expect(fateOf(whole, scopeOf('Accounts'), 'Tel')).toMatchObject({ kind: 'mapped' })
  })

  it('need no field if they only join sheets, on either side of the link', () => {
    expect(fateOf(mapping, scopeOf('Sites'), 'Site')).toEqual({ kind: 'key' })
    expect(fateOf(mapping, scopeOf('Meters'), 'Site')).toEqual({ kind: 'key' })
  })

  it('and the fixed values determine the fed fields', () => {
    const fed = fedPaths(mapping, sheets)
    expect(Object.fromEntries(fed)).toEqual({ 'billing_address.country': '', 'customers.*.landline': 'Tel' })
  })
})

describe('a linked sheet', () => {
  it('is unlinked without changing the rest', () => {
    const before = unlinkSheet(mapping, scopeOf('Sites').spot)
    const linked = linkSheet(before, 'Sites', 'sites', 'No')
    expect(before.linked).toEqual([])
    expect(scopesOf(linked, sheets).map((one) => one.base)).toEqual(['', 'sites.*'])
  })

  it('below another one is unlinked alone', () => {
    const after = unlinkSheet(mapping, scopeOf('Meters').spot)
    expect(scopesOf(after, sheets).map((one) => one.sheet)).toEqual(['Accounts', 'Sites'])
  })
})

describe('the offered fields', () => {
  const paths = (name: string, of = mapping): string[] =>
    choicesFor(fields, of, scopeOf(name)).map((choice) => choice.value)

  it('of a linked sheet are those of its own item', () => {
    expect(paths('Sites')).toEqual(['sites.*.street'])
    expect(paths('Meters')).toEqual(['sites.*.meters.*.serial'])
  })

  it('of the main sheet include one item more than is used', () => {
    const none = { ...mapping, grouped: [] }
    const used = decide(none, scopeOf('Accounts'), 'Tel', { path: 'customers.1.landline', conversion: null })
    expect(highestIndex(none, 'customers')).toBe(-1)
    expect(paths('Accounts', none).filter((one) => one.endsWith('landline'))).toEqual([
      'customers.0.landline',
    ])
    expect(paths('Accounts', used).filter((one) => one.endsWith('landline'))).toEqual([
      'customers.0.landline',
      'customers.1.landline',
      'customers.2.landline',
    ])
  })

  it('are named by their titles, with items counted from one', () => {
    const titles = new Map(fields.map((one) => [one.path, one.title]))
    expect(titleOf('customers.1.landline', titles)).toBe('Customers 2 · Landline')
    expect(titleOf('customers.1.landline', titles.set('customers.*', 'Customer'))).toBe(
      'Customer 2 · Landline',
    )
    expect(titleOf('sites.*.meters.*.serial', titles)).toBe('Sites · Meters · Serial')
  })
})
