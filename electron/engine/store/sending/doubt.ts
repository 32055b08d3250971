// Marks accounts that may have been sent without this database knowing; their status is read before anything is sent.
// A restored backup, a copied folder and a database that lost commits are treated alike.
import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import type { JournalPosition } from './attempt-journal.ts'
import type { JournalBreak, JournalFound } from './journal-check.ts'
import { readSetting, writeSetting } from '../database/settings.ts'

/** For so long, accounts of files that are loaded again are in doubt as well, where nothing tells which were sent. */
const newFilesInDoubt = 30 * 24 * 60 * 60_000

const positionSetting = 'attempt_journal'
/** Until when the batches that are made are in doubt, in milliseconds since 1970. */
export const newInDoubtSetting = 'new_in_doubt_until'

/** What a start found; null: the database knows of every attempt. */
export type Doubted = {
  readonly broken: JournalBreak | null
  /** Attempts that the journal has and the database lacked. */
  readonly missed: number
  /** Milliseconds since 1970; null where it is known which accounts were sent. */
  readonly newFilesUntil: number | null
}

const keptPosition = z.object({ epoch: z.string(), number: z.number(), key: z.string() })

/** The last attempt that the database knows of, and the key of the journal's hashes. */
export function readPosition(
  database: Database,
): { readonly position: JournalPosition; readonly key: Buffer } | null {
  const text = readSetting(database, positionSetting)
  if (text === null) return null
  const { key, ...position } = keptPosition.parse(JSON.parse(text))
  return { position, key: Buffer.from(key, 'hex') }
}

/** Prepared once: it is written with every commit of intents. */
export function positionWriter(database: Database): (position: JournalPosition) => void {
  const update = database.prepare(
    `UPDATE setting SET value = json_set(value, '$.epoch', @epoch, '$.number', @number) WHERE name = '${positionSetting}'`,
  )
  return (position) => void update.run(position)
}

/** Keeps what the comparison came to, together with where the journal stands now. */
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
 * Every account that was not created by what the database knows may have been sent since. In a transaction of the caller.
 * `newFilesUntil`: left out where the journal tells which accounts of files that are not here were sent.
 */
export function putAllInDoubt(database: Database, now: number, newFilesUntil?: number): void {
  database.prepare('UPDATE batch SET in_doubt = 1').run()
  database.prepare("UPDATE account SET doubt = 1 WHERE outcome IS NOT 'created'").run()
  database
    .prepare(
      `UPDATE account SET state = 'unconfirmed', due_at = 0, tries = 0, not_found_at = NULL
       WHERE state IN ('queued','sending','unconfirmed','processing')`,
    )
    .run()
  database
    .prepare("UPDATE attempt SET ended_at = ?, class = 'unknown', code = 'restored' WHERE ended_at IS NULL")
    .run(now)
  writeSetting(database, 'ended_cleanly', 'no')
  if (newFilesUntil !== undefined) writeSetting(database, newInDoubtSetting, String(newFilesUntil))
}

/** For a folder that is a copy: what its original has sent since is not known here. */
export function putCopyInDoubt(database: Database, now: number): void {
  putAllInDoubt(database, now, now + newFilesInDoubt)
}
