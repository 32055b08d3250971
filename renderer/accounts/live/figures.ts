// Four figures of a batch that is being sent: rate, remaining time, requests in flight, and accounts that need a
// person. An unmeasured figure is labelled as such and never estimated. Pure functions.
import type { BatchView } from '../../../shared/contract/contract.ts'
import { statusOf } from '../../../shared/status/batch-status.ts'
import { onTheWay } from '../../../shared/status/counts.ts'
import { format } from '../../texts/format.ts'
import { liveTexts } from '../../texts/live.ts'
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
}

function isSending(batch: BatchView): boolean {
  return batch.states.queued + batch.states.sending > 0
}

/** Shows tenths only for small numbers. */
function rateWords(rate: number): string {
  return rate < 10 ? format.rate(rate) : format.number(rate)
}

export function rateFigure(batch: BatchView): Figure {
  const { sentPerMinute, requestsPerSecond } = batch.sending.pace
  const status = statusOf(batch)
  const label = words.rate
  const none = (note: string): Figure => ({ label, value: words.none, unit: '', note })
  if (onTheWay(batch) === 0) return none(words.nothingLeft)
  if (isSending(batch) && status.blocks !== null) return none(words.stands)
  if (isSending(batch) && sentPerMinute !== null)
    return { label, value: rateWords(sentPerMinute), unit: words.aMinute, note: words.acceptedAMinute }
  if (requestsPerSecond !== null)
    return { label, value: rateWords(requestsPerSecond), unit: words.aSecond, note: words.requestsASecond }
  return none(words.notMeasured)
}

export function leftFigure(batch: BatchView): Figure {
  const status = statusOf(batch)
  const label = words.left
  const none = (note: string): Figure => ({ label, value: words.none, unit: '', note })
  if (onTheWay(batch) === 0) return none(words.nothingLeft)
  const toSend = isSending(batch)
  const estimate = toSend ? status.left.sent : status.left.done
  const left = likelyWords(estimate)
  const until = toSend ? words.untilSent : words.untilDone
  if (left !== null) return { label, value: left, unit: '', note: `${until} · ${rangeWords(estimate) ?? ''}` }
  return none(status.blocks !== null && toSend ? words.stands : words.notEnough)
}

export function flightFigure(batch: BatchView): Figure {
  const { concurrency, slowedBy } = batch.sending.pace
  return {
    label: words.flight,
    value: words.ofAllowed({ requests: batch.inFlight, allowed: concurrency.now }),
    unit: '',
    note: slowedBy === null ? words.requestsAtOnce : words.slowed[slowedBy]({ limit: concurrency.limit }),
  }
}

/** `people`: accounts that need a person; null while they are counted. */
export function needFigure(people: number | null): Figure {
  return {
    label: words.need,
    value: people === null ? words.none : format.number(people),
    unit: '',
    note: people === null ? words.counting : people === 0 ? words.nobody : words.toLook,
  }
}
