// Purges batches: a line of numbers remains of each, and all else goes. What is to be purged is checked and written in one
// step; jobs do the rest, after a restart as well. The deletion of a batch is that of batch-removal.ts; the job `purge`
// (purge-kind.ts) then removes what does not belong to a single batch.
import { existsSync } from 'node:fs'
import type { PurgeCandidate } from '../../../../shared/contract/purge.ts'
import type { JobRunner } from '../../jobs/runner.ts'
import { listBackups } from '../../store/database/backup/backups.ts'
import { pathsOf, type StoredBatch } from '../../store/import/batches.ts'
import type { StoredConnection } from '../../store/sending/connections.ts'
import type { Store } from '../../store/store.ts'
import type { Clock } from '../../system/clock.ts'
import { practiceFileIn, practiceName } from '../../system/practice-service.ts'
import type { Removal } from '../batch-removal.ts'
import { whyItStays } from './finished.ts'
import { setAsideIn, unusedUploads } from './left-files.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Who purges: a person, or the retention period of the connection. */
export type PurgedBy = 'person' | 'retention'

type PurgeParts = {
  readonly store: Store
  readonly clock: Clock
  readonly jobs: Pick<JobRunner, 'start'>
  readonly removal: Pick<Removal, 'begin' | 'hide' | 'isRemoving'>
  /** The data folder. */
  readonly folder: string
}

export type Purge = ReturnType<typeof createPurge>

export function createPurge(parts: PurgeParts) {
  const { store, jobs } = parts
  return {
    preview: async (connection: StoredConnection, olderThanDays: number) => ({
      batches: candidatesOf(parts, [connection.id, null], timeBefore(parts, olderThanDays)),
      keptRepairs: store.purges.keptRepairs(connection.id, timeBefore(parts, olderThanDays)),
      backups: listBackups(parts.folder).length,
      backupsOfRemoved: backupsOfRemoved(parts),
      setAside: (await setAsideIn(parts.folder)).length,
      uploads: (await unusedUploads(store, parts.folder, parts.clock.now())).length,
      practice: isPractice(connection, parts.folder),
    }),
    /** Purges these batches and what is left beside batches, as a person wants it. */
    async start(
      connection: StoredConnection,
      wanted: readonly number[],
      olderThanDays: number,
    ): Promise<Begun> {
      const isLeft = await isAnythingLeft(parts, connection.id, timeBefore(parts, olderThanDays))
      return begin(parts, connection, {
        wanted,
        before: timeBefore(parts, olderThanDays),
        by: 'person',
        isLeft,
      })
    },
    /** True if copies or uploads of the data folder are older than that. */
    areFilesDue: (connection: number, olderThanDays: number): Promise<boolean> =>
      areFilesDue(parts, connection, timeBefore(parts, olderThanDays)),
    /** Purges what a retention period ends for. `isLeft`: files are due as well. */
    keepPeriod(connection: StoredConnection, olderThanDays: number, isLeft: boolean): Begun {
      const before = timeBefore(parts, olderThanDays)
      const wanted = dueBefore(parts, connection.id, before)
      return begin(parts, connection, { wanted, before, by: 'retention', isLeft })
    },
    /** True when nothing of this purge is left to do. */
    isOver: (job: number): boolean => store.jobs.get(job) === null,
    /** Goes on with purges that could not be completed. */
    goOn(): void {
      for (const kind of ['delete_batch', 'purge'] as const)
        for (const { id } of store.jobs.ofKind(kind)) void jobs.start(id)
    },
  }
}

/** A purge removes accounts from the practice service as well. */
export function isPractice({ name }: Pick<StoredConnection, 'name'>, folder: string): boolean {
  return name === practiceName && existsSync(practiceFileIn(folder))
}

/** Nothing has changed since, in milliseconds since 1970. */
function timeBefore({ clock }: PurgeParts, olderThanDays: number): number {
  return olderThanDays === 0 ? Number.MAX_SAFE_INTEGER : clock.now() - olderThanDays * dayMs
}

/** Batches of a connection that may be purged. */
function dueBefore(parts: PurgeParts, connection: number, before: number): number[] {
  return candidatesOf(parts, [connection], before).flatMap(({ batch, stays }) =>
    stays === null ? [batch] : [],
  )
}

/** How many backups hold the data of a batch that was removed since. */
function backupsOfRemoved({ store, folder }: PurgeParts): number {
  const removedAt = store.purges.removedAt()
  return listBackups(folder).filter(({ at }) => at <= removedAt).length
}

/** `connections`: null stands for batches without one. */
function candidatesOf(
  parts: PurgeParts,
  connections: readonly (number | null)[],
  before: number,
): PurgeCandidate[] {
  const { store, removal } = parts
  return connections
    .flatMap((connection) => store.batches.idsOf(connection))
    .flatMap((id) => (removal.isRemoving(id) ? [] : (store.batches.get(id) ?? [])))
    .map((batch) => candidateOf(parts, batch, before))
}

