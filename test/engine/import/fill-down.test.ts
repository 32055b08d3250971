// Tests filling cells from the cell above while a file is read: only where a person asked for it, from merged ranges
// of both kinds of workbooks and in chosen columns of any file, with the place each text came from.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { writeOds } from 'hucre/ods'
import { expect, test } from 'vitest'
import { readHere } from '../../../electron/engine/import/read-here.ts'
import type { FillChoices, FillOffer } from '../../../shared/sheet/fill-down.ts'
import { withoutFilled } from '../../../shared/sheet/fill-down.ts'
import { writeXlsx } from '../../files/write-xlsx.ts'
import { times } from '../../support/repeats.ts'
import { cellsOf, collect, useFolder, type WholeReading } from './reading-files.ts'

const { folder } = useFolder()

const rows = [
  ['Account No', 'Customer', 'Meter', 'Fuel', 'Note'],
  ['A-1', 'Ann Bell', 'M-1', 'Power', ''],
  ['', '', 'M-2', 'Gas', 'new'],
  ['A-2', 'Cy Dole', 'M-3', 'Power', 'see'],
  ['A-3', 'Eve Fox', 'M-4', 'Power', ''],
  ['', '', 'M-5', 'Gas', ''],
  ['', '', 'M-6', 'Heat', ''],
]
/** Four below the header, and one in it. */
const ranges = ['A2:A3', 'B2:B3', 'A5:A7', 'B5:B7', 'D1:E1']

async function bookOf(kind: 'xlsx' | 'ods'): Promise<string> {
  const path = join(folder(), `book.${kind}`)
  if (kind === 'xlsx') await writeXlsx(path, [{ name: 'Book', rows, merges: ranges }])
  else
    writeFileSync(
      path,
      await writeOds({
        sheets: [
          {
            name: 'Book',
            rows,
            merges: ranges.map((range) => {
              const [from = '', to = ''] = range.split(':')
              const at = (place: string) => [Number(place.slice(1)) - 1, place.charCodeAt(0) - 65] as const
              const [startRow, startCol] = at(from)
              const [endRow, endCol] = at(to)
              return { startRow, startCol, endRow, endCol }
            }),
          },
        ],
      }),
    )
  return path
}
const read = (path: string, fills: FillChoices = {}): Promise<WholeReading> =>
  collect(readHere(path, { fills }, new AbortController().signal))
function offerOf({ messages }: WholeReading): FillOffer | undefined {
  return messages.flatMap((one) => (one.kind === 'fills' ? [one.offer] : []))[0]
}
const column = (whole: WholeReading, at: number): string[] =>
  cellsOf(whole.sheets[0]).map((cells) => cells[at] ?? '')

test.each(['xlsx', 'ods'] as const)(
  'merged cells of an %s workbook stay empty until a person asks, and what could be filled is counted',
  async (kind) => {
    const path = await bookOf(kind)
    const plain = await read(path)
    expect(column(plain, 0)).toEqual(['A-1', '', 'A-2', 'A-3', '', ''])
    expect(offerOf(plain)?.merged).toEqual({
      ranges: 4,
      down: 6,
      across: 0,
      list: [
        { range: 'A2:A3', row: 2, column: 'Account No', text: 'A-1', down: 1, across: 0 },
        { range: 'B2:B3', row: 2, column: 'Customer', text: 'Ann Bell', down: 1, across: 0 },
        { range: 'A5:A7', row: 5, column: 'Account No', text: 'A-3', down: 2, across: 0 },
        { range: 'B5:B7', row: 5, column: 'Customer', text: 'Eve Fox', down: 2, across: 0 },
      ],
    })
    expect(offerOf(plain)?.filled).toBe(0)

    const filled = await read(path, { Book: { merged: 'down' } })
    expect(column(filled, 0)).toEqual(['A-1', 'A-1', 'A-2', 'A-3', 'A-3', 'A-3'])
    expect(column(filled, 1).slice(3)).toEqual(['Eve Fox', 'Eve Fox', 'Eve Fox'])
    expect(offerOf(filled)).toMatchObject({ merged: { down: 6 }, filled: 6 })
    const [, second] = filled.sheets[0]?.rows ?? []
    expect(second?.kept?.['0']).toEqual({ kind: 'text', raw: 'A-1', filled: { row: 2, column: 0 } })
    expect(second?.kept?.['2']).toBeUndefined()
    // The choice is for one sheet, by its name.
    expect(column(await read(path, { Other: { merged: 'down' } }), 0)[1]).toBe('')
  },
)

