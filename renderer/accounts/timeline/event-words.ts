// Sentence of every event kind that the engine writes. An event about many accounts is phrased for all of them, or,
// in the history of one account, for that account. Pure functions.
import type { EventView } from '../../../shared/contract/views.ts'
import { eventTexts } from '../../texts/watch/events.ts'
import { format } from '../../texts/format.ts'
import { pauseTitles } from '../../texts/submit/submit.ts'
import {
  accountsOf,
  codeOf,
  type EventTone,
  isOne,
  numberOf,
  type Reported,
  sentenceIn,
  textOf,
} from './event-facts.ts'

type Words = (reported: Reported) => readonly [EventTone, string]

const { requeued } = eventTexts

/** By the event's kind. */
export const eventWords: Readonly<Record<string, Words>> = {
  released: ({ newest }) => [
    'plain',
    eventTexts.released({
      wave: numberOf(newest, 'wave'),
      accounts: numberOf(newest, 'released'),
      elsewhere: numberOf(newest, 'elsewhere'),
    }),
  ],
  cancelled: ({ newest }) => ['plain', cancelledWords(newest)],
  plan_set: ({ newest }) => ['plain', planWords(newest)],
  wave_sent: ({ newest }) => ['plain', waveWords(newest, eventTexts.waveSent, eventTexts.waveSentWith)],
  wave_ended: ({ newest }) => [
    numberOf(newest, 'wrong') > 0 ? 'warn' : 'good',
    waveWords(newest, eventTexts.waveEnded, eventTexts.waveEndedWith),
  ],
  stopped: ({ newest }) => ['bad', stoppedWords(newest)],
  gone_on: () => ['plain', eventTexts.goneOn],
  unconfirmed: (reported) => ['warn', eventTexts.unconfirmed(withCode(reported))],
  confirmed: (reported) => ['good', eventTexts.confirmed(accountsOf(reported))],
  not_received: (reported) => ['plain', eventTexts.notReceived(accountsOf(reported))],
  with_member: (reported) => ['plain', withMemberWords(reported)],
  with_member_ended: (reported) => ['plain', eventTexts.withMemberEnded(accountsOf(reported))],
  sent_again_by_person: (reported) => ['plain', eventTexts.sentAgain(accountsOf(reported))],
  refused_at_create: (reported) => ['bad', eventTexts.refusedAtCreate(withCode(reported))],
  refused_before_create: (reported) => ['bad', refusedBefore(reported)],
  already_imported_ours: (reported) => ['good', eventTexts.alreadyOurs(accountsOf(reported))],
  already_there: (reported) => ['warn', eventTexts.alreadyThere(accountsOf(reported))],
  with_member: (reported) => ['plain', eventTexts.withMember(accountsOf(reported))],
  with_member_ended: (reported) => ['good', eventTexts.withMemberEnded(accountsOf(reported))],
  create_rate_limited: (reported) => ['plain', requeued.rateLimited(accountsOf(reported))],
  create_unauthorized: (reported) => ['warn', requeued.unauthorized(accountsOf(reported))],
  create_not_sent: (reported) => ['plain', requeued.notSent(accountsOf(reported))],
  create_supplier_closed: (reported) => ['warn', requeued.supplierClosed(accountsOf(reported))],
  create_unexpected: (reported) => ['warn', requeued.unexpected(withCode(reported))],
  found_in_flight: (reported) => ['warn', eventTexts.foundInFlight(accountsOf(reported))],
  paused: ({ newest }) => ['warn', pausedWords(newest)],
  resumed: ({ newest }) => {
    const supplier = textOf(newest, 'supplier')
    return ['good', supplier === null ? eventTexts.resumed : eventTexts.resumedFor({ supplier })]
  },
  statuses_unreadable: ({ newest }) => ['warn', eventTexts.statusesUnreadable({ why: codeOf(newest) })],
  status_not_understood: (reported) => ['warn', notUnderstoodWords(reported)],
  answer_cut: (reported) => ['warn', answerCutWords(reported)],
  statuses_readable: () => ['good', eventTexts.statusesReadable],
  older_process: (reported) => [
    'plain',
    eventTexts.olderProcess({
      ...accountsOf(reported),
      status: textOf(reported.newest, 'status') ?? 'none',
    }),
  ],
  other_process: (reported) => [
    'plain',
    eventTexts.otherProcess({
      ...accountsOf(reported),
      which: textOf(reported.newest, 'which') ?? 'other',
    }),
  ],
  recheck: ({ newest }) => [
    'plain',
    eventTexts.recheck({
      accounts: numberOf(newest, 'accounts'),
      which: textOf(newest, 'what') === 'done' ? 'done' : 'other',
    }),
  ],
  looking_stopped: ({ newest }) => [
    'plain',
    eventTexts.recheckStopped({ accounts: numberOf(newest, 'left') }),
  ],
  rechecked: ({ newest }) => recheckedWords(newest),
  mind_changed: (reported) => ['warn', mindWords(reported)],
  identifier_shared: (reported) => ['warn', eventTexts.identifierShared(accountsOf(reported))],
  whose_known: (reported) => ['plain', makerWords(reported)],
  slept: ({ newest }) => [
    'plain',
    eventTexts.slept({
      from: format.clock(numberOf(newest, 'from')),
      to: format.time(numberOf(newest, 'to')),
    }),
  ],
  clock_set: ({ newest }) => ['warn', clockWords(newest)],
  network_lost: () => ['warn', eventTexts.networkLost],
  network_back: () => ['good', eventTexts.networkBack],
  merged: ({ newest }) => ['plain', mergedWords(newest)],
  overruled: () => ['plain', eventTexts.overruled],
  overruling_reverted: () => ['plain', eventTexts.overrulingReverted],
  merge_reverted: () => ['plain', eventTexts.mergeReverted],
  followed_version: (reported) => ['plain', eventTexts.followedVersion(accountsOf(reported))],
  held: (reported) => ['plain', heldWords(reported)],
  excluded: (reported) => ['plain', excludedWords(reported)],
  decided: ({ newest }) => ['plain', decidedWords(newest)],
  released_from_hold: (reported) => ['plain', eventTexts.holdEnded(accountsOf(reported))],
}

