// Tracks all alerts and decides which are reported. It checks a batch when something of it changed, and checks
// everything periodically, because an unreachable service or overdue accounts cause no event. Reported alerts are
// stored, so each is reported once until it changes, also across restarts.
import { z } from 'zod'
import type { Alert } from '../../../../shared/contract/contract.ts'
import type { BatchViews } from '../../api/views/batch-views.ts'
import type { Clock } from '../clock.ts'
import { awayAfterMs, alertsOf, type ActiveAlert } from './alerts.ts'
import { messageOf } from '../failure.ts'
import type { EventBus } from '../event-bus.ts'
import type { ConnectionManager } from '../../sending/connections/connection-manager.ts'
import { isDiskTrouble } from '../../store/database/disk-trouble.ts'
import type { Doubted } from '../../store/sending/attempts/doubt.ts'
import type { Store } from '../../store/store.ts'
import { message } from '../../../../shared/texts/message.ts'

export type Attention = {
  /** Alerts that wait for a person now. */
  active(): readonly Alert[]
  stop(): void
}

/** Milliseconds: a batch is checked no more often than this. */
const pauseMs = 1000
/** Milliseconds after which other work gets its turn. */
const pieceMs = 10
/** Milliseconds between checks for conditions that cause no event. */
const roundMs = 15_000
const settingName = 'attention'
const reportedMarks = z.record(z.string(), z.string())

type AttentionOptions = {
  readonly store: Pick<Store, 'batches' | 'machine' | 'settings'>
  readonly views: BatchViews
  readonly connectionManager: Pick<ConnectionManager, 'breakerOpen'>
  readonly clock: Clock
  readonly eventBus: Pick<EventBus, 'attention' | 'batchChanged' | 'listen' | 'notice'>
  /** Returns true for an error caused by database damage, which is reported elsewhere and ends the work. */
  readonly isDamage?: (error: unknown) => boolean
  /** Number of accounts that the start has quarantined. */
  readonly quarantined: number
  /** What the attempt journal contained that the database did not. */
  readonly doubted: Doubted | null
}

type AttentionParts = AttentionOptions & {
  readonly listening: AbortController
  /** Batches to check, and those of them that the check under way has left. */
  readonly changed: Set<number>
  batchesToReview: number[]
  readonly alertsByBatch: Map<number, readonly ActiveAlert[]>
  /** Since when a connection's service does not answer, by the monotonic clock. */
  readonly awaySince: Map<number, number>
  readonly startedAt: number
  /** What was reported, by the alert's key. */
  notifiedMarks: Map<string, string>
  /** On the first run of all nothing was stored yet: what had ended before then is not reported. */
  isFirst: boolean
  quarantined: number
  doubted: Doubted | null
  cancelReview: (() => void) | null
  cancelRound: (() => void) | null
}

export function followAttention(options: AttentionOptions): Attention {
  const { store, clock } = options
  const storedMarks = store.settings.get(settingName)
  const parts: AttentionParts = {
    ...options,
    listening: new AbortController(),
    changed: new Set(store.batches.all().map(({ id }) => id)),
    batchesToReview: [],
    alertsByBatch: new Map(),
    awaySince: new Map(),
    startedAt: clock.monotonic(),
    notifiedMarks: new Map(
      Object.entries(storedMarks === null ? {} : reportedMarks.parse(JSON.parse(storedMarks))),
    ),
    isFirst: storedMarks === null,
    cancelReview: clock.after(pauseMs, () => reviewSafely(parts)),
    cancelRound: clock.after(roundMs, () => reviewUnderWay(parts)),
  }
  void follow(parts)
  return {
    active: () =>
      allAlerts(parts)
        .filter(({ isWaitingForPerson }) => isWaitingForPerson)
        .map(alertOf),
    stop: () => stop(parts),
  }
}

function mark(parts: AttentionParts, batch: number): void {
  const { changed, clock } = parts
  changed.add(batch)
  parts.cancelReview ??= clock.after(pauseMs, () => reviewSafely(parts))
}

function reviewUnderWay(parts: AttentionParts): void {
  const { clock, store, alertsByBatch } = parts
  parts.cancelRound = clock.after(roundMs, () => reviewUnderWay(parts))
  for (const batch of [...store.machine.batchesOnTheWay(), ...alertsByBatch.keys()]) mark(parts, batch)
}

/** Errors here must not stop sending. */
function reviewSafely(parts: AttentionParts): void {
  const { eventBus } = parts
  parts.cancelReview = null
  try {
    reviewChanged(parts)
  } catch (error) {
    stop(parts)
    if (parts.isDamage?.(error) === true) return
    eventBus.notice('warning', message('system.alerts_broke', { why: messageOf(error) }))
  }
}

/** Checks in pieces, since after a start all batches are checked; new alerts are reported once all have been. */
function reviewChanged(parts: AttentionParts): void {
  const { changed, clock } = parts
  if (parts.batchesToReview.length === 0) {
    parts.batchesToReview = [...changed]
    changed.clear()
  }
  const began = clock.monotonic()
  for (let id = parts.batchesToReview.pop(); id !== undefined; id = parts.batchesToReview.pop()) {
    reviewBatch(parts, id)
    if (clock.monotonic() - began >= pieceMs) break
  }
  if (parts.batchesToReview.length > 0) {
    parts.cancelReview = clock.after(1, () => reviewSafely(parts))
    return
  }
  notifyNewAlerts(parts)
  if (changed.size > 0) parts.cancelReview = clock.after(pauseMs, () => reviewSafely(parts))
}

