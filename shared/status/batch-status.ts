// Where the sending of a batch stands: its state, what it blocks, the next wave, what a person must do, and the
// remaining time. Computed from the batch's counts and the connection's facts alone; the window, the command line and
// the notifications render it, each in its own words.
import type { BatchView } from '../contract/contract.ts'
import { countOf, failedOutcomes, wrongOutcomes } from '../sending/states.ts'
import type { Pause } from '../sending/connection.ts'
import type { PaceView, SendingPlan, StopView, WaveView } from '../sending/wave-plan.ts'
import type { Said } from '../texts/message.ts'
import { onTheWay } from './counts.ts'
import { currentWave, waveSteps } from './wave-steps.ts'

/** What the status is computed from. */
export type StatusFacts = Pick<
  BatchView,
  | 'stage'
  | 'supplier'
  | 'states'
  | 'outcomes'
  | 'endings'
  | 'validating'
  | 'validateEdited'
  | 'pauses'
  | 'sending'
  | 'processing'
  | 'notAnswering'
  | 'decisionsChanged'
>

/** The first that applies: what stops sending comes before what continues. Times are milliseconds since 1970. */
export type SendingState =
  | { readonly kind: 'unsound_data'; readonly message: Said | null }
  | { readonly kind: 'stopped'; readonly stop: StopView }
  | { readonly kind: 'paused'; readonly pause: Pause }
  | { readonly kind: 'data_check'; readonly percent: number | null }
  | { readonly kind: 'offline' }
  | { readonly kind: 'not_answering'; readonly until: number | null }
  /** The team lets nothing be created at present. */
  | { readonly kind: 'team'; readonly message: Said | null }
  /** `message`: they hold for all of the team. */
  | { readonly kind: 'quiet_hours'; readonly until: number | null; readonly message?: Said }
  | { readonly kind: 'slow_down'; readonly until: number | null }
  | { readonly kind: 'sending'; readonly wave: { readonly number: number; readonly of: number } | null }
  /** All is sent; the service has not finished. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'nothing_released' }
  /** All that was released is done; `last`: the wave, if waves were recorded. */
  | { readonly kind: 'between_waves'; readonly last: WaveView | null }
  /** How many of its accounts failed, and how many ended in another way that a person has to look at. */
  | { readonly kind: 'done'; readonly failed: number; readonly toCheck: number }

/** The next wave, and when it follows: `ask`: when a person releases it. */
export type NextWave = {
  readonly number: number
  readonly accounts: number
  readonly follows: SendingPlan['between']
}

/** Something that only a person can do. */
export type Need =
  | { readonly kind: 'stop'; readonly stop: StopView }
  | { readonly kind: 'pause'; readonly pause: Pause }
  /** `isPlanned`: the plan has waves; without, the consent to send includes all. */
  | { readonly kind: 'release'; readonly wave: NextWave; readonly isPlanned: boolean }
  | {
      readonly kind: 'unreadable'
      readonly cannotRead: NonNullable<BatchView['processing']['cannotRead']>
    }
  | { readonly kind: 'shared_identifiers'; readonly accounts: number }
  | { readonly kind: 'stuck'; readonly accounts: number }
  | { readonly kind: 'decisions_changed'; readonly decisions: number }

export type BatchStatus = {
  readonly state: SendingState
  /** What the state holds up: creating, or also the reading of statuses. */
  readonly blocks: 'sending' | 'everything' | null
  readonly next: NextWave | null
  readonly needs: readonly Need[]
  /** Remaining time until all released accounts are sent, and until they are done; null: not measured. */
  readonly left: { readonly sent: PaceView['sendingLeft']; readonly done: PaceView['finishingLeft'] }
}

export function statusOf(facts: StatusFacts): BatchStatus {
  const state = stateOf(facts)
  const { sendingLeft, finishingLeft } = facts.sending.pace
  return {
    state,
    blocks: blockedBy(state),
    next: nextOf(facts),
    needs: needsOf(facts),
    left: { sent: isSending(facts) ? sendingLeft : null, done: finishingLeft },
  }
}

function isSending({ states }: Pick<StatusFacts, 'states'>): boolean {
  return states.queued + states.sending > 0
}

function stateOf(facts: StatusFacts): SendingState {
  const { states, sending } = facts
  const hindrance = hindranceOf(facts)
  if (hindrance !== null) return hindrance
  if (isSending(facts)) return { kind: 'sending', wave: currentWave(facts) }
  if (states.processing + states.unconfirmed > 0) return { kind: 'waiting' }
  if (states.done === 0) return { kind: 'nothing_released' }
  if (nextOf(facts) !== null)
    return { kind: 'between_waves', last: sending.waves.findLast(({ accounts }) => accounts > 0) ?? null }
  const failed = countOf(facts.outcomes, failedOutcomes)
  return { kind: 'done', failed, toCheck: countOf(facts.outcomes, wrongOutcomes) - failed }
}

