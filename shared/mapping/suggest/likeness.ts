// Ranks how closely a header matches a field's phrase, closest first. Only the first ranks mean the same thing; the
// lower ones match partly and are never more than possible without further evidence.
import { distance } from 'fastest-levenshtein'
import { openNoun, saysLittle } from '../everyday-words.ts'
import type { HeaderWords } from '../header-words.ts'
import type { Phrase, Vocabulary } from './words-of-fields.ts'

/** From closest to farthest. */
export const likenesses = [
  /** The exact words. */
  'equal',
  /** With abbreviations written out. */
  'written_out',
  /** The same meaning in synonyms (`Bill town`, `Billing city`). */
  'same_meaning',
  /** One typing error in a long word, or shortened words (`Pay freq`). */
  'nearly',
  /** The phrase, preceded by its owner (`Meter point start date`). */
  'with_owner',
  /** A reference of a system unknown to the catalogue (`CRM ref`). */
  'qualified',
  /** The phrase, preceded by words that may change its meaning (`Agent email`). */
  'part_of_header',
  /** Some words of the phrase. */
  'part_of_phrase',
] as const
export type Likeness = (typeof likenesses)[number]

/** Ranks at which the header has the full meaning of the phrase. */
export function saysIt(likeness: Likeness): boolean {
  return likeness !== 'part_of_header' && likeness !== 'part_of_phrase'
}

export function likenessOf(header: HeaderWords, phrase: Phrase, vocabulary: Vocabulary): Likeness | null {
  if (header.plain === phrase.plain) return 'equal'
  if (header.full !== '' && header.full === phrase.full) return 'written_out'
  if (sameTokens(header.tokens, phrase.tokens) && !saysLittle(header.words)) return 'same_meaning'
  const slip = isSlip(header.full, phrase.full, vocabulary) || isSlip(header.plain, phrase.plain, vocabulary)
  if (slip || cutShort(header.tokens, phrase.tokens)) return 'nearly'
  return partly(header, phrase, vocabulary)
}

/** In English the main noun comes last; words before it are its owner or change its meaning. */
function partly(
  { tokens: header, words }: HeaderWords,
  phrase: Phrase,
  vocabulary: Vocabulary,
): Likeness | null {
  const { tokens } = phrase
  if (header.length === 0 || tokens.length === 0) return null
  if (header.length > tokens.length && header.at(-1) === tokens.at(-1)) {
    const extras = header.filter((token) => !tokens.includes(token))
    const around = vocabulary.around(phrase.field)
    const whole = tokens.every((token) => header.includes(token))
    if (whole && extras.every((token) => around.has(token))) return 'with_owner'
    if (!endsWith(header, tokens)) return null
    const foreign = extras.every((token) => !vocabulary.known.has(token) && !/^\d/.test(token))
    const open = tokens.length === 1 && tokens[0] === openNoun && phrase.what !== 'name'
    return foreign && open ? 'qualified' : 'part_of_header'
  }
  if (phrase.what === 'name with its owner') return null
  const within = header.length < tokens.length && header.every((token) => tokens.includes(token))
  return within && !saysLittle(words) ? 'part_of_phrase' : null
}

export function endsWith(tokens: readonly string[], end: readonly string[]): boolean {
  return (
    end.length <= tokens.length && end.every((token, at) => tokens[tokens.length - end.length + at] === token)
  )
}

/** In any order; but “number of meters” is not a meter's number. */
function sameTokens(a: readonly string[], b: readonly string[]): boolean {
  if (a.length === 0 || a.length !== b.length || !a.every((token) => b.includes(token))) return false
  return (a[0] === 'number') === (b[0] === 'number') && a.toSorted().join(' ') === b.toSorted().join(' ')
}

/** Words shortened to at least three letters, in headers of several words: `Meter ser no`. */
function cutShort(header: readonly string[], phrase: readonly string[]): boolean {
  if (header.length < 2 || header.length !== phrase.length) return false
  return header.every((token, at) => {
    const whole = phrase[at] ?? ''
    return token === whole || (token.length >= 3 && whole.startsWith(token))
  })
}

/** One letter wrong, missing, added or two swapped. The result must not be a known word. */
export function isSlip(header: string, phrase: string, vocabulary: Pick<Vocabulary, 'known'>): boolean {
  // Nearly all pairs differ in length, so the costly comparisons run for only a few.
  if (header.length < 6 || Math.abs(header.length - phrase.length) > 1) return false
  if (header.replace(/\D/g, '') !== phrase.replace(/\D/g, '')) return false
  const away = distance(header, phrase)
  if (away === 0 || away > 2 || (away === 2 && !isSwap(header, phrase))) return false
  const meant = new Set(phrase.split(' '))
  const odd = header.split(' ').filter((word) => !meant.has(word))
  return odd.every((word) => word.length >= 4 && !vocabulary.known.has(word))
}

function isSwap(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  const at = [...a].findIndex((letter, index) => letter !== b[index])
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2)
}
