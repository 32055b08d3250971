// Counts of each wave's brakes: answers, wrong ones, and codes in a row. They are kept, so that a restart brakes no
// later.
import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import { bindOperations } from '../../operations.ts'

const codeRow = z.array(z.tuple([z.string(), z.number()]))
const codeRows = z.object({ create: codeRow, process: codeRow })
/** Input of an engine's brakes (sending/waves/brakes.ts); rows are codes with their consecutive counts. */
export type BrakeCounts = {
  readonly answers: number
  readonly wrong: number
  readonly rows: {
    readonly create: readonly (readonly [string, number])[]
    readonly process: readonly (readonly [string, number])[]
  }
}
type BrakesRow = {
  readonly stretch: number
  readonly answers: number
  readonly wrong: number
  readonly code_rows: string
}

/** The schema's default: an empty list of codes. */
export const noRows = '{"create":[],"process":[]}'
const emptyRows: BrakeCounts['rows'] = { create: [], process: [] }

export function rowsOf(text: string): BrakeCounts['rows'] {
  return text === noRows ? emptyRows : codeRows.parse(JSON.parse(text))
}

export function createBrakeCounts(database: Database) {
  return bindOperations(prepareBrakeCounts(database), { brakes: readBrakes, keepCounts })
}

type BrakeStatements = ReturnType<typeof prepareBrakeCounts>

function prepareBrakeCounts(database: Database) {
  const selectBrakes = database.prepare(
    'SELECT stretch, answers, wrong, code_rows FROM wave WHERE batch_id = ? AND number = ?',
  )
  const updateBrakes = database.prepare(
    `UPDATE wave SET answers = @answers, wrong = @wrong, code_rows = @rows WHERE batch_id = @batch AND number = @number`,
  )
  return { selectBrakes, updateBrakes }
}

/** Brake counts of a wave; null if there is no such wave. */
function readBrakes(
  statements: BrakeStatements,
  batch: number,
  number: number,
): { readonly stretch: number; readonly counts: BrakeCounts } | null {
  const row = statements.selectBrakes.get(batch, number) as BrakesRow | undefined
  return row === undefined
    ? null
    : {
        stretch: row.stretch,
        counts: { answers: row.answers, wrong: row.wrong, rows: rowsOf(row.code_rows) },
      }
}

function keepCounts(statements: BrakeStatements, batch: number, number: number, counts: BrakeCounts): void {
  const { answers, wrong, rows } = counts
  statements.updateBrakes.run({ batch, number, answers, wrong, rows: JSON.stringify(rows) })
}
