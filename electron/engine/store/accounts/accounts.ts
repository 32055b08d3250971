// Store of accounts: state, payloads, problems, validations and events. A state change is an UPDATE that names the
// previous state. If it changes no row, another writer has moved the account already, and the store throws an
// error.
import type { Database, Statement } from 'better-sqlite3'
import { z } from 'zod'
import { type AccountState, mayMove } from '../../../../shared/sending/states.ts'
import { type Omission, omission, type Origins, origins } from '../../../../shared/payload/problems.ts'
import type { RowRef } from '../../../../shared/sheet/sheet.ts'
import { type Account, accountRow, type MoveFields } from './account-row.ts'
import { createAccountProblems, type PlacedProblem } from './account-problems.ts'
import { createAccountDuplicates } from './account-duplicates.ts'

export type NewAccount = {
  readonly key: string
  readonly supplier: string | null
  readonly identity: string | null
  readonly statusPath: string | null
  readonly rows: readonly { readonly sheet: number; readonly row: number }[]
  /** Payload as UTF-8 bytes, and their SHA-256 in hex. */
  readonly body: Uint8Array
  readonly sha256: string
  readonly origins: Origins
  readonly omitted: readonly Omission[]
  readonly problems: readonly PlacedProblem[]
}

export type StoredPayload = {
  readonly id: number
  readonly body: Buffer
  readonly sha256: string
  readonly origins: Origins
  readonly omitted: readonly Omission[]
}

export type AccountStore = ReturnType<typeof createAccountStore>

