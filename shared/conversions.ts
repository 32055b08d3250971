// How a cell's text becomes a payload value. A text either is what the field takes, or it is refused with a sentence:
// nothing is guessed and nothing is repaired. Text fields always get strings (field-notes.md section 3). Outer blanks
// (no-break spaces too) are taken off, because nobody sees them and the service would store them; only the conversion
// `{kind: 'text', trim: false}` keeps them. A wholly blank cell is empty: the field is left out.
import { assertNever } from './assert-never.ts'
import type { CatalogueField } from './catalogue.ts'
import type { Conversion } from './mapping-file.ts'
import type { KeptCell } from './sheet.ts'
import { checkTime, compilePattern, findZone, printDate, printUtc, readIso } from './written-dates.ts'
import type { DateFault, DatePattern, WrittenTime, Zone } from './written-dates.ts'

export type Scalar = string | number | boolean
export type ConversionCode =
  | DateFault['code']
  | 'invalid_choice'
  | 'error_cell'
  | 'digits_lost'
  | 'zone_missing'
/** `value: null` is an empty cell: the field is left out. */
export type Converted =
  | { readonly ok: true; readonly value: Scalar | null }
  | { readonly ok: false; readonly code: ConversionCode; readonly message: string }
export type Converter = (text: string, kept: KeptCell | null) => Converted
export type ConverterResult =
  | { readonly ok: true; readonly convert: Converter }
  | {
      readonly ok: false
      readonly code: 'conversion_invalid' | 'conversion_does_not_fit'
      readonly message: string
    }

/** Converts one cell. For many cells of a column make its converter once with `createConverter`. */
export function convert(
  text: string,
  kept: KeptCell | null,
  conversion: Conversion | null,
  field: CatalogueField,
): Converted {
  const made = createConverter(conversion, field)
  return made.ok ? made.convert(text, kept) : refuse('invalid', made.message)
}

/** The converter of a column; fails with a sentence where the conversion is faulty or cannot feed the field. */
export function createConverter(conversion: Conversion | null, field: CatalogueField): ConverterResult {
  const inner = conversion === null ? made(byField(field)) : byConversion(conversion, field)
  if (!inner.ok) return inner
  const { convert: one } = inner
  const keepsBlanks = conversion?.kind === 'text' && !conversion.trim
  return made((text, kept) => {
    const trimmed = text.trim()
    if (trimmed === '') return { ok: true, value: null }
    const shown = field.sensitive ? 'The value' : `“${cut(trimmed)}”`
    if (kept?.kind === 'error')
      return refuse('error_cell', `${shown} is an error of the spreadsheet, not a value.`)
    const result = one(keepsBlanks ? text : trimmed, kept)
    return result.ok ? result : refuse(result.code, `${shown} ${result.message}.`)
  })
}

