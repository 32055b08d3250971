// Doubt: accounts that may have been sent without a record in this database. They are read from the service before
// they are sent. A restored backup, a copied folder and a database that lost commits are all handled this way.
import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import type { JournalPosition } from './attempt-journal.ts'
import type { JournalBreak, JournalFound } from './journal-check.ts'
import { readSetting, writeSetting } from '../../database/settings.ts'

/** For this long, accounts of files that are loaded again are in doubt too, if nothing shows which were sent. */
const newFilesInDoubt = 30 * 24 * 60 * 60_000

/** The last attempt that the database knows, by the attempt journal. */
export const positionSetting = 'attempt_journal'
/** Time until which new batches are in doubt, in milliseconds since 1970. */
export const newInDoubtSetting = 'new_in_doubt_until'

/** Result of a start; null: the database knows every attempt. */
export type Doubted = {
  readonly broken: JournalBreak | null
  /** Number of attempts in the journal that the database lacked. */
  readonly missed: number
  /** Milliseconds since 1970; null if it is known which accounts were sent. */
  readonly newFilesUntil: number | null
}

const keptPosition = z.object({ epoch: z.string(), number: z.number(), key: z.string() })

/** The last attempt known to the database, and the key of the journal's hashes. */
export function readPosition(
  database: Database,
): { readonly position: JournalPosition; readonly key: Buffer } | null {
  const text = readSetting(database, positionSetting)
  if (text === null) return null
  const { key, ...position } = keptPosition.parse(JSON.parse(text))
  return { position, key: Buffer.from(key, 'hex') }
}

/** Prepared once, because it is written with every commit of intents. */
export function positionWriter(database: Database): (position: JournalPosition) => void {
  const update = database.prepare(
    `UPDATE setting SET value = json_set(value, '$.epoch', @epoch, '$.number', @number) WHERE name = '${positionSetting}'`,
  )
  return (position) => void update.run(position)
}

/** Stores the result of the comparison together with the journal's current position. */
export function keepFound(
  database: Database,
  found: Pick<JournalFound, 'missed' | 'broken'>,
  journal: { readonly position: JournalPosition; readonly key: Buffer },
  now: number,
): Doubted | null {
  const { missed, broken } = found
  const until = broken === null ? null : now + newFilesInDoubt
  database.transaction(() => {
    const insert = database.prepare('INSERT OR IGNORE INTO missed_attempt VALUES (?)')
    for (const account of missed) insert.run(account)
    if (until !== null) putAllInDoubt(database, now, until)
    const { position, key } = journal
    writeSetting(database, positionSetting, JSON.stringify({ ...position, key: key.toString('hex') }))
  })()
  return broken === null && missed.length === 0
    ? null
    : { broken, missed: missed.length, newFilesUntil: until }
}

/**
 * Marks every account that the database does not know as created, because it may have been sent since. Runs in the
 * caller's transaction. `newFilesUntil`: left out if the journal knows which accounts of files not loaded here were
 * sent.
 */
export function putAllInDoubt(database: Database, now: number, newFilesUntil?: number): void {
  database.prepare('UPDATE batch SET in_doubt = 1').run()
  database
    .prepare("INSERT OR IGNORE INTO doubt SELECT id, batch_id FROM account WHERE outcome IS NOT 'created'")
    .run()
  database
    .prepare(
      `UPDATE service_answer SET not_found_at = NULL WHERE not_found_at IS NOT NULL AND account_id IN
         (SELECT id FROM account WHERE state IN ('queued','sending','unconfirmed','processing'))`,
    )
    .run()
  database
    .prepare(
      `UPDATE account SET state = 'unconfirmed', due_at = 0, tries = 0
       WHERE state IN ('queued','sending','unconfirmed','processing')`,
    )
    .run()
  database
    .prepare("UPDATE attempt SET ended_at = ?, class = 'unknown', code = 'restored' WHERE ended_at IS NULL")
    .run(now)
  writeSetting(database, 'ended_cleanly', 'no')
  if (newFilesUntil !== undefined) writeSetting(database, newInDoubtSetting, String(newFilesUntil))
}

/** For a copied folder: accounts that its original has sent since are unknown here. */
export function putCopyInDoubt(database: Database, now: number): void {
  putAllInDoubt(database, now, now + newFilesInDoubt)
}
