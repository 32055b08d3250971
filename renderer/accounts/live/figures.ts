// Four figures of a batch that is being sent: rate, remaining time, open requests, and accounts that need a person. An
// unmeasured figure is labelled as such and never estimated. Pure functions.
import type { BatchView } from '../../../shared/contract/contract.ts'
import { type BatchStatus, statusOf } from '../../../shared/status/batch-status.ts'
import { onTheWay } from '../../../shared/status/counts.ts'
import { format } from '../../texts/format.ts'
import { liveTexts } from '../../texts/watch/live.ts'
import { likelyWords, rangeWords } from './time-range.ts'

const words = liveTexts.figures

export type Figure = {
  /** What it counts. */
  readonly label: string
  readonly value: string
  /** Appended to the value where there is no room for the note; empty if the value is complete without it. */
  readonly unit: string
  /** The unit in words, or why there is no value. */
  readonly note: string
  /** For the tooltip: the note, and what there is no room for. */
  readonly hint: string
}

function figureOf(
  label: string,
  value: string,
  note: string,
  more: { unit?: string; hint?: string } = {},
): Figure {
  const { unit = '', hint = note } = more
  return { label, value, unit, note, hint }
}

function isSending(batch: BatchView): boolean {
  return batch.states.queued + batch.states.sending > 0
}

/** Why what the batch is doing makes no progress; null if it does. Statuses are read while only sending is blocked. */
function standsWords(batch: BatchView, { blocks, state }: BatchStatus): string | null {
  if (blocks === null || (blocks === 'sending' && !isSending(batch))) return null
  if (state.kind === 'offline') return words.offline
  return state.kind === 'not_answering' ? words.notAnswering : words.stands
}

/** Shows tenths only for small numbers. */
function rateWords(rate: number): string {
  return rate < 10 ? format.rate(rate) : format.number(rate)
}

export function rateFigure(batch: BatchView): Figure {
  const { sentPerMinute, requestsPerSecond } = batch.sending.pace
  const stands = standsWords(batch, statusOf(batch))
  if (onTheWay(batch) === 0) return figureOf(words.rate, words.none, words.nothingLeft)
  if (stands !== null) return figureOf(words.rate, words.none, stands)
  if (isSending(batch) && sentPerMinute !== null)
    return figureOf(words.rate, rateWords(sentPerMinute), words.acceptedAMinute, { unit: words.aMinute })
  if (requestsPerSecond !== null)
    return figureOf(words.rate, rateWords(requestsPerSecond), words.requestsASecond, { unit: words.aSecond })
  return figureOf(words.rate, words.none, words.notMeasured)
}

/** One time, of what was released; the range that it is in is in the tooltip only. */
export function leftFigure(batch: BatchView): Figure {
  const status = statusOf(batch)
  const stands = standsWords(batch, status)
  if (onTheWay(batch) === 0) return figureOf(words.left, words.none, words.nothingLeft)
  if (stands !== null) return figureOf(words.left, words.none, stands)
  const estimate = isSending(batch) ? status.left.sent : status.left.done
  const left = likelyWords(estimate)
  if (left === null) return figureOf(words.left, words.none, words.notEnough)
  const note = isSending(batch) ? words.untilSent : words.untilDone
  return figureOf(words.left, left, note, {
    hint: `${note}. ${words.estimated({ range: rangeWords(estimate) ?? left })}`,
  })
}

/** Requests of every kind on the batch's connection; they are not accounts. */
export function requestsFigure(batch: BatchView): Figure {
  const { concurrency, slowedBy } = batch.sending.pace
  const { now: allowed, limit } = concurrency
  const note = slowedBy === null ? words.open({ allowed }) : words.slowed[slowedBy]({ allowed })
  return figureOf(words.requests, format.number(batch.inFlight), note, {
    hint: `${note}. ${words.everyKind({ limit })}`,
  })
}

/** `people`: accounts that need a person; null while they are counted. */
export function needFigure(people: number | null): Figure {
  if (people === null) return figureOf(words.need, words.none, words.counting)
  return figureOf(words.need, format.number(people), people === 0 ? words.nobody : words.toLook, {
    hint: words.whoNeeds,
  })
}
