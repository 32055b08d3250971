// Tests origins for generated workbooks and mappings: each origin points at the cell that its value came from, and
// a problem at any attr is placed on that cell. The rows are in memory here; test/engine/import reads them from
// real files.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collectAccounts } from '../../../shared/payload/collect-rows.ts'
import type { MappingInput } from '../../../shared/mapping/file.ts'
import { buildAccount } from '../../../shared/payload/build.ts'
import { cellsOfPath, pathsOfCell } from '../../../shared/payload/lens.ts'
import { place } from '../../../shared/payload/problems.ts'
import { accounted, bookOf, check, noChecks } from '../../files/origin-books.ts'
import { planOf, sheet } from '../small-catalogue.ts'

describe('for every workbook and mapping', () => {
  it('origins point at the exact cells of their values, and problems are shown at these cells', () => {
    const checks = noChecks()
    fc.assert(
      fc.property(bookOf, (book) => {
        const plan = planOf(book.mapping, book.sheets)
        for (const rows of collectAccounts(plan, book.rows)) {
          const account = buildAccount(plan, rows)
          check(book, account, checks)
          accounted(book, account)
        }
      }),
      { numRuns: 200 },
    )
    // The property is meaningful only if there were cases to check.
    for (const [what, count] of Object.entries(checks)) expect([what, count > 50]).toEqual([what, true])
  })

  it('a column that fills two fields is the cell of both, and an edit of the cell changes both', () => {
    const fills = { column: 'c0', field: 'billing_address.street' }
    const mapping: MappingInput = {
      version: 1,
      sheet: 'Main',
      key: 'key',
      columns: [
        fills,
        { column: 'c0', field: 'customers.0.given_name', conversion: { kind: 'name', part: 'given' } },
      ],
    }
    const plan = planOf(mapping, [sheet('Main', 'key', 'c0')])
    const built = (text: string) => {
      const rows = new Map([['Main', [{ row: 2, cells: ['k', text] }]]])
      const [account] = collectAccounts(plan, rows).map((one) => buildAccount(plan, one))
      if (account === undefined) throw new Error('No account was built')
      return account
    }
    const cell = { sheet: 'Main', row: 2, column: 'c0' }
    for (const [text, given] of [
      ['Mr Ann Bell', 'Ann'],
      ['Bell, Bea', 'Bea'],
    ] as const) {
      const paths = pathsOfCell(cell, built(text))
      expect(Object.fromEntries(paths.map(({ attr, value }) => [attr, value]))).toEqual({
        'billing_address.street': text,
        'customers.0.given_name': given,
      })
      for (const { attr } of paths) expect(cellsOfPath(attr, built(text))).toEqual([cell])
    }
  })

  it('the second of twelve items is not confused with the twelfth', () => {
    const mapping: MappingInput = {
      version: 1,
      sheet: 'Main',
      key: 'key',
      columns: [],
      linked: [
        { sheet: 'People', key: 'key', list: 'customers', columns: [{ column: 'c0', field: 'given_name' }] },
      ],
    }
    const plan = planOf(mapping, [sheet('Main', 'key'), sheet('People', 'key', 'c0')])
    const people = Array.from({ length: 12 }, (_, at) => ({ row: at + 2, cells: ['k', `t${at}`] }))
    const rows = new Map([
      ['Main', [{ row: 2, cells: ['k'] }]],
      ['People', people],
    ])
    const [account] = collectAccounts(plan, rows).map((one) => buildAccount(plan, one))
    if (account === undefined) throw new Error('No account was built')
    expect(place('customers.1', { ...account, row: null })).toEqual({
      kind: 'section',
      exact: false,
      path: 'customers.1',
      cells: [{ sheet: 'People', row: 3, column: 'c0' }],
    })
  })
})
