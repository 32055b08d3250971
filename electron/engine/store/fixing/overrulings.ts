// "Let the service decide": the checks of ours that a person has overruled on a connection, and the affected
// accounts. Problems are marked as overruled when they are written (account-problems.ts), so rebuilding accounts
// applies both the decision and its reversal.
import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import { overrulingFault, overrulingScopes } from '../../../../shared/fixing/overruling.ts'
import { sqlList } from '../database/sql-list.ts'
import { bindOperations } from '../operations.ts'

const overrulingRow = z.object({
  id: z.number(),
  connection: z.number(),
  scope: z.enum(overrulingScopes),
  code: z.string(),
  field: z.string().nullable(),
  batch: z.number().nullable(),
  attr: z.string().nullable(),
  key: z.string().nullable(),
  row: z.number().nullable(),
  at: z.number(),
  revertedAt: z.number().nullable(),
})
export type StoredOverruling = z.infer<typeof overrulingRow>
/** A person's request to leave checks to the service; for a single problem, `account` names its account. */
export type WantedOverruling =
  | {
      readonly scope: 'problem'
      readonly account: number
      readonly code: string
      readonly attr: string | null
    }
  | OfConnection
type OfConnection =
  | { readonly scope: 'cause'; readonly code: string; readonly field: string | null }
  | { readonly scope: 'kind'; readonly code: string }

/** An account's first row, with its sheet. */
const firstRow =
  '(SELECT r.sheet * 10000000 + r.row FROM account_row r WHERE r.account_id = a.id ORDER BY r.sheet, r.row LIMIT 1)'

type Found = {
  readonly account: number
  readonly batch: number
  readonly attr: string | null
  readonly code: string | null
  readonly field: string | null
  readonly noValue: boolean
}

/** The decision that overrules a local problem that is being written; null if none does. */
export function findOverruling(database: Database): (problem: Found) => number | null {
  const select = database.prepare(
    `SELECT o.id, c.settings ->> '$.statusPath' AS statusPath FROM batch b
     JOIN overruling o ON o.connection_id = b.connection_id AND o.code = @code AND o.reverted_at IS NULL
     JOIN connection c ON c.id = b.connection_id JOIN account a ON a.id = @account
     WHERE b.id = @batch AND (o.scope = 'kind' OR (o.scope = 'cause' AND o.field IS @field)
       OR (o.scope = 'problem' AND o.batch_id = @batch AND o.attr IS @attr AND o.account_key = a.key AND o.row = ${firstRow}))
     ORDER BY iif(o.scope = 'problem', 0, iif(o.scope = 'cause', 1, 2)), o.id LIMIT 1`,
  )
  return ({ account, batch, attr, code, field, noValue }) => {
    if (code === null) return null
    const found = select.get({ account, batch, attr, code, field }) as
      | { readonly id: number; readonly statusPath: string | null }
      | undefined
    if (found === undefined) return null
    return overrulingFault({ code, field, noValue }, found.statusPath) === null ? found.id : null
  }
}

/** Sent accounts stay unchanged; a caller that wants to change queued ones cancels them first. */
const open = ['invalid', 'unvalidated', 'rejected', 'validated']

export type OverrulingStore = ReturnType<typeof createOverrulingStore>

export function createOverrulingStore(database: Database) {
  return bindOperations(prepareOverrulings(database), {
    reach: measureReach,
    list: listOverrulings,
    get: getOverruling,
    counts: countUnder,
    currentStateIn: listInEffect,
    inBatch: listInBatch,
    problemOf: findProblem,
    add: addOverruling,
    affected: findAffected,
    revert: revertOverruling,
  })
}

type OverrulingStatements = ReturnType<typeof prepareOverrulings>

