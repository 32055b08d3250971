// Tests building payloads: the values sent, their origins, the omissions with reasons, and finding cells from
// paths.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getAt, parseAttr } from '../../../shared/payload/attr-path.ts'
import type { MappingInput } from '../../../shared/mapping/file.ts'
import { buildAccount, payloadText } from '../../../shared/payload/build.ts'
import type { BuiltAccount } from '../../../shared/payload/build.ts'
import { place } from '../../../shared/payload/problems.ts'
import { planOf, row, sheet } from '../small-catalogue.ts'
import { english } from '../../support/english.ts'

const wide = sheet('Accounts', 'No', 'Name 1', 'Tel 1', 'Name 2', 'Tel 2', 'Street', 'Age 2')
const wideMapping: MappingInput = {
  version: 1,
  key: 'No',
  columns: [
    { column: 'No', field: 'external_account_number' },
    { column: 'Name 1', field: 'customers.0.given_name' },
    { column: 'Tel 1', field: 'customers.0.landline' },
    { column: 'Tel 2', field: 'customers.1.landline' },
    { column: 'Name 2', field: 'customers.1.given_name' },
    { column: 'Age 2', field: 'customers.1.age' },
    { column: 'Street', field: 'billing_address.street' },
  ],
  fixed: [{ field: 'billing_address.country', value: 'GB' }],
}
const wideRow = (...cells: string[]): BuiltAccount =>
  buildAccount(planOf(wideMapping, [wide]), { main: [row('Accounts', 2, cells)] })
const cellOf = (built: BuiltAccount, attr: string): unknown =>
  place(attr, { ...built, row: { sheet: 'Accounts', row: 2 } })
const at = (column: string, number = 2, name = 'Accounts'): unknown => ({
  kind: 'cell',
  cell: { sheet: name, row: number, column },
})

