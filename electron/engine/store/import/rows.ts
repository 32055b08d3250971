// Sheets and rows of a batch as they were read, the keys that connect rows, and the rows that belong to no account.
// Pages are keyset pages, so the cost of a page does not grow with its distance from the start.
import type { Database } from 'better-sqlite3'
import { type BlankRows, blankRows } from '../../../../shared/sheet/blank-rows.ts'
import { type FillOffer, fillOffer } from '../../../../shared/sheet/fill-down.ts'
import {
  type FileWarning,
  fileWarning,
  type RowText,
  rowOfText,
  type SheetInfo,
  type SourceRow,
  sheetInfo,
} from '../../../../shared/sheet/sheet.ts'
import { createCheckpoints } from '../database/flush/checkpointer.ts'
import { createForgetting } from '../accounts/forget-rows.ts'
import { createKeptDecisionStore } from '../accounts/decisions/kept-decisions.ts'
import { createKeptVerdictStore } from '../accounts/kept-verdicts.ts'
import { createRowAnchors } from './row-anchors.ts'
import { createUnhurried } from '../database/flush/relaxed-commit.ts'
import { bindOperations } from '../operations.ts'
import { type Said, storeSaid } from '../../../../shared/texts/message.ts'

export type SheetRole = 'main' | 'linked' | 'unused'
export type StoredSheet = {
  readonly position: number
  /** The position of its file among the batch's. */
  readonly file: number
  readonly info: SheetInfo
  readonly role: SheetRole
  readonly rowCount: number | null
  readonly fills: FillOffer | null
  readonly blankRows: BlankRows | null
}

export type RowStore = ReturnType<typeof createRowStore>

export function createRowStore(database: Database) {
  return bindOperations(prepareRows(database), {
    addSheet,
    setSheetInfo,
    setSheetRole,
    setRowCount,
    setBlankRows,
    setFills,
    sheets: listSheets,
    sheet: getSheet,
    numbersAt: findNumbersAt,
    countWhileReading,
    checkpoints: openCheckpoints,
    addRows,
    addKeys,
    page: pageRows,
    rowsWithKey: findByKey,
    keyCount: countKeys,
    row: getRow,
    rowAfter: findRowAfter,
    rowAt: findRowAt,
    firstRowWithKey: findFirstByKey,
    addWarning,
    warnings: listWarnings,
    lastRow: readLastRow,
    withoutAccount: findWithoutAccount,
    addStrays,
    strayCount: countStrays,
    clearRead,
    clearWhole,
    clearBuilt,
    clearForBuild,
  })
}

type RowStatements = ReturnType<typeof prepareRows>

