// Adds built accounts to a batch: the row, its payload, its source rows and its problems. An account of an earlier build
// that is the same stays instead.
import type { Database } from 'better-sqlite3'
import type { AccountState } from '../../../../shared/sending/states.ts'
import type { createAccountMoves } from './account-moves.ts'
import type { createAccountProblems } from './account-problems.ts'
import {
  createEarlierAccounts,
  type EarlierAccounts,
  noneEarlier,
  type TakenAccount,
} from './earlier-accounts.ts'
import type { NewAccount } from './building/built-account.ts'
import { createKeptVerdictStore, type KeptVerdict } from './kept-verdicts.ts'
import type { createPayloadStore } from './building/payloads.ts'

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
       VALUES (?, ?, ?, ?, ?, ?, ?, 'unvalidated')`,
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
  const taken = all.map((built, at) => {
    const found = earlierAccounts.take(batch, connection, firstPosition + at, built, before)
    if (found !== null) stayed.add(found.id)
    return found
  })
  // Before the new payloads are stored, which then take their place in the file.
  earlierAccounts.dropPayloads(taken.flatMap((one) => (one === null || one.same ? [] : [one])))
  const anyVerdict = verdicts.any(batch)
  const ids = all.map((built, at) => {
    const found = taken[at] ?? null
    if (found?.same === true) return found.id
    const account = found ?? insertAccount(parts, [batch, connection, firstPosition + at], built)
    const verdict = anyVerdict ? verdicts.takeUp(batch, connection, built) : null
    givePayload(parts, { batch, now }, account, built, verdict)
    return account.id
  })
  // They may have been sent before the batch was put in doubt.
  if (selectInDoubt.get(batch) === 1) moves.addDoubt(ids)
  return [...stayed]
}

/** An account that has no payload of this build yet, with the fields to change with it. */
type Unbuilt = Pick<TakenAccount, 'id' | 'state' | 'fields'>

function insertAccount(
  { insertAccount: insert, insertRow }: Parts,
  [batch, connection, position]: readonly [batch: number, connection: number | null, position: number],
  { key, supplier, identity, statusPath, rows }: NewAccount,
): Unbuilt {
  const values = [batch, position, key, connection, supplier, identity, statusPath]
  const id = Number(insert.run(...values).lastInsertRowid)
  for (const { sheet, row } of rows) insertRow.run(batch, sheet, row, id)
  return { id, state: 'unvalidated', fields: {} }
}

/** Its bytes and problems. It is validated if the service has said so of these bytes. */
function givePayload(
  { problems, payloads, moves, setPayload, validateAsBefore }: Parts,
  { batch, now }: { readonly batch: number; readonly now: number },
  { id, state, fields }: Unbuilt,
  built: NewAccount,
  verdict: KeptVerdict | null,
): void {
  const payload = payloads.addPayload(id, built, now)
  problems.addProblems(id, batch, built.problems)
  const isSound = built.problems.length === 0 || !problems.hasLocal(id)
  const next: AccountState = isSound ? 'unvalidated' : 'invalid'
  // As for most accounts: writing the state rewrites its indexes, even if it stays the same.
  if (next === state && Object.keys(fields).length === 0) setPayload.run(payload, id)
  else moves.move(id, state, next, { ...fields, payload_id: payload })
  if (isSound && verdict !== null) validateAsBefore(id, batch, payload, verdict)
}

/** The service said so of these very bytes, before the account was built again. */
function createValidatedBefore(database: Database, { moves, problems }: Pick<Stores, 'moves' | 'problems'>) {
  const insertValidation = database.prepare(
    'INSERT INTO validation (account_id, payload_id, at, http_status, verdict, answer, named) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  return (id: number, batch: number, payload: number, before: KeptVerdict): void => {
    const { at, http_status: status, verdict, answer, named } = before
    insertValidation.run(id, payload, at, status, verdict, answer, named)
    problems.addProblems(id, batch, before.problems, at)
    moves.move(id, 'unvalidated', verdict)
  }
}
