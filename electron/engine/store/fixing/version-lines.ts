// Result of comparing a batch with its earlier version: a header and its lines. The lines are valid from a first
// number on, so a new comparison replaces the old one at once, whatever its size. Old lines are deleted later.
import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import { type AccountState, type Outcome, thereOutcomes } from '../../../../shared/sending/states.ts'
import {
  type LineKind,
  type LineList,
  lineDetail,
  type LineDetail,
  versionColumn,
  versionFound,
} from '../../../../shared/fixing/version-lines.ts'
import { sqlList } from '../database/sql-list.ts'
import { createStatementCache } from '../database/statement-cache.ts'
import { bindOperations } from '../operations.ts'

export type NewLine = {
  readonly kind: LineKind
  readonly key: string
  readonly sheet: number | null
  readonly row: number | null
  readonly col: number | null
  readonly earlier: number | null
  readonly detail: LineDetail
}
export type StoredLine = NewLine & {
  readonly seq: number
  readonly choice: 'ours' | 'theirs' | 'typed' | 'same' | 'apart' | null
  readonly chosen: string | null
  readonly state: AccountState | null
  readonly outcome: Outcome | null
  readonly platformIdentifier: string | null
}
const header = z.object({ first: z.number(), found: versionFound })
export type StoredComparison = {
  readonly stamp: string
  readonly at: number
  readonly first: number
  readonly columns: readonly z.infer<typeof versionColumn>[]
  readonly found: z.infer<typeof versionFound>
}
/** A cell that the merge writes. */
export type CellToLay = {
  readonly sheet: number
  readonly row: number
  readonly col: number
  readonly after: string
  readonly account: number | null
}

export type VersionLineStore = ReturnType<typeof createVersionLineStore>

const isThere = `e.outcome IN (${sqlList(thereOutcomes)})`
/** Conditions of each list of lines; `e` is the account of the earlier batch. */
const lists: Readonly<Record<Exclude<LineList, 'on_its_way' | 'ended'>, string>> = {
  conflicts: `l.kind = 'conflict' AND NOT ifnull(${isThere}, 0)`,
  changed: `l.kind IN ('conflict','file') AND ${isThere}`,
  carried: "l.kind = 'carry'",
  same_repair: "l.kind = 'same_repair'",
  file: `l.kind = 'file' AND NOT ifnull(${isThere}, 0)`,
  edited_here: "l.kind = 'edited_here'",
  lost: "l.kind = 'lost'",
  new: "l.kind = 'new'",
  gone: "l.kind = 'gone'",
  twice: "l.kind = 'twice'",
  keys: "l.kind = 'keys'",
  rows: "l.kind = 'rows'",
}

export function createVersionLineStore(database: Database) {
  return bindOperations(prepareVersionLines(database), {
    comparison: readComparison,
    begin: beginComparison,
    keep: storeComparison,
    dropOlder: dropOlderLines,
    page: pageLines,
    count: countLines,
    conflictColumns: countByColumn,
    line: readLine,
    choose: chooseTexts,
    chooseKey: chooseKeys,
    countChosen,
    toLay: listCellsToWrite,
  })
}

type Raw = Omit<StoredLine, 'detail'> & { readonly detail: string }

type VersionLineStatements = ReturnType<typeof prepareVersionLines>

