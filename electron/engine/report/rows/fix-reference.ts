// Reference of a row of a fix file, in its hidden last column: the fix file's code, the row's place in the batch, and a
// fingerprint of each cell. So a repaired file is compared cell by cell, whatever else changed. The fingerprint of a
// withheld cell needs the fix file's secret, which stays in the data folder: nobody finds its text by trying texts. Pure.
import { createHmac } from 'node:crypto'
import type { Column } from '../../../../shared/sheet/sheet.ts'
import { heldOfCell } from '../workbook/cell-text.ts'

export const fixMeColumn = 'carryover_problems'
export const referenceColumn = 'carryover_reference'

/**
 * `sheet`: its position in the batch. `prints`: fingerprints of the sheet's own columns, one behind the other in one text,
 * since a file may have a hundred thousand rows.
 */
export type RowReference = {
  readonly code: string
  readonly sheet: number
  readonly row: number
  readonly prints: string
}

/** Positions of the sheet and of the column in it. */
export type CellOfFixFile = { readonly sheet: number; readonly row: number; readonly column: number }

/** Indexes of the columns that a fix file withholds, by the position of their sheet. */
export type WithheldPlaces = Readonly<Record<string, readonly number[]>>

/** Row numbers by the position of their sheet, as closed ranges in ascending order. */
export type FixRows = Readonly<Record<string, readonly (readonly [first: number, last: number])[]>>

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+~'
/** Characters of a fingerprint. */
const width = 5

/** The columns of the source; those that an earlier fix file added are left out. */
export function ownColumns(columns: readonly Column[]): Column[] {
  return columns.filter(({ header }) => header !== fixMeColumn && header !== referenceColumn)
}

/** Thirty bits of a hash (FNV-1a, mixed) of the text as a workbook holds it; line breaks of any kind are equal. */
export function fingerprint(text: string): string {
  const held = heldText(text)
  let hash = 0x811c9dc5
  for (let at = 0; at < held.length; at += 1) hash = Math.imul(hash ^ held.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return lettersOf((hash ^ (hash >>> 16)) >>> 0)
}

/** Thirty bits of a keyed hash (HMAC-SHA-256); equal texts of two cells differ. */
export function withheldPrint(secret: string, { sheet, row, column }: CellOfFixFile, text: string): string {
  const keyed = createHmac('sha256', secret).update(`${sheet} ${row} ${column} ${heldText(text)}`, 'utf8')
  return lettersOf(keyed.digest().readUInt32LE())
}

function heldText(text: string): string {
  return heldOfCell(text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text)
}

function lettersOf(hash: number): string {
  let written = ''
  for (let at = 0; at < width; at += 1) written += letters[(hash >>> (6 * at)) & 63] ?? ''
  return written
}

/** `prints`: of the own columns, in their order. */
export function writeReference(
  { code, sheet, row }: Omit<RowReference, 'prints'>,
  prints: readonly string[],
): string {
  return `${code}-${sheet}-${row}-${prints.join('')}`
}

/** The fingerprint of one of the columns. */
export function printAt(prints: string, column: number): string {
  return prints.slice(column * width, (column + 1) * width)
}

export function countPrints(prints: string): number {
  return prints.length / width
}

export function readReference(text: string): RowReference | null {
  const found = /^([0-9a-f]{12})-(\d{1,5})-(\d{1,9})-([0-9A-Za-z+~]*)$/.exec(text.trim())
  if (found === null) return null
  const [, code = '', sheet, row, prints = ''] = found
  return { code, sheet: Number(sheet), row: Number(row), prints }
}

/** Collects the rows of a fix file while it is written; they come in the order of sheets and row numbers. */
export function createFixRows() {
  const rows: Record<string, [number, number][]> = {}
  return {
    add(sheet: number, row: number): void {
      const ranges = (rows[sheet] ??= [])
      const last = ranges.at(-1)
      if (last !== undefined && last[1] === row - 1) last[1] = row
      else ranges.push([row, row])
    },
    rows: (): FixRows => rows,
  }
}

export function countRows(rows: FixRows): number {
  return Object.values(rows)
    .flat()
    .reduce((sum, [first, last]) => sum + last - first + 1, 0)
}

/** Every row, in order. */
export function* rowsIn(rows: FixRows): Generator<{ readonly sheet: number; readonly row: number }> {
  for (const [sheet, ranges] of Object.entries(rows))
    for (const [first, last] of ranges)
      for (let row = first; row <= last; row += 1) yield { sheet: Number(sheet), row }
}
