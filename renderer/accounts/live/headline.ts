// Headline that describes the current activity of a batch in one line readable from two metres, and one sentence that
// explains it. The first matching rule wins; rules that stop sending come before those that continue. Pure functions.
import { countOf, outcomes, wrongOutcomes } from '../../../shared/sending/states.ts'
import type { Pause } from '../../../shared/sending/connection.ts'
import type { WaveView } from '../../../shared/sending/wave-plan.ts'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { currentFormat } from '../../../shared/texts/current.ts'
import { onTheWay } from '../../../shared/status/counts.ts'
import { nextRelease, waveSteps } from '../waves.ts'
import { format } from '../../texts/format.ts'
import { liveTexts } from '../../texts/live.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

export type LiveKind =
  | 'stopped'
  | 'paused'
  | 'data'
  | 'offline'
  | 'not_answering'
  | 'quiet'
  | 'slow_down'
  | 'sending'
  | 'asks'
  | 'waiting'
  | 'done'
  | 'nothing'

export type LiveTone = 'still' | 'busy' | 'good' | 'warn' | 'bad'

export type Headline = {
  readonly kind: LiveKind
  readonly tone: LiveTone
  readonly title: string
  /** Why, or what comes next; a sentence. */
  readonly detail: string
}

const words = liveTexts.headline

/** During these pauses not even statuses are read. */
const blind: readonly Pause['reason'][] = ['sign_in', 'not_this_service']

/** The pause that affects this batch now: of the whole connection, or of its only supplier. */
export function pauseOf(batch: BatchView): Pause | null {
  const { queued, sending, validated, unconfirmed, processing } = batch.states
  const toSend = queued + sending + validated > 0
  const matters = (pause: Pause): boolean =>
    toSend || (blind.includes(pause.reason) && unconfirmed + processing > 0)
  const whole = batch.pauses.filter(({ supplier }) => supplier === '' || supplier === batch.supplier)
  return whole.toSorted((one, other) => other.since - one.since).find(matters) ?? null
}

/** Suppliers that are paused while the batch's other suppliers continue. */
export function closedLanes(batch: BatchView): readonly string[] {
  if (batch.supplier !== null) return []
  return batch.pauses.map(({ supplier }) => supplier).filter((supplier) => supplier !== '')
}

/** The wave that is being sent, and how many there are by the plan. */
export function waveNow(batch: BatchView): { readonly number: number; readonly of: number } | null {
  const { waves, plan } = batch.sending
  const current = waves.find(({ queued }) => queued > 0) ?? waves.findLast(({ accounts }) => accounts > 0)
  if (current === undefined) return null
  const steps = waveSteps(plan, waves, batch.states.validated).filter(({ state }) => state !== 'empty')
  return { number: current.number, of: Math.max(current.number, steps.at(-1)?.number ?? 0) }
}

type Line = readonly [LiveKind, LiveTone, string, string]

function pausedTitle({ reason, supplier }: Pause): string {
  return supplier === '' ? words.paused[reason] : words.pausedSupplier[reason]({ supplier })
}

function pausedDetail(pause: Pause): string {
  return pause.reason === 'person' ? words.pausedByPerson : sentenceOf(pause.message)
}

function dataCheckTitle(percent: number | undefined): string {
  return percent === undefined ? words.dataCheck : words.dataCheckShare({ percent })
}

function notAnsweringDetail(until: number | null): string {
  return until === null ? words.notAnsweringDetail : words.notAnsweringUntil({ time: format.clock(until) })
}

function quietTitle(until: number | null): string {
  return until === null ? words.quiet : words.quietUntil({ time: format.shortClock(until) })
}

function slowDownTitle(until: number | null): string {
  return until === null ? words.slowDown : words.slowDownUntil({ time: format.clock(until) })
}

