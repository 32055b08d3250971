// Splits headers into words, folds case, and extracts the numbers of numbered groups (`Customer 2 landline`,
// `landline_1`, `2nd meter`). Synonyms and abbreviations are in everyday-words.ts.
import { meanings, writtenOut } from './everyday-words.ts'

/** A group's number and how many words precede it, which identify the counted list. */
export type GroupNumber = { readonly number: number; readonly after: number }

export type HeaderWords = {
  /** Folded words in order, group numbers taken out. */
  readonly words: readonly string[]
  /** The words as one text, as written: for exact comparison. */
  readonly plain: string
  /** The words with abbreviations written out and fillers dropped: for similarity. */
  readonly full: string
  /** One token per meaning: for comparing meaning. */
  readonly tokens: readonly string[]
  /** Numbers that may count list items. Those of address lines do not. */
  readonly numbers: readonly GroupNumber[]
}

const ordinals: ReadonlyMap<string, number> = new Map([
  ['second', 2],
  ['third', 3],
  ['fourth', 4],
])
/** A header with more numbers than this has no group numbers. */
const mostNumbers = 2

export function headerWords(header: string): HeaderWords {
  const all = split(header)
  const counts = all.map((word, at) =>
    isCount(word) && !isLine(all, at) && !isMeasure(all, at) ? Number(word) : null,
  )
  const found = counts.filter((count) => count !== null)
  return fromWords(all, found.length <= mostNumbers ? counts : all.map(() => null))
}

/** Treats a leading `Second`, `Third`, `Fourth` as a group number; null if there is none. */
export function ordinalWords(header: string): HeaderWords | null {
  const all = split(header)
  const number = ordinals.get(all[0] ?? '')
  if (number === undefined || all.length < 2 || all.some(isCount)) return null
  return fromWords(
    all,
    all.map((_, at) => (at === 0 ? number : null)),
  )
}

function fromWords(all: readonly string[], counts: readonly (number | null)[]): HeaderWords {
  const words: string[] = []
  const numbers: GroupNumber[] = []
  for (const [at, word] of all.entries()) {
    const number = counts[at] ?? null
    if (number === null) words.push(word)
    else numbers.push({ number, after: words.length })
  }
  return {
    words,
    plain: words.join(' '),
    full: writtenOut(words).join(' '),
    tokens: meanings(words),
    numbers,
  }
}

function isCount(word: string): boolean {
  return /^\d{1,3}$/.test(word)
}

/** `Address line 2`, `Address 2`: a line of one address, not a second address. */
function isLine(all: readonly string[], at: number): boolean {
  const before = all[at - 1] ?? ''
  return before === 'line' || (['address', 'addr'].includes(before) && at === all.length - 1)
}

const units = new Set(
  'digit digits char chars character characters day days month months year years hour hours'.split(' '),
)

/** `MPAN (13 digit)`: a length, not a thirteenth item. */
function isMeasure(all: readonly string[], at: number): boolean {
  return units.has(all[at + 1] ?? '')
}

function split(header: string): string[] {
  return header
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/\b(\d{1,3})(?:st|nd|rd|th)\b/gi, '$1')
    .replace(/([A-Za-z])(\d)/g, '$1 $2')
    .replace(/(\d)([A-Za-z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\ba\/c\b/g, 'account')
    .replace(/\be-mail\b/g, 'email')
    .replace(/\bs\/n\b/g, 'sn')
    .replace(/#(?!\s*\d)/g, ' number ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}