test('cells beside a merged range are filled only where every cell was asked for', async () => {
  const path = join(folder(), 'wide.xlsx')
  const wide = [
    ['a', 'b', 'c'],
    ['1', '', 'x'],
    ['', '', 'y'],
    ['2', '3', 'z'],
  ]
  await writeXlsx(path, [{ name: 'Book', rows: wide, merges: ['A2:B3'] }])
  const down = await read(path, { Book: { merged: 'down' } })
  expect(cellsOf(down.sheets[0])).toEqual([
    ['1', '', 'x'],
    ['1', '', 'y'],
    ['2', '3', 'z'],
  ])
  expect(offerOf(down)?.merged).toMatchObject({ ranges: 1, down: 1, across: 2 })
  const all = await read(path, { Book: { merged: 'all' } })
  expect(cellsOf(all.sheets[0])).toEqual([
    ['1', '1', 'x'],
    ['1', '1', 'y'],
    ['2', '3', 'z'],
  ])
})

test('a real date that is filled down stays a real date', async () => {
  const path = join(folder(), 'dates.xlsx')
  const dated = [
    ['id', 'since'],
    ['1', { iso: '2020-05-17' }],
    ['2', ''],
  ]
  await writeXlsx(path, [{ name: 'Book', rows: dated, merges: ['B2:B3'] }])
  const [sheet] = (await read(path, { Book: { merged: 'down' } })).sheets
  expect(sheet?.rows[1]?.kept?.['1']).toMatchObject({
    kind: 'date',
    iso: '2020-05-17',
    filled: { row: 2, column: 1 },
  })
})

test('a column is filled down from its last text, but not into totals, notes and repeated headers', async () => {
  const path = join(folder(), 'groups.csv')
  const lines = [
    'Region,Account No,Surname,Street',
    'North,A-1,Bell,1 High Street',
    ',A-2,Dole,2 High Street',
    'Total,,,2',
    'Region,Account No,Surname,Street',
    ',A-3,Fox,3 High Street',
    'South,A-4,Hall,4 High Street',
    ',A-5,Iles,',
  ]
  writeFileSync(path, lines.join('\n'))
  const plain = await read(path)
  expect(offerOf(plain)).toEqual({
    merged: { ranges: 0, down: 0, across: 0, list: [] },
    columns: [
      { column: 'Region', cells: 3 },
      { column: 'Street', cells: 1 },
    ],
    filled: 0,
  })
  const filled = await read(path, { groups: { columns: ['Region'] } })
  expect(column(filled, 0)).toEqual(['North', 'North', 'Total', 'Region', 'North', 'South', 'South'])
  expect(column(filled, 3).at(-1)).toBe('')
  expect(offerOf(filled)?.filled).toBe(3)
})

test('nothing but empty cells is filled, and without them the rows are those of the file', async () => {
  const cell = fc.constantFrom('', '', 'x', '7', 'Ann')
  const line = fc.array(cell, { minLength: 3, maxLength: 3 })
  const place = fc.tuple(fc.nat(2), fc.nat(9), fc.nat(2), fc.nat(9))
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 9 }),
      fc.array(place, { maxLength: 3 }),
      fc.constantFrom('down' as const, 'all' as const),
      async (body, places, merged) => {
        const path = join(folder(), 'any.xlsx')
        const letters = 'ABC'
        const ranges = places.map(
          ([one, top, other, bottom]) =>
            `${letters[Math.min(one, other)]}${Math.min(top, bottom) + 1}:${letters[Math.max(one, other)]}${Math.max(top, bottom) + 1}`,
        )
        const lines = [['id', 'name', 'note'], ...body]
        await writeXlsx(path, [{ name: 'Book', rows: lines, merges: ranges }])
        const plain = await read(path)
        const filled = await read(path, { Book: { merged, columns: ['id'] } })
        const trimmed = (cells: readonly string[]) => cells.join('|').replace(/\|+$/, '')
        const [before] = plain.sheets
        const [after] = filled.sheets
        expect(after?.rows.map((row) => trimmed(withoutFilled(row)))).toEqual(
          before?.rows.map((row) => trimmed(row.cells)),
        )
        expect(after?.rows.map((row) => row.row)).toEqual(before?.rows.map((row) => row.row))
        const count = after?.rows.flatMap(({ kept = {} }) =>
          Object.values(kept).filter((one) => one.filled !== undefined),
        ).length
        expect(offerOf(filled)?.filled ?? 0).toBe(count)
      },
    ),
    { numRuns: times(60) },
  )
})
