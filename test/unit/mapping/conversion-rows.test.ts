// Tests conversions on rows: several columns as one field, fallbacks, and cells that a conversion leaves empty.
import { describe, expect, it } from 'vitest'
import { compileMapping } from '../../../shared/mapping/compile/compile.ts'
import { type MappingInput, mappingFile } from '../../../shared/mapping/file.ts'
import { buildAccount, type BuiltAccount } from '../../../shared/payload/build.ts'
import { origins, place } from '../../../shared/payload/problems.ts'
import { planOf, row, sheet, smallCatalogue } from '../small-catalogue.ts'
import { english } from '../../support/english.ts'

const columns = ['No', 'First', 'Last', 'Day', 'Month', 'Street', 'Area', 'Tel'] as const
const accounts = sheet('Accounts', ...columns)
type Entry = MappingInput['columns'][number]
const mapping = (...entries: Entry[]): MappingInput => {
  const named = new Set(
    entries.flatMap((entry) =>
      'conversion' in entry && entry.conversion?.kind === 'join'
        ? [entry.column, ...entry.conversion.with]
        : [entry.column],
    ),
  )
  const rest = columns.filter((name) => name !== 'No' && !named.has(name))
  return {
    version: 1,
    key: 'No',
    columns: [
      { column: 'No', field: 'external_account_number' },
      ...entries,
      ...rest.map((column) => ({ column, ignore: true as const })),
    ],
  }
}
type Cells = Partial<Record<(typeof columns)[number], string>>
function build(given: MappingInput, ...rows: Cells[]): BuiltAccount {
  const main = rows.map((cells, at) =>
    row(
      'Accounts',
      at + 2,
      columns.map((name) => (name === 'No' ? 'A1' : (cells[name] ?? ''))),
    ),
  )
  return buildAccount(planOf(given, [accounts]), { main })
}
const placed = (built: BuiltAccount, attr: string): unknown =>
  place(attr, { ...built, row: { sheet: 'Accounts', row: 2 } })
const cell = (column: string, number = 2): unknown => ({ sheet: 'Accounts', row: number, column })

const street: Entry = {
  column: 'Street',
  field: 'billing_address.street',
  conversion: { kind: 'join', with: ['Area'], separator: ', ' },
}

describe('joined columns', () => {
  it('feed one field, and each of them counts as mapped', () => {
    const built = build(mapping(street), { Street: '1 High St', Area: 'Town' })
    expect(built.payload).toMatchObject({ billing_address: { street: '1 High St, Town' } })
    expect(built.problems).toEqual([])
  })
  it('have their origin in the first filled cell, and a problem there marks all of them', () => {
    const built = build(mapping(street), { Area: 'Town' })
    expect(built.payload).toMatchObject({ billing_address: { street: 'Town' } })
    expect(built.origins['billing_address.street']).toEqual({
      sheet: 'Accounts',
      row: 2,
      column: 'Area',
      also: ['Street'],
    })
    expect(placed(built, 'billing_address.street')).toEqual({
      kind: 'section',
      exact: true,
      path: 'billing_address.street',
      cells: [cell('Area'), cell('Street')],
    })
    expect(placed(built, 'billing_address')).toMatchObject({ cells: [cell('Area'), cell('Street')] })
    expect(origins.parse(built.origins)).toEqual(built.origins)
  })
  it('leave the field out only if all of them are blank', () => {
    const built = build(mapping(street), { Street: ' ' })
    expect(built.payload['billing_address']).toBeUndefined()
    expect(built.omitted.find((one) => one.path === 'billing_address.street')).toMatchObject({
      reason: 'empty',
      origin: { column: 'Street', also: ['Area'] },
    })
  })
  it('with an error are a problem of all of them, with the whole value', () => {
    const day: Entry = {
      column: 'Day',
      field: 'sold',
      conversion: {
        kind: 'steps',
        steps: [
          { kind: 'join', with: ['Month'], separator: '/' },
          { kind: 'date', pattern: 'dd/MM/yyyy' },
        ],
      },
    }
    const given = mapping(day)
    const used = given.columns.filter((entry) => entry.column !== 'Month')
    const built = build({ ...given, columns: used }, { Day: '31', Month: '02/2026' })
    expect(built.problems).toMatchObject([{ attr: 'sold', code: 'no_such_date' }])
    expect(english(built.problems[0]?.message)).toContain('“31 02/2026”')
    expect(placed(built, 'sold')).toMatchObject({ kind: 'section', cells: [cell('Day'), cell('Month')] })
  })
  it('must be equal if several rows are one account', () => {
    const person = { list: 'customers', columns: [{ column: 'Tel', field: 'landline' }] }
    const given = mapping(street)
    const grouped = {
      ...given,
      columns: given.columns.filter((entry) => entry.column !== 'Tel'),
      grouped: [person],
    }
    const same = build(grouped, { Street: 'a', Area: 'b', Tel: '1' }, { Street: 'a', Area: 'b', Tel: '2' })
    expect(same.problems).toEqual([])
    const other = build(grouped, { Street: 'a', Area: 'b', Tel: '1' }, { Street: 'a', Area: 'c', Tel: '2' })
    expect(other.problems).toMatchObject([{ attr: 'billing_address.street', code: 'conflicting_values' }])
    expect(english(other.problems[0]?.message)).toContain('“a b” and “a c”')
  })
  it('that are missing from the file are reported, with their place in the mapping', () => {
    const given = mappingFile.parse({
      version: 1,
      key: 'No',
      columns: [{ ...street, conversion: { kind: 'join', with: ['Aera'] } }],
    })
    const compiled = compileMapping(given, [sheet('Accounts', 'No', 'Street', 'Area')], smallCatalogue(), {
      supplier: 'ACME',
    })
    expect(english(compiled.ok ? [] : compiled.problems)).toContainEqual({
      code: 'column_unknown',
      message: 'The sheet “Accounts” has no column “Aera”. Did you mean “Area”?',
      where: 'columns[0].conversion',
    })
  })
})

