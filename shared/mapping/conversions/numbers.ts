// Parses numbers digit for digit: a decimal's digits never change and are never rounded. A thousands sign counts
// only in front of every group of three digits. Ambiguous texts are refused.
import type { CatalogueField } from '../../catalogue/catalogue.ts'
import type { KeptCell } from '../../sheet/sheet.ts'
import { type Converted, faulty, type MadeStep, made, type Refusal, refuse, value } from './converted.ts'
import type { ValueStep } from './converted.ts'
import { message, type Message } from '../../texts/create-message.ts'

export type DecimalSign = '.' | ','
/** A blank also matches no-break and thin ones, `'` also the typographic apostrophe. */
export type ThousandsSign = '.' | ',' | ' ' | "'"
export type NumberStyle = {
  readonly decimal: DecimalSign
  readonly thousands: ThousandsSign | null
  /** `(45.10)` is minus 45.10. */
  readonly brackets?: boolean
}
export const plainNumbers: NumberStyle = { decimal: '.', thousands: null }

type NumberText = { readonly ok: true; readonly text: string } | Refusal

export function decimalStep(style: NumberStyle, field: CatalogueField): MadeStep {
  if (style.decimal === style.thousands)
    return faulty(message('conversions.both_signs', { sign: style.decimal }))
  return made(decimals(style, field))
}

export function decimals(style: NumberStyle, field: CatalogueField): ValueStep {
  const plain = plainerOf(style)
  return (text, kept) => numeric(decimalText(text, kept, plain, style), field)
}

export function integers(
  thousands: ThousandsSign | null,
  field: CatalogueField,
  brackets = false,
): ValueStep {
  const style: NumberStyle = { decimal: thousands === '.' ? ',' : '.', thousands, brackets }
  const plain = plainerOf(style)
  return (text, kept) => {
    const read = decimalText(text, kept, plain, style)
    if (read.ok && /^-?\d+$/.test(read.text)) return numeric(read, field)
    return refuse('invalid', message('conversions.not_a_whole_number'))
  }
}

/** A decimal number as text: no leading zeros or plus sign, trailing zeros kept. */
function decimalText(text: string, kept: KeptCell | null, plainer: Plainer, style: NumberStyle): NumberText {
  const plain = kept?.kind === 'number' ? asStored(text, kept.raw) : plainer(text)
  const found = /^([+-]?)0*(\d+)?(?:\.(\d+))?$/.exec(plain)
  const [, minus = '', whole = '', fraction] = found ?? []
  if (found === null || !/\d/.test(plain)) return refuse('invalid', notANumber(style))
  const digits = (whole === '' ? '0' : whole) + (fraction === undefined ? '' : `.${fraction}`)
  return { ok: true, text: minus === '-' && /[1-9]/.test(digits) ? `-${digits}` : digits }
}

/** Parses a written number into digits and a point, or null; for values that remain text. */
export function readDecimal(text: string, style: NumberStyle): string | null {
  return decimalReader(style)(text)
}

/** The same for many texts of one style. */
export function decimalReader(style: NumberStyle): (text: string) => string | null {
  const plainer = plainerOf(style)
  return (text) => {
    const read = decimalText(text, null, plainer, style)
    return read.ok ? read.text : null
  }
}

function notANumber({ decimal, thousands }: NumberStyle): Message {
  if (thousands === null) return message('conversions.not_a_plain_number', { decimal })
  const example = `1${thousands}234${decimal}50`
  return message('conversions.not_a_grouped_number', { example, sign: thousands })
}

/** A written number in plain form (digits and a point), or a text that is no number. */
type Plainer = (text: string) => string

function plainerOf(style: NumberStyle): Plainer {
  const plainer = unbracketed(style)
  if (style.brackets !== true) return plainer
  return (text) => {
    const inside = /^\(\s*([^()+-]+?)\s*\)$/.exec(text)?.[1]
    return inside === undefined ? plainer(text) : `-${plainer(inside)}`
  }
}

function unbracketed({ decimal, thousands }: NumberStyle): Plainer {
  // With a decimal comma, a point is not part of a number: `1.234` is refused as ambiguous.
  const swap =
    decimal === '.' ? identity : (text: string) => (text.includes('.') ? 'x' : text.replace(',', '.'))
  if (thousands === null) return swap
  const sign = `[${{ ' ': ' \u00a0\u202f\u2009', "'": "'’", '.': '.', ',': ',' }[thousands]}]`
  const grouped = new RegExp(String.raw`^[+-]?[1-9]\d{0,2}(?:${sign}\d{3})+(?:[${decimal}]\d+)?$`)
  const every = new RegExp(sign, 'g')
  return (text) => swap(grouped.test(text) ? text.replace(every, '') : text)
}

function identity(text: string): string {
  return text
}

/**
 * A number cell is displayed with its sheet's format (`£1,234.50`). The displayed number without the format is used
 * if the stored number rounds to exactly that; percentages and other formats are refused.
 */
function asStored(text: string, raw: string): string {
  const bare = text.replace(/[^\d.]/g, '')
  const stored = Number(raw)
  if (!/^\d+(?:\.\d+)?$/.test(bare) || !Number.isFinite(stored)) return text
  const decimals = bare.split('.')[1]?.length ?? 0
  const same = Math.abs(Math.abs(stored) - Number(bare)) <= 0.5000001 * 10 ** -decimals
  return same ? `${stored < 0 ? '-' : ''}${bare}` : 'x'
}

/** Text fields get the digits, number fields a number without loss of digits. */
function numeric(read: NumberText, field: CatalogueField): Converted {
  if (!read.ok || field.kind === 'text') return read.ok ? value(read.text) : read
  const significant = read.text.replace(/[-.]/g, '').replace(/^0+/, '').length
  if (significant > 15) return refuse('digits_lost', message('conversions.too_many_digits'))
  return value(Number(read.text))
}
