// Tests compiling mappings: every error is reported with its place in the mapping file.
import { describe, expect, it } from 'vitest'
import { compileMapping } from '../../../shared/mapping/compile/compile.ts'
import { mappingFile } from '../../../shared/mapping/file.ts'
import type { MappingInput } from '../../../shared/mapping/file.ts'
import { readMappingFile } from '../../../shared/mapping/read.ts'
import { planOf, sheet, smallCatalogue } from '../small-catalogue.ts'
import { inEnglish } from '../../../shared/texts/message.ts'

const accounts = sheet('Accounts', 'Account No', 'Name', 'Tel')
const customers = sheet('Customers', 'Account No', 'Name')
const good: MappingInput = {
  version: 1,
  sheet: 'Accounts',
  key: 'Account No',
  columns: [
    { column: 'Account No', field: 'external_account_number' },
    { column: 'Name', field: 'customers.0.given_name' },
    { column: 'Tel', ignore: true },
  ],
}
function wrong(
  change: Partial<MappingInput>,
  sheets = [accounts, customers],
  supplier: string | null = 'ACME',
): string[] {
  const compiled = compileMapping(mappingFile.parse({ ...good, ...change }), sheets, smallCatalogue(), {
    supplier,
  })
  return compiled.ok ? [] : compiled.problems.map((problem) => `${problem.code} ${problem.where}`)
}
const messages = (change: Partial<MappingInput>): string => {
  const compiled = compileMapping(
    mappingFile.parse({ ...good, ...change }),
    [accounts, customers],
    smallCatalogue(),
    { supplier: 'A' },
  )
  return compiled.ok ? '' : compiled.problems.map((problem) => inEnglish(problem.message)).join('\n')
}
const [key, name, tel] = good.columns
if (key === undefined || name === undefined || tel === undefined) throw new Error('three columns')