describe('a fallback', () => {
  const age: Entry = {
    column: 'Tel',
    field: 'customers.0.age',
    conversion: { kind: 'fallback', value: 18 },
  }
  const name: Entry = { column: 'First', field: 'customers.0.given_name' }
  it('fills the field of an empty cell, and a problem of it shows on that cell', () => {
    const built = build(mapping(name, age), { First: 'Ann' })
    expect(built.payload['customers']).toEqual([{ given_name: 'Ann', age: 18 }])
    expect(placed(built, 'customers.0.age')).toEqual({ kind: 'cell', cell: cell('Tel') })
    expect(built.omitted).toEqual([])
  })
  it('never creates an item that would be left out', () => {
    const built = build(mapping(name, age), {})
    expect(built.payload['customers']).toBeUndefined()
  })
  it('is not used for a filled cell', () => {
    const built = build(mapping(name, age), { Tel: '40' })
    expect(built.payload['customers']).toEqual([{ age: 40 }])
  })
})

describe('a cell with an empty conversion result', () => {
  const family: Entry = {
    column: 'Last',
    field: 'customers.0.landline',
    conversion: { kind: 'split', separator: ' ', part: 2, missing: 'empty' },
  }
  it('is an empty cell: its field is left out without a problem', () => {
    const built = build(mapping({ column: 'First', field: 'customers.0.given_name' }, family), {
      First: 'Ann',
      Last: 'Smith',
    })
    expect(built.payload['customers']).toEqual([{ given_name: 'Ann' }])
    expect(built.problems).toEqual([])
    expect(built.omitted).toMatchObject([{ path: 'customers.0.landline', reason: 'empty' }])
    expect(placed(built, 'customers.0.landline')).toEqual({ kind: 'cell', cell: cell('Last') })
  })
  it('creates no item', () => {
    expect(build(mapping(family), { Last: 'Smith' }).payload['customers']).toBeUndefined()
  })
  it('still creates its item if the cell cannot be read at all', () => {
    const code: Entry = {
      column: 'Last',
      field: 'customers.0.age',
      conversion: {
        kind: 'steps',
        steps: [{ kind: 'text', replace: [{ find: '-', with: '' }] }, { kind: 'integer' }],
      },
    }
    const built = build(mapping(code), { Last: 'x' })
    expect(built.payload['customers']).toEqual([{}])
    expect(built.problems).toMatchObject([{ attr: 'customers.0.age', code: 'invalid' }])
    expect(build(mapping(code), { Last: '-' }).payload['customers']).toBeUndefined()
  })
})
