// Purges in the database: what decides whether a batch may be purged, the line that remains of each purged batch, the
// retention periods of connections, and what is removed beside the batch's own rows.
import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import { purgedBatch, type PurgedBatch } from '../../../../shared/contract/purge.ts'
import { inFlightStates } from '../../../../shared/sending/states.ts'
import { createSettingStore, type SettingStore } from '../database/settings.ts'
import { sqlList } from '../database/sql-list.ts'
import { bindOperations, immediateTransaction } from '../operations.ts'

/** What decides whether a batch is finished. */
const purgeFacts = z.object({
  stage: z.enum(['reading', 'mapping', 'building', 'open', 'failed']),
  /** Unfinished jobs, of the batch or of a merge that it takes part in. */
  jobs: z.number(),
  /** 1: it was handed over, and nobody is known to go on with it. */
  away: z.number(),
  /** 1: another member of the team goes on with it, and nothing more is done with it here. */
  taken: z.number(),
  /** Accounts that are to be built again. */
  dirty: z.number(),
  unconfirmed: z.number(),
  /** Queued, being sent, or being processed by the service. */
  underWay: z.number(),
  /** May have been sent without this database knowing; excluded ones do not count. */
  inDoubt: z.number(),
  /** Released, but not done; excluded ones do not count. */
  toFix: z.number(),
  /** Never released; excluded ones do not count. */
  unreleased: z.number(),
  /** Done accounts whose status a person asked for once more. */
  rechecks: z.number(),
  /** Newer versions of its file that are not merged with it. */
  notMerged: z.number(),
  /** When anything last happened to it. */
  changedAt: z.number(),
})
export type PurgeFacts = z.infer<typeof purgeFacts>

export type NewPurge = Omit<PurgedBatch, 'purgedAt'>

export type PurgeStore = ReturnType<typeof createPurgeStore>

export function createPurgeStore(database: Database) {
  return bindOperations(preparePurges(database), {
    retention: readRetention,
    setRetention,
    facts: readFacts,
    begin: beginPurge,
    finish: finishPurges,
    list: listPurged,
    dropLines,
    dropKeptRepairs,
    keptRepairs: countKeptRepairs,
    dropQuotingFixes,
    isPracticeAccount,
    noteRemoval,
    removedAt,
  })
}

type PurgeStatements = ReturnType<typeof preparePurges>

const linesAtOnce = 1000
const removedSetting = 'batch_removed_at'
const unsent = "state IN ('invalid','unvalidated','rejected','validated')"
const counted = (which: string): string =>
  `(SELECT ifnull(sum(count), 0) FROM account_count c WHERE c.batch_id = b.id AND ${which})`
const released = inFlightStates.filter((state) => state !== 'unconfirmed')

const notTaken = "(h.state <> 'away' OR h.taken_by IS NULL)"

const factsOfBatch = `SELECT b.stage,
    EXISTS (SELECT 1 FROM handover h WHERE h.batch_id = b.id AND h.state <> 'here' AND ${notTaken}) AS away,
    EXISTS (SELECT 1 FROM handover h WHERE h.batch_id = b.id AND NOT ${notTaken}) AS taken,
    (SELECT count(*) FROM job j WHERE j.batch_id = b.id
       OR j.batch_id IN (SELECT n.id FROM batch n WHERE n.earlier_batch_id = b.id)) AS jobs,
    (SELECT count(*) FROM account a WHERE a.batch_id = b.id AND a.dirty IS NOT NULL) AS dirty,
    ${counted("state = 'unconfirmed'")} AS unconfirmed,
    ${counted(`state IN (${sqlList(released)})`)} AS underWay,
    iif(b.in_doubt = 1, (SELECT count(*) FROM doubt d JOIN account a ON a.id = d.account_id
       WHERE d.batch_id = b.id AND a.excluded = 0), 0) AS inDoubt,
    ${counted(`${unsent} AND held <> 2 AND wave > 0`)} AS toFix,
    ${counted(`${unsent} AND held <> 2 AND wave = 0`)} AS unreleased,
    (SELECT count(*) FROM recheck r WHERE r.batch_id = b.id AND r.asked = 1) AS rechecks,
    (SELECT count(*) FROM batch n WHERE n.earlier_batch_id = b.id AND n.merge IS NULL) AS notMerged,
    max(ifnull((SELECT at FROM event e WHERE e.batch_id = b.id ORDER BY e.id DESC LIMIT 1), 0),
      ifnull((SELECT max(max(released_at, ifnull(sent_at, 0), ifnull(ended_at, 0))) FROM wave w WHERE w.batch_id = b.id), 0),
      ifnull((SELECT max(at) FROM changed_after_done x WHERE x.batch_id = b.id), 0), @workedAt) AS changedAt
  FROM batch b WHERE b.id = @batch`

