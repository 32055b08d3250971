// Writes the memory of repairs, and answers short queries from the thread that serves the window: whether anything
// changed, which cells of a batch were edited or are locked, repairs of removed batches, and unwanted repairs.
import { createHash } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import { inFlightStates, thereOutcomes } from '../../../../shared/sending/states.ts'
import type { RepairToKeep } from '../../fixing/repair-memory/recall-job.ts'
import { sqlList } from '../database/sql-list.ts'
import type { StoredBatch } from '../import/batches.ts'
import { bindOperations, immediateTransaction } from '../operations.ts'

export type CellPlace = { readonly sheet: number; readonly row: number; readonly col: number }
export type AccountAt = { readonly id: number; readonly key: string; readonly isLocked: boolean }

const cellsAtOnce = 5000
/** Stands for the batch of a repair that another member of the team shared. */
const ofTeam = 0
/** The same rule as lockOf() of the editing folder. */
const lockedStates = inFlightStates.map((state) => `'${state}'`).join(',')
const isLocked = `(a.state IN (${lockedStates}) OR ifnull(a.outcome, '') IN (${sqlList(thereOutcomes)}))`

export type MemoryStore = ReturnType<typeof createMemoryStore>

export function createMemoryStore(database: Database) {
  return {
    /** For the thread that searches it. */
    file: database.name,
    ...bindOperations(prepareMemory(database), {
      hasAnything,
      waitsForMerge,
      stamp: readStamp,
      ownStamp: readOwnStamp,
      edited: findEdited,
      accountsAt: findAccounts,
      keep: keepRepairs,
      keepShared,
      dropShared,
      expire: expireKept,
      removeKept,
      keptCount: countKept,
      forget: forgetRepair,
      recall: recallRepair,
      markByRow,
    }),
  }
}

type MemoryStatements = ReturnType<typeof prepareMemory>

// oxlint-disable-next-line max-lines-per-function -- a flat list of statements
function prepareMemory(database: Database) {
  const selectBatches = database
    .prepare('SELECT id, name, stage, read_at, created_at, mapping, earlier_batch_id, merged_at FROM batch')
    .raw()
  // The time is that of the latest edit.
  const versionOf = 'count(*), max(id), at, total(undone)'
  const selectVersions = database
    .prepare(`SELECT batch_id, ${versionOf} FROM edit WHERE batch_id <> ? GROUP BY batch_id`)
    .raw()
  const selectVersion = database.prepare(`SELECT ${versionOf} FROM edit WHERE batch_id = ?`).raw()
  const selectBuilt = database
    .prepare(
      `SELECT a.id, p.built_at FROM account a LEFT JOIN payload p ON p.id = a.payload_id
       WHERE a.batch_id = ? AND a.position = 0`,
    )
    .raw()
  const selectOwn = database
    .prepare(
      `SELECT (SELECT min(id) FROM kept_repair), (SELECT max(id) FROM kept_repair),
         (SELECT count(*) FROM unwanted_repair), (SELECT max(at) FROM unwanted_repair)`,
    )
    .raw()
  const selectLockCounts = database
    .prepare(
      `SELECT state, outcome, held, count FROM account_count a WHERE batch_id = ? AND count > 0 AND ${isLocked}`,
    )
    .raw()
  const selectAnything = database
    .prepare(
      `SELECT EXISTS (SELECT 1 FROM edit WHERE batch_id <> ? AND undone = 0) OR EXISTS (SELECT 1 FROM kept_repair)`,
    )
    .pluck()
  const selectMerge = database
    .prepare('SELECT earlier_batch_id FROM batch WHERE id = ? AND merged_at IS NULL')
    .pluck()
  const selectEdited = database
    .prepare(
      `SELECT sheet, row, col FROM cell_now WHERE batch_id = ? AND (sheet, row, col) > (?, ?, ?)
       ORDER BY sheet, row, col LIMIT ${cellsAtOnce}`,
    )
    .raw()
  const selectAccounts = database
    .prepare(
      `SELECT ar.row, a.id, a.key, ${isLocked} FROM account_row ar JOIN account a ON a.id = ar.account_id
       WHERE ar.batch_id = ? AND ar.sheet = ? AND ar.row BETWEEN ? AND ?`,
    )
    .raw()
  const insertKept = database.prepare(
    `INSERT INTO kept_repair (batch_id, batch_made, batch_name, connection_id, supplier, feeds, place, column_name, account_key, ordinal,
       before, after, way, stayed, at, kept_at)
     VALUES (@batch, @made, @name, @connection, @supplier, @feeds, @place, @column, @key, @ordinal,
       @before, @after, @way, @stayed, @at, @keptAt)`,
  )
  const dropKeptOf = database.prepare('DELETE FROM kept_repair WHERE batch_id = ? AND batch_made = ?')
  const dropKeptBefore = database.prepare(
    `DELETE FROM kept_repair WHERE kept_at < ? AND batch_id <> ${ofTeam}`,
  )
  const dropKept = database.prepare(`DELETE FROM kept_repair WHERE batch_id <> ${ofTeam}`)
  const countKept = database.prepare(`SELECT count(*) FROM kept_repair WHERE batch_id <> ${ofTeam}`).pluck()
  const dropOfTeam = database.prepare(
    `DELETE FROM kept_repair WHERE batch_id = ${ofTeam} AND feeds = @feeds AND before = @before AND after = @after`,
  )
  const insertUnwanted = database.prepare('INSERT OR REPLACE INTO unwanted_repair VALUES (?, ?)')
  const deleteUnwanted = database.prepare('DELETE FROM unwanted_repair WHERE id = ?')
  const insertByRow = database.prepare('INSERT OR IGNORE INTO edit_by_row VALUES (?)')
  const inTransaction = immediateTransaction(database)
  return {
    selectBatches,
    selectVersions,
    selectVersion,
    selectBuilt,
    selectOwn,
    selectLockCounts,
    selectAnything,
    selectMerge,
    selectEdited,
    selectAccounts,
    insertKept,
    dropKeptOf,
    dropKeptBefore,
    dropKept,
    countKept,
    dropOfTeam,
    insertUnwanted,
    deleteUnwanted,
    insertByRow,
    inTransaction,
  }
}

