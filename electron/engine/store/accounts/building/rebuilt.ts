// Queries and writes for rebuilding accounts one at a time, in as few statements as possible. The build thread
// reads the marked accounts through its own read-only connection.
import type { Database } from 'better-sqlite3'
import type { AccountState } from '../../../../../shared/sending/states.ts'
import { openDatabaseFile } from '../../database/database-file.ts'
import { createProblemsNowStore } from '../problems-now.ts'
import { createOddRowStore } from '../../import/odd-rows.ts'
import { createRowStore } from '../../import/rows.ts'
import { createUnhurried } from '../../database/flush/relaxed-commit.ts'

/** A payload in stored form: its bytes, and its other parts as JSON texts. */
export type PayloadTexts = {
  readonly sha256: string
  readonly body: Uint8Array
  readonly origins: string
  readonly omitted: string
}
export type CurrentAccount = {
  readonly batch: number
  readonly state: AccountState
  readonly key: string
  readonly identity: string | null
  readonly payload: number | null
  /** The mark of an edit that is not built yet; null if the account matches its cells. */
  readonly mark: number | null
  /** It is reported as a duplicate of another account of its batch. */
  readonly duplicate: boolean
  /** Another account of its batch has its key or identity, excluded or not. */
  readonly shares: boolean
}

export type RebuiltStore = ReturnType<typeof createRebuiltStore>

export function createRebuiltStore(database: Database) {
  const selectCurrentState = database.prepare(
    `SELECT batch_id AS batch, state, key, identity, payload_id AS payload, dirty AS mark,
       EXISTS (SELECT 1 FROM problem WHERE account_id = @id AND source = 'local' AND code = 'duplicate_account') AS duplicate,
       a.key <> '' AND EXISTS (SELECT 1 FROM account o INDEXED BY account_by_key WHERE o.key = a.key AND o.batch_id = a.batch_id AND o.id <> a.id)
       OR EXISTS (SELECT 1 FROM account o INDEXED BY account_by_identity WHERE o.connection_id IS a.connection_id
         AND o.identity = a.identity AND o.batch_id = a.batch_id AND o.id <> a.id) AS shares
     FROM account a WHERE id = @id`,
  )
  // The same bytes with other origins are another payload, because its values come from other cells.
  const selectPayloadLike = database
    .prepare(
      'SELECT id FROM payload WHERE account_id = ? AND sha256 = ? AND origins = ? AND omitted = ? ORDER BY id DESC LIMIT 1',
    )
    .pluck()
  const insertPayload = database.prepare(
    'INSERT INTO payload (account_id, sha256, body, origins, omitted, built_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const upsertCheck = database.prepare('INSERT OR REPLACE INTO local_check VALUES (?, ?)')
  return {
    currentState(id: number): CurrentAccount {
      type Row = Omit<CurrentAccount, 'duplicate' | 'shares'> & {
        readonly duplicate: number
        readonly shares: number
      }
      const row = selectCurrentState.get({ id }) as Row
      return { ...row, duplicate: row.duplicate === 1, shares: row.shares === 1 }
    },
    payloadLike(account: number, { sha256, origins, omitted }: PayloadTexts): number | null {
      return (selectPayloadLike.get(account, sha256, origins, omitted) as number | undefined) ?? null
    },
    addPayload(account: number, { sha256, body, origins, omitted }: PayloadTexts, now: number): number {
      return Number(insertPayload.run(account, sha256, body, origins, omitted, now).lastInsertRowid)
    },
    /** Our own checks ran on it again, and its payload is not new. */
    checkedAgain(account: number, now: number): void {
      upsertCheck.run(account, now)
    },
    /** Work lost in a power cut is marked again and rebuilt. */
    unhurried: createUnhurried(database),
  }
}

/** An account that an edit affects, with its current payload. */
export type MarkedAccount = {
  readonly id: number
  readonly mark: number
  /** Its first row on the account sheet. */
  readonly row: number
  readonly sha256: string | null
  readonly origins: string | null
  readonly omitted: string | null
}

export type MarkedReader = ReturnType<typeof openMarkedReader>

/** For a thread: a read-only connection. Everything in one `snapshot` is of the same moment. */
export function openMarkedReader(file: string) {
  const database = openDatabaseFile(file, { readonly: true, fileMustExist: true, timeout: 5000 })
  for (const setting of ['trusted_schema = OFF', 'temp_store = MEMORY', 'mmap_size = 0'])
    database.pragma(setting)
  const selectMarked = database.prepare(
    `SELECT a.id, a.dirty AS mark, p.sha256, p.origins, p.omitted,
       (SELECT min(r.row) FROM account_row r WHERE r.account_id = a.id AND r.sheet = @sheet) AS row
     FROM account a LEFT JOIN payload p ON p.id = a.payload_id
     WHERE a.batch_id = @batch AND a.dirty IS NOT NULL AND a.id > @after ORDER BY a.id LIMIT @limit`,
  )
  const selectOnRows = database
    .prepare(
      `SELECT DISTINCT r.account_id FROM json_each(@rows) v CROSS JOIN account_row r
         ON r.batch_id = @batch AND r.sheet = @sheet AND r.row = v.value ORDER BY r.account_id`,
    )
    .pluck()
  const selectFirstRow = database
    .prepare('SELECT min(row) FROM account_row WHERE account_id = ? AND sheet = ?')
    .pluck()
  const snapshot = database.transaction((work: () => void) => work()).deferred
  return {
    rows: createRowStore(database),
    oddRows: createOddRowStore(database),
    problemsNow: createProblemsNowStore(database),
    snapshot,
    close: (): void => void database.close(),
    /** Marked accounts after an id, in order. */
    marked(batch: number, sheet: number, after: number, limit: number): MarkedAccount[] {
      return selectMarked.all({ batch, sheet, after, limit }) as MarkedAccount[]
    },
    accountsOnRows(batch: number, sheet: number, rows: readonly number[]): number[] {
      return selectOnRows.all({ batch, sheet, rows: JSON.stringify(rows) }) as number[]
    },
    firstRow(account: number, sheet: number): number | null {
      return selectFirstRow.get(account, sheet) as number | null
    },
  }
}
