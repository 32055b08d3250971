// Questions to the owner of the data: pages of wrong cells with their texts, the question packs made from them, and
// the current place of each cell that was asked about.
import type { Database } from 'better-sqlite3'
import type { AccountState, Outcome } from '../../../../shared/sending/states.ts'
import type { QuestionScope } from '../../../../shared/contract/fixing/questions.ts'
import type { Problem } from '../../../../shared/payload/problems.ts'
import { conditionsOf, joins } from '../lookup/rows/row-conditions.ts'
import { createStatementCache } from '../database/statement-cache.ts'
import { bindOperations } from '../operations.ts'
import { readSaid, type Said } from '../../../../shared/texts/message.ts'

type StoredWrongCell = Omit<WrongCell, 'message'> & { readonly message: string }

/** A problem on a row, with its account and the text of its cell. */
export type WrongCell = {
  readonly sheet: number
  readonly row: number
  /** Null if it belongs to no single cell. */
  readonly col: number | null
  readonly source: Problem['source']
  readonly code: string | null
  readonly field: string | null
  readonly message: Said
  readonly account: number
  readonly key: string
  readonly state: AccountState
  readonly outcome: Outcome | null
  readonly excluded: number
  readonly text: string
  /** Ordinal among the account's rows on that sheet, from 0. */
  readonly ordinal: number
}

export type StoredPack = {
  readonly id: number
  readonly batch: number
  readonly code: string
  readonly name: string
  readonly questions: number
  readonly madeAt: number
  readonly readAt: number | null
}
export type StoredQuestion = {
  readonly number: number
  readonly who: string
  readonly sheet: string
  readonly column: string
  /** The question as the workbook says it, in the language of the pack. */
  readonly asked: string
  /** Text of the cell at that time. */
  readonly text: string
}
export type StoredQuestionCell = { readonly key: string; readonly row: number; readonly ordinal: number }

/** A row of an account on one sheet, with the current text of one cell. */
export type CellOfAccount = {
  readonly account: number
  readonly state: AccountState
  readonly outcome: Outcome | null
  readonly row: number
  readonly text: string
  /** Text of an edit; null if the cell has its original text. */
  readonly edited: string | null
  readonly read: string
}

export type QuestionStore = ReturnType<typeof createQuestionStore>

const packColumns = `id, batch_id AS batch, code, name, questions, made_at AS madeAt, read_at AS readAt`

export function createQuestionStore(database: Database) {
  return bindOperations(prepareQuestions(database), {
    wrongCells: pageWrongCells,
    countWithoutRow,
    cellsOfAccount: readFirstRow,
    addPack,
    addQuestion,
    dropPack,
    setRead: storeRead,
    packs: listPacks,
    packWithCode: findPack,
    questions: pageQuestions,
    cells: listCells,
    earlierBatch: findEarlierBatch,
    cellsOfKey: findCells,
  })
}

type QuestionStatements = ReturnType<typeof prepareQuestions>

