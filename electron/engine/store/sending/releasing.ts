// Releases a wave. The decision is written first and carried out in pieces, so that the window's thread is never
// blocked for long. After a crash the next start continues the release instead of reverting it, because some of its
// accounts may have been sent. That alone sends nothing: an unclean end pauses the connection of an incomplete
// release.
import { type Database, SqliteError } from 'better-sqlite3'
import { z } from 'zod'
import type { Environment } from '../../../../shared/sending/connection.ts'
import type { PlacedProblem } from '../accounts/account-problems.ts'
import type { Account } from '../accounts/account-row.ts'
import type { AccountStore } from '../accounts/accounts.ts'
import type { Other, SameServiceStore } from './same-service.ts'

export type NewWave = {
  readonly batch: number
  /** Null: all validated accounts. */
  readonly size: number | null
  readonly byPerson: boolean
  readonly now: number
}

export type Release = {
  readonly batch: number
  readonly wave: number
  readonly connection: number
}

/** Progress of a release. */
export type Released = {
  readonly released: number
  /** Left out: another batch has them in progress, or created them. */
  readonly elsewhere: number
  readonly whole: boolean
}

/** A postponed account is checked again after this time. */
const aMinute = 60_000

const progress = z.object({
  size: z.number().nullable(),
  result: z.number().nullable(),
  released: z.number(),
  elsewhere: z.number(),
})
type Candidate = {
  readonly id: number
  readonly position: number
  readonly identity: string | null
  readonly doubt: number
  readonly free: number
}

type Ended = {
  readonly wave: number
  readonly size: number | null
  readonly released: number
  readonly elsewhere: number
}

export type ReleasingStore = ReturnType<typeof createReleasingStore>