describe('one row', () => {
  it('errors for customers.0.landline appear at the second customer’s cell if the first was empty and left out', () => {
    const built = wideRow('A1', ' ', '', 'Bo', '020', '')
    expect(built.payload).toEqual({
      import_supplier: 'ACME',
      external_account_number: 'A1',
      customers: [{ given_name: 'Bo', landline: '020' }],
    })
    expect(cellOf(built, 'customers.0.landline')).toEqual(at('Tel 2'))
    expect(built.omitted.find((entry) => entry.path === 'customers.0')).toMatchObject({
      payloadPath: null,
      reason: 'all_empty',
    })
    expect(cellOf(built, 'customers.0.age')).toEqual(at('Age 2'))
    expect(cellOf(built, 'customers.1.landline')).toEqual({
      kind: 'account',
      row: { sheet: 'Accounts', row: 2 },
    })
  })
  it('the problem of an object is placed at the cells whose fields its code names', () => {
    const built = wideRow('A1', 'Ann', '', 'Bo', '020', '')
    const named = (attr: string, code: string): unknown =>
      place(attr, { ...built, row: { sheet: 'Accounts', row: 2 } }, code)
    expect(named('customers.0.non_field_errors', 'customer_given_name_required')).toEqual(at('Name 1'))
    expect(named('customers.1.non_field_errors', 'landline_is_not_of_age')).toEqual({
      kind: 'section',
      path: 'customers.1',
      cells: [
        { sheet: 'Accounts', row: 2, column: 'Tel 2' },
        { sheet: 'Accounts', row: 2, column: 'Age 2' },
      ],
      exact: true,
    })
    // A part of a word names nothing, and the code of a cell's own problem moves it nowhere.
    expect(named('customers.1.non_field_errors', 'landlines_agent')).toMatchObject({
      kind: 'section',
      exact: false,
    })
    expect(named('customers.1.landline', 'age')).toEqual(at('Tel 2'))
  })
  it('a code may leave out the beginning of a field’s name where no other field of the object ends like it', () => {
    const cell = (column: string) => ({ sheet: 'Meters', row: 7, column })
    const fed = (names: readonly string[]) =>
      Object.fromEntries(names.map((name) => [`meter_points.0.${name}`, cell(name)]))
    const named = (names: readonly string[]): unknown =>
      place(
        'meter_points.0.non_field_errors',
        { payload: { meter_points: [{}] }, origins: fed(names), omitted: [], row: null },
        'start_date_later_than_end_date',
      )
    const dates = ['supply_start_date', 'supply_end_date']
    expect(named(['identifier', ...dates])).toEqual({
      kind: 'section',
      path: 'meter_points.0',
      cells: dates.map(cell),
      exact: true,
    })
    expect(named([...dates, 'contract_end_date'])).toEqual({ kind: 'cell', cell: cell('supply_start_date') })
  })
  it('a missing field of an object marks none of the cells that feed the rest of the object', () => {
    const built = wideRow('A1', '', '', '', '', 'High St')
    expect(cellOf(built, 'billing_address.postal_code')).toEqual({
      kind: 'section',
      path: 'billing_address',
      cells: [{ sheet: 'Accounts', row: 2, column: 'Street' }],
      exact: false,
    })
  })
  it('a fixed value never creates an otherwise empty object', () => {
    expect(wideRow('A1').payload).toEqual({ import_supplier: 'ACME', external_account_number: 'A1' })
    expect(wideRow('A1', '', '', '', '', 'High St').payload['billing_address']).toEqual({
      country: 'GB',
      street: 'High St',
    })
  })
  it('a fixed value alone creates its object', () => {
    const mapping: MappingInput = {
      ...wideMapping,
      columns: [...wideMapping.columns.slice(0, 6), { column: 'Street', ignore: true }],
    }
    const built = buildAccount(planOf(mapping, [wide]), { main: [row('Accounts', 2, ['A1'])] })
    expect(built.payload['billing_address']).toEqual({ country: 'GB' })
  })
  it('keys follow the catalogue’s order, not the mapping’s', () => {
    expect(payloadText(wideRow('A1', '', '', 'Bo', '020', '', '7').payload)).toBe(
      '{"import_supplier":"ACME","external_account_number":"A1","customers":[{"given_name":"Bo","landline":"020","age":7}]}',
    )
  })
  it('a cell that cannot be converted is a problem at its payload path, which leads back to its cell', () => {
    const built = wideRow('A1', '', '', '', '', '', 'old')
    expect(built.problems).toMatchObject([{ source: 'local', attr: 'customers.0.age', code: 'invalid' }])
    expect(built.payload['customers']).toEqual([{}])
    expect(cellOf(built, 'customers.0.age')).toEqual(at('Age 2'))
  })
  it('a single value that cannot be converted leaves the others at their index', () => {
    const plan = planOf(
      {
        version: 1,
        key: 'No',
        columns: [
          { column: 'No', field: 'tags.0' },
          { column: 'B', field: 'tags.1' },
        ],
        fixed: [],
      },
      [sheet('S', 'No', 'B')],
    )
    const built = buildAccount(plan, { main: [row('S', 2, ['4.477E+11', 'b'])] })
    expect(built.problems.map((problem) => problem.attr)).toEqual(['tags.0'])
    expect(built.origins['tags.1']).toEqual({ sheet: 'S', row: 2, column: 'B' })
  })
  it('a row without a key reports it', () => {
    expect(wideRow('  ', 'Ann').problems.map((problem) => problem.code)).toEqual(['key_missing'])
  })
})

describe('the places of problems', () => {
  const built = wideRow('A1', 'Ann', '', 'Bo', '020')
  const section = (attr: string): unknown[] => {
    const found = place(attr, { ...built, row: null })
    return found.kind === 'section' ? [found.path, ...found.cells.map((cell) => cell.column)] : [found.kind]
  }
  it.each([
    ['customers.1.landline', at('Tel 2')],
    ['customers.0.landline', at('Tel 1')],
    ['customers.1.landline.non_field_errors', at('Tel 2')],
  ])('%s is a cell', (attr, expected) => expect(cellOf(built, attr)).toEqual(expected))
  it.each([
    ['customers.1', ['customers.1', 'Name 2', 'Tel 2', 'Age 2']],
    ['customers.1.non_field_errors', ['customers.1', 'Name 2', 'Tel 2', 'Age 2']],
    ['customers', ['customers', 'Name 1', 'Name 2', 'Tel 2', 'Tel 1', 'Age 2']],
    ['customers.non_field_errors', ['customers', 'Name 1', 'Name 2', 'Tel 2', 'Tel 1', 'Age 2']],
    ['billing_address', ['billing_address', 'Street']],
    ['billing_address.non_field_errors', ['billing_address', 'Street']],
    ['customers.0.consents', ['customers.0', 'Name 1', 'Tel 1']],
  ])('%s is a section with all its cells, filled or empty', (attr, expected) =>
    expect(section(attr)).toEqual(expected),
  )
  it.each([
    null,
    '',
    'non_field_errors',
    'customers.5.landline',
    'sold',
    'import_supplier',
    '__proto__.x',
    'nonsense',
  ])('%s belongs to the account', (attr) => {
    expect(place(attr, { ...built, row: { sheet: 'Accounts', row: 2 } })).toEqual({
      kind: 'account',
      row: { sheet: 'Accounts', row: 2 },
    })
  })
  it('the prefix of a wrapped body is removed', () => {
    const context = { ...built, row: null, stripPrefix: 'payload' }
    expect(place('payload.customers.1.landline', context)).toEqual(at('Tel 2'))
    expect(place('payload', context).kind).toBe('account')
  })
  it('a dictionary key with a dot is matched whole', () => {
    const cell = { sheet: 'S', row: 3, column: 'C' }
    const context = { payload: { meta: { 'a.b': 1 } }, origins: { 'meta.a.b': cell }, omitted: [], row: null }
    expect(place('meta.a.b', context)).toEqual({ kind: 'cell', cell })
    expect(place('meta.a.c', context).kind).toBe('section')
  })
})

