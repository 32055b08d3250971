// “Did you mean …”: finds the candidate nearest to the given text, or none when no candidate is near enough.
import { distance } from 'fastest-levenshtein'
import { message, type Said } from '../../texts/create-message.ts'
import { sentences } from '../../texts/join.ts'

/** Compared without case; up to a third of the letters may differ, and at least two are allowed. */
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

/** The fault, and the nearest candidate where there is one. */
export function didYouMean(fault: Said, given: string, candidates: Iterable<string>): Said {
  const near = closest(given, candidates)
  return near === null ? fault : sentences(fault, message('mapping.did_you_mean', { near }))
}
