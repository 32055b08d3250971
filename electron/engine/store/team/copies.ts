// Copies of batches in teams' databases, as this folder knows them: of which batches it made some, and those that a database
// still has to remove. Each is of one team: what was left in a team that this folder does not belong to any more is done
// when it belongs to it again, and never in another one.
import type { Database } from 'better-sqlite3'
import { bindOperations, immediateTransaction } from '../operations.ts'

/**
 * `copy`: the newest complete one; null: none is complete. `at`: when it was made, in milliseconds since 1970; 0: the next
 * one is due.
 */
export type MadeCopy = {
  readonly batch: number
  readonly code: string
  readonly copy: string | null
  readonly at: number
}

/** `copy`: null: all copies of a batch that is gone here. */
export type CopyToRemove = { readonly code: string; readonly copy: string | null }

export function createCopyStore(database: Database) {
  return bindOperations(prepareCopies(database), {
    begin,
    done,
    all,
    renew,
    drop,
    removeLater,
    removeNewest,
    toRemove,
    removed,
    lastWaveEnd,
  })
}

type Parts = ReturnType<typeof prepareCopies>

function prepareCopies(database: Database) {
  return {
    inTransaction: immediateTransaction(database),
    insert: database.prepare('INSERT OR IGNORE INTO team_copy (batch_id, team, code) VALUES (?, ?, ?)'),
    update: database.prepare('UPDATE team_copy SET copy = ?, at = ? WHERE batch_id = ? AND team = ?'),
    selectAll: database.prepare(
      'SELECT batch_id AS batch, code, copy, at FROM team_copy WHERE team = ? ORDER BY batch_id',
    ),
    setDue: database.prepare('UPDATE team_copy SET at = 0 WHERE batch_id = ? AND team = ?'),
    forgetNewest: database.prepare(
      'UPDATE team_copy SET copy = NULL, at = 0 WHERE batch_id = ? AND team = ?',
    ),
    deleteOne: database.prepare('DELETE FROM team_copy WHERE batch_id = ? AND team = ?'),
    selectWaveEnd: database.prepare('SELECT ifnull(max(ended_at), 0) FROM wave WHERE batch_id = ?').pluck(),
    insertRemoval: database.prepare('INSERT OR IGNORE INTO team_copy_removal VALUES (?, ?, ?)'),
    insertNewestRemoval: database.prepare(
      `INSERT OR IGNORE INTO team_copy_removal SELECT team, code, copy FROM team_copy
       WHERE batch_id = ? AND team = ? AND copy IS NOT NULL`,
    ),
    selectRemovals: database.prepare(
      "SELECT code, nullif(copy, '') AS copy FROM team_copy_removal WHERE team = ? ORDER BY code, copy",
    ),
    deleteRemoval: database.prepare(
      "DELETE FROM team_copy_removal WHERE team = ? AND code = ? AND copy = ifnull(?, '')",
    ),
  }
}

/** Before anything of a copy is sent: from now on its removal follows that of the batch. */
function begin({ insert }: Parts, team: string, batch: number, code: string): void {
  insert.run(batch, team, code)
}

function done({ update }: Parts, team: string, batch: number, copy: string, at: number): void {
  update.run(copy, at, batch, team)
}

function all({ selectAll }: Parts, team: string): MadeCopy[] {
  return selectAll.all(team) as MadeCopy[]
}

/** The next copy is due at once, whether the batch changed or not. */
function renew({ setDue }: Parts, team: string, batch: number): void {
  setDue.run(batch, team)
}

/** Its copies have to be removed; the batch may stay. */
function drop({ deleteOne }: Parts, team: string, batch: number): void {
  deleteOne.run(batch, team)
}

/** One copy, whichever desktop made it. The batch may be here, and have newer ones. */
function removeLater({ insertRemoval }: Parts, team: string, code: string, copy: string): void {
  insertRemoval.run(team, code, copy)
}

/** The newest copy of a batch that stays here has to be removed, and the next one is due. */
function removeNewest(
  { inTransaction, insertNewestRemoval, forgetNewest }: Parts,
  team: string,
  batch: number,
): void {
  inTransaction(() => {
    insertNewestRemoval.run(batch, team)
    forgetNewest.run(batch, team)
  })
}

/** What this team's database still has to remove. */
function toRemove({ selectRemovals }: Parts, team: string): CopyToRemove[] {
  return selectRemovals.all(team) as CopyToRemove[]
}

function removed({ deleteRemoval }: Parts, team: string, { code, copy }: CopyToRemove): void {
  deleteRemoval.run(team, code, copy)
}

/** When a wave of the batch ended last, in milliseconds since 1970; 0: none has. */
function lastWaveEnd({ selectWaveEnd }: Parts, batch: number): number {
  return selectWaveEnd.get(batch) as number
}
