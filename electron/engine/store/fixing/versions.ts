// Versions of one file: which batch continues which, the data for comparing two of them, and the keys that a person
// declared to be the same account. The result of a comparison is in version-lines.ts, of a merge in
// version-marks.ts. An unfinished merge is a job.
import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import type { AccountState, Outcome } from '../../../../shared/sending/states.ts'
import type { JobStore } from '../jobs/jobs.ts'
import { bindOperations } from '../operations.ts'

/** Request of a merge; `holdGone`: earlier accounts that the newer file does not have are held. */
const mergeRequest = z.object({ holdGone: z.boolean() })
export type MergeRequest = z.infer<typeof mergeRequest>

export type StoredVersion = {
  readonly earlier: number | null
  /** 1 for the first file. */
  readonly number: number
  readonly later: readonly number[]
  readonly merge: MergeRequest | null
  readonly mergedAt: number | null
  /** The accounts of both batches have to be reconciled (again): there is a job for it. */
  readonly due: boolean
}

export type VersionAccount = {
  readonly id: number
  readonly key: string
  readonly position: number
  readonly state: AccountState
  readonly outcome: Outcome | null
}
export type VersionRow = {
  readonly account: number
  readonly sheet: number
  readonly row: number
  /** Original texts, and the texts of edited cells by column. */
  readonly read: readonly string[]
  readonly edits: ReadonlyMap<number, string>
}
/** An edited cell on a row without an account. */
export type LooseEdit = {
  readonly sheet: number
  readonly row: number
  readonly col: number
  readonly text: string
}

const cellTexts = z.array(z.string())
const noEdits: ReadonlyMap<number, string> = new Map()

export type VersionStore = ReturnType<typeof createVersionStore>

export function createVersionStore(database: Database, jobs: JobStore) {
  return bindOperations(prepareVersions(database, jobs), {
    link: linkVersion,
    of: readVersion,
    setMerge: storeMerge,
    addMergeJob,
    builtAgain: requireNewMerge,
    toFollow: listMergedFollowers,
    merged: listMerged,
    accounts: pageAccounts,
    withKeys: findByKeys,
    rows: readRows,
    looseEdits: pageLooseEdits,
    edited: findRekeyed,
    sameKeys: readSameKeys,
    setSameKey,
    countSameKeys,
    countSent,
  })
}

type Link = { earlier: number | null; merge: string | null; mergedAt: number | null; due: number }

type VersionStatements = ReturnType<typeof prepareVersions>