export function createAccountStore(database: Database) {
  const insertAccount = database.prepare(
    `INSERT INTO account (batch_id, position, key, connection_id, supplier, identity, status_path, state, doubt)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, (SELECT in_doubt FROM batch WHERE id = ?))`,
  )
  const insertPayload = database.prepare(
    'INSERT INTO payload (account_id, sha256, body, origins, omitted, built_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const setPayload = database.prepare('UPDATE account SET payload_id = ? WHERE id = ?')
  const insertAccountRow = database.prepare('INSERT OR IGNORE INTO account_row VALUES (?, ?, ?, ?)')
  const selectAccount = database.prepare('SELECT * FROM account WHERE id = ?')
  const selectCurrentState = database.prepare('SELECT state, outcome, payload_id FROM account WHERE id = ?')
  const selectPage = database.prepare(
    'SELECT * FROM account WHERE batch_id = ? AND position > ? ORDER BY position LIMIT ?',
  )
  const selectBytes = database.prepare('SELECT id, body, sha256 FROM payload WHERE id = ?')
  const selectPayload = database.prepare(
    'SELECT id, body, sha256, origins, omitted FROM payload WHERE id = ?',
  )
  const selectRows = database.prepare(
    `SELECT json_extract(s.info, '$.name') AS sheet, r.row FROM account_row r
     JOIN sheet s ON s.batch_id = r.batch_id AND s.position = r.sheet WHERE r.account_id = ? ORDER BY r.sheet, r.row`,
  )
  const insertValidation = database.prepare(
    'INSERT INTO validation (account_id, payload_id, at, http_status, verdict, answer, named) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const insertEvent = database.prepare(
    'INSERT INTO event (at, batch_id, account_id, kind, detail) VALUES (?, ?, ?, ?, ?)',
  )
  const deferAccount = database.prepare(
    'UPDATE account SET due_at = ?, tries = tries + 1 WHERE id = ? AND state = ?',
  )
  const problems = createAccountProblems(database)
  const duplicates = createAccountDuplicates(database)
  const moveStatements = new Map<string, Statement>()

  function move(id: number, from: AccountState, to: AccountState, fields: MoveFields = {}): void {
    if (from !== to && !mayMove(from, to)) throw new Error(`An account may not move from ${from} to ${to}`)
    const names = Object.keys(fields).sort()
    const cacheKey = names.join()
    let statement = moveStatements.get(cacheKey)
    if (statement === undefined) {
      const sets = names.map((name) => `, ${name} = @${name}`).join('')
      statement = database.prepare(`UPDATE account SET state = @to${sets} WHERE id = @id AND state = @from`)
      moveStatements.set(cacheKey, statement)
    }
    const { changes } = statement.run({ ...fields, id, from, to })
    if (changes !== 1) throw new Error(`Account ${id} was not ${from} when it was moved to ${to}`)
  }

  function addPayload(
    account: number,
    built: Pick<NewAccount, 'sha256' | 'body' | 'origins' | 'omitted'>,
    now: number,
  ): number {
    const { sha256, body, origins: from, omitted } = built
    const result = insertPayload.run(
      account,
      sha256,
      body,
      JSON.stringify(from),
      JSON.stringify(omitted),
      now,
    )
    return Number(result.lastInsertRowid)
  }

  function addAccount(
    batch: number,
    connection: number | null,
    position: number,
    built: NewAccount,
    now: number,
  ): number {
    const state: AccountState = built.problems.length > 0 ? 'invalid' : 'unvalidated'
    const { lastInsertRowid } = insertAccount.run(
      batch,
      position,
      built.key,
      connection,
      built.supplier,
      built.identity,
      built.statusPath,
      state,
      batch,
    )
    const id = Number(lastInsertRowid)
    setPayload.run(addPayload(id, built, now), id)
    for (const { sheet, row } of built.rows) insertAccountRow.run(batch, sheet, row, id)
    problems.addProblems(id, batch, built.problems)
    if (state === 'invalid' && !problems.hasLocal(id)) move(id, 'invalid', 'unvalidated')
    return id
  }

  return {
    move,
    ...problems,
    ...duplicates,
    addPayload,
    /** Makes a blocked account ready if no local problem of it still applies. */
    freeIfSound(id: number): void {
      if (!problems.hasLocal(id) && accountRow.parse(selectAccount.get(id)).state === 'invalid')
        move(id, 'invalid', 'unvalidated')
    },
    addAccounts: database.transaction(
      (
        batch: number,
        connection: number | null,
        firstPosition: number,
        built: readonly NewAccount[],
        now: number,
      ) => {
        built.forEach((account, at) => addAccount(batch, connection, firstPosition + at, account, now))
      },
    ).immediate,
    find(id: number): Account | null {
      const row = selectAccount.get(id)
      return row === undefined ? null : accountRow.parse(row)
    },
    /** Only the state of an account: for reading very many. */
    currentState(id: number): Pick<Account, 'state' | 'outcome' | 'payload_id'> {
      return selectCurrentState.get(id) as Pick<Account, 'state' | 'outcome' | 'payload_id'>
    },
    get(id: number): Account {
      // Read several times per request: the table is strict and contains only values written here, so there is no
      // parsing.
      const row = selectAccount.get(id)
      if (row === undefined) throw new Error(`There is no account ${id}`)
      return row as Account
    },
    /** Only the bytes, as a request needs them. */
    bytes(id: number): Pick<StoredPayload, 'id' | 'body' | 'sha256'> {
      return selectBytes.get(id) as Pick<StoredPayload, 'id' | 'body' | 'sha256'>
    },
    payload(id: number): StoredPayload {
      const row = selectPayload.get(id) as {
        id: number
        body: Buffer
        sha256: string
        origins: string
        omitted: string
      }
      return {
        id: row.id,
        body: row.body,
        sha256: row.sha256,
        origins: origins.parse(JSON.parse(row.origins)),
        omitted: z.array(omission).parse(JSON.parse(row.omitted)),
      }
    },
    /** Accounts of a batch in order, after a position. */
    page(batch: number, after: number, limit: number): Account[] {
      return selectPage.all(batch, after, limit).map((row) => accountRow.parse(row))
    },
    rowsOf(id: number): RowRef[] {
      return selectRows.all(id) as RowRef[]
    },
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
    /** Postpones the next attempt of an account in its state; `dueAt` in whole milliseconds. */
    defer(id: number, state: AccountState, dueAt: number): void {
      deferAccount.run(dueAt, id, state)
    },
  }
}
