// Creates a batch of a million accounts quickly: the engine reads and builds some thousands, then the rows of the
// closed database are copied with new numbers and keys. The copies share the payloads of their originals, which
// would take thirteen kilobytes each; no list of rows reads them.
import { join } from 'node:path'
import { databaseName, openDatabaseFile } from '../../electron/engine/store/database/database-file.ts'
import { rowsPerAnchor } from '../../electron/engine/store/import/row-anchors.ts'

type Step = 'rows' | 'accounts' | 'positions' | 'problems'
type Table = {
  readonly name: string
  /** The column that distinguishes the first copy from the others, and the last step that uses it. */
  readonly by: readonly [column: string, step: Step]
  /** The value of a column in a copy, if it differs. */
  readonly columns: Readonly<Record<string, string>>
}

/** The place of a problem names its cells by row. */
const movedPlace = `CASE place ->> '$.kind'
  WHEN 'cell' THEN json_set(place, '$.cell.row', (place ->> '$.cell.row') + @rows)
  WHEN 'account' THEN iif(place ->> '$.row.row' IS NULL, place, json_set(place, '$.row.row', (place ->> '$.row.row') + @rows))
  ELSE json_set(place, '$.cells', (SELECT json_group_array(json_set(c.value, '$.row', (c.value ->> '$.row') + @rows))
    FROM json_each(place, '$.cells') c))
END`

const tables: readonly Table[] = [
  { name: 'source_row', by: ['row', 'rows'], columns: { row: 'row + @rows' } },
  { name: 'row_key', by: ['row', 'rows'], columns: { key: "key || '-' || @copy", row: 'row + @rows' } },
  {
    name: 'account',
    by: ['id', 'accounts'],
    columns: {
      id: 'id + @accounts',
      position: 'position + @positions',
      key: "key || '-' || @copy",
      identity: "identity || '-' || @copy",
    },
  },
  {
    name: 'account_row',
    by: ['row', 'rows'],
    columns: { row: 'row + @rows', account_id: 'account_id + @accounts' },
  },
  { name: 'stray_row', by: ['row', 'rows'], columns: { row: 'row + @rows' } },
  {
    name: 'problem',
    by: ['id', 'problems'],
    columns: {
      id: 'id + @problems',
      account_id: 'account_id + @accounts',
      row: 'row + @rows',
      place: movedPlace,
    },
  },
]

/** Multiplies the single batch of a data folder, which no engine has open, to `times` as many accounts. */
export function multiplyBatch(dataFolder: string, times: number): void {
  const database = openDatabaseFile(join(dataFolder, databaseName))
  try {
    for (const setting of ['synchronous = OFF', 'foreign_keys = OFF', 'temp_store = MEMORY'])
      database.pragma(setting)
    const highest = (table: string, column: string): number =>
      database.prepare(`SELECT ifnull(max(${column}), 0) FROM ${table}`).pluck().get() as number
    const steps: Readonly<Record<Step, number>> = {
      rows: highest('source_row', 'row'),
      accounts: highest('account', 'id'),
      positions: highest('account', 'position') + 1,
      problems: highest('problem', 'id'),
    }
    const copies = tables.map(({ name, by, columns }) => {
      const all = database.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(name) as string[]
      const values = all.map((column) => columns[column] ?? column)
      return database.prepare(
        `INSERT INTO ${name} (${all.join(', ')}) SELECT ${values.join(', ')} FROM ${name} WHERE ${by[0]} <= ${steps[by[1]]}`,
      )
    })
    for (let copy = 1; copy < times; copy += 1) {
      const moved = Object.fromEntries(Object.entries(steps).map(([name, step]) => [name, step * copy]))
      database.transaction(() => {
        for (const statement of copies) statement.run({ ...moved, copy: String(copy) })
      })()
      database.pragma('wal_checkpoint(TRUNCATE)')
    }
    database.prepare('UPDATE sheet SET row_count = row_count * ?').run(times)
    database.exec(`DELETE FROM row_anchor;
      INSERT INTO row_anchor SELECT batch_id, sheet, place, row FROM
        (SELECT batch_id, sheet, row, row_number() OVER (PARTITION BY batch_id, sheet ORDER BY row) - 1 AS place FROM source_row)
        WHERE place % ${rowsPerAnchor} = 0`)
  } finally {
    database.close()
  }
}
