// Identifies rows by a name that is valid in every version of a file: account key, sheet, and ordinal among the
// rows of that key on the sheet. Row numbers change between versions; these names do not. Rows of accounts that
// share a key are counted together in the order of the sheet, so a key and an ordinal name at most one row.
import type { Database } from 'better-sqlite3'
import type { AccountState, Outcome } from '../../../../shared/sending/states.ts'
import { readSaid, type Said } from '../../../../shared/texts/message.ts'
import { type RawRow, toSourceRow, withEdits } from './rows.ts'
import { bindOperations } from '../operations.ts'

export type KeyedRow = {
  readonly row: number
  /** Null for a row without an account, or an account without a key. */
  readonly key: string | null
  /** Ordinal among the key's rows on this sheet, from 0; null with `key`. */
  readonly ordinal: number | null
  readonly account: {
    readonly id: number
    readonly state: AccountState
    readonly outcome: Outcome | null
    readonly held: Said | null
  } | null
  /** Current texts, and original texts. */
  readonly cells: readonly string[]
  readonly read: readonly string[]
  /** The edited columns, with their text. */
  readonly edits: ReadonlyMap<number, string>
}

export type KeyedRowStore = ReturnType<typeof createKeyedRowStore>

export function createKeyedRowStore(database: Database) {
  return bindOperations(prepareKeyedRows(database), {
    rowsByKey: pageByKey,
    rowOf: getRow,
  })
}

type Raw = RawRow & {
  id: number | null
  key: string | null
  state: AccountState
  outcome: Outcome | null
  /** As stored. */
  held: string | null
}

type KeyedRowStatements = ReturnType<typeof prepareKeyedRows>

function prepareKeyedRows(database: Database) {
  const selectPage = database.prepare(
    `SELECT r.row, r.cells, r.kept, a.id, a.key, a.state, a.outcome, a.held_reason AS held FROM source_row r
     LEFT JOIN account_row ar ON ar.batch_id = r.batch_id AND ar.sheet = r.sheet AND ar.row = r.row
     LEFT JOIN account a ON a.id = ar.account_id
     WHERE r.batch_id = ? AND r.sheet = ? AND r.row > ? ORDER BY r.row LIMIT ?`,
  )
  const selectEdits = database.prepare(
    'SELECT row, col, text FROM cell_now WHERE batch_id = ? AND sheet = ? AND row BETWEEN ? AND ?',
  )
  // CROSS JOIN keeps the order: from the key to its accounts to their rows, all by index.
  const ofKey = `FROM account a CROSS JOIN account_row o ON o.account_id = a.id
    WHERE a.key = @key AND a.batch_id = @batch AND o.sheet = @sheet`
  const countBefore = database.prepare(`SELECT count(*) ${ofKey} AND o.row < @row`).pluck()
  const selectRowOf = database.prepare(`SELECT o.row ${ofKey} ORDER BY o.row LIMIT 1 OFFSET @ordinal`).pluck()
  return { selectPage, selectEdits, countBefore, selectRowOf }
}

/** Assigns ordinals to the rows of a key; queries the database only for a key's first row of the page. */
function counting(
  statements: KeyedRowStatements,
  batch: number,
  sheet: number,
): (key: string, row: number) => number {
  const next = new Map<string, number>()
  return (key, row) => {
    const ordinal = next.get(key) ?? (statements.countBefore.get({ batch, sheet, key, row }) as number)
    next.set(key, ordinal + 1)
    return ordinal
  }
}

/** At most `limit` rows after a row number, in order; fewer only at the end of the sheet. */
function pageByKey(
  statements: KeyedRowStatements,
  batch: number,
  sheet: number,
  after: number,
  limit: number,
): KeyedRow[] {
  const raws = statements.selectPage.all(batch, sheet, after, limit) as Raw[]
  const first = raws[0]
  const last = raws.at(-1)
  if (first === undefined || last === undefined) return []
  const edits = Map.groupBy(
    statements.selectEdits.all(batch, sheet, first.row, last.row) as {
      row: number
      col: number
      text: string
    }[],
    (edit) => edit.row,
  )
  const ordinalOf = counting(statements, batch, sheet)
  return raws.map((raw) => {
    const source = toSourceRow(raw)
    const here = edits.get(raw.row) ?? []
    const { id, state, outcome } = raw
    const held = raw.held === null ? null : readSaid(raw.held)
    const key = raw.key === '' ? null : raw.key
    return {
      row: raw.row,
      key,
      ordinal: key === null ? null : ordinalOf(key, raw.row),
      account: id === null ? null : { id, state, outcome, held },
      cells: withEdits(source, here).cells,
      read: source.cells,
      edits: new Map(here.map(({ col, text }) => [col, text])),
    }
  })
}

/** The row of a key and an ordinal; null if the batch has none. */
function getRow(
  statements: KeyedRowStatements,
  batch: number,
  sheet: number,
  key: string,
  ordinal: number,
): number | null {
  if (key === '') return null
  return (statements.selectRowOf.get({ batch, sheet, key, ordinal }) as number | undefined) ?? null
}
