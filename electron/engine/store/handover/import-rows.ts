// Writes the rows of a project file into this folder as a new batch. It stays hidden until it is complete: the job that
// would delete it is stored with its first row, so a start after a crash removes it. Rows get numbers of this folder.
// Accounts in flight have no connection until the batch is shown, so nothing asks the service about them before.
import type { Database } from 'better-sqlite3'
import { immediateTransaction } from '../operations.ts'
import { inFlightStates } from '../../../../shared/sending/states.ts'
import { sqlList } from '../database/sql-list.ts'
import { type CarriedTable, carriedTables, shapeOf } from './carried-tables.ts'
import type { CellValue, NumberRange, RowValues } from './export-rows.ts'

export type ImportRequest = {
  readonly name: string
  readonly connection: number
  readonly ranges: { readonly account: NumberRange; readonly payload: NumberRange }
  /** Where the files that were loaded would be here; they are not. */
  readonly filesIn: (name: string) => string
  readonly now: number
}
export type Import = {
  /** The number of the hidden batch. */
  readonly batch: number
  readonly add: (table: string, rows: readonly RowValues[]) => void
}

export type ImportStore = ReturnType<typeof createImportStore>

export function createImportStore(database: Database) {
  const inTransaction = immediateTransaction(database)
  return {
    shape: (): string => shapeOf(carriedTables(database)),
    /** In the caller's transaction, which also stores what deletes it. */
    begin: (request: ImportRequest): Import => beginImport(database, request, inTransaction),
  }
}

type Row = Record<string, CellValue>

/** Numbers of another folder as numbers of this one. */
type Numbers = {
  readonly of: (table: string, number: number) => number
  readonly note: (table: string, there: number, here: number) => void
}

function beginImport(
  database: Database,
  request: ImportRequest,
  inTransaction: <T>(work: () => T) => T,
): Import {
  const tables = carriedTables(database)
  const numbers = createNumbers(database, request.ranges)
  const batch = Number(
    database
      .prepare(
        "INSERT INTO batch (name, created_at, stage, in_doubt) VALUES (@name, @now, 'reading', 1) RETURNING id",
      )
      .pluck()
      .get({ name: request.name, now: request.now }),
  )
  const writers = new Map<string, (row: RowValues) => void>()
  const writerOf = (name: string): ((row: RowValues) => void) => {
    const known = writers.get(name)
    if (known !== undefined) return known
    const table = tables.find((one) => one.name === name)
    if (table === undefined) throw new Error(`A project file has no table ${name}`)
    const writer = createWriter({ database, request, numbers, batch }, table)
    writers.set(name, writer)
    return writer
  }
  return {
    batch,
    add: (table, rows) =>
      inTransaction(() => {
        const write = writerOf(table)
        for (const row of rows) write(row)
      }),
  }
}

/**
 * Accounts and payloads keep their distances, so that a million of them need no list. A number outside the range is one
 * of a row that was removed; it becomes a number that no row will have.
 */
function createNumbers(database: Database, ranges: ImportRequest['ranges']): Numbers {
  const offsets = new Map<
    string,
    { readonly by: number; readonly range: NumberRange; readonly none: number }
  >()
  for (const table of ['account', 'payload'] as const) {
    const range = ranges[table]
    const wanted = range === null ? 1 : range[1] - range[0] + 2
    const last = reserve(database, table, wanted)
    offsets.set(table, { by: range === null ? 0 : last - wanted + 1 - range[0], range, none: last })
  }
  const lists = new Map<string, Map<number, number>>()
  return {
    of(table, number) {
      const offset = offsets.get(table)
      if (offset === undefined) return lists.get(table)?.get(number) ?? missing(table, number)
      const { range, by, none } = offset
      return range === null || number < range[0] || number > range[1] ? none : number + by
    },
    note(table, there, here) {
      if (offsets.has(table)) return
      const list = lists.get(table) ?? new Map<number, number>()
      lists.set(table, list.set(there, here))
    },
  }
}

function missing(table: string, number: number): never {
  throw new Error(`A project file has no ${table} ${number}`)
}

/** Takes the next numbers of a table; returns the last of them. */
function reserve(database: Database, table: string, wanted: number): number {
  const raised = database
    .prepare('UPDATE sqlite_sequence SET seq = seq + ? WHERE name = ? RETURNING seq')
    .pluck()
    .get(wanted, table)
  if (typeof raised === 'number') return raised
  database.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(table, wanted)
  return wanted
}

type Target = {
  readonly database: Database
  readonly request: ImportRequest
  readonly numbers: Numbers
  readonly batch: number
}

