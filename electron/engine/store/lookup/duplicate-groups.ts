// Groups of accounts that are reported as duplicates of each other, in file order. The walk runs in pieces and
// returns only numbers: a hundred thousand groups cross from the lookup thread at once, and a page is read by its
// ids.
import type { Database } from 'better-sqlite3'
import { withEdits } from '../import/rows.ts'
import type { Pieces } from './pieces.ts'

export type DuplicatesAsked = {
  readonly batch: number
  /** Position of the account sheet. */
  readonly sheet: number
  /** Accounts with one key are duplicates too, not only those with one identity. */
  readonly byKey: boolean
}

export type DuplicateGroups = {
  /** Accounts of all groups, group after group. */
  readonly accounts: Int32Array
  /** End of each group in `accounts`. */
  readonly ends: Int32Array
  /** Number of columns in which the rows of each group differ; 0: they are copies. */
  readonly differing: Int32Array
}

/** Problems, and rows, processed between two yields. */
const problemsAtOnce = 2000
const rowsAtOnce = 500

type DuplicateRow = {
  readonly problem: number
  readonly id: number
  readonly position: number
  readonly key: string
  readonly identity: string | null
  readonly row: number | null
}

export function* findDuplicates(database: Database, asked: DuplicatesAsked): Pieces<DuplicateGroups> {
  const all = yield* duplicatesOf(database, asked)
  const ofKey = new Map<string, number>()
  if (asked.byKey) for (const { key } of all) ofKey.set(key, (ofKey.get(key) ?? 0) + 1)
  const nameOf = ({ key, identity }: DuplicateRow): string =>
    key !== '' && (ofKey.get(key) ?? 0) > 1 ? `k ${key}` : `i ${identity ?? ''}`
  const groups = [...Map.groupBy(all, nameOf).values()].filter((group) => group.length > 1)
  yield
  const differing = yield* countDiffering(database, asked, groups)
  let end = 0
  return {
    accounts: Int32Array.from(groups.flatMap((group) => group.map(({ id }) => id))),
    ends: Int32Array.from(groups, (group) => (end += group.length)),
    differing,
  }
}

function* duplicatesOf(database: Database, { batch, sheet }: DuplicatesAsked): Pieces<DuplicateRow[]> {
  const selectPiece = database.prepare(
    `SELECT p.id AS problem, a.id, a.position, a.key, a.identity,
       (SELECT min(r.row) FROM account_row r WHERE r.account_id = a.id AND r.sheet = @sheet) AS row
     FROM problem p INDEXED BY problem_by_code JOIN account a ON a.id = p.account_id
     WHERE p.batch_id = @batch AND p.code = 'duplicate_account' AND p.id > @after AND a.excluded = 0
     ORDER BY p.id LIMIT ${problemsAtOnce}`,
  )
  const all: DuplicateRow[] = []
  for (let after = 0; ; ) {
    const piece = selectPiece.all({ batch, sheet, after }) as DuplicateRow[]
    for (const one of piece) if (one.row !== null) all.push(one)
    const last = piece.at(-1)
    if (last === undefined || piece.length < problemsAtOnce) break
    after = last.problem
    yield
  }
  return all.sort((one, other) => one.position - other.position)
}

function* countDiffering(
  database: Database,
  { batch, sheet }: DuplicatesAsked,
  groups: readonly (readonly DuplicateRow[])[],
): Pieces<Int32Array> {
  const selectCells = database
    .prepare('SELECT cells FROM source_row WHERE batch_id = ? AND sheet = ? AND row = ?')
    .pluck()
  const selectEdits = database.prepare(
    'SELECT col, text FROM cell_now WHERE batch_id = ? AND sheet = ? AND row = ?',
  )
  const hasEdits = database
    .prepare('SELECT EXISTS (SELECT 1 FROM cell_now WHERE batch_id = ? AND sheet = ?)')
    .pluck()
    .get(batch, sheet)
  const rawOf = (row: number | null): RawCells => ({
    row: row ?? 0,
    cells: (selectCells.get(batch, sheet, row) as string | undefined) ?? '[]',
    edits: hasEdits === 0 ? [] : (selectEdits.all(batch, sheet, row) as RawCells['edits']),
  })
  const counts = new Int32Array(groups.length)
  let looked = 0
  for (const [at, group] of groups.entries()) {
    const differing = new Set<number>()
    const first = rawOf(group[0]?.row ?? null)
    for (const { row } of group.slice(1)) {
      addDiffering(differing, first, rawOf(row))
      looked += 1
      if (looked % rowsAtOnce === 0) yield
    }
    counts[at] = differing.size
  }
  return counts
}

type RawCells = {
  readonly row: number
  /** As JSON. */
  readonly cells: string
  readonly edits: readonly { readonly col: number; readonly text: string }[]
}

function addDiffering(differing: Set<number>, one: RawCells, other: RawCells): void {
  if (one.edits.length === 0 && other.edits.length === 0 && one.cells === other.cells) return
  const [cells, others] = [cellsOf(one), cellsOf(other)]
  for (let at = 0; at < Math.max(cells.length, others.length); at += 1)
    if ((cells[at] ?? '') !== (others[at] ?? '')) differing.add(at)
}

function cellsOf({ row, cells, edits }: RawCells): readonly string[] {
  return withEdits({ row, cells: JSON.parse(cells) as string[], kept: {} }, edits).cells
}
