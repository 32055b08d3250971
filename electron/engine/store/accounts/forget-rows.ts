// Deletes the rows or the accounts of a batch page by page, with a yield after each page, because deleting a
// million rows takes seconds. After a restart the batch is still in the stage that begins with the deletion, and
// the deletion resumes.
import { yieldToEventLoop } from '../../system/yield.ts'
import type { Database, Statement } from 'better-sqlite3'
import { joinCodes } from '../../../../shared/sheet/file-warnings.ts'
import { createCheckpoints } from '../database/flush/checkpointer.ts'
import { bindOperations } from '../operations.ts'
import type { KeptDecisionStore } from './decisions/kept-decisions.ts'
import type { KeptVerdictStore } from './kept-verdicts.ts'

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
    'kept_verdict',
    'decision_change',
    'event',
  ].map((table) => ({ table, which: ofBatch })),
] as const

export function createForgetting(
  database: Database,
  unhurried: (work: () => void) => void,
  decisions: Pick<KeptDecisionStore, 'keep' | 'keepForReading'>,
  verdicts: Pick<KeptVerdictStore, 'keep' | 'forget'>,
) {
  return bindOperations(
    { database, unhurried, decisions, verdicts, ...prepareForgetting(database) },
    { read: forgetFile, whole: forgetBatch, built: forgetAccounts, forBuild: forgetForBuild },
  )
}

type ForgetParts = ReturnType<typeof prepareForgetting> & {
  readonly database: Database
  readonly unhurried: (work: () => void) => void
  readonly decisions: Pick<KeptDecisionStore, 'keep' | 'keepForReading'>
  readonly verdicts: Pick<KeptVerdictStore, 'keep' | 'forget'>
}

function prepareForgetting(database: Database) {
  return {
    selectSheets: database.prepare('SELECT position FROM sheet WHERE batch_id = ?').pluck(),
    selectAccounts: database
      .prepare(`SELECT id FROM account WHERE batch_id = ? ORDER BY position LIMIT ${accountsAtOnce}`)
      .pluck(),
    dropAccounts: database.prepare('DELETE FROM account WHERE id IN (SELECT value FROM json_each(?))'),
    dropJoinWarnings: database.prepare(
      "DELETE FROM warning WHERE batch_id = ? AND warning ->> '$.code' IN (SELECT value FROM json_each(?))",
    ),
    dropWarnings: database.prepare('DELETE FROM warning WHERE batch_id = ?'),
    dropOddRows: database.prepare('DELETE FROM odd_row WHERE batch_id = ?'),
    dropSheets: database.prepare('DELETE FROM sheet WHERE batch_id = ?'),
    pages: preparePages(database),
    drops: prepareDrops(database),
  }
}

type Page = ReturnType<typeof preparePages>[number]

function preparePages(database: Database) {
  return pagedTables.map(({ table, column }) => ({
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
}

/** Each deletes some rows of a table by primary key. */
function prepareDrops(database: Database): Statement[] {
  return besides.map(({ table, which }) => {
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
}

/** Deletes a file, half read or complete. Decisions about its accounts are kept. */
async function forgetFile(parts: ForgetParts, batch: number, signal?: AbortSignal): Promise<void> {
  parts.decisions.keepForReading(batch)
  await forgetTables(parts, batch, parts.pages, () => undefined, signal)
  if (signal?.aborted === true) return
  parts.verdicts.forget(batch)
  parts.dropWarnings.run(batch)
  parts.dropOddRows.run(batch)
  parts.dropSheets.run(batch)
}

/** Deletes all of a batch except its own row; deleting that row removes the small rest. */
async function forgetBatch(parts: ForgetParts, batch: number, signal: AbortSignal): Promise<void> {
  await forgetFile(parts, batch, signal)
  for (const drop of parts.drops)
    await forgetPaged(parts, () => drop.run(batch).changes === rowsAtOnce, signal)
}

/**
 * Deletes what a build makes again besides the accounts, which it replaces one by one (earlier-accounts.ts). Decisions about
 * them are kept.
 */
async function forgetForBuild(parts: ForgetParts, batch: number): Promise<void> {
  parts.decisions.keep(batch)
  const tables = parts.pages.filter(({ table }) => table === 'stray_row' || table === 'row_key')
  for (const sheet of parts.selectSheets.all(batch) as number[])
    for (const page of tables) await forgetPaged(parts, () => dropPage(page, batch, sheet))
  parts.dropJoinWarnings.run(batch, JSON.stringify(joinCodes))
}

/**
 * Deletes accounts, half built or complete; the rows stay as read. Decisions about them are kept, and what the service
 * said of their payloads.
 */
async function forgetAccounts(parts: ForgetParts, batch: number): Promise<void> {
  parts.decisions.keep(batch)
  const tables = parts.pages.filter(({ table }) => table !== 'source_row' && table !== 'row_anchor')
  await forgetTables(parts, batch, tables, parts.verdicts.keep)
  parts.dropJoinWarnings.run(batch, JSON.stringify(joinCodes))
}

async function forgetTables(
  parts: ForgetParts,
  batch: number,
  tables: readonly Page[],
  /** In the transaction that deletes these accounts. */
  before: (accounts: readonly number[]) => void,
  signal?: AbortSignal,
): Promise<void> {
  const { selectAccounts, dropAccounts, selectSheets } = parts
  const dropSome = (): boolean => {
    const accounts = selectAccounts.all(batch) as number[]
    if (accounts.length === 0) return false
    before(accounts)
    dropAccounts.run(JSON.stringify(accounts))
    return true
  }
  await forgetPaged(parts, dropSome, signal)
  for (const sheet of selectSheets.all(batch) as number[])
    for (const page of tables) await forgetPaged(parts, () => dropPage(page, batch, sheet), signal)
}

/** Returns true if there may be another page. */
function dropPage({ upTo, dropUpTo, dropAll }: Page, batch: number, sheet: number): boolean {
  const last = upTo.get(batch, sheet)
  if (last === undefined) dropAll.run(batch, sheet)
  else dropUpTo.run(batch, sheet, last)
  return last !== undefined
}

/** `step` deletes a page and returns true if there may be another. */
async function forgetPaged(
  { database, unhurried }: Pick<ForgetParts, 'database' | 'unhurried'>,
  step: () => boolean,
  signal?: AbortSignal,
): Promise<void> {
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
