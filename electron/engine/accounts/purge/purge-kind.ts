// The job that completes a purge, when the rows of its batches are gone: kept repairs and fixes that quote cells, unused
// uploads, copies that were set aside, freed pages, backups, and accounts of the practice service. Each step may be
// repeated, so after a restart all of them run again.
import { z } from 'zod'
import { quotesValues } from '../../../../shared/fixing/rules/made.ts'
import { fix } from '../../../../shared/fixing/fix.ts'
import type { JobControl, Kinds } from '../../jobs/kind.ts'
import type { Job } from '../../store/jobs/job.ts'
import type { Store } from '../../store/store.ts'
import { type Clock, sleep } from '../../system/clock.ts'
import type { BackupScheduler } from '../../system/data-folder/backup-scheduler.ts'
import type { PracticeService } from '../../system/practice-service.ts'
import { deleteSetAside, deleteUnusedUploads } from './left-files.ts'
import { isPractice } from './purge.ts'

const purgeArguments = z.object({
  batches: z.array(z.number()),
  /** Repairs of earlier batches of the connection that were kept before this time go as well. */
  before: z.number(),
  uploadsBefore: z.number(),
})

export type PurgeKindParts = {
  readonly store: Store
  readonly clock: Clock
  /** The data folder. */
  readonly folder: string
  readonly backups: () => Pick<BackupScheduler, 'replaceAll'>
  /** Null: none runs now. */
  readonly practice: () => PracticeService | null
  readonly changed: (batch: number) => void
}

/** `lane`: that of the deletions, which come first. */
export function purgeKind(parts: PurgeKindParts, lane: () => string): Kinds {
  return { purge: { lane, run: (job, control) => complete(parts, job, control) } }
}

async function complete(parts: PurgeKindParts, job: Job, { signal }: JobControl): Promise<boolean> {
  const { store, clock, folder, backups, changed } = parts
  const { batches, before, uploadsBefore } = purgeArguments.parse(job.arguments)
  if (job.connection === null) throw new Error('A purge has a connection')
  // A deletion could not be completed: it comes first, at the next start.
  if (batches.some((batch) => store.batches.get(batch) !== null)) return false
  store.purges.dropKeptRepairs(job.connection, batches, before)
  store.purges.dropQuotingFixes(job.connection, quotingKinds)
  await deleteUnusedUploads(store, folder, uploadsBefore)
  await deleteSetAside(folder)
  if (!(await store.space.giveBack(signal, (ms) => sleep(clock, ms, signal)))) return false
  if (signal.aborted || !(await backups().replaceAll())) return false
  if (!(await forgetPractice(parts, job.connection))) return false
  store.purges.finish(batches, clock.now())
  for (const batch of batches) changed(batch)
  return true
}

const quotingKinds = fix.options.map(({ shape }) => shape.kind.value).filter(quotesValues)

/** False while the practice service does not run: it is asked when a host has started it. */
async function forgetPractice({ store, folder, practice }: PurgeKindParts, id: number): Promise<boolean> {
  const connection = store.connections.get(id)
  if (connection === null || !isPractice(connection, folder)) return true
  const service = practice()
  if (service === null) return false
  await service.forget((supplier, account) => store.purges.isPracticeAccount(id, supplier, account))
  return true
}
