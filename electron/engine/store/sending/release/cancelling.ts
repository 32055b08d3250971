// Cancels queued accounts. The decision is written first, as a job, and from then on none of the accounts is sent. The
// job runs in steps and resumes at the next start (see releasing.ts). Cancelled accounts leave their wave, and the
// next wave waits for a person.
import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import type { AccountStore } from '../../accounts/accounts.ts'
import type { Job, JobStep } from '../../jobs/job.ts'
import type { JobStore } from '../../jobs/jobs.ts'
import type { ReleasingStore } from './releasing.ts'

/** An empty supplier: all that is queued. */
const cancelArguments = z.object({ supplier: z.string() })

export type CancellingStore = ReturnType<typeof createCancellingStore>

export function createCancellingStore(
  database: Database,
  accounts: AccountStore,
  releasing: Pick<ReleasingStore, 'endAll'>,
  jobs: JobStore,
) {
  const waitForPerson = database.prepare('UPDATE wave SET may_follow = 0 WHERE batch_id = ?')
  const back = `UPDATE account SET state = 'validated', wave = NULL, counted = NULL, since = NULL, due_at = 0, tries = 0`
  const takeAll = database.prepare(
    `${back} WHERE id IN (SELECT id FROM account WHERE batch_id = @batch AND state = 'queued' LIMIT @limit)`,
  )
  const takeLane = database.prepare(
    `${back} WHERE id IN (SELECT id FROM account WHERE batch_id = @batch AND state = 'queued'
       AND ifnull(supplier, '') = @supplier LIMIT @limit)`,
  )
  const takeThese = database.prepare(
    `${back} WHERE batch_id = @batch AND state = 'queued' AND id IN (SELECT value FROM json_each(@ids))`,
  )

  return {
    /**
     * Records that all queued accounts, or those of one supplier, are cancelled, and ends an incomplete release.
     * Returns the job; the one under way if it is recorded already.
     */
    begin: database.transaction((batch: number, supplier: string, now: number): number => {
      releasing.endAll(batch, now)
      waitForPerson.run(batch)
      const known = jobs
        .ofBatch('cancel', batch)
        .find((job) => cancelArguments.parse(job.arguments).supplier === supplier)
      return known?.id ?? jobs.add({ kind: 'cancel', batch, arguments: { supplier }, createdAt: now })
    }).immediate,
    /** Cancels up to `limit` of them; in the job's transaction. */
    step(job: Job, limit: number, now: number): JobStep {
      const { batch } = job
      const { supplier } = cancelArguments.parse(job.arguments)
      const { changes } =
        supplier === '' ? takeAll.run({ batch, limit }) : takeLane.run({ batch, supplier, limit })
      const done = job.done + changes
      const isLast = changes < limit
      if (isLast && done > 0) {
        const detail = supplier === '' ? { cancelled: done } : { cancelled: done, supplier }
        accounts.addEvent(now, batch, null, 'cancelled', detail)
      }
      return { cursor: null, done, isLast }
    },
    /** Cancels those of these accounts that are queued; returns their number. */
    these: database.transaction((batch: number, ids: readonly number[], now: number): number => {
      const { changes } = takeThese.run({ batch, ids: JSON.stringify(ids) })
      if (changes === 0) return 0
      waitForPerson.run(batch)
      accounts.addEvent(now, batch, null, 'cancelled', { cancelled: changes })
      return changes
    }).immediate,
  }
}
