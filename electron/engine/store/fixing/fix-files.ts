// Fix files of reports, and the rows of a batch that the repairs of one are compared with.
import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import type { AccountState, Outcome } from '../../../../shared/sending/states.ts'
import type { FixRows, WithheldPlaces } from '../../report/rows/fix-reference.ts'
import { bindOperations } from '../operations.ts'

export type StoredFixFile = {
  readonly id: number
  readonly batch: number
  readonly code: string
  readonly rows: FixRows
  /** Of the fingerprints of its withheld cells. */
  readonly secret: string
  readonly withheld: WithheldPlaces
  /** When the files of the batch had been read. */
  readonly readAt: number
  readonly madeAt: number
  readonly appliedAt: number | null
}

/** A row with its account, if it has one. */
export type RepairedRow = {
  readonly row: number
  readonly read: readonly string[]
  /** Texts of edits, by column. */
  readonly edited: ReadonlyMap<number, string>
  readonly account: {
    readonly id: number
    readonly key: string
    readonly state: AccountState
    readonly outcome: Outcome | null
  } | null
}

export type FixFileStore = ReturnType<typeof createFixFileStore>

const ranges = z.record(z.string(), z.array(z.tuple([z.number(), z.number()])))
const withheldPlaces = z.record(z.string(), z.array(z.number()))
const texts = z.array(z.string())

export function createFixFileStore(database: Database) {
  return bindOperations(prepareFixFiles(database), {
    add: addFixFile,
    any: hasAny,
    withCode: findFixFile,
    setApplied,
    row: readRow,
  })
}

type FixFileStatements = ReturnType<typeof prepareFixFiles>

function prepareFixFiles(database: Database) {
  return {
    insert: database.prepare(
      `INSERT INTO fix_file (batch_id, code, rows, secret, withheld, files_read_at, made_at)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ),
    selectAny: database.prepare('SELECT 1 FROM fix_file LIMIT 1'),
    selectByCode: database.prepare(
      `SELECT id, batch_id AS batch, code, rows, secret, withheld, files_read_at AS readAt, made_at AS madeAt,
         applied_at AS appliedAt FROM fix_file WHERE code = ?`,
    ),
    setApplied: database.prepare('UPDATE fix_file SET applied_at = ? WHERE id = ?'),
    selectRow: database.prepare(
      `SELECT r.cells, a.id, a.key, a.state, a.outcome FROM source_row r
         LEFT JOIN account_row o ON o.batch_id = r.batch_id AND o.sheet = r.sheet AND o.row = r.row
         LEFT JOIN account a ON a.id = o.account_id
       WHERE r.batch_id = ? AND r.sheet = ? AND r.row = ?`,
    ),
    selectEdited: database.prepare(
      'SELECT col, text FROM cell_now WHERE batch_id = ? AND sheet = ? AND row = ?',
    ),
  }
}

function addFixFile(
  statements: FixFileStatements,
  file: Pick<StoredFixFile, 'batch' | 'code' | 'rows' | 'secret' | 'withheld' | 'readAt' | 'madeAt'>,
): void {
  const { batch, code, rows, secret, withheld, readAt, madeAt } = file
  statements.insert.run(batch, code, JSON.stringify(rows), secret, JSON.stringify(withheld), readAt, madeAt)
}

/** False while no report of this data folder has a fix file, so that no other file has to be searched. */
function hasAny(statements: FixFileStatements): boolean {
  return statements.selectAny.get() !== undefined
}

function findFixFile(statements: FixFileStatements, code: string): StoredFixFile | null {
  type Stored = Omit<StoredFixFile, 'rows' | 'withheld'> & {
    readonly rows: string
    readonly withheld: string
  }
  const stored = statements.selectByCode.get(code) as Stored | undefined
  if (stored === undefined) return null
  return {
    ...stored,
    rows: ranges.parse(JSON.parse(stored.rows)),
    withheld: withheldPlaces.parse(JSON.parse(stored.withheld)),
  }
}

function setApplied(statements: FixFileStatements, id: number, at: number): void {
  statements.setApplied.run(at, id)
}

function readRow(
  statements: FixFileStatements,
  batch: number,
  sheet: number,
  row: number,
): RepairedRow | null {
  type Stored = {
    cells: string
    id: number | null
    key: string
    state: AccountState
    outcome: Outcome | null
  }
  const stored = statements.selectRow.get(batch, sheet, row) as Stored | undefined
  if (stored === undefined) return null
  const { cells, id, key, state, outcome } = stored
  const edited = statements.selectEdited.all(batch, sheet, row) as { col: number; text: string }[]
  return {
    row,
    read: texts.parse(JSON.parse(cells)),
    edited: new Map(edited.map(({ col, text }) => [col, text])),
    account: id === null ? null : { id, key, state, outcome },
  }
}