export function createReleasingStore(
  database: Database,
  accounts: AccountStore,
  services: SameServiceStore,
  environmentOf: (connection: number) => Environment | undefined,
) {
  const selectConnection = database.prepare('SELECT connection_id FROM batch WHERE id = ?').pluck()
  const selectNextNumber = database
    .prepare('SELECT ifnull(max(number), 0) + 1 FROM wave WHERE batch_id = ?')
    .pluck()
  const insertWave = database.prepare(
    `INSERT INTO wave (batch_id, number, size, released_at, by_person, environment, result)
     VALUES (@batch, @number, @size, @now, @byPerson, @environment, -1)`,
  )
  const selectProgress = database.prepare(
    'SELECT size, result, released, elsewhere FROM wave WHERE batch_id = ? AND number = ?',
  )
  const updateProgress = database.prepare(
    `UPDATE wave SET result = @result, released = @released, elsewhere = @elsewhere
     WHERE batch_id = @batch AND number = @wave`,
  )
  const deleteWave = database.prepare('DELETE FROM wave WHERE batch_id = ? AND number = ?')
  const selectCandidates = database.prepare(
    `SELECT id, position, identity, doubt,
       held_reason IS NULL AND dirty IS NULL AND validated_payload_id IS NOT NULL AND validated_payload_id = payload_id AS free
     FROM account INDEXED BY account_validated WHERE batch_id = ? AND state = 'validated' AND position > ?
     ORDER BY position LIMIT ?`,
  )
  const queued = 'wave = @wave, counted = NULL, due_at = @now, since = @now, tries = 0, not_found_at = NULL'
  const queue = database.prepare(
    `UPDATE account SET state = @to, doubt = @doubt, ${queued} WHERE id = @id AND state = 'validated'`,
  )
  // A bulk statement takes a third of the time of single ones.
  const queueAll = database.prepare(
    `UPDATE account SET state = 'queued', ${queued}
     WHERE state = 'validated' AND id IN (SELECT value FROM json_each(@ids))`,
  )
  const selectUnfinished = database.prepare(
    `SELECT w.batch_id AS batch, w.number AS wave, b.connection_id AS connection FROM wave w
     JOIN batch b ON b.id = w.batch_id WHERE w.result IS NOT NULL AND b.connection_id IS NOT NULL ORDER BY 1, 2`,
  )
  const endReleases = database.prepare(
    `UPDATE wave SET result = NULL WHERE batch_id = ? AND result IS NOT NULL RETURNING number AS wave, size, released, elsewhere`,
  )
  const selectWaiting = database.prepare(
    `SELECT DISTINCT a.id, a.identity FROM problem p JOIN account a ON a.id = p.account_id
     WHERE p.batch_id = ? AND p.code = 'on_its_way_elsewhere' AND a.state = 'invalid' LIMIT ?`,
  )

  function leaveOut(account: number, batch: number, other: Other, now: number): void {
    const row = accounts.rowsOf(account)[0] ?? null
    const problem = (code: string, message: string): PlacedProblem => ({
      source: 'local',
      attr: null,
      code,
      message,
      place: { kind: 'account', row },
    })
    if (other.what === 'on_its_way') {
      accounts.move(account, 'validated', 'invalid')
      const message = `The same account is on its way in batch ${other.batch}. Wait until it is done there, or leave it out here.`
      // In addition to those that were left to the service.
      accounts.addProblems(account, batch, [problem('on_its_way_elsewhere', message)])
      return
    }
    accounts.move(account, 'validated', 'done', {
      outcome: 'already_there',
      done_at: now,
      platform_identifier: other.platformIdentifier,
      existing_account_id: other.existingAccountId,
      service_status: other.serviceStatus,
      service_event: other.serviceEvent,
      wanted: 0,
    })
    const message =
      other.what === 'created'
        ? `Batch ${other.batch} of this workspace created it, so it was not sent again.`
        : `Batch ${other.batch} of this workspace sent it and the platform has it, so it was not sent again. Whether that batch or somebody else made it is not certain.`
    accounts.replaceProblems(account, batch, 'create', [
      { ...problem('created_in_another_batch', message), source: 'create' },
    ])
    accounts.addEvent(now, batch, account, 'already_there', { batch: other.batch })
  }

  function tellWhole(batch: number, ended: Ended, now: number): void {
    accounts.addEvent(now, batch, null, 'released', ended)
    // A wave without accounts is not created.
    if (ended.released === 0) deleteWave.run(batch, ended.wave)
  }

  /** Does nothing and returns false if two of them are one account to the service: the table refuses it. */
  function queueTogether(ids: readonly number[], wave: number, now: number): boolean {
    try {
      queueAll.run({ ids: JSON.stringify(ids), wave, now })
      return true
    } catch (error) {
      if (error instanceof SqliteError && error.code === 'SQLITE_CONSTRAINT_UNIQUE') return false
      throw error
    }
  }

  /** Continues a release by at most `limit` validated accounts. */
  const releasePiece = database.transaction((release: Release, limit: number, now: number): Released => {
    const { batch, wave, connection } = release
    const row = selectProgress.get(batch, wave)
    if (row === undefined) return { released: 0, elsewhere: 0, whole: true }
    const before = progress.parse(row)
    let { released, elsewhere } = before
    if (before.result === null) return { released, elsewhere, whole: true }
    const left = before.size === null ? limit : Math.min(limit, before.size - released)
    const candidates = selectCandidates.all(batch, before.result, left) as Candidate[]
    const connections = services.connections(connection)
    const free = candidates.filter((candidate) => candidate.free === 1)
    const alone = services.alone(connections, free)
    const atOnce = free.filter(({ id, doubt }) => doubt === 0 && alone.has(id)).map(({ id }) => id)
    const isQueued = new Set(queueTogether(atOnce, wave, now) ? atOnce : [])
    released += isQueued.size
    for (const { id, identity, doubt } of free) {
      if (isQueued.has(id)) continue
      const other = identity === null ? null : services.other(connections, identity, id)
      if (other !== null) {
        leaveOut(id, batch, other, now)
        elsewhere += 1
        continue
      }
      // Accounts that may have been sent since a restored backup, from this batch or another, are looked up before
      // they are sent.
      const isInDoubt = doubt === 1 || (identity !== null && services.isInDoubt(connections, identity, id))
      queue.run({ id, to: isInDoubt ? 'unconfirmed' : 'queued', doubt: isInDoubt ? 1 : 0, wave, now })
      released += 1
    }
    const whole = candidates.length < left || (before.size !== null && released >= before.size)
    const result = whole ? null : (candidates.at(-1)?.position ?? null)
    updateProgress.run({ batch, wave, result, released, elsewhere })
    if (whole) tellWhole(batch, { wave, size: before.size, released, elsewhere }, now)
    return { released, elsewhere, whole }
  }).immediate

  /** False if no other connection to the same service has it: its address was changed since it was released. */
  function isDeferredForOther(account: Account, now: number): boolean {
    const { id, identity, connection_id: connection } = account
    if (identity === null || connection === null) return false
    const other = services.withDuplicate(connection, identity)
    if (other === null) return false
    if (other.what === 'on_its_way') {
      accounts.defer(id, 'queued', now + aMinute)
      return true
    }
    accounts.move(id, 'queued', 'validated', { wave: null, counted: null })
    leaveOut(id, account.batch_id, other, now)
    return true
  }

  return {
    isDeferredForOther,
    /** Records the decision; the pieces follow. */
    begin: database.transaction(({ batch, size, byPerson, now }: NewWave): number => {
      const number = selectNextNumber.get(batch) as number
      const connection = selectConnection.get(batch) as number | null
      const environment = connection === null ? null : (environmentOf(connection) ?? null)
      insertWave.run({ batch, number, size, now, byPerson: byPerson ? 1 : 0, environment })
      return number
    }).immediate,
    releasePiece,
    /** Recorded and unfinished releases. */
    unfinished(): Release[] {
      return selectUnfinished.all() as Release[]
    },

    /** Ends unfinished releases in their current state. */
    endAll(batch: number, now: number): void {
      for (const ended of endReleases.all(batch) as Ended[]) tellWhole(batch, ended, now)
    },

    /**
     * Makes accounts ready again that waited for another batch which no longer has them in progress. If the account
     * exists there, their next release reports it. Returns their number.
     */
    freeWaiting: database.transaction((batch: number, connection: number, limit: number): number => {
      const connections = services.connections(connection)
      let freed = 0
      for (const { id, identity } of selectWaiting.all(batch, limit) as {
        id: number
        identity: string | null
      }[]) {
        const other = identity === null ? null : services.other(connections, identity, id)
        if (other?.what === 'on_its_way') continue
        accounts.dropProblemsOf(id, 'on_its_way_elsewhere')
        accounts.freeIfSound(id)
        freed += 1
      }
      return freed
    }).immediate,
  }
}