function reviewBatch(parts: AttentionParts, id: number): void {
  const { alertsByBatch, eventBus } = parts
  const before = signature(alertsByBatch.get(id))
  const alerts = alertsIn(parts, id)
  if (alerts.length === 0) alertsByBatch.delete(id)
  else alertsByBatch.set(id, alerts)
  // Makes windows fetch the batch again.
  if (signature(alerts) !== before) eventBus.batchChanged(id)
}

function alertsIn(parts: AttentionParts, id: number): readonly ActiveAlert[] {
  const { store, views } = parts
  const batch = store.batches.get(id)
  if (batch === null) return []
  return alertsOf(views.view(batch), batch.connectionId === null ? null : awayFor(parts, batch.connectionId))
}

function awayFor({ connectionManager, awaySince, clock }: AttentionParts, connection: number): number | null {
  if (!connectionManager.breakerOpen(connection)) {
    awaySince.delete(connection)
    return null
  }
  const now = clock.monotonic()
  const since = awaySince.get(connection) ?? now
  awaySince.set(connection, since)
  return now - since
}

function notifyNewAlerts(parts: AttentionParts): void {
  const { eventBus, clock, startedAt } = parts
  const now = new Map(allAlerts(parts).map((one) => [one.key, one]))
  const next = new Map<string, string>()
  for (const [key, one] of now) {
    next.set(key, one.mark)
    if (parts.notifiedMarks.get(key) !== one.mark && (one.isWaitingForPerson || !parts.isFirst))
      eventBus.attention(alertOf(one))
  }
  // A service that was unreachable when Carryover ended may still be; finding out takes a while.
  const isYoung = clock.monotonic() - startedAt < 2 * awayAfterMs
  for (const [key, was] of parts.notifiedMarks)
    if (key.startsWith('away ') && isYoung && !now.has(key)) next.set(key, was)
  if (parts.quarantined > 0) eventBus.attention(quarantineOf(parts.quarantined))
  parts.quarantined = 0
  if (parts.doubted !== null) eventBus.attention(doubtAlert(parts.doubted))
  parts.doubted = null
  parts.isFirst = false
  storeMarks(parts, next)
}

function storeMarks(parts: AttentionParts, next: Map<string, string>): void {
  const { store } = parts
  const isSame =
    next.size === parts.notifiedMarks.size &&
    [...next].every(([key, value]) => parts.notifiedMarks.get(key) === value)
  parts.notifiedMarks = next
  if (isSame && store.settings.get(settingName) !== null) return
  try {
    store.settings.set(settingName, JSON.stringify(Object.fromEntries(next)))
  } catch (error) {
    // At worst it is reported again after a restart.
    if (!isDiskTrouble(error)) throw error
  }
}

/**
 * All alerts, each once: a connection's pause shows on every batch that it holds up, and leads to the newest of
 * them.
 */
function allAlerts({ alertsByBatch }: AttentionParts): readonly ActiveAlert[] {
  const byKey = new Map<string, ActiveAlert>()
  for (const id of [...alertsByBatch.keys()].sort((a, b) => a - b))
    for (const one of alertsByBatch.get(id) ?? []) byKey.set(one.key, one)
  return [...byKey.values()]
}

async function follow(parts: AttentionParts): Promise<void> {
  const { eventBus, listening } = parts
  for await (const event of eventBus.listen(listening.signal)) {
    if (event.kind === 'batch') mark(parts, event.batch)
  }
}

function stop(parts: AttentionParts): void {
  const { listening } = parts
  listening.abort()
  parts.cancelReview?.()
  parts.cancelRound?.()
  parts.cancelReview = null
  parts.cancelRound = null
}

function alertOf({ batch, what, step, title, message }: ActiveAlert): Alert {
  return { batch, what, step, title, message }
}

/** Signature of the alerts that wait for a person. */
function signature(alerts: readonly ActiveAlert[] | undefined): string {
  return (alerts ?? [])
    .filter(({ isWaitingForPerson }) => isWaitingForPerson)
    .map(({ key, mark }) => `${key} ${mark}`)
    .join('\n')
}

function quarantineOf(accounts: number): Alert {
  return {
    batch: null,
    what: 'needs_person',
    step: 'watch',
    title: message('system.accounts_put_aside'),
    message: message('system.accounts_put_aside_why', { accounts }),
  }
}

function doubtAlert({ broken, missed, newFilesUntil }: Doubted): Alert {
  return {
    batch: null,
    what: 'needs_person',
    step: 'submit',
    title: message('system.changes_lost'),
    message:
      broken === null
        ? message('system.changes_lost_known', { missed })
        : message('system.changes_lost_unknown', {
            broken,
            until_is_known: newFilesUntil === null ? 'no' : 'yes',
            until: newFilesUntil === null ? '' : new Date(newFilesUntil).toISOString().slice(0, 10),
          }),
  }
}
