// Which tables belong to a batch and go into a project file, found from the schema: a table that refers to a batch, or to
// a table that does. Each column that refers to another row is known, because rows get other numbers in another folder.
// A table that belongs to a batch and is not to be carried is named below with the reason.
import { hash } from 'node:crypto'
import type { Database } from 'better-sqlite3'

/** Tables that belong to a batch and stay behind, each with the reason. */
export const leftOut: Readonly<Record<string, string>> = {
  account_count: 'triggers count the accounts as they are inserted',
  doubt: 'in the other folder every account that is not created is in doubt',
  handover: 'says where the batch is, of this folder',
  job: 'a batch with unfinished work is not handed over',
  kept_repair: 'repairs of batches that were removed belong to the folder',
  purged_batch: 'a purged batch has no rows',
  team_copy: 'each desktop knows the copies that it made itself',
  team_claim: 'the other desktop gets the claims from the team’s database when it takes the batch over',
  validation_request: 'what is to be validated is asked for again',
  validation_run: 'what is to be validated is asked for again',
  version_comparison: 'a batch that is compared with another one is not handed over',
  version_key: 'a batch that is compared with another one is not handed over',
  version_line: 'a batch that is compared with another one is not handed over',
  version_mark: 'a batch that is compared with another one is not handed over',
}

/** Columns that refer to a row of this table without a foreign key. By name, for each table that has them. */
const referring: Readonly<Record<string, string>> = {
  account_id: 'account',
  batch_id: 'batch',
  choice_id: 'choice',
  connection_id: 'connection',
  edit_id: 'edit',
  list_id: 'account_list',
  overruling_id: 'overruling',
  pack_id: 'question_pack',
  payload_id: 'payload',
  'kept_decision.account': 'account',
  'kept_decision.change_id': 'decision_change',
  'account.dirty': 'edit',
}

/** Columns whose names end as those of references do, and are none. */
const noReference: ReadonlySet<string> = new Set(['batch.catalogue_id', 'service_answer.existing_account_id'])

export type CarriedColumn = {
  readonly name: string
  /** The table of the row that it refers to; null: it is a value. */
  readonly refersTo: string | null
}
export type CarriedTable = {
  readonly name: string
  readonly columns: readonly CarriedColumn[]
  /** It has a number of its own, in its column `id`, which is another one in another folder. */
  readonly isNumbered: boolean
  /** The rows of a batch; its parameter is the batch. */
  readonly select: string
}

type Column = { readonly name: string; readonly pk: number }
type ForeignKey = { readonly table: string; readonly from: string }

/** Tables that belong to a batch, `batch` first; a table follows those that its rows refer to. */
export function tablesOfBatch(database: Database): string[] {
  const all = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
    .pluck()
    .all() as string[]
  const found = new Set(['batch'])
  for (let before = 0; before !== found.size; ) {
    before = found.size
    for (const table of all)
      if (referencesOf(database, table).some(({ refersTo }) => refersTo !== null && found.has(refersTo)))
        found.add(table)
  }
  return inOrder(database, [...found])
}

export function carriedTables(database: Database): CarriedTable[] {
  const names = tablesOfBatch(database).filter((table) => !(table in leftOut))
  return names.map((name) => {
    const columns = referencesOf(database, name)
    return {
      name,
      columns,
      isNumbered: columnsOf(database, name).some((column) => column.name === 'id' && column.pk === 1),
      select: selectRows(database, name, columns),
    }
  })
}

/** Differs where the tables of a file have other columns than those here. */
export function shapeOf(tables: readonly CarriedTable[]): string {
  const columns = tables.map(({ name, columns: has }) => [name, has.map((column) => column.name)])
  return hash('sha256', JSON.stringify(columns)).slice(0, 16)
}

function columnsOf(database: Database, table: string): Column[] {
  return database.prepare('SELECT name, pk FROM pragma_table_info(?)').all(table) as Column[]
}

function referencesOf(database: Database, table: string): CarriedColumn[] {
  const keys = database
    .prepare('SELECT "table", "from" FROM pragma_foreign_key_list(?)')
    .all(table) as ForeignKey[]
  return columnsOf(database, table).map(({ name }) => ({
    name,
    refersTo:
      keys.find(({ from }) => from === name)?.table ??
      referring[`${table}.${name}`] ??
      (noReference.has(`${table}.${name}`) ? null : (referring[name] ?? null)),
  }))
}

/** Parents first. A payload names its account by a foreign key, and an account its payload by none. */
function inOrder(database: Database, tables: readonly string[]): string[] {
  const ordered: string[] = []
  const parentsOf = (table: string): string[] =>
    referencesOf(database, table).flatMap(({ refersTo }) =>
      refersTo === null || refersTo === table || refersTo === 'payload' || !tables.includes(refersTo)
        ? []
        : [refersTo],
    )
  const add = (table: string, above: readonly string[]): void => {
    if (ordered.includes(table) || above.includes(table)) return
    for (const parent of parentsOf(table)) add(parent, [...above, table])
    ordered.push(table)
  }
  for (const table of ['batch', 'edit', 'account', 'payload', ...tables]) add(table, [])
  return ordered
}

function selectRows(database: Database, table: string, columns: readonly CarriedColumn[]): string {
  const list = columns.map(({ name }) => `t."${name}"`).join(', ')
  const key = columnsOf(database, table)
    .filter(({ pk }) => pk > 0)
    .sort((left, right) => left.pk - right.pk)
    .map(({ name }) => `t."${name}"`)
  return `SELECT ${list} FROM "${table}" t WHERE ${ofBatch(database, table)} ORDER BY ${key.length === 0 ? 't.rowid' : key.join(', ')}`
}

/** `t`: the alias of the table. */
function ofBatch(database: Database, table: string, t = 't'): string {
  if (table === 'batch') return `${t}.id = @batch`
  // Those of the connection that problems of the batch name, too.
  if (table === 'overruling')
    return `${t}.id IN (SELECT overruling_id FROM problem WHERE batch_id = @batch) OR ${t}.batch_id = @batch`
  const columns = referencesOf(database, table)
  if (columns.some(({ name }) => name === 'batch_id')) return `${t}.batch_id = @batch`
  const parent = columns.find(({ refersTo }) => refersTo !== null && refersTo !== 'connection')
  const above = parent?.refersTo ?? null
  if (parent === undefined || above === null)
    throw new Error(`Rows of ${table} cannot be found by their batch`)
  return `${t}."${parent.name}" IN (SELECT ${t}p.id FROM "${above}" ${t}p WHERE ${ofBatch(database, above, `${t}p`)})`
}
