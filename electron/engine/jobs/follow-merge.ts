// After a merge: accounts of the newer batch that wait for one on its way in the earlier batch follow it as soon as
// its result is known. Each change of either batch adds this job if there is such an account.
import { currentStateOf, followOne, type LineContext, mergeAccount } from '../fixing/version-merge/in-line.ts'
import {
  lineContextOf,
  type MergeParts,
  rebuildBoth,
  tellBoth,
  updateDuplicates,
  versionsLane,
} from '../fixing/version-merge/merge-parts.ts'
import type { Mark } from '../store/fixing/version-marks.ts'
import type { Job, JobStep } from '../store/jobs/job.ts'
import type { SteppedKind } from './kind.ts'

export function followMergeKind(parts: MergeParts): SteppedKind {
  return {
    lane: versionsLane,
    step: (job, size) => followNext(parts, job, size),
    stepped(job, { done }) {
      if (done === job.done) return
      rebuildBoth(parts, job.batch)
      tellBoth(parts, job.batch)
    },
  }
}

function followNext(parts: MergeParts, job: Job, size: number): JobStep {
  const { store } = parts
  const context = lineContextOf(parts, job.batch)
  const isOpen = context !== null && store.batches.get(context.batch)?.stage === 'open'
  const marks = isOpen ? store.versionMarks.over(context.batch, size) : []
  const moved = context === null ? [] : marks.filter((mark) => follow(parts, context, mark))
  // An account that could not move is tried again when its batch changes.
  const isLast = marks.length < size || moved.length === 0
  return { cursor: null, done: job.done + moved.length, isLast }
}

/** False if the account still waits. */
function follow(parts: MergeParts, context: LineContext, mark: Mark): boolean {
  const { store, now, batch } = context
  const account = store.versionMarks.account(mark.account)
  const earlier = mark.earlier === null ? null : store.versionMarks.account(mark.earlier)
  if (account === null || earlier === null) return false
  const currentState = currentStateOf(earlier)
  if (currentState === 'unsent') mergeAccount(context, earlier, [account], false)
  else followOne(context, account, earlier, currentState, null)
  const after = store.versionMarks.mark(batch, mark.account)
  if (after?.kind === 'waits') return false
  const detail = { batch: context.earlier, done: after?.kind === 'done' }
  store.accounts.addEvent(now, batch, account.id, 'followed_version', detail)
  updateDuplicates(parts, [account, earlier])
  return true
}
