// Adds built accounts to a batch: the row, its payload, its source rows and its problems.
import type { Database } from 'better-sqlite3'
import type { AccountState } from '../../../../shared/sending/states.ts'
import type { createAccountMoves } from './account-moves.ts'
import type { createAccountProblems, PlacedProblem } from './account-problems.ts'
import { createKeptVerdictStore, type KeptVerdict } from './kept-verdicts.ts'
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
  const validateAsBefore = createValidatedBefore(database, { moves, problems })
  const verdicts = createKeptVerdictStore(database)
  const selectInDoubt = database.prepare('SELECT in_doubt FROM batch WHERE id = ?').pluck()

  function add(
    batch: number,
    connection: number | null,
    position: number,
    built: NewAccount,
    now: number,
    takeUp: (built: NewAccount) => KeptVerdict | null,
  ): number {
    const state: AccountState = built.problems.length > 0 ? 'invalid' : 'unvalidated'
    const { key, supplier, identity, statusPath } = built
    const row = [batch, position, key, connection, supplier, identity, statusPath, state]
    const id = Number(insertAccount.run(...row).lastInsertRowid)
    const payload = payloads.addPayload(id, built, now)
    setPayload.run(payload, id)
    for (const { sheet, row: number } of built.rows) insertRow.run(batch, sheet, number, id)
    problems.addProblems(id, batch, built.problems)
    const isSound = state === 'unvalidated' || !problems.hasLocal(id)
    if (state === 'invalid' && isSound) moves.move(id, 'invalid', 'unvalidated')
    const verdict = takeUp(built)
    if (isSound && verdict !== null) validateAsBefore(id, batch, payload, verdict)
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
        const takeUp = verdicts.any(batch)
          ? (account: NewAccount) => verdicts.takeUp(batch, connection, account)
          : () => null
        const ids = built.map((account, at) =>
          add(batch, connection, firstPosition + at, account, now, takeUp),
        )
        // They may have been sent before the batch was put in doubt.
        if (selectInDoubt.get(batch) === 1) moves.addDoubt(ids)
      },
    ).immediate,
  }
}

/** The service said so of these very bytes, before the account was built again. */
function createValidatedBefore(database: Database, { moves, problems }: Pick<Parts, 'moves' | 'problems'>) {
  const insertValidation = database.prepare(
    'INSERT INTO validation (account_id, payload_id, at, http_status, verdict, answer, named) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  return (id: number, batch: number, payload: number, before: KeptVerdict): void => {
    const { at, http_status: status, verdict, answer, named } = before
    insertValidation.run(id, payload, at, status, verdict, answer, named)
    problems.addProblems(id, batch, before.problems)
    moves.move(id, 'unvalidated', verdict)
  }
}
