// How long what is on its way may still take, by what a few minutes of looks have seen: the older half of the time and
// the newer one give a slow and a fast rate. Nothing is said before there is enough to go by.

type Seen = { readonly at: number; readonly settled: number }

/** Milliseconds of looks that are kept, that are needed at least, and accounts that must have settled in each half. */
const kept = 5 * 60_000
const enough = 10_000
const least = 3

export type Rates = {
  /** Remembers how many had settled at a time (monotonic, in milliseconds); answers the range for `open` more. */
  left(
    batch: number,
    settled: number,
    open: number,
    at: number,
  ): { readonly fromMs: number; readonly toMs: number } | null
}

export function createRates(): Rates {
  const looks = new Map<number, Seen[]>()
  return {
    left(batch, settled, open, at) {
      const seen = looks.get(batch) ?? []
      seen.push({ at, settled })
      while (seen[0] !== undefined && at - seen[0].at > kept) seen.shift()
      looks.set(batch, seen)
      const [first] = seen
      if (first === undefined || open === 0 || at - first.at < enough) return null
      const middle = seen.find((one) => one.at >= (first.at + at) / 2) ?? first
      const rates = [
        (middle.settled - first.settled) / (middle.at - first.at),
        (settled - middle.settled) / (at - middle.at),
      ]
      const isThin = middle.settled - first.settled < least || settled - middle.settled < least
      if (isThin || !rates.every((rate) => Number.isFinite(rate) && rate > 0)) return null
      return { fromMs: Math.round(open / Math.max(...rates)), toMs: Math.round(open / Math.min(...rates)) }
    },
  }
}
