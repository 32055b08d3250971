// Forgetting what was read or built of a batch: page by page with a breath between two, since deleting a million rows
// takes seconds. A restart in the middle finds the batch in the stage that begins with forgetting, and goes on.
import { setImmediate as breathe } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import { joinCodes } from '../../../shared/file-warnings.ts'
import { createCheckpoints } from './checkpointer.ts'
import type { KeptDecisionStore } from './kept-decisions.ts'

const rowsAtOnce = 1000
const accountsAtOnce = 200
/** What a row takes in the write-ahead log, roughly: for when to empty it. */
const rowBytes = 512

/** By a column that orders the rows of one sheet. */
const pagedTables = [
  { table: 'stray_row', column: 'row' },
  { table: 'account_row', column: 'row' },
  { table: 'row_key', column: 'key' },
  { table: 'source_row', column: 'row' },
  { table: 'row_anchor', column: 'place' },
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

  /** `step` deletes a page and says whether there may be another. */
  async function paged(step: () => boolean): Promise<void> {
    const checkpoints = createCheckpoints(database)
    try {
      for (let more = true; more; ) {
        unhurried(() => {
          more = step()
        })
        if (!more) return
        await checkpoints.wrote(rowsAtOnce * rowBytes)
        await breathe()
      }
    } finally {
      await checkpoints.end()
    }
  }
  async function forget(batch: number, tables: readonly (typeof pages)[number][]): Promise<void> {
    await paged(() => dropAccounts.run(batch).changes > 0)
    for (const sheet of selectSheets.all(batch) as number[])
      for (const { upTo, dropUpTo, dropAll } of tables)
        await paged(() => {
          const last = upTo.get(batch, sheet)
          if (last === undefined) dropAll.run(batch, sheet)
          else dropUpTo.run(batch, sheet, last)
          return last !== undefined
        })
  }

  return {
    /** A file, half read or whole. What was decided about its accounts is kept. */
    async read(batch: number): Promise<void> {
      decisions.keepForReading(batch)
      await forget(batch, pages)
      dropWarnings.run(batch)
      dropOddRows.run(batch)
      dropSheets.run(batch)
    },
    /** Accounts, half built or whole; the rows stay as they were read. What was decided about them is kept. */
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
