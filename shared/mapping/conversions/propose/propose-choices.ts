// Proposes which choice of a field an unknown value may mean, for a person to confirm. A value that could mean two
// choices, or that says the opposite of one (`non domestic`), gets no proposal.
import { distance } from 'fastest-levenshtein'
import type { Certainty } from './samples.ts'
import { message, type Message } from '../../../texts/create-message.ts'

export type ChoiceProposal =
  | {
      readonly value: string
      readonly choice: string
      readonly certainty: Certainty
      readonly reason: Message
    }
  | { readonly value: string; readonly choice: null; readonly reason: Message }

/** One proposal per value, in the values' order. `choices` are the field's words. */
export function proposeChoices(
  values: readonly string[],
  choices: readonly (string | number | boolean)[],
): ChoiceProposal[] {
  const words = choices.map((choice) => ({ choice: String(choice), plain: plainWords(String(choice)) }))
  return values.map((value) => proposeChoice(value, words))
}

type Word = { readonly choice: string; readonly plain: readonly string[] }
type Likeness = {
  readonly certainty: Certainty
  readonly reason: Message
  readonly isAlike: (given: readonly string[], word: Word) => boolean
}

/** From the strongest to the weakest; the first rule with exactly one matching choice gives the proposal. */
const likenesses: readonly Likeness[] = [
  {
    certainty: 'certain',
    reason: message('conversions.choice_same'),
    isAlike: (given, { plain }) => given.join('') === plain.join(''),
  },
  {
    certainty: 'likely',
    reason: message('conversions.choice_ending'),
    isAlike: (given, { plain }) =>
      given.length === plain.length && given.every((word, at) => sameStem(word, plain[at] ?? '')),
  },
  {
    certainty: 'likely',
    reason: message('conversions.choice_beginning'),
    isAlike: (given, { plain }) =>
      /^[^\d]{3,}$/.test(given.join('')) && plain.join('').startsWith(given.join('')),
  },
  {
    certainty: 'likely',
    reason: message('conversions.choice_slip'),
    isAlike: (given, { plain }) => isSlip(given.join(''), plain.join('')),
  },
  {
    certainty: 'possible',
    reason: message('conversions.choice_initials'),
    isAlike: (given, { plain }) => given.join('').length <= 4 && isInitials(given.join(''), plain),
  },
  {
    certainty: 'possible',
    reason: message('conversions.choice_contained'),
    isAlike: (given, { plain }) => plain.every((word) => given.some((one) => one === word)),
  },
]

const opposites: ReadonlySet<string> = new Set(['no', 'non', 'not', 'without', 'never', 'un', 'ex', 'former'])

function proposeChoice(value: string, words: readonly Word[]): ChoiceProposal {
  const given = plainWords(value)
  if (given.length === 0)
    return { value, choice: null, reason: message('conversions.choice_nothing_to_compare') }
  for (const { certainty, reason, isAlike } of likenesses) {
    const fitting = words.filter((word) => isAlike(given, word) && negations(given) === negations(word.plain))
    const [only, second] = fitting
    if (only === undefined) continue
    if (second !== undefined)
      return {
        value,
        choice: null,
        reason: message('conversions.choice_two', { first: only.choice, second: second.choice }),
      }
    return { value, choice: only.choice, certainty, reason }
  }
  return { value, choice: null, reason: message('conversions.choice_none') }
}

function negations(words: readonly string[]): number {
  return words.filter((word) => opposites.has(word)).length
}

/** Folded words: `Direct-Débit` and `DIRECT_DEBIT` are the same two. */
function plainWords(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

function sameStem(given: string, word: string): boolean {
  return stem(given) === stem(word)
}

function stem(word: string): string {
  return word.length > 4 ? word.replace(/(?:ies|es|s|ed|d|y)$/, '') : word
}

/** One wrong letter in five or more, two in nine or more; never the first, which turns `active` into `inactive`. */
function isSlip(given: string, word: string): boolean {
  if (given[0] !== word[0] || given.replace(/\D/g, '') !== word.replace(/\D/g, '')) return false
  const shorter = Math.min(given.length, word.length)
  const away = distance(given, word)
  return (shorter >= 9 && away <= 2) || (shorter >= 5 && away <= 1) || (shorter >= 5 && isSwap(given, word))
}

/** Two neighbouring letters are swapped. */
function isSwap(given: string, word: string): boolean {
  if (given.length !== word.length) return false
  const wrong = [...given].flatMap((letter, at) => (letter === word[at] ? [] : [at]))
  const [first = -1, second = -1] = wrong
  return (
    wrong.length === 2 &&
    second === first + 1 &&
    given[first] === word[second] &&
    given[second] === word[first]
  )
}

function isInitials(given: string, plain: readonly string[]): boolean {
  const initials = plain.map((word) => word[0] ?? '').join('')
  return given === initials
}