function hindranceOf(facts: StatusFacts): SendingState | null {
  const { stop, pace } = facts.sending
  const { waiting } = pace
  if (waiting?.for === 'unsound_data') return { kind: 'unsound_data', message: waiting.message ?? null }
  if (stop !== null) return { kind: 'stopped', stop }
  const pause = pauseOf(facts)
  if (pause !== null) return { kind: 'paused', pause }
  if (waiting?.for === 'data_check' && (isSending(facts) || facts.validating))
    return { kind: 'data_check', percent: waiting.percent ?? null }
  if (onTheWay(facts) === 0) return null
  const until = waiting?.until ?? null
  if (waiting?.for === 'offline') return { kind: 'offline' }
  if (facts.notAnswering || waiting?.for === 'not_answering') return { kind: 'not_answering', until }
  // When everything is sent, the team, quiet hours and the service's rate limit delay nothing.
  if (!isSending(facts)) return null
  if (waiting?.for === 'team') return { kind: 'team', message: waiting.message ?? null }
  if (waiting?.for === 'quiet_hours')
    return { kind: 'quiet_hours', until, ...(waiting.message !== undefined && { message: waiting.message }) }
  return waiting?.for === 'slow_down' ? { kind: 'slow_down', until } : null
}

/** During these pauses not even statuses are read. */
const blind: readonly Pause['reason'][] = ['sign_in', 'not_this_service']

/** The newest pause that affects this batch now: of the whole connection, or of its only supplier. */
function pauseOf({ states, pauses, supplier: own }: StatusFacts): Pause | null {
  const { queued, sending, validated, unconfirmed, processing } = states
  const hasToSend = queued + sending + validated > 0
  const matters = (pause: Pause): boolean =>
    hasToSend || (blind.includes(pause.reason) && unconfirmed + processing > 0)
  const whole = pauses.filter(({ supplier }) => supplier === '' || supplier === own)
  return whole.toSorted((one, other) => other.since - one.since).find(matters) ?? null
}

/** Suppliers that are paused while the batch's other suppliers continue. */
export function pausedSuppliers({ supplier, pauses }: Pick<StatusFacts, 'supplier' | 'pauses'>): string[] {
  return supplier !== null ? [] : pauses.map((pause) => pause.supplier).filter((name) => name !== '')
}

function blockedBy(state: SendingState): BatchStatus['blocks'] {
  switch (state.kind) {
    case 'unsound_data':
    case 'offline':
    case 'not_answering':
      return 'everything'
    case 'paused':
      return blind.includes(state.pause.reason) ? 'everything' : 'sending'
    case 'stopped':
    case 'data_check':
    case 'team':
    case 'quiet_hours':
    case 'slow_down':
      return 'sending'
    default:
      return null
  }
}

function nextOf({ sending, endings }: StatusFacts): NextWave | null {
  const { plan, waves } = sending
  const steps = waveSteps(plan, waves, endings.ready)
  const next = steps.find(({ state }) => state === 'next')
  return next === undefined ? null : { number: next.number, accounts: next.accounts, follows: plan.between }
}

/** In the order in which they hold the batch up. */
function needsOf(facts: StatusFacts): Need[] {
  const { sending, processing, decisionsChanged } = facts
  const { stop } = sending
  const { cannotRead, sharedIdentifiers, stuck } = processing
  return [
    ...(stop === null ? [] : [{ kind: 'stop', stop } as const]),
    ...pausesToLift(facts),
    ...releaseOf(facts),
    ...(cannotRead === null || !isUnderWay(facts) ? [] : [{ kind: 'unreadable', cannotRead } as const]),
    ...(sharedIdentifiers === 0
      ? []
      : [{ kind: 'shared_identifiers', accounts: sharedIdentifiers } as const]),
    ...(stuck === 0 ? [] : [{ kind: 'stuck', accounts: stuck } as const]),
    ...(decisionsChanged === 0 ? [] : [{ kind: 'decisions_changed', decisions: decisionsChanged } as const]),
  ]
}

/** True if the connection has something to do for this batch. */
export function isUnderWay(facts: StatusFacts): boolean {
  return onTheWay(facts) > 0 || facts.validating || facts.validateEdited.waiting > 0
}

function pausesToLift(facts: StatusFacts): Need[] {
  if (!isUnderWay(facts)) return []
  const own = facts.supplier
  return facts.pauses
    .filter(({ supplier }) => supplier === '' || own === null || supplier === own)
    .map((pause) => ({ kind: 'pause', pause }))
}

/** Something was released, nothing is left to send, and nothing releases the next wave by itself. */
function releaseOf(facts: StatusFacts): Need[] {
  const { plan, stop, waves } = facts.sending
  const wave = nextOf(facts)
  const waits =
    facts.stage === 'open' && stop === null && waves.length > 0 && plan.between === 'ask' && !isSending(facts)
  return waits && wave !== null ? [{ kind: 'release', wave, isPlanned: plan.sizes.length > 0 }] : []
}
