// Computes the alerts of a batch from its status: conditions that a person should know of. Pure. An alert's key
// says what it is about, and its mark which instance: the same mark is not reported twice.
import { countOf, wrongOutcomes } from '../../../../shared/sending/states.ts'
import type { Pause } from '../../../../shared/sending/connection.ts'
import type { StopView } from '../../../../shared/sending/wave-plan.ts'
import { assertNever } from '../../../../shared/contract/assert-never.ts'
import type { BatchView, Alert } from '../../../../shared/contract/contract.ts'
import { type BatchStatus, isUnderWay, type Need, statusOf } from '../../../../shared/status/batch-status.ts'
import { onTheWay } from '../../../../shared/status/counts.ts'
import { message, type MessageKey } from '../../../../shared/texts/message.ts'

export type ActiveAlert = Alert & {
  readonly key: string
  /** With the same key, another mark is a new alert. */
  readonly mark: string
  /** True if it waits for a person; otherwise it is for information. */
  readonly isWaitingForPerson: boolean
}

/** `awayMs`: for how long the service has not answered; null if it answers, or if nothing is asked. */
export function alertsOf(view: BatchView, awayMs: number | null): readonly ActiveAlert[] {
  if (view.stage !== 'open' || view.connection === null) return []
  const status = statusOf(view)
  const stops = status.needs.filter(({ kind }) => kind === 'stop')
  const others = status.needs.filter(({ kind }) => kind !== 'stop')
  return [
    ...stops.flatMap((need) => alertOfNeed(view, need)),
    ...waveOf(view, status),
    ...(isUnderWay(view) ? awayOf(view, awayMs) : []),
    ...others.flatMap((need) => alertOfNeed(view, need)),
  ]
}

/** A release is announced with the wave before it, and decisions in the window. */
function alertOfNeed(view: BatchView, need: Need): ActiveAlert[] {
  switch (need.kind) {
    case 'stop':
      return [stopped(view, need.stop)]
    case 'pause':
      return paused(view, need.pause)
    case 'unreadable':
      return unreadable(view, need.cannotRead)
    case 'stuck':
      return [stuck(view, need.accounts)]
    case 'shared_identifiers':
      return [sharingIdentifiers(view, need.accounts)]
    case 'release':
    case 'decisions_changed':
      return []
    default:
      return assertNever(need)
  }
}

/** Milliseconds: a service that is unreachable for this long is not just restarting. */
export const awayAfterMs = 5 * 60_000

function stopped({ id, name }: BatchView, stop: StopView): ActiveAlert {
  return {
    key: `stop ${id}`,
    mark: String(stop.at),
    isWaitingForPerson: true,
    batch: id,
    what: 'stopped',
    step: 'submit',
    title: message('system.stopped', { batch: name }),
    message: message('system.stop_and_go_on', { stop: stop.message, go_on: stop.goOn }),
  }
}

/** The end of a wave, or of everything that was to be sent. */
function waveOf(view: BatchView, { needs, next }: BatchStatus): ActiveAlert[] {
  const { id, name, states, sending } = view
  const isOver = onTheWay(view) === 0 && next === null && sending.stop === null
  if (isOver) return states.done === 0 ? [] : [finished(view)]
  const last = sending.waves.findLast(({ endedAt }) => endedAt !== null)
  if (last === undefined) return []
  const isWaitingForPerson = onTheWay(view) === 0 && needs.some(({ kind }) => kind === 'release')
  return [
    {
      key: `wave ${id}`,
      mark: String(last.number),
      isWaitingForPerson,
      batch: id,
      what: 'wave_ended',
      step: 'submit',
      title: message('system.wave_ended', { batch: name, wave: last.number }),
      message: message('system.wave_ended_figures', {
        created: last.created,
        accounts: last.accounts,
        wrong: last.wrong,
        waiting: isWaitingForPerson ? states.validated : 0,
      }),
    },
  ]
}