function createWriter(target: Target, table: CarriedTable): (row: RowValues) => void {
  const { database } = target
  const names = table.columns.map(({ name }) => name)
  if (table.name === 'batch') return createBatchWriter(target, names)
  const keepsNumber = table.name === 'account' || table.name === 'payload'
  const written = names.filter((name) => name !== 'id' || !table.isNumbered || keepsNumber)
  const sql = `INSERT INTO "${table.name}" (${written.map((name) => `"${name}"`).join(', ')})
    VALUES (${written.map((name) => `@${name}`).join(', ')})`
  const insert = table.isNumbered ? database.prepare(`${sql} RETURNING id`).pluck() : database.prepare(sql)
  const doubt = database.prepare('INSERT INTO doubt VALUES (@id, @batch_id)')
  const same = table.name === 'overruling' ? findSameOverruling(database) : null
  return (values) => {
    if (values.length !== names.length) throw new Error(`A row of ${table.name} has another length`)
    const row = translate(target, table, values)
    const there = table.isNumbered ? Number(values[names.indexOf('id')]) : 0
    const known = same?.(row) ?? null
    if (known !== null) return target.numbers.note(table.name, there, known)
    adapt[table.name]?.(row, target)
    if (table.isNumbered) target.numbers.note(table.name, there, Number(insert.get(row)))
    else insert.run(row)
    if (table.name === 'account' && row['outcome'] !== 'created')
      doubt.run({ id: row['id'], batch_id: row['batch_id'] })
  }
}

function translate(
  { numbers, request, batch }: Target,
  { name: table, columns }: CarriedTable,
  values: RowValues,
): Row {
  const row: Row = {}
  for (const [at, { name, refersTo }] of columns.entries()) {
    const value = values[at] ?? null
    if (name === 'id' && (table === 'account' || table === 'payload'))
      row[name] = numbers.of(table, Number(value))
    else if (refersTo === null || value === null) row[name] = value
    else if (refersTo === 'batch') row[name] = batch
    else if (refersTo === 'connection') row[name] = request.connection
    else row[name] = numbers.of(refersTo, Number(value))
  }
  return row
}

function createBatchWriter({ database, request, batch }: Target, names: readonly string[]) {
  const kept = names.filter((name) => !['id', 'stage', 'in_doubt', 'connection_id', 'name'].includes(name))
  const update = database.prepare(
    `UPDATE batch SET ${kept.map((name) => `"${name}" = @${name}`).join(', ')}, connection_id = @connection
     WHERE id = @batch`,
  )
  return (values: RowValues): void => {
    const row: Row = Object.fromEntries(names.map((name, at) => [name, values[at] ?? null]))
    update.run({ ...row, connection: request.connection, batch })
  }
}

/** What is not the same in this folder. */
const adapt: Readonly<Record<string, (row: Row, target: Target) => void>> = {
  account(row) {
    if (!inFlightStates.some((state) => state === row['state'])) return
    // Until the batch is shown.
    row['connection_id'] = null
    if (row['state'] === 'processing') return
    row['state'] = 'unconfirmed'
    row['due_at'] = 0
    row['tries'] = 0
  },
  attempt(row, { request }) {
    if (row['ended_at'] !== null) return
    row['ended_at'] = request.now
    row['class'] = 'unknown'
    row['code'] = 'restored'
  },
  batch_file(row, { request }) {
    row['path'] = request.filesIn(String(row['name']))
  },
  // The batch that it replaces still has the same codes.
  question_pack: markCode,
  fix_file: markCode,
}

/** Before the code of a question pack or a fix file, while its batch is hidden. */
export const hiddenCode = '+'

function markCode(row: Row): void {
  row['code'] = `${hiddenCode}${String(row['code'])}`
}

/** A decision that is remembered for the connection and holds here as well; otherwise it is added. */
function findSameOverruling(database: Database): (row: Row) => number | null {
  const select = database
    .prepare(
      `SELECT id FROM overruling WHERE connection_id = @connection_id AND scope = @scope AND code = @code
         AND field IS @field AND batch_id IS NULL AND reverted_at IS @reverted_at LIMIT 1`,
    )
    .pluck()
  return (row) => {
    if (row['batch_id'] !== null) return null
    const { connection_id, scope, code, field, reverted_at } = row
    return (select.get({ connection_id, scope, code, field, reverted_at }) as number | undefined) ?? null
  }
}

/** Accounts on their way, as SQL. */
export const inFlight = sqlList(inFlightStates)
