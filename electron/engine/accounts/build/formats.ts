// Formats that a catalogue may name, as validators for ajv. Strict: a text either matches the format or not.
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { isSupportedCountry } from 'libphonenumber-js/max'
import { documentPathFault } from '../../../../shared/catalogue/document-path.ts'
import { isTestAddress } from '../../../../shared/catalogue/schema-problems.ts'
import { readIso } from '../../../../shared/sheet/written-dates.ts'
import { isPhone, remembering } from './phones.ts'

type Format = (typeof fullFormats)[keyof typeof fullFormats]

/** `phoneRegion`: two-letter country for numbers without `+`; null checks only their shape. */
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

/** One mailbox at a host name with a dot. Test addresses have their own rejection code. */
function isEmail(text: string): boolean {
  const [local = '', host = '', ...more] = text.split('@')
  if (more.length > 0 || local.length > 64 || text.length > 254 || isTestAddress(text)) return false
  const mailbox = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u
  return (
    mailbox.test(local) &&
    /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u.test(host)
  )
}
