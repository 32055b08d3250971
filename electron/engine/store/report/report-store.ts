// What a report says of one batch: the batch itself, its counts, and walks over its rows, problems and accounts, page by
// page. Every iterable can be started more than once.
import { hash } from 'node:crypto'
import type { Database, Statement } from 'better-sqlite3'
import { z } from 'zod'
import { type Environment, environments, gravest } from '../../../../shared/sending/connection.ts'
import { leftOutCode } from '../../../../shared/sheet/odd-rows.ts'
import type {
  AccountCounts,
  AccountGroup,
  ReportBatch,
  ReportSheet,
  ReportSource,
  ReportWave,
} from '../../report/report-source.ts'
import type { StoredBatch } from '../import/batches.ts'
import type { StoredConnection } from '../sending/connections.ts'
import { createOverrulingStore } from '../fixing/overrulings.ts'
import type { StoredSheet } from '../import/rows.ts'
import { bindOperations } from '../operations.ts'
import { createAccountWalks } from './report-account-walks.ts'
import { createAccountReader, iso } from './report-accounts.ts'
import { createEvidenceReader } from './report-evidence.ts'
import { createProblemReader } from './report-problems.ts'
import { createRowReader } from './report-rows.ts'
import { operatorNow } from '../operator.ts'
import { readSaid, type Said } from '../../../../shared/texts/message.ts'

function catalogueOf(mapped: StoredBatch['mapped']): ReportBatch['catalogue'] {
  if (mapped === null) return null
  const { title } = z
    .looseObject({ title: z.string().nullable().default(null) })
    .catch({ title: null })
    .parse(mapped.catalogue)
  return { title, isIllustrative: mapped.catalogueId === 'example' }
}

export type ReportStore = ReturnType<typeof createReportStore>

export function createReportStore(database: Database) {
  return bindOperations(prepareReport(database), {
    unexplained: countUnexplained,
    source: openSource,
  })
}

type ReportStatements = ReturnType<typeof prepareReport>

// oxlint-disable-next-line max-lines-per-function -- a flat list of statements
function prepareReport(database: Database) {
  const overrulings = createOverrulingStore(database)
  const evidence = createEvidenceReader(database)
  const accounts = createAccountReader(database)
  const rows = createRowReader(database, accounts)
  const problems = createProblemReader(database)
  const walks = createAccountWalks(database, accounts)
  const selectEnvironments = database
    .prepare('SELECT DISTINCT environment FROM wave WHERE batch_id = ? AND environment IS NOT NULL')
    .pluck()
  const selectMapping = database.prepare('SELECT mapping, mapped_at AS at FROM batch WHERE id = ?')
  const selectWaves = database.prepare(
    'SELECT number, released_at, by_person, operator, environment FROM wave WHERE batch_id = ? ORDER BY number',
  )
  const selectGroups = database.prepare(
    `SELECT supplier, wave, state, outcome, held_reason, held_until, held_by, excluded, count(*) AS accounts FROM account
     WHERE batch_id = ? GROUP BY supplier, wave, state, outcome, held_reason, held_until, held_by, excluded`,
  )
  const selectCodes = database.prepare(
    `SELECT code, count(*) AS problems, count(DISTINCT account_id) AS accounts FROM problem
     WHERE batch_id = @batch AND stale <> 2 GROUP BY code
     UNION ALL SELECT code, count(*), 0 FROM stray_row WHERE batch_id = @batch AND code <> '${leftOutCode}' GROUP BY code`,
  )
  const countLeft = database.prepare('SELECT count(*) FROM problem WHERE batch_id = ? AND stale = 2').pluck()
  // As stored, a text of others begins with a quotation mark; messages with the service's words have its key.
  const selectSentences = database.prepare(
    `SELECT account, said FROM (
       SELECT account_id AS account, message AS said FROM problem WHERE batch_id = @batch AND account_id BETWEEN @from AND @to
       UNION ALL SELECT id, held_reason FROM account WHERE batch_id = @batch AND held_reason IS NOT NULL
         AND id BETWEEN @from AND @to)
     WHERE said LIKE '"%' OR said LIKE '%"service.%' ORDER BY account`,
  )
  const selectRange = database.prepare(
    'SELECT min(id) AS first, max(id) AS last FROM account WHERE batch_id = ?',
  )
  const selectOperator = database.prepare(`SELECT ${operatorNow('?')}`).pluck()
  const countInAccounts = database.prepare('SELECT count(*) AS count FROM account_row WHERE batch_id = ?')
  const countStray = database.prepare('SELECT count(*) AS count FROM stray_row WHERE batch_id = ?')
  const countOnSheet = database.prepare(
    'SELECT count(*) AS count FROM source_row WHERE batch_id = ? AND sheet = ?',
  )
  return {
    overrulings,
    evidence,
    rows,
    problems,
    walks,
    selectEnvironments,
    selectMapping,
    selectWaves,
    selectGroups,
    selectCodes,
    selectSentences,
    selectRange,
    countLeft,
    selectOperator,
    countInAccounts,
    countStray,
    countOnSheet,
  }
}

/** Environment of the address when accounts were released; null: none was yet. */
function readEnvironment(statements: ReportStatements, batch: number): Environment | null {
  return gravest(z.array(z.enum(environments)).parse(statements.selectEnvironments.all(batch)))
}