// oxlint-disable-next-line max-lines-per-function -- a flat list of statements
function prepareRows(database: Database) {
  const insertSheet = database.prepare(
    'INSERT INTO sheet (batch_id, position, file, info, role) VALUES (?, ?, ?, ?, ?)',
  )
  const setInfo = database.prepare('UPDATE sheet SET info = ? WHERE batch_id = ? AND position = ?')
  const setRole = database.prepare('UPDATE sheet SET role = ? WHERE batch_id = ? AND position = ?')
  const setCount = database.prepare('UPDATE sheet SET row_count = ? WHERE batch_id = ? AND position = ?')
  const setBlankRows = database.prepare('UPDATE sheet SET blank_rows = ? WHERE batch_id = ? AND position = ?')
  const setFills = database.prepare('UPDATE sheet SET fills = ? WHERE batch_id = ? AND position = ?')
  const selectSheets = database.prepare(
    'SELECT position, file, info, role, row_count, fills, blank_rows FROM sheet WHERE batch_id = ? ORDER BY position',
  )
  const selectSheet = database.prepare(
    'SELECT position, file, info, role, row_count, fills, blank_rows FROM sheet WHERE batch_id = ? AND position = ?',
  )
  const insertRow = database.prepare('INSERT INTO source_row VALUES (?, ?, ?, ?, ?)')
  const anchors = createRowAnchors(database)
  const insertKey = database.prepare('INSERT INTO row_key VALUES (?, ?, ?, ?)')
  const insertWarning = database.prepare('INSERT INTO warning (batch_id, warning) VALUES (?, ?)')
  const selectWarnings = database.prepare('SELECT warning FROM warning WHERE batch_id = ? ORDER BY id')
  const selectPage = database.prepare(
    'SELECT row, cells, kept FROM source_row WHERE batch_id = ? AND sheet = ? AND row > ? ORDER BY row LIMIT ?',
  )
  const selectByKey = database.prepare(
    `SELECT r.row, r.cells, r.kept FROM row_key k
     JOIN source_row r ON r.batch_id = k.batch_id AND r.sheet = k.sheet AND r.row = k.row
     WHERE k.batch_id = ? AND k.sheet = ? AND k.key = ? ORDER BY k.row`,
  )
  const selectFirstOfKey = database.prepare(
    'SELECT min(row) AS row FROM row_key WHERE batch_id = ? AND sheet = ? AND key = ?',
  )
  const countDistinctKeys = database
    .prepare('SELECT count(DISTINCT key) FROM row_key WHERE batch_id = ? AND sheet = ?')
    .pluck()
  const selectWithoutAccount = database.prepare(
    `SELECT r.row, r.cells, r.kept FROM source_row r
     WHERE r.batch_id = ? AND r.sheet = ? AND r.row > ? AND r.row <= ? AND NOT EXISTS
       (SELECT 1 FROM account_row a WHERE a.batch_id = r.batch_id AND a.sheet = r.sheet AND a.row = r.row)
     AND NOT EXISTS (SELECT 1 FROM stray_row s WHERE s.batch_id = r.batch_id AND s.sheet = r.sheet AND s.row = r.row)
     ORDER BY r.row`,
  )
  const selectLastRow = database.prepare(
    'SELECT max(row) AS row FROM source_row WHERE batch_id = ? AND sheet = ?',
  )
  const insertStray = database.prepare('INSERT INTO stray_row VALUES (?, ?, ?, ?, ?)')
  const selectRow = database.prepare(
    'SELECT row, cells, kept FROM source_row WHERE batch_id = ? AND sheet = ? AND row = ?',
  )
  const selectAfter = database.prepare(
    'SELECT row FROM source_row WHERE batch_id = ? AND sheet = ? AND row > ? ORDER BY row LIMIT 1 OFFSET ?',
  )
  const selectEdited = database.prepare(
    'SELECT row, col, text FROM cell_now WHERE batch_id = ? AND sheet = ? AND row BETWEEN ? AND ?',
  )
  // Counting the rows in the table on each call would cost more than reading them.
  const readSoFar = new Map<string, number>()
  const countStrays = database.prepare(
    "SELECT count(*) AS count FROM stray_row WHERE batch_id = ? AND code <> 'row_left_out'",
  )

  const unhurried = createUnhurried(database)
  const forgetting = createForgetting(
    database,
    unhurried,
    createKeptDecisionStore(database),
    createKeptVerdictStore(database),
  )
  return {
    insertSheet,
    setInfo,
    setRole,
    setCount,
    setBlankRows,
    setFills,
    selectSheets,
    selectSheet,
    insertRow,
    anchors,
    insertKey,
    insertWarning,
    selectWarnings,
    selectPage,
    selectByKey,
    selectFirstOfKey,
    countDistinctKeys,
    selectWithoutAccount,
    selectLastRow,
    insertStray,
    selectRow,
    selectAfter,
    selectEdited,
    readSoFar,
    countStrays,
    unhurried,
    forgetting,
    database,
  }
}

/** Rows with their edits applied; an edited cell has only its text and no stored value. */
function applyEdits(statements: RowStatements, batch: number, sheet: number, rows: SourceRow[]): SourceRow[] {
  const first = rows[0]
  const last = rows.at(-1)
  if (first === undefined || last === undefined) return rows
  const [low, high] = first.row < last.row ? [first.row, last.row] : [last.row, first.row]
  const edits = statements.selectEdited.all(batch, sheet, low, high) as {
    row: number
    col: number
    text: string
  }[]
  if (edits.length === 0) return rows
  const byRow = Map.groupBy(edits, (edit) => edit.row)
  return rows.map((row) => withEdits(row, byRow.get(row.row) ?? []))
}

function addSheet(
  statements: RowStatements,
  batch: number,
  position: number,
  info: SheetInfo,
  role: SheetRole,
  file = 0,
): void {
  statements.insertSheet.run(batch, position, file, JSON.stringify(info), role)
}

