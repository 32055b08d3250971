// Status paths of accounts: read and stored a page at a time, when the connection gets another path or field prefix.
import type { Database } from 'better-sqlite3'
import { bindOperations, immediateTransaction } from '../../operations.ts'
import { onTheWay } from './stuck.ts'

export type PathOf = {
  readonly id: number
  readonly position: number
  readonly path: string | null
  readonly body: Buffer
}

/** Payloads read in one go. */
const pathsAtOnce = 200

export function createPathStore(database: Database) {
  return bindOperations(preparePaths(database), { pathsAfter: pagePaths, setPaths })
}

type PathStatements = ReturnType<typeof preparePaths>

function preparePaths(database: Database) {
  const selectPaths = database.prepare(
    `SELECT a.id, a.position, a.status_path AS path, p.body FROM account a JOIN payload p ON p.id = a.payload_id
     WHERE a.batch_id = ? AND a.position > ? ORDER BY a.position LIMIT ${pathsAtOnce}`,
  )
  // What is on its way is asked for at its new path now.
  const updatePath = database.prepare(
    `UPDATE account SET status_path = @path, due_at = iif(${onTheWay}, min(due_at, @now), due_at) WHERE id = @id`,
  )
  const inTransaction = immediateTransaction(database)
  return { selectPaths, updatePath, inTransaction }
}

/** A page of accounts with the paths that they have and the bytes that new ones are made of. */
function pagePaths(statements: PathStatements, batch: number, position: number): PathOf[] {
  return statements.selectPaths.all(batch, position) as PathOf[]
}

function setPaths(
  statements: PathStatements,
  paths: readonly { readonly id: number; readonly path: string | null }[],
  now: number,
): void {
  statements.inTransaction(() => {
    for (const { id, path } of paths) statements.updatePath.run({ id, path, now })
  })
}
