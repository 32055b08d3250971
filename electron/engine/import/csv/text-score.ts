// Scores how much a text looks like real writing: a higher score means a more likely encoding. Only characters
// beyond ASCII differ between encodings, so only they are scored, by language and together with their neighbours.
import { hangul, japanese, type Language, languages, simplified, traditional } from './text-languages.ts'

/** Per byte beyond ASCII, about -5 to 3. */
export function textScore(texts: readonly string[], bytesBeyondAscii: number): number {
  const validates = [...languages.map(byLetters), ...eastAsian]
  const sums = validates.map((validate) => texts.reduce((sum, text) => sum + validate(text), 0))
  return Math.max(...sums) / Math.max(1, bytesBeyondAscii)
}

type Validate = (text: string) => number

const beyond = /[^\0-\x7f]/gu
const signs = /[£§°–—‘’‚“”„…«»©®·½¼¾²³±µ\u00a0¿¡€№¤†•™]/u

function byLetters({ letters, whole, finals }: Language): Validate {
  return (text) => {
    let score = 0
    for (const { 0: character, index } of text.matchAll(beyond)) {
      const before = text[index - 1] ?? ' '
      const after = text[index + 1] ?? ' '
      score += letterScore(character, before, after)
    }
    return score
  }
  function letterScore(character: string, before: string, after: string): number {
    const lower = character === 'İ' ? character : character.toLowerCase()
    const weight = letters.get(lower)
    if (weight === undefined) return unknownScore(character, before, after)
    if (lower !== character && /\p{Ll}/u.test(before)) return -2
    if (finals.includes(character) && /\p{L}/u.test(after)) return -2
    if (whole) {
      if (/[A-Za-z]/.test(before) || /[A-Za-z]/.test(after)) return -2
      // Words in capitals are rarer.
      return lower !== character && /\p{Lu}/u.test(before) ? weight - 0.4 : weight
    }
    // Words in Latin script are mostly ASCII.
    if (/[^\0-\x7f]/.test(before) && /[^\0-\x7f]/.test(after) && /\p{L}/u.test(before)) return -1
    return /[A-Za-z]/.test(before) || /[A-Za-z]/.test(after) ? weight : weight - 1.5
  }
}

function unknownScore(character: string, before: string, after: string): number {
  if (/[\x80-\x9f\ufffd]|\p{Cn}|\p{Co}/u.test(character)) return -5
  if (character === '€') return /[\d\s,;]/.test(before) || /\d/.test(after) ? 2 : 0
  if (character === '’') return /\p{L}/u.test(before) && /\p{L}/u.test(after) ? 2 : 0.5
  if (signs.test(character)) return /\p{L}/u.test(before) && /\p{L}/u.test(after) ? -2 : 0.3
  return -3
}

/** A character of two bytes counts twice. */
const eastAsian: readonly Validate[] = [
  ideographs(simplified, 0),
  ideographs(traditional, 0),
  ideographs(japanese, 3),
  (text) => sum(text, (character) => syllable(character)),
]

function ideographs(common: ReadonlySet<string>, kana: number): Validate {
  return (text) =>
    sum(text, (character) => {
      if (common.has(character)) return 6
      if (/[\u3040-\u30ff]/.test(character)) return kana * 2 - (kana === 0 ? 2 : 0)
      if (/[\u4e00-\u9fff]/.test(character)) return 0.6
      if (/[\u3000-\u3015\uff01-\uff5e]/.test(character)) return 1.5
      // Half-width, one byte: in other texts these come from random bytes.
      if (/[\uff61-\uff9f]/.test(character)) return kana === 0 ? -5 : -0.5
      return -5
    })
}

function syllable(character: string): number {
  if (hangul.has(character)) return 6
  if (/[\uac00-\ud7a3]/.test(character)) return 2
  return /[\u3000-\u3015\uff01-\uff5e]/.test(character) ? 1.5 : -5
}

function sum(text: string, score: (character: string) => number): number {
  let all = 0
  for (const [character] of text.matchAll(beyond)) all += score(character)
  return all
}
