// Converts a stored number to its displayed text: by its number format, with dates by the workbook's epoch. Lost
// digits and impossible dates are reported with the text.
import { format, getFormatDateInfo, isDateFormat } from 'numfmt'
import type { KeptCell } from '../../../../shared/sheet/sheet.ts'
import { hiddenByFormat, type OddValue, type Shown, shownAs } from './shown.ts'
import { type Message, message } from '../../../../shared/texts/create-message.ts'

/** Above this a spreadsheet keeps only 15 digits; later ones have become zeros. */
const exactBelow = 1e15
const lastDay = 2_958_465
const daysBetweenEpochs = 1462
const mostRemembered = 10_000

/** A number that General shows as stored: whole, or with a few decimals, and within 15 digits. */
const asStored = /^(?:0|-?[1-9]\d{0,14}|-?(?=[\d.]{3,15}$)(?:0\.0{0,3}[1-9]|[1-9]\d*\.)\d*(?<=[1-9]))$/

const decimal = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*$/

export function createNumberText(date1904: boolean): (raw: string, pattern: string) => Shown {
  const ways = new Map<string, (raw: string, value: number) => Shown>()
  const wayOf = (pattern: string): ((raw: string, value: number) => Shown) => {
    const known = ways.get(pattern)
    if (known !== undefined) return known
    const kind = dateKind(pattern)
    const way =
      kind === null
        ? (raw: string, value: number) =>
            shownNumber(raw, value, formatted(pattern, value) ?? generalText(value))
        : remembered((raw, value) => shownDate(raw, value, pattern, kind, date1904))
    ways.set(pattern, way)
    return way
  }
  return (raw, pattern) => {
    const general = pattern === 'General' || pattern === '@'
    if (general && asStored.test(raw)) return { text: raw, kept: undefined, odd: undefined }
    const value = numberOf(raw)
    if (value === null) {
      const odd: OddValue = { code: 'value_unreadable', message: message('sheet.not_number', { value: raw }) }
      return shownAs('text', raw, raw, { odd })
    }
    return general ? shownNumber(raw, value, generalText(value)) : wayOf(pattern)(raw, value)
  }
}

/** Null for text that is no decimal number, or too large. */
export function numberOf(raw: string): number | null {
  const value = decimal.test(raw) ? Number(raw) : Number.NaN
  return Number.isFinite(value) ? value : null
}

/** Cache: the same dates repeat in a column, and formatting costs far more than a lookup. */
function remembered(show: (raw: string, value: number) => Shown): (raw: string, value: number) => Shown {
  const known = new Map<string, Shown>()
  return (raw, value) => {
    const before = known.get(raw)
    if (before !== undefined) return before
    const shown = show(raw, value)
    if (known.size >= mostRemembered) known.clear()
    known.set(raw, shown)
    return shown
  }
}

/** `text`: the displayed number. Lost digits are reported. */
export function shownNumber(raw: string, value: number, text: string): Shown {
  if (text === '' && value !== 0) {
    return hiddenByFormat('number', raw)
  }
  if (Math.abs(value) >= exactBelow) {
    return lostDigits(text, raw, message('sheet.digits_beyond_number', { text }))
  }
  if (/\dE[+-]?\d/.test(text)) {
    return lostDigits(text, raw, message('sheet.digits_hidden_by_notation', { text, stored: raw }))
  }
  return shownAs('number', text, raw)
}

function lostDigits(text: string, raw: string, why: Message): Shown {
  return shownAs('number', text, raw, { odd: { code: 'digits_lost', message: why } })
}

/** General, without binary rounding noise: up to 15 digits, whole numbers in full. */
export function generalText(value: number): string {
  const clean =
    Number.isInteger(value) && Math.abs(value) < exactBelow ? value : Number(value.toPrecision(15))
  const text = String(Object.is(clean, -0) ? 0 : clean)
  return text.replace(
    /e([+-])(\d+)$/,
    (_all, sign: string, digits: string) => `E${sign}${digits.padStart(2, '0')}`,
  )
}

/** Null for an invalid pattern. Blanks for alignment are left out. */
function formatted(pattern: string, value: number): string | null {
  // The usual pattern of identifier columns.
  if (/^0+$/.test(pattern) && Number.isSafeInteger(value) && value >= 0)
    return String(value).padStart(pattern.length, '0')
  try {
    return format(pattern, wholeByFraction(pattern, value), { locale: 'en' }).trim()
  } catch {
    return null
  }
}

/**
 * In halves, quarters …, a value close to a whole number is shown as it: the formatter would write `2 2/2` for 2.75.
 */
function wholeByFraction(pattern: string, value: number): number {
  const parts = Number(/# *[?#0]+\/(\d{1,5})/.exec(pattern)?.[1] ?? 0)
  const rest = Math.abs(value) % 1
  return parts > 0 && Math.round(rest * parts) === parts
    ? Math.sign(value) * Math.ceil(Math.abs(value))
    : value
}

function dateKind(pattern: string): KeptCell['kind'] | null {
  if (!isDateFormat(pattern)) return null
  const info = getFormatDateInfo(pattern)
  const time = info.hours || info.minutes || info.seconds
  if (info.year || info.month || info.day || !time) return time ? 'datetime' : 'date'
  return 'time'
}

function shownDate(
  raw: string,
  value: number,
  pattern: string,
  kind: KeptCell['kind'],
  date1904: boolean,
): Shown {
  // Times and durations have no epoch.
  const serial = date1904 && kind !== 'time' ? value + daysBetweenEpochs : value
  // Without a time, the day of the nearest second is shown, the same as in `iso`.
  const text = formatted(pattern, kind === 'date' ? Math.floor(Math.round(serial * 86_400) / 86_400) : serial)
  if (serial < 0 || serial >= lastDay + 1 || text === null) {
    const odd: OddValue = { code: 'date_impossible', message: message('sheet.not_date', { value: raw }) }
    return shownAs('number', generalText(value), raw, { odd })
  }
  const iso = isoOf(serial, kind)
  // A duration of a day or more is no time of day.
  if (kind === 'time' && serial >= 1) return shownAs(kind, text, raw)
  if (iso === null) {
    const odd: OddValue = { code: 'date_impossible', message: message('sheet.day_that_never_was', { text }) }
    return shownAs(kind, text, raw, { odd })
  }
  return shownAs(kind, text, raw, { iso })
}

/** ISO 8601 without a zone; null for the two days of 1900 that never existed. */
export function isoOf(serial: number, kind: KeptCell['kind']): string | null {
  const seconds = Math.round(serial * 86_400)
  const day = Math.floor(seconds / 86_400)
  const time = new Date((seconds - day * 86_400) * 1000).toISOString().slice(11, 19)
  if (kind === 'time') return time
  if (day === 60 || day < 1) return null
  const date = new Date(Date.UTC(1899, 11, day < 60 ? 31 : 30) + day * 86_400_000).toISOString().slice(0, 10)
  return kind === 'datetime' ? `${date}T${time}` : date
}

/** Serial number in the 1900 epoch of an ISO date, time or datetime of a strict file; null for other text. */
export function serialOfIso(text: string): number | null {
  const time = /^(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?Z?$/.exec(text)
  if (time !== null) return (Number(time[1]) * 3600 + Number(time[2]) * 60 + Number(time[3] ?? 0)) / 86_400
  const found = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?Z?)?$/.exec(text)
  if (found === null) return null
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0))
  const serial = (Date.UTC(year, month - 1, day, hour, minute, second) - Date.UTC(1899, 11, 30)) / 86_400_000
  return serial > 60 ? serial : null
}
