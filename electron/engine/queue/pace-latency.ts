// Whether the service answers more slowly than it used to, for each kind of request apart. A round is judged by its
// median, against a baseline that falls quickly and rises slowly; two slow rounds in a row are a rise, so that one hiccup
// of either machine, which every request under way feels at once, is none. A fast service that jitters is never slow:
// under half a second more than usual nothing is said.

export type RequestKind = 'create' | 'validate' | 'status'

export type Latency = {
  /** One request of a kind took so long, with so many allowed at once; true when that shows a rise. */
  sample(kind: RequestKind, ms: number, window: number): boolean
}

/** Slow is twice the baseline and this much more, in milliseconds. */
const floor = 500
const ratio = 2
const slowRounds = 2
/** Fewer than this say nothing. */
const smallestRound = 8
/** How fast the baseline follows, by round. */
const fall = 0.3
const rise = 1.1

type Kept = { baseline: number | null; round: number[]; slow: number }

export function createLatency(): Latency {
  const kept: Readonly<Record<RequestKind, Kept>> = {
    create: { baseline: null, round: [], slow: 0 },
    validate: { baseline: null, round: [], slow: 0 },
    status: { baseline: null, round: [], slow: 0 },
  }

  return {
    sample(kind, ms, window) {
      const one = kept[kind]
      one.round.push(ms)
      if (one.round.length < Math.max(smallestRound, window)) return false
      const middle = median(one.round)
      one.round = []
      const before = one.baseline ?? middle
      one.baseline = middle < before ? before + (middle - before) * fall : Math.min(middle, before * rise)
      one.slow = middle > before * ratio && middle > before + floor ? one.slow + 1 : 0
      if (one.slow < slowRounds) return false
      one.slow = 0
      return true
    },
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
