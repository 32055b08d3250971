// The rows of a batch for a report, in the order of its sheets, each with its account, and with what edits and filled cells
// made of it. A page is read by ranges of row numbers: joining its tables row by row took twice as long.
import type { Database } from 'better-sqlite3'
import { withoutFilled } from '../../../../shared/sheet/fill-down.ts'
import { rowOfText, type RowText, type SheetInfo, type SourceRow } from '../../../../shared/sheet/sheet.ts'
import { readSaid } from '../../../../shared/texts/message.ts'
import type { ReportAccount, ReportChange, ReportRow } from '../../report/report-source.ts'
import { type StoredSheet, withEdits } from '../import/rows.ts'
import { bindOperations } from '../operations.ts'
import { known, pages } from './pages.ts'
import { type AccountReader, accountsAtOnce } from './report-accounts.ts'

export function createRowReader(database: Database, accounts: AccountReader) {
  return bindOperations(prepareRows(database, accounts), { ofSheets: walkRows })
}

type Statements = ReturnType<typeof prepareRows>

function prepareRows(database: Database, accounts: AccountReader) {
  const onSheet = 'batch_id = ? AND sheet = ?'
  return {
    accounts,
    selectRows: database.prepare(
      `SELECT row, cells, kept FROM source_row WHERE ${onSheet} AND row > ? ORDER BY row LIMIT ${accountsAtOnce}`,
    ),
    selectAccountsOf: database
      .prepare(`SELECT row, account_id FROM account_row WHERE ${onSheet} AND row BETWEEN ? AND ?`)
      .raw(),
    selectStraysOf: database.prepare(
      `SELECT row, code, message FROM stray_row WHERE ${onSheet} AND row BETWEEN ? AND ?`,
    ),
    selectEditsOf: database.prepare(
      `SELECT row, col, text FROM cell_now WHERE ${onSheet} AND row BETWEEN ? AND ? ORDER BY row, col`,
    ),
    // The latest edit of each cell that was not undone.
    selectEditors: database.prepare(
      `SELECT c.row, c.col, max(e.id) AS number, e.words, e.at, e.operator FROM edit e
       CROSS JOIN edit_cell c ON c.edit_id = e.id AND c.sheet = ? AND c.row BETWEEN ? AND ?
       WHERE e.batch_id = ? AND e.undone = 0 GROUP BY c.row, c.col`,
    ),
    selectAnyEdit: database.prepare('SELECT 1 FROM cell_now WHERE batch_id = ? LIMIT 1'),
  }
}

type Stray = NonNullable<ReportRow['stray']>
/** What is known of the rows of a page beside their cells, by row number. */
type Page = {
  readonly accountOf: ReadonlyMap<number, number>
  /** Those of the rows, by their number. */
  readonly accounts: ReadonlyMap<number, ReportAccount>
  readonly strays: ReadonlyMap<number, Stray>
  readonly edits: EditsOfPage
}

const emptyPage: Page = { accountOf: new Map(), accounts: new Map(), strays: new Map(), edits: new Map() }

function* walkRows(
  statements: Statements,
  batch: number,
  sheets: readonly StoredSheet[],
): Generator<ReportRow> {
  const anyEdits = statements.selectAnyEdit.get(batch) !== undefined
  for (const sheet of sheets) {
    let page = emptyPage
    const readRows = (after: number): RowText[] => {
      const rows = statements.selectRows.all(batch, sheet.position, after) as RowText[]
      const at = [batch, sheet.position, rows[0]?.row ?? 0, rows.at(-1)?.row ?? 0] as const
      page = readPage(statements, at, { sheets, before: page, anyEdits })
      return rows
    }
    for (const row of pages(readRows)) yield rowOf(row, sheet, page)
  }
}

/** Rows of a sheet: the batch, the sheet, the first row and the last one. */
type Range = readonly [batch: number, sheet: number, from: number, to: number]

/** Accounts of the page before are not read again: one may have all rows of many pages. */
function readPage(
  statements: Statements,
  at: Range,
  {
    sheets,
    before,
    anyEdits,
  }: { readonly sheets: readonly StoredSheet[]; readonly before: Page; readonly anyEdits: boolean },
): Page {
  const { selectAccountsOf, selectStraysOf } = statements
  const accountOf = new Map(selectAccountsOf.all(...at) as [row: number, account: number][])
  const ids = [...new Set(accountOf.values())]
  const isKnown = (id: number): boolean => before.accounts.has(id)
  const unread = before.accounts.size === 0 ? ids : ids.filter((id) => !isKnown(id))
  const accounts = new Map(statements.accounts.accounts(unread, sheets))
  if (unread.length < ids.length)
    for (const id of ids.filter(isKnown)) accounts.set(id, known(before.accounts, id))
  type StrayRow = { readonly row: number; readonly code: string; readonly message: string }
  const strays = (selectStraysOf.all(...at) as StrayRow[]).map(
    ({ row, code, message }) => [row, { code, message: readSaid(message) }] as const,
  )
  return {
    accountOf,
    accounts,
    strays: new Map(strays),
    edits: anyEdits ? readEditsOf(statements, at) : new Map(),
  }
}

const none: readonly never[] = []

function rowOf(
  text: RowText,
  { info }: StoredSheet,
  { accountOf, accounts, strays, edits }: Page,
): ReportRow {
  // Stored values are parsed only where a cell was filled.
  const read = rowOfText(text.kept?.includes('"filled"') === true ? text : { ...text, kept: null })
  const filled = read.kept === undefined ? none : filledColumns(info, read)
  const edited = edits.get(text.row) ?? none
  const cells = withoutFilled(read)
  const account = accountOf.get(text.row)
  return {
    sheet: info.name,
    row: text.row,
    cells,
    ...(edited.length + filled.length > 0 && currentOf(read, cells, edited)),
    ...(filled.length === 0 ? {} : { filled }),
    account: account === undefined ? null : known(accounts, account),
    stray: strays.get(text.row) ?? null,
  }
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
function readEditsOf(statements: Statements, [batch, sheet, from, to]: Range): EditsOfPage {
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
