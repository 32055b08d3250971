// A stored number to the text that a person sees: by its number format, with dates by the workbook's epoch. Shown text
// never pretends: where digits are already lost or a date cannot be, that is told beside it.
import { format, getFormatDateInfo, isDateFormat } from 'numfmt'
import type { KeptCell } from '../../../../shared/sheet.ts'

export type Shown = {
  readonly text: string
  readonly kind: KeptCell['kind']
  readonly iso?: string
  readonly odd?: { readonly code: string; readonly message: string }
}

/** From here on a spreadsheet keeps 15 digits only; later ones have become zeros. */
const exactBelow = 1e15
const lastDay = 2_958_465
const daysBetweenEpochs = 1462
const mostRemembered = 10_000

export function createNumberText(date1904: boolean): (raw: string, pattern: string) => Shown {
  const dateKinds = new Map<string, KeptCell['kind'] | null>()
  const dateKindOf = (pattern: string): KeptCell['kind'] | null => {
    const known = dateKinds.get(pattern)
    if (known !== undefined) return known
    const kind = dateKind(pattern)
    dateKinds.set(pattern, kind)
    return kind
  }
  // The same days come again and again in a column; formatting them costs far more than looking them up.
  const dates = new Map<string, Shown>()
  const rememberedDate = (raw: string, value: number, pattern: string, kind: KeptCell['kind']): Shown => {
    const key = `${raw}|${pattern}`
    const known = dates.get(key)
    if (known !== undefined) return known
    const shown = shownDate(raw, value, pattern, kind, date1904)
    if (dates.size >= mostRemembered) dates.clear()
    dates.set(key, shown)
    return shown
  }
  return (raw, pattern) => {
    const value = Number(raw)
    if (raw.trim() === '' || !Number.isFinite(value)) {
      return {
        text: raw,
        kind: 'text',
        odd: {
          code: 'number_unreadable',
          message: `"${raw}" is stored as a number but is none; it is shown as it is.`,
        },
      }
    }
    if (pattern === 'General' || pattern === '@') return shownNumber(raw, value, generalText(value))
    const kind = dateKindOf(pattern)
    if (kind !== null) return rememberedDate(raw, value, pattern, kind)
    return shownNumber(raw, value, formatted(pattern, value) ?? generalText(value))
  }
}

function shownNumber(raw: string, value: number, text: string): Shown {
  if (Math.abs(value) >= exactBelow) {
    return {
      text,
      kind: 'number',
      odd: {
        code: 'digits_lost',
        message: `${text} has more digits than a spreadsheet keeps for a number (15): the later ones are already lost. Ask for the value as text.`,
      },
    }
  }
  if (/\dE[+-]?\d/.test(text)) {
    return {
      text,
      kind: 'number',
      odd: {
        code: 'digits_lost',
        message: `"${text}" is shown in scientific notation; the file keeps ${raw}. Digits may be lost: ask for the value as text.`,
      },
    }
  }
  return { text, kind: 'number' }
}

/** General, without the noise of binary fractions: up to 15 digits, whole numbers written out. */
export function generalText(value: number): string {
  const clean =
    Number.isInteger(value) && Math.abs(value) < exactBelow ? value : Number(value.toPrecision(15))
  const text = String(Object.is(clean, -0) ? 0 : clean)
  return text.replace(
    /e([+-])(\d+)$/,
    (_all, sign: string, digits: string) => `E${sign}${digits.padStart(2, '0')}`,
  )
}

/** Null for a pattern that cannot be understood. Blanks that only align the number in its cell are left out. */
function formatted(pattern: string, value: number): string | null {
  // The one pattern of every identifier column.
  if (/^0+$/.test(pattern) && Number.isSafeInteger(value) && value >= 0)
    return String(value).padStart(pattern.length, '0')
  try {
    return format(pattern, value, { locale: 'en' }).trim()
  } catch {
    return null
  }
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
  const text = formatted(pattern, serial)
  if (serial < 0 || serial >= lastDay + 1 || text === null) {
    return {
      text: generalText(value),
      kind: 'number',
      odd: {
        code: 'date_impossible',
        message: `${raw} is formatted as a date but is none; it is shown as a number.`,
      },
    }
  }
  const iso = isoOf(serial, kind)
  // A duration of a day or more is no time of day.
  if (kind === 'time' && serial >= 1) return { text, kind }
  if (iso === null) {
    return {
      text,
      kind,
      odd: {
        code: 'date_impossible',
        message: `"${text}" is a day that never was (the spreadsheet counts 1900 as a leap year, and a day 0).`,
      },
    }
  }
  return { text, kind, iso }
}

/** ISO 8601 without a zone; null for the two days of 1900 that never were. */
export function isoOf(serial: number, kind: KeptCell['kind']): string | null {
  const seconds = Math.round(serial * 86_400)
  const day = Math.floor(seconds / 86_400)
  const time = new Date((seconds - day * 86_400) * 1000).toISOString().slice(11, 19)
  if (kind === 'time') return time
  if (day === 60 || day < 1) return null
  const date = new Date(Date.UTC(1899, 11, day < 60 ? 31 : 30) + day * 86_400_000).toISOString().slice(0, 10)
  return kind === 'datetime' ? `${date}T${time}` : date
}

/** The serial number, by the 1900 epoch, of an ISO date or datetime as strict files store them; null for other text. */
export function serialOfIso(text: string): number | null {
  const found = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?Z?)?$/.exec(text)
  if (found === null) return null
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0))
  const serial = (Date.UTC(year, month - 1, day, hour, minute, second) - Date.UTC(1899, 11, 30)) / 86_400_000
  return serial > 60 ? serial : null
}
