// Reverts all changes of a merge to accounts of either batch, mark by mark; the repairs stay as an edit.
import { revertMark } from '../fixing/version-merge/in-line.ts'
import {
  type MergeParts,
  rebuildBoth,
  tellBoth,
  updateDuplicates,
  versionsLane,
} from '../fixing/version-merge/merge-parts.ts'
import type { Job, JobStep } from '../store/jobs/job.ts'
import type { Mark } from '../store/fixing/version-marks.ts'
import type { SteppedKind } from './kind.ts'

export function revertMergeKind(parts: MergeParts): SteppedKind {
  return {
    lane: versionsLane,
    step: (job, size) => revertNext(parts, job, size),
    stepped({ batch }, { isLast }) {
      if (!isLast) return
      rebuildBoth(parts, batch)
      tellBoth(parts, batch)
    },
  }
}

function revertNext(parts: MergeParts, job: Job, size: number): JobStep {
  const { batch } = job
  const marks = batch === null ? [] : parts.store.versionMarks.some(batch, size)
  if (batch !== null) for (const mark of marks) revert(parts, batch, mark)
  return { cursor: null, done: job.done + marks.length, isLast: marks.length < size }
}

function revert(parts: MergeParts, batch: number, mark: Mark): void {
  const { store } = parts
  const account = store.versionMarks.account(mark.account)
  if (account === null) return store.versionMarks.drop(batch, mark.account)
  if (revertMark(store, batch, account, mark)) store.dirty.mark([account.id])
  updateDuplicates(parts, [account])
}
