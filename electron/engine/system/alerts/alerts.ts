// Computes the alerts of a batch: conditions that a person should know of. Pure, from the batch view. An alert's key
// says what it is about, and its mark which instance: the same mark is not reported twice.
import { countOf, wrongOutcomes } from '../../../../shared/sending/states.ts'
import type { Pause } from '../../../../shared/sending/connection.ts'
import type { BatchView, Alert } from '../../../../shared/contract/contract.ts'

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

const count = (n: number, one: string, many: string): string =>
  `${n.toLocaleString('en-GB')} ${n === 1 ? one : many}`
const accounts = (n: number): string => count(n, 'account', 'accounts')

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
      title: `${name}: stopped by a brake`,
      message: `${stop.message} ${stop.goOn}`,
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
  const next = isWaitingForPerson
    ? ` ${accounts(states.validated)} ${states.validated === 1 ? 'waits' : 'wait'} for you to release the next one.`
    : ''
  return [
    {
      key: `wave ${id}`,
      mark: String(last.number),
      isWaitingForPerson,
      batch: id,
      what: 'wave_ended',
      step: 'submit',
      title: `${name}: wave ${last.number} has ended`,
      message: `Created: ${last.created.toLocaleString('en-GB')} of ${accounts(last.accounts)}${wrongOf(last.wrong)}.${next}`,
    },
  ]
}

function finished({ id, name, states, outcomes }: BatchView): ActiveAlert {
  const wrong = countOf(outcomes, wrongOutcomes)
  const left = states.invalid + states.rejected + states.unvalidated
  return {
    key: `finished ${id}`,
    mark: String(states.done),
    isWaitingForPerson: false,
    batch: id,
    what: 'finished',
    step: left > 0 ? 'watch' : 'report',
    title: `${name}: all that was sent is done`,
    message: `Created: ${outcomes.created.toLocaleString('en-GB')} of ${accounts(states.done)}${wrongOf(wrong)}.${left > 0 ? ` ${accounts(left)} ${left === 1 ? 'was' : 'were'} not sent.` : ''}`,
  }
}

function wrongOf(wrong: number): string {
  return wrong === 0 ? '' : `; ${wrong.toLocaleString('en-GB')} went wrong`
}

const pauseTitles: Readonly<Record<Exclude<Pause['reason'], 'person'>, string>> = {
  after_crash: 'sending waits for a look',
  sign_in: 'sign-in needed',
  supplier_closed: 'the supplier does not take accounts',
  supplier_paused: 'the supplier is paused, more accounts are expected later',
  supplier_complete: 'the supplier is complete, no more accounts are expected',
  odd_answers: 'the service answers in a way it does not document',
  same_refusals: 'the service refuses one account after another in the same way',
  not_permitted: 'the service does not permit it',
  not_this_service: 'what answers is not the data-import service',
  fault: 'a fault of Carryover stopped sending',
}

/** A connection's pauses show on each of its batches; by their key they are reported once. */
function pausesOf({ id, connection, pauses }: BatchView): ActiveAlert[] {
  return pauses.flatMap(({ reason, supplier, since, message }) =>
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
            title: `${connection.name}${supplier === '' ? '' : ` · ${supplier}`}: ${pauseTitles[reason]}`,
            message,
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
      title: `${connection.name} does not answer`,
      message: `${connection.baseUrl} has not answered for ${count(Math.floor(awayAfterMs / 60_000), 'minute', 'minutes')} or more. Nothing is lost, and sending goes on by itself when it is back: look at the network, and ask the platform operator.`,
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
      title: `${connection.name}: statuses cannot be read`,
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
      title: `${name}: ${accounts(stuck)} ${stuck === 1 ? 'takes' : 'take'} longer than expected`,
      message:
        'Nothing is sent again because of it. See which they are and what to do: the Watch step lists them.',
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
      title: `${name}: ${accounts(sharedIdentifiers)} with an identifier that another account has too`,
      message:
        'The service answered different accounts with one platform identifier, so one of them may not be its own. The Watch step lists them, and the report names them: ask the platform operator.',
    },
  ]
}