// oxlint-disable-next-line max-lines-per-function -- a flat list of statements
function prepareOverrulings(database: Database) {
  const columns = `id, connection_id AS connection, scope, code, field, batch_id AS batch, attr, account_key AS key, row, at, reverted_at AS revertedAt`
  const selectCurrentState = database.prepare(
    `SELECT ${columns} FROM overruling WHERE connection_id = ? AND reverted_at IS NULL ORDER BY at DESC, id DESC`,
  )
  const selectOne = database.prepare(`SELECT ${columns} FROM overruling WHERE id = ?`)
  const selectSame = database.prepare(
    `SELECT ${columns} FROM overruling WHERE connection_id = @connection AND reverted_at IS NULL AND scope = @scope
       AND code = @code AND field IS @field AND batch_id IS @batch AND attr IS @attr AND account_key IS @key AND row IS @row`,
  )
  const insert = database.prepare(
    `INSERT INTO overruling (connection_id, scope, code, field, batch_id, attr, account_key, row, at)
     VALUES (@connection, @scope, @code, @field, @batch, @attr, @key, @row, @at)`,
  )
  const endOne = database.prepare(
    'UPDATE overruling SET reverted_at = ? WHERE id = ? AND reverted_at IS NULL',
  )
  const selectWhose = database.prepare(`SELECT a.key, ${firstRow} AS row FROM account a WHERE a.id = ?`)
  const selectBatches = database
    .prepare("SELECT id FROM batch WHERE connection_id = ? AND stage = 'open' ORDER BY id")
    .pluck()
  const selectAffected = database
    .prepare(
      `SELECT DISTINCT a.id FROM problem p INDEXED BY problem_by_code JOIN account a ON a.id = p.account_id
       WHERE p.batch_id = @batch AND p.code = @code AND p.source = 'local' AND p.stale = 0 AND p.no_value = 0
         AND a.state = 'invalid' AND (@scope = 'kind' OR (@scope = 'cause' AND p.field IS @field)
           OR (@scope = 'problem' AND p.attr IS @attr AND a.key = @key AND ${firstRow} = @row)) ORDER BY a.id`,
    )
    .pluck()
  const selectUnder = database.prepare(
    `SELECT DISTINCT a.id, a.batch_id AS batch FROM problem p JOIN account a ON a.id = p.account_id
     WHERE p.overruling_id = ? AND a.state IN (${sqlList(open)}) ORDER BY a.id`,
  )
  const freeUnder = database.prepare(
    `UPDATE problem SET stale = 0, overruling_id = NULL WHERE overruling_id = ? AND account_id IN
       (SELECT id FROM account WHERE state IN (${sqlList(open)}))`,
  )
  const countUnder = database.prepare(
    'SELECT count(*) AS problems, count(DISTINCT account_id) AS accounts FROM problem WHERE overruling_id = ?',
  )
  const selectProblem = database.prepare(
    `SELECT no_value AS noValue FROM problem WHERE account_id = ? AND source = 'local' AND code = ? AND attr IS ? LIMIT 1`,
  )
  const isOpenProblem = `p.batch_id = @batch AND p.code = @code AND p.source = 'local' AND p.stale = 0`
  const selectFields = database
    .prepare(`SELECT DISTINCT p.field FROM problem p INDEXED BY problem_by_code WHERE ${isOpenProblem}`)
    .pluck()
  const isReached = 'p.no_value = 0 AND EXISTS (SELECT 1 FROM json_each(@reached) r WHERE r.value IS p.field)'
  const countReach = database.prepare(
    `SELECT count(DISTINCT p.account_id) AS found,
       count(DISTINCT iif(${isReached}, p.account_id, NULL)) AS accounts
     FROM problem p INDEXED BY problem_by_code JOIN account a ON a.id = p.account_id
     WHERE ${isOpenProblem} AND a.state = 'invalid'
       AND EXISTS (SELECT 1 FROM json_each(@fields) f WHERE f.value IS p.field)`,
  )
  const selectCurrentStateIn = database.prepare(
    `SELECT ${columns} FROM overruling o WHERE reverted_at IS NULL AND EXISTS
       (SELECT 1 FROM problem p INDEXED BY problem_overruled WHERE p.overruling_id = o.id AND p.batch_id = ?)
     ORDER BY at, id`,
  )
  const selectInBatch = database.prepare(
    `SELECT ${columns
      .split(', ')
      .map((one) => `o.${one}`)
      .join(', ')}, count(*) AS problems, count(DISTINCT p.account_id) AS accounts
     FROM overruling o CROSS JOIN problem p INDEXED BY problem_overruled ON p.overruling_id = o.id
     WHERE p.batch_id = ?
     GROUP BY o.id ORDER BY o.at, o.id`,
  )
  return {
    selectCurrentState,
    selectOne,
    selectSame,
    insert,
    endOne,
    selectWhose,
    selectBatches,
    selectAffected,
    selectUnder,
    freeUnder,
    countUnder,
    selectProblem,
    selectFields,
    countReach,
    selectCurrentStateIn,
    selectInBatch,
  }
}

function whose(statements: OverrulingStatements, wanted: WantedOverruling) {
  const none = { field: null, attr: null, key: null, row: null, batch: null }
  if (wanted.scope === 'kind') return none
  if (wanted.scope === 'cause') return { ...none, field: wanted.field }
  const { key, row } = statements.selectWhose.get(wanted.account) as { key: string; row: number }
  return { ...none, attr: wanted.attr, key, row }
}

/**
 * Number of blocked accounts of a batch with the problem; `accounts`: those it would be left to the service for.
 */
