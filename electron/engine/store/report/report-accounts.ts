// Reads the accounts of a report some hundred at a time: one query for the accounts, one for their problems, one for their
// rows and one for their attempts, instead of six for each account.
import type { Database, Statement } from 'better-sqlite3'
import { type Place, placeSchema } from '../../../../shared/payload/problems.ts'
import type { AccountState, Outcome } from '../../../../shared/sending/states.ts'
import { readRecordFacts } from '../../../../shared/sending/service-record.ts'
import { readSaid } from '../../../../shared/texts/message.ts'
import type { AccountLine, ReportAccount } from '../../report/report-source.ts'
import type { StoredSheet } from '../import/rows.ts'
import { bindOperations } from '../operations.ts'

/** More would hold too many at once: an account may have thousands of rows. */
export const accountsAtOnce = 200

export type AccountReader = ReturnType<typeof createAccountReader>

export function createAccountReader(database: Database) {
  return bindOperations(prepareReader(database), {
    /** By their number; `ids`: at most `accountsAtOnce`. Accounts with numbers between them may be there too. */
    accounts: readAccounts,
    /** The same without attempts and the service's record. */
    lines: readLines,
  })
}

type Statements = ReturnType<typeof prepareReader>

const columnsOfLine = `a.id, a.key, a.supplier, a.wave, a.state, a.outcome, a.since, a.held_reason, a.held_until,
  a.held_by, a.excluded, a.first_sent_at, a.service_status, s.platform_identifier, s.existing_account_id, s.record`

function prepareReader(database: Database) {
  const ofThese = (select: string, order: string): Picked => ({
    listed: database.prepare(
      `${select} WHERE account_id IN (SELECT value FROM json_each(?)) ORDER BY account_id, ${order}`,
    ),
    between: database.prepare(`${select} WHERE account_id BETWEEN ? AND ? ORDER BY account_id, ${order}`),
  })
  return {
    selectAccounts: {
      listed: database.prepare(
        `SELECT ${columnsOfLine} FROM json_each(?) j CROSS JOIN account a ON a.id = j.value
         LEFT JOIN service_answer s ON s.account_id = a.id`,
      ),
      between: database.prepare(
        `SELECT ${columnsOfLine} FROM account a LEFT JOIN service_answer s ON s.account_id = a.id
         WHERE a.id BETWEEN ? AND ?`,
      ),
    } satisfies Picked,
    selectProblems: ofThese('SELECT account_id, code, attr, message, place, stale FROM problem', 'id'),
    selectRows: ofThese('SELECT account_id, sheet, row FROM account_row', 'sheet, row'),
    selectAttempts: ofThese('SELECT account_id, class, ended_at, http_status, code FROM attempt', 'number'),
  }
}

/** The same statement for a list of numbers as JSON, and for all numbers of a range, which costs less. */
type Picked = { readonly listed: Statement; readonly between: Statement }

/** Calls the statement that costs less; the accounts of a range may be a few more than those asked for. */
function pick(statement: Picked, ids: readonly number[]): unknown[] {
  if (ids.length === 0) return []
  let [first, last] = [ids[0] ?? 0, ids[0] ?? 0]
  for (const id of ids) {
    if (id < first) first = id
    if (id > last) last = id
  }
  const isDense = last - first < ids.length * 1.25
  return isDense ? statement.between.all(first, last) : statement.listed.all(JSON.stringify(ids))
}

type LineRow = {
  readonly id: number
  readonly key: string
  readonly supplier: string | null
  readonly wave: number | null
  readonly state: AccountState
  readonly outcome: Outcome | null
  readonly since: number
  /** As stored. */
  readonly held_reason: string | null
  readonly held_until: number | null
  readonly held_by: string | null
  readonly excluded: number
  readonly first_sent_at: number | null
  readonly service_status: string | null
  readonly platform_identifier: string | null
  readonly existing_account_id: string | null
  readonly record: string | null
}

type OfAccount = { readonly account_id: number }
type ProblemRow = OfAccount & {
  readonly code: string | null
  readonly attr: string | null
  readonly message: string
  readonly place: string
  readonly stale: number
}
type RowOfAccount = OfAccount & { readonly sheet: number; readonly row: number }
type AttemptRow = OfAccount & {
  readonly class: string | null
  readonly ended_at: number | null
  readonly http_status: number | null
  readonly code: string | null
}

type Found = { readonly row: LineRow; readonly line: AccountLine }

