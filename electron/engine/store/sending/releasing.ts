// Releases a wave. The decision is written first, as a job, and carried out in steps, so that the window's thread is
// never blocked for long. After a crash the next start continues the release instead of reverting it, because some of its
// accounts may have been sent. That alone sends nothing: an unclean end pauses the connection of an incomplete
// release.
import { type Database, SqliteError } from 'better-sqlite3'
import { z } from 'zod'
import type { Environment } from '../../../../shared/sending/connection.ts'
import type { PlacedProblem } from '../accounts/account-problems.ts'
import type { Account } from '../accounts/account-row.ts'
import type { AccountStore } from '../accounts/accounts.ts'
import type { Job, JobStep } from '../jobs/job.ts'
import type { JobStore } from '../jobs/jobs.ts'
import type { Other, SameServiceStore } from './same-service.ts'

export type NewWave = {
  readonly batch: number
  /** Null: all validated accounts. */
  readonly size: number | null
  readonly byPerson: boolean
  readonly now: number
}

/** A postponed account is checked again after this time. */
const aMinute = 60_000

const releaseArguments = z.object({
  wave: z.number(),
  /** Null: all validated accounts. */
  size: z.number().nullable(),
})
const releaseCursor = z.object({
  /** Accounts up to this position were looked at. */
  position: z.number(),
  released: z.number(),
  /** Left out: another batch has them in progress, or created them. */
  elsewhere: z.number(),
})
/** Progress of a release. */
export type ReleaseCursor = z.infer<typeof releaseCursor>
const atStart: ReleaseCursor = { position: -1, released: 0, elsewhere: 0 }

/** Progress of a release from the job's cursor. */
export function releasedSoFar(cursor: unknown): ReleaseCursor {
  return cursor === null ? atStart : releaseCursor.parse(cursor)
}

type Candidate = {
  readonly id: number
  readonly position: number
  readonly identity: string | null
  readonly doubt: number
  readonly free: number
}

type Ended = Omit<ReleaseCursor, 'position'> & { readonly wave: number; readonly size: number | null }

export type ReleasingStore = ReturnType<typeof createReleasingStore>

export function createReleasingStore(
  database: Database,
  accounts: AccountStore,
  services: SameServiceStore,
  jobs: JobStore,
  environmentOf: (connection: number) => Environment | undefined,
) {
  const selectConnection = database.prepare('SELECT connection_id FROM batch WHERE id = ?').pluck()
  const selectNextNumber = database
    .prepare('SELECT ifnull(max(number), 0) + 1 FROM wave WHERE batch_id = ?')
    .pluck()
  const insertWave = database.prepare(
    `INSERT INTO wave (batch_id, number, size, released_at, by_person, environment)
     VALUES (@batch, @number, @size, @now, @byPerson, @environment)`,
  )
  const deleteWave = database.prepare('DELETE FROM wave WHERE batch_id = ? AND number = ?')
  const selectCandidates = database.prepare(
    `SELECT id, position, identity, EXISTS (SELECT 1 FROM doubt d WHERE d.account_id = id) AS doubt,
       held_reason IS NULL AND dirty IS NULL AND ifnull((SELECT v.verdict FROM validation v
         WHERE v.account_id = account.id AND v.payload_id = account.payload_id ORDER BY v.id DESC LIMIT 1), '') = 'validated' AS free
     FROM account INDEXED BY account_validated WHERE batch_id = ? AND state = 'validated' AND position > ?
     ORDER BY position LIMIT ?`,
  )
  const queued = 'wave = @wave, counted = NULL, due_at = @now, since = @now, tries = 0'
  // A bulk statement takes a third of the time of single ones.
  const queueAll = database.prepare(
    `UPDATE account SET state = 'queued', ${queued}
     WHERE state = 'validated' AND id IN (SELECT value FROM json_each(@ids))`,
  )
  // What the service said of an earlier process says nothing about the next one.
  const forgetNotFound = database.prepare(
    `UPDATE service_answer SET not_found_at = NULL
     WHERE not_found_at IS NOT NULL AND account_id IN (SELECT value FROM json_each(@ids))`,
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
      since: now,
      platform_identifier: other.platformIdentifier,
      existing_account_id: other.existingAccountId,
      service_status: other.serviceStatus,
      service_event: other.serviceEvent,
      validation: 'none',
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
      forgetNotFound.run({ ids: JSON.stringify(ids) })
      return true
    } catch (error) {
      if (error instanceof SqliteError && error.code === 'SQLITE_CONSTRAINT_UNIQUE') return false
      throw error
    }
  }

  /** Continues a release by at most `limit` validated accounts; in the job's transaction. */
  function step(job: Job, limit: number, now: number): JobStep {
    const { wave, size } = releaseArguments.parse(job.arguments)
    const { batch, connection } = ofRelease(job)
    const before = releasedSoFar(job.cursor)
    let { released, elsewhere } = before
    const left = size === null ? limit : Math.min(limit, size - released)
    const candidates = selectCandidates.all(batch, before.position, left) as Candidate[]
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
      accounts.move(id, 'validated', isInDoubt ? 'unconfirmed' : 'queued', {
        wave,
        counted: null,
        due_at: now,
        since: now,
        tries: 0,
        not_found_at: null,
        doubt: isInDoubt ? 1 : 0,
      })
      released += 1
    }
    const isLast = candidates.length < left || (size !== null && released >= size)
    const position = candidates.at(-1)?.position ?? before.position
    if (isLast) tellWhole(batch, { wave, size, released, elsewhere }, now)
    return { cursor: { position, released, elsewhere } satisfies ReleaseCursor, done: released, isLast }
  }

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
    /** Records the decision; the job carries it out. */
    begin: database.transaction(({ batch, size, byPerson, now }: NewWave): { wave: number; job: number } => {
      const number = selectNextNumber.get(batch) as number
      const connection = selectConnection.get(batch) as number | null
      const environment = connection === null ? null : (environmentOf(connection) ?? null)
      insertWave.run({ batch, number, size, now, byPerson: byPerson ? 1 : 0, environment })
      const job = jobs.add({
        kind: 'release',
        batch,
        connection,
        arguments: { wave: number, size },
        total: size,
        createdAt: now,
      })
      return { wave: number, job }
    }).immediate,
    step,

    /** Ends unfinished releases in their current state. */
    endAll(batch: number, now: number): void {
      for (const job of jobs.ofBatch('release', batch)) {
        jobs.remove(job.id)
        const { released, elsewhere } = releasedSoFar(job.cursor)
        tellWhole(batch, { ...releaseArguments.parse(job.arguments), released, elsewhere }, now)
      }
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

function ofRelease({ batch, connection }: Job): { readonly batch: number; readonly connection: number } {
  if (batch === null || connection === null) throw new Error('A release has a batch and a connection')
  return { batch, connection }
}