// oxlint-disable-next-line max-lines-per-function -- a flat list of statements
function prepareVersionLines(database: Database) {
  const prepared = createStatementCache(database)
  const insertLine = database.prepare(
    `INSERT INTO version_line VALUES (@batch, @seq, @kind, @key, @sheet, @row, @col, @earlier, @detail, @choice, @chosen)`,
  )
  const selectLast = database
    .prepare('SELECT ifnull(max(seq), 0) FROM version_line WHERE batch_id = ?')
    .pluck()
  const upsertHeader = database.prepare(
    `INSERT INTO version_comparison VALUES (@batch, @stamp, @at, @columns, @found)
     ON CONFLICT DO UPDATE SET stamp = excluded.stamp, at = excluded.at, columns = excluded.columns, found = excluded.found`,
  )
  const selectHeader = database.prepare('SELECT * FROM version_comparison WHERE batch_id = ?')
  const dropOlder = database.prepare(
    `DELETE FROM version_line WHERE batch_id = @batch AND seq IN
       (SELECT seq FROM version_line WHERE batch_id = @batch AND seq < @first LIMIT @limit)`,
  )
  const selectChosen = database.prepare(
    `SELECT kind, key, sheet, row, col, detail, choice, chosen FROM version_line
     WHERE batch_id = ? AND choice IS NOT NULL ORDER BY seq`,
  )
  const chooseOne = database.prepare(chooseSql('seq IN (SELECT value FROM json_each(@seqs))'))
  const chooseColumn = database.prepare(chooseSql('sheet = @sheet AND col = @col'))
  const chooseAll = database.prepare(chooseSql('1'))
  const chooseKey = database.prepare(
    "UPDATE version_line SET choice = @choice WHERE batch_id = @batch AND seq = @seq AND kind = 'keys'",
  )
  const selectToLay = database.prepare(
    `SELECT l.sheet, l.row, l.col, iif(l.kind = 'carry', l.detail ->> '$.ours', l.chosen) AS after, o.account_id AS account
     FROM version_line l LEFT JOIN account_row o ON o.batch_id = l.batch_id AND o.sheet = l.sheet AND o.row = l.row
     WHERE l.batch_id = @batch AND l.seq >= @first AND l.kind IN ('carry','conflict')
       AND (l.kind = 'carry' OR (l.chosen IS NOT NULL AND l.chosen IS NOT l.detail ->> '$.fresh'))
       AND NOT EXISTS (SELECT 1 FROM cell_now c WHERE c.batch_id = l.batch_id AND c.sheet = l.sheet AND c.row = l.row AND c.col = l.col)
     ORDER BY l.sheet, l.row, l.col`,
  )
  const countChosen = database
    .prepare(
      `SELECT count(*) FROM version_line WHERE batch_id = @batch AND seq >= @first AND kind = 'conflict'
         AND chosen IS NOT NULL AND chosen IS NOT detail ->> '$.fresh'`,
    )
    .pluck()
  const from =
    'FROM version_line l LEFT JOIN account e ON e.id = l.earlier WHERE l.batch_id = @batch AND l.seq >= @first'
  const lineColumns =
    'l.seq, l.kind, l.key, l.sheet, l.row, l.col, l.earlier, l.detail, l.choice, l.chosen, e.state, e.outcome, (SELECT platform_identifier FROM service_answer WHERE account_id = e.id) AS platformIdentifier'
  return {
    prepared,
    insertLine,
    selectLast,
    upsertHeader,
    selectHeader,
    dropOlder,
    selectChosen,
    chooseOne,
    chooseColumn,
    chooseAll,
    chooseKey,
    selectToLay,
    countChosen,
    from,
    lineColumns,
    database,
  }
}

function chooseSql(where: string): string {
  return `UPDATE version_line SET choice = @choice, chosen = CASE @choice WHEN 'ours' THEN detail ->> '$.ours' WHEN 'typed' THEN @text END
     WHERE batch_id = @batch AND seq >= @first AND kind = 'conflict' AND (choice IS NULL OR NOT @open) AND ${where}`
}

function toLine(raw: unknown): StoredLine {
  const row = raw as Raw
  return { ...row, detail: lineDetail.parse(JSON.parse(row.detail)) }
}

/** Subject of a choice: the choice is kept while it stays the same. */
function subjectOf(
  line: Pick<NewLine, 'kind' | 'key' | 'sheet' | 'row' | 'col'>,
  detail: LineDetail,
): string {
  return JSON.stringify([
    line.kind,
    line.key,
    line.sheet,
    line.row,
    line.col,
    detail.ours,
    detail.fresh,
    detail.other,
  ])
}

function readComparison(statements: VersionLineStatements, batch: number): StoredComparison | null {
  const raw = statements.selectHeader.get(batch) as
    | { stamp: string; at: number; columns: string; found: string }
    | undefined
  if (raw === undefined) return null
  const { first, found } = header.parse(JSON.parse(raw.found))
  return {
    stamp: raw.stamp,
    at: raw.at,
    first,
    found,
    columns: z.array(versionColumn).parse(JSON.parse(raw.columns)),
  }
}

/** Takes the lines of a new comparison; earlier choices are applied again if their subject is the same. */
function beginComparison(
  statements: VersionLineStatements,
  batch: number,
): { add(lines: readonly NewLine[]): void; readonly first: number } {
  const chosen = new Map<string, { choice: string; chosen: string | null }>()
  for (const raw of statements.selectChosen.all(batch) as (Raw & { choice: string })[])
    chosen.set(subjectOf(raw, lineDetail.parse(JSON.parse(raw.detail))), raw)
  const first = (statements.selectLast.get(batch) as number) + 1
  let seq = first
  const add = statements.database.transaction((lines: readonly NewLine[]) => {
    for (const { detail, ...line } of lines) {
      const before = chosen.get(subjectOf(line, detail))
      const { choice = null, chosen: text = null } = before ?? {}
      statements.insertLine.run({ ...line, batch, seq, detail: JSON.stringify(detail), choice, chosen: text })
      seq += 1
    }
  }).immediate
  return { first, add }
}

