// Tests the three-way comparison of one account, whatever rows and edits it has: every local edit gets a line, and
// every text of the newer file that differs is reported.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareAccount, type Sheets } from '../../../electron/engine/fixing/version-merge/compare-account.ts'
import type { VersionRow } from '../../../electron/engine/store/fixing/versions.ts'
import { pairSheets, type VersionSheet } from '../../../shared/fixing/version-merge.ts'
import { times } from '../../support/repeats.ts'

const names = ['Key', 'A', 'B', 'C']
const sheet = (
  position: number,
  name: string,
  role: VersionSheet['role'],
  columns: readonly string[],
): VersionSheet => ({
  position,
  role,
  info: {
    name,
    hidden: false,
    headerRow: 1,
    columns: columns.map((column, index) => ({ index, header: column, name: column })),
  },
  fields: new Map(),
})
const text: fc.Arbitrary<string> = fc.constantFrom('', 'a', 'b', 'c')
const cells = fc.array(text, { minLength: 3, maxLength: 3 })
const edits = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 3 }), text), {
  selector: ([at]) => at,
  maxLength: 3,
})

/** The newer file lacks the column C in some runs; linked rows go with the account's own. */
const world = fc.record({
  alone: fc.boolean(),
  lacks: fc.boolean(),
  old: fc.array(fc.tuple(cells, edits), { minLength: 1, maxLength: 4 }),
  linked: fc.array(fc.tuple(cells, edits), { maxLength: 4 }),
  fresh: fc.array(cells, { minLength: 1, maxLength: 4 }),
  freshLinked: fc.array(cells, { maxLength: 4 }),
})

const none: ReadonlyMap<number, string> = new Map()
const rowOf = (
  sheetAt: number,
  row: number,
  own: readonly string[],
  edited: ReadonlyMap<number, string>,
): VersionRow => ({
  account: 1,
  sheet: sheetAt,
  row,
  read: ['K', ...own],
  edits: edited,
})

test('every edit is carried over, already done, conflicting or without a place; all changes are reported', () => {
  fc.assert(
    fc.property(world, (made) => {
      const columns = made.lacks ? names.slice(0, 3) : names
      const there = [sheet(0, 'Main', 'main', names), sheet(1, 'Below', 'linked', names)]
      const here = [sheet(0, 'Main', 'main', columns), sheet(1, 'Below', 'linked', columns)]
      const ties = new Map([0, 1].map((position) => [position, new Set([0])]))
      const common = { main: 0, key: [0], alone: made.alone, ties }
      const sheets: Sheets = {
        pairs: pairSheets(there, here),
        here: { ...common, sheets: here },
        there: { ...common, sheets: there },
      }
      // An edit with the original text is no edit.
      const earlierOf = (
        position: number,
        list: readonly (readonly [string[], [number, string][]])[],
      ): VersionRow[] =>
        list.map(([own, edited], at) =>
          rowOf(position, at + 2, own, new Map(edited.filter(([col, to]) => own[col - 1] !== to))),
        )
      const freshOf = (position: number, list: readonly string[][]): VersionRow[] =>
        list.map((own, at) => rowOf(position, at + 2, own.slice(0, columns.length - 1), none))
      const earlierRows = [...earlierOf(0, made.old), ...earlierOf(1, made.linked)]
      const rows = [...freshOf(0, made.fresh), ...freshOf(1, made.freshLinked)]
      const { lines } = compareAccount(sheets, { key: 'K', earlier: 9, rows, earlierRows })

      for (const row of earlierRows)
        for (const [col, ours] of row.edits) {
          const reported = lines.filter(
            ({ detail, col: at, kind }) =>
              detail.oldRow === row.row &&
              detail.ours === ours &&
              (kind === 'lost' ? detail.columnName === names[col] : at === col),
          )
          expect(reported.length).toBeGreaterThanOrEqual(1)
        }
      // For rows matched as the same: each cell of the newer one equals the old one's, or is reported.
      const reportedCells = lines.filter(({ col }) => col !== null)
      for (const { row, col, sheet: at, detail } of reportedCells) {
        const fresh = rows.find((one) => one.sheet === at && one.row === row)
        expect(fresh?.read[col ?? 0]).toBe(detail.fresh)
      }
      // No cell of the newer file is reported twice.
      const places = reportedCells.map(({ sheet: at, row, col }) => `${at} ${row} ${col}`)
      expect(new Set(places).size).toBe(places.length)
    }),
    { numRuns: times(600) },
  )
})
