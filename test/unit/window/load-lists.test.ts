// Tests the Load step's derived lists: warnings by kind with none lost, rows found by their number, other batches
// listed once, and reading options with nothing but the user's choices.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { otherBatches } from '../../../renderer/steps/load/other-batches.ts'
import { fillOn, withChoice, withFill, withHeaderRow } from '../../../renderer/steps/load/choices.ts'
import { placeOfRow } from '../../../renderer/steps/load/grid/row-place.ts'
import { groupWarnings, linesOf } from '../../../renderer/steps/load/warning-groups.ts'
import type { FileWarning } from '../../../shared/sheet/sheet.ts'

const cell = (code: string, row: number | null, column: string | null = 'Phone'): FileWarning => ({
  code,
  message: `${code} in ${row ?? 'many rows'}`,
  sheet: 'Accounts',
  row,
  column,
})

describe('warnings by kind', () => {
  it('lists kinds with most cells first, and counts summarized warnings separately', () => {
    const groups = groupWarnings([
      cell('hidden_rows', null, null),
      cell('digits_lost', 4),
      cell('digits_lost', 5),
      cell('digits_lost', null),
    ])
    expect(groups.map(({ code, reported, summed }) => [code, reported.length, summed.length])).toEqual([
      ['digits_lost', 2, 1],
      ['hidden_rows', 1, 0],
    ])
  })

  it('counts cells by the summaries, which include the warnings that are listed one by one', () => {
    const groups = groupWarnings([
      { ...cell('mixed_types', 4), count: 7 },
      cell('digits_lost', 4),
      { ...cell('digits_lost', null), count: 230 },
      cell('digits_lost', 9, 'Meter'),
      cell('outer_blanks', 3),
      cell('outer_blanks', null),
    ])
    expect(groups.map(({ code, cells, atLeast }) => [code, cells, atLeast])).toEqual([
      ['digits_lost', 231, false],
      ['mixed_types', 7, false],
      ['outer_blanks', 1, true],
    ])
  })

  it('shows every warning once when all kinds are expanded, and none when all are collapsed', () => {
    const warning = fc.record({
      code: fc.constantFrom('formula', 'digits_lost', 'hidden_sheet'),
      message: fc.string(),
      sheet: fc.constantFrom('A', 'B', null),
      row: fc.option(fc.nat(50)),
      column: fc.constantFrom('Phone', 'Name', null),
    })
    fc.assert(
      fc.property(fc.array(warning, { maxLength: 60 }), (warnings) => {
        const groups = groupWarnings(warnings)
        const open = linesOf(groups, () => true)
        const reported = open.flatMap((line) => (line.kind === 'warning' ? [line.warning] : []))
        expect(reported).toHaveLength(warnings.length)
        expect(new Set(reported)).toEqual(new Set(warnings))
        expect(linesOf(groups, () => false)).toHaveLength(groups.length)
      }),
    )
  })
})

describe('the position of a row', () => {
  it('is found in a sheet with gaps; for a blank row it is the nearest row above', async () => {
    const rowNumbers = fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 120 })
    await fc.assert(
      fc.asyncProperty(
        rowNumbers,
        fc.integer({ min: 1, max: 420 }),
        fc.nat(500),
        async (some, row, guess) => {
          const rows = some.toSorted((one, two) => one - two)
          const above = rows.findLastIndex((one) => one <= row)
          const place = await placeOfRow(row, guess, rows.length, async (at) => rows[at] ?? null)
          if (rows.includes(row)) expect(place).toBe(rows.indexOf(row))
          else expect(place).toBe(above === -1 ? null : above)
        },
      ),
    )
  })

  it('needs only one query in a sheet without gaps', async () => {
    const asked: number[] = []
    const place = await placeOfRow(902, 900, 5_000, async (at) => {
      asked.push(at)
      return at + 2
    })
    expect([place, asked]).toEqual([900, [900]])
  })
})

describe('other batches', () => {
  it('are listed once each, those with the most sent accounts first', () => {
    const batches = [1, 2, 3].map((id) => ({ id, name: `Batch ${id}`, createdAt: id }))
    const shared = [{ batch: 3, name: 'Batch 3', accounts: 40, sent: 12 }]
    const others = otherBatches({ sameFileAs: [3, 1] }, shared, batches)
    expect(others).toEqual([
      { batch: 3, name: 'Batch 3', accounts: 40, sent: 12, sameFile: true, openedAt: 3 },
      { batch: 1, name: 'Batch 1', accounts: 0, sent: 0, sameFile: true, openedAt: 1 },
    ])
  })
})

describe('reading choices', () => {
  it('are empty again when each is reverted', () => {
    const chosen = withHeaderRow(withChoice({}, { encoding: 'windows-1252' }), 'Accounts', 4)
    expect(chosen).toEqual({ encoding: 'windows-1252', headerRows: { Accounts: 4 } })
    expect(withHeaderRow(withChoice(chosen, { encoding: undefined }), 'Accounts', null)).toEqual({})
  })

  it('of one sheet do not change the others', () => {
    const both = withHeaderRow(withHeaderRow({}, 'Accounts', 4), 'Meters', 2)
    expect(withHeaderRow(both, 'Meters', null)).toEqual({ headerRows: { Accounts: 4 } })
  })

  it('made for every sheet at the opening are reverted by a sheet’s own choices', () => {
    expect(withHeaderRow({ headerRow: 3 }, 'Accounts', null)).toEqual({})
  })

  it('a sheet is emptied again also where every sheet is filled, as the command line can ask for', () => {
    const all = { fill: { columns: ['Region'] } }
    expect(fillOn(all, 'Accounts')).toEqual({ columns: ['Region'] })
    const both = withFill(all, 'Accounts', { merged: 'down' })
    expect(fillOn(both, 'Accounts')).toEqual({ columns: ['Region'], merged: 'down' })
    const emptied = withFill(all, 'Accounts', { columns: undefined })
    expect([fillOn(emptied, 'Accounts'), fillOn(emptied, 'Meters')]).toEqual([{}, { columns: ['Region'] }])
    expect(withFill(withFill({}, 'Accounts', { merged: 'all' }), 'Accounts', { merged: undefined })).toEqual(
      {},
    )
  })
})