describe('linked and grouped rows', () => {
  const sheets = [
    sheet('A', 'No', 'Name'),
    sheet('C', 'No', 'Name'),
    sheet('S', 'No', 'Site'),
    sheet('M', 'No', 'Site', 'Serial'),
  ]
  const linked: MappingInput = {
    version: 1,
    sheet: 'A',
    key: 'No',
    columns: [
      { column: 'No', field: 'external_account_number' },
      { column: 'Name', field: 'customers.0.given_name' },
    ],
    linked: [
      { sheet: 'C', key: 'No', list: 'customers', columns: [{ column: 'Name', field: 'given_name' }] },
      {
        sheet: 'S',
        key: 'No',
        list: 'sites',
        columns: [{ column: 'Site', field: 'street' }],
        linked: [
          {
            sheet: 'M',
            key: ['No', 'Site'],
            list: 'meters',
            columns: [{ column: 'Serial', field: 'serial' }],
          },
        ],
      },
    ],
  }
  it('append items after the column groups, nested as deep as the sheets', () => {
    const plan = planOf(linked, sheets)
    expect(plan.linked[1]?.linked[0]).toMatchObject({
      sheet: 'M',
      key: [0, 1],
      parentKey: [0, 1],
      list: 'sites.*.meters',
    })
    const main = row(
      'A',
      2,
      ['1', 'Ann'],
      [row('C', 5, ['1', '']), row('C', 6, ['1', 'Bo'])],
      [
        row('S', 3, ['1', 'X'], [row('M', 8, ['1', 'X', 'm1']), row('M', 9, ['1', 'X', 'm2'])]),
        row('S', 4, ['1', 'Y'], []),
      ],
    )
    const built = buildAccount(plan, { main: [main] })
    expect(built.payload['customers']).toEqual([{ given_name: 'Ann' }, { given_name: 'Bo' }])
    expect(built.payload['sites']).toEqual([
      { street: 'X', meters: [{ serial: 'm1' }, { serial: 'm2' }] },
      { street: 'Y' },
    ])
    expect(cellOf(built, 'sites.0.meters.1.serial')).toEqual(at('Serial', 9, 'M'))
    expect(cellOf(built, 'customers.1.given_name')).toEqual(at('Name', 6, 'C'))
    expect(built.omitted.map((entry) => entry.path)).toContain('customers.1.given_name')
    expect(built.rows.map((one) => `${one.sheet}${one.row}`)).toEqual([
      'A2',
      'C5',
      'C6',
      'S3',
      'S4',
      'M8',
      'M9',
    ])
  })

  const groupedPlan = planOf(
    {
      version: 1,
      key: 'No',
      columns: [
        { column: 'No', field: 'external_account_number' },
        { column: 'Sold', field: 'sold' },
      ],
      grouped: [
        { list: 'customers', columns: [{ column: 'Name', field: 'given_name' }] },
        { list: 'sites', columns: [{ column: 'Site', field: 'street' }] },
      ],
    },
    [sheet('G', 'No', 'Sold', 'Name', 'Site')],
  )
  const grouped = (...rows: string[][]): BuiltAccount =>
    buildAccount(groupedPlan, { main: rows.map((cells, index) => row('G', index + 2, cells)) })
  it('become one account, with one item per row and repeated items once', () => {
    const built = grouped(['1', '2026-01-02', 'Ann', 'X'], ['1', '', 'Bo', 'X'], ['1', '2026-01-02', '', 'Y'])
    expect(built.payload).toMatchObject({
      sold: '2026-01-02',
      customers: [{ given_name: 'Ann' }, { given_name: 'Bo' }],
      sites: [{ street: 'X' }, { street: 'Y' }],
    })
    expect(
      built.omitted.filter((entry) => entry.origin === null).map((entry) => `${entry.path} ${entry.reason}`),
    ).toEqual(['customers.2 all_empty', 'sites.1 repeated'])
    expect(cellOf(built, 'sites.1.street')).toEqual(at('Site', 4, 'G'))
    expect(built.problems).toEqual([])
  })
  it('must have equal values in the account’s own columns', () => {
    const built = grouped(['1', '2026-01-02', 'Ann', ''], ['1', '2026-01-03', 'Bo', ''])
    expect(built.problems).toMatchObject([{ attr: 'sold', code: 'conflicting_values' }])
    expect(english(built.problems[0]?.message)).toContain('rows 2 and 3')
  })
})

