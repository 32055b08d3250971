// The kinds of events that the engine writes, each with its sentence. Pure. What is about many accounts is told of all of
// them; in the story of one account it is told of this one.
import type { EventView } from '../../../shared/views.ts'
import { texts } from '../../app/texts.ts'
import { count, format } from '../../parts/format.ts'
import { planTexts } from './plan-texts.ts'
import { pauseTitles } from './submit-texts.ts'

export type EventTone = 'plain' | 'good' | 'warn' | 'bad'

/** Neighbours of one kind that are told together. */
export type Told = {
  readonly newest: EventView
  /** Different accounts that they are about. */
  readonly accounts: number
  /** Whose timeline it is. */
  readonly of: 'batch' | 'account'
}

type Words = (told: Told) => readonly [EventTone, string]

const accounts = (n: number): string => count(n, 'account', 'accounts')

function textOf(event: EventView, name: string): string | null {
  const value = event.detail[name]
  return typeof value === 'string' && value !== '' ? value : null
}

function numberOf(event: EventView, name: string): number {
  const value = event.detail[name]
  return typeof value === 'number' ? value : 0
}

/** In brackets: the code of an answer, or its HTTP status. */
export function because(event: EventView): string {
  const code = textOf(event, 'code')
  const http = numberOf(event, 'http')
  if (code !== null) return ` (${code})`
  return http > 0 ? ` (HTTP ${http})` : ''
}

const isOne = ({ of, accounts: n }: Told): boolean => of === 'account' || n === 1
const some = ({ of, accounts: n }: Told): string => (of === 'account' ? 'this account' : accounts(n))
const Some = (told: Told): string => (told.of === 'account' ? 'This account' : accounts(told.accounts))

export function pausedWords(event: EventView): string {
  const supplier = textOf(event, 'supplier')
  const reason = textOf(event, 'reason') ?? ''
  const title = Object.hasOwn(pauseTitles, reason) ? pauseTitles[reason as keyof typeof pauseTitles] : reason
  return `Sending paused${supplier === null ? '' : ` for ${supplier}`}: ${title}.`
}

function forSupplier(event: EventView): string {
  const supplier = textOf(event, 'supplier')
  return supplier === null ? '' : ` of ${supplier}`
}

/** A choice about many accounts at once, or its taking back. */
function decidedWords(event: EventView): string {
  const reason = textOf(event, 'reason')
  const all = accounts(numberOf(event, 'accounts'))
  const why = reason === null ? '' : `: ${reason}`
  switch (textOf(event, 'what')) {
    case 'hold':
      return `Held ${all}${why}`
    case 'exclude':
      return `Excluded ${all}${why}`
    case 'release':
      return `Ended the hold of ${all}.`
    default:
      return `Put back how ${all} stood before a hold or an exclusion.`
  }
}

function releasedWords(event: EventView): string {
  const elsewhere = numberOf(event, 'elsewhere')
  const wave = numberOf(event, 'wave')
  const left =
    elsewhere === 0
      ? ''
      : ` ${accounts(elsewhere)} ${elsewhere === 1 ? 'is' : 'are'} on the way in another batch and ${elsewhere === 1 ? 'was' : 'were'} left out.`
  const which = wave === 0 ? 'Released' : `Wave ${format.number(wave)}: released`
  return `${which} ${accounts(numberOf(event, 'released'))}.${left}`
}

/** `Wave 2 has settled: 9 created, 1 went wrong.` */
function waveWords(event: EventView, what: string): readonly [EventTone, string] {
  const wrong = numberOf(event, 'wrong')
  const parts = [
    [numberOf(event, 'created'), 'created'],
    [numberOf(event, 'other'), 'dry run'],
    [wrong, 'went wrong'],
  ] as const
  const told = parts.filter(([n]) => n > 0).map(([n, word]) => `${format.number(n)} ${word}`)
  const sentence = `Wave ${format.number(numberOf(event, 'wave'))} ${what}${told.length === 0 ? '' : `: ${told.join(', ')}`}.`
  return [wrong > 0 ? 'warn' : 'good', sentence]
}

function stoppedWords(event: EventView): string {
  const [wave, answers, wrong, times] = (['wave', 'answers', 'wrong', 'times'] as const).map((name) =>
    numberOf(event, name),
  )
  const code = textOf(event, 'code') ?? 'a code'
  const which = wave === 0 ? 'A brake stopped this batch' : `A brake stopped wave ${format.number(wave ?? 0)}`
  switch (textOf(event, 'reason')) {
    case 'error_rate':
      return `${which}: ${format.number(wrong ?? 0)} of ${format.number(answers ?? 0)} answers were wrong.`
    case 'same_code':
      return `${which}: ${code} came ${format.number(times ?? 0)} times in a row.`
    default:
      return `${which}: ${code} came, which always stops.`
  }
}

