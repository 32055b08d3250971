// What handing over and taking over share: the parts of the engine that they use, and who waits for their jobs.
import type { Removal } from '../accounts/batch-removal.ts'
import type { JobRunner } from '../jobs/runner.ts'
import type { Waves } from '../sending/waves/waves.ts'
import type { StoredBatch } from '../store/import/batches.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from '../system/clock.ts'
import { failed, type Result } from '../system/failure.ts'
import type { JobEnd } from '../jobs/kind.ts'
import type { OpeningProgress } from '../../../shared/contract/workspace.ts'
import { message } from '../../../shared/texts/message.ts'

export type HandoverParts = {
  readonly store: Store
  readonly clock: Clock
  /** The data folder. */
  readonly folder: string
  /** The program's. */
  readonly version: string
  readonly isReadOnly: boolean
  readonly jobs: () => Pick<JobRunner, 'start' | 'cancel' | 'startedOf'>
  readonly waves: () => Pick<Waves, 'cancelQueued'>
  readonly removal: () => Pick<Removal, 'begin' | 'hide' | 'show' | 'isRemoving'>
  /** Resolves when no request under way names an account of this batch. */
  readonly untilAnswered: (batch: StoredBatch) => Promise<void>
  /** There are statuses to read on this connection, and their paths are those of the connection. */
  readonly attached: (connection: number) => void
  readonly changed: (batch: number) => void
  /** How far the opening of a project file is. */
  readonly opening: (now: OpeningProgress) => void
}

/** Work of a caller who waits, by job. Nobody waits after a restart, and no passphrase is stored. */
export type Waiting<Work, Done> = Map<
  number,
  { readonly work: Work; readonly done: PromiseWithResolvers<Result<Done>> }
>

export const endedEarly = failed('workspace', 'ended_early', message('handover.ended_early'))

/** Starts a stored job for a caller, and resolves with what it did. */
export async function runFor<Work, Done>(
  { jobs }: Pick<HandoverParts, 'jobs'>,
  waiting: Waiting<Work, Done>,
  job: number,
  work: Work,
): Promise<Result<Done>> {
  const done = Promise.withResolvers<Result<Done>>()
  waiting.set(job, { work, done })
  const settle = ({ kind }: JobEnd): void => (kind === 'waits' ? undefined : done.resolve(endedEarly))
  void jobs().start(job).then(settle, done.reject)
  try {
    return await done.promise
  } finally {
    waiting.delete(job)
  }
}