function withCode(reported: Reported): ReturnType<typeof accountsOf> & { readonly why: string } {
  return { ...accountsOf(reported), why: codeOf(reported.newest) }
}

function cancelledWords(event: EventView): string {
  const supplier = textOf(event, 'supplier')
  const accounts = numberOf(event, 'cancelled')
  return supplier === null
    ? eventTexts.cancelled({ accounts })
    : eventTexts.cancelledOf({ accounts, supplier })
}

function planWords(event: EventView): string {
  const { sizes, between } = event.detail
  const list = Array.isArray(sizes) ? sizes.filter((size) => typeof size === 'number') : []
  return eventTexts.planSet({
    n: list.length,
    waves: list.map((size) => format.number(size)).join(', '),
    between: between === 'when_sent' || between === 'when_done' ? between : 'ask',
  })
}

function waveWords(
  event: EventView,
  alone: typeof eventTexts.waveEnded,
  withResults: typeof eventTexts.waveEndedWith,
): string {
  const wave = numberOf(event, 'wave')
  const results = (['created', 'other', 'wrong'] as const)
    .filter((name) => numberOf(event, name) > 0)
    .map((name) => eventTexts.results[name]({ n: numberOf(event, name) }))
  return results.length === 0 ? alone({ wave }) : withResults({ wave, results: results.join(', ') })
}

function stoppedWords(event: EventView): string {
  const words = eventTexts.stopped
  const wave = numberOf(event, 'wave')
  const code = textOf(event, 'code') ?? words.noCode
  switch (textOf(event, 'reason')) {
    case 'error_rate':
      return words.errorRate({ wave, wrong: numberOf(event, 'wrong'), answers: numberOf(event, 'answers') })
    case 'same_code':
      return words.sameCode({ wave, code, times: numberOf(event, 'times') })
    default:
      return words.stopCode({ wave, code })
  }
}

function refusedBefore(reported: Reported): string {
  const { codes } = reported.newest.detail
  const list = Array.isArray(codes) ? codes.filter((code) => typeof code === 'string') : []
  const why = isOne(reported) && list.length > 0 ? list.join(', ') : 'none'
  return eventTexts.refusedBeforeCreate({ ...accountsOf(reported), why })
}

function pausedWords(event: EventView): string {
  const supplier = textOf(event, 'supplier')
  const code = textOf(event, 'reason') ?? ''
  const reason = Object.hasOwn(pauseTitles, code) ? pauseTitles[code as keyof typeof pauseTitles] : code
  return supplier === null ? eventTexts.paused({ reason }) : eventTexts.pausedFor({ reason, supplier })
}

function notUnderstoodWords(reported: Reported): string {
  const message = sentenceIn(reported.newest, 'message')
  return isOne(reported)
    ? (message ?? eventTexts.notUnderstood)
    : eventTexts.notUnderstoodMany({ n: reported.accounts, message: message ?? '' })
}

