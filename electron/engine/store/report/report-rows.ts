// Keyset pages of the rows, problems and accounts of a batch for reports, so that a report of a million rows holds
// no more than a page. Every iterable can be started more than once.
import { hash } from 'node:crypto'
import type { Database, Statement } from 'better-sqlite3'
import { z } from 'zod'
import { type Environment, environments, gravest } from '../../../../shared/sending/connection.ts'
import { withoutFilled } from '../../../../shared/sheet/fill-down.ts'
import { leftOutCode } from '../../../../shared/sheet/odd-rows.ts'
import { rowOfText, type SheetInfo, type SourceRow } from '../../../../shared/sheet/sheet.ts'
import type {
  AccountCounts,
  AccountGroup,
  AccountLine,
  AccountsAmong,
  ReportAccount,
  ReportBatch,
  ReportChange,
  ReportProblem,
  ReportRow,
  ReportSheet,
  ReportSource,
  ReportWave,
} from '../../report/report-source.ts'
import type { StoredBatch } from '../import/batches.ts'
import type { StoredConnection } from '../sending/connections.ts'
import { createOverrulingStore } from '../fixing/overrulings.ts'
import { type StoredSheet, withEdits } from '../import/rows.ts'
import { bindOperations } from '../operations.ts'
import { endingSql } from './ending-sql.ts'
import { accountsAtOnce, columnsOf, createAccountReader, iso, parsePlace } from './report-accounts.ts'
import { createEvidenceReader } from './report-evidence.ts'
import { operatorNow } from '../operator.ts'
import { readSaid, type Said } from '../../../../shared/texts/message.ts'

/** The illustrative catalogue is named as such, because a signed report must state it. */
function catalogueName(mapped: StoredBatch['mapped']): string | null {
  if (mapped === null) return null
  const { title } = z
    .looseObject({ title: z.string().default('Catalogue') })
    .catch({ title: 'Catalogue' })
    .parse(mapped.catalogue)
  return mapped.catalogueId === 'example' ? `${title} (illustrative)` : title
}

const pageSize = 500

type CellText = (sheet: string, row: number, column: string) => string
const cellsText = z.array(z.string())

