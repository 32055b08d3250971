// Adds built accounts to a batch: the row, its payload, its source rows and its problems.
import type { Database } from 'better-sqlite3'
import type { AccountState } from '../../../../shared/sending/states.ts'
import type { createAccountMoves } from './account-moves.ts'
import type { createAccountProblems, PlacedProblem } from './account-problems.ts'
import type { BuiltPayload, createPayloadStore } from './payloads.ts'

export type NewAccount = BuiltPayload & {
  readonly key: string
  readonly supplier: string | null
  readonly identity: string | null
  readonly statusPath: string | null
  readonly rows: readonly { readonly sheet: number; readonly row: number }[]
  readonly problems: readonly PlacedProblem[]
}

type Parts = {
  readonly moves: ReturnType<typeof createAccountMoves>
  readonly problems: ReturnType<typeof createAccountProblems>
  readonly payloads: ReturnType<typeof createPayloadStore>
}

export function createAccountAdding(database: Database, { moves, problems, payloads }: Parts) {
  const insertAccount = database.prepare(
    `INSERT INTO account (batch_id, position, key, connection_id, supplier, identity, status_path, state)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const setPayload = database.prepare('UPDATE account SET payload_id = ? WHERE id = ?')
  const insertRow = database.prepare('INSERT OR IGNORE INTO account_row VALUES (?, ?, ?, ?)')
  const selectInDoubt = database.prepare('SELECT in_doubt FROM batch WHERE id = ?').pluck()

  function add(
    batch: number,
    connection: number | null,
    position: number,
    built: NewAccount,
    now: number,
  ): number {
    const state: AccountState = built.problems.length > 0 ? 'invalid' : 'unvalidated'
    const { key, supplier, identity, statusPath } = built
    const row = [batch, position, key, connection, supplier, identity, statusPath, state]
    const id = Number(insertAccount.run(...row).lastInsertRowid)
    setPayload.run(payloads.addPayload(id, built, now), id)
    for (const { sheet, row: number } of built.rows) insertRow.run(batch, sheet, number, id)
    problems.addProblems(id, batch, built.problems)
    if (state === 'invalid' && !problems.hasLocal(id)) moves.move(id, 'invalid', 'unvalidated')
    return id
  }

  return {
    addAccounts: database.transaction(
      (
        batch: number,
        connection: number | null,
        firstPosition: number,
        built: readonly NewAccount[],
        now: number,
      ) => {
        const ids = built.map((account, at) => add(batch, connection, firstPosition + at, account, now))
        // They may have been sent before the batch was put in doubt.
        if (selectInDoubt.get(batch) === 1) moves.addDoubt(ids)
      },
    ).immediate,
  }
}