function planWords(event: EventView): string {
  const { sizes, between } = event.detail
  const list = Array.isArray(sizes) ? sizes.filter((size) => typeof size === 'number') : []
  const waves = [...list.map((size) => format.number(size)), 'the rest'].join(', ')
  const way = between === 'when_sent' || between === 'when_settled' || between === 'ask' ? between : 'ask'
  return `The plan was changed: ${waves}; ${planTexts.betweenLabel(way).toLowerCase()}.`
}

/** `Failed (ERRORED)`. */
function saidWords(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '–'
  const outcome = 'outcome' in value && typeof value.outcome === 'string' ? value.outcome : null
  const status = 'status' in value && typeof value.status === 'string' ? value.status : null
  const known: Readonly<Record<string, string>> = texts.outcomes
  const word =
    outcome === null
      ? 'not finished'
      : (Object.hasOwn(known, outcome) ? known[outcome] : outcome)?.toLowerCase()
  return status === null ? `${word}` : `${word} (${status})`
}

function mindWords(told: Told): string {
  const { detail } = told.newest
  if (!isOne(told)) return `The service says something else of ${some(told)} than when they settled.`
  const from = saidWords(detail['before'])
  const to = saidWords(detail['after'])
  return from === to
    ? `The service gave ${some(told)} another identifier since it settled.`
    : `The service changed its mind about ${some(told)}: from ${from} to ${to}.`
}

function mergedWords(event: EventView): string {
  return numberOf(event, 'later') > 0
    ? `A newer version of the file was merged: batch ${numberOf(event, 'later')}. ${accounts(numberOf(event, 'replaced') + numberOf(event, 'gone'))} are held here.`
    : `Merged with the earlier version, batch ${numberOf(event, 'earlier')}: ${accounts(numberOf(event, 'settled'))} are on the platform already.`
}

function clockWords(event: EventView): string {
  const by = numberOf(event, 'byMs')
  return `This machine’s clock was set ${by < 0 ? 'back' : 'forward'} by ${format.duration(Math.abs(by))}.`
}

function refusedBefore(told: Told): string {
  const { codes } = told.newest.detail
  const list = Array.isArray(codes) ? codes.filter((code) => typeof code === 'string') : []
  const why = isOne(told) && list.length > 0 ? ` (${list.join(', ')})` : ''
  return `Judged again just before the create, ${some(told)} ${isOne(told) ? 'was' : 'were'} refused${why}; nothing was sent.`
}

function looked(event: EventView): readonly [EventTone, string] {
  const changed = numberOf(event, 'changed')
  const all = `Looked again at ${accounts(numberOf(event, 'accounts'))}:`
  return changed === 0
    ? ['good', `${all} the service says what it said.`]
    : ['warn', `${all} of ${accounts(changed)} the service says something else now.`]
}

