// Measures the suggestions from headers alone, over the tables of header-table.ts with the example catalogue:
// `certain` is never wrong, and `likely` hardly ever.
import { beforeAll, describe, expect, it } from 'vitest'
import { suggestMapping } from '../../../shared/mapping/suggest/suggest.ts'
import { exampleCatalogue } from '../example-catalogue.ts'
import { freshTable, headerTable, heldOutTable } from '../header-table.ts'
import { sheet } from '../small-catalogue.ts'

const catalogue = exampleCatalogue()
const identity = 'external_account_number'

type Outcome = {
  readonly header: string
  readonly expected: string
  readonly got: string
  readonly certainty: string
}

/** Each header on a separate sheet, next to the account's key. */
function outcomes(table: Readonly<Record<string, readonly string[]>>): Outcome[] {
  return Object.entries(table).flatMap(([expected, headers]) =>
    headers.map((header) => {
      const columns = expected === identity ? [header] : [identity, header]
      const { reasons } = suggestMapping([sheet('Sheet1', ...columns)], catalogue, {
        supplier: 'ACME',
        identityFields: ['import_supplier', identity],
      })
      const found = columns.length === 1 ? reasons[0] : reasons.find((one) => one.column !== identity)
      return { header, expected, got: found?.field ?? '', certainty: found?.certainty ?? 'none' }
    }),
  )
}

const tables = [
  ['worked on', headerTable, { headers: 381, recall: 0.99 }],
  ['looked at once', heldOutTable, { headers: 262, recall: 0.97 }],
  ['never looked at', freshTable, { headers: 162, recall: 0.84 }],
] as const

describe.each(tables)('of the headers that were %s', (_, table, least) => {
  const all: Outcome[] = []
  beforeAll(() => {
    all.push(...outcomes(table))
  })
  const wrong = (certainty: string): string[] =>
    all
      .filter((one) => one.certainty === certainty && one.got !== one.expected)
      .map((one) => `${one.header} → ${one.got}, not ${one.expected === '' ? 'anything' : one.expected}`)

  it('no certain suggestion is wrong', () => {
    expect(all.length).toBe(least.headers)
    expect(wrong('certain')).toEqual([])
    expect(all.filter((one) => one.certainty === 'certain').length).toBeGreaterThan(all.length / 4)
  })
  it('no likely suggestion is wrong', () => {
    expect(wrong('likely')).toEqual([])
  })
  it('nearly all headers with a field get it', () => {
    const wanted = all.filter((one) => one.expected !== '')
    const found = wanted.filter((one) => one.got === one.expected)
    expect(found.length / wanted.length).toBeGreaterThanOrEqual(least.recall)
  })
})
