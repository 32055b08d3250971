// Deletes the rows or the accounts of a batch page by page, with a yield after each page, because deleting a
// million rows takes seconds. After a restart the batch is still in the stage that begins with the deletion, and
// the deletion resumes.
import { yieldToEventLoop } from '../../system/yield.ts'
import type { Database } from 'better-sqlite3'
import { joinCodes } from '../../../../shared/sheet/file-warnings.ts'
import { createCheckpoints } from '../database/flush/checkpointer.ts'
import type { KeptDecisionStore } from './kept-decisions.ts'

const rowsAtOnce = 1000
const accountsAtOnce = 200
/** Rough size of a row in the write-ahead log: to decide about checkpoints. */
const rowBytes = 512

/** Tables with a column that orders the rows of one sheet. */
const pagedTables = [
  { table: 'stray_row', column: 'row' },
  { table: 'account_row', column: 'row' },
  { table: 'row_key', column: 'key' },
  { table: 'source_row', column: 'row' },
  { table: 'row_anchor', column: 'place' },
] as const

const ofBatch = 'batch_id = ?'
const ofEdits = 'edit_id IN (SELECT id FROM edit WHERE batch_id = ?)'
const ofPacks = 'pack_id IN (SELECT id FROM question_pack WHERE batch_id = ?)'

/** Other tables of a batch that may be large. */
const besides = [
  { table: 'edit_cell', which: ofEdits },
  { table: 'edit_exclusion', which: ofEdits },
  { table: 'question_cell', which: ofPacks },
  { table: 'question', which: ofPacks },
  ...[
    'cell_now',
    'version_line',
    'version_key',
    'version_mark',
    'odd_row_choice',
    'kept_decision',
    'decision_change',
    'event',
  ].map((table) => ({ table, which: ofBatch })),
] as const

export function createForgetting(
  database: Database,
  unhurried: (work: () => void) => void,
  decisions: Pick<KeptDecisionStore, 'keep' | 'keepForReading'>,
) {
  const selectSheets = database.prepare('SELECT position FROM sheet WHERE batch_id = ?').pluck()
  const dropAccounts = database.prepare(
    `DELETE FROM account WHERE id IN (SELECT id FROM account WHERE batch_id = ? LIMIT ${accountsAtOnce})`,
  )
  const dropJoinWarnings = database.prepare(
    "DELETE FROM warning WHERE batch_id = ? AND warning ->> '$.code' IN (SELECT value FROM json_each(?))",
  )
  const dropWarnings = database.prepare('DELETE FROM warning WHERE batch_id = ?')
  const dropOddRows = database.prepare('DELETE FROM odd_row WHERE batch_id = ?')
  const dropSheets = database.prepare('DELETE FROM sheet WHERE batch_id = ?')
  const pages = pagedTables.map(({ table, column }) => ({
    table,
    upTo: database
      .prepare(
        `SELECT ${column} FROM ${table} WHERE batch_id = ? AND sheet = ?
         ORDER BY ${column} LIMIT 1 OFFSET ${rowsAtOnce}`,
      )
      .pluck(),
    dropUpTo: database.prepare(`DELETE FROM ${table} WHERE batch_id = ? AND sheet = ? AND ${column} <= ?`),
    dropAll: database.prepare(`DELETE FROM ${table} WHERE batch_id = ? AND sheet = ?`),
  }))

  /** Deletes some rows of a table by primary key. */
  const drops = besides.map(({ table, which }) => {
    const columns = database.pragma(`table_info(${table})`) as { name: string; pk: number }[]
    const key = columns
      .filter(({ pk }) => pk > 0)
      .toSorted((a, b) => a.pk - b.pk)
      .map(({ name }) => name)
      .join(', ')
    return database.prepare(
      `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${which} LIMIT ${rowsAtOnce})`,
    )
  })

  /** `step` deletes a page and returns true if there may be another. */
  async function paged(step: () => boolean, signal?: AbortSignal): Promise<void> {
    const checkpoints = createCheckpoints(database)
    try {
      for (let more = true; more && signal?.aborted !== true; ) {
        unhurried(() => {
          more = step()
        })
        if (!more) return
        await checkpoints.wrote(rowsAtOnce * rowBytes)
        await yieldToEventLoop()
      }
    } finally {
      await checkpoints.end()
    }
  }
  async function forget(
    batch: number,
    tables: readonly (typeof pages)[number][],
    signal?: AbortSignal,
  ): Promise<void> {
    await paged(() => dropAccounts.run(batch).changes > 0, signal)
    for (const sheet of selectSheets.all(batch) as number[])
      for (const { upTo, dropUpTo, dropAll } of tables)
        await paged(() => {
          const last = upTo.get(batch, sheet)
          if (last === undefined) dropAll.run(batch, sheet)
          else dropUpTo.run(batch, sheet, last)
          return last !== undefined
        }, signal)
  }

  async function read(batch: number, signal?: AbortSignal): Promise<void> {
    decisions.keepForReading(batch)
    await forget(batch, pages, signal)
    if (signal?.aborted === true) return
    dropWarnings.run(batch)
    dropOddRows.run(batch)
    dropSheets.run(batch)
  }

  return {
    /** Deletes a file, half read or complete. Decisions about its accounts are kept. */
    read: (batch: number): Promise<void> => read(batch),
    /** Deletes all of a batch except its own row; deleting that row removes the small rest. */
    async whole(batch: number, signal: AbortSignal): Promise<void> {
      await read(batch, signal)
      for (const drop of drops) await paged(() => drop.run(batch).changes === rowsAtOnce, signal)
    },
    /** Deletes accounts, half built or complete; the rows stay as read. Decisions about them are kept. */
    async built(batch: number): Promise<void> {
      decisions.keep(batch)
      await forget(
        batch,
        pages.filter(({ table }) => table !== 'source_row' && table !== 'row_anchor'),
      )
      dropJoinWarnings.run(batch, JSON.stringify(joinCodes))
    },
  }
}