function find(statements: Statements, ids: readonly number[], sheets: readonly StoredSheet[]): Found[] {
  const problems = byAccount<ProblemRow>(statements.selectProblems, ids)
  const rows = byAccount<RowOfAccount>(statements.selectRows, ids)
  return (pick(statements.selectAccounts, ids) as LineRow[]).map((row) => ({
    row,
    line: lineOf(row, problems.get(row.id) ?? [], rows.get(row.id) ?? [], sheets),
  }))
}

function byAccount<Row extends OfAccount>(
  statement: Picked,
  ids: readonly number[],
): ReadonlyMap<number, Row[]> {
  const found = new Map<number, Row[]>()
  for (const row of pick(statement, ids) as Row[]) {
    const others = found.get(row.account_id)
    if (others === undefined) found.set(row.account_id, [row])
    else others.push(row)
  }
  return found
}

function readLines(
  statements: Statements,
  ids: readonly number[],
  sheets: readonly StoredSheet[],
): ReadonlyMap<number, AccountLine> {
  return new Map(find(statements, ids, sheets).map(({ line }) => [line.id, line]))
}

function readAccounts(
  statements: Statements,
  ids: readonly number[],
  sheets: readonly StoredSheet[],
): ReadonlyMap<number, ReportAccount> {
  const attempts = byAccount<AttemptRow>(statements.selectAttempts, ids)
  return new Map(
    find(statements, ids, sheets).map(({ row, line }) => {
      const ofAccount = attempts.get(row.id) ?? []
      const record = row.service_status === null || row.record === null ? null : readRecordFacts(row.record)
      const sent = ofAccount.filter((attempt) => attempt.class !== 'not_sent').length
      return [row.id, { ...line, record, attempts: sent, httpStatus: httpStatusOf(ofAccount) }]
    }),
  )
}

/** Of the latest create that was answered or failed; one that a crash cut off says nothing. */
function httpStatusOf(attempts: readonly AttemptRow[]): number | null {
  const latest = attempts.findLast(
    ({ ended_at, code }) => ended_at !== null && code !== 'withdrawn' && code !== 'ended_in_flight',
  )
  return latest?.http_status ?? null
}

function lineOf(
  row: LineRow,
  problems: readonly ProblemRow[],
  rows: readonly RowOfAccount[],
  sheets: readonly StoredSheet[],
): AccountLine {
  return {
    id: row.id,
    key: row.key,
    rows: rows.map((ref) => ({ sheet: sheets[ref.sheet]?.info.name ?? '', row: ref.row })),
    supplier: row.supplier,
    wave: row.wave,
    state: row.state,
    outcome: row.outcome,
    held:
      row.held_reason === null
        ? null
        : {
            reason: readSaid(row.held_reason),
            excluded: row.excluded === 1,
            until: iso(row.held_until),
            by: row.held_by,
          },
    serviceStatus: row.service_status,
    platformIdentifier: row.platform_identifier,
    existingAccountId: row.existing_account_id,
    problems: problems.map(({ code, attr, message, place, stale }) => ({
      code,
      attr,
      message: readSaid(message),
      overruled: stale === 2,
      columns: columnsOf(parsePlace(place)),
    })),
    firstSentAt: iso(row.first_sent_at),
    doneAt: iso(row.state === 'done' ? row.since : null),
  }
}

export function columnsOf(place: Place): string[] {
  if (place.kind === 'cell') return [place.cell.column]
  if (place.kind === 'account') return []
  return [...new Set(place.cells.map((cell) => cell.column))]
}

export function parsePlace(text: string): Place {
  return placeSchema.parse(JSON.parse(text))
}

const dayMs = 86_400_000
const latestDay = { day: Number.NaN, text: '' }

/** ISO 8601, UTC. The date of the latest call is kept, because a report has millions of times of a few days. */
export function iso(at: number | null): string | null {
  if (at === null) return null
  const day = Math.floor(at / dayMs)
  if (day !== latestDay.day) {
    latestDay.text = new Date(at).toISOString().slice(0, -13)
    latestDay.day = day
  }
  const ms = at - day * dayMs
  const seconds = Math.floor(ms / 1000)
  const minutes = Math.floor(seconds / 60)
  return `${latestDay.text}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)}.${String(ms % 1000).padStart(3, '0')}Z`
}

function two(number: number): string {
  return number < 10 ? `0${number}` : String(number)
}
