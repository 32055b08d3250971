// History of one account: its attempts, the validations by the service and its events. Also lists what an edit does
// to the account.
import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import { readRecordFacts } from '../../../../shared/sending/service-record.ts'
import { inFlightStates } from '../../../../shared/sending/states.ts'
import type { AccountView, EventView } from '../../../../shared/contract/views.ts'
import { problem, placeSchema } from '../../../../shared/payload/problems.ts'
import { sqlList } from '../database/sql-list.ts'
import { storedSaid } from '../../../../shared/texts/message.ts'
import { bindOperations } from '../operations.ts'

export type StoredAttempt = AccountView['attempts'][number] & {
  readonly body: Buffer
  readonly skewMs: number | null
  readonly payloadId: number
}

export type StoredValidation = NonNullable<AccountView['validation']> & { readonly pass: number }

/** As in a view; `noValue`: its cell could not be converted to a value. */
export type HistoryProblem = Omit<AccountView['problems'][number], 'stays'> & { readonly noValue: boolean }

export type HistoryStore = ReturnType<typeof createHistoryStore>

const eventRow = z.object({
  id: z.number(),
  at: z.number(),
  batch_id: z.number().nullable(),
  account_id: z.number().nullable(),
  kind: z.string(),
  detail: z.string(),
})
const namedPairs = z.array(z.tuple([z.string().nullable(), z.string().nullable()]))
const passRow = z.object({
  payload: z.number(),
  at: z.number(),
  verdict: z.enum(['validated', 'rejected']),
  named: z.string().nullable(),
})
/** A validation by the service: its payload, and its errors as pairs of attr and code. */
export type Pass = Omit<z.infer<typeof passRow>, 'named'> & {
  /** Null for older validations that did not store it. */
  readonly named: z.infer<typeof namedPairs> | null
}
const problemRow = problem.extend({
  message: storedSaid,
  place: z.string(),
  stale: z.number(),
  overruling: z.number().nullable(),
  noValue: z.number(),
})

export function createHistoryStore(database: Database) {
  return bindOperations(prepareHistory(database), {
    attempts: listAttempts,
    record: readRecord,
    attempt: findAttempt,
    validations: listValidations,
    validation: findValidation,
    passes: countPasses,
    latestPasses: listLatestPasses,
    checkedAt: readCheckedAt,
    events: listEvents,
    timeline: pageTimeline,
    problems: listProblems,
    payloadWith: findPayload,
    payloadsOf: listPayloads,
    verdictOn: findVerdict,
    setStale,
    attemptsInBatch: countAttempts,
    isReleased,
    isInDoubt,
  })
}

type HistoryStatements = ReturnType<typeof prepareHistory>

