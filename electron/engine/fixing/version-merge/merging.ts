// Merges a newer version of a file. The repairs of the earlier version are applied as one edit; the same transaction
// stores the request and adds the job that reconciles the accounts of both batches (jobs/merge.ts), so a kill leaves
// all of it or nothing. Afterwards the newer batch follows the accounts that are still on their way in the earlier
// one, whenever either batch changes.
import type { Clock } from '../../system/clock.ts'
import type { Editing } from '../../accounts/editing.ts'
import { failed, type Result, success } from '../../system/failure.ts'
import type { EventBus } from '../../system/event-bus.ts'
import type { JobRunner } from '../../jobs/runner.ts'
import type { StoredBatch } from '../../store/import/batches.ts'
import type { Store } from '../../store/store.ts'
import { compareVersions, stampOf } from './comparing.ts'
import { layRepairs } from './lay-repairs.ts'
import { addMergeEvents } from './merge-parts.ts'
import { message } from '../../../../shared/texts/create-message.ts'

export type MergeInput = { readonly holdGone: boolean }
export type Versions = ReturnType<typeof createVersions>

type VersionOptions = {
  readonly store: Store
  readonly clock: Clock
  readonly editing: Editing
  readonly jobs: Pick<JobRunner, 'start' | 'whenFinished'>
  readonly changed: (batch: number) => void
  /** Does work that nobody waits for, as soon as the disk takes writes. */
  readonly aside: (work: () => Promise<void>) => Promise<void>
}

type VersionParts = VersionOptions & {
  readonly ending: AbortController
  /** Comparisons that a merge waits for. */
  readonly comparing: Set<Promise<unknown>>
}

export function createVersions(options: VersionOptions) {
  const parts: VersionParts = { ...options, ending: new AbortController(), comparing: new Set() }
  const { store, clock } = options
  return {
    /** Listens to the engine's own events, which report a batch at most ten times a second. */
    async followEventBus(eventBus: EventBus): Promise<void> {
      for await (const event of eventBus.listen(parts.ending.signal))
        if (event.kind === 'batch') batchChanged(parts, event.batch)
    },
    /** Compares, and reports progress. */
    compare: (batch: StoredBatch, earlier: StoredBatch, signal: AbortSignal) =>
      compareVersions({ store, now: clock.now }, batch, earlier, signal),
    /** Begins the merge and returns once it is running; `merged_at` reports its end. */
    merge: (batch: StoredBatch, earlier: StoredBatch, input: MergeInput): Promise<Result<void>> =>
      merge(parts, batch, earlier, input),
    /** Reverts the merge, if there was one; the repairs stay as an edit. */
    undo: (batch: number): Promise<Result<void>> => undo(parts, batch),
    /** At start: accounts may have ended since the last run looked. */
    resume(): void {
      for (const batch of store.versions.merged()) batchChanged(parts, batch)
    },
    async stop(): Promise<void> {
      parts.ending.abort()
      await Promise.allSettled(parts.comparing)
    },
  }
}

async function merge(
  parts: VersionParts,
  batch: StoredBatch,
  earlier: StoredBatch,
  input: MergeInput,
): Promise<Result<void>> {
  const { store, jobs } = parts
  // What an earlier merge changed is reverted first.
  for (const { id } of store.jobs.ofBatch('revert_merge', batch.id)) await jobs.whenFinished(id)
  await compareAgain(parts, batch, earlier)
  const compared = store.versionLines.comparison(batch.id)
  const areOpen = [batch, earlier].every(({ id }) => store.batches.get(id)?.stage === 'open')
  if (compared === null || !areOpen || parts.ending.signal.aborted)
    return failed('workspace', 'not_compared', message('versions.could_not_compare'))
  // Another call has begun it meanwhile.
  if (store.versions.of(batch.id).merge !== null) return success(undefined)
  const open = store.versionLines.count(batch.id, compared.first, 'conflicts', true)
  if (open > 0) return openConflicts(open)
  return begin(parts, batch, input)
}

async function compareAgain(parts: VersionParts, batch: StoredBatch, earlier: StoredBatch): Promise<void> {
  const { store, clock, comparing, ending } = parts
  if (store.versionLines.comparison(batch.id)?.stamp === stampOf(store, batch, earlier)) return
  const compare = async (): Promise<void> => {
    for await (const _ of compareVersions({ store, now: clock.now }, batch, earlier, ending.signal)) continue
  }
  const underWay = compare()
  comparing.add(underWay)
  await underWay.finally(() => comparing.delete(underWay))
}

/** Applies the repairs, stores the request and adds the job, as one transaction. */
function begin(parts: VersionParts, batch: StoredBatch, { holdGone }: MergeInput): Result<void> {
  const { store, clock, jobs } = parts
  let job = 0
  const { number } = store.versions.of(batch.id)
  const laid = layRepairs(parts, batch, number, () => {
    store.versions.setMerge(batch.id, { holdGone }, null)
    job = store.versions.addMergeJob(batch.id, clock.now())
  })
  if (!laid.ok) return laid
  void jobs.start(job)
  parts.changed(batch.id)
  return success(undefined)
}

/** A batch changed: merges of its versions that wait may go on, and accounts that wait may follow. */
function batchChanged(parts: VersionParts, changed: number): void {
  const { store, jobs, aside, ending } = parts
  if (ending.signal.aborted) return
  for (const batch of store.versions.toFollow(changed)) {
    const merging = store.jobs.ofBatch('merge', batch)
    for (const { id } of merging) void jobs.start(id)
    if (merging.length === 0) void aside(async () => followAccounts(parts, batch))
  }
}

function followAccounts({ store, clock, jobs }: VersionParts, batch: number): void {
  const isOpen = store.batches.get(batch)?.stage === 'open'
  if (!isOpen || store.versionMarks.over(batch, 1).length === 0) return
  const [known] = store.jobs.ofBatch('follow_merge', batch)
  const job =
    known?.id ?? store.jobs.add({ kind: 'follow_merge', batch, arguments: {}, createdAt: clock.now() })
  void jobs.start(job)
}

async function undo(parts: VersionParts, batch: number): Promise<Result<void>> {
  const { store, jobs } = parts
  const [underWay] = store.jobs.ofBatch('revert_merge', batch)
  const job = underWay?.id ?? beginRevert(parts, batch)
  if (job === null) return success(undefined)
  const end = await jobs.start(job)
  await jobs.whenFinished(job)
  if (end.kind === 'failed') throw end.error
  const isReverted = store.jobs.get(job) === null
  return isReverted ? success(undefined) : notReverted
}

/** Cancels the merge and adds the job that reverts it, as one transaction; null if nothing was merged. */
function beginRevert({ store, clock }: VersionParts, batch: number): number | null {
  const { earlier, merge } = store.versions.of(batch)
  if (merge === null) return null
  return store.sending.together(() => {
    for (const kind of ['merge', 'follow_merge'] as const)
      for (const { id } of store.jobs.ofBatch(kind, batch)) store.jobs.remove(id)
    if (earlier !== null) addMergeEvents({ store, clock }, batch, earlier, 'merge_reverted')
    store.versions.setMerge(batch, null, null)
    return store.jobs.add({ kind: 'revert_merge', batch, arguments: {}, createdAt: clock.now() })
  })
}

const notReverted = failed('workspace', 'merge_not_reverted', message('versions.not_reverted'))

function openConflicts(open: number): Result<never> {
  return failed('input', 'conflicts_open', message('versions.conflicts_open', { open }))
}
