// Texts of the command line about waves, stops and waits. Pure: everything is read from a batch's view.
import type { BatchView } from '../../../shared/contract/contract.ts'
import { assertNever } from '../../../shared/contract/assert-never.ts'
import type { SendingPlan, WaveView } from '../../../shared/sending/wave-plan.ts'
import { type Need, statusOf } from '../../../shared/status/batch-status.ts'
import { currentWave, waveSteps } from '../../../shared/status/wave-steps.ts'
import { formatCount } from '../terminal/words.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'
import { runTexts } from '../texts/run.ts'
import { currentFormat } from '../../../shared/texts/current.ts'

const words = runTexts

export type NextWave = {
  /** From 1. */
  readonly number: number
  /** Accounts at most; null: all that is left. */
  readonly limit: number | null
  /** Current number of accounts; held ones are not included. */
  readonly accounts: number
}

/** The next wave to release; null if no account is validated. */
export function nextWave({ sending, states }: BatchView): NextWave | null {
  const steps = waveSteps(sending.plan, sending.waves, states.validated)
  const next = steps.find(({ state }) => state === 'next')
  return next === undefined ? null : { number: next.number, limit: next.size, accounts: next.accounts }
}

/** Number of waves: the released ones, and those that the validated accounts will fill. */
export function wavesInAll({ sending, states }: BatchView): number {
  const steps = waveSteps(sending.plan, sending.waves, states.validated)
  const last = steps.findLast(({ state }) => state !== 'empty')
  return Math.max(sending.waves.at(-1)?.number ?? 0, last?.number ?? 0)
}

/** “wave 2 of 4”; empty if there is only one wave. */
export function waveOf(view: BatchView): string {
  const now = currentWave(view)
  return now === null || now.of < 2 ? '' : words.counts.waveOf({ number: now.number, all: now.of })
}

/** Result of one wave: “wave 1: 10 accounts, 9 created, 1 wrong”. */
export function waveLine(wave: WaveView): string {
  const { counts } = words
  const parts: [number, (values: { n: number }) => string][] = [
    [wave.created, counts.created],
    [wave.wrong, counts.wrong],
    [wave.other, counts.dryRun],
    [wave.onTheWay, counts.onTheWay],
    [wave.queued, counts.waiting],
  ]
  const reported = parts.filter(([n]) => n > 0).map(([n, say]) => say({ n }))
  return [counts.wave({ number: wave.number, accounts: wave.accounts }), ...reported].join(', ')
}

/** Plan for the accounts that are still to be released, for the question before sending; empty for one wave. */
export function planWords(view: BatchView): string {
  const { plan, waves } = view.sending
  const sizes = waveSteps(plan, waves, view.states.validated)
    .filter(({ state }) => state === 'next' || state === 'later')
    .map(({ accounts }) => formatCount(accounts))
  const last = sizes.pop()
  if (last === undefined || sizes.length === 0) return ''
  return words.plan.waves({ sizes: sizes.join(', '), last, between: plan.between })
}

/** True if a person releases each wave. With only one wave, the consent to send is enough. */
export function asksBetween(plan: SendingPlan): boolean {
  return plan.between === 'ask' && plan.sizes.length > 0
}

/** True if nothing is released automatically but something could be: a person has to do it. */
export function waitsForRelease(view: BatchView): boolean {
  return statusOf(view).needs.some((need) => need.kind === 'release' && need.isPlanned)
}

/** Why a connection, or a supplier on it, is paused. */
export function pauseWords({ supplier, message }: BatchView['pauses'][number]): string {
  const why = sentenceOf(message)
  return supplier === '' ? why : words.needs.pause({ supplier, why })
}

/** Pauses for all, and who made them; empty if there is none. Somebody ends them, here or elsewhere. */
export function pausedForAll({ pauses }: BatchView): string {
  return pauses
    .filter(({ forAll }) => forAll === true)
    .map(pauseWords)
    .join(' ')
}

/** One sentence for each action that only a person can do for a batch that is being sent; empty if none is needed. */
export function needsYou(view: BatchView): string[] {
  return statusOf(view).needs.flatMap((need) => needWords(need) ?? [])
}

function needWords(need: Need): string | null {
  switch (need.kind) {
    case 'stop':
      return sentenceOf(need.stop.message)
    case 'pause':
      // Somebody else may end it.
      return need.pause.reason === 'team' ? null : pauseWords(need.pause)
    case 'release': {
      const { number, accounts } = need.wave
      return need.isPlanned ? words.needs.wave({ number, accounts }) : null
    }
    case 'unreadable':
      return sentenceOf(need.cannotRead.message)
    case 'shared_identifiers':
      return words.needs.sharedIdentifiers({ accounts: need.accounts })
    case 'stuck':
      return words.needs.stuck({ accounts: need.accounts })
    case 'decisions_changed':
      return words.needs.decisions({ decisions: need.decisions })
    default:
      return assertNever(need)
  }
}

/** Reason why nothing starts now, and until when; empty if work continues. `now`: milliseconds since 1970. */
export function waitingWords(view: BatchView, now: number): string {
  const { state } = statusOf(view)
  const say = words.waiting
  const time = (at: number): { readonly until: string } => ({ until: timeOf(at, now) })
  switch (state.kind) {
    case 'slow_down':
      return state.until === null ? say.slowDown : say.slowDownUntil(time(state.until))
    case 'quiet_hours':
      return [
        state.until === null ? say.quietHours : say.quietHoursUntil(time(state.until)),
        ...(state.message === undefined ? [] : [sentenceOf(state.message)]),
      ].join('. ')
    case 'not_answering':
      return say.notAnswering
    case 'offline':
      return say.offline
    case 'team':
      return sentenceOf(state.message) ?? ''
    case 'paused':
      return pausedForAll(view)
    case 'data_check':
      return state.percent === null ? say.dataCheck : say.dataCheckPercent({ percent: state.percent })
    case 'unsound_data':
      return say.stopped({ why: sentenceOf(state.message) ?? say.dataDamaged })
    default:
      return ''
  }
}

/** Reason why the pace is below the settings; empty if it is not. */
export function slowerWords({ sending: { pace } }: BatchView): string {
  if (pace.slowedBy === null || pace.waiting !== null) return ''
  const { concurrency } = pace
  switch (pace.slowedBy) {
    case 'slow_down':
      return words.waiting.fewer(concurrency)
    case 'latency':
      return words.waiting.slower(concurrency)
    case 'not_answering':
      return words.waiting.unanswered(concurrency)
    default:
      return pace.slowedBy satisfies never
  }
}

/** Local time: “06:00”, or with the day if it is another day. */
function timeOf(at: number, now: number): string {
  const { locale } = currentFormat()
  const day = (time: number): string => new Date(time).toDateString()
  const clock = new Date(at).toLocaleTimeString(locale, {
    hour: '2-digit',
    minute: '2-digit',
    ...(at - now < 120_000 ? { second: '2-digit' } : {}),
  })
  return day(at) === day(now)
    ? clock
    : `${new Date(at).toLocaleDateString(locale, { weekday: 'short', day: 'numeric', month: 'short' })} ${clock}`
}