describe('for any mapping and any rows', () => {
  const fields = [
    'external_account_number',
    'billing_address.street',
    'tags.0',
    'tags.2',
    ...[0, 1, 3].flatMap((index) => [
      `customers.${index}.given_name`,
      `customers.${index}.landline`,
      `customers.${index}.consents.0.type`,
      `customers.${index}.consents.1.type`,
      `sites.${index}.street`,
      `sites.${index}.meters.1.serial`,
      `sites.${index}.meters.1.reads.0.value`,
    ]),
  ]
  const cell = fc.oneof(
    fc.constant(''),
    fc.constant(' \u00a0'),
    fc.string({ maxLength: 6 }),
    fc.constantFrom('__proto__', 'constructor', '007', '+44'),
  )
  const linkedCells = fc.array(fc.tuple(cell, cell), { maxLength: 4 })

  it('payload, origins and omissions agree, and every path leads back to its cell', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(fields, { minLength: 1 }),
        fc.infiniteStream(cell),
        linkedCells,
        (mapped, stream, children) => {
          const names = mapped.map((_, index) => `c${index}`)
          const mapping: MappingInput = {
            version: 1,
            sheet: 'A',
            key: 'c0',
            columns: mapped.map((field, index) => ({ column: `c${index}`, field })),
            linked: [
              {
                sheet: 'L',
                key: 'k',
                parentKey: 'c0',
                list: 'customers',
                columns: [
                  { column: 'n', field: 'given_name' },
                  { column: 't', field: 'landline' },
                ],
              },
            ],
          }
          const plan = planOf(mapping, [sheet('A', ...names), sheet('L', 'k', 'n', 't')])
          const cells = names.map(() => stream.next().value ?? '')
          const linked = children.map(([n, t], index) => row('L', index + 2, ['k', n, t]))
          const built = buildAccount(plan, { main: [row('A', 2, cells, linked)] })
          const textAt = (ref: { sheet: string; row: number; column: string }): string => {
            if (ref.sheet === 'A') return cells[Number(ref.column.slice(1))] ?? ''
            return children[ref.row - 2]?.[ref.column === 'n' ? 0 : 1] ?? ''
          }
          const context = { ...built, row: null }
          const accounted = new Set<string>()
          for (const [path, origin] of Object.entries(built.origins)) {
            if ('fixed' in origin) continue
            expect(getAt(built.payload, parseAttr(path))).toBe(textAt(origin).trim())
            expect(place(path, context)).toEqual({ kind: 'cell', cell: origin })
            accounted.add(JSON.stringify(origin))
          }
          for (const entry of built.omitted) {
            if (entry.origin === null || 'fixed' in entry.origin) continue
            expect(textAt(entry.origin).trim() === '' || entry.reason === 'not_converted').toBe(true)
            if (entry.payloadPath !== null)
              expect(place(entry.payloadPath, context)).toEqual({ kind: 'cell', cell: entry.origin })
            accounted.add(JSON.stringify(entry.origin))
          }
          expect(accounted.size).toBe(names.length + children.length * 2)
          expect(leaves(built.payload)).toBe(
            Object.keys(built.origins).length +
              built.problems.filter((one) => one.attr?.startsWith('tags') === true).length,
          )
        },
      ),
      { numRuns: 300 },
    )
  })
})

function leaves(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((sum: number, child) => sum + leaves(child), 0)
}