// oxlint-disable-next-line max-lines-per-function -- a flat list of statements
function prepareVersions(database: Database, jobs: JobStore) {
  const setEarlier = database.prepare('UPDATE batch SET earlier_batch_id = ? WHERE id = ?')
  const selectLink = database.prepare(
    `SELECT earlier_batch_id AS earlier, merge, merged_at AS mergedAt, earlier_batch_id IS NOT NULL
       AND EXISTS (SELECT 1 FROM job j WHERE j.kind = 'merge' AND j.batch_id = batch.id) AS due
     FROM batch WHERE id = ?`,
  )
  const selectLater = database.prepare('SELECT id FROM batch WHERE earlier_batch_id = ? ORDER BY id').pluck()
  const setMerge = database.prepare('UPDATE batch SET merge = ?, merged_at = ? WHERE id = ?')
  const forgetCompared = database.prepare(
    `DELETE FROM version_comparison WHERE batch_id IN (SELECT id FROM batch WHERE earlier_batch_id = @batch)
       OR batch_id IN (SELECT id FROM batch WHERE id = @batch AND merge IS NULL)`,
  )
  const selectToFollow = database
    .prepare('SELECT id FROM batch WHERE merge IS NOT NULL AND (id = @batch OR earlier_batch_id = @batch)')
    .pluck()
  const selectMerged = database.prepare('SELECT id FROM batch WHERE merge IS NOT NULL').pluck()
  const columns = 'id, key, position, state, outcome'
  const selectPage = database.prepare(
    `SELECT ${columns} FROM account WHERE batch_id = ? AND position > ? ORDER BY position LIMIT ?`,
  )
  const selectWithKeys = database.prepare(
    `SELECT ${columns.replaceAll(/(\w+)/g, 'a.$1')} FROM json_each(@keys) k CROSS JOIN account a INDEXED BY account_by_key
       ON a.key = k.value AND a.batch_id = @batch ORDER BY a.position`,
  )
  const selectRows = database.prepare(
    `SELECT o.account_id AS account, o.sheet, o.row, r.cells FROM json_each(?) i CROSS JOIN account_row o ON o.account_id = i.value
       CROSS JOIN source_row r ON r.batch_id = o.batch_id AND r.sheet = o.sheet AND r.row = o.row
     ORDER BY o.account_id, o.sheet, o.row`,
  )
  const selectEdits = database.prepare(
    `SELECT c.sheet, c.row, c.col, c.text FROM json_each(?) i CROSS JOIN account_row o ON o.account_id = i.value
       CROSS JOIN cell_now c ON c.batch_id = o.batch_id AND c.sheet = o.sheet AND c.row = o.row`,
  )
  const selectAnyEdit = database.prepare('SELECT 1 FROM cell_now WHERE batch_id = ? LIMIT 1').pluck()
  const selectLoose = database.prepare(
    `SELECT c.sheet, c.row, c.col, c.text FROM cell_now c WHERE c.batch_id = @batch AND NOT EXISTS
       (SELECT 1 FROM account_row o WHERE o.batch_id = c.batch_id AND o.sheet = c.sheet AND o.row = c.row)
     ORDER BY c.sheet, c.row, c.col LIMIT @limit OFFSET @offset`,
  )
  const selectRekeyed = database.prepare(
    `SELECT DISTINCT o.account_id AS account, a.key FROM cell_now c
       JOIN account_row o ON o.batch_id = c.batch_id AND o.sheet = c.sheet AND o.row = c.row
       JOIN account a ON a.id = o.account_id
     WHERE c.batch_id = ? AND c.sheet = ? AND c.col IN (SELECT value FROM json_each(?))`,
  )
  const selectKeys = database.prepare(
    'SELECT key, earlier_key AS earlier FROM version_key WHERE batch_id = ?',
  )
  const insertKey = database.prepare(
    'INSERT OR REPLACE INTO version_key (batch_id, key, earlier_key) VALUES (?, ?, ?)',
  )
  const deleteKey = database.prepare('DELETE FROM version_key WHERE batch_id = ? AND key = ?')
  const countKeys = database.prepare('SELECT count(*) FROM version_key WHERE batch_id = ?').pluck()
  const countSent = database
    .prepare(
      "SELECT ifnull(sum(count), 0) FROM account_count WHERE batch_id = ? AND state IN ('sending','unconfirmed','processing','done')",
    )
    .pluck()
  return {
    jobs,
    setEarlier,
    selectLink,
    selectLater,
    setMerge,
    forgetCompared,
    selectToFollow,
    selectMerged,
    selectPage,
    selectWithKeys,
    selectRows,
    selectEdits,
    selectAnyEdit,
    selectLoose,
    selectRekeyed,
    selectKeys,
    insertKey,
    deleteKey,
    countKeys,
    countSent,
  }
}

function readLink(statements: VersionStatements, batch: number): Link | undefined {
  return statements.selectLink.get(batch) as Link | undefined
}

function linkVersion(statements: VersionStatements, batch: number, earlier: number | null): void {
  statements.setEarlier.run(earlier, batch)
}

function readVersion(statements: VersionStatements, batch: number): StoredVersion {
  const link = readLink(statements, batch)
  let number = 1
  for (let at = link?.earlier ?? null; at !== null; at = readLink(statements, at)?.earlier ?? null)
    number += 1
  return {
    earlier: link?.earlier ?? null,
    number,
    later: statements.selectLater.all(batch) as number[],
    merge:
      link === undefined || link.merge === null
        ? null
        : mergeRequest.parse(JSON.parse(link.merge) as unknown),
    mergedAt: link?.mergedAt ?? null,
    due: link?.due === 1,
  }
}

function storeMerge(
  statements: VersionStatements,
  batch: number,
  merge: MergeRequest | null,
  mergedAt: number | null,
): void {
  statements.setMerge.run(merge === null ? null : JSON.stringify(merge), mergedAt, batch)
}

