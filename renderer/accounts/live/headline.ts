// Headline that describes the current activity of a batch in one line readable from two metres, and one sentence that
// explains it: the words for the status that shared/status computes. Pure functions.
import { outcomes } from '../../../shared/sending/states.ts'
import type { Pause } from '../../../shared/sending/connection.ts'
import type { WaveView } from '../../../shared/sending/wave-plan.ts'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { currentFormat } from '../../../shared/texts/current.ts'
import { assertNever } from '../../../shared/contract/assert-never.ts'
import { type BatchStatus, pausedSuppliers, statusOf } from '../../../shared/status/batch-status.ts'
import { format } from '../../texts/format.ts'
import { liveTexts } from '../../texts/watch/live.ts'
import { type Said, sentenceOf } from '../../../shared/texts/message.ts'

export type LiveKind =
  | 'stopped'
  | 'paused'
  | 'data'
  | 'offline'
  | 'not_answering'
  | 'team'
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

type Line = readonly [LiveKind, LiveTone, string, string]

function pausedTitle({ reason, supplier }: Pause): string {
  return supplier === '' ? words.paused[reason] : words.pausedSupplier[reason]({ supplier })
}

function pausedDetail(pause: Pause): string {
  return pause.reason === 'person' ? words.pausedByPerson : sentenceOf(pause.message)
}

function dataCheckTitle(percent: number | null): string {
  return percent === null ? words.dataCheck : words.dataCheckShare({ percent })
}

function notAnsweringDetail(until: number | null): string {
  return until === null ? words.notAnsweringDetail : words.notAnsweringUntil({ time: format.clock(until) })
}

function quietTitle(until: number | null): string {
  return until === null ? words.quiet : words.quietUntil({ time: format.shortClock(until) })
}

function quietDetail(whose: Said | undefined, { states }: Pick<BatchView, 'states'>): string {
  const detail = words.quietDetail({ queued: states.queued })
  return whose === undefined ? detail : `${sentenceOf(whose)} ${detail}`
}

function slowDownTitle(until: number | null): string {
  return until === null ? words.slowDown : words.slowDownUntil({ time: format.clock(until) })
}

function sendingTitle(wave: { readonly number: number; readonly of: number } | null): string {
  return wave === null ? words.sending : words.sendingWave({ wave: wave.number, of: wave.of })
}

function sendingDetail(batch: BatchView): string {
  const { queued, sending } = batch.states
  const suppliers = pausedSuppliers(batch)
  return suppliers.length > 0
    ? words.lanes({ suppliers: currentFormat().list(suppliers), n: suppliers.length })
    : words.sendingDetail({ accounts: queued + sending })
}

function nextWords(next: BatchStatus['next']): string {
  if (next === null) return ''
  const wave = { wave: next.number, accounts: next.accounts }
  return next.follows === 'ask' ? words.nextAsks(wave) : words.nextFollows[next.follows](wave)
}

function waitingDetail({ processing, unconfirmed }: BatchView['states']): string {
  return joined(
    processing === 0 ? '' : words.waitingProcessing({ accounts: processing }),
    unconfirmed === 0 ? '' : words.waitingUnconfirmed({ accounts: unconfirmed }),
  )
}

function endedTitle(last: WaveView | null): string {
  return last === null ? words.releasedDone : words.waveDone({ wave: last.number })
}

function waveSummary(last: WaveView | null): string {
  if (last === null) return ''
  return last.wrong === 0 ? words.waveFine : words.waveWrong(last)
}

function joined(...sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== '').join(' ')
}

/** `489 created, 4 failed.`, those that there are, then what was not sent, and what is not to be sent. */
function settledDetail(batch: BatchView): string {
  const left = neverSent(batch)
  const { excluded } = batch
  const ended = outcomes
    .filter((outcome) => batch.outcomes[outcome] > 0)
    .map((outcome) => words.endings[outcome]({ accounts: batch.outcomes[outcome] }))
  const endings =
    ended.length === 0 ? words.endings.untold({ accounts: batch.states.done }) : ended.join(', ')
  return left + excluded === 0 ? words.settled({ endings }) : words.settledBut({ endings, left, excluded })
}

type Done = Extract<BatchStatus['state'], { kind: 'done' }>

/** The tone and title by the worst outcome. */
function doneWords({ failed, toCheck }: Done, left: number): readonly [LiveTone, string] {
  if (failed > 0) return ['bad', words.doneFailed({ accounts: failed })]
  if (toCheck > 0) return ['warn', words.doneToCheck({ accounts: toCheck })]
  return left > 0 ? ['warn', words.doneLeft({ accounts: left })] : ['good', words.done]
}

/** Those that were excluded are not meant to be sent. */
function neverSent({ states }: BatchView): number {
  const { invalid, rejected, unvalidated, validated } = states
  return invalid + rejected + unvalidated + validated
}

export function headlineOf(batch: BatchView): Headline {
  const [kind, tone, title, detail] = lineOf(batch, statusOf(batch))
  return { kind, tone, title, detail }
}

function lineOf(batch: BatchView, { state, next }: BatchStatus): Line {
  switch (state.kind) {
    case 'unsound_data':
      return ['data', 'bad', words.unsoundData, sentenceOf(state.message) ?? words.unsoundDataDetail]
    case 'stopped':
      return ['stopped', 'bad', words.stopped, sentenceOf(state.stop.message)]
    case 'paused': {
      const tone = state.pause.reason === 'person' ? 'still' : 'warn'
      return ['paused', tone, pausedTitle(state.pause), pausedDetail(state.pause)]
    }
    case 'data_check':
      return ['data', 'still', dataCheckTitle(state.percent), words.dataCheckDetail]
    case 'offline':
      return ['offline', 'warn', words.offline, words.offlineDetail]
    case 'not_answering':
      return ['not_answering', 'warn', words.notAnswering, notAnsweringDetail(state.until)]
    case 'team':
      return ['team', 'warn', words.team, sentenceOf(state.message) ?? words.teamDetail]
    case 'quiet_hours':
      return ['quiet', 'still', quietTitle(state.until), quietDetail(state.message, batch)]
    case 'slow_down':
      return ['slow_down', 'still', slowDownTitle(state.until), words.slowDownDetail]
    case 'sending':
      return ['sending', 'busy', sendingTitle(state.wave), sendingDetail(batch)]
    case 'waiting':
      return ['waiting', 'busy', words.waiting, joined(waitingDetail(batch.states), nextWords(next))]
    case 'nothing_released':
      return ['nothing', 'still', words.nothing, words.nothingDetail({ validated: batch.endings.ready })]
    case 'between_waves':
      return ['asks', 'still', endedTitle(state.last), joined(waveSummary(state.last), nextWords(next))]
    case 'done':
      return ['done', ...doneWords(state, neverSent(batch)), settledDetail(batch)]
    default:
      return assertNever(state)
  }
}
