// Integrity check of the database: nothing is sent or validated before it has passed. A small database is checked
// before it is opened, a large one in the background. Damage found later, on any thread, is reported here.
//
// checking ──sound──▶ sound: work begins by itself ──a page that cannot be read──▶ damaged
//    ├──damaged──────▶ damaged: nothing more is sent or read; the host is notified and quits
//    ├──not readable─▶ unknown: nothing is sent until a start that can read it
//    └──the engine ends──▶ stopped; the next start checks again
import type { PaceView } from '../../../../shared/sending/wave-plan.ts'
import type { Clock } from '../clock.ts'
import { type Failure, failed, messageOf, type Result, success } from '../failure.ts'
import { isDamage } from '../../store/database/check/damage.ts'
import {
  type CheckEnd,
  type CheckProgress,
  type StartCheck,
  startDatabaseCheck,
} from '../../store/database/check/database-check.ts'
import { isDiskTrouble } from '../../store/database/disk-trouble.ts'
import type { Workspace } from '../../store/database/open.ts'
import { message, type Said } from '../../../../shared/texts/message.ts'

type State =
  | { readonly kind: 'sound' }
  | { readonly kind: 'checking' }
  | { readonly kind: 'damaged' | 'unknown'; readonly failure: Failure }

export type Integrity = {
  /** True while nothing may be sent or validated. */
  readonly holds: () => boolean
  /** Why nothing is sent; null if sending is allowed. */
  readonly waiting: () => PaceView['waiting']
  /**
   * Resolves once the result is known, with a failure if the database is damaged or could not be checked. Also
   * resolves when the engine ends before.
   */
  readonly known: Promise<Result<void>>
  /**
   * If the error shows database damage, ends the work as the check would and returns true; false for any other error.
   */
  readonly isDamage: (error: unknown) => boolean
  /** The damage found, or null. */
  readonly damage: () => Failure | null
  /** Stops a check that is under way. */
  stop(): Promise<void>
}

/** Milliseconds between progress updates for windows. */
const tellEvery = 1000

export function followIntegrity(options: {
  readonly workspace: Workspace
  readonly clock: Clock
  readonly start?: StartCheck | undefined
  /** Called when progress or result changed. */
  readonly changed: () => void
  readonly sound: () => void
  readonly damaged: (failure: Failure) => void
  /** Called when the database could not be checked. */
  readonly unknown: (failure: Failure) => void
}): Integrity {
  const { workspace, clock } = options
  const { unchecked, folder, database } = workspace
  const { promise, resolve } = Promise.withResolvers<Result<void>>()
  const check =
    unchecked === undefined ? null : (options.start ?? startDatabaseCheck)(database.name, unchecked.depth)
  let state: State = { kind: check === null ? 'sound' : 'checking' }
  let cancel: (() => void) | null = check === null ? null : clock.after(tellEvery, tell)
  let stopped = false
  if (check === null) resolve(success(undefined))

  function tell(): void {
    cancel = clock.after(tellEvery, tell)
    options.changed()
  }

  function finish(next: Exclude<State, { kind: 'checking' }>): void {
    cancel?.()
    cancel = null
    state = next
    resolve(next.kind === 'sound' ? success(undefined) : { ok: false, failure: next.failure })
    if (stopped) return
    if (next.kind === 'sound') options.sound()
    else options[next.kind](next.failure)
    // For damage the host serves a recovery page, which does not read batches.
    if (next.kind !== 'damaged') options.changed()
  }

  function foundDamage(what: string): void {
    if (state.kind === 'damaged') return
    finish({ kind: 'damaged', failure: workspace.damaged(what) })
  }

  function end(came: CheckEnd): void {
    if (state.kind !== 'checking') return
    switch (came.kind) {
      case 'sound':
        noteSound()
        finish({ kind: 'sound' })
        return
      case 'damaged':
        foundDamage(came.what)
        return
      case 'failed':
        finish({ kind: 'unknown', failure: notChecked(folder, came.what).failure })
        return
      case 'left':
        finish({ kind: 'unknown', failure: notChecked(folder, message('store.carryover_ended')).failure })
        return
      default:
        came satisfies never
    }
  }

  function noteSound(): void {
    try {
      unchecked?.sound()
    } catch (error) {
      // At worst the next start checks everything once more.
      if (!isDiskTrouble(error)) throw error
    }
  }

  void check?.ended.then(end)

  return {
    holds: () => state.kind !== 'sound',
    waiting: () => (state.kind === 'sound' ? null : waitingOf(state, check?.progress ?? null)),
    known: promise,
    isDamage(error) {
      if (!isDamage(error)) return false
      foundDamage(messageOf(error))
      return true
    },
    damage: () => (state.kind === 'damaged' ? state.failure : null),
    async stop() {
      stopped = true
      cancel?.()
      await check?.leave()
    },
  }
}

function waitingOf(
  state: Exclude<State, { kind: 'sound' }>,
  progress: CheckProgress | null,
): PaceView['waiting'] {
  if (state.kind !== 'checking') return { for: 'unsound_data', until: null, message: state.failure.message }
  if (progress === null) return { for: 'data_check', until: null }
  const percent = Math.min(99, Math.floor((progress.done / Math.max(1, progress.total)) * 100))
  return { for: 'data_check', until: null, percent }
}

function notChecked(folder: string, why: Said): ReturnType<typeof failed> {
  return failed('workspace', 'database_not_checked', message('store.database_not_checked', { folder, why }))
}
