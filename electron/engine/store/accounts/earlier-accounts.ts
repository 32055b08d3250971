// Accounts of an earlier build, while the batch is built again. One whose rows give the same payload stays as it is, with
// what the service said of it; one whose rows give another payload keeps its number and gets that payload. Both save most
// of a build's writes. Any other is deleted when an account of the same rows takes its place, or at the end of the build.
// Ids only grow, so an account is of an earlier build if its id is not above the last one that was given before this
// build. After a build that ended midway, all accounts are earlier ones.
import type { Database } from 'better-sqlite3'
import type { AccountState } from '../../../../shared/sending/states.ts'
import { bindOperations } from '../operations.ts'
import type { KeptVerdictStore } from './kept-verdicts.ts'
import type { RowFields } from './account-row.ts'
import type { NewAccount } from './building/built-account.ts'

/** What a build has to know of the accounts before it. */
export type EarlierAccounts = {
  /** Earlier ones have an id up to this one; 0: there are none. */
  readonly lastId: number
  /** True if a place in the new build was given to it. */
  readonly stays: (id: number) => boolean
}

/** For accounts that are added to a batch without any. */
export const noneEarlier: EarlierAccounts = { lastId: 0, stays: () => false }

/**
 * An earlier account that has a place in the new build. `same`: all of it stays as it is; else it gets another payload, and
 * these fields.
 */
export type TakenAccount = Pick<Earlier, 'id' | 'state' | 'payload'> & {
  readonly same: boolean
  readonly fields: RowFields
}

/** Nothing but its state and payload sets it apart, so a new account of the same payload would be the same. */
const isPlain = `a.state IN ('unvalidated','validated') AND a.held_reason IS NULL AND a.excluded = 0 AND a.wave IS NULL
  AND a.dirty IS NULL AND a.due_at = 0 AND a.tries = 0 AND a.attempts = 0 AND a.service_status IS NULL
  AND NOT EXISTS (SELECT 1 FROM problem WHERE account_id = a.id)
  AND NOT EXISTS (SELECT 1 FROM service_answer WHERE account_id = a.id)
  AND NOT EXISTS (SELECT 1 FROM doubt WHERE account_id = a.id)
  AND NOT EXISTS (SELECT 1 FROM validation_request WHERE account_id = a.id)
  AND NOT EXISTS (SELECT 1 FROM version_mark WHERE account_id = a.id)`

type Earlier = {
  readonly id: number
  readonly position: number
  readonly key: string
  readonly supplier: string | null
  readonly identity: string | null
  readonly statusPath: string | null
  readonly connection: number | null
  readonly state: AccountState
  readonly payload: number | null
  readonly sha256: string | null
  readonly origins: string | null
  readonly omitted: string | null
  readonly plain: number
}

const droppedAtOnce = 200

export function createEarlierAccounts(database: Database, verdicts: Pick<KeptVerdictStore, 'keep'>) {
  return bindOperations(
    { verdicts, ...prepareEarlier(database) },
    { lastId: readLastId, take: takePlace, dropPayloads: dropPayloadsOf, dropSome },
  )
}

type Parts = ReturnType<typeof prepareEarlier> & { readonly verdicts: Pick<KeptVerdictStore, 'keep'> }

function prepareEarlier(database: Database) {
  return {
    selectLastId: database
      .prepare(
        `SELECT seq FROM sqlite_sequence WHERE name = 'account' AND EXISTS (SELECT 1 FROM account WHERE batch_id = ?)`,
      )
      .pluck(),
    selectOnRow: database.prepare(
      `SELECT a.id, a.position, a.key, a.supplier, a.identity, a.status_path AS statusPath, a.connection_id AS connection,
         a.state, a.payload_id AS payload, p.sha256, p.origins, p.omitted, ${isPlain} AS plain
       FROM account_row r JOIN account a ON a.id = r.account_id LEFT JOIN payload p ON p.id = a.payload_id
       WHERE r.batch_id = ? AND r.sheet = ? AND r.row = ?`,
    ),
    selectOwner: database
      .prepare('SELECT account_id FROM account_row WHERE batch_id = ? AND sheet = ? AND row = ?')
      .pluck(),
    selectRows: database.prepare('SELECT sheet, row FROM account_row WHERE account_id = ?').raw(),
    selectSome: database.prepare(
      `SELECT id, position FROM account WHERE batch_id = ? AND position > ? AND id <= ?
       ORDER BY position LIMIT ${droppedAtOnce}`,
    ),
    // No other account has this position, nor will have it.
    freePlace: database.prepare(
      'UPDATE account SET position = -id WHERE batch_id = ? AND position = ? AND id <= ?',
    ),
    setPosition: database.prepare('UPDATE account SET position = ? WHERE id = ?'),
    dropPayloads: database.prepare('DELETE FROM payload WHERE id IN (SELECT value FROM json_each(?))'),
    dropValidations: database.prepare(
      'DELETE FROM validation WHERE account_id IN (SELECT value FROM json_each(?))',
    ),
    drop: database.prepare('DELETE FROM account WHERE id = ?'),
  }
}

