// Problems of accounts, each with its place. If the place is a single cell, the answer includes the current look of
// that cell.
import type { Database } from 'better-sqlite3'
import { generalPath } from '../../../../shared/catalogue/catalogue.ts'
import { type Place, placeSchema, type Problem, problem } from '../../../../shared/payload/problems.ts'
import { valueShape } from '../../../../shared/sheet/value-shape.ts'
import { createCellPlaces } from './cell-places.ts'
import { findOverruling } from '../fixing/overrulings.ts'
import { storeSaid } from '../../../../shared/texts/message.ts'

export type PlacedProblem = Problem & {
  readonly place: Place
  /** Its cell could not be converted to a value. */
  readonly noValue?: boolean
}

const storedProblem = problem.extend({ place: placeSchema })

export function createAccountProblems(database: Database) {
  const insertProblem = database.prepare(
    `INSERT INTO problem (account_id, batch_id, source, attr, field, code, message, place, sheet, row, col, shape, stale, overruling_id, no_value)
     VALUES (@account, @batch, @source, @attr, @field, @code, @message, @place, @sheet, @row, @col, @shape, @stale, @overruling, @noValue)`,
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

  function addProblems(account: number, batch: number, problems: readonly PlacedProblem[]): void {
    if (problems.length === 0) return
    const findPlace = cellPlaces.of(batch)
    for (const entry of problems) {
      const { source, attr, code, message, place, noValue = false } = entry
      const field = attr === null ? null : generalPath(attr)
      const by = source === 'local' ? overruling({ account, batch, attr, code, field, noValue }) : null
      const { sheet, row, col, text } = findPlace(place)
      insertProblem.run({
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
      })
    }
  }

  return {
    addProblems,
    /** Deletes a batch's problems with this code, and returns the accounts that had them. */
    dropProblems(batch: number, code: string): number[] {
      const rows = selectWithCode.all(batch, code) as { account_id: number }[]
      deleteWithCode.run(batch, code)
      return rows.map((row) => row.account_id)
    },
    /** Deletes an account's problems with this code. */
    dropProblemsOf(account: number, code: string): void {
      deleteCodeOf.run(account, code)
    },
    /** Replaces the problems of one source with the new ones. */
    replaceProblems(
      account: number,
      batch: number,
      source: Problem['source'],
      problems: readonly PlacedProblem[],
    ): void {
      deleteProblems.run(account, source)
      addProblems(account, batch, problems)
    },
    problems(id: number): PlacedProblem[] {
      return (selectProblems.all(id) as { message: string; place: string }[]).map((row) =>
        storedProblem.parse({
          ...row,
          message: JSON.parse(row.message) as unknown,
          place: JSON.parse(row.place) as unknown,
        }),
      )
    },
    /** True if it has a local problem that nobody has left to the service. */
    hasLocal(account: number): boolean {
      return selectLocal.get(account) !== undefined
    },
  }
}
