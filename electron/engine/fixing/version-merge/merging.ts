// Merges a newer version of a file: applies the repairs as one edit, and reconciles the accounts of both batches.
// The request is stored before the first write (`merge`, with `merge_due`); each step is atomic and idempotent, and
// the next start resumes an interrupted merge. Until the merge is complete nothing is released from the newer
// batch. Afterwards it follows the accounts that are still on their way in the earlier batch, whenever that batch
// changes.
import { yieldToEventLoop } from '../../system/yield.ts'
import type { Clock } from '../../system/clock.ts'
import type { Editing } from '../../accounts/editing.ts'
import type { UntilDisk } from '../../system/data-folder/disk-wait.ts'
import { failed, messageOf, type Result, success } from '../../system/failure.ts'
import type { EventBus } from '../../system/event-bus.ts'
import type { StoredBatch } from '../../store/import/batches.ts'
import type { Store } from '../../store/store.ts'
import type { LineAccount } from '../../store/fixing/version-marks.ts'
import { compareVersions, stampOf } from './comparing.ts'
import { mergeAccount, followOne, revertMark, type LineContext, currentStateOf } from './in-line.ts'
import { layRepairs, refusalOfRepairs } from './lay-repairs.ts'
import { type Said, message } from '../../../../shared/texts/message.ts'

const pieceOfAccounts = 100
export type MergeInput = { readonly holdGone: boolean; readonly forgetUndone: boolean }
export type Versions = ReturnType<typeof createVersions>