/** Id of the last account that was ever made; 0 for a batch without accounts. */
function readLastId({ selectLastId }: Parts, batch: number): number {
  return (selectLastId.get(batch) as number | undefined) ?? 0
}

/**
 * In a transaction: gives a position of the batch to the earlier account of the same rows. Null: there is no such account,
 * those on some of the rows are deleted, and the position is free.
 */
function takePlace(
  parts: Parts,
  batch: number,
  connection: number | null,
  position: number,
  built: NewAccount,
  earlier: EarlierAccounts,
): TakenAccount | null {
  if (earlier.lastId === 0) return null
  const [first] = built.rows
  const onRow = first === undefined ? undefined : parts.selectOnRow.get(batch, first.sheet, first.row)
  const found = onRow === undefined || !isLeft(earlier, (onRow as Earlier).id) ? null : (onRow as Earlier)
  const taken = found?.plain === 1 && hasRows(parts, found.id, built.rows) ? found : null
  if (taken?.position !== position) parts.freePlace.run(batch, position, earlier.lastId)
  if (taken === null) {
    dropOnRows(parts, batch, built, found, earlier)
    return null
  }
  if (taken.position !== position) parts.setPosition.run(position, taken.id)
  const { id, state, payload } = taken
  const fields = changedFields(taken, built, connection)
  const same = Object.keys(fields).length === 0 && hasSamePayload(taken, built)
  // What the service said of the same bytes is given to the account with its new payload.
  if (!same && taken.sha256 === built.sha256) parts.verdicts.keep([id])
  return { id, state, payload, same, fields }
}

/** An earlier account that has no place in the new build yet. */
function isLeft({ lastId, stays }: EarlierAccounts, id: number): boolean {
  return id <= lastId && !stays(id)
}

function hasSamePayload(one: Earlier, built: NewAccount): boolean {
  return (
    built.problems.length === 0 &&
    one.sha256 === built.sha256 &&
    one.origins === JSON.stringify(built.origins) &&
    one.omitted === JSON.stringify(built.omitted)
  )
}

/** Only these are written: writing one rewrites its indexes, even if it stays the same. */
function changedFields(one: Earlier, built: NewAccount, connection: number | null): RowFields {
  return {
    ...(one.key !== built.key && { key: built.key }),
    ...(one.supplier !== built.supplier && { supplier: built.supplier }),
    ...(one.identity !== built.identity && { identity: built.identity }),
    ...(one.statusPath !== built.statusPath && { status_path: built.statusPath }),
    ...(one.connection !== connection && { connection_id: connection }),
  }
}

function hasRows({ selectRows }: Parts, id: number, rows: NewAccount['rows']): boolean {
  const wanted = new Set(rows.map(({ sheet, row }) => `${sheet} ${row}`))
  const now = selectRows.all(id) as [sheet: number, row: number][]
  return now.length === wanted.size && now.every(([sheet, row]) => wanted.has(`${sheet} ${row}`))
}

function dropOnRows(
  { verdicts, selectOwner, drop }: Parts,
  batch: number,
  built: NewAccount,
  found: Earlier | null,
  earlier: EarlierAccounts,
): void {
  for (const { sheet, row } of built.rows) {
    const owner = selectOwner.get(batch, sheet, row) as number | undefined
    if (owner === undefined || !isLeft(earlier, owner)) continue
    // What the service said of the same bytes is given to the new account.
    if (owner !== found?.id || found.sha256 === built.sha256) verdicts.keep([owner])
    drop.run(owner)
  }
}

/** In a transaction: of accounts with another payload now, deletes the earlier one and what the service said of it. */
function dropPayloadsOf({ dropPayloads, dropValidations }: Parts, accounts: readonly TakenAccount[]): void {
  dropValidations.run(JSON.stringify(accounts.map(({ id }) => id)))
  dropPayloads.run(JSON.stringify(accounts.map(({ payload }) => payload)))
}

/**
 * In a transaction: deletes some of the earlier accounts without a place in the new build, and returns the position to go on
 * after. Null: that was the last of them.
 */
function dropSome(parts: Parts, batch: number, after: number, earlier: EarlierAccounts): number | null {
  const some = parts.selectSome.all(batch, after, earlier.lastId) as { id: number; position: number }[]
  for (const { id } of some) if (isLeft(earlier, id)) parts.drop.run(id)
  return some.at(-1)?.position ?? null
}