function storeComparison(
  statements: VersionLineStatements,
  batch: number,
  comparison: StoredComparison,
): void {
  const { first, found, columns, stamp, at } = comparison
  statements.upsertHeader.run({
    batch,
    stamp,
    at,
    columns: JSON.stringify(columns),
    found: JSON.stringify({ first, found }),
  })
}

/** Deletes some lines of earlier comparisons; false once there are none. */
function dropOlderLines(
  statements: VersionLineStatements,
  batch: number,
  first: number,
  limit: number,
): boolean {
  return statements.dropOlder.run({ batch, first, limit }).changes > 0
}

function pageLines(
  statements: VersionLineStatements,
  batch: number,
  first: number,
  list: keyof typeof lists,
  wanted: {
    readonly open: boolean
    readonly column: { readonly sheet: number; readonly col: number } | null
    readonly offset: number
    readonly limit: number
  },
): { readonly total: number; readonly lines: StoredLine[] } {
  const { open, column, offset, limit } = wanted
  const parts = [
    lists[list],
    open ? 'l.choice IS NULL' : null,
    column === null ? null : 'l.sheet = @sheet AND l.col = @col',
  ]
  const where = parts.filter((part) => part !== null).join(' AND ')
  const values = { batch, first, ...column }
  const total = statements
    .prepared(`SELECT count(*) ${statements.from} AND ${where}`)
    .pluck()
    .get(values) as number
  const rows = statements
    .prepared(
      `SELECT ${statements.lineColumns} ${statements.from} AND ${where} ORDER BY l.seq LIMIT @limit OFFSET @offset`,
    )
    .all({
      ...values,
      limit,
      offset,
    })
  return { total, lines: rows.map(toLine) }
}

function countLines(
  statements: VersionLineStatements,
  batch: number,
  first: number,
  list: keyof typeof lists,
  open = false,
): number {
  const where = open ? `${lists[list]} AND l.choice IS NULL` : lists[list]
  return statements
    .prepared(`SELECT count(*) ${statements.from} AND ${where}`)
    .pluck()
    .get({ batch, first }) as number
}

/** Conflicts by column, most first. */
function countByColumn(
  statements: VersionLineStatements,
  batch: number,
  first: number,
): { sheet: number; col: number; lines: number; open: number }[] {
  return statements
    .prepared(
      `SELECT l.sheet, l.col, count(*) AS lines, sum(l.choice IS NULL) AS open ${statements.from} AND ${lists.conflicts}
         GROUP BY l.sheet, l.col ORDER BY lines DESC, l.sheet, l.col`,
    )
    .all({ batch, first }) as { sheet: number; col: number; lines: number; open: number }[]
}

function readLine(statements: VersionLineStatements, batch: number, seq: number): StoredLine | null {
  const raw = statements
    .prepared(`SELECT ${statements.lineColumns} ${statements.from} AND l.seq = @seq`)
    .get({ batch, first: 0, seq })
  return raw === undefined ? null : toLine(raw)
}

function chooseTexts(
  statements: VersionLineStatements,
  batch: number,
  first: number,
  where: { readonly seqs: readonly number[] } | { readonly sheet: number; readonly col: number } | 'all',
  made: {
    readonly choice: 'ours' | 'theirs' | 'typed' | null
    readonly text: string | null
    /** Only those without a choice. */
    readonly open: boolean
  },
): number {
  const values = { batch, first, ...made, open: made.open ? 1 : 0 }
  if (where === 'all') return statements.chooseAll.run(values).changes
  if ('seqs' in where)
    return statements.chooseOne.run({ ...values, seqs: JSON.stringify(where.seqs) }).changes
  return statements.chooseColumn.run({ ...values, ...where }).changes
}

function chooseKeys(
  statements: VersionLineStatements,
  batch: number,
  seq: number,
  choice: 'same' | 'apart' | null,
): void {
  statements.chooseKey.run({ batch, seq, choice })
}

/** Number of conflicts in which a person chose another text than the new file's. */
function countChosen(statements: VersionLineStatements, batch: number, first: number): number {
  return statements.countChosen.get({ batch, first }) as number
}

/** The cells that the merge writes: those not edited in this batch. */
function listCellsToWrite(statements: VersionLineStatements, batch: number, first: number): CellToLay[] {
  return statements.selectToLay.all({ batch, first }) as CellToLay[]
}
