// Store of accounts: reads of the account row, validations and events. Moves, payloads, problems and duplicates are in
// files of their own and are offered here together.
import type { Database } from 'better-sqlite3'
import type { RowRef } from '../../../../shared/sheet/sheet.ts'
import { readSaid } from '../../../../shared/texts/message.ts'
import { type Account, type AccountDetails, accountDetailsRow } from './account-row.ts'
import { createAccountAdding } from './new-accounts.ts'
import { createAccountDuplicates } from './duplicates/account-duplicates.ts'
import { createAccountMoves } from './account-moves.ts'
import { createAccountProblems } from './account-problems.ts'
import { createPayloadStore } from './building/payloads.ts'

export type AccountStore = ReturnType<typeof createAccountStore>

export function createAccountStore(database: Database) {
  const problems = createAccountProblems(database)
  const moves = createAccountMoves(database)
  const payloads = createPayloadStore(database)
  const reads = createAccountReads(database)
  return {
    ...reads,
    move: moves.move,
    defer: moves.defer,
    ...problems,
    ...createAccountDuplicates(database),
    ...payloads,
    ...createAccountAdding(database, { moves, problems, payloads }),
    ...createAccountNotes(database),
    ...createClaimedAhead(database),
    /** Makes a blocked account ready if no local problem of it still applies. */
    freeIfSound(id: number): void {
      if (!problems.hasLocal(id) && reads.get(id).state === 'invalid')
        moves.move(id, 'invalid', 'unvalidated')
    },
  }
}

/** What a claim of an account needs. */
export type ClaimedAhead = Pick<Account, 'id' | 'batch_id' | 'identity' | 'wave' | 'supplier'>

function createClaimedAhead(database: Database) {
  const selectClaimed = database.prepare(
    'SELECT id, batch_id, identity, wave, supplier FROM account WHERE id IN (SELECT value FROM json_each(?))',
  )
  return {
    /** Of these accounts only what their claims need, in any order: asked for again and again while accounts are sent. */
    claimedAhead(ids: readonly number[]): ClaimedAhead[] {
      return selectClaimed.all(JSON.stringify(ids)) as ClaimedAhead[]
    },
  }
}

type CurrentState = Pick<Account, 'state' | 'outcome' | 'payload_id'>

function createAccountReads(database: Database) {
  const select = database.prepare('SELECT * FROM account WHERE id = ?')
  const selectDetails = database.prepare('SELECT * FROM account_details WHERE id = ?')
  const selectCurrentState = database.prepare('SELECT state, outcome, payload_id FROM account WHERE id = ?')
  const selectPage = database.prepare(
    'SELECT * FROM account_details WHERE batch_id = ? AND position > ? ORDER BY position LIMIT ?',
  )
  const selectRows = database.prepare(
    `SELECT json_extract(s.info, '$.name') AS sheet, r.row FROM account_row r
     JOIN sheet s ON s.batch_id = r.batch_id AND s.position = r.sheet WHERE r.account_id = ? ORDER BY r.sheet, r.row`,
  )
  const selectBatches = database
    .prepare('SELECT DISTINCT batch_id FROM account WHERE id IN (SELECT value FROM json_each(?)) LIMIT 2')
    .pluck()
  const findCurrentState = (id: number): CurrentState | null =>
    (selectCurrentState.get(id) as CurrentState | undefined) ?? null
  return {
    find(id: number): AccountDetails | null {
      const row = selectDetails.get(id)
      return row === undefined ? null : accountDetailsRow.parse(row)
    },
    /** Only the state of an account: for reading very many. */
    currentState(id: number): CurrentState {
      const found = findCurrentState(id)
      if (found === null) throw new Error(`There is no account ${id}`)
      return found
    },
    /** The same; null if the account was removed. */
    findCurrentState,
    get(id: number): Account {
      const row = select.get(id)
      if (row === undefined) throw new Error(`There is no account ${id}`)
      return withReason(row) as Account
    },
    /** The account with what the service said of it. */
    details(id: number): AccountDetails {
      const row = selectDetails.get(id)
      if (row === undefined) throw new Error(`There is no account ${id}`)
      return withReason(row) as AccountDetails
    },
    /** Accounts of a batch in order, after a position. */
    page(batch: number, after: number, limit: number): AccountDetails[] {
      return selectPage.all(batch, after, limit).map((row) => accountDetailsRow.parse(row))
    },
    /** The batch that all of these accounts are of; null: there is none of them, or they are of several. */
    batchOf(ids: readonly number[]): number | null {
      const [batch, another] = selectBatches.all(JSON.stringify(ids)) as number[]
      return another === undefined ? (batch ?? null) : null
    },
    rowsOf(id: number): RowRef[] {
      return selectRows.all(id) as RowRef[]
    },
  }
}

/**
 * Rows are read several times per request: the table is strict and contains only values written here, so nothing of
 * them is parsed but the reason, if there is one.
 */
function withReason(row: unknown): unknown {
  const stored = row as { readonly held_reason: string | null }
  return stored.held_reason === null ? row : { ...stored, held_reason: readSaid(stored.held_reason) }
}

/** What is written about an account and never changed: validations and events. */
function createAccountNotes(database: Database) {
  const insertValidation = database.prepare(
    'INSERT INTO validation (account_id, payload_id, at, http_status, verdict, answer, named) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const insertEvent = database.prepare(
    'INSERT INTO event (at, batch_id, account_id, kind, detail) VALUES (?, ?, ?, ?, ?)',
  )
  return {
    addValidation(
      account: number,
      payload: number,
      at: number,
      httpStatus: number,
      verdict: 'validated' | 'rejected',
      answer: string,
      /** The errors it named, as pairs of attr and code. */
      named: readonly (readonly [string | null, string | null])[] = [],
    ): void {
      insertValidation.run(account, payload, at, httpStatus, verdict, answer, JSON.stringify(named))
    },
    addEvent(
      at: number,
      batch: number | null,
      account: number | null,
      kind: string,
      detail: Readonly<Record<string, unknown>>,
    ): void {
      insertEvent.run(at, batch, account, kind, JSON.stringify(detail))
    },
  }
}
