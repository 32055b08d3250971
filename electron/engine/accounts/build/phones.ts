// Checks telephone numbers against the numbering plans of libphonenumber; ranges reserved for drama are also
// accepted. Strict: a number without `+` must be written as dialled in its region, with its leading digit. A number
// that lost it (spreadsheets drop a leading zero) is reported, never repaired.
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max'
import { assertNever } from '../../../../shared/contract/assert-never.ts'
import type {
  ConverterTools,
  PhoneRead,
  PhoneReader,
} from '../../../../shared/mapping/conversions/converted.ts'
import type { FixTools } from '../../../../shared/fixing/fix.ts'
import type { PhoneForm, PhoneWriter } from '../../../../shared/fixing/rules/values.ts'

/** Ranges that no plan assigns: samples use them. */
const dramaRanges: readonly RegExp[] = [
  /^\+447700900\d{3}$/,
  /^\+441632960\d{3}$/,
  /^\+443069990\d{3}$/,
  /^\+448081570\d{3}$/,
  /^\+449098790\d{3}$/,
  /^\+1[2-9]\d{2}55501\d{2}$/,
]

/** True if a text is a telephone number; without a region only the shape of numbers without `+` is checked. */
export function isPhone(text: string, region: CountryCode | undefined): boolean {
  if (region === undefined && !text.trimStart().startsWith('+'))
    return /^[\d\s()./-]+$/.test(text) && digitsOf(text).length >= 5 && digitsOf(text).length <= 17
  const number = parse(text, region)
  return number !== undefined && isAssigned(number)
}

/** What conversions need on the Node side. `phoneRegion`: the connection's, for numbers without `+`. */
export function converterTools(phoneRegion: string | null): ConverterTools {
  return { readPhone: createPhoneReader(), phoneRegion }
}

/** A reader for the conversion to `+` and digits; the latest answers of each region are kept. */
export function createPhoneReader(): PhoneReader {
  const regions = new Map<string | null, (text: string) => PhoneRead>()
  return (text, region) => {
    let read = regions.get(region)
    if (read === undefined) {
      read = remembering((one) => readPhone(one, region))
      regions.set(region, read)
    }
    return read(text)
  }
}

function readPhone(text: string, region: string | null): PhoneRead {
  const international = text.startsWith('+')
  if (!international && region === null) return { ok: false, why: 'region_missing' }
  if (region !== null && !isSupportedCountry(region)) return { ok: false, why: 'region_unknown' }
  const number = parse(text, region ?? undefined)
  if (number === undefined || !isAssigned(number)) return { ok: false, why: 'not_a_number' }
  if (number.ext !== undefined && number.ext !== '') return { ok: false, why: 'extension' }
  if (!international && !isAsDialled(text, number)) return { ok: false, why: 'not_as_dialled' }
  return { ok: true, e164: number.number }
}

/** What fixes need on the Node side. */
export const fixTools: FixTools = { writePhone: createPhoneWriter() }

/** Writes valid numbers in one form; the latest answers are kept, as files repeat their numbers. */
export function createPhoneWriter(): PhoneWriter {
  const ways = new Map<string, (text: string) => { readonly written: string | null }>()
  return (text, region, form, bare) => {
    const name = `${region ?? ''} ${form} ${bare}`
    const way = ways.get(name) ?? remembering((one) => ({ written: writePhone(one, region, form, bare) }))
    ways.set(name, way)
    return way(text).written
  }
}

function writePhone(text: string, region: string | null, form: PhoneForm, bare: boolean): string | null {
  const international = text.startsWith('+')
  if (!international && (region === null || !isSupportedCountry(region))) return null
  const number = parse(text, region ?? undefined)
  if (number === undefined || !isAssigned(number)) return null
  // No format can express an extension or a second number.
  if (number.ext !== undefined && number.ext !== '') return null
  if (!international && !bare && !isAsDialled(text, number)) return null
  switch (form) {
    case 'e164':
      return number.number
    case 'international':
      return number.formatInternational()
    case 'national':
      return digitsOf(number.formatNational())
    default:
      return assertNever(form)
  }
}

/**
 * True if the digits are as dialled in the region: the national form with its leading digit, or `00` or `011` and the
 * country.
 */
function isAsDialled(text: string, number: PhoneNumber): boolean {
  const digits = digitsOf(text)
  const { countryCallingCode, nationalNumber } = number
  const abroad = `${countryCallingCode}${nationalNumber}`
  // North America prints its leading 1 or leaves it out, and begins numbers abroad with 011.
  const american = countryCallingCode === '1' && (digits === abroad || digits === `011${abroad}`)
  return american || digits === digitsOf(number.formatNational()) || digits === `00${abroad}`
}

function parse(text: string, region: string | undefined): PhoneNumber | undefined {
  const known = region !== undefined && isSupportedCountry(region) ? region : undefined
  return parsePhoneNumberFromString(
    text,
    known === undefined ? { extract: false } : { extract: false, defaultCountry: known },
  )
}

function isAssigned(number: PhoneNumber): boolean {
  return number.isValid() || dramaRanges.some((range) => range.test(number.number))
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

const remembered = 20_000

/** Parsing a number takes some 20 µs, and a batch is checked again and again: the latest answers are kept. */
export function remembering<Answer extends boolean | object>(
  ask: (text: string) => Answer,
): (text: string) => Answer {
  const answers = new Map<string, Answer>()
  return (text) => {
    const known = answers.get(text)
    if (known !== undefined) return known
    const answer = ask(text)
    if (answers.size >= remembered) {
      const oldest = answers.keys().next()
      if (oldest.done !== true) answers.delete(oldest.value)
    }
    answers.set(text, answer)
    return answer
  }
}
