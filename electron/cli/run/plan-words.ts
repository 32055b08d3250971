// Texts of the command line about waves, stops and waits. Pure: everything is read from a batch's view.
import type { BatchView } from '../../../shared/contract/contract.ts'
import { assertNever } from '../../../shared/contract/assert-never.ts'
import type { SendingPlan, WaveView } from '../../../shared/sending/wave-plan.ts'
import { type Need, statusOf } from '../../../shared/status/batch-status.ts'
import { currentWave, waveSteps } from '../../../shared/status/wave-steps.ts'
import { counted, formatCount } from '../terminal/words.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

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
  return now === null || now.of < 2 ? '' : `wave ${now.number} of ${now.of}`
}

/** Result of one wave: “wave 1: 10 accounts, 9 created, 1 wrong”. */
export function waveLine(wave: WaveView): string {
  const parts: [number, string][] = [
    [wave.created, 'created'],
    [wave.wrong, 'wrong'],
    [wave.other, 'dry run'],
    [wave.onTheWay, 'on the way'],
    [wave.queued, 'waiting to be sent'],
  ]
  const reported = parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${formatCount(count)} ${word}`)
  return [`wave ${wave.number}: ${counted(wave.accounts, 'account')}`, ...reported].join(', ')
}

export function betweenWords(between: SendingPlan['between']): string {
  switch (between) {
    case 'ask':
      return 'a person releases each'
    case 'when_sent':
      return 'each follows when the one before is sent'
    case 'when_done':
      return 'each follows when the one before is done'
    default:
      return between satisfies never
  }
}

/** Plan for the accounts that are still to be released, for the question before sending; empty for one wave. */
export function planWords(view: BatchView): string {
  const { plan, waves } = view.sending
  const sizes = waveSteps(plan, waves, view.states.validated)
    .filter(({ state }) => state === 'next' || state === 'later')
    .map(({ accounts }) => formatCount(accounts))
  const last = sizes.pop()
  if (last === undefined || sizes.length === 0) return ''
  return ` They go in waves of ${sizes.join(', ')} and ${last}: ${betweenWords(plan.between)}.`
}

/** True if a person releases each wave. With only one wave, the consent to send is enough. */
export function asksBetween(plan: SendingPlan): boolean {
  return plan.between === 'ask' && plan.sizes.length > 0
}

/** True if nothing is released automatically but something could be: a person has to do it. */
export function waitsForRelease(view: BatchView): boolean {
  return statusOf(view).needs.some((need) => need.kind === 'release' && need.isPlanned)
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
      return need.pause.supplier === ''
        ? sentenceOf(need.pause.message)
        : `${need.pause.supplier}: ${sentenceOf(need.pause.message)}`
    case 'release':
      return need.isPlanned
        ? `Wave ${need.wave.number} (${counted(need.wave.accounts, 'account')}) waits to be released.`
        : null
    case 'unreadable':
      return sentenceOf(need.cannotRead.message)
    case 'shared_identifiers':
      return `${counted(need.accounts, 'account')} with a platform identifier that another account has too: ask the platform operator.`
    case 'stuck':
      return `${counted(need.accounts, 'account')} longer in one state than the connection expects.`
    case 'decisions_changed':
      return `${counted(need.decisions, 'decision')} about accounts moved or dropped: read which in the window's Fix step.`
    default:
      return assertNever(need)
  }
}

/** Reason why nothing starts now, and until when; empty if work continues. `now`: milliseconds since 1970. */
export function waitingWords(view: BatchView, now: number): string {
  const { state } = statusOf(view)
  const until = (at: number | null): string => (at === null ? '' : ` until ${timeOf(at, now)}`)
  switch (state.kind) {
    case 'slow_down':
      return `paused because the service asks for fewer requests${until(state.until)}`
    case 'quiet_hours':
      return `paused because of quiet hours${until(state.until)}`
    case 'not_answering':
      return 'the service does not answer, trying again'
    case 'offline':
      return 'paused because this machine is offline'
    case 'data_check':
      return `checking the data folder before anything is sent${state.percent === null ? '' : `, ${state.percent} %`}`
    case 'unsound_data':
      return `stopped: ${sentenceOf(state.message) ?? 'the data folder is damaged'}`
    default:
      return ''
  }
}

/** Reason why the pace is below the settings; empty if it is not. */
export function slowerWords({ sending: { pace } }: BatchView): string {
  if (pace.slowedBy === null || pace.waiting !== null) return ''
  const now = `${formatCount(pace.concurrency.now)} of ${counted(pace.concurrency.limit, 'request')} at once`
  switch (pace.slowedBy) {
    case 'slow_down':
      return `${now} because the service asks for fewer`
    case 'latency':
      return `${now} because the service answers more slowly`
    case 'not_answering':
      return `${now} because the service did not answer`
    default:
      return pace.slowedBy satisfies never
  }
}

/** Local time: “06:00”, or with the day if it is another day. */
function timeOf(at: number, now: number): string {
  const day = (time: number): string => new Date(time).toDateString()
  const clock = new Date(at).toLocaleTimeString('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    ...(at - now < 120_000 ? { second: '2-digit' } : {}),
  })
  return day(at) === day(now)
    ? clock
    : `${new Date(at).toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', month: 'short' })} ${clock}`
}
