// Shape of a cell's text: its make-up rather than its content ("digits with blanks and brackets"), so that wrong
// values of the same kind are counted, shown and fixed together. A shape is a short stable key that is stored with
// problems. It holds at most one word of the text, without digits, folded, of up to 24 characters. Pure, and fast
// enough for every problem of a million rows.
import { type Message, message } from '../texts/create-message.ts'
import { unseenSource } from './unseen.ts'

const longestWord = 24
const mostCounted = 20
/** Long texts are distinguished by common length limits of fields. */
const lengths = [50, 100, 255, 510, 1000, 5000] as const

const unseen = new RegExp(unseenSource, 'u')
const unseenAll = new RegExp(unseenSource, 'gu')

/** Marks in the order of their descriptions, each with its characters. */
const marks = [
  ['blanks', ' \t\u00a0\u2007\u2009\u202f\u3000'],
  ['breaks', '\n\r\u2028\u2029'],
  ['brackets', '()[]{}'],
  ['hyphens', '-\u2010\u2011\u2012\u2013\u2014\u2212'],
  ['dots', '.\u00b7\u2026'],
  ['commas', ',;'],
  ['colons', ':'],
  ['slashes', '/\\|'],
  ['quotes', '\'"\u2018\u2019\u201c\u201d`'],
  ['plus', '+'],
  ['signs', ''],
] as const satisfies readonly (readonly [name: string, characters: string])[]
const markOf = new Map(marks.flatMap(([name, characters]) => [...characters].map((one) => [one, name])))
const markNames = marks.map(([name]) => name)

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
export function shapeWords(whole: string): Message {
  const withUnseen = whole.startsWith(unseenPrefix)
  const seen = withUnseen ? whole.slice(unseenPrefix.length) : whole
  const withBlanks = seen.startsWith(aroundPrefix)
  const shape = bodyWords(withBlanks ? seen.slice(aroundPrefix.length) : seen)
  if (withUnseen && withBlanks) return message('sheet.shape_with_both', { shape })
  if (withUnseen) return message('sheet.shape_with_unseen', { shape })
  return withBlanks ? message('sheet.shape_with_blanks', { shape }) : shape
}

const unseenPrefix = 'unseen '
const aroundPrefix = 'around '

function bodyWords(body: string): Message {
  if (body === 'empty') return message('sheet.shape_empty')
  if (body === 'blank') return message('sheet.shape_blank')
  if (body === 'unseen') return message('sheet.shape_unseen')
  if (body === 'exponent') return message('sheet.shape_exponent')
  if (body.startsWith('word:')) return message('sheet.shape_word', { word: body.slice(5) })
  if (body.startsWith('date:')) return dateWords(body.slice(5))
  if (body.startsWith('long:')) return lengthWords(body.slice(5))
  return partWords(body.split('+'))
}

function dateWords(date: string): Message {
  return date.endsWith(' time')
    ? message('sheet.shape_date_and_time', { date: date.slice(0, -' time'.length) })
    : message('sheet.shape_date', { date })
}

function lengthWords(bucket: string): Message {
  const at = lengths.findIndex((most) => String(most) === bucket)
  return at === -1
    ? message('sheet.shape_long_text', { most: lengths.at(-1) ?? 0 })
    : message('sheet.shape_text', { from: (lengths[at - 1] ?? 0) + 1, to: bucket })
}

function partWords(parts: readonly string[]): Message {
  const mains = parts.map(mainWords).filter((words) => words !== null)
  const signs = parts.map(signWords).filter((words) => words !== null)
  const main = mains.length === 0 ? null : listed(mains)
  if (signs.length === 0) return main ?? message('sheet.sign_signs')
  return main === null ? listed(signs) : message('sheet.shape_with_signs', { shape: main, signs })
}

function mainWords(part: string): Message | null {
  if (part.startsWith('digits:')) return digitWords(Number(part.slice(7)))
  switch (part) {
    case 'digits':
      return message('sheet.shape_of_digits')
    case 'letters':
      return message('sheet.shape_of_letters')
    case 'at':
      return message('sheet.shape_address')
    case 'ats':
      return message('sheet.shape_several_at')
    default:
      return null
  }
}

function signWords(part: string): Message | null {
  switch (part) {
    case 'plus-first':
      return message('sheet.sign_plus_first')
    case 'minus-first':
      return message('sheet.sign_minus_first')
    case 'at-end':
      return message('sheet.sign_at_end')
    case 'no-dot':
      return message('sheet.sign_no_dot')
    default: {
      const mark = markNames.find((name) => name === part)
      return mark === undefined ? null : message(`sheet.sign_${mark}`)
    }
  }
}

function digitWords(digits: number): Message {
  return digits > mostCounted
    ? message('sheet.shape_many_digits', { digits: mostCounted })
    : message('sheet.shape_digits', { digits })
}

function listed(parts: readonly Message[]): Message {
  const [only] = parts
  return only !== undefined && parts.length === 1 ? only : message('sheet.shape_list', { parts })
}
