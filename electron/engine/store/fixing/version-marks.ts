// Marks of what a merge of two versions did to accounts of either batch, with their previous state. Each mark is
// written in the same transaction as its change, so everything can be reverted.
import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import { type AccountState, type Outcome, thereOutcomes } from '../../../../shared/sending/states.ts'
import { readSaid, type Said, said, storeSaid } from '../../../../shared/texts/message.ts'
import { sqlList } from '../database/sql-list.ts'
import { bindOperations } from '../operations.ts'

/**
 * - `replaced`, `gone`: an earlier account is held.
 * - `waits`: a newer one is held while the earlier one is in progress.
 * - `done`: a newer one is on the platform through the earlier one.
 * - `held`: a person's hold was carried over.
 */
export type MarkKind = 'replaced' | 'gone' | 'waits' | 'done' | 'held'

const hold = z.object({
  reason: said,
  until: z.number().nullable(),
  operator: z.string().nullable(),
  excluded: z.number(),
})
export type HoldBefore = z.infer<typeof hold>

export type Mark = {
  readonly account: number
  readonly kind: MarkKind
  readonly earlier: number | null
  /** The reason that was written with a hold. */
  readonly reason: Said | null
  /** The earlier hold. */
  readonly before: HoldBefore | null
}
/** An account in the form needed for reconciling it. */
export type LineAccount = {
  readonly id: number
  readonly key: string
  readonly position: number
  readonly state: AccountState
  readonly outcome: Outcome | null
  readonly held: Said | null
  readonly until: number | null
  readonly operator: string | null
  readonly excluded: number
  readonly dirty: number | null
  readonly attempts: number
  readonly platformIdentifier: string | null
  readonly existingAccountId: string | null
  readonly serviceStatus: string | null
  readonly serviceEvent: string | null
  /** 1: held because of an earlier version, with an unknown result so far. */
  readonly waits: number
}

export type VersionMarkStore = ReturnType<typeof createVersionMarkStore>

const columns = `a.id, a.key, a.position, a.state, a.outcome, a.held_reason AS held, a.held_until AS until, a.held_by AS operator, a.excluded, a.dirty,
  a.attempts, s.platform_identifier AS platformIdentifier, s.existing_account_id AS existingAccountId,
  a.service_status AS serviceStatus, s.event AS serviceEvent,
  EXISTS (SELECT 1 FROM version_mark m WHERE m.account_id = a.id AND m.kind = 'waits') AS waits`
const answers = 'LEFT JOIN service_answer s ON s.account_id = a.id'

/** Accounts of the earlier batch that a person may want to see now. */
const currentStates = {
  on_its_way: "a.state IN ('sending','unconfirmed','processing')",
  ended: `a.state = 'done' AND a.outcome NOT IN (${sqlList(thereOutcomes)})`,
} as const

export function createVersionMarkStore(database: Database) {
  return bindOperations(prepareVersionMarks(database), {
    page: pageAccounts,
    withKeys: findByKeys,
    currentState: pageCurrentStates,
    finishes: isFinished,
    account: readAccount,
    mark: readMark,
    some: listSome,
    over: listOver,
    counts: countMarks,
    set: setMark,
    drop: dropMark,
  })
}

type VersionMarkStatements = ReturnType<typeof prepareVersionMarks>

function prepareVersionMarks(database: Database) {
  const selectPage = database.prepare(
    `SELECT ${columns} FROM account a ${answers} WHERE a.batch_id = ? AND a.position > ? ORDER BY a.position LIMIT ?`,
  )
  const selectWithKeys = database.prepare(
    `SELECT ${columns} FROM json_each(@keys) k CROSS JOIN account a INDEXED BY account_by_key
       ON a.key = k.value AND a.batch_id = @batch ${answers} ORDER BY a.position`,
  )
  const selectOne = database.prepare(`SELECT ${columns} FROM account a ${answers} WHERE a.id = ?`)
  const selectCurrentState = Object.fromEntries(
    Object.entries(currentStates).map(([name, where]) => [
      name,
      {
        count: database.prepare(`SELECT count(*) FROM account a WHERE a.batch_id = ? AND ${where}`).pluck(),
        page: database.prepare(
          `SELECT ${columns} FROM account a ${answers} WHERE a.batch_id = ? AND ${where} ORDER BY a.position LIMIT ? OFFSET ?`,
        ),
      },
    ]),
  )
  const selectMarks = database.prepare(
    'SELECT account_id AS account, kind, earlier, reason, before FROM version_mark WHERE batch_id = ? AND account_id = ?',
  )
  const selectAny = database.prepare(
    'SELECT account_id AS account, kind, earlier, reason, before FROM version_mark WHERE batch_id = ? LIMIT ?',
  )
  const selectOver = database.prepare(
    `SELECT m.account_id AS account, m.kind, m.earlier, m.reason, m.before FROM version_mark m JOIN account e ON e.id = m.earlier
     WHERE m.batch_id = @batch AND m.kind = 'waits' AND e.state NOT IN ('sending','unconfirmed','processing')
       AND NOT EXISTS (SELECT 1 FROM version_mark w WHERE w.account_id = e.id AND w.kind = 'waits') LIMIT @limit`,
  )
  const selectDone = database
    .prepare("SELECT 1 FROM version_mark WHERE account_id = ? AND kind = 'done'")
    .pluck()
  const countKinds = database.prepare(
    'SELECT kind, count(*) AS count FROM version_mark WHERE batch_id = ? GROUP BY kind',
  )
  const upsert = database.prepare(
    `INSERT INTO version_mark (account_id, batch_id, kind, earlier, reason, before) VALUES (@account, @batch, @kind, @earlier, @reason, @before)
     ON CONFLICT DO UPDATE SET kind = excluded.kind, earlier = excluded.earlier, reason = excluded.reason`,
  )
  const drop = database.prepare('DELETE FROM version_mark WHERE batch_id = ? AND account_id = ?')
  return {
    selectPage,
    selectWithKeys,
    selectOne,
    selectCurrentState,
    selectMarks,
    selectAny,
    selectOver,
    selectDone,
    countKinds,
    upsert,
    drop,
  }
}

