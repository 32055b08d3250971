// Adds built accounts to a batch: the row, its payload, its source rows and its problems. An account of an earlier build
// that is the same stays instead.
import type { Database } from 'better-sqlite3'
import type { AccountState } from '../../../../shared/sending/states.ts'
import type { createAccountMoves } from './account-moves.ts'
import type { createAccountProblems } from './account-problems.ts'
import { createEarlierAccounts, type EarlierAccounts, noneEarlier } from './earlier-accounts.ts'
import type { NewAccount } from './built-account.ts'
import { createKeptVerdictStore, type KeptVerdict } from './kept-verdicts.ts'
import type { createPayloadStore } from './payloads.ts'

type Stores = {
  readonly moves: ReturnType<typeof createAccountMoves>
  readonly problems: ReturnType<typeof createAccountProblems>
  readonly payloads: ReturnType<typeof createPayloadStore>
}

export function createAccountAdding(database: Database, stores: Stores) {
  const parts = prepareAdding(database, stores)
  const addAll = (...given: Additions): number[] => addSeveral(parts, given)
  return {
    /** Returns the ids of the earlier accounts that stay. */
    addAccounts: database.transaction(addAll).immediate,
    lastAccountId: parts.earlierAccounts.lastId,
    dropEarlier: parts.earlierAccounts.dropSome,
  }
}

/** Accounts for the places of the batch from the first position on. */
type Additions = readonly [
  batch: number,
  connection: number | null,
  firstPosition: number,
  built: readonly NewAccount[],
  now: number,
  earlier?: EarlierAccounts,
]

type Parts = ReturnType<typeof prepareAdding>

function prepareAdding(database: Database, stores: Stores) {
  const verdicts = createKeptVerdictStore(database)
  return {
    ...stores,
    verdicts,
    earlierAccounts: createEarlierAccounts(database, verdicts),
    validateAsBefore: createValidatedBefore(database, stores),
    insertAccount: database.prepare(
      `INSERT INTO account (batch_id, position, key, connection_id, supplier, identity, status_path, state)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    setPayload: database.prepare('UPDATE account SET payload_id = ? WHERE id = ?'),
    insertRow: database.prepare('INSERT OR IGNORE INTO account_row VALUES (?, ?, ?, ?)'),
    selectInDoubt: database.prepare('SELECT in_doubt FROM batch WHERE id = ?').pluck(),
  }
}

function addSeveral(
  parts: Parts,
  [batch, connection, firstPosition, all, now, earlier = noneEarlier]: Additions,
): number[] {
  const { earlierAccounts, verdicts, moves, selectInDoubt } = parts
  const stayed = new Set<number>()
  const before = { ...earlier, stays: (id: number) => stayed.has(id) || earlier.stays(id) }
  const ids = all.map((built, at) => {
    const position = firstPosition + at
    const same = earlierAccounts.take(batch, connection, position, built, before)
    if (same !== null) {
      stayed.add(same)
      return same
    }
    const verdict = verdicts.any(batch) ? verdicts.takeUp(batch, connection, built) : null
    return addOne(parts, { batch, connection, position, now }, built, verdict)
  })
  // They may have been sent before the batch was put in doubt.
  if (selectInDoubt.get(batch) === 1) moves.addDoubt(ids)
  return [...stayed]
}

type NewPlace = {
  readonly batch: number
  readonly connection: number | null
  readonly position: number
  readonly now: number
}

function addOne(
  parts: Parts,
  { batch, connection, position, now }: NewPlace,
  built: NewAccount,
  verdict: KeptVerdict | null,
): number {
  const { problems, payloads, moves } = parts
  const state: AccountState = built.problems.length > 0 ? 'invalid' : 'unvalidated'
  const { key, supplier, identity, statusPath } = built
  const row = [batch, position, key, connection, supplier, identity, statusPath, state]
  const id = Number(parts.insertAccount.run(...row).lastInsertRowid)
  const payload = payloads.addPayload(id, built, now)
  parts.setPayload.run(payload, id)
  for (const { sheet, row: number } of built.rows) parts.insertRow.run(batch, sheet, number, id)
  problems.addProblems(id, batch, built.problems)
  const isSound = state === 'unvalidated' || !problems.hasLocal(id)
  if (state === 'invalid' && isSound) moves.move(id, 'invalid', 'unvalidated')
  if (isSound && verdict !== null) parts.validateAsBefore(id, batch, payload, verdict)
  return id
}

/** The service said so of these very bytes, before the account was built again. */
function createValidatedBefore(database: Database, { moves, problems }: Pick<Stores, 'moves' | 'problems'>) {
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