function reachIn(
  statements: OverrulingStatements,
  batch: number,
  what: OfConnection,
  statusPath: string | null,
): { readonly found: number; readonly accounts: number } {
  const { code } = what
  const fields =
    what.scope === 'kind' ? (statements.selectFields.all({ batch, code }) as (string | null)[]) : [what.field]
  const reached = fields.filter((field) => overrulingFault({ code, field }, statusPath) === null)
  const asked = { batch, code, fields: JSON.stringify(fields), reached: JSON.stringify(reached) }
  return statements.countReach.get(asked) as { found: number; accounts: number }
}

/** Effect of a decision on a batch; `stay`: accounts of it whose problem would stay. */
function measureReach(
  statements: OverrulingStatements,
  batch: number,
  connection: { readonly id: number; readonly settings: { readonly statusPath: string | null } },
  what: OfConnection,
): { readonly accounts: number; readonly elsewhere: number; readonly stay: number } {
  const { statusPath } = connection.settings
  const { found, accounts } = reachIn(statements, batch, what, statusPath)
  const others = (statements.selectBatches.all(connection.id) as number[]).filter((one) => one !== batch)
  const elsewhere = others.reduce((sum, one) => sum + reachIn(statements, one, what, statusPath).accounts, 0)
  return { accounts, elsewhere, stay: found - accounts }
}

/** Decisions in effect, newest first. */
function listOverrulings(statements: OverrulingStatements, connection: number): StoredOverruling[] {
  return statements.selectCurrentState.all(connection).map((row) => overrulingRow.parse(row))
}

function getOverruling(statements: OverrulingStatements, id: number): StoredOverruling | null {
  const row = statements.selectOne.get(id)
  return row === undefined ? null : overrulingRow.parse(row)
}

/** Problems that it overrules now, and the number of their accounts. */
function countUnder(
  statements: OverrulingStatements,
  id: number,
): { readonly problems: number; readonly accounts: number } {
  return statements.countUnder.get(id) as { problems: number; accounts: number }
}

/** Decisions in effect that overrule problems of a batch. */
function listInEffect(statements: OverrulingStatements, batch: number): StoredOverruling[] {
  return statements.selectCurrentStateIn.all(batch).map((row) => overrulingRow.parse(row))
}

/** Decisions that overrule problems of a batch, with their number; reverted or not. */
function listInBatch(
  statements: OverrulingStatements,
  batch: number,
): (StoredOverruling & { readonly problems: number; readonly accounts: number })[] {
  const counted = overrulingRow.extend({ problems: z.number(), accounts: z.number() })
  return statements.selectInBatch.all(batch).map((row) => counted.parse(row))
}

/** True if the cell of an account's local problem gave no value; null if there is no such problem. */
function findProblem(
  statements: OverrulingStatements,
  account: number,
  code: string,
  attr: string | null,
): { readonly noValue: boolean } | null {
  const row = statements.selectProblem.get(account, code, attr) as { noValue: number } | undefined
  return row === undefined ? null : { noValue: row.noValue === 1 }
}

/** Stores it once. */
function addOverruling(
  statements: OverrulingStatements,
  connection: number,
  batch: number | null,
  wanted: WantedOverruling,
  at: number,
): StoredOverruling {
  const of = { ...whose(statements, wanted), batch: wanted.scope === 'problem' ? batch : null }
  const given = { connection, scope: wanted.scope, code: wanted.code, ...of }
  const same = statements.selectSame.get(given)
  if (same !== undefined) return overrulingRow.parse(same)
  const { lastInsertRowid } = statements.insert.run({ ...given, at })
  return overrulingRow.parse(statements.selectOne.get(Number(lastInsertRowid)))
}

/** Blocked accounts with a problem that it covers, by batch. */
function findAffected(statements: OverrulingStatements, overruling: StoredOverruling): Map<number, number[]> {
  const { connection, batch: only, scope, code, field, attr, key, row } = overruling
  const batches = only === null ? (statements.selectBatches.all(connection) as number[]) : [only]
  return new Map(
    batches.map((batch) => [
      batch,
      statements.selectAffected.all({ batch, scope, code, field, attr, key, row }) as number[],
    ]),
  )
}

/** Ends it; returns the accounts to rebuild, by batch. False if it had ended already. */
function revertOverruling(
  statements: OverrulingStatements,
  id: number,
  at: number,
): Map<number, number[]> | null {
  if (statements.endOne.run(at, id).changes === 0) return null
  const under = statements.selectUnder.all(id) as { id: number; batch: number }[]
  statements.freeUnder.run(id)
  return new Map(
    [...Map.groupBy(under, ({ batch }) => batch)].map(([batch, some]) => [batch, some.map((one) => one.id)]),
  )
}
