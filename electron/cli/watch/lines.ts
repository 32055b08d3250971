// Output of `watch` for a batch: a text line for people and a JSON line for programs. Pure: everything is read from
// the batch's view.
import { countOf, unsuccessfulOutcomes } from '../../../shared/sending/states.ts'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { onTheWay } from '../../../shared/status/counts.ts'
import { needsYou, waitingWords, waveOf, wavesInAll } from '../run/plan-words.ts'
import { formatDuration, formatRange } from '../terminal/words.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'
import { runTexts } from '../texts/run.ts'

const words = runTexts.counts

export type WatchLine = {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly batch: number
  readonly file: string
  readonly accounts: number
  readonly states: BatchView['states']
  readonly outcomes: BatchView['outcomes']
  /** The wave that was released last; null if none was. */
  readonly wave: { readonly number: number; readonly of: number } | null
  readonly stuck: number
  /** Start of the longest wait for the service, in milliseconds since 1970. */
  readonly oldestSince: number | null
  readonly stop: string | null
  readonly needsYou: readonly string[]
  /** Remaining time until everything in progress is done; null if not measured enough. */
  readonly leftMs: { readonly from: number; readonly to: number } | null
  readonly settled: boolean
}

export type Watched = {
  readonly view: BatchView
  readonly oldestSince: number | null
  readonly left: { readonly fromMs: number; readonly toMs: number } | null
  /** Its statuses can be read: the status path is known. */
  readonly readable: boolean
}

/** True if the batch is worth watching: accounts are in progress, or a wave is still to come. */
export function isWorthWatching(view: BatchView): boolean {
  return onTheWay(view) > 0 || (view.sending.waves.length > 0 && view.states.validated > 0)
}

export function jsonLine({ view, oldestSince, left }: Watched, at: number): WatchLine {
  const { sending } = view
  const wave = sending.waves.at(-1)
  return {
    at,
    batch: view.id,
    file: view.fileName,
    accounts: view.accounts,
    states: view.states,
    outcomes: view.outcomes,
    wave: wave === undefined ? null : { number: wave.number, of: wavesInAll(view) },
    stuck: view.processing.stuck,
    oldestSince,
    stop: sentenceOf(sending.stop?.message ?? null),
    needsYou: needsYou(view),
    leftMs: left === null ? null : { from: left.fromMs, to: left.toMs },
    settled: !isWorthWatching(view),
  }
}

/** “3  wide-50.csv  11 of 46 done · wave 2 of 3, 30 to send, 5 watched, oldest 3 h · 4 min to 6 min left”. */
export function textLine({ view, oldestSince, left }: Watched, at: number): string {
  const { queued, sending, unconfirmed, processing, done } = view.states
  const released = onTheWay(view) + done
  const { created, dry_run } = view.outcomes
  const now = [
    waveOf(view),
    part(queued + sending, words.toSend),
    part(unconfirmed, words.unconfirmed),
    part(processing, words.watched),
    oldestSince === null ? '' : words.oldest({ time: formatDuration((at - oldestSince) / 1000) }),
    part(view.processing.stuck, words.stuck),
    part(view.processing.mindChanged, words.changedAfterDone),
    waitingWords(view, at),
  ]
  const ended = [
    part(created, words.created),
    part(view.outcomes.whose_account_unsure, words.unsureWhose),
    part(dry_run, words.dryRun),
    part(countOf(view.outcomes, unsuccessfulOutcomes), words.failed),
  ]
  const facts = [
    released === 0
      ? words.noneReleased({ accounts: view.accounts })
      : words.doneOfReleased({ done, released }),
    joined(ended),
    joined(now),
    left === null || onTheWay(view) === 0 ? '' : runTexts.progress.rangeLeft({ range: formatRange(left) }),
  ]
  return `${view.id}  ${view.fileName}  ${facts.filter((one) => one !== '').join(' · ')}`
}

/** The line, and below it the actions that only a person can do. */
export function textLines(watched: Watched, at: number): string[] {
  return [
    textLine(watched, at),
    ...needsYou(watched.view).map((need) => `   ${words.needsYou({ needs: need })}`),
  ]
}

function part(n: number, say: (values: { n: number }) => string): string {
  return n === 0 ? '' : say({ n })
}

function joined(parts: readonly string[]): string {
  return parts.filter((one) => one !== '').join(', ')
}