/**
 * Adds the job that reconciles the accounts of a merged batch with those of the earlier one, from the beginning; an
 * unfinished one is replaced. Returns its id.
 */
function addMergeJob({ jobs }: VersionStatements, batch: number, now: number): number {
  for (const { id } of jobs.ofBatch('merge', batch)) jobs.remove(id)
  return jobs.add({ kind: 'merge', batch, arguments: {}, createdAt: now })
}

/**
 * Accounts of this batch were built again, so earlier results have to be made again. Runs in the build's
 * transaction.
 */
function requireNewMerge(statements: VersionStatements, batch: number, now: number): void {
  for (const merged of listMergedFollowers(statements, batch)) addMergeJob(statements, merged, now)
  statements.forgetCompared.run({ batch })
}

/** Merged batches that are this one or continue it. */
function listMergedFollowers(statements: VersionStatements, batch: number): number[] {
  return statements.selectToFollow.all({ batch }) as number[]
}

function listMerged(statements: VersionStatements): number[] {
  return statements.selectMerged.all() as number[]
}

/** Accounts in file order, after a position. */
function pageAccounts(
  statements: VersionStatements,
  batch: number,
  after: number,
  limit: number,
): VersionAccount[] {
  return statements.selectPage.all(batch, after, limit) as VersionAccount[]
}

/** Accounts with these keys, in file order; a blank key belongs to nobody. */
function findByKeys(
  statements: VersionStatements,
  batch: number,
  keys: readonly string[],
): Map<string, VersionAccount[]> {
  const wanted = [...new Set(keys)].filter((key) => key !== '')
  const rows = statements.selectWithKeys.all({ batch, keys: JSON.stringify(wanted) }) as VersionAccount[]
  return Map.groupBy(rows, (row) => row.key)
}

/** Rows of these accounts with their edits, by account, in order. */
function readRows(
  statements: VersionStatements,
  batch: number,
  accounts: readonly number[],
): Map<number, VersionRow[]> {
  const ids = JSON.stringify(accounts)
  const edits = new Map<string, Map<number, string>>()
  if (statements.selectAnyEdit.get(batch) !== undefined)
    for (const { sheet, row, col, text } of statements.selectEdits.all(ids) as LooseEdit[]) {
      const at = `${sheet} ${row}`
      edits.set(at, (edits.get(at) ?? new Map<number, string>()).set(col, text))
    }
  const raws = statements.selectRows.all(ids) as {
    account: number
    sheet: number
    row: number
    cells: string
  }[]
  return Map.groupBy(
    raws.map(({ cells, ...at }) => ({
      ...at,
      read: cellTexts.parse(JSON.parse(cells)),
      edits: edits.get(`${at.sheet} ${at.row}`) ?? noEdits,
    })),
    (row) => row.account,
  )
}

/** Edited cells of rows without an account. */
function pageLooseEdits(
  statements: VersionStatements,
  batch: number,
  offset: number,
  limit: number,
): LooseEdit[] {
  return statements.selectLoose.all({ batch, offset, limit }) as LooseEdit[]
}

/** Accounts with an edit in one of these columns of a sheet, with their current key. */
function findRekeyed(
  statements: VersionStatements,
  batch: number,
  sheet: number,
  cols: readonly number[],
): { account: number; key: string }[] {
  return statements.selectRekeyed.all(batch, sheet, JSON.stringify(cols)) as {
    account: number
    key: string
  }[]
}

/** Earlier key by the key of this batch, if a person declared them one account. */
function readSameKeys(statements: VersionStatements, batch: number): Map<string, string> {
  const rows = statements.selectKeys.all(batch) as { key: string; earlier: string }[]
  return new Map(rows.map(({ key, earlier }) => [key, earlier]))
}

function setSameKey(statements: VersionStatements, batch: number, key: string, earlier: string | null): void {
  if (earlier === null) statements.deleteKey.run(batch, key)
  else statements.insertKey.run(batch, key, earlier)
}

function countSameKeys(statements: VersionStatements, batch: number): number {
  return statements.countKeys.get(batch) as number
}

/** Accounts that were sent, or that are reported to be on the platform. */
function countSent(statements: VersionStatements, batch: number): number {
  return statements.countSent.get(batch) as number
}
