// Rows in the order that a person chose: by what stands in a column, by the state of their accounts, by their problems. What is
// compared is read in pieces and sorted in pieces, so that a million rows can be left at any time.
import type { Database } from 'better-sqlite3'
import { accountStates, outcomes } from '../../../../shared/account-state.ts'
import type { RowSort } from '../../../../shared/views.ts'
import { joins } from '../row-conditions.ts'
import type { Pieces } from './pieces.ts'
import { findRows, type RowsAsked } from './row-numbers.ts'

const rowsAtOnce = 4000
const run = 1024
const mergedAtOnce = 50_000

/** What one row is sorted by. `kind`: lower ones come first when ascending; those of `lastKind` are always last. */
type Key = { readonly kind: number; readonly number: number; readonly text: string }
const lastKind = 9
const none: Key = { kind: lastKind, number: 0, text: '' }

export function* orderRows(
  database: Database,
  asked: RowsAsked,
  sort: RowSort | undefined,
): Pieces<Int32Array, Int32Array> {
  if (sort === undefined || (sort.by === 'row' && !sort.descending)) return yield* findRows(database, asked)
  const rows = yield* silently(findRows(database, asked))
  if (sort.by === 'row') return rows.reverse()
  const keys: Key[] = []
  const keysOf = keyReader(database, asked, sort.by)
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    for (const key of keysOf(rows.subarray(at, at + rowsAtOnce))) keys.push(key)
    yield
  }
  const places = yield* sortedPlaces(keys.length, (one, other) =>
    compare(keys[one] ?? none, keys[other] ?? none, sort.descending),
  )
  return places.map((place) => rows[place] ?? 0)
}

/** Another order follows: what is found first is not what is shown first. */
function* silently(work: Pieces<Int32Array, Int32Array>): Pieces<Int32Array, never> {
  for (;;) {
    const next = work.next()
    if (next.done === true) return next.value
    yield
  }
}

/** Rows that are the same stay in the sheet's order, also when descending. */
function compare(one: Key, other: Key, descending: boolean): number {
  const forward =
    one.kind - other.kind ||
    one.number - other.number ||
    (one.text === other.text ? 0 : one.text < other.text ? -1 : 1)
  return descending && one.kind !== lastKind && other.kind !== lastKind ? -forward : forward
}

function keyReader(
  database: Database,
  { batch, sheet }: RowsAsked,
  by: Exclude<RowSort['by'], 'row'>,
): (rows: Int32Array) => Key[] {
  const which = 'r.batch_id = @batch AND r.sheet = @sheet AND r.row IN (SELECT value FROM json_each(@rows))'
  const asked = (rows: Int32Array) => ({ batch, sheet, rows: JSON.stringify([...rows]) })
  if (by === 'problems') {
    const statement = database
      .prepare(
        `SELECT r.row, count(*) FROM problem r WHERE ${which} AND r.stale = 0 GROUP BY r.row ORDER BY r.row`,
      )
      .raw()
    return (rows) => {
      const counts = new Map(statement.all(asked(rows)) as [row: number, problems: number][])
      return Array.from(rows, (row) => ({ kind: 0, number: counts.get(row) ?? 0, text: '' }))
    }
  }
  if (by === 'state') {
    const statement = database
      .prepare(`SELECT r.row, a.state, a.outcome FROM ${joins} WHERE ${which} ORDER BY r.row`)
      .raw()
    return (rows) =>
      (statement.all(asked(rows)) as [number, string | null, string | null][]).map(([, state, outcome]) =>
        stateKey(state, outcome),
      )
  }
  const { column } = by
  const statement = database
    .prepare(
      `SELECT coalesce((SELECT n.text FROM cell_now n WHERE n.batch_id = r.batch_id AND n.sheet = r.sheet AND n.row = r.row AND n.col = @column),
         r.cells ->> CAST(@column AS INTEGER), '') FROM source_row r WHERE ${which} ORDER BY r.row`,
    )
    .pluck()
  return (rows) => (statement.all({ ...asked(rows), column }) as string[]).map(textKey)
}

function stateKey(state: string | null, outcome: string | null): Key {
  if (state === null) return none
  const ended = outcomes.findIndex((one) => one === outcome) + 1
  return { kind: accountStates.findIndex((one) => one === state) / 100, number: ended, text: '' }
}

/** Sixteen digits and more are not the number that they say: their text tells them apart. */
const numeric = /^[+-]?\d+(?:\.\d+)?$/

function textKey(text: string): Key {
  const clean = text.trim()
  if (clean === '') return none
  if (numeric.test(clean)) return { kind: 0, number: Number(clean), text: clean.length > 15 ? clean : '' }
  return { kind: 1, number: 0, text: clean.toLowerCase() }
}

/** The places 0 … count - 1 in order; places that compare the same stay as they are. */
function* sortedPlaces(
  count: number,
  order: (one: number, other: number) => number,
): Pieces<Int32Array, never> {
  let from = Int32Array.from({ length: count }, (_, at) => at)
  let to = new Int32Array(count)
  for (let at = 0; at < count; at += run) {
    from.subarray(at, at + run).sort((one, other) => order(one, other) || one - other)
    if (at % (run * 16) === 0) yield
  }
  let merged = 0
  for (let width = run; width < count; width *= 2) {
    for (let start = 0; start < count; start += width * 2) {
      merge(from, to, start, Math.min(start + width, count), Math.min(start + width * 2, count), order)
      merged += width * 2
      if (merged < mergedAtOnce) continue
      merged = 0
      yield
    }
    ;[from, to] = [to, from]
  }
  return from
}

function merge(
  from: Int32Array,
  to: Int32Array,
  start: number,
  middle: number,
  end: number,
  order: (one: number, other: number) => number,
): void {
  let left = start
  let right = middle
  for (let at = start; at < end; at += 1) {
    const one = from[left] ?? 0
    const other = from[right] ?? 0
    const takesLeft = right >= end || (left < middle && order(one, other) <= 0)
    to[at] = takesLeft ? one : other
    if (takesLeft) left += 1
    else right += 1
  }
}