function prepareQuestions(database: Database) {
  const prepared = createStatementCache(database)
  const insertPack = database.prepare(
    'INSERT INTO question_pack (batch_id, code, name, questions, made_at) VALUES (?, ?, ?, ?, ?)',
  )
  const insertQuestion = database.prepare('INSERT INTO question VALUES (?, ?, ?, ?, ?, ?, ?)')
  const insertCell = database.prepare('INSERT OR IGNORE INTO question_cell VALUES (?, ?, ?, ?, ?)')
  const dropPack = database.prepare('DELETE FROM question_pack WHERE id = ?')
  const setRead = database.prepare('UPDATE question_pack SET read_at = ? WHERE id = ?')
  const selectPacks = database.prepare(
    `SELECT ${packColumns} FROM question_pack WHERE batch_id = ? ORDER BY id DESC`,
  )
  const selectByCode = database.prepare(`SELECT ${packColumns} FROM question_pack WHERE code = ?`)
  const selectQuestions = database.prepare(
    `SELECT number, who, sheet_name AS sheet, column_name AS "column", asked, text FROM question
     WHERE pack_id = ? AND number > ? ORDER BY number LIMIT ?`,
  )
  const selectCells = database.prepare(
    `SELECT account_key AS key, row, ordinal FROM question_cell WHERE pack_id = ? AND number = ? ORDER BY row`,
  )
  const selectEarlier = database.prepare('SELECT earlier_batch_id FROM batch WHERE id = ?').pluck()
  const selectCellsOfKey = database.prepare(
    `SELECT a.id AS account, a.state, a.outcome, ar.row, n.text AS edited,
       ifnull(json_extract(r.cells, '$[' || CAST(@col AS INTEGER) || ']'), '') AS read
     FROM account a INDEXED BY account_by_key JOIN account_row ar ON ar.account_id = a.id AND ar.sheet = @sheet
     JOIN source_row r ON r.batch_id = ar.batch_id AND r.sheet = ar.sheet AND r.row = ar.row
     LEFT JOIN cell_now n ON n.batch_id = ar.batch_id AND n.sheet = ar.sheet AND n.row = ar.row AND n.col = @col
     WHERE a.key = @key AND a.batch_id = @batch ORDER BY a.position, ar.row`,
  )
  const selectMainCells = database.prepare(
    `SELECT r.row, r.cells FROM account_row ar
     JOIN source_row r ON r.batch_id = ar.batch_id AND r.sheet = ar.sheet AND r.row = ar.row
     WHERE ar.account_id = ? AND ar.sheet = ? ORDER BY ar.row LIMIT 1`,
  )
  const selectEdit = database.prepare(
    'SELECT col, text FROM cell_now WHERE batch_id = ? AND sheet = ? AND row = ?',
  )
  return {
    prepared,
    insertPack,
    insertQuestion,
    insertCell,
    dropPack,
    setRead,
    selectPacks,
    selectByCode,
    selectQuestions,
    selectCells,
    selectEarlier,
    selectCellsOfKey,
    selectMainCells,
    selectEdit,
  }
}

/**
 * Problems of rows after a row, ordered by sheet, row and problem; the problems of one row come together. `stale`
 * ones are left out, because nobody reports them any more.
 */
function pageWrongCells(
  statements: QuestionStatements,
  batch: number,
  scope: QuestionScope,
  after: { readonly sheet: number; readonly row: number },
  limit: number,
): WrongCell[] {
  const { sql, values } = conditionsOfScope(scope)
  // For one sheet the index is entered at the row, not at the sheet's start.
  const behind =
    scope.rows === undefined
      ? '(p.sheet, p.row) > (@afterSheet, @afterRow)'
      : 'p.row > iif(@afterSheet < @sheet, 0, @afterRow)'
  const page = (most: number): WrongCell[] => {
    const rows = statements
      .prepared(
        `SELECT p.sheet, p.row, p.col, p.source, p.code, p.field, p.message, a.id AS account, a.key, a.state,
             a.outcome, a.excluded, ifnull(n.text, ifnull(json_extract(r.cells, '$[' || p.col || ']'), '')) AS text,
             (SELECT count(*) FROM account_row o WHERE o.account_id = a.id AND o.sheet = p.sheet AND o.row < p.row) AS ordinal
           FROM problem p JOIN account a ON a.id = p.account_id
           LEFT JOIN source_row r ON r.batch_id = p.batch_id AND r.sheet = p.sheet AND r.row = p.row
           LEFT JOIN cell_now n ON n.batch_id = p.batch_id AND n.sheet = p.sheet AND n.row = p.row AND n.col = p.col
           WHERE p.batch_id = @batch AND p.stale = 0 AND ${behind}${sql}
           ORDER BY p.sheet, p.row, p.id LIMIT @most`,
      )
      .all({ batch, afterSheet: after.sheet, afterRow: after.row, most, ...values }) as StoredWrongCell[]
    return rows.map((row) => ({ ...row, message: readSaid(row.message) }))
  }
  for (let most = limit; ; most *= 2) {
    const found = page(most)
    const last = found.at(-1)
    if (last === undefined || found.length < most) return found
    // The last row may continue after the page.
    const whole = found.filter(({ sheet, row }) => sheet !== last.sheet || row !== last.row)
    if (whole.length > 0) return whole
  }
}

/** Problems of the scope without a row. */
function countWithoutRow(statements: QuestionStatements, batch: number, scope: QuestionScope): number {
  if (scope.rows !== undefined) return 0
  const { sql, values } = conditionsOfScope(scope)
  const row = statements
    .prepared(
      `SELECT count(*) AS count FROM problem p WHERE p.batch_id = @batch AND p.stale = 0 AND p.row IS NULL${sql}`,
    )
    .get({ batch, ...values }) as { count: number }
  return row.count
}

