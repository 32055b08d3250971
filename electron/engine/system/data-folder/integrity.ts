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

type IntegrityOptions = {
  readonly workspace: Workspace
  readonly clock: Clock
  readonly start?: StartCheck | undefined
  /** Called when progress or result changed. */
  readonly changed: () => void
  readonly sound: () => void
  readonly damaged: (failure: Failure) => void
  /** Called when the database could not be checked. */
  readonly unknown: (failure: Failure) => void
}

type IntegrityParts = IntegrityOptions & {
  /** The check under way; null for a database that was checked before it was opened. */
  readonly check: ReturnType<StartCheck> | null
  readonly resolve: (known: Result<void>) => void
  state: State
  cancel: (() => void) | null
  stopped: boolean
}

export function followIntegrity(options: IntegrityOptions): Integrity {
  const { clock } = options
  const { unchecked, database } = options.workspace
  const { promise, resolve } = Promise.withResolvers<Result<void>>()
  const check =
    unchecked === undefined ? null : (options.start ?? startDatabaseCheck)(database.name, unchecked.depth)
  const parts: IntegrityParts = {
    ...options,
    check,
    resolve,
    state: { kind: check === null ? 'sound' : 'checking' },
    cancel: check === null ? null : clock.after(tellEvery, () => tell(parts)),
    stopped: false,
  }
  if (check === null) resolve(success(undefined))
  void check?.ended.then((came) => end(parts, came))
  return {
    holds: () => parts.state.kind !== 'sound',
    waiting: () => (parts.state.kind === 'sound' ? null : waitingOf(parts.state, check?.progress ?? null)),
    known: promise,
    isDamage(error) {
      if (!isDamage(error)) return false
      foundDamage(parts, messageOf(error))
      return true
    },
    damage: () => (parts.state.kind === 'damaged' ? parts.state.failure : null),
    async stop() {
      parts.stopped = true
      parts.cancel?.()
      await check?.leave()
    },
  }
}

function tell(parts: IntegrityParts): void {
  const { clock } = parts
  parts.cancel = clock.after(tellEvery, () => tell(parts))
  parts.changed()
}

function finish(parts: IntegrityParts, next: Exclude<State, { kind: 'checking' }>): void {
  const { resolve } = parts
  parts.cancel?.()
  parts.cancel = null
  parts.state = next
  resolve(next.kind === 'sound' ? success(undefined) : { ok: false, failure: next.failure })
  if (parts.stopped) return
  if (next.kind === 'sound') parts.sound()
  else parts[next.kind](next.failure)
  // For damage the host serves a recovery page, which does not read batches.
  if (next.kind !== 'damaged') parts.changed()
}

function foundDamage(parts: IntegrityParts, what: string): void {
  const { workspace } = parts
  if (parts.state.kind === 'damaged') return
  finish(parts, { kind: 'damaged', failure: workspace.damaged(what) })
}

function end(parts: IntegrityParts, came: CheckEnd): void {
  const { folder } = parts.workspace
  if (parts.state.kind !== 'checking') return
  switch (came.kind) {
    case 'sound':
      noteSound(parts)
      finish(parts, { kind: 'sound' })
      return
    case 'damaged':
      foundDamage(parts, came.what)
      return
    case 'failed':
      finish(parts, { kind: 'unknown', failure: notChecked(folder, came.what).failure })
      return
    case 'left':
      finish(parts, {
        kind: 'unknown',
        failure: notChecked(folder, message('store.carryover_ended')).failure,
      })
      return
    default:
      came satisfies never
  }
}

function noteSound({ workspace }: IntegrityParts): void {
  try {
    workspace.unchecked?.sound()
  } catch (error) {
    // At worst the next start checks everything once more.
    if (!isDiskTrouble(error)) throw error
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
