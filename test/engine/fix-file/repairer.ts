// Simulates a person's work on a fix file: opens it with another program, changes its rows, and saves it.
import { readFileSync, writeFileSync } from 'node:fs'
import { openXlsx, saveXlsx } from 'hucre/xlsx'
import type { Client } from '../api/waiting.ts'
import type { Harness } from '../api/harness.ts'

/** The rows of one sheet as text; the first one is the header. */
export type Rows = string[][]

export async function fixFileOf(harness: Harness, batch: number): Promise<string> {
  return (await harness.report(batch)).files['fix_me_xlsx'] ?? ''
}

/** Opens the file, lets `change` work on the rows of each sheet, and saves it as `to`. */
export async function asRepairer(
  path: string,
  to: string,
  change: (rows: Rows, sheet: string) => Rows,
): Promise<string> {
  const book = await openXlsx(new Uint8Array(readFileSync(path)))
  for (const sheet of book.sheets) {
    sheet.rows = change(textsOf(sheet.rows), sheet.name)
    // From now on the row's values count, not its cells.
    delete sheet.cells
  }
  writeFileSync(to, await saveXlsx(book))
  return to
}

export async function rowsOf(path: string, sheet = 0): Promise<Rows> {
  const book = await openXlsx(new Uint8Array(readFileSync(path)))
  return textsOf(book.sheets[sheet]?.rows ?? [])
}

type Cell = string | number | boolean | Date | null | undefined

function textsOf(rows: readonly (readonly Cell[])[]): Rows {
  return rows.map((row) => row.map((cell) => (cell === null || cell === undefined ? '' : String(cell))))
}

/** Puts a text into the row that begins with this key. */
export function repair(rows: Rows, key: string, column: string, text: string): Rows {
  const at = rows[0]?.indexOf(column) ?? -1
  return rows.map((row, index) => (index > 0 && row[0] === key ? row.with(at, text) : row))
}

/** The current texts of a sheet, by row number. */
export async function cellsOf(
  client: Client,
  batch: number,
  sheet = 0,
): Promise<Record<number, readonly string[]>> {
  const { rows } = await client.sheets.page({ batch, sheet, offset: 0, limit: 100 })
  return Object.fromEntries(rows.map(({ row, cells }) => [row, cells]))
}