type RowOfReport = {
  row: number
  cells: string
  kept: string | null
  account_id: number | null
  code: string | null
  message: string | null
}
type ProblemOfReport = {
  id: number
  row: number | null
  key: string
  attr: string | null
  source: ReportProblem['source']
  code: string | null
  /** As stored. */
  message: string
  place: string
  overruledAt: number | null
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
  const selectRows = database.prepare(
    `SELECT r.row, r.cells, r.kept, a.account_id, s.code, s.message FROM source_row r
     LEFT JOIN account_row a ON a.batch_id = r.batch_id AND a.sheet = r.sheet AND a.row = r.row
     LEFT JOIN stray_row s ON s.batch_id = r.batch_id AND s.sheet = r.sheet AND s.row = r.row
     WHERE r.batch_id = ? AND r.sheet = ? AND r.row > ? ORDER BY r.row LIMIT ${accountsAtOnce}`,
  )
  const selectEnvironments = database
    .prepare('SELECT DISTINCT environment FROM wave WHERE batch_id = ? AND environment IS NOT NULL')
    .pluck()
  const selectMapping = database.prepare('SELECT mapping, mapped_at AS at FROM batch WHERE id = ?')
  const selectWaves = database.prepare(
    'SELECT number, released_at, by_person, operator, environment FROM wave WHERE batch_id = ? ORDER BY number',
  )
  const selectAccounts = database.prepare(
    `SELECT id, position AS place FROM account WHERE batch_id = ? AND position > ? ORDER BY position LIMIT ${accountsAtOnce}`,
  )
  const selectGroups = database.prepare(
    `SELECT supplier, wave, state, outcome, held_reason, excluded, count(*) AS accounts FROM account
     WHERE batch_id = ? GROUP BY supplier, wave, state, outcome, held_reason, excluded`,
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
  const selectWithEnding = database.prepare(
    `SELECT id, position AS place FROM account WHERE batch_id = ? AND position > ? AND ${endingSql} = ?
     ORDER BY position LIMIT ${accountsAtOnce}`,
  )
  // The first problem of the code stands for its account, so each account is selected once.
  const selectWithCode = database.prepare(
    `SELECT p.id AS place, p.account_id AS id FROM problem p
     WHERE p.batch_id = @batch AND p.code IS @code AND p.id > @after AND p.stale <> 2 AND NOT EXISTS (
       SELECT 1 FROM problem q WHERE q.account_id = p.account_id AND q.code IS p.code AND q.stale <> 2 AND q.id < p.id)
     ORDER BY p.id LIMIT ${accountsAtOnce}`,
  )
  const selectProblems = database.prepare(
    `SELECT p.id, p.row, a.key, p.attr, p.source, p.code, p.message, p.place, o.at AS overruledAt FROM problem p
     JOIN account a ON a.id = p.account_id LEFT JOIN overruling o ON o.id = p.overruling_id
     WHERE p.batch_id = @batch AND p.sheet IS @sheet AND (ifnull(p.row, 0), p.id) > (@row, @id)
     ORDER BY ifnull(p.row, 0), p.id LIMIT ${pageSize}`,
  )
  const selectStrays = database.prepare(
    `SELECT row, code, message FROM stray_row WHERE batch_id = ? AND sheet = ? AND row > ? AND code <> '${leftOutCode}'
     ORDER BY row LIMIT ${pageSize}`,
  )
  const selectEdits = database.prepare(
    'SELECT col, text FROM cell_now WHERE batch_id = ? AND sheet = ? AND row = ?',
  )
  const selectEditsOf = database.prepare(
    'SELECT row, col, text FROM cell_now WHERE batch_id = ? AND sheet = ? AND row BETWEEN ? AND ? ORDER BY row, col',
  )
  // The latest edit of each cell that was not undone.
  const selectEditors = database.prepare(
    `SELECT c.row, c.col, max(e.id) AS number, e.words, e.at, e.operator FROM edit e
     CROSS JOIN edit_cell c ON c.edit_id = e.id AND c.sheet = ? AND c.row BETWEEN ? AND ?
     WHERE e.batch_id = ? AND e.undone = 0 GROUP BY c.row, c.col`,
  )
  const selectOperator = database.prepare(`SELECT ${operatorNow('?')}`).pluck()
  const selectAnyEdit = database.prepare('SELECT 1 FROM cell_now WHERE batch_id = ? LIMIT 1')
  const countInAccounts = database.prepare('SELECT count(*) AS count FROM account_row WHERE batch_id = ?')
  const countStray = database.prepare('SELECT count(*) AS count FROM stray_row WHERE batch_id = ?')
  const countOnSheet = database.prepare(
    'SELECT count(*) AS count FROM source_row WHERE batch_id = ? AND sheet = ?',
  )
  const selectCells = database.prepare(
    'SELECT cells FROM source_row WHERE batch_id = ? AND sheet = ? AND row = ?',
  )
  return {
    overrulings,
    evidence,
    accounts,
    selectRows,
    selectEnvironments,
    selectMapping,
    selectWaves,
    selectAccounts,
    selectGroups,
    selectCodes,
    selectSentences,
    selectRange,
    countLeft,
    selectWithEnding,
    selectWithCode,
    selectProblems,
    selectStrays,
    selectEdits,
    selectEditsOf,
    selectEditors,
    selectAnyEdit,
    selectOperator,
    countInAccounts,
    countStray,
    countOnSheet,
    selectCells,
  }
}

function* walkProblems(
  statements: ReportStatements,
  batch: number,
  sheet: StoredSheet,
  keyColumn: string,
  cellText: CellText,
): Generator<ReportProblem> {
  let row = -1
  let id = -1
  for (;;) {
    const page = statements.selectProblems.all({ batch, sheet: sheet.position, row, id }) as ProblemOfReport[]
    for (const entry of page) yield problemLine(entry, keyColumn, cellText)
    const last = page.at(-1)
    if (last === undefined) return
    row = last.row ?? 0
    id = last.id
  }
}

function* walkStrays(
  statements: ReportStatements,
  batch: number,
  sheet: StoredSheet,
): Generator<ReportProblem> {
  type Stray = { row: number; code: string; message: string }
  for (const stray of pages<Stray>(
    (after) => statements.selectStrays.all(batch, sheet.position, after) as Stray[],
  )) {
    const nowhere = {
      column: '',
      value: '',
      attr: null,
      account: null,
      source: 'file',
      overruled: null,
    } as const
    const message = readSaid(stray.message)
    yield { ...nowhere, sheet: sheet.info.name, row: stray.row, code: stray.code, message }
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
    rows: () => walkRows(statements, batch.id, sheets),
    problems: () => walkSheets(statements, batch, sheets),
    counts: () => countAccounts(statements, batch.id),
    sentences: () => walkSentences(statements, batch.id),
    accounts: () => walkAccounts(statements, batch.id, sheets),
    accountsAmong: (among) => walkAccountsAmong(statements, batch.id, sheets, among),
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
    catalogue: catalogueName(batch.mapped),
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

function* walkRows(
  statements: ReportStatements,
  batch: number,
  sheets: readonly StoredSheet[],
): Generator<ReportRow> {
  const anyEdits = statements.selectAnyEdit.get(batch) !== undefined
  for (const sheet of sheets) {
    const next = (after: number): RowOfReport[] =>
      statements.selectRows.all(batch, sheet.position, after) as RowOfReport[]
    let edited: EditsOfPage = new Map()
    let accounts: ReadonlyMap<number, ReportAccount> = new Map()
    const readPage = (after: number): RowOfReport[] => {
      const page = next(after)
      accounts = accountsOf(statements, page, accounts, sheets)
      edited = anyEdits ? readEditsOf(statements, batch, sheet.position, page) : new Map()
      return page
    }
    for (const row of pages(readPage)) {
      // Stored values are parsed only where a cell was filled.
      const read = rowOfText({ ...row, kept: row.kept?.includes('"filled"') === true ? row.kept : null })
      const filled = filledColumns(sheet.info, read)
      const edits = edited.get(row.row) ?? []
      const cells = withoutFilled(read)
      yield {
        sheet: sheet.info.name,
        row: row.row,
        cells,
        ...(edits.length + filled.length > 0 && currentOf(read, cells, edits)),
        ...(filled.length === 0 ? {} : { filled }),
        account: row.account_id === null ? null : known(accounts, row.account_id),
        stray:
          row.code === null || row.message === null
            ? null
            : { code: row.code, message: readSaid(row.message) },
      }
    }
  }
}

/** Accounts of the page before are not read again: one may have all rows of many pages. */
function accountsOf(
  statements: ReportStatements,
  page: readonly RowOfReport[],
  before: ReadonlyMap<number, ReportAccount>,
  sheets: readonly StoredSheet[],
): ReadonlyMap<number, ReportAccount> {
  const ids = [...new Set(page.flatMap((row) => row.account_id ?? []))]
  const found = new Map(
    statements.accounts.accounts(
      ids.filter((id) => !before.has(id)),
      sheets,
    ),
  )
  for (const id of ids) found.set(id, before.get(id) ?? known(found, id))
  return found
}

function filledColumns({ columns }: SheetInfo, { kept = {} }: SourceRow): string[] {
  return Object.entries(kept).flatMap(([at, { filled }]) =>
    filled === undefined ? [] : [columns[Number(at)]?.name ?? `Column ${Number(at) + 1}`],
  )
}

type EditedCell = {
  readonly col: number
  readonly text: string
  readonly edit: ReportChange['edit']
}
type EditsOfPage = ReadonlyMap<number, readonly EditedCell[]>

/** The edited cells of a page of rows, each with the edit that gave it its text. */
function readEditsOf(
  statements: ReportStatements,
  batch: number,
  sheet: number,
  page: readonly RowOfReport[],
): EditsOfPage {
  const [from, to] = [page[0]?.row ?? 0, page.at(-1)?.row ?? 0]
  type Cell = { readonly row: number; readonly col: number; readonly text: string }
  const cells = statements.selectEditsOf.all(batch, sheet, from, to) as Cell[]
  if (cells.length === 0) return new Map()
  type Editor = { row: number; col: number; number: number; words: string; at: number; operator: string }
  const editors = new Map(
    (statements.selectEditors.all(sheet, from, to, batch) as Editor[]).map(({ row, col, ...edit }) => [
      `${row} ${col}`,
      edit,
    ]),
  )
  const edited = cells.map(({ row, col, text }) => {
    const editor = editors.get(`${row} ${col}`)
    const edit = editor && {
      number: editor.number,
      words: readSaid(editor.words),
      at: new Date(editor.at).toISOString(),
      operator: editor.operator,
    }
    return { row, col, text, edit: edit ?? null }
  })
  return Map.groupBy(edited, ({ row }) => row)
}

/** `own`: the cells as the file has them. */
function currentOf(
  read: SourceRow,
  own: readonly string[],
  edits: readonly EditedCell[],
): Pick<ReportRow, 'current' | 'changes'> {
  const current = withEdits(read, edits).cells
  const edited = new Map(edits.map(({ col, edit }) => [col, edit]))
  const changes = current.flatMap((text, column): ReportChange[] =>
    text === (own[column] ?? '')
      ? []
      : [{ column, text, filled: !edited.has(column), edit: edited.get(column) ?? null }],
  )
  return { current, ...(changes.length > 0 && { changes }) }
}

function readEdits(
  statements: ReportStatements,
  batch: number,
  sheet: number,
  row: number,
): { col: number; text: string }[] {
  return statements.selectEdits.all(batch, sheet, row) as { col: number; text: string }[]
}

/** The problems and the stray rows of each sheet, in row order. */
function* walkSheets(
  statements: ReportStatements,
  batch: StoredBatch,
  sheets: readonly StoredSheet[],
): Generator<ReportProblem> {
  const keyColumn = batch.mapped?.mapping.key ?? ''
  const cellText: CellText = (sheet, row, column) => {
    const stored = sheets.find((one) => one.info.name === sheet)
    const index = stored?.info.columns.find((one) => one.name === column)?.index
    if (stored === undefined || index === undefined) return ''
    return readCell(statements, batch.id, stored.position, row, index)
  }
  for (const sheet of sheets) {
    const lines = walkProblems(statements, batch.id, sheet, keyColumn, cellText)
    const strays = walkStrays(statements, batch.id, sheet)
    yield* mergeByRow(lines, strays)
  }
}

/** Current text of a cell. */
function readCell(
  statements: ReportStatements,
  batch: number,
  sheet: number,
  row: number,
  col: number,
): string {
  const edit = readEdits(statements, batch, sheet, row).find((one) => one.col === col)
  if (edit !== undefined) return edit.text
  const found = statements.selectCells.get(batch, sheet, row) as { cells: string } | undefined
  return found === undefined ? '' : (cellsText.parse(JSON.parse(found.cells))[col] ?? '')
}

type GroupRow = Omit<AccountGroup, 'held'> & {
  readonly held_reason: string | null
  readonly excluded: number
}

function countAccounts(statements: ReportStatements, batch: number): AccountCounts {
  const { selectGroups, selectCodes, countLeft, countInAccounts } = statements
  const groups = (selectGroups.all(batch) as GroupRow[]).map(
    ({ held_reason: reason, excluded, ...group }): AccountGroup => ({
      ...group,
      held: reason === null ? null : { reason: readSaid(reason), excluded: excluded === 1 },
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

type FoundAccount = {
  readonly id: number
  /** In the walk; the next page begins behind it. */
  readonly place: number
}

function* walkAccounts(
  statements: ReportStatements,
  batch: number,
  sheets: readonly StoredSheet[],
): Generator<ReportAccount> {
  const next = (after: number) => statements.selectAccounts.all(batch, after) as FoundAccount[]
  for (const ids of idsOf(next)) {
    const found = statements.accounts.accounts(ids, sheets)
    for (const id of ids) yield known(found, id)
  }
}

function* walkAccountsAmong(
  statements: ReportStatements,
  batch: number,
  sheets: readonly StoredSheet[],
  among: AccountsAmong,
): Generator<AccountLine> {
  const { selectWithEnding, selectWithCode } = statements
  const next = (after: number) =>
    ('ending' in among
      ? selectWithEnding.all(batch, after, among.ending)
      : selectWithCode.all({ batch, code: among.code, after })) as FoundAccount[]
  for (const ids of idsOf(next)) {
    const found = statements.accounts.lines(ids, sheets)
    for (const id of ids) yield known(found, id)
  }
}

function known<Value>(found: ReadonlyMap<number, Value>, id: number): Value {
  const value = found.get(id)
  if (value === undefined) throw new Error(`Account ${id} is not in the snapshot of the report`)
  return value
}

/** Page by page. */
function* idsOf(next: (after: number) => readonly FoundAccount[]): Generator<readonly number[]> {
  let after = -1
  for (;;) {
    const page = next(after)
    if (page.length > 0) yield page.map(({ id }) => id)
    const last = page.at(-1)
    if (last === undefined) return
    after = last.place
  }
}

/** Merges two sequences in row order. */
function* mergeByRow(
  left: Generator<ReportProblem>,
  right: Generator<ReportProblem>,
): Generator<ReportProblem> {
  let a = left.next()
  let b = right.next()
  while (a.done !== true || b.done !== true) {
    if (b.done === true || (a.done !== true && a.value.row <= b.value.row)) {
      if (a.done !== true) yield a.value
      a = left.next()
    } else {
      yield b.value
      b = right.next()
    }
  }
}

/** Rows page by page; each page is a separate query, so none stays open while a file is written. */
function* pages<Row extends { readonly row: number }>(next: (after: number) => Row[]): Generator<Row> {
  let after = 0
  for (;;) {
    const page = next(after)
    yield* page
    const last = page.at(-1)
    if (last === undefined) return
    after = last.row
  }
}

/** Location of a problem: its cell; for a section the columns that feed it; for an account its key. */
function problemLine(entry: ProblemOfReport, keyColumn: string, cellText: CellText): ReportProblem {
  const { attr, source, code, key } = entry
  const message = readSaid(entry.message)
  const common = { attr, source, code, message, account: key, overruled: iso(entry.overruledAt) }
  const at = parsePlace(entry.place)
  switch (at.kind) {
    case 'cell':
      return { ...common, ...at.cell, value: cellText(at.cell.sheet, at.cell.row, at.cell.column) }
    case 'section': {
      const first = at.cells[0]
      return {
        ...common,
        sheet: first?.sheet ?? '',
        row: first?.row ?? 0,
        column: columnsOf(at).join('; '),
        value: '',
      }
    }
    case 'account':
      return { ...common, sheet: at.row?.sheet ?? '', row: at.row?.row ?? 0, column: keyColumn, value: key }
    default:
      return at satisfies never
  }
}
