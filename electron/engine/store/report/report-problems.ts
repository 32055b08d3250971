// The problems and the rows without an account of a batch, in row order, for the errors and the fix file of a report. A
// problem says its cell with the cell's text as it is now.
import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import { leftOutCode } from '../../../../shared/sheet/odd-rows.ts'
import { readSaid } from '../../../../shared/texts/message.ts'
import type { ReportProblem } from '../../report/report-source.ts'
import type { StoredBatch } from '../import/batches.ts'
import type { StoredSheet } from '../import/rows.ts'
import { bindOperations } from '../operations.ts'
import { pages } from './pages.ts'
import { columnsOf, iso, parsePlace } from './report-accounts.ts'

const pageSize = 500

type CellText = (sheet: string, row: number, column: string) => string
const cellsText = z.array(z.string())

type ProblemOfReport = {
  id: number
  row: number | null
  key: string
  attr: string | null
  source: ReportProblem['source']
  code: string | null
  /** As stored. */
  message: string
  place: string
  overruledAt: number | null
}

export function createProblemReader(database: Database) {
  return bindOperations(prepareProblems(database), {
    /** Of each sheet, in row order. */
    ofSheets: walkSheets,
  })
}

type Statements = ReturnType<typeof prepareProblems>

function prepareProblems(database: Database) {
  return {
    selectProblems: database.prepare(
      `SELECT p.id, p.row, a.key, p.attr, p.source, p.code, p.message, p.place, o.at AS overruledAt FROM problem p
       JOIN account a ON a.id = p.account_id LEFT JOIN overruling o ON o.id = p.overruling_id
       WHERE p.batch_id = @batch AND p.sheet IS @sheet AND (ifnull(p.row, 0), p.id) > (@row, @id)
       ORDER BY ifnull(p.row, 0), p.id LIMIT ${pageSize}`,
    ),
    selectStrays: database.prepare(
      `SELECT row, code, message FROM stray_row WHERE batch_id = ? AND sheet = ? AND row > ? AND code <> '${leftOutCode}'
       ORDER BY row LIMIT ${pageSize}`,
    ),
    selectEdits: database.prepare(
      'SELECT col, text FROM cell_now WHERE batch_id = ? AND sheet = ? AND row = ?',
    ),
    selectCells: database.prepare(
      'SELECT cells FROM source_row WHERE batch_id = ? AND sheet = ? AND row = ?',
    ),
  }
}

function* walkSheets(
  statements: Statements,
  batch: StoredBatch,
  sheets: readonly StoredSheet[],
): Generator<ReportProblem> {
  const keyColumn = batch.mapped?.mapping.key ?? ''
  const cellText: CellText = (sheet, row, column) => {
    const stored = sheets.find((one) => one.info.name === sheet)
    const index = stored?.info.columns.find((one) => one.name === column)?.index
    if (stored === undefined || index === undefined) return ''
    return readCell(statements, batch.id, stored.position, row, index)
  }
  for (const sheet of sheets) {
    const lines = walkProblems(statements, batch.id, sheet, keyColumn, cellText)
    const strays = walkStrays(statements, batch.id, sheet)
    yield* mergeByRow(lines, strays)
  }
}

function* walkProblems(
  statements: Statements,
  batch: number,
  sheet: StoredSheet,
  keyColumn: string,
  cellText: CellText,
): Generator<ReportProblem> {
  let row = -1
  let id = -1
  for (;;) {
    const page = statements.selectProblems.all({ batch, sheet: sheet.position, row, id }) as ProblemOfReport[]
    for (const entry of page) yield problemLine(entry, keyColumn, cellText)
    const last = page.at(-1)
    if (last === undefined) return
    row = last.row ?? 0
    id = last.id
  }
}

function* walkStrays(statements: Statements, batch: number, sheet: StoredSheet): Generator<ReportProblem> {
  type Stray = { row: number; code: string; message: string }
  for (const stray of pages<Stray>(
    (after) => statements.selectStrays.all(batch, sheet.position, after) as Stray[],
  )) {
    const nowhere = {
      columns: [],
      value: '',
      attr: null,
      account: null,
      source: 'file',
      overruled: null,
    } as const
    const message = readSaid(stray.message)
    yield { ...nowhere, sheet: sheet.info.name, row: stray.row, code: stray.code, message }
  }
}

/** Merges two sequences in row order. */
function* mergeByRow(
  left: Generator<ReportProblem>,
  right: Generator<ReportProblem>,
): Generator<ReportProblem> {
  let a = left.next()
  let b = right.next()
  while (a.done !== true || b.done !== true) {
    if (b.done === true || (a.done !== true && a.value.row <= b.value.row)) {
      if (a.done !== true) yield a.value
      a = left.next()
    } else {
      yield b.value
      b = right.next()
    }
  }
}

/** Current text of a cell. */
function readCell(statements: Statements, batch: number, sheet: number, row: number, col: number): string {
  const edit = readEdits(statements, batch, sheet, row).find((one) => one.col === col)
  if (edit !== undefined) return edit.text
  const found = statements.selectCells.get(batch, sheet, row) as { cells: string } | undefined
  return found === undefined ? '' : (cellsText.parse(JSON.parse(found.cells))[col] ?? '')
}

function readEdits(
  statements: Statements,
  batch: number,
  sheet: number,
  row: number,
): { col: number; text: string }[] {
  return statements.selectEdits.all(batch, sheet, row) as { col: number; text: string }[]
}

/** Location of a problem: its cell; for a section the columns that feed it; for an account its key. */
function problemLine(entry: ProblemOfReport, keyColumn: string, cellText: CellText): ReportProblem {
  const { attr, source, code, key } = entry
  const message = readSaid(entry.message)
  const common = { attr, source, code, message, account: key, overruled: iso(entry.overruledAt) }
  const at = parsePlace(entry.place)
  switch (at.kind) {
    case 'cell':
      return {
        ...common,
        sheet: at.cell.sheet,
        row: at.cell.row,
        columns: [at.cell.column],
        value: cellText(at.cell.sheet, at.cell.row, at.cell.column),
      }
    case 'section': {
      const first = at.cells[0]
      return {
        ...common,
        sheet: first?.sheet ?? '',
        row: first?.row ?? 0,
        columns: columnsOf(at),
        value: '',
      }
    }
    case 'account':
      return {
        ...common,
        sheet: at.row?.sheet ?? '',
        row: at.row?.row ?? 0,
        columns: keyColumn === '' ? [] : [keyColumn],
        value: key,
      }
    default:
      return at satisfies never
  }
}
