// Finds the cells that a rule changes, in windows of rows; between windows the thread is free and the caller gets
// the progress. Results are stored as the texts that SQL statements take, so a million cells need some tens of
// megabytes and no object each. Accounts that are locked for editing are skipped and counted.
import { createContext, Script } from 'node:vm'
import { yieldToEventLoop } from '../system/yield.ts'
import type { CompiledFix, FixCell, FixScope } from '../../../shared/fixing/fix.ts'
import { failed, type Result, success } from '../system/failure.ts'
import type { CellPiece } from '../store/fixing/edits.ts'
import type { FixRow } from '../store/fixing/fix-rows.ts'
import type { Store } from '../store/store.ts'
import { createNumberSet, type NumberSet } from '../accounts/number-set.ts'
import { message } from '../../../shared/texts/create-message.ts'

/** Rows processed in one go: more while that is quick, fewer if it is slow. */
const firstRows = 250
const mostRows = 4000
const quickMs = 3
const slowMs = 8
/** A piece takes a few milliseconds; a pattern that takes this long would block the window. */
const longestPieceMs = 250
const sampleCells = 50

/** New text of a cell by a rule, or null to leave it; `read` is the cell as it was read. */
export type CellRule = (cell: FixCell & { readonly read: string }) => string | null
export type Compiled = Extract<CompiledFix, { ok: true }>

export type FindRequest = {
  readonly batch: number
  readonly scope: FixScope
  readonly rule: CellRule
  /** Columns that the rule reads in addition to those of the scope. */
  readonly also: readonly number[]
  /** A person's pattern, which may take forever. */
  readonly untrusted: boolean
  /** Whether a change makes another number of one; null: changes are not looked at for that. */
  readonly isOtherNumber?: ((before: string, after: string) => boolean) | null
}

/** `first` and `last` are row numbers. */
export type FoundPiece = CellPiece & { readonly first: number; readonly last: number }
export type FoundCells = {
  readonly sheet: number
  /** In the sheet's order. */
  readonly pieces: readonly FoundPiece[]
  readonly count: number
  /** The columns in which anything changes. */
  readonly columns: readonly number[]
  readonly accounts: NumberSet
  /** Accounts that the rule would change but that are locked for editing now. */
  readonly locked: number
  readonly sample: readonly FoundCell[]
  /** Cells that become another number, and the first of them. */
  readonly otherNumbers: { readonly cells: number; readonly first: FoundCell } | null
}
export type FoundCell = {
  readonly row: number
  readonly col: number
  readonly account: number | null
  readonly before: string
  readonly after: string
}
/** Number of rows processed so far, and the total. */
export type Looking = { readonly rows: number; readonly of: number }

/** Reports progress; returns null if the signal was aborted. */
export async function* findCells(
  store: Store,
  request: FindRequest,
  signal: AbortSignal,
): AsyncGenerator<Looking, Result<FoundCells | null>> {
  const { batch, scope } = request
  const columns = [...new Set([...scope.columns, ...request.also])]
  const asked = { batch, sheet: scope.sheet, columns, filter: filterOf(scope) }
  const ranges = rangesOf(scope, store.rows.lastRow(batch, scope.sheet))
  const of = ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0)
  const anyLocked = store.edits.anyLocked(batch)
  const found = createCollector(request, columns)
  const withinTime = request.untrusted ? timeLimit() : <T>(work: () => T): T => work()
  let passed = 0
  let limit = firstRows
  let began = performance.now()
  for (const [from, upTo] of ranges) {
    for (let after = from - 1; after < upTo; ) {
      if (signal.aborted) return success(null)
      const started = performance.now()
      const windowEnd = Math.min(upTo, after + limit)
      const rows = store.fixRows.piece(asked, after, windowEnd, limit)
      const first = rows[0]
      if (first !== undefined) {
        const locked = anyLocked ? store.fixRows.locked(batch, scope.sheet, first.row, windowEnd) : null
        if (withinTime(() => look(found, rows, locked)) === null) return tooSlow(rows)
      }
      passed += windowEnd - after
      after = windowEnd
      const now = performance.now()
      if (now - started < quickMs) limit = Math.min(mostRows, limit * 2)
      else if (now - started > slowMs) limit = Math.max(firstRows, limit >> 1)
      // Many small ranges share one piece.
      if (now - began < quickMs) continue
      yield { rows: passed, of }
      await yieldToEventLoop()
      began = performance.now()
    }
  }
  return success(foundCells(found))
}

type ChangedCell = readonly [row: number, col: number, after: string, asRead: 0 | 1]
type Owner = { readonly account: number | null; readonly before: string }

const noRow: readonly string[] = []

/** The changes that were found so far. */
type Collector = Pick<FindRequest, 'scope' | 'rule' | 'also' | 'isOtherNumber'> & {
  /** Columns that are read, and those of them that change, with their place among the former. */
  readonly columns: readonly number[]
  readonly changing: readonly { readonly column: number; readonly at: number }[]
  readonly pieces: FoundPiece[]
  readonly accounts: NumberSet
  readonly lockedSeen: NumberSet
  readonly changed: Set<number>
  readonly sample: FoundCell[]
  /** The last text of each column. */
  above: ReadonlyMap<number, string>
  count: number
  otherNumbers: FoundCells['otherNumbers']
}

