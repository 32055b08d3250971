// Renews the status paths of a connection's accounts after its setting changed; otherwise they would be read at the
// old path forever. A job does it in pages; it begins again when the setting changes meanwhile.
import { z } from 'zod'
import { statusPath } from '../../../../shared/payload/identity.ts'
import type { SteppedKind } from '../../jobs/kind.ts'
import type { JobRunner } from '../../jobs/runner.ts'
import type { Clock } from '../../system/clock.ts'
import type { Store } from '../../store/store.ts'

const renewCursor = z.object({
  /** The setting that the pages so far were made with. */
  template: z.string().nullable(),
  /** Batches before it are complete. */
  batch: z.number(),
  /** Its accounts up to this position are complete. */
  position: z.number(),
})
type RenewCursor = z.infer<typeof renewCursor>

export type StatusPaths = ReturnType<typeof createStatusPaths>

export function createStatusPaths(options: {
  readonly store: Store
  readonly clock: Clock
  readonly jobs: Pick<JobRunner, 'start'>
}) {
  const { store, clock, jobs } = options
  return {
    /** Call when the connection's status path has changed. */
    renew(connection: number): void {
      const existingJob = store.jobs.ofKind('renew_status_paths').find((job) => job.connection === connection)
      const kind = 'renew_status_paths'
      void jobs.start(
        existingJob?.id ?? store.jobs.add({ kind, connection, arguments: {}, createdAt: clock.now() }),
      )
    },
  }
}

export function renewStatusPathsKind(options: {
  readonly store: Store
  readonly clock: Clock
  readonly changed: (batch: number) => void
  /** Called when there may be statuses to read. */
  readonly wake: (connection: number) => void
}): SteppedKind {
  const { store, clock, changed, wake } = options

  /** Null: every batch of the connection is complete. */
  const nextBatch = (connection: number | null, from: number): number | null =>
    store.batches.idsOf(connection).find((id) => id >= from) ?? null

  return {
    lane: ({ connection }) => `status paths ${connection}`,
    step(job) {
      const { connection, done } = job
      const settings = connection === null ? null : store.connections.get(connection)?.settings
      const template = settings?.statusPath ?? null
      const before = job.cursor === null ? null : renewCursor.parse(job.cursor)
      const cursor: RenewCursor =
        before === null || before.template !== template ? { template, batch: 0, position: -1 } : before
      const batch = nextBatch(connection, cursor.batch)
      if (batch === null) return { cursor, done, isLast: true }
      const after = batch === cursor.batch ? cursor.position : -1
      const page = store.processing.pathsAfter(batch, after)
      store.processing.setPaths(
        page.flatMap(({ id, path, body }) => {
          const made = template === null ? null : statusPath(template, JSON.parse(body.toString('utf8')))
          const now = made?.ok === true ? made.path : null
          return now === path ? [] : [{ id, path: now }]
        }),
        clock.now(),
      )
      const position = page.at(-1)?.position
      const next: RenewCursor =
        position === undefined ? { template, batch: batch + 1, position: -1 } : { template, batch, position }
      return { cursor: next, done: done + page.length, isLast: false }
    },
    stepped({ connection }, { cursor, isLast }) {
      const { batch, position } = renewCursor.parse(cursor)
      if (position === -1 && batch > 0) changed(batch - 1)
      if (isLast && connection !== null) wake(connection)
    },
  }
}
