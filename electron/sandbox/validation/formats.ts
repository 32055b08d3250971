// Formats that text fields of a catalogue may name, checked as the service checks them. Written separately from the
// client's own checks on purpose, so that each verifies the other.
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max'

export const formats = ['date', 'date-time', 'phone', 'email', 'decimal', 'document-path'] as const
export type Format = (typeof formats)[number]

export function isFormat(text: string): text is Format {
  return (formats as readonly string[]).includes(text)
}

export type FormatContext = {
  readonly region: CountryCode
  /** Name of the field: drama mobile numbers are valid in a field for mobiles. */
  readonly name: string
}

/** Null if the text has the format, else the field code. */
export function formatCode(format: Format, text: string, context: FormatContext): string | null {
  switch (format) {
    case 'date':
      return isDate(text) ? null : 'invalid'
    case 'date-time':
      return isUtcDatetime(text) ? null : 'invalid'
    case 'phone':
      return isPhone(text, context) ? null : 'invalid_phone_number'
    case 'email':
      return emailCode(text)
    case 'decimal':
      return /^-?\d+(?:\.\d+)?$/.test(text) ? null : 'invalid'
    case 'document-path':
      return text.startsWith('/') ? null : 'invalid'
  }
}

/** `YYYY-MM-DD`, a day that exists (service-spec.md section 2.1). */
export function isDate(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (parts === null) return false
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  if (year === 0 || month < 1 || month > 12 || day < 1) return false
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return day <= (month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31)
}

/** `YYYY-MM-DDTHH:MM:SSZ`: the only form in the specification. */
function isUtcDatetime(text: string): boolean {
  return /^.{10}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/.test(text) && isDate(text.slice(0, 10))
}

/** Addresses that real services reject. */
const testAddress = /^test@|@test\.com$/i
const email = /^[^\s@"(),:;<>[\]\\]+@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,63}$/i

function emailCode(text: string): string | null {
  if (!email.test(text) || text.startsWith('.') || text.includes('..') || text.includes('.@'))
    return 'invalid'
  return testAddress.test(text) ? 'possible_test_email_address' : null
}

/** 07700 900000 to 900999: reserved for drama, unknown to the library's numbering plan. */
const dramaMobile = /^\+447700900\d{3}$/
const validated = new Map<string, boolean>()
const validatedAtMost = 20_000

function isPhone(text: string, { region, name }: FormatContext): boolean {
  const key = `${region} ${name === 'mobile' ? 'm' : ''} ${text}`
  const known = validated.get(key)
  if (known !== undefined) return known
  const number = /^[+\d\s().-]+$/.test(text)
    ? parsePhoneNumberFromString(text, { defaultCountry: region, extract: false })
    : undefined
  const valid =
    number !== undefined && (number.isValid() || (name === 'mobile' && dramaMobile.test(number.number)))
  if (validated.size >= validatedAtMost) validated.clear()
  validated.set(key, valid)
  return valid
}
