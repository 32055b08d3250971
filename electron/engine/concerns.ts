// What of a batch somebody should know who may not be looking: pure, from what the window is shown of the batch. A
// concern's key says what it is about and its mark which of them: the same mark is not told twice.
import { countOf, wrongOutcomes } from '../../shared/account-state.ts'
import type { Pause } from '../../shared/connection.ts'
import type { BatchView, Concern } from '../../shared/contract.ts'

export type Standing = Concern & {
  readonly key: string
  /** Of the same key, another mark is something new. */
  readonly mark: string
  /** It waits for somebody; otherwise it is only good to know. */
  readonly waits: boolean
}

/** `awayMs`: for how long the service has not answered; null when it does, or when nobody asks. */
export function concernsOf(view: BatchView, awayMs: number | null): readonly Standing[] {
  if (view.stage !== 'open' || view.connection === null) return []
  const ofConnection = isUnderWay(view)
    ? [...pausesOf(view), ...awayOf(view, awayMs), ...unreadableOf(view)]
    : []
  return [...stopOf(view), ...waveOf(view), ...ofConnection, ...stuckOf(view), ...sharedOf(view)]
}

/** The connection has something to do for this batch. */
function isUnderWay({ states, validating, judgeEdited }: BatchView): boolean {
  const onTheWay = states.queued + states.sending + states.unconfirmed + states.watching
  return onTheWay > 0 || validating || judgeEdited.waiting > 0
}

/** A service that is away for this long does not only restart. */
export const awayAfterMs = 5 * 60_000

const count = (n: number, one: string, many: string): string =>
  `${n.toLocaleString('en-GB')} ${n === 1 ? one : many}`
const accounts = (n: number): string => count(n, 'account', 'accounts')

function stopOf({ id, name, sending: { stop } }: BatchView): Standing[] {
  if (stop === null) return []
  return [
    {
      key: `stop ${id}`,
      mark: String(stop.at),
      waits: true,
      batch: id,
      what: 'stopped',
      step: 'submit',
      title: `${name}: stopped by a brake`,
      message: `${stop.message} ${stop.goOn}`,
    },
  ]
}

/** The end of a wave, or of all that there was to send. */
function waveOf(view: BatchView): Standing[] {
  const { id, name, states, sending } = view
  const onTheWay = states.queued + states.sending + states.unconfirmed + states.watching
  const isOver = onTheWay === 0 && states.cleared === 0 && sending.stop === null
  if (isOver) return states.settled === 0 ? [] : [finished(view)]
  const last = sending.waves.findLast(({ endedAt }) => endedAt !== null)
  if (last === undefined) return []
  const { plan, stop } = sending
  const waits = plan.between === 'ask' && stop === null && onTheWay === 0
  const next = waits
    ? ` ${accounts(states.cleared)} ${states.cleared === 1 ? 'waits' : 'wait'} for you to release the next one.`
    : ''
  return [
    {
      key: `wave ${id}`,
      mark: String(last.number),
      waits,
      batch: id,
      what: 'wave_ended',
      step: 'submit',
      title: `${name}: wave ${last.number} has ended`,
      message: `Created: ${last.created.toLocaleString('en-GB')} of ${accounts(last.accounts)}${wrongOf(last.wrong)}.${next}`,
    },
  ]
}

function finished({ id, name, states, outcomes }: BatchView): Standing {
  const wrong = countOf(outcomes, wrongOutcomes)
  const left = states.blocked + states.refused + states.ready
  return {
    key: `finished ${id}`,
    mark: String(states.settled),
    waits: false,
    batch: id,
    what: 'finished',
    step: left > 0 ? 'watch' : 'report',
    title: `${name}: all that was sent has settled`,
    message: `Created: ${outcomes.created.toLocaleString('en-GB')} of ${accounts(states.settled)}${wrongOf(wrong)}.${left > 0 ? ` ${accounts(left)} ${left === 1 ? 'was' : 'were'} not sent.` : ''}`,
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

/** A connection's pauses show on each of its batches; told is one of them, by its key. */
function pausesOf({ id, connection, pauses }: BatchView): Standing[] {
  return pauses.flatMap(({ reason, supplier, since, message }) =>
    reason === 'person' || connection === null
      ? []
      : [
          {
            key: `pause ${connection.id} ${supplier}`,
            mark: `${reason} ${since}`,
            waits: true,
            batch: id,
            what: 'needs_person' as const,
            step: 'submit' as const,
            title: `${connection.name}${supplier === '' ? '' : ` · ${supplier}`}: ${pauseTitles[reason]}`,
            message,
          },
        ],
  )
}

function awayOf({ id, connection }: BatchView, awayMs: number | null): Standing[] {
  if (connection === null || awayMs === null || awayMs < awayAfterMs) return []
  return [
    {
      key: `away ${connection.id}`,
      mark: 'away',
      waits: true,
      batch: id,
      what: 'needs_person',
      step: 'submit',
      title: `${connection.name} does not answer`,
      message: `${connection.baseUrl} has not answered for ${count(Math.floor(awayAfterMs / 60_000), 'minute', 'minutes')} or more. Nothing is lost, and sending goes on by itself when it is back: look at the network, and ask the platform operator.`,
    },
  ]
}

/** What answers instead of a status is about the address, whichever account is asked for. */
function unreadableOf({ id, connection, watching: { cannotRead } }: BatchView): Standing[] {
  if (connection === null || cannotRead === null) return []
  return [
    {
      key: `unreadable ${connection.id}`,
      mark: String(cannotRead.httpStatus),
      waits: true,
      batch: id,
      what: 'needs_person',
      step: 'watch',
      title: `${connection.name}: statuses cannot be read`,
      message: cannotRead.message,
    },
  ]
}

function stuckOf({ id, name, watching: { stuck } }: BatchView): Standing[] {
  if (stuck === 0) return []
  return [
    {
      key: `stuck ${id}`,
      mark: 'stuck',
      waits: true,
      batch: id,
      what: 'needs_person',
      step: 'watch',
      title: `${name}: ${accounts(stuck)} ${stuck === 1 ? 'takes' : 'take'} longer than expected`,
      message:
        'Nothing is sent again because of it. See which they are and what to do: the Watch step lists them.',
    },
  ]
}

function sharedOf({ id, name, watching: { sharedIdentifiers } }: BatchView): Standing[] {
  if (sharedIdentifiers === 0) return []
  return [
    {
      key: `shared ${id}`,
      mark: String(sharedIdentifiers),
      waits: true,
      batch: id,
      what: 'needs_person',
      step: 'watch',
      title: `${name}: ${accounts(sharedIdentifiers)} with an identifier that another account has too`,
      message:
        'The service answered different accounts with one platform identifier, so one of them may not be its own. The Watch step lists them, and the report names them: ask the platform operator.',
    },
  ]
}
