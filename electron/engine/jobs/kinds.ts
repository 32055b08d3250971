// All kinds of jobs that the runner carries out. Read-only mode neither releases nor removes.
import { deletionLane, removalKinds } from '../accounts/batch-removal.ts'
import { purgeKind, type PurgeKindParts } from '../accounts/purge/purge-kind.ts'
import type { Memory } from '../fixing/repair-memory/memory.ts'
import type { MergeParts } from '../fixing/version-merge/merge-parts.ts'
import { recheckKind } from '../sending/status/recheck-many.ts'
import { renewStatusPathsKind } from '../sending/status/status-paths.ts'
import { followMergeKind } from './follow-merge.ts'
import type { Kinds } from './kind.ts'
import { mergeKind } from './merge.ts'
import { queueKinds } from './release.ts'
import { revertMergeKind } from './revert-merge.ts'
import type { StoredBatch } from '../store/import/batches.ts'
import type { JobRunner } from './runner.ts'

export type KindParts = MergeParts &
  PurgeKindParts & {
    /** Starts or wakes sending on this connection. */
    readonly ensure: (connection: number) => Promise<void>
    /** The same, for whom nobody waits. */
    readonly wake: (connection: number) => void
    readonly batchWork: { readonly kinds: Kinds }
    readonly handovers: { readonly kinds: Kinds }
    readonly waves: () => { readonly changed: (batch: number) => void }
    readonly memory: () => Pick<Memory, 'keep'>
    /** Resolves when no request under way names an account of this batch. */
    readonly untilAnswered: (batch: StoredBatch) => Promise<void>
    readonly jobs: () => Pick<JobRunner, 'start'>
    /** The data folder. */
    readonly folder: string
    readonly isReadOnly: boolean
  }

export function allKinds(parts: KindParts): Kinds {
  return {
    ...parts.batchWork.kinds,
    ...parts.handovers.kinds,
    ...queueKinds({ ...parts, ended: (batch) => parts.waves().changed(batch), readsOnly: parts.isReadOnly }),
    ...(parts.isReadOnly ? {} : { ...removalKinds(parts), ...purgeKind(parts, deletionLane) }),
    recheck: recheckKind(parts),
    renew_status_paths: renewStatusPathsKind(parts),
    merge: mergeKind(parts),
    follow_merge: followMergeKind(parts),
    revert_merge: revertMergeKind(parts),
  }
}
