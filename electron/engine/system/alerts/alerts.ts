// Computes the alerts of a batch: conditions that a person should know of. Pure, from the batch view. An alert's key
// says what it is about, and its mark which instance: the same mark is not reported twice.
import { countOf, wrongOutcomes } from '../../../../shared/sending/states.ts'
import type { Pause } from '../../../../shared/sending/connection.ts'
import type { BatchView, Alert } from '../../../../shared/contract/contract.ts'
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
  const ofConnection = isUnderWay(view)
    ? [...pausesOf(view), ...awayOf(view, awayMs), ...unreadableOf(view)]
    : []
  return [...stopOf(view), ...waveOf(view), ...ofConnection, ...stuckOf(view), ...sharedOf(view)]
}

/** True if the connection has something to do for this batch. */
function isUnderWay({ states, validating, validateEdited }: BatchView): boolean {
  const onTheWay = states.queued + states.sending + states.unconfirmed + states.processing
  return onTheWay > 0 || validating || validateEdited.waiting > 0
}

/** Milliseconds: a service that is unreachable for this long is not just restarting. */
export const awayAfterMs = 5 * 60_000

function stopOf({ id, name, sending: { stop } }: BatchView): ActiveAlert[] {
  if (stop === null) return []
  return [
    {
      key: `stop ${id}`,
      mark: String(stop.at),
      isWaitingForPerson: true,
      batch: id,
      what: 'stopped',
      step: 'submit',
      title: message('system.stopped', { batch: name }),
      message: message('system.stop_and_go_on', { stop: stop.message, go_on: stop.goOn }),
    },
  ]
}

/** The end of a wave, or of everything that was to be sent. */
function waveOf(view: BatchView): ActiveAlert[] {
  const { id, name, states, sending } = view
  const onTheWay = states.queued + states.sending + states.unconfirmed + states.processing
  const isOver = onTheWay === 0 && states.validated === 0 && sending.stop === null
  if (isOver) return states.done === 0 ? [] : [finished(view)]
  const last = sending.waves.findLast(({ endedAt }) => endedAt !== null)
  if (last === undefined) return []
  const { plan, stop } = sending
  const isWaitingForPerson = plan.between === 'ask' && stop === null && onTheWay === 0
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
} as const satisfies Readonly<Record<Exclude<Pause['reason'], 'person'>, MessageKey>>

/** A connection's pauses show on each of its batches; by their key they are reported once. */
function pausesOf({ id, connection, pauses }: BatchView): ActiveAlert[] {
  return pauses.flatMap(({ reason, supplier, since, message: why }) =>
    reason === 'person' || connection === null
      ? []
      : [
          {
            key: `pause ${connection.id} ${supplier}`,
            mark: `${reason} ${since}`,
            isWaitingForPerson: true,
            batch: id,
            what: 'needs_person' as const,
            step: 'submit' as const,
            title: message(pauseTitles[reason], {
              place: supplier === '' ? connection.name : `${connection.name} · ${supplier}`,
            }),
            message: why,
          },
        ],
  )
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
function unreadableOf({ id, connection, processing: { cannotRead } }: BatchView): ActiveAlert[] {
  if (connection === null || cannotRead === null) return []
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

function stuckOf({ id, name, processing: { stuck } }: BatchView): ActiveAlert[] {
  if (stuck === 0) return []
  return [
    {
      key: `stuck ${id}`,
      mark: 'stuck',
      isWaitingForPerson: true,
      batch: id,
      what: 'needs_person',
      step: 'watch',
      title: message('system.stuck', { batch: name, accounts: stuck }),
      message: message('system.stuck_why'),
    },
  ]
}

function sharedOf({ id, name, processing: { sharedIdentifiers } }: BatchView): ActiveAlert[] {
  if (sharedIdentifiers === 0) return []
  return [
    {
      key: `shared ${id}`,
      mark: String(sharedIdentifiers),
      isWaitingForPerson: true,
      batch: id,
      what: 'needs_person',
      step: 'watch',
      title: message('system.shared_identifiers', { batch: name, accounts: sharedIdentifiers }),
      message: message('system.shared_identifiers_why'),
    },
  ]
}