describe('a mapping', () => {
  it('that fits gives a plan, and names the unused sheets', () => {
    expect(planOf(good, [accounts, customers])).toMatchObject({
      sheet: 'Accounts',
      key: [0],
      groupsRows: false,
      unusedSheets: ['Customers'],
    })
  })
  it('may omit its sheet if only one has columns', () => {
    const { sheet: _, ...rest } = good
    expect(planOf(rest, [accounts, sheet('Empty')]).sheet).toBe('Accounts')
  })
  it('ignores Carryover’s own result columns automatically', () => {
    expect(wrong({}, [sheet('Accounts', 'Account No', 'Name', 'Tel', 'carryover_account')])).toEqual([])
  })
  it('reports every problem, not only the first', () => {
    const found = wrong({
      key: 'Nr',
      columns: [{ column: 'Naem', field: 'customers.0.given_nam' }],
      fixed: [{ field: 'customers', value: 'x' }],
    })
    expect(found).toEqual([
      'column_unknown key',
      'column_unknown columns[0].column',
      'field_unknown columns[0].field',
      'field_not_a_value fixed[0].field',
      'column_not_mapped columns',
      'column_not_mapped columns',
      'column_not_mapped columns',
    ])
  })
  it('suggests the probable name', () => {
    expect(messages({ columns: [key, tel, { column: 'Nmae', field: 'customers.1.given_nam' }] })).toContain(
      'Did you mean “Name”?',
    )
    expect(messages({ columns: [key, tel, { column: 'Name', field: 'customers.1.given_nam' }] })).toContain(
      'Did you mean “customers.1.given_name”?',
    )
    expect(messages({ columns: [key, tel, { column: 'Name', field: 'customers.given_name' }] })).toContain(
      'Did you mean “customers.0.given_name”?',
    )
    expect(messages({ sheet: 'Acounts' })).toContain('Did you mean “Accounts”?')
  })

  const link = {
    sheet: 'Customers',
    key: 'Account No',
    list: 'customers',
    columns: [{ column: 'Name', field: 'given_name' }],
  }
  it.each<[string, Partial<MappingInput>, string[]]>([
    [
      'one field from two columns',
      { columns: [key, name, { column: 'Tel', field: 'customers.0.given_name' }] },
      ['field_mapped_twice columns[2].field'],
    ],
    [
      'a column mapped and ignored',
      { columns: [...good.columns, { column: 'Name', ignore: true }] },
      ['column_mapped_and_ignored columns'],
    ],
    [
      'a list as a field',
      { columns: [key, tel, { column: 'Name', field: 'customers' }] },
      ['field_not_a_value columns[2].field'],
    ],
    [
      'a star as an index',
      { columns: [key, tel, { column: 'Name', field: 'customers.*.landline' }] },
      ['field_unknown columns[2].field'],
    ],
    [
      'an index beyond reason',
      { columns: [key, tel, { column: 'Name', field: 'customers.99999999.landline' }] },
      ['field_unknown columns[2].field'],
    ],
    [
      'a hostile field',
      { columns: [key, tel, { column: 'Name', field: '__proto__.polluted' }] },
      ['field_unknown columns[2].field'],
    ],
    [
      'a number fixed for text',
      { fixed: [{ field: 'customers.0.landline', value: 7 }] },
      ['fixed_invalid fixed[0].value'],
    ],
    [
      'text fixed for a number',
      { fixed: [{ field: 'customers.0.age', value: '7' }] },
      ['fixed_invalid fixed[0].value'],
    ],
    [
      'an impossible fixed date',
      { fixed: [{ field: 'sold', value: '2026-02-31' }] },
      ['fixed_invalid fixed[0].value'],
    ],
    [
      'a supplier fixed twice',
      {
        fixed: [
          { field: 'import_supplier', value: 'A' },
          { field: 'import_supplier', value: 'B' },
        ],
      },
      ['field_mapped_twice fixed[1].field'],
    ],
    [
      'a fixed value for a mapped field',
      { fixed: [{ field: 'customers.0.given_name', value: 'A' }] },
      ['field_mapped_twice fixed[0].field'],
    ],
    [
      'an unknown linked sheet',
      { linked: [{ ...link, sheet: 'People' }] },
      ['sheet_unknown linked[0].sheet'],
    ],
    [
      'a sheet linked to itself',
      { linked: [{ ...link, sheet: 'Accounts' }] },
      ['linked_to_itself linked[0].sheet'],
    ],
    [
      'a linked list that is none',
      { linked: [{ ...link, list: 'billing_address' }] },
      ['list_unknown linked[0].list', 'column_not_mapped linked[0].columns'],
    ],
    [
      'a parent key that is not there',
      { linked: [{ ...link, parentKey: 'No' }] },
      ['column_unknown linked[0].parentKey'],
    ],
    [
      'keys of different lengths',
      { linked: [{ ...link, parentKey: ['Account No', 'Name'] }] },
      ['keys_differ linked[0].parentKey'],
    ],
    [
      'a linked column left over',
      { linked: [{ ...link, columns: [] }] },
      ['column_not_mapped linked[0].columns'],
    ],
  ])('with %s is refused at that place', (_, change, expected) => {
    expect(wrong(change)).toEqual(expected)
  })

  it('says that a field fixed twice has two fixed values', () => {
    const fixed = ['A', 'B'].map((value) => ({ field: 'import_supplier', value }))
    expect(messages({ fixed })).toContain('The field import_supplier has two fixed values: keep one.')
  })

  it('needs a sheet if the file has several, and always a source for the supplier', () => {
    const { sheet: _, ...rest } = good
    const compiled = compileMapping(mappingFile.parse(rest), [accounts, customers], smallCatalogue(), {
      supplier: 'A',
    })
    expect(compiled.ok ? [] : compiled.problems.map((problem) => problem.code)).toEqual(['sheet_missing'])
    expect(wrong({}, [accounts], null)).toEqual(['supplier_missing fixed'])
    expect(wrong({ fixed: [{ field: 'import_supplier', value: 'B' }] }, [accounts], 'A')).toEqual([])
  })
})

describe('a mapping file', () => {
  it.each([
    [{ version: 2, key: 'A', columns: [] }, 'version', 'must be 1'],
    [{ version: 1, columns: [] }, 'key', 'is missing'],
    [{ version: 1, key: 'A', columns: [{ column: 'B' }] }, 'columns[0].field', 'is missing'],
    [{ version: 1, key: 'A', columns: [{ column: 'B', feild: 'x' }] }, 'columns[0].field', 'is missing'],
    [
      { version: 1, key: 'A', columns: [{ column: 'B', field: 'x', conversion: { kind: 'datum' } }] },
      'columns[0].conversion.kind',
      'unknown “kind”',
    ],
    [{ version: 1, key: 'A', columns: [], extra: 1 }, '', '“extra”'],
    [
      { version: 1, key: 'A', columns: [], linked: [{ sheet: 'S', key: 'A', columns: [] }] },
      'linked[0].list',
      'is missing',
    ],
    ['text', '', 'must be an object'],
  ])('%j is refused at “%s”', (json, where, words) => {
    const read = readMappingFile(json)
    if (read.ok) throw new Error('accepted')
    expect(read.problems.map((problem) => problem.where)).toContain(where)
    expect(read.problems.map((problem) => inEnglish(problem.message)).join('\n')).toContain(words)
  })
})
