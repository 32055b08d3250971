// Classifies a column's values and tests whether they fit a field. It converts nothing, and a matching pattern
// alone proves nothing. A reason never repeats a value, because values may be personal.
import type { CatalogueField } from '../../catalogue/catalogue.ts'
import { namesOf, tokensOf } from './words-of-fields.ts'

/** Displayed cells of one column, at most a few dozen, in row order; blanks are no evidence, but keep their place. */
export type ColumnSamples = {
  readonly sheet: string
  readonly column: string
  readonly values: readonly string[]
}

export type ValueFormat =
  | 'email'
  | 'phone'
  | 'date'
  | 'date and time'
  | 'postcode'
  | 'amount'
  | 'whole number'
  | 'yes or no'
  | 'document path'
  | 'choice'
  | 'text'

/**
 * `fits`: nearly all values are possible for the field; `partly`: many; `not`: hardly any; `unknown`: too few, or
 * the field accepts any text.
 */
export type Fit = 'fits' | 'partly' | 'not' | 'unknown'

/** Fewer filled cells than this are no evidence. */
const fewest = 3
/** Longer texts count only as text. */
const longestLook = 254
const nearlyAll = 0.9
const hardlyAny = 0.2

const yesOrNo = new Set(['y', 'n', 'yes', 'no', 'true', 'false', 't', 'f', '0', '1'])
const day = String.raw`\d{1,4}[-/. ](?:\d{1,2}|[A-Za-z]{3,9})[-/. ]\d{2,4}`
const patterns: Readonly<Record<Exclude<ValueFormat, 'yes or no' | 'choice' | 'text'>, RegExp>> = {
  email: /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/,
  phone: /^\+?[\d\s().\-/]{6,24}$/,
  date: new RegExp(`^${day}$`),
  'date and time': new RegExp(String.raw`^${day}[T ,]+\d{1,2}:\d{2}`),
  // At least a letter and a digit, as in Great Britain, Ireland, Canada and the Netherlands; five digits are
  // ambiguous.
  postcode:
    /^(?:[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d|\d{4} ?[A-Z]{2}|[A-Z]\d[\dW] ?[A-Z\d]{4})$/i,
  amount: /^[-+(]?\s?(?:[£$€]|[A-Z]{3})?\s?-?\d{1,3}(?:[,.' ]?\d{3})*(?:[.,]\d+)?\s?(?:[£$€]|[A-Z]{3})?\)?$/,
  'whole number': /^-?\d+$/,
  'document path': /^(?:\/|\.{0,2}[/\\]|[A-Za-z]:\\)?[^\s].*(?:[/\\].+|\.[A-Za-z]{2,4})$/,
}

/** Classifies a text; phones need a country or trunk prefix, because identifiers are digits too. */
function looksLike(text: string, valueFormat: ValueFormat): boolean {
  if (text.length > longestLook) return false
  if (valueFormat === 'yes or no') return yesOrNo.has(text.toLowerCase())
  if (valueFormat === 'choice' || valueFormat === 'text') return false
  if (!patterns[valueFormat].test(text)) return false
  if (valueFormat === 'phone') return digitsOf(text) >= 6 && digitsOf(text) <= 15
  if (valueFormat === 'document path') return !patterns.email.test(text) && !patterns.date.test(text)
  return true
}

function digitsOf(text: string): number {
  return text.replace(/\D/g, '').length
}

/** The kind of values that a field accepts, as far as the catalogue says. */
export function valueFormatOf(field: CatalogueField): ValueFormat {
  if (field.choices !== null) return 'choice'
  switch (field.format) {
    case 'email':
    case 'phone':
    case 'date':
      return field.format
    case 'date-time':
      return 'date and time'
    case 'decimal':
      return 'amount'
    case 'document-path':
      return 'document path'
    default:
  }
  if (field.kind === 'boolean') return 'yes or no'
  if (field.kind === 'integer') return 'whole number'
  if (field.kind === 'number') return 'amount'
  return namesOf(field).some((name) => tokensOf(name).includes('postcode')) ? 'postcode' : 'text'
}

export function fitOf(values: readonly string[], field: CatalogueField): Fit {
  const filled = filledOf(values)
  if (filled.length < fewest) return 'unknown'
  const valueFormat = valueFormatOf(field)
  if (valueFormat === 'text') return lengthFit(filled, field)
  const share = shareOf(filled, (text) => couldBe(text, valueFormat, field))
  if (share >= nearlyAll) return 'fits'
  // Unknown postcode formats are no mismatch, and words may become choices through a table.
  if (valueFormat === 'postcode')
    return share > 0 || filled.every((text) => text.length <= 12) ? 'unknown' : 'not'
  if (share >= hardlyAny) return 'partly'
  const fewWords = new Set(filled.map((text) => text.toLowerCase())).size <= (field.choices?.length ?? 2) + 2
  return (valueFormat === 'choice' || valueFormat === 'yes or no') && fewWords ? 'partly' : 'not'
}

function couldBe(text: string, valueFormat: ValueFormat, field: CatalogueField): boolean {
  if (valueFormat === 'choice')
    return (field.choices ?? []).some((choice) => folded(String(choice)) === folded(text))
  // Spreadsheet users write a date for a date and time at midnight.
  if (valueFormat === 'date and time') return looksLike(text, valueFormat) || looksLike(text, 'date')
  if (valueFormat === 'date') return looksLike(text, valueFormat) || looksLike(text, 'date and time')
  return looksLike(text, valueFormat)
}

function lengthFit(filled: readonly string[], { maxLength }: CatalogueField): Fit {
  if (maxLength === null) return 'unknown'
  const share = shareOf(filled, (text) => [...text].length <= maxLength)
  if (share < hardlyAny) return 'not'
  return share < nearlyAll ? 'partly' : 'unknown'
}

/** Fields suggested by values alone, when the header gives no match: all fields of a distinctive kind. */
export function fieldsByValues(
  values: readonly string[],
  fields: readonly CatalogueField[],
): { readonly valueFormat: ValueFormat; readonly fields: readonly CatalogueField[] } | null {
  const filled = filledOf(values)
  if (filled.length < fewest) return null
  const distinct = new Set(filled.map(folded))
  const byChoice = fields.filter(
    (field) =>
      field.choices !== null &&
      distinct.size > 1 &&
      [...distinct].every((text) => text.length > 2) &&
      fitOf(filled, field) === 'fits',
  )
  if (byChoice.length > 0) return { valueFormat: 'choice', fields: byChoice }
  for (const valueFormat of ['email', 'phone', 'postcode', 'date and time', 'date'] as const) {
    const share = shareOf(
      filled,
      (text) => looksLike(text, valueFormat) && (valueFormat !== 'phone' || hasPrefix(text)),
    )
    if (share < nearlyAll) continue
    const found = fields.filter((field) => valueFormatOf(field) === valueFormat)
    return found.length === 0 ? null : { valueFormat, fields: found }
  }
  return null
}

function hasPrefix(text: string): boolean {
  return /^(?:\+|\(?0)/.test(text) && digitsOf(text) >= 9 && !patterns.date.test(text)
}

function filledOf(values: readonly string[]): string[] {
  return values.map((text) => text.trim()).filter((text) => text !== '')
}

function shareOf(filled: readonly string[], test: (text: string) => boolean): number {
  return filled.filter(test).length / filled.length
}

function folded(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
}
