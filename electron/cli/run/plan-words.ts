// Texts of the command line about waves, stops and waits. Pure: everything is read from a batch's view.
import type { BatchView } from '../../../shared/contract/contract.ts'
import { nextSize, type SendingPlan, type WaveView } from '../../../shared/sending/wave-plan.ts'
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
  if (states.validated === 0) return null
  const limit = nextSize(sending.plan, sending.waves.length)
  return {
    number: (sending.waves.at(-1)?.number ?? 0) + 1,
    limit,
    accounts: Math.min(limit ?? states.validated, states.validated),
  }
}

/** Number of waves: the released ones, and those that the validated accounts will fill. */
export function wavesInAll({ sending, states }: BatchView): number {
  let waves = sending.waves.length
  for (let left = states.validated; left > 0; waves += 1) left -= nextSize(sending.plan, waves) ?? left
  return waves
}

/** “wave 2 of 4”; empty if there is only one wave. */
export function waveOf(view: BatchView): string {
  const now = view.sending.waves.at(-1)
  const all = wavesInAll(view)
  return now === undefined || all < 2 ? '' : `wave ${now.number} of ${all}`
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
  const sizes: string[] = []
  const { plan, waves } = view.sending
  let left = view.states.validated
  for (let at = waves.length; left > 0; at += 1) {
    const size = Math.min(nextSize(plan, at) ?? left, left)
    sizes.push(formatCount(size))
    left -= size
  }
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
  const { sending, states } = view
  return (
    view.stage === 'open' &&
    sending.stop === null &&
    sending.waves.length > 0 &&
    asksBetween(sending.plan) &&
    states.queued + states.sending === 0 &&
    states.validated > 0
  )
}

/** One sentence for each action that only a person can do for a batch that is being sent; empty if none is needed. */
export function needsYou(view: BatchView): string[] {
  const { sending, states, pauses, supplier, processing } = view
  const needs: string[] = []
  const open = states.queued + states.sending + states.unconfirmed + states.processing > 0
  if (sending.stop !== null) needs.push(sentenceOf(sending.stop.message))
  if (open)
    for (const pause of pauses)
      if (pause.supplier === '' || supplier === null || pause.supplier === supplier)
        needs.push(
          pause.supplier === ''
            ? sentenceOf(pause.message)
            : `${pause.supplier}: ${sentenceOf(pause.message)}`,
        )
  const next = waitsForRelease(view) ? nextWave(view) : null
  if (next !== null)
    needs.push(`Wave ${next.number} (${counted(next.accounts, 'account')}) waits to be released.`)
  if (open && processing.cannotRead !== null) needs.push(sentenceOf(processing.cannotRead.message))
  if (processing.sharedIdentifiers > 0)
    needs.push(
      `${counted(processing.sharedIdentifiers, 'account')} with a platform identifier that another account has too: ask the platform operator.`,
    )
  if (processing.stuck > 0)
    needs.push(`${counted(processing.stuck, 'account')} longer in one state than the connection expects.`)
  if (view.decisionsChanged > 0)
    needs.push(
      `${counted(view.decisionsChanged, 'decision')} about accounts moved or dropped: read which in the window's Fix step.`,
    )
  return needs
}

/** Reason why nothing starts now, and until when; empty if work continues. `now`: milliseconds since 1970. */
export function waitingWords({ sending, notAnswering }: BatchView, now: number): string {
  const { waiting } = sending.pace
  if (waiting === null) return notAnswering ? 'the service does not answer, trying again' : ''
  const until = waiting.until === null ? '' : ` until ${timeOf(waiting.until, now)}`
  switch (waiting.for) {
    case 'slow_down':
      return `paused because the service asks for fewer requests${until}`
    case 'quiet_hours':
      return `paused because of quiet hours${until}`
    case 'not_answering':
      return 'the service does not answer, trying again'
    case 'offline':
      return 'paused because this machine is offline'
    case 'data_check':
      return `checking the data folder before anything is sent${waiting.percent === undefined ? '' : `, ${waiting.percent} %`}`
    case 'unsound_data':
      return `stopped: ${sentenceOf(waiting.message) ?? 'the data folder is damaged'}`
    default:
      return waiting.for satisfies never
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