function finished({ id, name, states, outcomes }: BatchView): ActiveAlert {
  const wrong = countOf(outcomes, wrongOutcomes)
  const unsent = states.invalid + states.rejected + states.unvalidated
  return {
    key: `finished ${id}`,
    mark: String(states.done),
    isWaitingForPerson: false,
    batch: id,
    what: 'finished',
    step: unsent > 0 ? 'watch' : 'report',
    title: message('system.finished', { batch: name }),
    message: message('system.finished_figures', {
      created: outcomes.created,
      accounts: states.done,
      wrong,
      unsent,
    }),
  }
}

const pauseTitles = {
  after_crash: 'system.paused_after_crash',
  sign_in: 'system.paused_sign_in',
  supplier_closed: 'system.paused_supplier_closed',
  supplier_paused: 'system.paused_supplier_paused',
  supplier_complete: 'system.paused_supplier_complete',
  odd_answers: 'system.paused_odd_answers',
  same_refusals: 'system.paused_same_refusals',
  not_permitted: 'system.paused_not_permitted',
  not_this_service: 'system.paused_not_this_service',
  fault: 'system.paused_by_fault',
  team: 'system.paused_for_all',
} as const satisfies Readonly<Record<Exclude<Pause['reason'], 'person'>, MessageKey>>

/** A connection's pause shows on each of its batches; by its key it is reported once. A person knows of their own. */
function paused({ id, connection }: BatchView, pause: Pause): ActiveAlert[] {
  const { reason, supplier, since, message: why } = pause
  if (reason === 'person' || connection === null) return []
  return [
    {
      key: `pause ${connection.id} ${supplier}`,
      mark: `${reason} ${since}`,
      isWaitingForPerson: true,
      batch: id,
      what: 'needs_person',
      step: 'submit',
      title: message(pauseTitles[reason], {
        place: supplier === '' ? connection.name : `${connection.name} · ${supplier}`,
      }),
      message: why,
    },
  ]
}

function awayOf({ id, connection }: BatchView, awayMs: number | null): ActiveAlert[] {
  if (connection === null || awayMs === null || awayMs < awayAfterMs) return []
  return [
    {
      key: `away ${connection.id}`,
      mark: 'away',
      isWaitingForPerson: true,
      batch: id,
      what: 'needs_person',
      step: 'submit',
      title: message('system.away', { connection: connection.name }),
      message: message('system.away_why', {
        url: connection.baseUrl,
        minutes: Math.floor(awayAfterMs / 60_000),
      }),
    },
  ]
}

/** Unreadable statuses are about the address, not about a single account. */
function unreadable(
  { id, connection }: BatchView,
  cannotRead: NonNullable<BatchView['processing']['cannotRead']>,
): ActiveAlert[] {
  if (connection === null) return []
  return [
    {
      key: `unreadable ${connection.id}`,
      mark: String(cannotRead.httpStatus),
      isWaitingForPerson: true,
      batch: id,
      what: 'needs_person',
      step: 'watch',
      title: message('system.statuses_not_readable', { connection: connection.name }),
      message: cannotRead.message,
    },
  ]
}

function stuck({ id, name }: BatchView, accounts: number): ActiveAlert {
  return {
    key: `stuck ${id}`,
    mark: 'stuck',
    isWaitingForPerson: true,
    batch: id,
    what: 'needs_person',
    step: 'watch',
    title: message('system.stuck', { batch: name, accounts }),
    message: message('system.stuck_why'),
  }
}

function sharingIdentifiers({ id, name }: BatchView, accounts: number): ActiveAlert {
  return {
    key: `shared ${id}`,
    mark: String(accounts),
    isWaitingForPerson: true,
    batch: id,
    what: 'needs_person',
    step: 'watch',
    title: message('system.shared_identifiers', { batch: name, accounts }),
    message: message('system.shared_identifiers_why'),
  }
}
