// The rows of a batch for its project file, table by table. What only means something in this folder is left out: where
// files and reports are, and the batch that this one continues.
import type { Database } from 'better-sqlite3'
import { carriedTables, shapeOf } from './carried-tables.ts'

export type CellValue = string | number | null | Uint8Array
export type RowValues = readonly CellValue[]
/** The lowest and the highest number; null: there are no rows. */
export type NumberRange = [number, number] | null

export type Export = {
  /** Differs where another version of Carryover has other columns. */
  readonly shape: string
  readonly ranges: { readonly account: NumberRange; readonly payload: NumberRange }
  /** How many rows there are at least, for the progress. */
  readonly rows: number
  readonly tables: () => Iterable<{ readonly name: string; readonly rows: Iterable<RowValues> }>
}

export type ExportStore = ReturnType<typeof createExportStore>

export function createExportStore(database: Database) {
  return {
    /** On a read-only connection that holds a snapshot: every table is of the same moment. */
    of(batch: number): Export {
      const tables = carriedTables(database)
      const range = (sql: string): NumberRange => {
        const [least, most] = database.prepare(sql).raw().get(batch) as [number | null, number | null]
        return least === null || most === null ? null : [least, most]
      }
      const count = (table: string): number =>
        database.prepare(`SELECT count(*) FROM ${table} WHERE batch_id = ?`).pluck().get(batch) as number
      return {
        shape: shapeOf(tables),
        ranges: {
          account: range('SELECT min(id), max(id) FROM account WHERE batch_id = ?'),
          payload: range(
            'SELECT min(id), max(id) FROM payload WHERE account_id IN (SELECT id FROM account WHERE batch_id = ?)',
          ),
        },
        rows: count('source_row') + 3 * count('account'),
        *tables() {
          for (const { name, select, columns } of tables) {
            const blank = columns.map((column) => staysBehind[`${name}.${column.name}`])
            const rows = database.prepare(select).raw().iterate({ batch }) as Iterable<RowValues>
            yield { name, rows: blank.some((one) => one !== undefined) ? without(rows, blank) : rows }
          }
        },
      }
    },
  }
}

/** Values that take the place of what stays behind. */
const staysBehind: Readonly<Record<string, CellValue>> = {
  'batch.counts_before': null,
  'batch.earlier_batch_id': null,
  'batch.failure': null,
  'batch.merge': null,
  'batch.merged_at': null,
  'batch.report': null,
  'batch.validate_edited': 0,
  'batch.validating': 0,
  'batch_file.path': '',
}

function* without(
  rows: Iterable<RowValues>,
  blank: readonly (CellValue | undefined)[],
): Generator<RowValues> {
  for (const row of rows)
    yield row.map((value, at) => {
      const instead = blank[at]
      return instead === undefined ? value : instead
    })
}
