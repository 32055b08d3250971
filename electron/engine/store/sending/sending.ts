// Store of sending: attempts, the next accounts, and the reads before a create leaves. The file lists them; each part
// has a file of its own.
import type { Database } from 'better-sqlite3'
import type { AccountState } from '../../../../shared/sending/states.ts'
import type { AccountStore } from '../accounts/accounts.ts'
import { bindOperations } from '../operations.ts'
import type { AttemptJournal } from './attempts/attempt-journal.ts'
import { createAttempts } from './attempts/attempts.ts'
import { createEarlierAttempts } from './attempts/earlier-attempts.ts'
import { createNextAccounts } from './next-accounts.ts'
import type { WaveStore } from './release/waves.ts'

export type SendingStore = ReturnType<typeof createSendingStore>

export function createSendingStore(
  database: Database,
  accounts: AccountStore,
  waves: WaveStore,
  journal: AttemptJournal,
) {
  const attempts = createAttempts(database, accounts, journal)
  return {
    ...createNextAccounts(database, waves),
    ...attempts,
    ...createEarlierAttempts(database),
    ...bindOperations(prepareSending(database, accounts, attempts.together), {
      countInState,
      maySend,
      changes: countChanges,
      validateRefusedAgain,
      createdElsewhere: findCreatedElsewhere,
    }),
  }
}

type SendingParts = ReturnType<typeof prepareSending>

function prepareSending(
  database: Database,
  accounts: AccountStore,
  together: <Result>(work: () => Result) => Result,
) {
  const selectMaySend = database
    .prepare(
      `SELECT 1 FROM account a WHERE a.id = ? AND a.state = 'sending' AND a.held_reason IS NULL
         AND NOT EXISTS (SELECT 1 FROM pause p WHERE p.connection_id = a.connection_id AND p.supplier IN ('', ifnull(a.supplier, '')))
         AND NOT EXISTS (SELECT 1 FROM stop s WHERE s.batch_id = a.batch_id)
         AND NOT EXISTS (SELECT 1 FROM handover h WHERE h.batch_id = a.batch_id AND h.state <> 'here')
         AND NOT EXISTS (SELECT 1 FROM job t WHERE t.kind = 'cancel' AND t.batch_id = a.batch_id
           AND t.arguments ->> 'supplier' IN ('', ifnull(a.supplier, '')))`,
    )
    .pluck()
  const selectChanges = database.prepare('SELECT total_changes()').pluck()
  const selectCreatedHere = database.prepare(
    `SELECT batch_id FROM account WHERE connection_id = ? AND identity = ? AND id <> ? AND outcome = 'created' LIMIT 1`,
  )
  const countPerConnection = database
    .prepare(
      `SELECT ifnull(sum(c.count), 0) FROM batch b JOIN account_count c ON c.batch_id = b.id
       WHERE b.connection_id = ? AND c.state = ?`,
    )
    .pluck()

  const selectRefusedFor = database
    .prepare(
      `SELECT a.id FROM batch b CROSS JOIN account a INDEXED BY account_in_order
         ON a.batch_id = b.id AND a.state = 'rejected' AND a.state > ''
       JOIN validation j ON j.id = (SELECT max(id) FROM validation WHERE account_id = a.id)
       WHERE b.connection_id = @connection AND a.supplier = @supplier AND j.verdict = 'rejected'
         AND json_array_length(j.named) > 0 AND NOT EXISTS (SELECT 1 FROM json_each(j.named) n
           WHERE n.value ->> 1 IS NOT @code)`,
    )
    .pluck()
  return {
    together,
    selectMaySend,
    selectChanges,
    selectCreatedHere,
    countPerConnection,
    selectRefusedFor,
    accounts,
  }
}

function countInState(parts: SendingParts, connection: number, state: AccountState): number {
  return parts.countPerConnection.get(connection, state) as number
}

/** True if nothing came between a written intent and its request: no pause, stop, hold or cancel. */
function maySend(parts: SendingParts, id: number): boolean {
  return parts.selectMaySend.get(id) !== undefined
}

/**
 * Grows with every row that this connection writes; no other one writes while a workspace is open. Reads nothing.
 */
function countChanges(parts: SendingParts): number {
  return parts.selectChanges.get() as number
}

/**
 * A pause for a rejection of all accounts is lifted: accounts of that supplier that were rejected only for this
 * are validated again. Returns their number.
 */
function validateRefusedAgain(
  parts: SendingParts,
  connection: number,
  supplier: string,
  code: string,
): number {
  return parts.together(() => {
    const refused = parts.selectRefusedFor.all({ connection, supplier, code }) as number[]
    for (const id of refused)
      parts.accounts.move(id, 'rejected', 'unvalidated', { validation: 'asked', due_at: 0, tries: 0 })
    return refused.length
  })
}

/** The batch of this workspace that already created the same account on this connection. */
function findCreatedElsewhere(
  parts: SendingParts,
  connection: number,
  identity: string,
  besides: number,
): number | null {
  return (
    (parts.selectCreatedHere.get(connection, identity, besides) as { batch_id: number } | undefined)
      ?.batch_id ?? null
  )
}