/** By the event's kind. */
export const eventWords: Readonly<Record<string, Words>> = {
  released: ({ newest }) => ['plain', releasedWords(newest)],
  taken_back: ({ newest }) => [
    'plain',
    `Took back ${accounts(numberOf(newest, 'takenBack'))}${forSupplier(newest)} that had not been sent.`,
  ],
  plan_set: ({ newest }) => ['plain', planWords(newest)],
  wave_sent: ({ newest }) => ['plain', waveWords(newest, 'has been sent')[1]],
  wave_ended: ({ newest }) => waveWords(newest, 'has settled'),
  stopped: ({ newest }) => ['bad', stoppedWords(newest)],
  gone_on: () => ['plain', 'Somebody said go on: what is queued is sent, and the brakes count anew.'],
  unconfirmed: (told) => [
    'warn',
    `The answer to ${some(told)} was lost${because(told.newest)}. ${isOne(told) ? 'Its status is' : 'Their statuses are'} read before anything is sent again.`,
  ],
  confirmed: (told) => ['good', `The service has ${some(told)} whose answer was lost.`],
  not_received: (told) => [
    'plain',
    `The service never received ${some(told)}: ${isOne(told) ? 'it is' : 'they are'} sent again.`,
  ],
  sent_again_by_person: (told) => [
    'plain',
    `Somebody said that the service never received ${some(told)}: ${isOne(told) ? 'it is' : 'they are'} sent again.`,
  ],
  refused_at_create: (told) => [
    'bad',
    `The service refused ${some(told)} at creation${because(told.newest)}. What to fix is found by validating again.`,
  ],
  refused_before_create: (told) => ['bad', refusedBefore(told)],
  already_imported_ours: (told) => [
    'good',
    `The service says it has ${some(told)} already, from an earlier attempt of ours.`,
  ],
  already_there: (told) => ['warn', `The platform had ${some(told)} already.`],
  create_slow_down: (told) => [
    'plain',
    `The service asked for fewer requests; ${some(told)} went back into the queue.`,
  ],
  create_sign_in: (told) => [
    'warn',
    `The service did not accept the sign-in; ${some(told)} went back into the queue.`,
  ],
  create_not_sent: (told) => [
    'plain',
    `The service could not be reached; ${some(told)} went back into the queue.`,
  ],
  create_closed: (told) => [
    'warn',
    `The supplier does not take accounts now; ${some(told)} went back into the queue.`,
  ],
  create_odd: (told) => [
    'warn',
    `The service answered ${some(told)} in a way it does not document${because(told.newest)}; ${isOne(told) ? 'it' : 'they'} went back into the queue.`,
  ],
  found_in_flight: (told) => [
    'warn',
    `${Some(told)} ${isOne(told) ? 'was' : 'were'} in flight when Carryover last ended; ${isOne(told) ? 'it is' : 'they are'} unconfirmed.`,
  ],
  paused: ({ newest }) => ['warn', pausedWords(newest)],
  resumed: ({ newest }) => {
    const supplier = textOf(newest, 'supplier')
    return ['good', `Sending resumed${supplier === null ? '' : ` for ${supplier}`}.`]
  },
  statuses_unreadable: ({ newest }) => [
    'warn',
    `Statuses cannot be read${because(newest)}: the addresses of the connection look wrong. Sending goes on.`,
  ],
  statuses_readable: () => ['good', 'Statuses can be read again.'],
  older_process: (told) => [
    'plain',
    `The service answered for an older process of ${some(told)}${textOf(told.newest, 'status') === null ? '' : ` (${textOf(told.newest, 'status')})`}; ours is not visible yet.`,
  ],
  other_process: (told) => [
    'plain',
    `Another, ${textOf(told.newest, 'which') ?? 'other'} process of ${some(told)} answers now: it says nothing of ours.`,
  ],
  look_again: ({ newest }) => [
    'plain',
    `Looking again at ${accounts(numberOf(newest, 'accounts'))} ${textOf(newest, 'what') === 'settled' ? 'that settled' : 'on the way'}.`,
  ],
  looking_stopped: ({ newest }) => [
    'plain',
    `Stopped looking again; ${accounts(numberOf(newest, 'left'))} ${numberOf(newest, 'left') === 1 ? 'was' : 'were'} not read.`,
  ],
  looked_again: ({ newest }) => looked(newest),
  mind_changed: (told) => ['warn', mindWords(told)],
  slept: ({ newest }) => [
    'plain',
    `This machine slept from ${format.clock(numberOf(newest, 'from'))} to ${format.time(numberOf(newest, 'to'))}.`,
  ],
  clock_set: ({ newest }) => ['warn', clockWords(newest)],
  network_lost: () => ['warn', 'The network was lost. Nothing was lost with it.'],
  network_back: () => ['good', 'The network is back.'],
  merged: ({ newest }) => ['plain', mergedWords(newest)],
  merge_taken_back: () => ['plain', 'The merge of the two versions was taken back.'],
  followed_version: (told) => ['plain', `The earlier version came to its end for ${some(told)}.`],
  held: (told) => {
    const reason = isOne(told) ? textOf(told.newest, 'reason') : null
    const until = isOne(told) ? numberOf(told.newest, 'until') : 0
    const day = until === 0 ? '' : ` until ${format.day(until)}`
    return ['plain', `Held ${some(told)}${day}${reason === null ? '.' : `: ${reason}`}`]
  },
  excluded: (told) => {
    const reason = isOne(told) ? textOf(told.newest, 'reason') : null
    return ['plain', `Excluded ${some(told)}${reason === null ? ': not to be migrated.' : `: ${reason}`}`]
  },
  decided: ({ newest }) => ['plain', decidedWords(newest)],
  released_from_hold: (told) => ['plain', `Ended the hold of ${some(told)}.`],
}
