// Tests the preview of a mapping change on a sample, and the changes themselves.
import { describe, expect, it } from 'vitest'
import { withColumn, withRestIgnored } from '../../../shared/mapping/draft.ts'
import type { ColumnChange } from '../../../shared/mapping/draft.ts'
import { compileMapping } from '../../../shared/mapping/compile/compile.ts'
import { mappingFile } from '../../../shared/mapping/file.ts'
import type { Mapping } from '../../../shared/mapping/file.ts'
import type { Problem } from '../../../shared/payload/problems.ts'
import { requiredFields } from '../../../shared/mapping/required-fields.ts'
import type { SourceRow } from '../../../shared/sheet/sheet.ts'
import { whatIf } from '../../../shared/mapping/what-if.ts'
import type { WhatIf } from '../../../shared/mapping/what-if.ts'
import { exampleCatalogue } from '../example-catalogue.ts'
import { sheet, smallCatalogue } from '../small-catalogue.ts'

const catalogue = smallCatalogue()
const sheets = [sheet('A', 'No', 'Name', 'Years', 'Sold'), sheet('M', 'No', 'Street', 'Note')]
const base: Mapping = mappingFile.parse({
  version: 1,
  sheet: 'A',
  key: 'No',
  columns: [
    { column: 'No', field: 'external_account_number' },
    { column: 'Name', field: 'customers.0.given_name' },
  ],
  linked: [{ sheet: 'M', key: 'No', list: 'sites', columns: [{ column: 'Street', field: 'street' }] }],
})
const rowsOf = (rows: readonly (readonly string[])[]): SourceRow[] =>
  rows.map((cells, at) => ({ row: at + 2, cells }))
const rows = new Map([
  [
    'A',
    rowsOf([
      ['1', 'Ann', '30', '2026-01-02'],
      ['2', 'Bo', 'x', ''],
      ['3', '', '', '03/04/2026'],
      ['4', 'Cy', '41', ''],
      ['5', '', '42', ''],
      ['6', '', '43', ''],
      ['7', '', '44', ''],
    ]),
  ],
  [
    'M',
    rowsOf([
      ['1', 'High St', ''],
      ['9', 'Nowhere', ''],
    ]),
  ],
])
/** Fake of the catalogue check: it refuses one name. */
const check = (payload: Readonly<Record<string, unknown>>): Problem[] =>
  JSON.stringify(payload).includes('"given_name":"Bo"')
    ? [{ source: 'local', attr: 'customers.0.given_name', code: 'min_length', message: 'too short' }]
    : []
const change = (to: ColumnChange['to'], column = 'Years', name = 'A'): Mapping =>
  withColumn(base, 'A', { sheet: name, column, to })
const effect = (after: Mapping, field: string, supplier: string | null = 'ACME'): WhatIf =>
  whatIf({ before: base, after, field, sheets, rows, catalogue, supplier, check })

describe('the effect of mapping a column to a field', () => {
  it('counts problems and accounts before and after, with the problems by code', () => {
    const { before, after } = effect(change({ field: 'customers.0.age' }), 'customers.0.age')
    expect(before).toMatchObject({ accounts: 7, accountsWithProblems: 1, problems: 1, mapping: [] })
    expect(after).toMatchObject({ accounts: 7, accountsWithProblems: 1, problems: 2 })
    expect(after.byCode).toEqual([
      { code: 'invalid', count: 1 },
      { code: 'min_length', count: 1 },
    ])
  })
  it('of a column that fills another field too keeps or replaces that field as asked', () => {
    const once = withColumn(base, 'A', { sheet: 'A', column: 'Years', to: { field: 'customers.0.age' } })
    const fields = (mapping: Mapping): string[] =>
      mapping.columns.flatMap((one) => ('field' in one && one.column === 'Years' ? [one.field] : []))
    const also = { sheet: 'A', column: 'Years', to: { field: 'name' } }
    expect(fields(withColumn(once, 'A', { ...also, instead: null }))).toEqual(['customers.0.age', 'name'])
    expect(fields(withColumn(once, 'A', { ...also, instead: 'customers.0.age' }))).toEqual(['name'])
    expect(fields(withColumn(once, 'A', also))).toEqual(['name'])
  })
  it('shows five values of the field with their cells, and the problem if there is no value', () => {
    const { values } = effect(change({ field: 'customers.0.age' }), 'customers.*.age')
    expect(values.map((one) => (one.kind === 'value' ? one.value : one.kind))).toEqual([
      30,
      'problem',
      41,
      42,
      43,
    ])
    expect(values[0]).toMatchObject({
      key: '1',
      attr: 'customers.0.age',
      origin: { sheet: 'A', row: 2, column: 'Years' },
    })
    expect(values[1]).toMatchObject({ key: '2', origin: { sheet: 'A', row: 3, column: 'Years' } })
  })
  it('includes that of a conversion', () => {
    const plain = effect(change({ field: 'sold' }, 'Sold'), 'sold')
    const read = { kind: 'date', pattern: 'dd/MM/yyyy' } as const
    const converted = effect(change({ field: 'sold', conversion: read }, 'Sold'), 'sold')
    expect(plain.values.map((one) => one.kind)).toEqual(['value', 'problem'])
    expect(converted.values.map((one) => (one.kind === 'value' ? one.value : one.kind))).toEqual([
      'problem',
      '2026-04-03',
    ])
  })
  it('includes columns of linked sheets whose rows belong to the sampled accounts', () => {
    const { values } = effect(change({ field: 'street' }, 'Street', 'M'), 'sites.*.street')
    expect(values).toMatchObject([
      { key: '1', attr: 'sites.0.street', value: 'High St', origin: { sheet: 'M', row: 2 } },
    ])
  })
  it('reports the errors of a mapping that cannot be built', () => {
    const { after } = effect(change({ field: 'customers.0.shoe_size' }), 'customers.0.shoe_size')
    expect(after.mapping.map((one) => one.code)).toEqual(['field_unknown'])
    expect(after).toMatchObject({ accounts: 0, problems: 0 })
  })
  it('can be shown while the supplier and other columns are still undecided', () => {
    const { before } = effect(base, 'customers.0.given_name', null)
    expect(before).toMatchObject({ accounts: 7, mapping: [] })
    expect(before.required).toEqual({ covered: 1, total: 2, missing: ['import_supplier'] })
  })
})

