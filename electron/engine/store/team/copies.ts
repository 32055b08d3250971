// Copies of batches in the team's database, as this folder knows them: of which batches it made some, and those that the
// database still has to remove because their batches are gone here.
import type { Database } from 'better-sqlite3'
import { bindOperations } from '../operations.ts'

/** `at`: when the newest one was made, in milliseconds since 1970; 0: none is complete. */
export type MadeCopy = { readonly batch: number; readonly code: string; readonly at: number }

export function createCopyStore(database: Database) {
  return bindOperations(prepareCopies(database), { begin, done, all, drop, toRemove, removed, lastWaveEnd })
}

type Parts = ReturnType<typeof prepareCopies>

function prepareCopies(database: Database) {
  return {
    insert: database.prepare('INSERT OR IGNORE INTO team_copy (batch_id, code) VALUES (?, ?)'),
    update: database.prepare('UPDATE team_copy SET at = ? WHERE batch_id = ?'),
    selectAll: database.prepare('SELECT batch_id AS batch, code, at FROM team_copy ORDER BY batch_id'),
    deleteOne: database.prepare('DELETE FROM team_copy WHERE batch_id = ?'),
    selectWaveEnd: database.prepare('SELECT ifnull(max(ended_at), 0) FROM wave WHERE batch_id = ?').pluck(),
    selectRemovals: database.prepare('SELECT code FROM team_copy_removal ORDER BY code').pluck(),
    deleteRemoval: database.prepare('DELETE FROM team_copy_removal WHERE code = ?'),
  }
}

/** Before anything of a copy is sent: from now on its removal follows that of the batch. */
function begin({ insert }: Parts, batch: number, code: string): void {
  insert.run(batch, code)
}

function done({ update }: Parts, batch: number, at: number): void {
  update.run(at, batch)
}

function all({ selectAll }: Parts): MadeCopy[] {
  return selectAll.all() as MadeCopy[]
}

/** Its copies have to be removed; the batch may stay. */
function drop({ deleteOne }: Parts, batch: number): void {
  deleteOne.run(batch)
}

/** Codes of batches whose copies the team's database still has to remove. */
function toRemove({ selectRemovals }: Parts): string[] {
  return selectRemovals.all() as string[]
}

function removed({ deleteRemoval }: Parts, code: string): void {
  deleteRemoval.run(code)
}

/** When a wave of the batch ended last, in milliseconds since 1970; 0: none has. */
function lastWaveEnd({ selectWaveEnd }: Parts, batch: number): number {
  return selectWaveEnd.get(batch) as number
}
