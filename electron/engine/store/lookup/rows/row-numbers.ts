// Numbers of the rows that match a filter, in order. Walks the first rows of the sheet first for a quick first
// answer. Then it reads from an index if one covers a condition, else it walks the whole sheet. Every statement is
// read to its end before the next yield, except those that run along an index.
import type { Database } from 'better-sqlite3'
import type { RowFilter } from '../../../../../shared/fixing/row-filter.ts'
import { joins, type Part, partsOf, together } from './row-conditions.ts'
import { createNumbers, type Numbers } from '../numbers.ts'
import type { Pieces } from '../pieces.ts'

export type RowsAsked = {
  readonly batch: number
  readonly sheet: number
  readonly filter: RowFilter | undefined
}

/** Row numbers processed between two yields. */
const firstPiece = 4000
const laterPiece = 12_000
const indexPiece = 5000

/** Yields rows as they are found, as long as they are in order; returns all of them. */
export function* findRows(database: Database, asked: RowsAsked): Pieces<Int32Array, Int32Array> {
  const parts = partsOf(asked.filter)
  const own = asked.filter?.account === undefined ? undefined : parts[0]
  if (own !== undefined) return yield* fromIndex(database, asked, parts, own)
  const last = database
    .prepare('SELECT max(row) FROM source_row WHERE batch_id = ? AND sheet = ?')
    .pluck()
    .get(asked.batch, asked.sheet) as number | null
  const walk = walker(database, asked, parts)
  const first = walk(0, firstPiece)
  const found = createNumbers(first)
  if (last === null || last <= firstPiece) return found.all()
  if (first.length > 0) yield Int32Array.from(first)
  else yield undefined
  const indexed = shortest(database, asked, parts)
  if (indexed !== null) return yield* fromIndex(database, asked, parts, indexed)
  for (let after = firstPiece; after < last; after += laterPiece) {
    const more = walk(after, after + laterPiece)
    found.add(more)
    yield more.length > 0 ? Int32Array.from(more) : undefined
  }
  return found.all()
}

/** Matching rows after one number and up to another. */
function walker(
  database: Database,
  asked: RowsAsked,
  parts: readonly Part[],
): (after: number, upTo: number) => number[] {
  const { sql, values } = together(parts)
  const statement = database
    .prepare(
      `SELECT r.row FROM ${tablesFor(parts)} WHERE r.batch_id = @batch AND r.sheet = @sheet AND r.row > @after AND r.row <= @upTo
       ${sql === '' ? '' : `AND ${sql}`} ORDER BY r.row`,
    )
    .pluck()
  return (after, upTo) =>
    statement.all({ batch: asked.batch, sheet: asked.sheet, after, upTo, ...values }) as number[]
}

/** Joins only the tables that the conditions read: cells are most of the file. */
function tablesFor(parts: readonly Part[]): string {
  const looksAt = new Set(parts.map((part) => part.looksAt))
  if (looksAt.has('cells') || looksAt.has('any')) return joins
  return looksAt.has('account') ? 'account_row r JOIN account a ON a.id = r.account_id' : 'source_row r'
}

/** The condition to start from; null if a walk is as good. */
function shortest(database: Database, { batch }: RowsAsked, parts: readonly Part[]): Part | null {
  const indexed = parts.filter((part) => part.from !== null)
  const byRow = indexed.find((part) => part.looksAt === 'row')
  if (byRow !== undefined) return byRow
  const best = indexed.find((part) => part.values['anyState'] === undefined) ?? indexed[0]
  const states = best?.values['anyState']
  if (best === undefined || states === undefined) return best ?? null
  // If most accounts are in these states, going from each to its rows takes longer than walking the rows.
  const { some, all } = database
    .prepare(
      `SELECT total(count) AS "all", total(iif(state IN (SELECT value FROM json_each(?)), count, 0)) AS some
       FROM account_count WHERE batch_id = ?`,
    )
    .get(states, batch) as { some: number; all: number }
  return some * 2 <= all ? best : null
}

function* fromIndex(
  database: Database,
  { batch, sheet }: RowsAsked,
  parts: readonly Part[],
  start: Part,
): Pieces<Int32Array, never> {
  const rows = createNumbers()
  for (const row of database
    .prepare(start.from ?? '')
    .pluck()
    .iterate({ batch, sheet, ...start.values }) as IterableIterator<number>) {
    rows.push(row)
    if (rows.count() % indexPiece === 0) yield
  }
  const candidates = rows.sorted()
  const others = parts.filter((part) => part !== start)
  if (others.length === 0) return candidates
  yield
  const { sql, values } = together(others)
  const statement = database
    .prepare(
      `SELECT r.row FROM ${tablesFor(others)} WHERE r.batch_id = @batch AND r.sheet = @sheet
         AND r.row IN (SELECT value FROM json_each(@rows)) AND ${sql} ORDER BY r.row`,
    )
    .pluck()
  const found: Numbers = createNumbers()
  for (let at = 0; at < candidates.length; at += indexPiece) {
    const piece = JSON.stringify([...candidates.subarray(at, at + indexPiece)])
    found.add(statement.all({ batch, sheet, rows: piece, ...values }) as number[])
    yield
  }
  return found.all()
}