function preparePurges(database: Database) {
  return {
    inTransaction: immediateTransaction(database),
    settings: createSettingStore(database),
    selectRetention: database.prepare('SELECT retention_days FROM connection WHERE id = ?').pluck(),
    updateRetention: database.prepare('UPDATE connection SET retention_days = ? WHERE id = ?'),
    selectFacts: database.prepare(factsOfBatch),
    insertLine: database.prepare(
      `INSERT INTO purged_batch VALUES (@batch, @name, @connection, @connectionName, @supplier, @rows, @accounts,
         @endings, @files, @createdAt, @begunAt, NULL, @operator)`,
    ),
    /** From here on no request names an account of the batch. */
    dropRechecks: database.prepare('DELETE FROM recheck WHERE batch_id = ?'),
    dropRequests: database.prepare('DELETE FROM validation_request WHERE batch_id = ?'),
    stopValidating: database.prepare('UPDATE batch SET validating = 0, validate_edited = 0 WHERE id = ?'),
    /** Undoing the merge would make accounts of the newer version unsent again that the purged one created. */
    settleMerge: database.prepare('UPDATE batch SET merge = NULL WHERE earlier_batch_id = ?'),
    updateDone: database.prepare(
      `UPDATE purged_batch SET purged_at = @at WHERE purged_at IS NULL
         AND batch_id IN (SELECT value FROM json_each(@batches))`,
    ),
    selectLines: database.prepare(
      `SELECT batch_id AS batch, name, connection_id AS connection, connection_name AS connectionName, supplier, rows,
         accounts, endings, files, created_at AS createdAt, begun_at AS begunAt, purged_at AS purgedAt, operator
       FROM purged_batch ORDER BY begun_at DESC, batch_id DESC`,
    ),
    dropVersionLines: database.prepare(
      `DELETE FROM version_line WHERE (batch_id, seq) IN (SELECT l.batch_id, l.seq FROM version_line l
         JOIN batch n ON n.id = l.batch_id WHERE n.earlier_batch_id = ? LIMIT ${linesAtOnce})`,
    ),
    dropKept: database.prepare(
      `DELETE FROM kept_repair WHERE connection_id = @connection
         AND (kept_at < @before OR batch_id IN (SELECT value FROM json_each(@batches)))`,
    ),
    /** Repairs that were shared from here may be of these batches: the team is to forget them with its next answer. */
    withdrawShared: database.prepare(
      `UPDATE team_shared SET withdrawn = 1, content = NULL, base_content = NULL
       WHERE kind = 'repair' AND from_here = 1 AND removed = 0`,
    ),
    countKept: database
      .prepare('SELECT count(*) FROM kept_repair WHERE connection_id = @connection AND kept_at < @before')
      .pluck(),
    dropQuoting: database.prepare(
      `DELETE FROM worked_fix WHERE fix ->> '$.fix.kind' IN (SELECT value FROM json_each(@kinds))
         AND (code, field, fix) IN (SELECT code, field, fix FROM worked_fix_source WHERE connection_id = @connection)`,
    ),
    selectPractice: database
      .prepare(
        `SELECT EXISTS (SELECT 1 FROM account WHERE connection_id = @connection AND identity = @identity)
           OR EXISTS (SELECT 1 FROM account WHERE key = @key AND connection_id = @connection)`,
      )
      .pluck(),
  }
}

