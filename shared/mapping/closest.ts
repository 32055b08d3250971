// “Did you mean …”: the candidate nearest to what was written, or nothing when none is near enough to be meant.
import { distance } from 'fastest-levenshtein'

/** Compared without case; at most a third of the letters may differ, and two at least are forgiven. */
export function closest(given: string, candidates: Iterable<string>): string | null {
  const wanted = given.toLowerCase()
  let best: string | null = null
  let least = Math.max(2, Math.floor(wanted.length / 3)) + 1
  for (const candidate of candidates) {
    const away = distance(wanted, candidate.toLowerCase())
    if (away < least) {
      least = away
      best = candidate
    }
  }
  return best
}

export function didYouMean(given: string, candidates: Iterable<string>): string {
  const near = closest(given, candidates)
  return near === null ? '' : ` Did you mean “${near}”?`
}