function setSheetInfo(statements: RowStatements, batch: number, position: number, info: SheetInfo): void {
  statements.setInfo.run(JSON.stringify(info), batch, position)
}

function setSheetRole(statements: RowStatements, batch: number, position: number, role: SheetRole): void {
  statements.setRole.run(role, batch, position)
}

function setRowCount(statements: RowStatements, batch: number, position: number, count: number): void {
  statements.readSoFar.delete(`${batch} ${position}`)
  statements.setCount.run(count, batch, position)
}

function setBlankRows(statements: RowStatements, batch: number, position: number, found: BlankRows): void {
  statements.setBlankRows.run(JSON.stringify(found), batch, position)
}

function setFills(statements: RowStatements, batch: number, position: number, offer: FillOffer): void {
  statements.setFills.run(JSON.stringify(offer), batch, position)
}

function listSheets(statements: RowStatements, batch: number): StoredSheet[] {
  return statements.selectSheets.all(batch).map(toSheet)
}

function getSheet(statements: RowStatements, batch: number, position: number): StoredSheet | null {
  const row = statements.selectSheet.get(batch, position)
  return row === undefined ? null : toSheet(row)
}

/** Row numbers from a position of the sheet on, counted from 0. */
function findNumbersAt(
  statements: RowStatements,
  ...asked: Parameters<RowStatements['anchors']['rowsAt']>
): number[] {
  return statements.anchors.rowsAt(...asked)
}

/** Rows stored so far of a sheet that is being read; null if this process has not read it. */
function countWhileReading(statements: RowStatements, batch: number, sheet: number): number | null {
  return statements.readSoFar.get(`${batch} ${sheet}`) ?? null
}

/** For a long run of `addRows`. */
function openCheckpoints(statements: RowStatements) {
  return createCheckpoints(statements.database)
}

/** Texts as the reader gave them: they are parsed strictly when they are read. */
function addRows(statements: RowStatements, batch: number, sheet: number, rows: readonly RowText[]): void {
  const name = `${batch} ${sheet}`
  const before = statements.readSoFar.get(name) ?? 0
  statements.unhurried(() => {
    for (const { row, cells, kept } of rows) statements.insertRow.run(batch, sheet, row, cells, kept)
    statements.anchors.add(batch, sheet, before, rows)
  })
  statements.readSoFar.set(name, before + rows.length)
}

function addKeys(
  statements: RowStatements,
  batch: number,
  sheet: number,
  keys: readonly { readonly key: string; readonly row: number }[],
): void {
  statements.unhurried(() => {
    for (const { key, row } of keys) statements.insertKey.run(batch, sheet, key, row)
  })
}

/** Rows after a row number, in order. */
function pageRows(
  statements: RowStatements,
  batch: number,
  sheet: number,
  after: number,
  size: number,
): SourceRow[] {
  return applyEdits(
    statements,
    batch,
    sheet,
    (statements.selectPage.all(batch, sheet, after, size) as RawRow[]).map(toSourceRow),
  )
}

function findByKey(statements: RowStatements, batch: number, sheet: number, key: string): SourceRow[] {
  return applyEdits(
    statements,
    batch,
    sheet,
    (statements.selectByKey.all(batch, sheet, key) as RawRow[]).map(toSourceRow),
  )
}

/** How many different keys the rows of a sheet have. */
function countKeys({ countDistinctKeys }: RowStatements, batch: number, sheet: number): number {
  return countDistinctKeys.get(batch, sheet) as number
}

function getRow(statements: RowStatements, batch: number, sheet: number, row: number): SourceRow | null {
  const raw = statements.selectRow.get(batch, sheet, row) as RawRow | undefined
  return raw === undefined ? null : (applyEdits(statements, batch, sheet, [toSourceRow(raw)])[0] ?? null)
}

/** The number of the row `count` rows after a row; null if fewer are left. */
function findRowAfter(
  statements: RowStatements,
  batch: number,
  sheet: number,
  after: number,
  count: number,
): number | null {
  const raw = statements.selectAfter.get(batch, sheet, after, count - 1) as { row: number } | undefined
  return raw?.row ?? null
}

