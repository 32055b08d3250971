// Tests grouping rows into accounts in their order, and the report on rows that are linked to nothing.
import { describe, expect, it } from 'vitest'
import { collectAccounts } from '../../../shared/payload/collect-rows.ts'
import { joinReports } from '../../../shared/mapping/join-report.ts'
import type { JoinReport, KeyRow } from '../../../shared/mapping/join-report.ts'
import type { MappingInput } from '../../../shared/mapping/file.ts'
import { keyOf } from '../../../shared/mapping/plan.ts'
import { buildAccount } from '../../../shared/payload/build.ts'
import type { SourceRow } from '../../../shared/sheet/sheet.ts'
import { planOf, sheet } from '../small-catalogue.ts'
import { english } from '../../support/english.ts'

const linked: MappingInput = {
  version: 1,
  sheet: 'A',
  key: 'No',
  columns: [{ column: 'No', field: 'external_account_number' }],
  linked: [
    { sheet: 'C', key: 'Acct', list: 'customers', columns: [{ column: 'Name', field: 'given_name' }] },
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
          linked: [
            { sheet: 'R', key: 'Serial', list: 'reads', columns: [{ column: 'Value', field: 'value' }] },
          ],
        },
      ],
    },
  ],
}
const sheets = [
  sheet('A', 'No'),
  sheet('C', 'Acct', 'Name'),
  sheet('S', 'No', 'Site'),
  sheet('M', 'No', 'Site', 'Serial'),
  sheet('R', 'Serial', 'Value'),
]
const numbered = (...rows: string[][]): SourceRow[] => rows.map((cells, at) => ({ row: at + 2, cells }))
const rows = new Map([
  ['A', numbered(['1'], ['2'], ['3'], [''])],
  ['C', numbered(['2', 'Bo'], [' 1 ', 'Ann'], ['1', 'Al'], ['', 'Nobody'], ['9', 'Zed'])],
  ['S', numbered(['1', 'X'], ['9', 'Q'], ['1', 'Y'], ['2', 'X'])],
  ['M', numbered(['1', 'Y', 'm1'], ['9', 'Q', 'm2'], ['1', 'X', 'm3'], ['1', 'Z', 'm4'], ['1', 'X', 'm5'])],
  ['R', numbered(['m5', '7'], ['m2', '8'], ['m4', '9'], ['m5', '6'])],
])
const plan = planOf(linked, sheets)
const keysOf = (name: string, columns: readonly number[]): KeyRow[] =>
  (rows.get(name) ?? []).map((row) => ({ row: row.row, key: keyOf(row, columns) }))
const reports = joinReports(plan, keysOf)
const report = (name: string): JoinReport | undefined => reports.find((one) => one.sheet === name)
const numbersOf = (reported: { readonly first: readonly KeyRow[] } | undefined): number[] | undefined =>
  reported?.first.map((one) => one.row)

describe('linked rows', () => {
  it('follow their own sheet’s order within the order of their parents, at every depth', () => {
    const [first, second] = collectAccounts(plan, rows).map((one) => buildAccount(plan, one))
    expect(first?.payload['customers']).toEqual([{ given_name: 'Ann' }, { given_name: 'Al' }])
    expect(first?.payload['sites']).toEqual([
      { street: 'X', meters: [{ serial: 'm3' }, { serial: 'm5', reads: [{ value: '7' }, { value: '6' }] }] },
      { street: 'Y', meters: [{ serial: 'm1' }] },
    ])
    expect(second?.payload).toMatchObject({ customers: [{ given_name: 'Bo' }], sites: [{ street: 'X' }] })
  })
  it('all belong to one account, or are reported as orphans, cut off, or without a key', () => {
    const used = collectAccounts(plan, rows).flatMap((one) => buildAccount(plan, one).rows)
    for (const [name, list] of rows) {
      const found = report(name)
      const reported =
        found === undefined ? 0 : found.orphans.count + found.cutOff.count + found.withoutKey.count
      expect(new Set(used.filter((one) => one.sheet === name).map((one) => one.row)).size + reported).toBe(
        list.length,
      )
    }
  })
})

describe('a join', () => {
  it('reports children whose key matches no parent, and those without a key', () => {
    expect(numbersOf(report('C')?.orphans)).toEqual([6])
    expect(numbersOf(report('C')?.withoutKey)).toEqual([5])
    expect(numbersOf(report('S')?.orphans)).toEqual([3])
    expect(numbersOf(report('M')?.orphans)).toEqual([5])
  })
  it('reports rows whose parent exists but belongs to no account itself', () => {
    expect(numbersOf(report('M')?.cutOff)).toEqual([3])
    expect(numbersOf(report('R')?.cutOff)).toEqual([3, 4])
  })
  it('reports parents without children, if they belong to accounts', () => {
    expect(numbersOf(report('C')?.childless)).toEqual([4])
    expect(numbersOf(report('S')?.childless)).toEqual([4])
    expect(numbersOf(report('M')?.childless)).toEqual([5])
    expect(numbersOf(report('R')?.childless)).toEqual([2, 4])
  })
  it('is described in sentences with row numbers, and names only some of many', () => {
    expect(english(report('S')?.sentences)).toEqual([
      '1 row of “S” has a key that no row of “A” has, so it is part of no account (row 3).',
      '1 row of “A” has no row on “S” (row 4).',
    ])
    const many = joinReports(
      plan,
      (name, columns) =>
        name === 'C'
          ? Array.from({ length: 30 }, (_, at) => ({ row: at + 2, key: 'q' }))
          : keysOf(name, columns),
      10,
    )
    expect(many[0]?.orphans).toMatchObject({ count: 30 })
    expect(many[0]?.orphans.first).toHaveLength(10)
    expect(english(many[0]?.sentences[0])).toContain('(rows 2, 3, 4, 5, 6 and 25 more)')
  })
})

describe('grouped rows', () => {
  const grouped = planOf(
    {
      version: 1,
      key: 'No',
      columns: [{ column: 'No', field: 'external_account_number' }],
      grouped: [{ list: 'customers', columns: [{ column: 'Name', field: 'given_name' }] }],
    },
    [sheet('G', 'No', 'Name')],
  )
  it('are grouped by key anywhere in the sheet, in order of first rows; rows without a key stay alone', () => {
    const list = numbered(
      ['2', 'Bo'],
      ['', 'No one'],
      ['1', 'Ann'],
      ['2', 'Bea'],
      ['', 'Nor me'],
      ['1 ', 'Al'],
    )
    const built = collectAccounts(grouped, new Map([['G', list]])).map((one) => buildAccount(grouped, one))
    expect(built.map((one) => [one.key, ...one.rows.map((ref) => ref.row)])).toEqual([
      ['2', 2, 5],
      ['', 3],
      ['1', 4, 7],
      ['', 6],
    ])
    expect(built[0]?.payload['customers']).toEqual([{ given_name: 'Bo' }, { given_name: 'Bea' }])
    expect(built[1]?.problems.map((one) => one.code)).toEqual(['key_missing'])
  })
})
