// Data of grids and lists: rows with their accounts and problems by row number, and accounts by state. Other files
// in lookup/ select and order the rows. Each shape of statement is prepared once.
import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import { type AccountState, type Outcome, wrongOutcomes } from '../../../../shared/sending/states.ts'
import type { StuckAfter } from '../../../../shared/sending/connection.ts'
import { placeSchema, problem } from '../../../../shared/payload/problems.ts'
import type { RowRef, SheetInfo } from '../../../../shared/sheet/sheet.ts'
import type { GridRow } from '../../../../shared/contract/views.ts'
import { type AccountDetails, accountDetailsRow } from '../accounts/account-row.ts'
import { accountsOfList, joins } from './rows/row-conditions.ts'
import { type RawRow, toSourceRow, withEdits } from '../import/rows.ts'
import { sqlList } from '../database/sql-list.ts'
import { isStuckNow, stuckBefore, stuckRanges } from '../sending/status/stuck.ts'
import { createStatementCache } from '../database/statement-cache.ts'
import { bindOperations } from '../operations.ts'
import { readSaid, storedSaid } from '../../../../shared/texts/message.ts'

type RawGridRow = RawRow & {
  account_id: number | null
  key: string
  state: GridState
  outcome: GridOutcome
  held_reason: string | null
  held_until: number | null
  excluded: number
  stray: string | null
}
type GridState = NonNullable<GridRow['account']>['state']
type GridOutcome = NonNullable<GridRow['account']>['outcome']

const problemRow = problem.extend({
  message: storedSaid,
  id: z.number(),
  account_id: z.number(),
  sheet: z.number().nullable(),
  row: z.number().nullable(),
  col: z.number().nullable(),
  place: z.string(),
  stale: z.number(),
  overruling: z.number().nullable(),
})

/** Nothing shows if it arrived: only a person can find out. */
const waitsForWord = "state = 'unconfirmed' AND status_path IS NULL"

/**
 * Accounts that need a person: those too long in progress, and lost answers without a readable status. A hold with a
 * future date needs nobody until then; excluded accounts are decided, and so are those that a merge of two versions
 * held or finished.
 */
const needsPerson = `iif(held_reason IS NOT NULL, excluded = 0 AND ifnull(held_until, 0) <= @now,
  state IN ('invalid','rejected') OR ifnull(outcome, '') IN (${sqlList(wrongOutcomes)})
    OR (${waitsForWord}) OR ${isStuckNow}
    OR EXISTS (SELECT 1 FROM service_answer s WHERE s.account_id = account.id AND s.shared_identifier = 1))
  AND NOT EXISTS (SELECT 1 FROM version_mark m WHERE m.account_id = account.id
    AND (m.kind = 'done' OR (m.kind <> 'held' AND m.reason = account.held_reason)))`

/**
 * Candidates that include all accounts that need a person, each part from an index: walking a hundred thousand
 * accounts would block the window.
 */
const mayNeedPerson = [
  'held_reason IS NOT NULL',
  "state IN ('invalid','rejected')",
  `outcome IN (${sqlList(wrongOutcomes)})`,
  waitsForWord,
  'id IN (SELECT account_id FROM service_answer WHERE shared_identifier = 1)',
  ...stuckRanges.map(({ words, before }) => `${words} AND since < @${before}`),
]
  .map((words) => `SELECT id FROM account WHERE batch_id = @batch AND ${words}`)
  .join(' UNION ALL ')
const mayBeStuck = stuckRanges
  .map(
    ({ words, before }) =>
      `SELECT id FROM account WHERE batch_id = @batch AND ${words} AND since < @${before}`,
  )
  .join(' UNION ALL ')

/** Filter of an account list; all given conditions must hold. */
export type AccountFilter = {
  readonly states: readonly AccountState[]
  /** Of the done accounts only those with these outcomes. */
  readonly outcomes?: readonly Outcome[] | undefined
  readonly needPerson?: boolean | undefined
  /** Only accounts that exceed the connection's time thresholds of their state. */
  readonly stuck?: boolean | undefined
  readonly mindChanged?: boolean | undefined
  readonly held?: boolean | undefined
  readonly excluded?: boolean | undefined
  readonly serviceStatus?: string | null | undefined
  /** Only accounts of this list. */
  readonly list?: number | undefined
}

/** Total limit of problems returned with rows; a service in trouble could produce enough to slow down the window. */
const mostProblems = 3000
const fewestOfARow = 5

export type GridStore = ReturnType<typeof createGridStore>

export function createGridStore(database: Database) {
  return bindOperations(prepareGrid(database), {
    rows: readRows,
    list: listAccounts,
  })
}

type GridStatements = ReturnType<typeof prepareGrid>