function answerCutWords(reported: Reported): string {
  const message = sentenceIn(reported.newest, 'message')
  return isOne(reported)
    ? (message ?? eventTexts.answerCut)
    : eventTexts.answerCutMany({ n: reported.accounts, message: message ?? '' })
}

function recheckedWords(event: EventView): readonly [EventTone, string] {
  const [accounts, changed] = [numberOf(event, 'accounts'), numberOf(event, 'changed')]
  return changed === 0
    ? ['good', eventTexts.rechecked.same({ accounts })]
    : ['warn', eventTexts.rechecked.changed({ accounts, changed })]
}

function mindWords(reported: Reported): string {
  const words = eventTexts.mindChanged
  const { who, n } = accountsOf(reported)
  if (who === 'many') return words.many({ n })
  const before = outcomeWords(reported.newest.detail['before'])
  const after = outcomeWords(reported.newest.detail['after'])
  return before === after ? words.identifier({ who }) : words.outcome({ who, before, after })
}

/** `failed (ERRORED)`. */
function outcomeWords(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '–'
  const code = 'outcome' in value && typeof value.outcome === 'string' ? value.outcome : null
  const status = 'status' in value && typeof value.status === 'string' ? value.status : null
  const { notFinished, outcomes } = eventTexts.mindChanged
  const known: Readonly<Record<string, string>> = outcomes
  const outcome = code === null ? notFinished : ((Object.hasOwn(known, code) ? known[code] : null) ?? code)
  return status === null ? outcome : eventTexts.outcome({ outcome, status })
}

/** More accounts' service times have been compared since the doubt was reported. */
function makerWords(reported: Reported): string {
  const { after } = reported.newest.detail
  const { who, n } = accountsOf(reported)
  if (who === 'many') return eventTexts.makerKnown.many({ n })
  const isOurs =
    typeof after === 'object' && after !== null && 'outcome' in after && after.outcome === 'created'
  return eventTexts.makerKnown.one({ who, maker: isOurs ? 'ours' : 'other' })
}

function clockWords(event: EventView): string {
  const byMs = numberOf(event, 'byMs')
  return eventTexts.clockSet({
    direction: byMs < 0 ? 'back' : 'forward',
    by: format.duration(Math.abs(byMs)),
  })
}

function mergedWords(event: EventView): string {
  return numberOf(event, 'later') > 0
    ? eventTexts.mergedLater({
        batch: `${numberOf(event, 'later')}`,
        accounts: numberOf(event, 'replaced') + numberOf(event, 'gone'),
      })
    : eventTexts.mergedEarlier({
        batch: `${numberOf(event, 'earlier')}`,
        accounts: numberOf(event, 'done'),
      })
}

function heldWords(reported: Reported): string {
  const words = eventTexts.held
  const accounts = accountsOf(reported)
  const reason = isOne(reported) ? textOf(reported.newest, 'reason') : null
  const until = isOne(reported) ? numberOf(reported.newest, 'until') : 0
  if (until === 0) return reason === null ? words.plain(accounts) : words.because({ ...accounts, reason })
  const day = format.day(until)
  return reason === null
    ? words.until({ ...accounts, day })
    : words.untilBecause({ ...accounts, day, reason })
}

function excludedWords(reported: Reported): string {
  const words = eventTexts.excluded
  const accounts = accountsOf(reported)
  const reason = isOne(reported) ? textOf(reported.newest, 'reason') : null
  return reason === null ? words.plain(accounts) : words.because({ ...accounts, reason })
}

/** A bulk decision, or its undo. */
function decidedWords(event: EventView): string {
  const words = eventTexts.decided
  const reason = textOf(event, 'reason')
  const accounts = numberOf(event, 'accounts')
  switch (textOf(event, 'what')) {
    case 'hold':
      return reason === null ? words.hold({ accounts }) : words.holdBecause({ accounts, reason })
    case 'exclude':
      return reason === null ? words.exclude({ accounts }) : words.excludeBecause({ accounts, reason })
    case 'release':
      return words.release({ accounts })
    default:
      return words.undone({ accounts })
  }
}

/** The member and the wave of the newest; many accounts may be with several members. */
function withMemberWords(reported: Reported): string {
  const { newest } = reported
  return eventTexts.withMember({
    ...accountsOf(reported),
    member: textOf(newest, 'member') ?? '',
    wave: numberOf(newest, 'wave'),
  })
}
