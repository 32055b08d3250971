// Detects renamed columns and sheets: two names with the same words, or with one typing error, and no other match.
// Numbers are part of a name: `Tel 1` never matches `Tel 2`.
import { distance } from 'fastest-levenshtein'
import { headerWords } from '../header-words.ts'
import { message, type Message } from '../../texts/create-message.ts'

export type Renaming = {
  readonly was: string
  readonly now: string
  readonly certainty: 'certain' | 'likely'
  readonly reason: Message
}

/** Unambiguous pairs of old and new names. */
export function renamings(old: readonly string[], fresh: readonly string[]): Renaming[] {
  const found: Renaming[] = []
  for (const rung of rungs) {
    const left = old.filter((name) => !found.some((one) => one.was === name))
    const free = fresh.filter((name) => !found.some((one) => one.now === name))
    for (const was of left) {
      const same = free.filter((now) => rung.same(was, now))
      const [now] = same
      if (now === undefined || same.length > 1 || left.filter((other) => rung.same(other, now)).length > 1)
        continue
      found.push({ was, now, certainty: rung.certainty, reason: rung.reason })
    }
  }
  return found
}

type Rung = {
  readonly same: (was: string, now: string) => boolean
  readonly certainty: Renaming['certainty']
  readonly reason: Message
}

/** Closest first: a name matched at one rank is not tried at the next. */
const rungs: readonly Rung[] = [
  {
    same: (was, now) => sameNumbers(was, now) && headerWords(was).plain === headerWords(now).plain,
    certainty: 'certain',
    reason: message('mapping.words_same'),
  },
  {
    same: (was, now) =>
      sameNumbers(was, now) &&
      headerWords(was).full !== '' &&
      headerWords(was).full === headerWords(now).full,
    certainty: 'likely',
    reason: message('mapping.words_same_in_full'),
  },
  { same: isOneSlip, certainty: 'likely', reason: message('mapping.one_letter') },
]

function sameNumbers(was: string, now: string): boolean {
  const digits = (name: string): string => name.replace(/\D+/g, ' ').trim()
  return digits(was) === digits(now) && headerWords(was).plain !== ''
}

function isOneSlip(was: string, now: string): boolean {
  const before = headerWords(was).plain
  const after = headerWords(now).plain
  return sameNumbers(was, now) && Math.min(before.length, after.length) >= 6 && distance(before, after) === 1
}