function prepareGrid(database: Database) {
  const prepared = createStatementCache(database)
  return { prepared }
}

function readEdits(
  statements: GridStatements,
  batch: number,
  sheet: number,
  rows: string,
): Map<number, { col: number; text: string }[]> {
  const edits = statements
    .prepared(
      `SELECT row, col, text FROM cell_now
       WHERE batch_id = ? AND sheet = ? AND row IN (SELECT value FROM json_each(?))`,
    )
    .all(batch, sheet, rows) as { row: number; col: number; text: string }[]
  return Map.groupBy(edits, (edit) => edit.row)
}

/** Number of problems per row; an account's first row also counts those of the whole account. */
function countProblems(
  statements: GridStatements,
  of: { batch: number; sheet: number; asked: string },
): Map<number, number> {
  const counts = statements
    .prepared(
      `SELECT row, count(*) AS count FROM problem
       WHERE batch_id = @batch AND sheet = @sheet AND row IN (SELECT value FROM json_each(@asked)) GROUP BY row`,
    )
    .all(of) as { row: number; count: number }[]
  return new Map(counts.map(({ row, count }) => [row, count]))
}

/** The first problems of each row, in order: all of them, unless the rows have thousands together. */
function readProblems(
  statements: GridStatements,
  of: { batch: number; sheet: number; asked: string },
  counts: ReadonlyMap<number, number>,
): Map<number | null, z.infer<typeof problemRow>[]> {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const most = all <= mostProblems ? all : Math.max(fewestOfARow, Math.floor(mostProblems / counts.size))
  const rows = statements
    .prepared(
      `SELECT p.id, account_id, source, attr, code, message, place, sheet, row, col, stale,
         overruling_id AS overruling FROM json_each(@asked) a JOIN problem p ON p.id IN (
           SELECT id FROM problem WHERE batch_id = @batch AND sheet = @sheet AND row = a.value ORDER BY id LIMIT @most)
       ORDER BY p.id`,
    )
    .all({ ...of, most })
  return Map.groupBy(
    rows.map((row) => problemRow.parse(row)),
    ({ row }) => row,
  )
}

/** The sheet whose rows are shown. */
export type ShownSheet = { readonly position: number; readonly info: Pick<SheetInfo, 'name' | 'columns'> }

/** Rows with these numbers, in order; deleted rows are left out. */
function readRows(
  statements: GridStatements,
  batch: number,
  of: ShownSheet,
  numbers: readonly number[],
): GridRow[] {
  const asked = JSON.stringify(numbers)
  const { position: sheet } = of
  const columnIndexes = new Map(of.info.columns.map((column) => [column.name, column.index]))
  const found = statements
    .prepared(
      `SELECT r.row, r.cells, r.kept, a.id AS account_id, a.key, a.state, a.outcome, a.held_reason, a.held_until, a.excluded, s.message AS stray
         FROM ${joins} WHERE r.batch_id = @batch AND r.sheet = @sheet AND r.row IN (SELECT value FROM json_each(@asked))`,
    )
    .all({ batch, sheet, asked }) as RawGridRow[]
  const byNumber = new Map(found.map((row) => [row.row, row]))
  const rows = numbers.flatMap((number) => byNumber.get(number) ?? [])
  const edits = readEdits(statements, batch, sheet, asked)
  const counts = countProblems(statements, { batch, sheet, asked })
  const problems = readProblems(statements, { batch, sheet, asked }, counts)
  return rows.map((raw) => {
    const changes = edits.get(raw.row) ?? []
    const source = withEdits(toSourceRow(raw), changes)
    const here = (problems.get(raw.row) ?? []).filter((one) => one.account_id === raw.account_id)
    return {
      row: raw.row,
      cells: [...source.cells],
      ...(source.kept === undefined ? {} : { kept: { ...source.kept } }),
      edited: changes.map((change) => change.col),
      account:
        raw.account_id === null
          ? null
          : {
              id: raw.account_id,
              key: raw.key,
              state: raw.state,
              outcome: raw.outcome,
              held: raw.held_reason === null ? null : readSaid(raw.held_reason),
              heldUntil: raw.held_until,
              excluded: raw.excluded === 1,
            },
      stray: raw.stray === null ? null : readSaid(raw.stray),
      problems: here.map(({ id, source: from, attr, code, message, place, col, stale, overruling }) => ({
        id,
        source: from,
        attr,
        code,
        message,
        stale: stale === 1,
        overruling,
        columns:
          col === null ? exactColumns(place, { sheet: of.info.name, row: raw.row }, columnIndexes) : [col],
      })),
      moreProblems: raw.account_id === null ? 0 : (counts.get(raw.row) ?? 0) - here.length,
    }
  })
}

