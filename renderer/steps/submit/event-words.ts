// The kinds of events that the engine writes, each with its sentence. Pure. What is about many accounts is told of all of
// them; in the story of one account it is told of this one.
import { format } from '../../parts/format.ts'
import {
  accounts,
  because,
  clockWords,
  decidedWords,
  type EventTone,
  forSupplier,
  isOne,
  looked,
  mergedWords,
  mindWords,
  numberOf,
  pausedWords,
  planWords,
  refusedBefore,
  releasedWords,
  some,
  Some,
  stoppedWords,
  textOf,
  type Told,
  waveWords,
  whoseWords,
} from './event-facts.ts'

type Words = (told: Told) => readonly [EventTone, string]

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
  gone_on: () => ['plain', 'Somebody said go on: the stop is lifted, and the brakes count anew.'],
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
    `Statuses cannot be read${because(newest)}: no record comes back, or none that can be understood. Sending goes on.`,
  ],
  status_not_understood: (told) => [
    'warn',
    isOne(told)
      ? (textOf(told.newest, 'message') ?? 'The status of this account could not be understood.')
      : `The status of ${some(told)} could not be understood. ${textOf(told.newest, 'message') ?? ''}`,
  ],
  answer_cut: (told) => [
    'warn',
    isOne(told)
      ? (textOf(told.newest, 'message') ?? 'An answer about this account was too large to be read whole.')
      : `Answers about ${some(told)} were too large to be read whole. ${textOf(told.newest, 'message') ?? ''}`,
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
  identifier_shared: (told) => [
    'warn',
    `The service gave the platform identifier of ${some(told)} to another account as well.`,
  ],
  whose_known: (told) => ['plain', whoseWords(told)],
  slept: ({ newest }) => [
    'plain',
    `This machine slept from ${format.clock(numberOf(newest, 'from'))} to ${format.time(numberOf(newest, 'to'))}.`,
  ],
  clock_set: ({ newest }) => ['warn', clockWords(newest)],
  network_lost: () => ['warn', 'The network was lost. Nothing was lost with it.'],
  network_back: () => ['good', 'The network is back.'],
  merged: ({ newest }) => ['plain', mergedWords(newest)],
  overruled: () => ['plain', 'One of Carryover’s own checks was left to the service.'],
  overruling_taken_back: () => ['plain', 'One of Carryover’s own checks counts again.'],
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
