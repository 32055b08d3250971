// Time series of a batch's counts: samples recorded by the window, samples reconstructed for the past, and the
// resulting rate. Pure functions.

export type Sample = {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly done: number
  /** Null where it is not known. */
  readonly underWay: number | null
  readonly failed: number
}

export type Finishing = {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly failed: boolean
}

const leastGap = 900
const most = 600
const mostOfThePast = 120
/** A pause is at least this part of the whole time. */
const shortestPauses = 40

function same(one: Sample, other: Sample): boolean {
  return one.done === other.done && one.underWay === other.underWay && one.failed === other.failed
}

/**
 * Adds a sample, or moves the newest if it is fresh or equal; when there are too many, every second one is dropped.
 */
export function withSample(samples: readonly Sample[], next: Sample): readonly Sample[] {
  const last = samples.at(-1)
  const before = samples.at(-2)
  if (last === undefined) return [next]
  if (next.at - last.at < leastGap && before !== undefined) return [...samples.slice(0, -1), next]
  // A flat stretch needs its two ends only.
  if (before !== undefined && same(last, next) && same(before, last)) return [...samples.slice(0, -1), next]
  const all = [...samples, next]
  return all.length <= most ? all : all.filter((_, index) => index % 2 === 0 || index === all.length - 1)
}

/**
 * Running sums at some of the times when accounts were done, oldest first, up to a moment, including the last; both
 * ends of a pause are included. The number in process at those times is unknown.
 */
export function samplesOf(settlings: readonly Finishing[], until: number): readonly Sample[] {
  const before = settlings.filter(({ at }) => at <= until).toSorted((one, other) => one.at - other.at)
  const first = before[0]
  const last = before.at(-1)
  if (first === undefined || last === undefined) return []
  const step = Math.ceil(before.length / mostOfThePast)
  const longPause = Math.max(1, (last.at - first.at) / shortestPauses)
  const samples: Sample[] = [{ at: first.at - 1, done: 0, underWay: null, failed: 0 }]
  let failed = 0
  for (const [index, { at, failed: isFailed }] of before.entries()) {
    if (isFailed) failed += 1
    const done = index + 1
    const next = before[index + 1]
    const pauses = next !== undefined && next.at - at > longPause
    if (done % step === 0 || next === undefined || pauses) samples.push({ at, done, underWay: null, failed })
    if (pauses) samples.push({ at: next.at, done, underWay: null, failed })
  }
  return samples
}

export type Released = {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly accounts: number
}

/**
 * The same samples with the accounts on the way: those released by then and not done yet. Releases in between become
 * samples too. As they were where the waves do not explain the number on the way at the end: accounts that were
 * rejected, or edited since, have left them.
 */
export function withOnTheWay(
  samples: readonly Sample[],
  waves: readonly Released[],
  atTheEnd: number | null,
): readonly Sample[] {
  const first = samples[0]
  const last = samples.at(-1)
  if (first === undefined || last === undefined) return samples
  const releasedBy = (at: number): number =>
    waves.reduce((sum, wave) => (wave.at <= at ? sum + wave.accounts : sum), 0)
  const all = waves.reduce((sum, wave) => sum + wave.accounts, 0)
  if (all - last.done !== atTheEnd) return samples
  const releases = waves
    .filter(({ at }) => at > first.at && at < last.at)
    .flatMap(({ at }) => {
      const before = samples.findLast((sample) => sample.at <= at) ?? first
      return [
        { ...before, at: at - 1 },
        { ...before, at },
      ]
    })
  const isBefore = (one: Sample, other: Sample): number => one.at - other.at || one.done - other.done
  return [...samples, ...releases]
    .toSorted(isBefore)
    .map((sample) => ({ ...sample, underWay: Math.max(0, releasedBy(sample.at) - sample.done) }))
}

/** Accounts done per millisecond over the last two minutes; null if unknown. */
export function finishRate(samples: readonly Sample[]): number | null {
  const last = samples.at(-1)
  if (last === undefined) return null
  const first = samples.find((sample) => last.at - sample.at <= 120_000)
  if (first === undefined || last.at - first.at < 3_000 || last.done <= first.done) return null
  return (last.done - first.done) / (last.at - first.at)
}
