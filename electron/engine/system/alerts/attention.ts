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
import type { ConnectionManager } from '../../sending/connection-manager.ts'
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

export function followAttention(options: {
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
}): Attention {
  const { store, views, connectionManager, clock, eventBus } = options
  const listening = new AbortController()
  const changed = new Set<number>(store.batches.all().map(({ id }) => id))
  let batchesToReview: number[] = []
  const alertsByBatch = new Map<number, readonly ActiveAlert[]>()
  const awaySince = new Map<number, number>()
  const startedAt = clock.monotonic()
  const storedMarks = store.settings.get(settingName)
  let notifiedMarks = new Map(
    Object.entries(storedMarks === null ? {} : reportedMarks.parse(JSON.parse(storedMarks))),
  )
  /** On the first run of all nothing was stored yet: what had ended before then is not reported. */
  let isFirst = storedMarks === null
  let quarantined = options.quarantined
  let { doubted } = options
  let cancelReview: (() => void) | null = clock.after(pauseMs, reviewSafely)
  let cancelRound: (() => void) | null = clock.after(roundMs, reviewUnderWay)

  function mark(batch: number): void {
    changed.add(batch)
    cancelReview ??= clock.after(pauseMs, reviewSafely)
  }

  function reviewUnderWay(): void {
    cancelRound = clock.after(roundMs, reviewUnderWay)
    for (const batch of [...store.machine.batchesOnTheWay(), ...alertsByBatch.keys()]) mark(batch)
  }

  /** Errors here must not stop sending. */
  function reviewSafely(): void {
    cancelReview = null
    try {
      reviewChanged()
    } catch (error) {
      stop()
      if (options.isDamage?.(error) === true) return
      eventBus.notice('warning', message('system.alerts_broke', { why: messageOf(error) }))
    }
  }

  /** Checks in pieces, since after a start all batches are checked; new alerts are reported once all have been. */
  function reviewChanged(): void {
    if (batchesToReview.length === 0) {
      batchesToReview = [...changed]
      changed.clear()
    }
    const began = clock.monotonic()
    for (let id = batchesToReview.pop(); id !== undefined; id = batchesToReview.pop()) {
      reviewBatch(id)
      if (clock.monotonic() - began >= pieceMs) break
    }
    if (batchesToReview.length > 0) {
      cancelReview = clock.after(1, reviewSafely)
      return
    }
    notifyNewAlerts()
    if (changed.size > 0) cancelReview = clock.after(pauseMs, reviewSafely)
  }

  function reviewBatch(id: number): void {
    const before = signature(alertsByBatch.get(id))
    const alerts = alertsIn(id)
    if (alerts.length === 0) alertsByBatch.delete(id)
    else alertsByBatch.set(id, alerts)
    // Makes windows fetch the batch again.
    if (signature(alerts) !== before) eventBus.batchChanged(id)
  }

  function alertsIn(id: number): readonly ActiveAlert[] {
    const batch = store.batches.get(id)
    if (batch === null) return []
    return alertsOf(views.view(batch), batch.connectionId === null ? null : awayFor(batch.connectionId))
  }

  function awayFor(connection: number): number | null {
    if (!connectionManager.breakerOpen(connection)) {
      awaySince.delete(connection)
      return null
    }
    const now = clock.monotonic()
    const since = awaySince.get(connection) ?? now
    awaySince.set(connection, since)
    return now - since
  }

  function notifyNewAlerts(): void {
    const now = new Map(allAlerts().map((one) => [one.key, one]))
    const next = new Map<string, string>()
    for (const [key, one] of now) {
      next.set(key, one.mark)
      if (notifiedMarks.get(key) !== one.mark && (one.isWaitingForPerson || !isFirst))
        eventBus.attention(alertOf(one))
    }
    // A service that was unreachable when Carryover ended may still be; finding out takes a while.
    const isYoung = clock.monotonic() - startedAt < 2 * awayAfterMs
    for (const [key, was] of notifiedMarks)
      if (key.startsWith('away ') && isYoung && !now.has(key)) next.set(key, was)
    if (quarantined > 0) eventBus.attention(quarantineOf(quarantined))
    quarantined = 0
    if (doubted !== null) eventBus.attention(doubtAlert(doubted))
    doubted = null
    isFirst = false
    storeMarks(next)
  }

  function storeMarks(next: Map<string, string>): void {
    const isSame =
      next.size === notifiedMarks.size && [...next].every(([key, value]) => notifiedMarks.get(key) === value)
    notifiedMarks = next
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
  function allAlerts(): readonly ActiveAlert[] {
    const byKey = new Map<string, ActiveAlert>()
    for (const id of [...alertsByBatch.keys()].sort((a, b) => a - b))
      for (const one of alertsByBatch.get(id) ?? []) byKey.set(one.key, one)
    return [...byKey.values()]
  }

  async function follow(): Promise<void> {
    for await (const event of eventBus.listen(listening.signal)) {
      if (event.kind === 'batch') mark(event.batch)
    }
  }
  void follow()

  function stop(): void {
    listening.abort()
    cancelReview?.()
    cancelRound?.()
    cancelReview = null
    cancelRound = null
  }

  return {
    active: () =>
      allAlerts()
        .filter(({ isWaitingForPerson }) => isWaitingForPerson)
        .map(alertOf),
    stop,
  }
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
