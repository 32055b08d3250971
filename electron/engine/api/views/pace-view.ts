// View of the pace of a batch: its speed, its limiting factor and the remaining time. Joins measurements in memory
// with the stored counts of remaining accounts.
import { wallOf, withQuiet } from '../../../../shared/sending/quiet-hours.ts'
import type { PaceView } from '../../../../shared/sending/wave-plan.ts'
import { message, type Message } from '../../../../shared/texts/message.ts'
import { acceptedPerMinute } from '../../sending/limits/meter.ts'
import { timeFor, timeToFinish } from '../../sending/limits/time-left.ts'
import type { ConnectionManager } from '../../sending/connections/connection-manager.ts'
import type { BatchCounts, StoredBatch } from '../../store/import/batches.ts'
import type { StoredConnection } from '../../store/sending/connections.ts'
import type { Store } from '../../store/store.ts'
import { isTimeZone, type QuietHere } from '../../team/for-all/quiet-hours.ts'

type Pace = NonNullable<ReturnType<ConnectionManager['pace']>>

export type PaceOptions = {
  readonly store: Store
  readonly connectionManager: Pick<ConnectionManager, 'pace'>
  readonly batch: StoredBatch
  readonly counts: BatchCounts
  readonly connection: StoredConnection | null
  /** A brake has stopped the batch. */
  readonly isStopped: boolean
  /** The machine reports no network. */
  readonly offline: boolean
  /** Reason why the data folder blocks all work; null if it does not. */
  readonly unsound: PaceView['waiting']
  /** Why the team lets nothing be created; null if it does. */
  readonly team: Message | null
  /** Quiet hours for all of the service; null: there are none. */
  readonly quietForAll: QuietHere | null
  /** Milliseconds since 1970. */
  readonly now: number
}

/** A year, in milliseconds. */
const longestShown = 366 * 86_400_000

export function paceOf(options: PaceOptions): PaceView {
  const { connection, connectionManager } = options
  const limit = connection?.settings.limits.concurrency ?? 0
  const pace = connection === null ? null : connectionManager.pace(connection.id)
  if (connection === null || pace === null) {
    return {
      requestsPerSecond: null,
      sentPerMinute: null,
      concurrency: { now: limit, limit },
      waiting: options.unsound,
      slowedBy: null,
      silentMs: null,
      sendingLeft: null,
      finishingLeft: null,
    }
  }
  const { state, measured } = pace
  const { all, ...byKind } = measured.requests
  return {
    requestsPerSecond: all,
    byKind,
    sentPerMinute: acceptedPerMinute(measured, state.silentMs !== null),
    concurrency: state.concurrency,
    waiting: waitingOf(options, pace),
    slowedBy: state.slowedBy,
    silentMs: state.silentMs === null ? null : Math.round(state.silentMs),
    ...leftOf(options, connection, pace),
  }
}

/** The team and quiet hours affect only queued accounts; the other reasons affect every request. */
function waitingOf(
  { counts, connection, offline, unsound, team, quietForAll, now }: PaceOptions,
  { state, quietUntil }: Pace,
): PaceView['waiting'] {
  if (unsound !== null) return unsound
  if (offline && state.open !== null) return { for: 'offline', until: null }
  // The practice service is each desktop's own.
  if (team !== null && connection?.environment !== 'practice' && counts.states.queued > 0)
    return { for: 'team', until: null, message: team }
  if (quietUntil !== null && counts.states.queued > 0)
    return {
      for: 'quiet_hours',
      until: Number.isFinite(quietUntil) ? quietUntil : null,
      ...quietWords(quietForAll),
    }
  if (state.open !== null) {
    const { probeInMs } = state.open
    return { for: 'not_answering', until: probeInMs === null ? null : Math.round(now + probeInMs) }
  }
  return state.coolForMs === null ? null : { for: 'slow_down', until: Math.round(now + state.coolForMs) }
}

/** Who made them, if they hold for all. */
function quietWords(quiet: QuietHere | null): { message?: Message } {
  return quiet === null || quiet.until === null
    ? {}
    : { message: message('team.quiet_by', { member: quiet.member, zone: quiet.timeZone }) }
}

/** Stopped work has no end time. */
function leftOf(
  { store, batch, counts, isStopped, unsound, team, quietForAll, now }: PaceOptions,
  { id, settings, environment }: StoredConnection,
  { state, measured, quietUntil }: Pace,
): Pick<PaceView, 'sendingLeft' | 'finishingLeft'> {
  const pauses = store.connections.pauses(id)
  const isPaused = pauses.some(({ supplier }) => supplier === '' || supplier === batch.supplier)
  const queued = isStopped ? 0 : store.pace.queuedOf(batch.id)
  const isSendingBlocked =
    state.open !== null ||
    (queued > 0 &&
      (isPaused || quietUntil !== null || unsound !== null || (team !== null && environment !== 'practice')))
  if (isSendingBlocked) return { sendingLeft: null, finishingLeft: null }
  // Batches of one connection are sent concurrently: at best this one is first, at worst last.
  const first = timeFor(queued, measured.leftBySecond)
  const last = timeFor(Math.max(queued, store.pace.queuedOn(id)), measured.leftBySecond)
  const { quietHours } = settings.limits
  const left = first === null || last === null ? null : { ...first, toMs: last.toMs }
  const withHours = (ms: number): number => {
    const own = withQuiet(quietHours, now, ms)
    const ofAll = quietForAll === null ? own : withQuietForAll(quietForAll, now, ms)
    return Math.min(longestShown, Math.max(own, ofAll))
  }
  const sendingLeft =
    left === null || first === null || last === null
      ? null
      : {
          fromMs: withHours(left.fromMs),
          likelyMs: withHours((first.likelyMs + last.likelyMs) / 2),
          toMs: withHours(left.toMs),
        }
  const finishingLeft = timeToFinish({
    watched: counts.states.processing + counts.states.sending + counts.states.unconfirmed,
    queued,
    sending: sendingLeft,
    after: measured.doneAfter,
    doneBySecond: measured.doneBySecond,
    leftBySecond: measured.leftBySecond,
    sinceNewest: measured.sinceCreated,
  })
  return { sendingLeft, finishingLeft }
}

function withQuietForAll({ hours, timeZone }: QuietHere, now: number, ms: number): number {
  return isTimeZone(timeZone) ? withQuiet(hours, now, ms, wallOf(timeZone)) : ms
}
