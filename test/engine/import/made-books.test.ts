// Tests spreadsheets made by other programs, and some by hand, with the cells that the program was given: each is
// read back equal, or refused by name, and hidden content is reported. Nothing is silently wrong.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readHere } from '../../../electron/engine/import/read-here.ts'
import { readFailureCodes } from '../../../electron/engine/import/reader.ts'
import { collect, headersOf, type WholeSheet } from './reading-files.ts'

const folder = new URL('../../files/made/', import.meta.url)
const made = z.array(
  z.object({
    file: z.string(),
    maker: z.string(),
    /** The case that it demonstrates. */
    of: z.string(),
    /** The texts of each sheet from row 1 on; null for a cell that programs display differently. */
    sheets: z.array(z.object({ name: z.string(), grid: z.array(z.array(z.string().nullable())) })).optional(),
    refused: z.enum(readFailureCodes).optional(),
    reported: z.array(z.string()).optional(),
  }),
)
const files = made.parse(JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8')))

/** The texts by row and column, without empty ones. */
function textsOf(grid: readonly (readonly (string | null)[])[]): Map<string, string | null> {
  return new Map(
    grid.flatMap((cells, row) =>
      cells.flatMap((text, column): [string, string | null][] =>
        text === '' ? [] : [[`R${row + 1}C${column + 1}`, text]],
      ),
    ),
  )
}

function gridOf(sheet: WholeSheet): string[][] {
  const grid: string[][] = []
  if (sheet.headerRow !== null) grid[sheet.headerRow - 1] = headersOf(sheet)
  for (const { row, cells } of sheet.rows) grid[row - 1] = [...cells]
  return Array.from(grid, (cells) => cells ?? [])
}

describe('a spreadsheet made by another program', () => {
  test.each(files)('$file: $of ($maker)', async ({ file, sheets = [], refused, reported = [] }) => {
    const path = fileURLToPath(new URL(file, folder))
    const found = await collect(readHere(path, { headerRow: 1 }, new AbortController().signal))
    expect(found.failure?.code).toBe(refused)
    expect(found.warnings.map(({ code }) => code)).toEqual(expect.arrayContaining(reported))
    if (refused !== undefined) return
    expect(found.sheets.map(({ name }) => name)).toEqual(sheets.map(({ name }) => name))
    for (const [at, { grid }] of sheets.entries()) {
      const read = textsOf(gridOf(found.sheets[at] as WholeSheet))
      const wanted = textsOf(grid)
      for (const [place, text] of wanted) if (text === null) wanted.set(place, read.get(place) ?? null)
      expect(read).toEqual(wanted)
    }
  })
})
