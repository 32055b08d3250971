// Answers a minute: how many accounts became done in each stretch of time and how many of them failed, from running
// sums. Pure functions.
import type { Column } from '../../../components/charts/chart-values.ts'
import type { Sample } from './samples.ts'

const minute = 60_000
const stretches = [1, 2, 5, 10, 15, 30, 60, 120, 360, 720, 1440].map((n) => n * minute)
const mostColumns = 36

/**
 * The columns' values are a minute. A stretch that is not a minute long yet has what it has: seconds say nothing about a
 * minute. Empty where nothing is done.
 */
export function answersAMinute(samples: readonly Sample[]): readonly Column[] {
  const first = samples[0]
  const last = samples.at(-1)
  if (first === undefined || last === undefined || last.done <= first.done) return []
  const from = first.at
  const span = Math.max(last.at - from, 1)
  const stretch = stretches.find((one) => span / one <= mostColumns) ?? Math.ceil(span / mostColumns)
  const count = Math.ceil(span / stretch)
  return Array.from({ length: count }, (_, at) => {
    const begin = from + at * stretch
    const end = Math.min(begin + stretch, from + span)
    const minutes = Math.max(end - begin, minute) / minute
    const gained = (of: 'done' | 'failed'): number =>
      Math.max(0, sumAt(samples, end, of) - sumAt(samples, begin, of)) / minutes
    return { from: begin, to: end, value: gained('done'), wrong: Math.min(gained('failed'), gained('done')) }
  })
}

/** Between two samples the sum grows evenly; of several at one moment the last one counts. */
function sumAt(samples: readonly Sample[], at: number, of: 'done' | 'failed'): number {
  const last = samples.findLastIndex((sample) => sample.at <= at)
  const before = samples[last]
  const next = samples[last + 1]
  if (before === undefined) return next?.[of] ?? 0
  if (next === undefined || before.at === at) return before[of]
  return before[of] + ((next[of] - before[of]) * (at - before.at)) / (next.at - before.at)
}
