// Formats remaining time: the likely time, and the range that it is in, in one unit. The bounds are rounded outwards in
// steps that grow with the duration, so the text is no more precise than the measurement and does not flicker. Pure
// functions.
import { formatTexts } from '../../texts/format.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

export type Span = { readonly fromMs: number; readonly toMs: number }
export type Estimate = Span & { readonly likelyMs: number }

type Unit = {
  readonly name: keyof typeof formatTexts.range.about
  readonly size: number
  readonly step: number
}

/** Units and rounding steps by the range's upper bound. */
function unitOf(toMs: number): Unit {
  if (toMs <= 20 * second) return { name: 'seconds', size: second, step: 5 }
  if (toMs <= 90 * second) return { name: 'seconds', size: second, step: 10 }
  if (toMs <= 20 * minute) return { name: 'minutes', size: minute, step: 1 }
  if (toMs <= 90 * minute) return { name: 'minutes', size: minute, step: 5 }
  if (toMs <= 48 * hour) return { name: 'hours', size: hour, step: 1 }
  return { name: 'days', size: day, step: 1 }
}

/** `4–6 min`, `20–30 s`, `under 5 s`; null without a measurement. */
export function rangeWords(span: Span | null): string | null {
  if (span === null || !Number.isFinite(span.toMs) || span.toMs < 0) return null
  const toMs = Math.max(span.fromMs, span.toMs)
  const { name, size, step } = unitOf(toMs)
  const most = Math.max(step, Math.ceil(toMs / size / step - 1e-9) * step)
  const least = Math.max(0, Math.floor(Math.max(0, span.fromMs) / size / step + 1e-9) * step)
  const words = formatTexts.range
  if (least === 0) return words.under[name]({ most })
  return least === most ? words.about[name]({ most }) : words.between[name]({ least, most })
}

/** `about 4 min`, the likely time; null without a measurement. The range that it is in belongs beside it. */
export function likelyWords(estimate: Estimate | null): string | null {
  if (estimate === null || !Number.isFinite(estimate.toMs) || estimate.toMs < 0) return null
  const { name, size, step } = unitOf(estimate.likelyMs)
  const most = Math.max(step, Math.round(estimate.likelyMs / size / step) * step)
  return formatTexts.range.about[name]({ most })
}