function createCollector(request: FindRequest, columns: readonly number[]): Collector {
  const { scope, rule, also, isOtherNumber = null } = request
  const wanted = new Set(scope.columns)
  return {
    scope,
    rule,
    also,
    isOtherNumber,
    columns,
    changing: columns.flatMap((column, at) => (wanted.has(column) ? [{ column, at }] : [])),
    pieces: [],
    accounts: createNumberSet(),
    lockedSeen: createNumberSet(),
    changed: new Set(),
    sample: [],
    above: new Map(),
    count: 0,
    otherNumbers: null,
  }
}

function keep(parts: Collector, cells: readonly ChangedCell[], owners: readonly Owner[]): void {
  const { accounts, changed, sample, pieces, scope } = parts
  const first = cells[0]?.[0]
  const last = cells.at(-1)?.[0]
  if (first === undefined || last === undefined) return
  let anyAsRead = false
  for (const [at, [row, col, after, asRead]] of cells.entries()) {
    const { account = null, before = '' } = owners[at] ?? {}
    if (account !== null) accounts.add(account)
    if (asRead === 1) anyAsRead = true
    changed.add(col)
    const cell = { row, col, account, before, after }
    if (sample.length < sampleCells) sample.push(cell)
    if (parts.isOtherNumber?.(before, after) === true)
      parts.otherNumbers = {
        cells: (parts.otherNumbers?.cells ?? 0) + 1,
        first: parts.otherNumbers?.first ?? cell,
      }
  }
  parts.count += cells.length
  const text = JSON.stringify(cells)
  pieces.push({ sheet: scope.sheet, cells: text, count: cells.length, anyAsRead, first, last })
}

/** Applies the rule to a piece of rows. A piece that takes too long adds nothing. */
function look(parts: Collector, rows: readonly FixRow[], locked: ReadonlySet<number> | null): true {
  const { also, columns, changing, rule, lockedSeen } = parts
  const left = new Map(parts.above)
  const cells: ChangedCell[] = []
  const owners: Owner[] = []
  const lockedHere: number[] = []
  for (const { row, account, read, now } of rows) {
    const cellsOfRow = also.length === 0 ? noRow : byColumn(columns, now)
    for (const { column, at } of changing) {
      const text = now[at] ?? ''
      const asRead = read[at] ?? ''
      const after = rule({ text, read: asRead, above: left.get(column) ?? null, row: cellsOfRow })
      left.set(column, after ?? text)
      if (after === null) continue
      if (account !== null && locked?.has(account) === true) {
        lockedHere.push(account)
        continue
      }
      cells.push([row, column, after.toWellFormed(), asRead === after ? 1 : 0])
      owners.push({ account, before: text })
    }
  }
  parts.above = left
  for (const account of lockedHere) lockedSeen.add(account)
  keep(parts, cells, owners)
  return true
}

function foundCells(parts: Collector): FoundCells {
  const { changed, lockedSeen, scope, pieces, accounts, sample, count, otherNumbers } = parts
  const columns = [...changed]
  const locked = lockedSeen.size
  return { sheet: scope.sheet, pieces, count, columns, accounts, locked, sample, otherNumbers }
}

function byColumn(columns: readonly number[], texts: readonly string[]): readonly string[] {
  const cells: string[] = []
  for (const [at, column] of columns.entries()) cells[column] = texts[at] ?? ''
  return cells
}

function filterOf({ rows }: FixScope) {
  return 'filter' in rows ? rows.filter : undefined
}

/** Ranges of row numbers in order, without overlaps and within the sheet. */
function rangesOf({ rows }: FixScope, lastRow: number): (readonly [first: number, last: number])[] {
  if (lastRow === 0) return []
  if ('filter' in rows) return [[1, lastRow]]
  const merged: [number, number][] = []
  for (const [from, to] of [...rows.ranges].sort((left, right) => left[0] - right[0])) {
    const before = merged.at(-1)
    const last = Math.min(to, lastRow)
    if (last < from) continue
    if (before !== undefined && from <= before[1] + 1) before[1] = Math.max(before[1], last)
    else merged.push([from, last])
  }
  return merged
}

/** Runs a person's pattern under a time limit. Returns null if it took too long. */
function timeLimit(): <T>(work: () => T) => T | null {
  const script = new Script('run()')
  const place: { run: () => void } = { run: () => undefined }
  const context = createContext(place)
  return <T>(work: () => T): T | null => {
    let result: T | null = null
    place.run = () => {
      result = work()
    }
    try {
      script.runInContext(context, { timeout: longestPieceMs })
      return result
    } catch (error) {
      // The error may come from another realm, with another Error class.
      if (isObject(error) && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return null
      throw error
    }
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function tooSlow(rows: readonly FixRow[]): Result<never> {
  return failed(
    'input',
    'pattern_too_slow',
    message('fixing.pattern_too_slow', { first: rows[0]?.row ?? 0, last: rows.at(-1)?.row ?? 0 }),
  )
}