function cut(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`
}

/** Below here messages are the end of a sentence whose subject is the value. */
function byConversion(conversion: Conversion, field: CatalogueField): ConverterResult {
  if (!fits(conversion.kind, field)) {
    const message = `The conversion “${conversion.kind}” cannot feed ${field.label} (${field.path}), which takes ${describe(field)}.`
    return { ok: false, code: 'conversion_does_not_fit', message }
  }
  switch (conversion.kind) {
    case 'text':
      return made(asText)
    case 'date': {
      const compiled = compilePattern(conversion.pattern, 'date')
      return compiled.ok
        ? made((text, kept) => asDate(text, kept, compiled.pattern))
        : faulty(compiled.message)
    }
    case 'datetime': {
      const compiled = compilePattern(conversion.pattern, 'datetime')
      if (!compiled.ok) return faulty(compiled.message)
      const zone = findZone(conversion.zone)
      if (zone === null)
        return faulty(`There is no time zone “${conversion.zone}”: use a name such as Europe/London or UTC.`)
      return made((text, kept) => asZonedTime(text, kept, compiled.pattern, zone))
    }
    case 'decimal':
      return made((text, kept) => numeric(decimalText(text, kept, conversion.decimalSign), field))
    case 'integer':
      return made((text, kept) => numeric(integerText(text, kept), field))
    case 'boolean':
      return booleanBy(conversion.yes, conversion.no)
    case 'choice':
      return choiceBy(conversion.values, field)
    default:
      return assertNever(conversion)
  }
}

function fits(kind: Conversion['kind'], field: CatalogueField): boolean {
  const text = field.kind === 'text'
  switch (kind) {
    case 'choice':
      return field.kind !== 'object' && field.kind !== 'list'
    case 'text':
      return text
    case 'date':
      return text && field.format !== 'date-time'
    case 'datetime':
      return text && field.format !== 'date'
    case 'decimal':
      return text || field.kind === 'number'
    case 'integer':
      return text || field.kind === 'number' || field.kind === 'integer'
    case 'boolean':
      return field.kind === 'boolean'
    default:
      return assertNever(kind)
  }
}

function describe(field: CatalogueField): string {
  if (field.kind === 'text') return field.format === null ? 'text' : `text in the format ${field.format}`
  return field.kind === 'boolean' ? 'yes or no' : `a value of the kind ${field.kind}`
}

/** Without a conversion the catalogue's field decides. */
function byField(field: CatalogueField): Converter {
  switch (field.kind) {
    case 'text':
      if (field.format === 'date') return (text, kept) => asDate(text, kept, null)
      if (field.format === 'date-time') return asUtcTime
      if (field.format === 'decimal') return (text, kept) => numeric(decimalText(text, kept, '.'), field)
      return asText
    case 'integer':
      return (text, kept) => numeric(integerText(text, kept), field)
    case 'number':
      return (text, kept) => numeric(decimalText(text, kept, '.'), field)
    case 'boolean':
      return asTrueOrFalse
    case 'object':
    case 'list':
      return () => refuse('invalid', `cannot feed ${field.path}, which is not a single value`)
    default:
      return assertNever(field.kind)
  }
}

/**
 * Text as it is seen. Refused where the spreadsheet has already lost digits (reliability.md section 6): a number cell
 * of 16 digits or more, or a text in the exact form in which spreadsheets write long numbers (`4.477E+11`).
 */
function asText(text: string, kept: KeptCell | null): Converted {
  const longNumber =
    kept?.kind === 'number' &&
    (/^-?\d{16,}$/.test(kept.raw) || /E\+?(?:1[5-9]|[2-9]\d|\d{3,})$/i.test(kept.raw))
  if (longNumber || /^-?\d(?:[.,]\d+)?E[+-]\d{2,3}$/.test(text)) {
    return refuse(
      'digits_lost',
      'is a long number that the spreadsheet keeps by its first 15 digits only: enter it again in a cell formatted as text',
    )
  }
  return value(text)
}

function asDate(text: string, kept: KeptCell | null, pattern: DatePattern | null): Converted {
  const iso = kept?.iso
  if (iso !== undefined) return realDate(iso)
  if (pattern !== null) {
    const written = pattern.read(text)
    return written.ok ? value(printDate(written.time)) : written
  }
  const read = readIso(text)
  if (read === null || read.timed)
    return refuse('invalid', 'is not a date written as YYYY-MM-DD: set a date conversion for the column')
  return read.written.ok ? value(printDate(read.written.time)) : read.written
}

/** A real date cell says its day itself; one with a time of day is not a date. */
function realDate(iso: string): Converted {
  const read = readIso(iso)
  if (read === null) return refuse('invalid', 'is a time without a date')
  if (!read.written.ok) return read.written
  const { hour, minute, second } = read.written.time
  if (hour + minute + second > 0)
    return refuse('invalid', `is a date with a time of day (${iso}), and the field takes a date only`)
  return value(printDate(read.written.time))
}

/** ISO 8601 with `Z` or an offset; seconds may be left out, fractions of seconds are cut, as the payload has none. */
function asUtcTime(text: string, kept: KeptCell | null): Converted {
  const read = readIso(kept?.iso ?? text)
  if (read === null || !read.timed) {
    return refuse(
      'invalid',
      'is not a date and time written as YYYY-MM-DDTHH:MM:SSZ: set a datetime conversion for the column',
    )
  }
  if (!read.written.ok) return read.written
  if (read.offsetMinutes === null)
    return refuse(
      'zone_missing',
      'does not say its time zone: set a datetime conversion with a zone for the column',
    )
  return value(printUtc(read.written.time, read.offsetMinutes))
}

function asZonedTime(text: string, kept: KeptCell | null, pattern: DatePattern, zone: Zone): Converted {
  let time: WrittenTime
  if (kept?.iso === undefined) {
    const written = pattern.read(text)
    if (!written.ok) return written
    time = written.time
  } else {
    const read = readIso(kept.iso)
    if (read === null) return refuse('invalid', 'is a time without a date')
    if (!read.written.ok) return read.written
    if (read.offsetMinutes !== null) return value(printUtc(read.written.time, read.offsetMinutes))
    time = read.written.time
  }
  const checked = checkTime(time)
  const moment = checked.ok ? zone.toUtc(checked.time) : checked
  return moment.ok ? value(moment.text) : moment
}

type NumberText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly code: ConversionCode; readonly message: string }

/** A decimal number as text, digit for digit: no leading zeros or plus sign, trailing zeros kept. */
function decimalText(text: string, kept: KeptCell | null, sign: '.' | ','): NumberText {
  const plain = kept?.kind === 'number' ? asStored(text, kept.raw) : sign === ',' ? swapSign(text) : text
  const found = /^([+-]?)0*(\d+)?(?:\.(\d+))?$/.exec(plain)
  const [, minus = '', whole = '', fraction] = found ?? []
  if (found === null || !/\d/.test(plain)) {
    return refuse('invalid', `is not a number written with digits and “${sign}” only`)
  }
  const digits = (whole === '' ? '0' : whole) + (fraction === undefined ? '' : `.${fraction}`)
  return { ok: true, text: minus === '-' && /[1-9]/.test(digits) ? `-${digits}` : digits }
}

/** With a decimal comma, a point is no part of a number: `1.234` is refused, since it could mean either. */
function swapSign(text: string): string {
  return text.includes('.') ? 'x' : text.replace(',', '.')
}

/**
 * A number cell is shown with its sheet's decoration (`£1,234.50`). What is seen counts, without the decoration, where
 * the stored number rounds to exactly that; percentages and other disguises do not, and are refused.
 */
function asStored(text: string, raw: string): string {
  const bare = text.replace(/[^\d.]/g, '')
  const stored = Number(raw)
  if (!/^\d+(?:\.\d+)?$/.test(bare) || !Number.isFinite(stored)) return text
  const decimals = bare.split('.')[1]?.length ?? 0
  const same = Math.abs(Math.abs(stored) - Number(bare)) <= 0.5000001 * 10 ** -decimals
  return same ? `${stored < 0 ? '-' : ''}${bare}` : 'x'
}

function integerText(text: string, kept: KeptCell | null): NumberText {
  const read = decimalText(text, kept, '.')
  if (read.ok && /^-?\d+$/.test(read.text)) return read
  return refuse('invalid', 'is not a whole number')
}

/** Text fields get the digits, number fields a number that loses none of them. */
function numeric(read: NumberText, field: CatalogueField): Converted {
  if (!read.ok || field.kind === 'text') return read.ok ? value(read.text) : read
  const significant = read.text.replace(/[-.]/g, '').replace(/^0+/, '').length
  if (significant > 15) return refuse('digits_lost', 'has more digits than a number can carry')
  return value(Number(read.text))
}

function asTrueOrFalse(text: string): Converted {
  const lower = text.toLowerCase()
  if (lower === 'true' || lower === 'false') return value(lower === 'true')
  return refuse('invalid', 'is neither “true” nor “false”: set a boolean conversion for the column')
}

function booleanBy(yes: readonly string[], no: readonly string[]): ConverterResult {
  const words = new Map<string, boolean>()
  for (const [list, meaning] of [[yes, true] as const, [no, false] as const]) {
    for (const word of list) {
      if (words.has(folded(word)) && words.get(folded(word)) !== meaning)
        return faulty(`The word “${word}” means both yes and no.`)
      words.set(folded(word), meaning)
    }
  }
  const known = [...yes, ...no].map((word) => `“${word}”`).join(', ')
  return made((text) => {
    const meaning = words.get(folded(text))
    return meaning === undefined ? refuse('invalid', `is none of ${cut(known)}`) : value(meaning)
  })
}

function choiceBy(values: Readonly<Record<string, string>>, field: CatalogueField): ConverterResult {
  const table = new Map<string, string>()
  for (const [word, choice] of Object.entries(values)) {
    const earlier = table.get(folded(word))
    if (earlier !== undefined && earlier !== choice)
      return faulty(`The word “${word}” stands twice in the table, for “${earlier}” and “${choice}”.`)
    table.set(folded(word), choice)
  }
  const strict = byField(field)
  return made((text) => {
    const choice = table.get(folded(text))
    return choice === undefined
      ? refuse('invalid_choice', 'is not in the table of the column’s words: add it')
      : strict(choice, null)
  })
}

function folded(text: string): string {
  return text.trim().toLowerCase()
}

function value(given: Scalar): Converted {
  return { ok: true, value: given }
}
function refuse(
  code: ConversionCode,
  message: string,
): { readonly ok: false; readonly code: ConversionCode; readonly message: string } {
  return { ok: false, code, message }
}
function made(one: Converter): ConverterResult {
  return { ok: true, convert: one }
}
function faulty(message: string): ConverterResult {
  return { ok: false, code: 'conversion_invalid', message }
}
