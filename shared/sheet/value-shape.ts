// Shape of a cell's text: its make-up rather than its content ("digits with blanks and brackets"), so that wrong
// values of the same kind are counted, shown and fixed together. A shape is a short stable key that is stored with
// problems. It holds at most one word of the text, without digits, folded, of up to 24 characters. Pure, and fast
// enough for every problem of a million rows.
import { unseenSource } from './unseen.ts'

const longestWord = 24
const mostCounted = 20
/** Long texts are distinguished by common length limits of fields. */
const lengths = [50, 100, 255, 510, 1000, 5000] as const

const unseen = new RegExp(unseenSource, 'u')
const unseenAll = new RegExp(unseenSource, 'gu')

/** Marks in the order of their descriptions, each with its characters. */
const marks: readonly (readonly [name: string, words: string, characters: string])[] = [
  ['blanks', 'blanks', ' \t\u00a0\u2007\u2009\u202f\u3000'],
  ['breaks', 'line breaks', '\n\r\u2028\u2029'],
  ['brackets', 'brackets', '()[]{}'],
  ['hyphens', 'hyphens', '-\u2010\u2011\u2012\u2013\u2014\u2212'],
  ['dots', 'dots', '.\u00b7\u2026'],
  ['commas', 'commas', ',;'],
  ['colons', 'colons', ':'],
  ['slashes', 'slashes', '/\\|'],
  ['quotes', 'quotes', '\'"\u2018\u2019\u201c\u201d`'],
  ['plus', 'a plus within', '+'],
  ['signs', 'other signs', ''],
]
const markOf = new Map(marks.flatMap(([name, , characters]) => [...characters].map((one) => [one, name])))
const wordsOfMark = new Map(marks.map(([name, words]) => [name, words]))

const dateLike =
  /^(?:\d{1,2}([/.-])(?:\d{1,2}|\p{L}{3,9})\1(\d{4}|\d{2})|\d{4}([/.-])\d{1,2}\3\d{1,2}|\d{1,2} \p{L}{3,9} \d{4})(?<time>[ T,]+\d{1,2}:\d{2}\S*(?: ?[AaPp][Mm])?)?$/u
const exponent = /^[+-]?\d+(?:[.,]\d+)?[Ee][+-]?\d{1,3}$/

/** The shape of a text; texts with the same shape need the same fix. */
export function valueShape(text: string): string {
  if (text === '') return 'empty'
  const clean = text.trim()
  if (clean === '') return 'blank'
  const hidden = unseen.test(text)
  const seen = hidden ? clean.replace(unseenAll, '').trim() : clean
  const around = clean.length !== text.length
  if (seen === '') return 'unseen'
  return `${hidden ? 'unseen ' : ''}${around ? 'around ' : ''}${bodyOf(seen)}`
}

/** `text` begins and ends with a visible character. */
function bodyOf(text: string): string {
  const first = text.charCodeAt(0)
  const startsAsNumber = (first >= 48 && first <= 57) || first === 43 || first === 45
  if (startsAsNumber && text.length <= 40) {
    const date = dateLike.exec(text)
    if (date !== null)
      return `date:${(date.groups?.['time'] === undefined ? text : text.slice(0, -date.groups['time'].length))
        .replace(/\p{L}+/gu, 'MMM')
        .replace(/\d+/g, (digits) =>
          digits.length === 4 ? 'NNNN' : 'NN',
        )}${date.groups?.['time'] === undefined ? '' : ' time'}`
    if (exponent.test(text)) return 'exponent'
  }
  const made = madeOf(text)
  if (made.ats > 0) return mailShape(text, made)
  const kinds = [...(made.digits > 0 ? ['digits'] : []), ...(made.letters > 0 ? ['letters'] : [])]
  if (made.digits === 0) {
    // The exact visible length matters less than that nothing long is stored.
    const word = text.length > longestWord ? '' : text.toLowerCase().replace(/\s+/g, ' ')
    if (word !== '' && word.length <= longestWord) return `word:${word}`
  }
  if (made.letters > 0 && text.length > lengths[0]) return `long:${bucketOf(text.length)}`
  const plain = made.letters === 0 && made.marks.size === 0
  const counted = plain && made.digits > 0 ? [`digits:${Math.min(made.digits, mostCounted + 1)}`] : kinds
  return [...made.front, ...counted, ...marks.flatMap(([name]) => (made.marks.has(name) ? [name] : []))].join(
    '+',
  )
}

