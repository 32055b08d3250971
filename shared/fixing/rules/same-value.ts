// Compares two texts that may write the same value differently: blanks, case, signs between digits, telephone
// prefix, date pattern, number format. When in doubt they count as different: `03/04/2023` can be two days, `1,234`
// two numbers. Pure.
import { withoutUnseen } from '../../sheet/unseen.ts'
import { foundDates, numberWritings } from './found.ts'
import { compilePattern } from '../../mapping/conversions/dates/date-patterns.ts'
import { isTimed } from '../../mapping/conversions/dates/date-print.ts'
import { readDecimal } from '../../mapping/conversions/numbers.ts'
import { printDate, printUtc } from '../../sheet/written-dates.ts'
import type { ValueKind } from './value-kind.ts'

/**
 * True when `after` is `before` in another format, for a field of this kind. An empty text has no value, so it
 * never matches.
 */
export function isSameValue(before: string, after: string, kind: ValueKind): boolean {
  const [one, other] = [plainText(before), plainText(after)]
  if (one === '' || other === '') return false
  if (withoutBlanks(one) === withoutBlanks(other)) return true
  switch (kind) {
    case 'telephone':
      return sameNumberToDial(one, other)
    case 'email':
      return false
    case 'date':
      return sameOnly(momentsOf(one), momentsOf(other))
    case 'number':
      return sameOnly(numbersOf(one), numbersOf(other))
    default:
      return sameLetters(one, other)
  }
}

function plainText(text: string): string {
  return withoutUnseen(text).normalize('NFKC').trim().toLowerCase()
}

const withoutBlanks = (text: string): string => text.replace(/\s+/gu, '')

/**
 * Words and numbers must be equal and in the same order; in texts without letters, only hyphens and blanks are
 * ignored.
 */
function sameLetters(one: string, other: string): boolean {
  if (!/\p{L}/u.test(one) || !/\p{L}/u.test(other)) return sameDigits(one, other)
  // A sign between two digits, or in front of the first one, may be part of a number.
  const fold = (text: string): string =>
    (text.match(/[\p{L}\p{M}]+|(?:(?<![\p{L}\p{N}])-)?\p{N}+(?:[.,]\p{N}+)*/gu) ?? []).join('')
  return fold(one) === fold(other)
}

function sameDigits(one: string, other: string): boolean {
  const isPlain = (text: string): boolean => /^\d[\d\s-]*\d$/.test(text)
  return isPlain(one) && isPlain(other) && one.replace(/\D/g, '') === other.replace(/\D/g, '')
}

type Dialled = { readonly digits: string; readonly isInternational: boolean }

/** The text as one telephone number; null when it contains other characters or fewer than six digits. */
function dialled(text: string): Dialled | null {
  if (!/^[+(]?[\d\s()./-]+$/.test(text)) return null
  const isInternational = /^\(?(?:\+|00)/.test(text)
  const digits = text.replace(/\(0\)/, isInternational ? '' : '0').replace(/\D/g, '')
  const short = isInternational ? digits.replace(/^00/, '') : digits.replace(/^0+/, '')
  return short.length < 6 ? null : { digits: short, isInternational }
}

function sameNumberToDial(one: string, other: string): boolean {
  const [a, b] = [dialled(one), dialled(other)]
  if (a === null || b === null) return false
  if (a.isInternational === b.isInternational) return a.digits === b.digits
  const [whole, national] = a.isInternational ? [a.digits, b.digits] : [b.digits, a.digits]
  const prefix = whole.length - national.length
  return whole.endsWith(national) && prefix >= 1 && prefix <= 3
}

/** Possible readings of a text; texts match when each has exactly one reading and both are equal. */
function sameOnly(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [meant] = one
  return one.size === 1 && other.size === 1 && meant !== undefined && other.has(meant)
}

/** Two-digit years have no reading, because only the user knows their century. */
function momentsOf(text: string): Set<string> {
  const patterns = foundDates([{ text, cells: 1 }]).flatMap((found) => found.patterns)
  const read = patterns.flatMap(({ pattern }) => {
    const compiled = compilePattern(pattern, isTimed(pattern) ? 'datetime' : 'date')
    const moment = compiled.ok ? compiled.pattern.read(text) : null
    if (moment === null || !moment.ok || pattern.replaceAll('yyyy', '').includes('yy')) return []
    return [isTimed(pattern) ? printUtc(moment.time, 0) : printDate(moment.time)]
  })
  return new Set(read)
}

function numbersOf(text: string): Set<string> {
  const bare = text.replace(/\p{Sc}/gu, '').trim()
  return new Set(
    numberWritings.flatMap(({ decimalSign, thousandsSign }) => {
      const read = readDecimal(bare, { decimal: decimalSign, thousands: thousandsSign })
      return read === null ? [] : [read.includes('.') ? read.replace(/\.?0+$/, '') : read]
    }),
  )
}