// oxlint-disable-next-line max-lines-per-function -- a flat list of statements
function prepareHistory(database: Database) {
  const selectAttempts = database.prepare(
    `SELECT number, started_at AS startedAt, ended_at AS endedAt, class, http_status AS httpStatus, code, answer, sha256
     FROM attempt WHERE account_id = ? ORDER BY number`,
  )
  const selectAttempt = database.prepare(
    `SELECT t.number, t.started_at AS startedAt, t.ended_at AS endedAt, t.class, t.http_status AS httpStatus, t.code, t.answer,
       t.sha256, t.skew_ms AS skewMs, p.id AS payloadId, p.body FROM attempt t JOIN payload p ON p.id = t.payload_id
     WHERE t.account_id = ? AND t.number = ?`,
  )
  const selectValidations = database.prepare(
    `SELECT row_number() OVER (ORDER BY j.id) AS pass, j.at, j.http_status AS httpStatus, j.verdict, j.answer,
       j.payload_id = a.payload_id AS current FROM validation j JOIN account a ON a.id = j.account_id
     WHERE j.account_id = ? ORDER BY j.id`,
  )
  const selectValidation = database.prepare(
    `SELECT j.at, j.http_status AS httpStatus, j.verdict, j.answer, j.payload_id AS payloadId FROM validation j
     WHERE j.account_id = ? ORDER BY j.id DESC LIMIT 1`,
  )
  const selectCheckedAt = database
    .prepare(
      `SELECT max(p.built_at, ifnull((SELECT at FROM local_check l WHERE l.account_id = p.account_id), 0))
       FROM payload p WHERE p.id = ?`,
    )
    .pluck()
  const selectLatest = database.prepare(
    `SELECT payload_id AS payload, at, verdict, named FROM validation WHERE account_id = ? ORDER BY id DESC LIMIT 2`,
  )
  const countPasses = database.prepare('SELECT count(*) AS count FROM validation WHERE account_id = ?')
  const selectEvents = database.prepare('SELECT * FROM event WHERE account_id = ? ORDER BY id DESC LIMIT 200')
  const selectTimeline = database.prepare(
    'SELECT * FROM event WHERE batch_id = ? AND id < ? ORDER BY id DESC LIMIT ?',
  )
  const selectProblems = database.prepare(
    `SELECT source, attr, code, message, place, stale, overruling_id AS overruling, no_value AS noValue
     FROM problem WHERE account_id = ? ORDER BY id`,
  )
  const selectSamePayload = database.prepare(
    'SELECT id FROM payload WHERE account_id = ? AND sha256 = ? ORDER BY id DESC',
  )
  const selectPayloads = database.prepare('SELECT id FROM payload WHERE account_id = ? ORDER BY id').pluck()
  const selectVerdict = database.prepare(
    'SELECT verdict, at FROM validation WHERE account_id = ? AND payload_id = ? ORDER BY id DESC LIMIT 1',
  )
  const updateStale = database.prepare(
    "UPDATE problem SET stale = ? WHERE account_id = ? AND source IN ('validate','create','process')",
  )
  const countAttempts = database.prepare(
    'SELECT count(*) AS count FROM attempt t JOIN account a ON a.id = t.account_id WHERE a.batch_id = ?',
  )
  const selectReleased = database
    .prepare(
      `SELECT EXISTS (SELECT 1 FROM account_count WHERE batch_id = @batch AND count > 0 AND state IN (${sqlList(inFlightStates)}))
         OR EXISTS (SELECT 1 FROM job WHERE batch_id = @batch AND kind = 'release')`,
    )
    .pluck()
  const selectInDoubt = database
    .prepare(
      `SELECT EXISTS (SELECT 1 FROM batch WHERE id = @batch AND in_doubt = 1)
         AND EXISTS (SELECT 1 FROM doubt WHERE batch_id = @batch)`,
    )
    .pluck()
  const selectRecord = database.prepare(
    'SELECT record AS text, record_at AS at FROM service_answer WHERE account_id = ? AND record IS NOT NULL',
  )
  return {
    selectRecord,
    selectAttempts,
    selectAttempt,
    selectValidations,
    selectValidation,
    selectCheckedAt,
    selectLatest,
    countPasses,
    selectEvents,
    selectTimeline,
    selectProblems,
    selectSamePayload,
    selectPayloads,
    selectVerdict,
    updateStale,
    countAttempts,
    selectReleased,
    selectInDoubt,
  }
}

function listAttempts(statements: HistoryStatements, account: number): AccountView['attempts'] {
  return statements.selectAttempts.all(account) as AccountView['attempts']
}

function findAttempt(statements: HistoryStatements, account: number, number: number): StoredAttempt | null {
  return (statements.selectAttempt.get(account, number) as StoredAttempt | undefined) ?? null
}

function listValidations(statements: HistoryStatements, account: number): StoredValidation[] {
  return (
    statements.selectValidations.all(account) as (Omit<StoredValidation, 'current'> & { current: number })[]
  ).map((row) => ({
    ...row,
    current: row.current === 1,
  }))
}