function toMark(raw: unknown): Mark {
  const row = raw as Omit<Mark, 'reason' | 'before'> & Stored<'reason' | 'before'>
  return {
    ...row,
    reason: row.reason === null ? null : readSaid(row.reason),
    before: row.before === null ? null : hold.parse(JSON.parse(row.before)),
  }
}

function toAccount(raw: unknown): LineAccount {
  const { held } = raw as Stored<'held'>
  return held === null ? (raw as LineAccount) : { ...(raw as LineAccount), held: readSaid(held) }
}

/** These columns as the table has them. */
type Stored<Name extends string> = { readonly [Each in Name]: string | null }

/** Accounts in file order, after a position. */
function pageAccounts(
  statements: VersionMarkStatements,
  batch: number,
  after: number,
  limit: number,
): LineAccount[] {
  return statements.selectPage.all(batch, after, limit).map(toAccount)
}

function findByKeys(
  statements: VersionMarkStatements,
  batch: number,
  keys: readonly string[],
): Map<string, LineAccount[]> {
  const wanted = [...new Set(keys)].filter((key) => key !== '')
  const rows = statements.selectWithKeys.all({ batch, keys: JSON.stringify(wanted) }).map(toAccount)
  return Map.groupBy(rows, (row) => row.key)
}

/** Accounts of the earlier batch that are in progress, or that ended without being created. */
function pageCurrentStates(
  statements: VersionMarkStatements,
  earlier: number,
  which: keyof typeof currentStates,
  offset: number,
  limit: number,
): { readonly total: number; readonly accounts: LineAccount[] } {
  const { count, page } = statements.selectCurrentState[which] ?? {}
  return {
    total: (count?.get(earlier) as number | undefined) ?? 0,
    accounts: page?.all(earlier, limit, offset).map(toAccount) ?? [],
  }
}

/** True if it is done because the earlier version of its file created it. */
function isFinished(statements: VersionMarkStatements, account: number): boolean {
  return statements.selectDone.get(account) !== undefined
}

function readAccount(statements: VersionMarkStatements, id: number): LineAccount | null {
  const raw = statements.selectOne.get(id)
  return raw === undefined ? null : toAccount(raw)
}

function readMark(statements: VersionMarkStatements, batch: number, account: number): Mark | null {
  const raw = statements.selectMarks.get(batch, account)
  return raw === undefined ? null : toMark(raw)
}

/** Some of the marks of a batch. */
function listSome(statements: VersionMarkStatements, batch: number, limit: number): Mark[] {
  return statements.selectAny.all(batch, limit).map(toMark)
}

/** Waiting marks whose earlier account is no longer in progress. */
function listOver(statements: VersionMarkStatements, batch: number, limit: number): Mark[] {
  return statements.selectOver.all({ batch, limit }).map(toMark)
}

function countMarks(statements: VersionMarkStatements, batch: number): Readonly<Record<MarkKind, number>> {
  const counts = { replaced: 0, gone: 0, waits: 0, done: 0, held: 0 }
  for (const { kind, count } of statements.countKinds.all(batch) as { kind: MarkKind; count: number }[])
    counts[kind] = count
  return counts
}

/** Sets or replaces an account's mark; the hold from before the first mark is kept. */
function setMark(statements: VersionMarkStatements, batch: number, mark: Mark): void {
  const { reason, before, ...plain } = mark
  statements.upsert.run({
    ...plain,
    batch,
    reason: reason === null ? null : storeSaid(reason),
    before: before === null ? null : JSON.stringify(before),
  })
}

function dropMark(statements: VersionMarkStatements, batch: number, account: number): void {
  statements.drop.run(batch, account)
}
