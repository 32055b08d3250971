// State changes of accounts. A move is one UPDATE that names the previous state: if it changes no row, another writer
// has moved the account already, and the store throws an error. Details are written in the same transaction.
import type { Database, Statement } from 'better-sqlite3'
import { type AccountState, mayMove } from '../../../../shared/sending/states.ts'
import { storeSaid } from '../../../../shared/texts/message.ts'
import { createAccountDetailsStore, type FieldNames, sortFields } from './account-details.ts'
import type { MoveFields } from './account-row.ts'

/** The statement of a move by the fields that it sets. */
type PreparedMove = { readonly update: Statement; readonly fields: FieldNames }

export function createAccountMoves(database: Database) {
  const details = createAccountDetailsStore(database)
  const deferAccount = database.prepare(
    'UPDATE account SET due_at = ?, tries = tries + 1 WHERE id = ? AND state = ?',
  )
  const prepared = new Map<string, PreparedMove>()

  function prepareMove(names: readonly string[]): PreparedMove {
    const fields = sortFields(names)
    const sets = fields.row.map((name) => `, ${name} = @${name}`).join('')
    const update = database.prepare(`UPDATE account SET state = @to${sets} WHERE id = @id AND state = @from`)
    return { update, fields }
  }

  return {
    addDoubt: details.addDoubt,
    move(id: number, from: AccountState, to: AccountState, fields: MoveFields = {}): void {
      if (from !== to && !mayMove(from, to)) throw new Error(`An account may not move from ${from} to ${to}`)
      const names = Object.keys(fields).sort()
      const cacheKey = names.join()
      const statement = prepared.get(cacheKey) ?? prepareMove(names)
      prepared.set(cacheKey, statement)
      const { changes } = statement.update.run({ ...fields, ...storedReason(fields), id, from, to })
      if (changes !== 1) throw new Error(`Account ${id} was not ${from} when it was moved to ${to}`)
      details.write(id, statement.fields, fields)
    },
    /** Postpones the next attempt of an account in its state; `dueAt` in whole milliseconds. */
    defer(id: number, state: AccountState, dueAt: number): void {
      deferAccount.run(dueAt, id, state)
    },
  }
}

function storedReason({ held_reason: reason }: MoveFields): { readonly held_reason: string } | undefined {
  return reason === undefined || reason === null ? undefined : { held_reason: storeSaid(reason) }
}
