// Whether the data folder is known to be sound: what has to be sure before anything is sent or judged. A small database
// was checked before it was opened; a large one is checked while people work. After that a page may still turn bad: whoever
// meets it, on whatever thread, says so here.
//
//   checking ──sound──▶ sound: work begins by itself ──a page that cannot be read──▶ damaged
//      ├──damaged──────▶ damaged: nothing more is sent or read; the host is told, and ends
//      ├──not readable─▶ unknown: nothing is sent until a start that can read it
//      └──the engine ends──▶ left; the next start checks again
import type { PaceView } from '../../shared/sending-plan.ts'
import type { Clock } from './clock.ts'
import { type Failure, failed, messageOf, type Result, success } from './failure.ts'
import { isDamage } from './store/damage.ts'
import {
  type CheckEnd,
  type CheckProgress,
  type StartCheck,
  startDatabaseCheck,
} from './store/database-check.ts'
import { isDiskTrouble } from './store/disk-trouble.ts'
import type { Workspace } from './store/open.ts'

type State =
  | { readonly kind: 'sound' }
  | { readonly kind: 'checking' }
  | { readonly kind: 'damaged' | 'unknown'; readonly failure: Failure }

export type Soundness = {
  /** Nothing may be sent or judged. */
  readonly holds: () => boolean
  /** Why nothing is sent; null where it may be. */
  readonly waiting: () => PaceView['waiting']
  /** Once it is known; a failure where it is damaged or could not be checked. Also when the engine ends before. */
  readonly known: Promise<Result<void>>
  /** An error that says that the database is damaged ends the work as the check would; false for any other. */
  readonly isDamage: (error: unknown) => boolean
  /** The damage that was found; null: none. */
  readonly damage: () => Failure | null
  /** Leaves a check that is under way. */
  stop(): Promise<void>
}

/** How often windows are told how far it is. */
const tellEvery = 1000

export function followSoundness(options: {
  readonly workspace: Workspace
  readonly clock: Clock
  readonly start?: StartCheck | undefined
  /** How far it is, or what it came to, has changed. */
  readonly changed: () => void
  readonly sound: () => void
  readonly damaged: (failure: Failure) => void
  /** It could not be checked. */
  readonly unknown: (failure: Failure) => void
}): Soundness {
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

  function settle(next: Exclude<State, { kind: 'checking' }>): void {
    cancel?.()
    cancel = null
    state = next
    resolve(next.kind === 'sound' ? success(undefined) : { ok: false, failure: next.failure })
    if (stopped) return
    if (next.kind === 'sound') options.sound()
    else options[next.kind](next.failure)
    // The host serves another page than what would be read for this.
    if (next.kind !== 'damaged') options.changed()
  }

  function foundDamage(what: string): void {
    if (state.kind === 'damaged') return
    settle({ kind: 'damaged', failure: workspace.damaged(what) })
  }

  function end(came: CheckEnd): void {
    if (state.kind !== 'checking') return
    switch (came.kind) {
      case 'sound':
        noteSound()
        settle({ kind: 'sound' })
        return
      case 'damaged':
        foundDamage(came.what)
        return
      case 'failed':
        settle({ kind: 'unknown', failure: notChecked(folder, came.what).failure })
        return
      case 'left':
        settle({ kind: 'unknown', failure: notChecked(folder, 'Carryover ended').failure })
        return
      default:
        came satisfies never
    }
  }

  function noteSound(): void {
    try {
      unchecked?.sound()
    } catch (error) {
      // Checked whole once more by the next start, at worst.
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

function notChecked(folder: string, what: string): ReturnType<typeof failed> {
  return failed(
    'workspace',
    'database_not_checked',
    `The database in ${folder} could not be checked (${what}), so nothing is sent. Look at the disk, then start Carryover again: it checks anew.`,
  )
}