/** True if there is anything to remember for a batch. */
function hasAnything(statements: MemoryStatements, batch: number): boolean {
  return statements.selectAnything.get(batch) === 1
}

/** The earlier version of this batch's file, if the two are not merged yet. */
function waitsForMerge(statements: MemoryStatements, batch: number): number | null {
  return (statements.selectMerge.get(batch) as number | null | undefined) ?? null
}

/** Changes whenever other repairs may fit the batch; its own edits do not count. */
function readStamp(statements: MemoryStatements, batch: number): string {
  const all = [
    statements.selectBatches.all(),
    statements.selectVersions.all(batch),
    statements.selectBuilt.get(batch),
    statements.selectOwn.get(),
  ]
  return createHash('sha256').update(JSON.stringify(all)).digest('hex')
}

/** Changes with every edit, undo and redo of the batch, and when the set of its editable accounts changes. */
function readOwnStamp(statements: MemoryStatements, batch: number): string {
  return JSON.stringify([
    statements.selectVersion.get(batch),
    statements.selectLockCounts.all(batch),
    statements.selectBuilt.get(batch),
  ])
}

/** Edited cells of a batch after a cell, in order; less than a page only at the end. */
function findEdited(
  statements: MemoryStatements,
  batch: number,
  after: CellPlace,
): { readonly cells: readonly CellPlace[]; readonly more: boolean } {
  const page = statements.selectEdited.all(batch, after.sheet, after.row, after.col) as [
    number,
    number,
    number,
  ][]
  const cells = page.map(([sheet, row, col]) => ({ sheet, row, col }))
  return { cells, more: cells.length === cellsAtOnce }
}

/** The accounts of a range of a sheet's rows. */
function findAccounts(
  statements: MemoryStatements,
  batch: number,
  sheet: number,
  first: number,
  last: number,
): Map<number, AccountAt> {
  const rows = statements.selectAccounts.all(batch, sheet, first, last) as [number, number, string, number][]
  return new Map(rows.map(([row, id, key, locked]) => [row, { id, key, isLocked: locked === 1 }]))
}

/** Stores repairs of a batch that is about to be removed; `first`: earlier stored ones are deleted. */
function keepRepairs(
  statements: MemoryStatements,
  batch: Pick<StoredBatch, 'id' | 'createdAt' | 'name' | 'connectionId'>,
  repairs: readonly RepairToKeep[],
  at: number,
  first: boolean,
): void {
  statements.inTransaction(() => {
    if (first) statements.dropKeptOf.run(batch.id, batch.createdAt)
    const of = {
      batch: batch.id,
      made: batch.createdAt,
      name: batch.name,
      connection: batch.connectionId,
      keptAt: at,
    }
    for (const repair of repairs) statements.insertKept.run({ ...of, ...repair })
  })
}

export type SharedRepair = { readonly feeds: string; readonly before: string; readonly after: string }

/** A repair that another member shared. It is of no batch and no account, and stays until it is shared no more. */
function keepShared(
  statements: MemoryStatements,
  repair: SharedRepair & { readonly column: string; readonly member: string },
  at: number,
): void {
  const { feeds, before, after, column, member } = repair
  statements.inTransaction(() => {
    statements.dropOfTeam.run({ feeds, before, after })
    statements.insertKept.run({
      batch: ofTeam,
      made: 0,
      name: member,
      connection: null,
      supplier: null,
      feeds,
      place: feeds,
      column,
      key: null,
      ordinal: null,
      before,
      after,
      // A person chose this very one to be used elsewhere.
      way: 'typed',
      stayed: 0,
      at,
      keptAt: at,
    })
  })
}

function dropShared(statements: MemoryStatements, repair: SharedRepair): void {
  statements.dropOfTeam.run(repair)
}

/** Deletes repairs stored before a time. */
function expireKept(statements: MemoryStatements, before: number): void {
  statements.dropKeptBefore.run(before)
}

function removeKept(statements: MemoryStatements): number {
  return statements.dropKept.run().changes
}

function countKept(statements: MemoryStatements): number {
  return statements.countKept.get() as number
}

function forgetRepair(statements: MemoryStatements, repairs: readonly string[], at: number): void {
  statements.inTransaction(() => {
    for (const id of repairs) statements.insertUnwanted.run(id, at)
  })
}

function recallRepair(statements: MemoryStatements, repairs: readonly string[]): void {
  statements.inTransaction(() => {
    for (const id of repairs) statements.deleteUnwanted.run(id)
  })
}

/** This edit gave each cell a value for its own row; it is not remembered by value. */
function markByRow(statements: MemoryStatements, edit: number): void {
  statements.insertByRow.run(edit)
}
