// Batches that are gone here and that the team's database does not know to be gone.
import type { Database } from 'better-sqlite3'
import { bindOperations } from '../operations.ts'

export function createGoneBatchStore(database: Database) {
  return bindOperations(prepare(database), { codes, said })
}

type Parts = ReturnType<typeof prepare>

function prepare(database: Database) {
  return {
    select: database.prepare('SELECT code FROM team_batch_gone ORDER BY code').pluck(),
    remove: database.prepare('DELETE FROM team_batch_gone WHERE code IN (SELECT value FROM json_each(?))'),
  }
}

/** As the team's database names them. */
function codes({ select }: Parts): string[] {
  return select.all() as string[]
}

function said({ remove }: Parts, gone: readonly string[]): void {
  remove.run(JSON.stringify(gone))
}
