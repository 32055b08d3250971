// Shared helpers of the benchmarks: medians of interleaved runs, and the printed table.

export type Line = {
  readonly what: string
  readonly unit: string
  /** Values per second, one entry per run. */
  readonly ours: readonly number[]
  /** The same work without Carryover, measured between our runs; empty when there is no comparison. */
  readonly bare: readonly number[]
}

export async function seconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

const number = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })

/** The median of the runs' own ratios, so that neighbours in time are compared, not extremes. */
export function lineOf({ what, unit, ours, bare }: Line): string {
  const ratios = ours.flatMap((value, run) => (bare[run] === undefined ? [] : [value / bare[run]]))
  const cells = [
    what.padEnd(46),
    `${number.format(median(ours))} ${unit}`.padStart(18),
    (bare.length === 0 ? '' : `${number.format(median(bare))} ${unit}`).padStart(18),
    (ratios.length === 0 ? '' : median(ratios).toFixed(2)).padStart(7),
  ]
  return cells.join('')
}

export const heading = `${''.padEnd(46)}${'Carryover'.padStart(18)}${'bare loop'.padStart(18)}${'ratio'.padStart(7)}`