describe('required fields', () => {
  it('of an object count once one of its fields is mapped', () => {
    const example = exampleCatalogue()
    const columns = [{ column: 'No', field: 'external_account_number' }]
    const some = mappingFile.parse({ version: 1, key: 'No', columns })
    const more = mappingFile.parse({
      version: 1,
      key: 'No',
      columns: [...columns, { column: 'Street', field: 'billing_address.street_address' }],
      fixed: [{ field: 'billing_address.country', value: 'GB' }],
    })
    const missing = (mapping: Mapping): string[] =>
      requiredFields(example, mapping, 'ACME')
        .filter((one) => !one.covered)
        .map((one) => one.path)
    expect(missing(some)).toEqual([])
    expect(missing(more)).toEqual(['billing_address.postal_code'])
    const linked = {
      sheet: 'S',
      key: 'No',
      list: 'supply_addresses',
      columns: [{ column: 'Zip', field: 'postal_code' }],
    }
    expect(missing({ ...some, linked: [linked] })).toEqual([
      'supply_addresses.*.street_address',
      'supply_addresses.*.occupied_from',
    ])
  })
})

describe('a change of one column', () => {
  it('replaces its earlier decision, on its own sheet only', () => {
    const ignored = withColumn(base, 'A', { sheet: 'M', column: 'Street', to: 'ignore' })
    expect(ignored.linked[0]?.columns).toEqual([{ column: 'Street', ignore: true }])
    expect(ignored.columns).toEqual(base.columns)
    const open = withColumn(base, 'A', { sheet: 'A', column: 'Name', to: null })
    expect(open.columns.map((one) => one.column)).toEqual(['No'])
  })
  it('adds a field of the items that grouped rows become to its group', () => {
    const grouped = mappingFile.parse({
      ...base,
      columns: [{ column: 'No', field: 'external_account_number' }],
      grouped: [{ list: 'customers', columns: [{ column: 'Name', field: 'given_name' }] }],
    })
    const to = { field: 'customers.*.age' }
    const after = withColumn(grouped, 'A', { sheet: 'A', column: 'Years', to })
    expect(after.columns).toEqual(grouped.columns)
    expect(after.grouped[0]?.columns).toEqual([
      { column: 'Name', field: 'given_name' },
      { column: 'Years', field: 'age' },
    ])
    const seen = whatIf({
      before: grouped,
      after,
      field: 'customers.*.age',
      sheets,
      rows,
      catalogue,
      supplier: 'ACME',
      check,
    })
    expect(seen.values[0]).toMatchObject({ kind: 'value', attr: 'customers.0.age', value: 30 })
  })

  it('removes the column from a grouped list', () => {
    const grouped = {
      ...base,
      columns: base.columns.slice(0, 1),
      grouped: [{ list: 'customers', columns: [{ column: 'Name', field: 'given_name' }] }],
    }
    const changed = withColumn(grouped, 'A', {
      sheet: 'A',
      column: 'Name',
      to: { field: 'billing_address.street' },
    })
    expect(changed.grouped[0]?.columns).toEqual([])
    expect(changed.columns).toContainEqual({ column: 'Name', field: 'billing_address.street' })
  })
  it('an unfinished mapping compiles with the other columns ignored, and ignores no key', () => {
    const { linked, ...rest } = base
    const nested: Mapping = {
      ...rest,
      linked: [...linked, { sheet: 'M', key: 'No', list: 'customers', columns: [] }],
    }
    const whole = withRestIgnored(nested, sheets)
    expect(compileMapping(whole, sheets, catalogue, { supplier: 'ACME' })).toMatchObject({ ok: true })
    expect(whole.columns.slice(2).map((one) => one.column)).toEqual(['Years', 'Sold'])
    expect(whole.linked.map((link) => link.columns.map((one) => one.column))).toEqual([
      ['Street', 'Note'],
      [],
    ])
  })
})
