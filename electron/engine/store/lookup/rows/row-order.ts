// Sorts rows in the order that a person chose: by a column, by account state or by problems. The sort keys are read
// and sorted in pieces, so that sorting a million rows can be cancelled at any time.
import type { Database } from 'better-sqlite3'
import { accountStates, outcomes } from '../../../../../shared/sending/states.ts'
import type { RowSort } from '../../../../../shared/fixing/row-filter.ts'
import type { Pieces } from '../pieces.ts'
import { findRows, type RowsAsked } from './row-numbers.ts'

const rowsAtOnce = 4000
const run = 1024
const mergedAtOnce = 50_000

/** Sort key of one row. `kind`: lower ones come first when ascending; those of `lastKind` are always last. */
type Key = { readonly kind: number; readonly number: number; readonly text: string }
const lastKind = 255
const none: Key = { kind: lastKind, number: 0, text: '' }

export function* orderRows(
  database: Database,
  asked: RowsAsked,
  sort: RowSort | undefined,
): Pieces<Int32Array, Int32Array> {
  if (sort === undefined || (sort.by === 'row' && !sort.descending)) return yield* findRows(database, asked)
  const rows = yield* silently(findRows(database, asked))
  if (sort.by === 'row') return rows.reverse()
  const kinds = new Uint8Array(rows.length)
  const numbers = new Float64Array(rows.length)
  const texts: string[] = []
  const keysOf = keyReader(database, asked, sort.by)
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    for (const { kind, number, text } of keysOf(rows.subarray(at, at + rowsAtOnce))) {
      kinds[texts.length] = kind
      numbers[texts.length] = number
      texts.push(text)
    }
    yield
  }
  const places = yield* sortedPlaces(rows.length, orderOf({ kinds, numbers, texts }, sort.descending))
  return places.map((place) => rows[place] ?? 0)
}

/** Suppresses partial results, because another order follows. */
function* silently(work: Pieces<Int32Array, Int32Array>): Pieces<Int32Array, never> {
  for (;;) {
    const next = work.next()
    if (next.done === true) return next.value
    yield
  }
}

/** Separate arrays per field: comparing a million objects would take longer than reading them. */
type Keys = {
  readonly kinds: Uint8Array
  readonly numbers: Float64Array
  readonly texts: readonly string[]
}

/** Equal rows stay in the sheet's order, also when descending. */
function orderOf(
  { kinds, numbers, texts }: Keys,
  descending: boolean,
): (one: number, other: number) => number {
  const sign = descending ? -1 : 1
  return (one, other) => {
    const kind = kinds[one] ?? lastKind
    const otherKind = kinds[other] ?? lastKind
    if (kind !== otherKind)
      return kind === lastKind || otherKind === lastKind ? kind - otherKind : sign * (kind - otherKind)
    const difference = (numbers[one] ?? 0) - (numbers[other] ?? 0)
    if (difference !== 0) return sign * difference
    const text = texts[one] ?? ''
    const otherText = texts[other] ?? ''
    return text === otherText ? 0 : text < otherText ? -sign : sign
  }
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
      .prepare(
        `SELECT r.row, a.state, a.outcome FROM account_row r JOIN account a ON a.id = r.account_id WHERE ${which}`,
      )
      .raw()
    return (rows) => {
      const found = statement.all(asked(rows)) as [row: number, state: string, outcome: string | null][]
      const keys = new Map(found.map(([row, state, outcome]) => [row, stateKey(state, outcome)]))
      return Array.from(rows, (row) => keys.get(row) ?? none)
    }
  }
  const { column } = by
  const selectRead = database
    .prepare(`SELECT r.cells ->> CAST(@column AS INTEGER) FROM source_row r WHERE ${which} ORDER BY r.row`)
    .pluck()
  // For the whole range at once: one by one they would take as long as the cells themselves.
  const selectEdited = database
    .prepare(
      `SELECT row, text FROM cell_now WHERE batch_id = @batch AND sheet = @sheet AND row BETWEEN @first AND @last
         AND col = @column`,
    )
    .raw()
  return (rows) => {
    const first = rows[0]
    const last = rows.at(-1)
    const edited = new Map(selectEdited.all({ batch, sheet, column, first, last }) as [number, string][])
    const read = selectRead.all({ ...asked(rows), column }) as (string | null)[]
    return Array.from(rows, (row, at) => textKey(edited.get(row) ?? read[at] ?? ''))
  }
}

function stateKey(state: string, outcome: string | null): Key {
  const ended = outcomes.findIndex((one) => one === outcome) + 1
  return { kind: accountStates.findIndex((one) => one === state), number: ended, text: '' }
}

/** Numbers of sixteen digits and more lose precision: their text distinguishes them. */
const numeric = /^[+-]?\d+(?:\.\d+)?$/

function textKey(text: string): Key {
  const clean = text.trim()
  if (clean === '') return none
  if (numeric.test(clean)) return { kind: 0, number: Number(clean), text: clean.length > 15 ? clean : '' }
  const folded = clean.toLowerCase()
  return { kind: 1, number: beginningOf(folded), text: folded }
}

const beginning = 6
const widest = 255

/** The first characters as a number in the same order: most texts are compared without reading the text. */
function beginningOf(text: string): number {
  let number = 0
  let exact = true
  for (let at = 0; at < beginning; at += 1) {
    const code = exact && at < text.length ? text.charCodeAt(at) : 0
    // After a character that does not fit, the text decides.
    if (code >= widest) exact = false
    number = number * (widest + 1) + Math.min(code, widest)
  }
  return number
}

/** The positions 0 … count - 1 in order; a stable sort. */
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
