// Merges a newer version of a file: walks over the accounts of the earlier batch in file order and reconciles each
// with the same accounts of the newer batch. It waits while either batch is being built, and walks once more if
// accounts of the newer one were being rebuilt. Until it is complete nothing is released from the newer batch.
import { z } from 'zod'
import { type LineContext, mergeAccount } from '../fixing/version-merge/in-line.ts'
import {
  addMergeEvents,
  lineContextOf,
  type MergeParts,
  rebuildBoth,
  tellBoth,
  updateDuplicates,
  versionsLane,
} from '../fixing/version-merge/merge-parts.ts'
import type { Job, JobStep } from '../store/jobs/job.ts'
import type { LineAccount } from '../store/fixing/version-marks.ts'
import type { SteppedKind } from './kind.ts'

const mergeCursor = z.object({
  /** Accounts of the earlier batch up to this position are reconciled. */
  after: z.number(),
  /** No account had to be left because it was being rebuilt. */
  isComplete: z.boolean(),
})
const beforeFirst = -1

export function mergeKind(parts: MergeParts): SteppedKind {
  return {
    lane: versionsLane,
    step: (job, size) => mergeNextAccounts(parts, job, size),
    stepped({ batch }, { isLast }) {
      rebuildBoth(parts, batch)
      if (isLast) tellBoth(parts, batch)
    },
  }
}

function mergeNextAccounts(parts: MergeParts, job: Job, size: number): JobStep | 'wait' {
  const { store } = parts
  const context = lineContextOf(parts, job.batch)
  // The earlier batch was removed: there is nothing to reconcile with.
  if (context === null) return { cursor: job.cursor, done: job.done, isLast: true }
  const { after, isComplete } = mergeCursor.parse(job.cursor ?? { after: beforeFirst, isComplete: true })
  const isStart = after === beforeFirst
  const waitsForRebuild = isStart && !isComplete && store.dirty.count(context.batch) > 0
  if (waitsForRebuild || !isOpen(parts, context.batch) || !isOpen(parts, context.earlier)) return 'wait'
  const accounts = store.versionMarks.page(context.earlier, after, size)
  const last = accounts.at(-1)
  const isCompleteSoFar = isStart || isComplete
  if (last === undefined) {
    if (!isCompleteSoFar) return { cursor: { after: beforeFirst, isComplete: false }, done: 0, isLast: false }
    completeMerge(parts, context)
    return { cursor: job.cursor, done: job.done, isLast: true }
  }
  const areComplete = reconcile(parts, context, accounts)
  const cursor = { after: last.position, isComplete: isCompleteSoFar && areComplete }
  return { cursor, done: job.done + accounts.length, isLast: false }
}

function isOpen({ store }: MergeParts, batch: number): boolean {
  return store.batches.get(batch)?.stage === 'open'
}

/** Reconciles accounts of the earlier batch; false if one has to be reconciled again once it is rebuilt. */
function reconcile(parts: MergeParts, context: LineContext, accounts: readonly LineAccount[]): boolean {
  const { store } = parts
  const { batch, earlier } = context
  const holdGone = store.versions.of(batch).merge?.holdGone === true
  /** A person declared which account of the earlier batch has a key of the newer one. */
  const chosenKeys = store.versions.sameKeys(batch)
  const newKeys = new Map([...chosenKeys].map(([key, was]) => [was, key]))
  const keyOf = (key: string): string => newKeys.get(key) ?? key
  const newer = store.versionMarks.withKeys(
    batch,
    accounts.map(({ key }) => keyOf(key)),
  )
  const sameKeyAccounts = store.versionMarks.withKeys(
    earlier,
    accounts.map(({ key }) => key),
  )
  let isComplete = true
  for (const account of accounts) {
    const key = keyOf(account.key)
    const isAnothers = chosenKeys.has(key) && chosenKeys.get(key) !== account.key
    const found = isAnothers ? [] : (newer.get(key) ?? [])
    const alike = sameKeyAccounts.get(account.key) ?? [account]
    isComplete = mergeAccount(context, account, found, holdGone, alike) && isComplete
  }
  updateDuplicates(parts, [...accounts, ...[...newer.values()].flat()])
  return isComplete
}

function completeMerge(parts: MergeParts, { batch, earlier }: LineContext): void {
  const { store, clock } = parts
  const { merge, mergedAt } = store.versions.of(batch)
  store.versions.setMerge(batch, merge, mergedAt ?? clock.now())
  if (mergedAt === null) addMergeEvents(parts, batch, earlier, 'merged')
}
