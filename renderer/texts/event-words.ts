// Sentence of every event kind that the engine writes. An event about many accounts is phrased for all of them, or,
// in the history of one account, for that account. Pure functions.
import { format } from './format.ts'
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
  type Reported,
  waveWords,
  whoseWords,
} from './event-facts.ts'

type Words = (reported: Reported) => readonly [EventTone, string]

/** By the event's kind. */
export const eventWords: Readonly<Record<string, Words>> = {
  released: ({ newest }) => ['plain', releasedWords(newest)],
  cancelled: ({ newest }) => [
    'plain',
    `Cancelled ${accounts(numberOf(newest, 'cancelled'))}${forSupplier(newest)} that had not been sent.`,
  ],
  plan_set: ({ newest }) => ['plain', planWords(newest)],
  wave_sent: ({ newest }) => ['plain', waveWords(newest, 'has been sent')[1]],
  wave_ended: ({ newest }) => waveWords(newest, 'is done'),
  stopped: ({ newest }) => ['bad', stoppedWords(newest)],
  gone_on: () => ['plain', 'Somebody said go on: the stop is lifted, and the brakes count again.'],
  unconfirmed: (reported) => [
    'warn',
    `The answer to ${some(reported)} was lost${because(reported.newest)}. ${isOne(reported) ? 'Its status is' : 'Their statuses are'} read before anything is sent again.`,
  ],
  confirmed: (reported) => ['good', `The service has ${some(reported)} whose answer was lost.`],
  not_received: (reported) => [
    'plain',
    `The service never received ${some(reported)}: ${isOne(reported) ? 'it is' : 'they are'} sent again.`,
  ],
  sent_again_by_person: (reported) => [
    'plain',
    `Somebody said that the service never received ${some(reported)}: ${isOne(reported) ? 'it is' : 'they are'} sent again.`,
  ],
  refused_at_create: (reported) => [
    'bad',
    `The service refused ${some(reported)} at creation${because(reported.newest)}. What to fix is found by validating again.`,
  ],
  refused_before_create: (reported) => ['bad', refusedBefore(reported)],
  already_imported_ours: (reported) => [
    'good',
    `The service says it has ${some(reported)} already, from an earlier attempt of ours.`,
  ],
  already_there: (reported) => ['warn', `The platform had ${some(reported)} already.`],
  create_rate_limited: (reported) => [
    'plain',
    `The service asked for fewer requests; ${some(reported)} went back into the queue.`,
  ],
  create_unauthorized: (reported) => [
    'warn',
    `The service did not accept the sign-in; ${some(reported)} went back into the queue.`,
  ],
  create_not_sent: (reported) => [
    'plain',
    `The service could not be reached; ${some(reported)} went back into the queue.`,
  ],
  create_supplier_closed: (reported) => [
    'warn',
    `The supplier does not take accounts now; ${some(reported)} went back into the queue.`,
  ],
  create_unexpected: (reported) => [
    'warn',
    `The service answered ${some(reported)} in a way it does not document${because(reported.newest)}; ${isOne(reported) ? 'it' : 'they'} went back into the queue.`,
  ],
  found_in_flight: (reported) => [
    'warn',
    `${Some(reported)} ${isOne(reported) ? 'was' : 'were'} in flight when Carryover last ended; ${isOne(reported) ? 'it is' : 'they are'} unconfirmed.`,
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
  status_not_understood: (reported) => [
    'warn',
    isOne(reported)
      ? (textOf(reported.newest, 'message') ?? 'The status of this account could not be understood.')
      : `The status of ${some(reported)} could not be understood. ${textOf(reported.newest, 'message') ?? ''}`,
  ],
  answer_cut: (reported) => [
    'warn',
    isOne(reported)
      ? (textOf(reported.newest, 'message') ?? 'An answer about this account was too large to be read whole.')
      : `Answers about ${some(reported)} were too large to be read whole. ${textOf(reported.newest, 'message') ?? ''}`,
  ],
  statuses_readable: () => ['good', 'Statuses can be read again.'],
  older_process: (reported) => [
    'plain',
    `The service answered for an older process of ${some(reported)}${textOf(reported.newest, 'status') === null ? '' : ` (${textOf(reported.newest, 'status')})`}; ours is not visible yet.`,
  ],
  other_process: (reported) => [
    'plain',
    `Another, ${textOf(reported.newest, 'which') ?? 'other'} process of ${some(reported)} answers now: it says nothing of ours.`,
  ],
  recheck: ({ newest }) => [
    'plain',
    `Rechecking at ${accounts(numberOf(newest, 'accounts'))} ${textOf(newest, 'what') === 'done' ? 'that done' : 'on the way'}.`,
  ],
  looking_stopped: ({ newest }) => [
    'plain',
    `Stopped rechecking; ${accounts(numberOf(newest, 'left'))} ${numberOf(newest, 'left') === 1 ? 'was' : 'were'} not read.`,
  ],
  rechecked: ({ newest }) => looked(newest),
  mind_changed: (reported) => ['warn', mindWords(reported)],
  identifier_shared: (reported) => [
    'warn',
    `The service gave the platform identifier of ${some(reported)} to another account as well.`,
  ],
  whose_known: (reported) => ['plain', whoseWords(reported)],
  slept: ({ newest }) => [
    'plain',
    `This machine slept from ${format.clock(numberOf(newest, 'from'))} to ${format.time(numberOf(newest, 'to'))}.`,
  ],
  clock_set: ({ newest }) => ['warn', clockWords(newest)],
  network_lost: () => ['warn', 'The network was lost. Nothing was lost with it.'],
  network_back: () => ['good', 'The network is back.'],
  merged: ({ newest }) => ['plain', mergedWords(newest)],
  overruled: () => ['plain', 'One of Carryover’s own checks was left to the service.'],
  overruling_reverted: () => ['plain', 'One of Carryover’s own checks counts again.'],
  merge_reverted: () => ['plain', 'The merge of the two versions was reverted.'],
  followed_version: (reported) => ['plain', `The earlier version came to its end for ${some(reported)}.`],
  held: (reported) => {
    const reason = isOne(reported) ? textOf(reported.newest, 'reason') : null
    const until = isOne(reported) ? numberOf(reported.newest, 'until') : 0
    const day = until === 0 ? '' : ` until ${format.day(until)}`
    return ['plain', `Held ${some(reported)}${day}${reason === null ? '.' : `: ${reason}`}`]
  },
  excluded: (reported) => {
    const reason = isOne(reported) ? textOf(reported.newest, 'reason') : null
    return ['plain', `Excluded ${some(reported)}${reason === null ? ': not to be migrated.' : `: ${reason}`}`]
  },
  decided: ({ newest }) => ['plain', decidedWords(newest)],
  released_from_hold: (reported) => ['plain', `Ended the hold of ${some(reported)}.`],
}