function candidateOf({ store }: PurgeParts, batch: StoredBatch, before: number): PurgeCandidate {
  const { id, name, connectionId, supplier, createdAt } = batch
  const facts = store.purges.facts(id, store.batches.workedAt(id))
  if (facts === null) throw new Error(`There is no batch ${id}`)
  const { accounts, endings } = store.batches.countsShown(batch)
  return {
    batch: id,
    name,
    isConnected: connectionId !== null,
    supplier,
    rows: store.rows.sheets(id).reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0),
    accounts,
    endings,
    createdAt,
    unreleased: facts.unreleased,
    changedAt: facts.changedAt,
    stays: whyItStays(facts, before),
  }
}

type Begun = {
  readonly begun: number[]
  readonly stayed: PurgeCandidate[]
  /** The job that completes it; null: there was nothing to purge. */
  readonly job: number | null
}

type Asked = {
  readonly wanted: readonly number[]
  readonly before: number
  readonly by: PurgedBy
  /** There is something to remove beside batches. */
  readonly isLeft: boolean
}

/** From the check to the commit nothing else runs, so what was checked is what is purged. */
function begin(
  parts: PurgeParts,
  connection: StoredConnection,
  { wanted, before, by, isLeft }: Asked,
): Begun {
  const { store, clock, jobs, removal } = parts
  const now = clock.now()
  const chosen = new Set(wanted)
  const all = candidatesOf(parts, [connection.id, null], before).filter(({ batch }) => chosen.has(batch))
  const stayed = all.filter(({ stays }) => stays !== null)
  const going = all.filter(({ stays }) => stays === null)
  const begun = going.map(({ batch }) => batch)
  if (begun.length === 0 && !isLeft) return { begun, stayed, job: null }
  writeLines(parts, connection.id, going, now, by)
  const { deletions, job } = store.sending.together(() => ({
    deletions: going.map((one) => remove(parts, connection, one, now, by)),
    job: store.jobs.add({
      kind: 'purge',
      connection: connection.id,
      arguments: { batches: begun, before, uploadsBefore: by === 'person' ? now : now - dayMs },
      createdAt: now,
    }),
  }))
  for (const batch of begun) removal.hide(batch)
  for (const one of [...deletions, job]) void jobs.start(one)
  return { begun, stayed, job }
}

/** Anything that a purge removes beside batches. */
async function isAnythingLeft(parts: PurgeParts, connection: number, before: number): Promise<boolean> {
  const { store, clock, folder } = parts
  const files = [await setAsideIn(folder), await unusedUploads(store, folder, clock.now())].flat()
  return files.length > 0 || backupsOfRemoved(parts) > 0 || store.purges.keptRepairs(connection, before) > 0
}

/** Files whose time is over, unless a purge is removing them already. */
async function areFilesDue(parts: PurgeParts, connection: number, before: number): Promise<boolean> {
  const { store, folder } = parts
  const files = [await setAsideIn(folder, before), await unusedUploads(store, folder, before)].flat()
  return files.length > 0 && !store.jobs.ofKind('purge').some((job) => job.connection === connection)
}

/** In the audit log. A purge by a person has the line of its call as well. */
function writeLines(
  { store }: PurgeParts,
  connection: number,
  going: readonly PurgeCandidate[],
  now: number,
  by: PurgedBy,
): void {
  const who = by === 'person' ? 'operator' : 'carryover'
  if (going.length === 0 && by === 'retention')
    store.audit.add({ action: 'purge.leftFiles', batch: null, details: { connection } }, now, who)
  for (const { batch, isConnected, rows, accounts } of going) {
    const details = { ...(isConnected && { connection }), rows, accounts }
    store.audit.add({ action: 'batches.purge', batch, details }, now, who)
  }
}

/** In the caller's transaction. Returns the job that deletes its rows. */
function remove(
  { store, removal }: PurgeParts,
  connection: StoredConnection,
  { batch, name, isConnected, supplier, rows, accounts, endings, createdAt }: PurgeCandidate,
  now: number,
  by: PurgedBy,
): number {
  const files = store.batches.get(batch)?.files ?? []
  store.purges.begin({
    batch,
    name,
    supplier,
    rows,
    accounts,
    endings,
    createdAt,
    connection: isConnected ? connection.id : null,
    connectionName: isConnected ? connection.name : null,
    files: files.map(({ sha256 }) => sha256),
    begunAt: now,
    operator: by === 'person' ? store.operators.ofConnection(connection.id) : null,
  })
  return removal.begin(batch, pathsOf({ files }), true)
}