function hindered(batch: BatchView): Line | null {
  const { stop, pace } = batch.sending
  const { queued, sending } = batch.states
  if (pace.waiting?.for === 'unsound_data')
    return ['data', 'bad', words.unsoundData, sentenceOf(pace.waiting.message) ?? words.unsoundDataDetail]
  if (stop !== null) return ['stopped', 'bad', words.stopped, sentenceOf(stop.message)]
  const pause = pauseOf(batch)
  if (pause !== null) {
    const tone = pause.reason === 'person' ? 'still' : 'warn'
    return ['paused', tone, pausedTitle(pause), pausedDetail(pause)]
  }
  if (pace.waiting?.for === 'data_check' && (queued + sending > 0 || batch.validating))
    return ['data', 'still', dataCheckTitle(pace.waiting.percent), words.dataCheckDetail]
  if (onTheWay(batch) === 0) return null
  const until = pace.waiting?.until ?? null
  if (pace.waiting?.for === 'offline') return ['offline', 'warn', words.offline, words.offlineDetail]
  if (batch.notAnswering || pace.waiting?.for === 'not_answering')
    return ['not_answering', 'warn', words.notAnswering, notAnsweringDetail(until)]
  // When everything is sent, quiet hours and the service's rate limit delay nothing.
  if (queued + sending === 0) return null
  if (pace.waiting?.for === 'quiet_hours')
    return ['quiet', 'still', quietTitle(until), words.quietDetail({ queued })]
  if (pace.waiting?.for === 'slow_down')
    return ['slow_down', 'still', slowDownTitle(until), words.slowDownDetail]
  return null
}

function sendingLine(batch: BatchView): Line {
  const wave = waveNow(batch)
  const { queued, sending } = batch.states
  const title = wave === null ? words.sending : words.sendingWave({ wave: wave.number, of: wave.of })
  const lanes = closedLanes(batch)
  const detail =
    lanes.length > 0
      ? words.lanes({ suppliers: currentFormat().list(lanes), n: lanes.length })
      : words.sendingDetail({ accounts: queued + sending })
  return ['sending', 'busy', title, detail]
}

function nextWords(batch: BatchView): string | null {
  const { plan, waves } = batch.sending
  const steps = waveSteps(plan, waves, batch.states.validated)
  const limit = nextRelease(steps)
  const next = steps.find(({ state }) => state === 'next')
  if (limit === null || next === undefined) return null
  const wave = { wave: next.number, accounts: limit }
  return plan.between === 'ask' ? words.nextAsks(wave) : words.nextFollows[plan.between](wave)
}

function waitingDetail(processing: number, unconfirmed: number): string {
  return [
    ...(processing === 0 ? [] : [words.waitingProcessing({ accounts: processing })]),
    ...(unconfirmed === 0 ? [] : [words.waitingUnconfirmed({ accounts: unconfirmed })]),
  ].join(' ')
}

function waveSummary(wave: WaveView): string {
  return wave.wrong === 0 ? words.waveFine : words.waveWrong(wave)
}

/** `489 created, 4 failed.`, those that there are, then what was not sent. */
function settledDetail(batch: BatchView): string {
  const { invalid, rejected, unvalidated, validated, done } = batch.states
  const left = invalid + rejected + unvalidated + validated
  const ended = outcomes
    .filter((outcome) => batch.outcomes[outcome] > 0)
    .map((outcome) => words.endings[outcome]({ accounts: batch.outcomes[outcome] }))
  const endings = ended.length === 0 ? words.endings.untold({ accounts: done }) : ended.join(', ')
  return left === 0 ? words.settled({ endings }) : words.settledBut({ endings, left })
}

function lineOf(batch: BatchView): Line {
  const stands = hindered(batch)
  if (stands !== null) return stands
  const { queued, sending, processing, unconfirmed, done, validated } = batch.states
  if (queued + sending > 0) return sendingLine(batch)
  const next = nextWords(batch)
  if (processing + unconfirmed > 0) {
    const detail = waitingDetail(processing, unconfirmed)
    return ['waiting', 'busy', words.waiting, next === null ? detail : `${detail} ${next}`]
  }
  if (done === 0) return ['nothing', 'still', words.nothing, words.nothingDetail({ validated })]
  const last = batch.sending.waves.findLast(({ accounts }) => accounts > 0)
  if (next !== null)
    return last === undefined
      ? ['asks', 'still', words.releasedDone, next]
      : ['asks', 'still', words.waveDone({ wave: last.number }), `${waveSummary(last)} ${next}`]
  const isGood = countOf(batch.outcomes, wrongOutcomes) === 0
  return ['done', isGood ? 'good' : 'warn', words.done, settledDetail(batch)]
}

export function headlineOf(batch: BatchView): Headline {
  const [kind, tone, title, detail] = lineOf(batch)
  return { kind, tone, title, detail }
}
