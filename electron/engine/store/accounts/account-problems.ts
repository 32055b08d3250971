// Problems of accounts, each with its place. If the place is a single cell, the answer includes the current look of
// that cell.
import type { Database } from 'better-sqlite3'
import { generalPath } from '../../../../shared/catalogue/catalogue.ts'
import { type Place, placeSchema, type Problem, problem } from '../../../../shared/payload/problems.ts'
import { valueShape } from '../../../../shared/sheet/value-shape.ts'
import { createCellPlaces } from './cell-places.ts'
import { findOverruling } from '../fixing/overrulings.ts'
import { storeSaid } from '../../../../shared/texts/message.ts'
import { bindOperations } from '../operations.ts'

export type PlacedProblem = Problem & {
  readonly place: Place
  /** Its cell could not be converted to a value. */
  readonly noValue?: boolean
}

const storedProblem = problem.extend({ place: placeSchema })

export function createAccountProblems(database: Database) {
  return bindOperations(prepareProblems(database), {
    addProblems,
    dropProblems,
    dropProblemsOf,
    replaceProblems,
    problems: listProblems,
    hasLocal,
  })
}

type ProblemStatements = ReturnType<typeof prepareProblems>

function prepareProblems(database: Database) {
  const insertProblem = database.prepare(
    `INSERT INTO problem (account_id, batch_id, source, attr, field, code, message, place, sheet, row, col, shape, stale, overruling_id, no_value, at)
     VALUES (@account, @batch, @source, @attr, @field, @code, @message, @place, @sheet, @row, @col, @shape, @stale, @overruling, @noValue, @at)`,
  )
  const cellPlaces = createCellPlaces(database)
  const overruling = findOverruling(database)
  const deleteProblems = database.prepare('DELETE FROM problem WHERE account_id = ? AND source = ?')
  const selectProblems = database.prepare(
    'SELECT source, attr, code, message, place FROM problem WHERE account_id = ? ORDER BY id',
  )
  const deleteCodeOf = database.prepare('DELETE FROM problem WHERE account_id = ? AND code = ?')
  const selectWithCode = database.prepare(
    'SELECT DISTINCT account_id FROM problem WHERE batch_id = ? AND code = ?',
  )
  const deleteWithCode = database.prepare('DELETE FROM problem WHERE batch_id = ? AND code = ?')
  const selectLocal = database.prepare(
    "SELECT 1 FROM problem WHERE account_id = ? AND source = 'local' AND stale = 0 LIMIT 1",
  )
  return {
    insertProblem,
    cellPlaces,
    overruling,
    deleteProblems,
    selectProblems,
    deleteCodeOf,
    selectWithCode,
    deleteWithCode,
    selectLocal,
  }
}

/** `at`: when the service answered so, in milliseconds since 1970; null for our own checks. */
function addProblems(
  statements: ProblemStatements,
  account: number,
  batch: number,
  problems: readonly PlacedProblem[],
  at: number | null = null,
): void {
  if (problems.length === 0) return
  const findPlace = statements.cellPlaces.of(batch)
  for (const entry of problems) {
    const { source, attr, code, message, place, noValue = false } = entry
    const field = attr === null ? null : generalPath(attr)
    const by =
      source === 'local' ? statements.overruling({ account, batch, attr, code, field, noValue }) : null
    const { sheet, row, col, text } = findPlace(place)
    statements.insertProblem.run({
      account,
      batch,
      source,
      attr,
      field,
      code,
      message: storeSaid(message),
      place: JSON.stringify(place),
      sheet,
      row,
      col,
      shape: text === null ? null : valueShape(text),
      stale: by === null ? 0 : 2,
      overruling: by,
      noValue: noValue ? 1 : 0,
      at,
    })
  }
}

/** Deletes a batch's problems with this code, and returns the accounts that had them. */
function dropProblems(statements: ProblemStatements, batch: number, code: string): number[] {
  const rows = statements.selectWithCode.all(batch, code) as { account_id: number }[]
  statements.deleteWithCode.run(batch, code)
  return rows.map((row) => row.account_id)
}

/** Deletes an account's problems with this code. */
function dropProblemsOf(statements: ProblemStatements, account: number, code: string): void {
  statements.deleteCodeOf.run(account, code)
}

/** Replaces the problems of one source with the new ones; `at` as in `addProblems`. */
function replaceProblems(
  statements: ProblemStatements,
  account: number,
  batch: number,
  source: Problem['source'],
  problems: readonly PlacedProblem[],
  at: number | null = null,
): void {
  statements.deleteProblems.run(account, source)
  addProblems(statements, account, batch, problems, at)
}

function listProblems(statements: ProblemStatements, id: number): PlacedProblem[] {
  return (statements.selectProblems.all(id) as { message: string; place: string }[]).map((row) =>
    storedProblem.parse({
      ...row,
      message: JSON.parse(row.message) as unknown,
      place: JSON.parse(row.place) as unknown,
    }),
  )
}

/** True if it has a local problem that nobody has left to the service. */
function hasLocal(statements: ProblemStatements, account: number): boolean {
  return statements.selectLocal.get(account) !== undefined
}