export function createVersions(options: {
  readonly store: Store
  readonly clock: Clock
  readonly editing: Editing
  readonly changed: (batch: number) => void
  /** Rebuilds the marked accounts in the background. */
  readonly validateLater: (batch: number) => void
  readonly untilDisk: UntilDisk
  /** True if the error is damage of the database, which ends the work. */
  readonly isDamage?: (error: unknown) => boolean
  readonly notice: (level: 'warning' | 'error', message: Said) => void
}) {
  const { store, clock, changed } = options
  const ending = new AbortController()
  const batchesToCheck = new Set<number>()
  // One piece of this work at a time: batches may be versions of each other.
  let last: Promise<unknown> = Promise.resolve()

  function runInOrder<T>(work: () => Promise<T>): Promise<T> {
    const next = last.then(work, work)
    last = next.catch(() => undefined)
    return next
  }

  const untilDisk = <T>(work: () => Promise<T>): Promise<T> => options.untilDisk(work, ending.signal)

  function contextOf(batch: StoredBatch): LineContext | null {
    const { earlier, number } = store.versions.of(batch.id)
    return earlier === null ? null : { store, now: clock.now(), batch: batch.id, number, earlier }
  }

  /** Continues a merge as far as possible now. */
  async function continueMerge(id: number): Promise<void> {
    const batch = store.batches.get(id)
    const version = store.versions.of(id)
    const earlier = version.earlier === null ? null : store.batches.get(version.earlier)
    if (version.merge === null || batch === null || earlier === null) return
    // Rebuilt accounts trigger another pass.
    if (batch.stage !== 'open' || earlier.stage !== 'open') return
    if (!version.merge.laid) {
      const laid = layRepairs(options, batch, version.number, version.merge.forgetUndone)
      if (!laid.ok) {
        store.versions.setMerge(id, null, null, false)
        options.notice(
          'error',
          message('fixing.version_not_merged', { version: version.number, why: laid.failure.message }),
        )
        return
      }
      store.versions.setMerge(id, { ...version.merge, laid: true }, null, true)
      // An edit of keys triggers a build of the batch.
      if (store.batches.get(id)?.stage !== 'open') return
    }
    const isComplete = await mergeAllAccounts(batch, version.merge.holdGone)
    if (!isComplete || ending.signal.aborted) return
    // Both may have been built again during this walk.
    const now = store.versions.of(id)
    if (now.merge !== null && store.batches.get(id)?.stage === 'open') {
      store.versions.setMerge(id, now.merge, now.mergedAt ?? clock.now(), false)
      if (now.mergedAt === null) addMergeEvents(id, earlier.id, 'merged')
    }
    changed(id)
    changed(earlier.id)
  }

  /** One line in the timeline of each batch; the changes of an account are in its own history. */
  function addMergeEvents(id: number, earlier: number, kind: 'merged' | 'merge_reverted'): void {
    const { done, waits, replaced, gone } = store.versionMarks.counts(id)
    store.accounts.addEvent(clock.now(), id, null, kind, { earlier, done, waits, replaced, gone })
    store.accounts.addEvent(clock.now(), earlier, null, kind, { later: id, replaced, gone })
  }

  async function mergeAllAccounts(batch: StoredBatch, holdGone: boolean): Promise<boolean> {
    const context = contextOf(batch)
    if (context === null) return false
    const { earlier } = context
    const same = new Map([...store.versions.sameKeys(batch.id)].map(([key, was]) => [was, key]))
    const chosenKeys = store.versions.sameKeys(batch.id)
    let isComplete = true
    for (let after = -1; ; ) {
      if (ending.signal.aborted || store.batches.get(batch.id)?.stage !== 'open') return false
      const piece = store.versionMarks.page(earlier, after, pieceOfAccounts)
      const end = piece.at(-1)
      if (end === undefined) return isComplete
      after = end.position
      const keyOf = (key: string): string => same.get(key) ?? key
      store.sending.together(() => {
        // Accounts of the piece may have moved since it was read; there is no await in between.
        const newer = store.versionMarks.withKeys(
          batch.id,
          piece.map(({ key }) => keyOf(key)),
        )
        const sameKeyAccounts = store.versionMarks.withKeys(
          earlier,
          piece.map(({ key }) => key),
        )
        const changedAccounts = [...piece, ...[...newer.values()].flat()]
        for (const account of piece) {
          const key = keyOf(account.key)
          const isAnothers = chosenKeys.has(key) && chosenKeys.get(key) !== account.key
          const found = isAnothers ? [] : (newer.get(key) ?? [])
          const now = { ...context, now: clock.now() }
          isComplete =
            mergeAccount(now, account, found, holdGone, sameKeyAccounts.get(account.key) ?? [account]) &&
            isComplete
        }
        finish(changedAccounts)
      })
      await yieldToEventLoop()
    }
  }

  /** Updates duplicates of accounts that were excluded or released since these were read. */
  function finish(accounts: readonly LineAccount[]): void {
    const flipped = accounts.filter(({ id, excluded }) => {
      const now = store.accounts.find(id)
      return now !== null && now.excluded !== excluded
    })
    for (const [id, some] of Map.groupBy(flipped, (one) => store.accounts.get(one.id).batch_id)) {
      const batch = store.batches.get(id)
      if (batch === null) continue
      const isLeft = options.editing.finishDecided(
        batch,
        some.map((one) => one.id),
      )
      if (isLeft) setImmediate(() => options.validateLater(id))
    }
  }

  /** Accounts whose earlier account is no longer in progress. */
  async function follow(id: number): Promise<void> {
    const batch = store.batches.get(id)
    const context = batch === null ? null : contextOf(batch)
    if (context === null) return
    for (;;) {
      if (ending.signal.aborted || store.batches.get(id)?.stage !== 'open') return
      const some = store.versionMarks.over(id, pieceOfAccounts)
      if (some.length === 0) return
      let moved = 0
      store.sending.together(() => {
        for (const mark of some) {
          const account = store.versionMarks.account(mark.account)
          const earlier = mark.earlier === null ? null : store.versionMarks.account(mark.earlier)
          if (account === null || earlier === null) continue
          const currentState = currentStateOf(earlier)
          if (currentState === 'unsent')
            mergeAccount({ ...context, now: clock.now() }, earlier, [account], false)
          else followOne({ ...context, now: clock.now() }, account, earlier, currentState, null)
          const after = store.versionMarks.mark(id, mark.account)
          if (after?.kind === 'waits') continue
          moved += 1
          const detail = { batch: context.earlier, done: after?.kind === 'done' }
          store.accounts.addEvent(clock.now(), id, account.id, 'followed_version', detail)
          finish([account, earlier])
        }
      })
      changed(id)
      changed(context.earlier)
      // An account that could not move is checked again when its batch changes.
      if (moved === 0) return
      await yieldToEventLoop()
    }
  }

  /** Reverts all changes of the merge to accounts of either batch. */
  async function revertMerge(id: number): Promise<void> {
    const { earlier } = store.versions.of(id)
    let again = false
    for (;;) {
      const some = store.versionMarks.some(id, pieceOfAccounts)
      if (some.length === 0) break
      store.sending.together(() => {
        for (const mark of some) {
          const account = store.versionMarks.account(mark.account)
          if (account === null) store.versionMarks.drop(id, mark.account)
          else {
            if (revertMark(store, id, account, mark)) {
              store.dirty.mark([account.id])
              again = true
            }
            finish([account])
          }
        }
      })
      await yieldToEventLoop()
    }
    if (again) options.validateLater(id)
    changed(id)
    if (earlier !== null) changed(earlier)
  }

  async function continueDueMerges(): Promise<void> {
    const batches = [...batchesToCheck]
    batchesToCheck.clear()
    for (const id of new Set(batches.flatMap((one) => store.versions.toFollow(one)))) {
      if (ending.signal.aborted) return
      await untilDisk(() => (store.versions.of(id).due ? continueMerge(id) : follow(id)))
    }
  }

  /** Unfinished work stays due, and continues when either batch changes, or at the next start. */
  function broke(error: unknown): void {
    if (ending.signal.aborted || options.isDamage?.(error) === true) return
    options.notice(
      'error',
      `Merging two versions stopped (${messageOf(error)}). Nothing is lost and nothing is released until it goes on, which it does by itself.`,
    )
  }

  /** A batch changed: the batch that continues it may have to follow. */
  function batchChanged(id: number): void {
    if (ending.signal.aborted || store.versions.toFollow(id).length === 0) return
    const waits = batchesToCheck.size > 0
    batchesToCheck.add(id)
    if (!waits) void runInOrder(continueDueMerges).catch(broke)
  }

  return {
    /** Listens to the engine's own events, which report a batch at most ten times a second. */
    async followEventBus(eventBus: EventBus): Promise<void> {
      for await (const event of eventBus.listen(ending.signal))
        if (event.kind === 'batch') batchChanged(event.batch)
    },
    /** Compares, and reports progress. */
    compare: (batch: StoredBatch, earlier: StoredBatch, signal: AbortSignal) =>
      compareVersions({ store, now: clock.now }, batch, earlier, signal),
    /** Begins the merge and returns once it is running; `merged_at` reports its end. */
    merge: (batch: StoredBatch, earlier: StoredBatch, input: MergeInput): Promise<Result<void>> =>
      runInOrder(async () => {
        const known = store.versionLines.comparison(batch.id)
        if (known?.stamp !== stampOf(store, batch, earlier))
          for await (const _ of compareVersions({ store, now: clock.now }, batch, earlier, ending.signal))
            continue
        const compared = store.versionLines.comparison(batch.id)
        if (compared === null)
          return failed('workspace', 'not_compared', 'The two versions could not be compared.')
        const open = store.versionLines.count(batch.id, compared.first, 'conflicts', true)
        if (open > 0) return openConflicts(open)
        const refused = refusalOfRepairs(options, batch, input.forgetUndone)
        if (!refused.ok) return refused
        const { holdGone, forgetUndone } = input
        store.versions.setMerge(batch.id, { holdGone, forgetUndone, laid: false }, null, true)
        changed(batch.id)
        batchChanged(batch.id)
        return success(undefined)
      }),
    /** Reverts the merge; the repairs stay as an edit. */
    undo: (batch: number): Promise<void> =>
      runInOrder(async () => {
        const { earlier, merge } = store.versions.of(batch)
        if (merge !== null && earlier !== null) addMergeEvents(batch, earlier, 'merge_reverted')
        store.versions.setMerge(batch, null, null, false)
        await untilDisk(() => revertMerge(batch))
      }),
    /** At start: continues unfinished merges. */
    resume(): void {
      for (const id of store.versions.unfinished()) {
        if (store.versions.of(id).merge === null)
          void runInOrder(() => untilDisk(() => revertMerge(id))).catch(broke)
        else batchChanged(id)
      }
    },
    async stop(): Promise<void> {
      ending.abort()
      await last
    },
  }
}

function openConflicts(open: number): Result<never> {
  const many = open === 1 ? 'One conflict has' : `${open} conflicts have`
  return failed(
    'input',
    'conflicts_open',
    `${many} no choice yet: our repair and the new file say different things there. Choose one of them for each, then merge.`,
  )
}