/** The service's last record that said something new. */
function readRecord({ selectRecord }: HistoryStatements, account: number): AccountView['record'] {
  const row = selectRecord.get(account) as { readonly text: string; readonly at: number } | undefined
  return row === undefined ? null : { ...row, facts: readRecordFacts(row.text) }
}

function findValidation(
  statements: HistoryStatements,
  account: number,
  payloadId: number | null,
): AccountView['validation'] {
  type Row = NonNullable<AccountView['validation']> & { payloadId: number }
  const row = statements.selectValidation.get(account) as Row | undefined
  if (row === undefined) return null
  const { payloadId: validated, ...rest } = row
  return { ...rest, current: validated === payloadId }
}

function countPasses(statements: HistoryStatements, account: number): number {
  return (statements.countPasses.get(account) as { count: number }).count
}

/** The service's latest validation and the one before it, newest first. */
function listLatestPasses(statements: HistoryStatements, account: number): Pass[] {
  return statements.selectLatest.all(account).map((row) => {
    const { named, ...rest } = passRow.parse(row)
    return { ...rest, named: named === null ? null : namedPairs.parse(JSON.parse(named)) }
  })
}

/** When our own checks last ran on the account with this payload. */
function readCheckedAt(statements: HistoryStatements, payload: number): number {
  return statements.selectCheckedAt.get(payload) as number
}

function listEvents(statements: HistoryStatements, account: number): EventView[] {
  return statements.selectEvents.all(account).map(toEvent)
}

function pageTimeline(
  statements: HistoryStatements,
  batch: number,
  before: number,
  limit: number,
): EventView[] {
  return statements.selectTimeline.all(batch, before, limit).map(toEvent)
}

function listProblems(statements: HistoryStatements, account: number): HistoryProblem[] {
  return statements.selectProblems.all(account).map((row) => {
    const { place, stale, noValue, ...rest } = problemRow.parse(row)
    const parsed = placeSchema.parse(JSON.parse(place))
    return { ...rest, place: parsed, stale: stale === 1, noValue: noValue === 1 }
  })
}

/** The payload of this account with exactly these bytes, if it had them before. */
function findPayload(statements: HistoryStatements, account: number, sha256: string): number | null {
  return (statements.selectSamePayload.get(account, sha256) as { id: number } | undefined)?.id ?? null
}

/** Ids of all payloads of the account that are kept, oldest first. */
function listPayloads(statements: HistoryStatements, account: number): number[] {
  return statements.selectPayloads.all(account) as number[]
}

/** The service's answer for exactly these bytes. */
function findVerdict(
  statements: HistoryStatements,
  account: number,
  payload: number,
): { readonly verdict: 'validated' | 'rejected'; readonly at: number } | null {
  return (
    (statements.selectVerdict.get(account, payload) as
      | { verdict: 'validated' | 'rejected'; at: number }
      | undefined) ?? null
  )
}

/** Marks the service's answer as stale (for other bytes than the current ones), or as current again. */
function setStale(statements: HistoryStatements, account: number, stale: boolean): void {
  statements.updateStale.run(stale ? 1 : 0, account)
}

function countAttempts(statements: HistoryStatements, batch: number): number {
  return (statements.countAttempts.get(batch) as { count: number }).count
}

/** True if accounts of it are in progress or just being released. */
function isReleased(statements: HistoryStatements, batch: number): boolean {
  return statements.selectReleased.get({ batch }) === 1
}

/** True if it comes from a restored backup, and accounts of it may have been sent since. */
function isInDoubt(statements: HistoryStatements, batch: number): boolean {
  return statements.selectInDoubt.get({ batch }) === 1
}

function toEvent(row: unknown): EventView {
  const { id, at, batch_id: batch, account_id: account, kind, detail } = eventRow.parse(row)
  return { id, at, batch, account, kind, detail: z.record(z.string(), z.unknown()).parse(JSON.parse(detail)) }
}
