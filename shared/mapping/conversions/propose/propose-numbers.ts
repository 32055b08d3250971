// Detects a column's number format: decimal sign, thousands sign and currency. `1,234` alone is ambiguous, so the
// user is asked. A percentage is not a decimal and gets no proposal.
import type { CatalogueField } from '../../../catalogue/catalogue.ts'
import type { Conversion, ConversionStep } from '../../file.ts'
import type { CellText, Scalar } from '../converted.ts'
import { decimals, type DecimalSign, integers, type NumberStyle, plainNumbers } from '../numbers.ts'
import type { ThousandsSign } from '../numbers.ts'
import type { Certainty } from './samples.ts'
import { message, type Said } from '../../../texts/create-message.ts'
import { sentences } from '../../../texts/join.ts'

export type NumberFit = { readonly conversion: Conversion; readonly example: { text: string; reads: string } }
export type NumberProposal = {
  /** Readings that accept every value but differ for some; a single one is unambiguous. */
  readonly fits: readonly NumberFit[]
  readonly certainty: Certainty
  readonly reason: Said
}

const thousands: readonly (ThousandsSign | null)[] = [null, ',', '.', ' ', "'"]
const decimalSigns: readonly DecimalSign[] = ['.', ',']

/** Null where no style reads every value. */
export function proposeNumbers(cells: readonly CellText[], field: CatalogueField): NumberProposal | null {
  const signs = signsOf(cells)
  if (signs === null) return null
  const bare = cells.map((cell) => ({ ...cell, text: without(cell.text, signs) }))
  const brackets = bare.some(({ text, kept }) => kept?.kind !== 'number' && /^\(.*\)$/.test(text))
  const reading = stylesFor(field)
    .map((style) => (brackets ? { ...style, brackets } : style))
    .map((style) => ({ style, values: readAll(style, bare, field) }))
    .filter((one) => one.values !== null)
  // Of styles that read all values alike, the simplest is enough.
  const byValues = Map.groupBy(reading, (one) => JSON.stringify(one.values))
  const fits = [...byValues.values()].flatMap((alike) => alike[0] ?? [])
  if (fits.length === 0) return null
  const [only] = fits
  const different = bare.findIndex((_, at) => new Set(fits.map((one) => one.values?.[at])).size > 1)
  const shown = Math.max(different, 0)
  return {
    fits: fits.map(({ style, values }) => ({
      conversion: conversionOf(style, signs, field),
      example: { text: cells[shown]?.text ?? '', reads: String(values?.[shown] ?? '') },
    })),
    certainty: fits.length > 1 || isOpen(only?.style ?? plainNumbers, bare, field) ? 'possible' : 'likely',
    reason:
      only === undefined || fits.length > 1
        ? message('conversions.numbers_two_ways')
        : reasonOf(only.style, signs),
  }
}

function stylesFor(field: CatalogueField): NumberStyle[] {
  if (field.kind === 'integer')
    return thousands.map((sign) => ({ decimal: sign === '.' ? ',' : '.', thousands: sign }))
  return thousands.flatMap((sign) =>
    decimalSigns.filter((decimal) => decimal !== sign).map((decimal) => ({ decimal, thousands: sign })),
  )
}

/** `1,000` in a column of whole numbers may be a decimal without fraction: only `1,000,000` cannot. */
function isOpen(
  { thousands: group }: NumberStyle,
  cells: readonly CellText[],
  field: CatalogueField,
): boolean {
  if (field.kind !== 'integer' || group === null) return false
  return !cells.some(({ text }) => text.split(/[^\d]+/).filter((part) => part.length === 3).length >= 2)
}

function readAll(style: NumberStyle, cells: readonly CellText[], field: CatalogueField): Scalar[] | null {
  const read =
    field.kind === 'integer' ? integers(style.thousands, field, style.brackets) : decimals(style, field)
  const values: Scalar[] = []
  for (const { text, kept } of cells) {
    const result = read(text, kept)
    if (!result.ok || result.value === null) return null
    values.push(result.value)
  }
  return values
}

function without(text: string, signs: readonly string[]): string {
  return signs.reduce((now, sign) => now.replaceAll(sign, ''), text).trim()
}

/** The one currency and the one unit of the values; null when there are two, which no digits can tell apart. */
function signsOf(cells: readonly CellText[]): readonly string[] | null {
  const currency = currencyOf(cells)
  if (currency === null) return null
  const units = new Set<string>()
  for (const { text, kept } of cells) {
    if (kept?.kind === 'number') continue
    const plain = currency === '' ? text : text.replaceAll(currency, '')
    const [unit] = /(?<=\d[ \u00a0]?)\p{L}[\p{L}/]{0,7}[²³]?(?=\)?$)/u.exec(plain.trim()) ?? []
    if (unit !== undefined) units.add(unit)
  }
  if (units.size > 1) return null
  return [currency, ...units].filter((sign) => sign !== '')
}

/** The single currency sign or code of the values; '' when none has any, null when they differ. */
function currencyOf(cells: readonly CellText[]): string | null {
  const found = new Set<string>()
  for (const { text, kept } of cells) {
    if (kept?.kind === 'number') continue
    const [sign] = /\p{Sc}|(?<![A-Z])[A-Z]{3}(?![A-Z])/u.exec(text) ?? []
    if (sign !== undefined) found.add(sign)
  }
  return found.size > 1 ? null : ([...found][0] ?? '')
}

function conversionOf(style: NumberStyle, signs: readonly string[], field: CatalogueField): Conversion {
  const grouped = {
    ...(style.thousands === null ? {} : { thousandsSign: style.thousands }),
    ...(style.brackets === true ? { brackets: true as const } : {}),
  }
  const step: ConversionStep =
    field.kind === 'integer'
      ? { kind: 'integer', ...grouped }
      : { kind: 'decimal', decimalSign: style.decimal, ...grouped }
  if (signs.length === 0) return step
  const replace = signs.map((find) => ({ find, with: '' }))
  return { kind: 'steps', steps: [{ kind: 'text', trim: true, replace }, step] }
}

function reasonOf({ decimal, thousands: group, brackets }: NumberStyle, signs: readonly string[]): Said {
  const reads =
    group === null
      ? message('conversions.numbers_plain', { decimal })
      : message('conversions.numbers_grouped', {
          decimal,
          sign: group === ' ' ? message('conversions.sign_blank') : group,
        })
  const taken = signs.map((sign) => message('conversions.sign_taken_off', { sign }))
  const minus = brackets === true ? [message('conversions.brackets_are_minus')] : []
  return sentences(reads, ...taken, ...minus)
}