/** Current first row of an account on its main sheet. */
function readFirstRow(
  statements: QuestionStatements,
  batch: number,
  account: number,
  sheet: number,
): readonly string[] {
  const raw = statements.selectMainCells.get(account, sheet) as { row: number; cells: string } | undefined
  if (raw === undefined) return []
  const cells = JSON.parse(raw.cells) as string[]
  for (const { col, text } of statements.selectEdit.all(batch, sheet, raw.row) as {
    col: number
    text: string
  }[])
    cells[col] = text
  return cells
}

function addPack(statements: QuestionStatements, pack: Omit<StoredPack, 'id' | 'readAt'>): number {
  const { batch, code, name, questions, madeAt } = pack
  return Number(statements.insertPack.run(batch, code, name, questions, madeAt).lastInsertRowid)
}

function addQuestion(
  statements: QuestionStatements,
  pack: number,
  question: StoredQuestion,
  cells: readonly StoredQuestionCell[],
): void {
  const { number, who, sheet, column, asked, text } = question
  statements.insertQuestion.run(pack, number, who, sheet, column, asked, text)
  for (const { key, row, ordinal } of cells) statements.insertCell.run(pack, number, key, row, ordinal)
}

function dropPack(statements: QuestionStatements, pack: number): void {
  statements.dropPack.run(pack)
}

function storeRead(statements: QuestionStatements, pack: number, at: number): void {
  statements.setRead.run(at, pack)
}

function listPacks(statements: QuestionStatements, batch: number): StoredPack[] {
  return statements.selectPacks.all(batch) as StoredPack[]
}

function findPack(statements: QuestionStatements, code: string): StoredPack | null {
  return (statements.selectByCode.get(code) as StoredPack | undefined) ?? null
}

function pageQuestions(
  statements: QuestionStatements,
  pack: number,
  after: number,
  limit: number,
): StoredQuestion[] {
  return statements.selectQuestions.all(pack, after, limit) as StoredQuestion[]
}

function listCells(statements: QuestionStatements, pack: number, number: number): StoredQuestionCell[] {
  return statements.selectCells.all(pack, number) as StoredQuestionCell[]
}

/** The batch of the earlier version of this one's file. */
function findEarlierBatch(statements: QuestionStatements, batch: number): number | null {
  return (statements.selectEarlier.get(batch) as number | null | undefined) ?? null
}

/** Cells of a column that belong to an account, by its key; if several accounts have it, the cells of all. */
function findCells(
  statements: QuestionStatements,
  batch: number,
  sheet: number,
  col: number,
  key: string,
): CellOfAccount[] {
  const rows = statements.selectCellsOfKey.all({ batch, sheet, col, key }) as Omit<CellOfAccount, 'text'>[]
  return rows.map((row) => ({ ...row, text: row.edited ?? row.read }))
}

function conditionsOfScope(scope: QuestionScope): {
  readonly sql: string
  readonly values: Readonly<Record<string, unknown>>
} {
  const parts: string[] = []
  const values: Record<string, unknown> = {}
  if (scope.causes !== undefined) {
    parts.push(`EXISTS (SELECT 1 FROM json_each(@causes) g WHERE p.code IS json_extract(g.value, '$.code')
      AND p.field IS json_extract(g.value, '$.field') AND p.col IS json_extract(g.value, '$.column')
      AND (p.col IS NULL OR p.sheet IS json_extract(g.value, '$.sheet'))
      AND (json_type(g.value, '$.shape') IS NULL OR p.shape IS json_extract(g.value, '$.shape')))`)
    values['causes'] = JSON.stringify(scope.causes)
  }
  if (scope.accounts !== undefined) {
    parts.push('p.account_id IN (SELECT value FROM json_each(@accounts))')
    values['accounts'] = JSON.stringify(scope.accounts)
  }
  if (scope.rows !== undefined) {
    const conditions = conditionsOf(scope.rows.filter)
    parts.push('p.sheet = @sheet')
    values['sheet'] = scope.rows.sheet
    if (conditions !== null) {
      parts.push(`EXISTS (SELECT 1 FROM ${joins}
        WHERE r.batch_id = p.batch_id AND r.sheet = @sheet AND r.row = p.row AND ${conditions.sql})`)
      Object.assign(values, conditions.values)
    }
  }
  return { sql: parts.map((part) => ` AND ${part}`).join(''), values }
}