type Made = {
  readonly digits: number
  readonly letters: number
  readonly ats: number
  /** A leading sign. */
  readonly front: readonly ('plus-first' | 'minus-first')[]
  readonly marks: ReadonlySet<string>
}

const letter = /\p{L}|\p{M}/u
const digit = /\p{Nd}/u

function madeOf(text: string): Made {
  let digits = 0
  let letters = 0
  let ats = 0
  const found = new Set<string>()
  const sign = text.startsWith('+') ? 'plus-first' : text.startsWith('-') ? 'minus-first' : null
  let at = 0
  for (const character of text) {
    at += 1
    if (at === 1 && sign !== null) continue
    const code = character.charCodeAt(0)
    if (code >= 48 && code <= 57) digits += 1
    else if ((code >= 65 && code <= 90) || (code >= 97 && code <= 122)) letters += 1
    else if (code === 64) ats += 1
    else {
      const mark = markOf.get(character)
      if (mark !== undefined) found.add(mark)
      else if (letter.test(character)) letters += 1
      else if (digit.test(character)) digits += 1
      else found.add('signs')
    }
  }
  return { digits, letters, ats, front: sign === null ? [] : [sign], marks: found }
}

/** For texts with an @, only the address's faults are part of the shape. */
function mailShape(text: string, made: Made): string {
  const [before = '', after = ''] = text.split('@')
  return [
    made.ats === 1 ? 'at' : 'ats',
    ...(before === '' || after === ''
      ? ['at-end']
      : made.ats === 1 && !after.includes('.')
        ? ['no-dot']
        : []),
    ...['blanks', 'breaks', 'brackets', 'commas', 'slashes', 'quotes'].filter((name) => made.marks.has(name)),
  ].join('+')
}

function bucketOf(length: number): string {
  return String(lengths.find((most) => length <= most) ?? 'more')
}

/** A shape in words, as used after a number: "832 of digits with blanks and brackets". */
export function shapeWords(shape: string): string {
  let rest = shape
  const notes: string[] = []
  for (const [prefix, words] of [
    ['unseen ', 'unseen characters'],
    ['around ', 'blanks around it'],
  ] as const) {
    if (!rest.startsWith(prefix)) continue
    rest = rest.slice(prefix.length)
    notes.push(words)
  }
  return notes.length === 0 ? bodyWords(rest) : `${bodyWords(rest)}, ${notes.join(' and ')}`
}

function bodyWords(body: string): string {
  if (body === 'empty') return 'empty'
  if (body === 'blank') return 'only blanks'
  if (body === 'unseen') return 'only unseen characters'
  if (body === 'exponent') return 'a number with an exponent'
  if (body.startsWith('word:')) return `“${body.slice(5)}”`
  if (body.startsWith('date:')) return `a date like ${body.slice(5).replace(/ time$/, ' with a time')}`
  if (body.startsWith('long:')) return lengthWords(body.slice(5))
  return partWords(body.split('+'))
}

function lengthWords(bucket: string): string {
  if (bucket === 'more') return `a text of more than ${lengths.at(-1)} characters`
  const at = lengths.findIndex((most) => String(most) === bucket)
  return `a text of ${(lengths[at - 1] ?? 0) + 1} to ${bucket} characters`
}

function partWords(parts: readonly string[]): string {
  const mains: string[] = []
  const withs: string[] = []
  for (const part of parts) {
    if (part === 'plus-first') withs.push('+ in front')
    else if (part === 'minus-first') withs.push('- in front')
    else if (part === 'at') mains.push('an address with @')
    else if (part === 'ats') mains.push('several @')
    else if (part === 'at-end') withs.push('nothing on one side of the @')
    else if (part === 'no-dot') withs.push('no dot after the @')
    else if (part.startsWith('digits:')) mains.push(digitWords(Number(part.slice(7))))
    else if (wordsOfMark.has(part)) withs.push(wordsOfMark.get(part) ?? part)
    else mains.push(part)
  }
  const main = listed(mains)
  if (withs.length === 0) return main === '' ? 'other signs' : main
  return main === '' ? listed(withs) : `${main} with ${listed(withs)}`
}

function digitWords(count: number): string {
  if (count > mostCounted) return `more than ${mostCounted} digits`
  return count === 1 ? '1 digit' : `${count} digits`
}

function listed(words: readonly string[]): string {
  const last = words.at(-1)
  if (last === undefined) return ''
  return words.length === 1 ? last : `${words.slice(0, -1).join(', ')} and ${last}`
}
