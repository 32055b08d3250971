// Answers a minute: how many accounts became done in each stretch of time and how many of them failed, from running
// sums. Pure functions.
import type { Column } from '../../../components/charts/chart-values.ts'
import type { Sample } from './samples.ts'

const second = 1_000
const minute = 60 * second
const stretches = [
  10 * second,
  30 * second,
  ...[1, 2, 5, 10, 15, 30, 60, 120, 360, 720, 1440].map((n) => n * minute),
]
const mostColumns = 36
/** A shorter stretch says nothing about a minute. */
const shortest = second

/** The columns' values are a minute, also where a stretch is longer or shorter. Empty where nothing is done. */
export function answersAMinute(samples: readonly Sample[]): readonly Column[] {
  const first = samples[0]
  const last = samples.at(-1)
  if (first === undefined || last === undefined || last.done <= first.done) return []
  const from = first.at
  const span = Math.max(last.at - from, shortest)
  const stretch = stretches.find((one) => span / one <= mostColumns) ?? Math.ceil(span / mostColumns)
  const count = Math.ceil(span / stretch)
  return Array.from({ length: count }, (_, at) => {
    const begin = from + at * stretch
    const end = Math.min(begin + stretch, from + span)
    const minutes = Math.max(end - begin, shortest) / minute
    const gained = (of: 'done' | 'failed'): number =>
      Math.max(0, sumAt(samples, end, of) - sumAt(samples, begin, of)) / minutes
    return { from: begin, to: end, value: gained('done'), wrong: Math.min(gained('failed'), gained('done')) }
  })
}

/** Between two samples the sum grows evenly. */
function sumAt(samples: readonly Sample[], at: number, of: 'done' | 'failed'): number {
  const after = samples.findIndex((sample) => sample.at >= at)
  const next = samples[after]
  if (next === undefined) return samples.at(-1)?.[of] ?? 0
  const before = samples[after - 1]
  if (before === undefined || next.at === before.at) return next[of]
  return before[of] + ((next[of] - before[of]) * (at - before.at)) / (next.at - before.at)
}
