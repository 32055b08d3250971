// Detects that the service answers more slowly than before, per kind of request. Each round's median is compared with
// a baseline that falls quickly and rises slowly. Two slow rounds in a row are a rise, so that one hiccup of either
// machine does not count. Less than half a second above the baseline is never slow, so a fast service with jitter is
// not slowed down.

export type RequestKind = 'create' | 'validate' | 'status'

export type Latency = {
  /** Adds one request's duration, with the current window size; true if that shows a rise. */
  sample(kind: RequestKind, ms: number, window: number): boolean
}

/** A round is slow above `ratio` times the baseline and above the baseline plus `floor` milliseconds. */
const floor = 500
const ratio = 2
const slowRounds = 2
/** Minimum number of requests in a round. */
const smallestRound = 8
/** How fast the baseline follows, per round. */
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
