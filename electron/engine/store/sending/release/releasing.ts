// Releases a wave. The decision is written first, as a job, and carried out in steps, so that the window's thread is
// never blocked for long. After a crash the next start continues the release instead of reverting it, because some of
// its accounts may have been sent. That alone sends nothing: an unclean end pauses the connection of an incomplete
// release.
import { operatorNow } from '../../operator.ts'
import { type Database, SqliteError } from 'better-sqlite3'
import { z } from 'zod'
import type { Environment } from '../../../../../shared/sending/connection.ts'
import type { AccountStore } from '../../accounts/accounts.ts'
import type { Job, JobStep } from '../../jobs/job.ts'
import type { JobStore } from '../../jobs/jobs.ts'
import { isDeferredForOther, leaveOut } from './leave-out.ts'
import type { SameServiceStore } from './same-service.ts'
import { bindOperations, immediateTransaction } from '../../operations.ts'

export type NewWave = {
  readonly batch: number
  /** Null: all validated accounts. */
  readonly size: number | null
  readonly byPerson: boolean
  readonly now: number
}

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
  return bindOperations(prepareReleasing(database, accounts, services, jobs, environmentOf), {
    begin: beginRelease,
    step: stepRelease,
    endAll,
    freeWaiting,
    isDeferredForOther,
  })
}

type ReleasingParts = ReturnType<typeof prepareReleasing>

function prepareReleasing(
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
    `INSERT INTO wave (batch_id, number, size, released_at, by_person, operator, environment)
     VALUES (@batch, @number, @size, @now, @byPerson, iif(@byPerson = 1, ${operatorNow('@batch')}, ''), @environment)`,
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
  const inTransaction = immediateTransaction(database)
  return {
    selectConnection,
    selectNextNumber,
    insertWave,
    deleteWave,
    selectCandidates,
    queueAll,
    forgetNotFound,
    selectWaiting,
    accounts,
    services,
    jobs,
    environmentOf,
    inTransaction,
  }
}

function endRelease(parts: ReleasingParts, batch: number, ended: Ended, now: number): void {
  parts.accounts.addEvent(now, batch, null, 'released', ended)
  // A wave without accounts is not created.
  if (ended.released === 0) parts.deleteWave.run(batch, ended.wave)
}

/** Does nothing and returns false if two of them are one account to the service: the table refuses it. */
function queueAtOnce(parts: ReleasingParts, ids: readonly number[], wave: number, now: number): boolean {
  try {
    parts.queueAll.run({ ids: JSON.stringify(ids), wave, now })
    parts.forgetNotFound.run({ ids: JSON.stringify(ids) })
    return true
  } catch (error) {
    if (error instanceof SqliteError && error.code === 'SQLITE_CONSTRAINT_UNIQUE') return false
    throw error
  }
}

/** Queues one account, or leaves it out and returns false if another account with its identity prevents sending. */
function releaseOne(
  parts: ReleasingParts,
  { id, identity, doubt }: Candidate,
  to: {
    readonly batch: number
    readonly connections: readonly number[]
    readonly wave: number
    readonly now: number
  },
): boolean {
  const { batch, connections, wave, now } = to
  const other = identity === null ? null : parts.services.other(connections, identity, id)
  if (other !== null) {
    leaveOut(parts.accounts, id, batch, other, now)
    return false
  }
  // Accounts that may have been sent since a restored backup, from this batch or another, are looked up before
  // they are sent.
  const isInDoubt = doubt === 1 || (identity !== null && parts.services.isInDoubt(connections, identity, id))
  parts.accounts.move(id, 'validated', isInDoubt ? 'unconfirmed' : 'queued', {
    wave,
    counted: null,
    due_at: now,
    since: now,
    tries: 0,
    not_found_at: null,
    doubt: isInDoubt ? 1 : 0,
  })
  return true
}

/** Continues a release by at most `limit` validated accounts; in the job's transaction. */
function stepRelease(parts: ReleasingParts, job: Job, limit: number, now: number): JobStep {
  const { wave, size } = releaseArguments.parse(job.arguments)
  const { batch, connection } = ofRelease(job)
  const before = releasedSoFar(job.cursor)
  let { released, elsewhere } = before
  const left = size === null ? limit : Math.min(limit, size - released)
  const candidates = parts.selectCandidates.all(batch, before.position, left) as Candidate[]
  const connections = parts.services.connections(connection)
  const free = candidates.filter((candidate) => candidate.free === 1)
  const alone = parts.services.alone(connections, free)
  const atOnce = free.filter(({ id, doubt }) => doubt === 0 && alone.has(id)).map(({ id }) => id)
  const isQueued = new Set(queueAtOnce(parts, atOnce, wave, now) ? atOnce : [])
  released += isQueued.size
  for (const candidate of free) {
    if (isQueued.has(candidate.id)) continue
    if (releaseOne(parts, candidate, { batch, connections, wave, now })) released += 1
    else elsewhere += 1
  }
  const isLast = candidates.length < left || (size !== null && released >= size)
  const position = candidates.at(-1)?.position ?? before.position
  if (isLast) endRelease(parts, batch, { wave, size, released, elsewhere }, now)
  return { cursor: { position, released, elsewhere } satisfies ReleaseCursor, done: released, isLast }
}

/** Records the decision; the job carries it out. */
function beginRelease(
  parts: ReleasingParts,
  { batch, size, byPerson, now }: NewWave,
): { wave: number; job: number } {
  return parts.inTransaction(() => {
    const number = parts.selectNextNumber.get(batch) as number
    const connection = parts.selectConnection.get(batch) as number | null
    const environment = connection === null ? null : (parts.environmentOf(connection) ?? null)
    parts.insertWave.run({ batch, number, size, now, byPerson: byPerson ? 1 : 0, environment })
    const job = parts.jobs.add({
      kind: 'release',
      batch,
      connection,
      arguments: { wave: number, size },
      total: size,
      createdAt: now,
    })
    return { wave: number, job }
  })
}

/** Ends unfinished releases in their current state. */
function endAll(parts: ReleasingParts, batch: number, now: number): void {
  for (const job of parts.jobs.ofBatch('release', batch)) {
    parts.jobs.remove(job.id)
    const { released, elsewhere } = releasedSoFar(job.cursor)
    endRelease(parts, batch, { ...releaseArguments.parse(job.arguments), released, elsewhere }, now)
  }
}

/**
 * Makes accounts ready again that waited for another batch which no longer has them in progress. If the account
 * exists there, their next release reports it. Returns their number.
 */
function freeWaiting(parts: ReleasingParts, batch: number, connection: number, limit: number): number {
  return parts.inTransaction(() => {
    const connections = parts.services.connections(connection)
    let freed = 0
    for (const { id, identity } of parts.selectWaiting.all(batch, limit) as {
      id: number
      identity: string | null
    }[]) {
      const other = identity === null ? null : parts.services.other(connections, identity, id)
      if (other?.what === 'on_its_way') continue
      parts.accounts.dropProblemsOf(id, 'on_its_way_elsewhere')
      parts.accounts.freeIfSound(id)
      freed += 1
    }
    return freed
  })
}

function ofRelease({ batch, connection }: Job): { readonly batch: number; readonly connection: number } {
  if (batch === null || connection === null) throw new Error('A release has a batch and a connection')
  return { batch, connection }
}