/** Rows read that are neither in an account, nor stray, nor on a sheet that the mapping does not use. */
function countUnexplained(
  statements: ReportStatements,
  batch: number,
  sheets: readonly StoredSheet[],
): number {
  const count = (statement: Statement, ...values: number[]): number =>
    (statement.get(...values) as { count: number }).count
  const read = sheets.reduce((sum, sheet) => sum + (sheet.rowCount ?? 0), 0)
  const unused = sheets.filter((sheet) => sheet.role === 'unused')
  const onUnused = unused.reduce(
    (sum, sheet) => sum + count(statements.countOnSheet, batch, sheet.position),
    0,
  )
  return Math.abs(
    read - count(statements.countInAccounts, batch) - count(statements.countStray, batch) - onUnused,
  )
}

function openSource(
  statements: ReportStatements,
  batch: StoredBatch,
  sheets: readonly StoredSheet[],
  connection: StoredConnection | null,
): ReportSource {
  return {
    batch: describeBatch(statements, batch, connection),
    sheets: sheets.map(
      (sheet): ReportSheet => ({
        ...sheet.info,
        role: sheet.role,
        rowCount: sheet.rowCount ?? 0,
        blankRows: sheet.blankRows,
        sha256: batch.files[sheet.file]?.sha256 ?? '',
      }),
    ),
    waves: readWaves(statements, batch.id),
    rows: () => statements.rows.ofSheets(batch.id, sheets),
    problems: () => statements.problems.ofSheets(batch, sheets),
    counts: () => countAccounts(statements, batch.id),
    sentences: () => walkSentences(statements, batch.id),
    accounts: () => statements.walks.all(batch.id, sheets),
    accountsAmong: (among) => statements.walks.among(batch.id, sheets, among),
    evidence: statements.evidence.of,
  }
}

const waveRow = z.object({
  number: z.number(),
  released_at: z.number(),
  by_person: z.number(),
  operator: z.string(),
  environment: z.enum(environments).nullable(),
})

function readWaves({ selectWaves }: ReportStatements, batch: number): ReportWave[] {
  return selectWaves.all(batch).map((raw) => {
    const { number, released_at: at, by_person: byPerson, operator, environment } = waveRow.parse(raw)
    return {
      number,
      releasedAt: new Date(at).toISOString(),
      by: byPerson === 1 ? operator : null,
      environment,
    }
  })
}

function readMapping({ selectMapping }: ReportStatements, batch: number): ReportBatch['mapping'] {
  type Mapped = { readonly mapping: string | null; readonly at: number | null }
  const { mapping, at } = selectMapping.get(batch) as Mapped
  if (mapping === null || at === null) return null
  return { at: new Date(at).toISOString(), sha256: hash('sha256', mapping) }
}

function describeBatch(
  statements: ReportStatements,
  batch: StoredBatch,
  connection: StoredConnection | null,
): ReportBatch {
  const overrulings = statements.overrulings.inBatch(batch.id)
  return {
    id: batch.id,
    name: batch.name,
    preparedBy: statements.selectOperator.get(batch.id) as string,
    files: batch.files.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256: sha256 ?? '' })),
    readAt: iso(batch.readAt) ?? '',
    supplier: batch.supplier,
    mapping: readMapping(statements, batch.id),
    catalogue: catalogueOf(batch.mapped),
    overrulings: overrulings.map(({ scope, code, field, key, at, ...counts }) => ({
      scope,
      code,
      field,
      account: key,
      at: iso(at) ?? '',
      problems: counts.problems,
      accounts: counts.accounts,
    })),
    connection:
      connection === null
        ? null
        : {
            name: connection.name,
            baseUrl: connection.settings.baseUrl,
            environment: readEnvironment(statements, batch.id) ?? connection.environment,
          },
  }
}

type GroupRow = Omit<AccountGroup, 'held'> & {
  readonly held_reason: string | null
  readonly held_until: number | null
  readonly held_by: string | null
  readonly excluded: number
}

function countAccounts(statements: ReportStatements, batch: number): AccountCounts {
  const { selectGroups, selectCodes, countLeft, countInAccounts } = statements
  const groups = (selectGroups.all(batch) as GroupRow[]).map(
    ({ held_reason: reason, held_until: until, held_by: by, excluded, ...group }): AccountGroup => ({
      ...group,
      held:
        reason === null
          ? null
          : { reason: readSaid(reason), excluded: excluded === 1, until: iso(until), by },
    }),
  )
  const { count } = countInAccounts.get(batch) as { count: number }
  return {
    groups,
    rows: count,
    codes: selectCodes.all({ batch }) as AccountCounts['codes'],
    leftToService: countLeft.get(batch) as number,
  }
}

/** Accounts whose sentences are read at once. */
const sentencesAtOnce = 20_000

function* walkSentences(
  { selectSentences, selectRange }: ReportStatements,
  batch: number,
): Generator<{ account: number; said: Said }> {
  const range = selectRange.get(batch) as { first: number | null; last: number | null }
  if (range.first === null || range.last === null) return
  for (let from = range.first; from <= range.last; from += sentencesAtOnce) {
    const page = selectSentences.all({ batch, from, to: from + sentencesAtOnce - 1 })
    for (const { account, said } of page as { account: number; said: string }[])
      yield { account, said: readSaid(said) }
  }
}
