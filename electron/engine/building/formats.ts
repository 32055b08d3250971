// The formats that a catalogue may name, as ajv takes them. Strict: a text is in the format or it is not.
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { CountryCode } from 'libphonenumber-js/max'
import { documentPathFault } from '../../../shared/document-path.ts'
import { isTestAddress } from '../../../shared/schema-problems.ts'
import { readIso } from '../../../shared/written-dates.ts'

type Format = (typeof fullFormats)[keyof typeof fullFormats]

/** `phoneRegion` reads numbers written without `+`: a two-letter country; null checks their shape only. */
export function formatsFor(phoneRegion: string | null): ReadonlyMap<string, Format> {
  const region = phoneRegion !== null && isSupportedCountry(phoneRegion) ? phoneRegion : undefined
  return new Map<string, Format>([
    ...Object.entries(fullFormats),
    ['date', isDate],
    ['date-time', isUtcTime],
    ['decimal', /^-?\d+(?:\.\d+)?$/],
    ['email', isEmail],
    ['document-path', (text: string) => documentPathFault(text) === null],
    ['phone', remembering((text) => isPhone(text, region))],
  ])
}

function isDate(text: string): boolean {
  const read = readIso(text)
  return read !== null && !read.timed && read.written.ok
}

/** The payload's datetimes are UTC, to the second (service-spec.md section 2.1). */
function isUtcTime(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/.test(text) && readIso(text)?.written.ok === true
}

/** One mailbox at a host name with a dot; addresses that are refused as tests are told apart by their code. */
function isEmail(text: string): boolean {
  const [local = '', host = '', ...more] = text.split('@')
  if (more.length > 0 || local.length > 64 || text.length > 254 || isTestAddress(text)) return false
  const mailbox = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
  return (
    mailbox.test(local) &&
    /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u.test(host)
  )
}

/** Ranges that regulators keep for drama and that no plan assigns: samples use them (field-notes.md section 7). */
const dramaRanges: readonly RegExp[] = [
  /^\+447700900\d{3}$/,
  /^\+441632960\d{3}$/,
  /^\+443069990\d{3}$/,
  /^\+448081570\d{3}$/,
  /^\+449098790\d{3}$/,
  /^\+1[2-9]\d{2}55501\d{2}$/,
]

function isPhone(text: string, region: CountryCode | undefined): boolean {
  if (region === undefined && !text.trimStart().startsWith('+'))
    return /^[\d\s()./-]+$/.test(text) && digitsOf(text) >= 5 && digitsOf(text) <= 17
  const options = region === undefined ? { extract: false } : { extract: false, defaultCountry: region }
  const number = parsePhoneNumberFromString(text, options)
  if (number === undefined) return false
  return number.isValid() || dramaRanges.some((range) => range.test(number.number))
}

function digitsOf(text: string): number {
  return text.replace(/\D/g, '').length
}

const remembered = 20_000

/** Parsing a number takes some 20 µs, and a batch is checked again and again: the latest answers are kept. */
function remembering(check: (text: string) => boolean): (text: string) => boolean {
  const answers = new Map<string, boolean>()
  return (text) => {
    const known = answers.get(text)
    if (known !== undefined) return known
    const answer = check(text)
    if (answers.size >= remembered) {
      const oldest = answers.keys().next()
      if (oldest.done !== true) answers.delete(oldest.value)
    }
    answers.set(text, answer)
    return answer
  }
}