function listAccounts(
  statements: GridStatements,
  batch: number,
  wanted: AccountFilter,
  now: number,
  stuckAfter: StuckAfter,
  offset: number,
  limit: number,
): { total: number; accounts: AccountDetails[] } {
  const inStates = 'state IN (SELECT value FROM json_each(@states))'
  // The unary plus keeps these two out of index lookups: the list of ids is shorter.
  const few = fewOf(wanted)
  const parts =
    few === null ? ['batch_id = @batch', inStates] : [`id IN (${few})`, '+batch_id = @batch', `+${inStates}`]
  const values: Record<string, unknown> = { batch, states: JSON.stringify(wanted.states) }
  if (wanted.outcomes !== undefined) {
    parts.push('(outcome IS NULL OR outcome IN (SELECT value FROM json_each(@outcomes)))')
    values['outcomes'] = JSON.stringify(wanted.outcomes)
  }
  if (wanted.needPerson === true) {
    parts.push(needsPerson)
    values['now'] = now
  }
  if (wanted.stuck === true) parts.push(isStuckNow)
  if (wanted.list !== undefined) values['list'] = wanted.list
  if (wanted.stuck === true || wanted.needPerson === true) Object.assign(values, stuckBefore(stuckAfter, now))
  if (wanted.mindChanged === true)
    parts.push('id IN (SELECT account_id FROM changed_after_done WHERE batch_id = @batch)')
  if (wanted.held !== undefined)
    parts.push(wanted.held ? '(held_reason IS NOT NULL AND excluded = 0)' : 'held_reason IS NULL')
  // By state, as in the counts: an excluded account appears only if all, or excluded ones, are requested.
  if (wanted.excluded !== undefined) parts.push(`excluded = ${wanted.excluded ? 1 : 0}`)
  if (wanted.serviceStatus !== undefined) {
    parts.push('service_status IS @serviceStatus')
    values['serviceStatus'] = wanted.serviceStatus
  }
  const from = `FROM account WHERE ${parts.join(' AND ')}`
  const isAll = Object.values({ ...wanted, states: undefined }).every((one) => one === undefined)
  const counted = isAll
    ? `SELECT ifnull(sum(count), 0) AS count FROM account_count WHERE batch_id = @batch AND ${inStates}`
    : `SELECT count(*) AS count ${from}`
  const { count } = statements.prepared(counted).get(values) as { count: number }
  const rows = statements
    .prepared(
      few !== null
        ? `SELECT * FROM account_details account WHERE ${parts.join(' AND ')} ORDER BY ifnull(first_sent_at, 9e15), position LIMIT @limit OFFSET @offset`
        : pageByState(wanted.states, parts.slice(2)),
    )
    .all({ ...values, limit, offset })
  return { total: count, accounts: rows.map((row) => accountDetailsRow.parse(row)) }
}

/** A query of few accounts that include all that are wanted; null: there may be many. */
function fewOf({ list, needPerson, stuck }: AccountFilter): string | null {
  if (list !== undefined) return `SELECT a.id FROM ${accountsOfList} WHERE k.list_id = @list`
  return needPerson === true ? mayNeedPerson : stuck === true ? mayBeStuck : null
}

/**
 * Accounts in these states by sending time. Each state is read along `account_in_order` and the results are merged,
 * so a page reads only the accounts before its end and sorts none.
 */
function pageByState(states: readonly AccountState[], also: readonly string[]): string {
  const walks = [...new Set(states)].map(
    (state) =>
      `SELECT id, ifnull(first_sent_at, 9e15) AS sent, position FROM account INDEXED BY account_in_order
       WHERE ${['batch_id = @batch', "state > ''", `state = '${state}'`, ...also].join(' AND ')}`,
  )
  const found =
    walks.length === 0 ? 'SELECT id, 0 AS sent, position FROM account WHERE 0' : walks.join(' UNION ALL ')
  return `SELECT account.* FROM (${found} ORDER BY sent, position LIMIT @limit OFFSET @offset) page
    CROSS JOIN account_details account ON account.id = page.id ORDER BY page.sent, page.position`
}

/**
 * Columns of the cells of this row that a problem of several cells is about. None where it only is in what the cells
 * feed: each of them may be right.
 */
function exactColumns(place: string, { sheet, row }: RowRef, indexes: ReadonlyMap<string, number>): number[] {
  const parsed = placeSchema.parse(JSON.parse(place))
  if (parsed.kind !== 'section' || !parsed.exact) return []
  const here = parsed.cells.filter((cell) => cell.sheet === sheet && cell.row === row)
  return [...new Set(here.flatMap((cell) => indexes.get(cell.column) ?? []))]
}