/** Days after which a finished batch of this connection is purged; null: never. */
function readRetention({ selectRetention }: PurgeStatements, connection: number): number | null {
  return z.number().nullish().parse(selectRetention.get(connection)) ?? null
}

function setRetention({ updateRetention }: PurgeStatements, connection: number, days: number | null): void {
  updateRetention.run(days, connection)
}

/** `workedAt`: when a person last did something with the batch. Null if there is no such batch. */
function readFacts({ selectFacts }: PurgeStatements, batch: number, workedAt: number): PurgeFacts | null {
  const row = selectFacts.get({ batch, workedAt })
  return row === undefined ? null : purgeFacts.parse(row)
}

/** Writes the line that remains, and ends all that would still ask the service about the batch. In the caller's transaction. */
function beginPurge(statements: PurgeStatements, line: NewPurge): void {
  const { batch, endings, files } = line
  statements.insertLine.run({ ...line, endings: JSON.stringify(endings), files: JSON.stringify(files) })
  statements.dropRechecks.run(batch)
  statements.dropRequests.run(batch)
  statements.stopValidating.run(batch)
  statements.settleMerge.run(batch)
}

function finishPurges({ updateDone }: PurgeStatements, batches: readonly number[], at: number): void {
  updateDone.run({ batches: JSON.stringify(batches), at })
}

const storedLine = purgedBatch.extend({
  endings: z.string().transform((text) => JSON.parse(text) as PurgedBatch['endings']),
  files: z.string().transform((text) => JSON.parse(text) as PurgedBatch['files']),
})

/** Newest first. */
function listPurged({ selectLines }: PurgeStatements): PurgedBatch[] {
  return selectLines.all().map((row) => storedLine.parse(row))
}

/**
 * Deletes some lines of a comparison with this batch: they quote its cells. They belong to the newer version, which is
 * merged. Returns true if there may be more.
 */
function dropLines({ dropVersionLines }: PurgeStatements, earlier: number): boolean {
  return dropVersionLines.run(earlier).changes === linesAtOnce
}

/** Deletes repairs kept of these batches, and those of the connection's other batches that were kept before a time. */
function dropKeptRepairs(
  { dropKept, withdrawShared }: PurgeStatements,
  connection: number,
  batches: readonly number[],
  before: number,
): void {
  dropKept.run({ connection, batches: JSON.stringify(batches), before })
  if (batches.length > 0) withdrawShared.run()
}

function countKeptRepairs({ countKept }: PurgeStatements, connection: number, before: number): number {
  return countKept.get({ connection, before }) as number
}

/** Deletes fixes of these kinds that were made for batches of the connection. */
function dropQuotingFixes(
  { dropQuoting }: PurgeStatements,
  connection: number,
  kinds: readonly string[],
): void {
  dropQuoting.run({ connection, kinds: JSON.stringify(kinds) })
}

/** True if an account with this supplier and number is in a batch of the connection. */
function isPracticeAccount(
  { selectPractice }: PurgeStatements,
  connection: number,
  supplier: string,
  account: string,
): boolean {
  return selectPractice.get({ connection, identity: JSON.stringify([supplier, account]), key: account }) === 1
}

/** The rows of a batch are gone; backups that were made until now hold them. In the transaction that removes it. */
function noteRemoval({ settings }: { readonly settings: SettingStore }, at: number): void {
  settings.set(removedSetting, String(at))
}

/** When the last batch was removed, in milliseconds since 1970; 0: none was. */
function removedAt({ settings }: { readonly settings: SettingStore }): number {
  return Number(settings.get(removedSetting) ?? 0)
}