/** The row at a position of the sheet, counted from 0. */
function findRowAt(statements: RowStatements, batch: number, sheet: number, index: number): SourceRow | null {
  const [row] = statements.anchors.rowsAt(batch, sheet, index, 1)
  const raw =
    row === undefined ? undefined : (statements.selectRow.get(batch, sheet, row) as RawRow | undefined)
  return raw === undefined ? null : (applyEdits(statements, batch, sheet, [toSourceRow(raw)])[0] ?? null)
}

function findFirstByKey(statements: RowStatements, batch: number, sheet: number, key: string): number | null {
  return (statements.selectFirstOfKey.get(batch, sheet, key) as { row: number | null }).row
}

function addWarning(statements: RowStatements, batch: number, warning: FileWarning): void {
  statements.insertWarning.run(batch, JSON.stringify(warning))
}

function listWarnings(statements: RowStatements, batch: number): FileWarning[] {
  const rows = statements.selectWarnings.all(batch) as { warning: string }[]
  return rows.map((row) => fileWarning.parse(JSON.parse(row.warning)))
}

/** The number of a sheet's last row; 0 for a sheet without rows. */
function readLastRow(statements: RowStatements, batch: number, sheet: number): number {
  return (statements.selectLastRow.get(batch, sheet) as { row: number | null }).row ?? 0
}

/** Rows after one number and up to another that belong to no account and are not reported yet. */
function findWithoutAccount(
  statements: RowStatements,
  batch: number,
  sheet: number,
  after: number,
  upTo: number,
): SourceRow[] {
  const rows = statements.selectWithoutAccount.all(batch, sheet, after, upTo) as RawRow[]
  return applyEdits(statements, batch, sheet, rows.map(toSourceRow))
}

/** Marks rows without an account, each with its reason. */
function addStrays(
  statements: RowStatements,
  batch: number,
  sheet: number,
  code: string,
  rows: readonly { readonly row: number; readonly message: Said }[],
): void {
  if (rows.length === 0) return
  statements.unhurried(() => {
    for (const { row, message } of rows)
      statements.insertStray.run(batch, sheet, row, code, storeSaid(message))
  })
}

/** Number of rows without an account, except those that a person left out. */
function countStrays(statements: RowStatements, batch: number): number {
  return (statements.countStrays.get(batch) as { count: number }).count
}

/** Deletes a file, half read or complete. Decisions about its accounts are kept. */
async function clearRead(statements: RowStatements, batch: number): Promise<void> {
  for (const name of statements.readSoFar.keys())
    if (name.startsWith(`${batch} `)) statements.readSoFar.delete(name)
  await statements.forgetting.read(batch)
}

/** Deletes all of a batch except its own row; if stopped, the rest is deleted later. */
function clearWhole(statements: RowStatements, batch: number, signal: AbortSignal): Promise<void> {
  return statements.forgetting.whole(batch, signal)
}

/** Deletes accounts, half built or complete; the rows stay as read. Decisions about them are kept. */
function clearBuilt(statements: RowStatements, batch: number): Promise<void> {
  return statements.forgetting.built(batch)
}

/** Deletes what a build makes again, except the accounts. Decisions about them are kept. */
function clearForBuild(statements: RowStatements, batch: number): Promise<void> {
  return statements.forgetting.forBuild(batch)
}

function toSheet(stored: unknown): StoredSheet {
  const row = stored as {
    position: number
    file: number
    info: string
    role: SheetRole
    row_count: number | null
    fills: string | null
    blank_rows: string | null
  }
  const { position, file, role, row_count: rowCount } = row
  const fills = row.fills === null ? null : fillOffer.parse(JSON.parse(row.fills))
  const blank = row.blank_rows === null ? null : blankRows.parse(JSON.parse(row.blank_rows))
  const info = sheetInfo.parse(JSON.parse(row.info))
  return { position, file, info, role, rowCount, fills, blankRows: blank }
}

export function withEdits(
  row: SourceRow,
  edits: readonly { readonly col: number; readonly text: string }[],
): SourceRow {
  if (edits.length === 0) return row
  const cells = [...row.cells]
  const kept = { ...row.kept }
  for (const { col, text } of edits) {
    while (cells.length < col) cells.push('')
    cells[col] = text
    delete kept[col]
  }
  return { row: row.row, cells, kept }
}

export type RawRow = RowText

export const toSourceRow = rowOfText
