// Account search. Matches from an index come first and at once: keys equal to the text or starting with it, and
// problem codes. The search of every account and cell follows in pieces, newest batch first.
import type { Database } from 'better-sqlite3'
import { partsOf, together } from './rows/row-conditions.ts'
import { containsSql, textSearch } from './rows/text-search.ts'
import type { Pieces } from './pieces.ts'

export type AccountsAsked = {
  readonly text: string
  /** Null: in all batches. */
  readonly batch: number | null
  readonly limit: number
}

const accountsAtOnce = 8000
const rowsAtOnce = 6000

/** From indexes, best first. */
export function knownAccounts(database: Database, { text, batch, limit }: AccountsAsked): number[] {
  const inBatch = batch === null ? '' : 'AND batch_id = @batch'
  const values = { text, limit, end: `${text}\u{10ffff}`, ...(batch === null ? {} : { batch }) }
  const ids = (sql: string): number[] => database.prepare(sql).pluck().all(values) as number[]
  const byKey = ids(
    `SELECT id FROM account WHERE key = @text ${inBatch} ORDER BY batch_id DESC, position LIMIT @limit`,
  )
  const byStart = ids(
    `SELECT id FROM account WHERE key > @text AND key < @end ${inBatch} ORDER BY key LIMIT @limit`,
  )
  const byCode = ids(
    `SELECT DISTINCT p.account_id FROM batch b CROSS JOIN problem p INDEXED BY problem_by_code ON p.batch_id = b.id AND p.code = @text
     WHERE ${batch === null ? 'true' : 'b.id = @batch'} ORDER BY b.id DESC LIMIT @limit`,
  )
  return [...new Set([...byKey, ...byStart, ...byCode])].slice(0, limit)
}

/** Yields accounts as they are found, some possibly twice, until there are `limit` in addition to the known ones. */
export function* findAccounts(
  database: Database,
  asked: AccountsAsked & { readonly known: readonly number[] },
): Pieces<null, Int32Array> {
  const found = new Set(asked.known)
  for (const piece of [byName, byCell]) {
    for (const ids of piece(database, asked)) {
      const more = ids.filter((id) => !found.has(id))
      for (const id of more) found.add(id)
      yield more.length === 0 ? undefined : Int32Array.from(more)
      if (found.size >= asked.limit) return null
    }
  }
  return null
}

function batchesOf(database: Database, { batch }: AccountsAsked): number[] {
  return batch === null
    ? (database.prepare('SELECT id FROM batch ORDER BY id DESC').pluck().all() as number[])
    : [batch]
}

/** By a part of the key or the identity, or by a platform identifier. */
function* byName(database: Database, asked: AccountsAsked): Generator<number[]> {
  const selectPiece = database
    .prepare(
      `SELECT id FROM account WHERE batch_id = @batch AND position > @after AND position <= @upTo
         AND (${containsSql('key', 'like', 'glob')} OR ${containsSql('identity', 'like', 'glob')}
           OR EXISTS (SELECT 1 FROM service_answer s WHERE s.account_id = account.id
             AND @text IN (s.platform_identifier, s.existing_account_id)))
       ORDER BY position`,
    )
    .pluck()
  const selectLast = database.prepare('SELECT max(position) FROM account WHERE batch_id = ?').pluck()
  const { text } = asked
  for (const batch of batchesOf(database, asked)) {
    const last = (selectLast.get(batch) as number | null) ?? -1
    for (let after = -1; after < last; after += accountsAtOnce)
      yield selectPiece.all({
        batch,
        after,
        upTo: after + accountsAtOnce,
        text,
        ...textSearch(text),
      }) as number[]
  }
}

function* byCell(database: Database, asked: AccountsAsked): Generator<number[]> {
  const { sql, values } = together(partsOf({ text: asked.text }))
  const selectPiece = database
    .prepare(
      `SELECT DISTINCT ar.account_id FROM source_row r
         JOIN account_row ar ON ar.batch_id = r.batch_id AND ar.sheet = r.sheet AND ar.row = r.row
       WHERE r.batch_id = @batch AND r.sheet = @sheet AND r.row > @after AND r.row <= @upTo AND ${sql}`,
    )
    .pluck()
  const selectSheets = database.prepare(
    `SELECT position AS sheet, (SELECT max(row) FROM source_row r WHERE r.batch_id = s.batch_id AND r.sheet = s.position) AS last
     FROM sheet s WHERE batch_id = ? ORDER BY position`,
  )
  for (const batch of batchesOf(database, asked))
    for (const { sheet, last } of selectSheets.all(batch) as { sheet: number; last: number | null }[])
      for (let after = 0; after < (last ?? 0); after += rowsAtOnce)
        yield selectPiece.all({ batch, sheet, after, upTo: after + rowsAtOnce, ...values }) as number[]
}
