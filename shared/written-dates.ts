// Dates and times as people write them, by a pattern that the operator chose: `dd/MM/yyyy HH:mm`. A text either fits
// the pattern exactly and names a day that exists, or it is refused. Nothing here guesses, and nothing uses Date.parse.
// Zones are resolved by Intl: a time that a clock change skips or repeats is refused.

export type DateFault = {
  readonly code: 'invalid' | 'two_digit_year' | 'no_such_date' | 'no_such_time' | 'ambiguous_time'
  readonly message: string
}
export type WrittenTime = {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
}
export type Written = { readonly ok: true; readonly time: WrittenTime } | ({ readonly ok: false } & DateFault)

export type DatePattern = {
  readonly text: string
  /** Reads one text; outer blanks are the caller's to trim. */
  read(text: string): Written
}
export type PatternResult =
  | { readonly ok: true; readonly pattern: DatePattern }
  | { readonly ok: false; readonly message: string }

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

type Unit = keyof WrittenTime
type Token = { readonly unit: Unit; readonly source: string; readonly fixedWidth: boolean }
const tokens: ReadonlyMap<string, Token> = new Map([
  ['yyyy', { unit: 'year', source: String.raw`\d{4}`, fixedWidth: true }],
  ['MMM', { unit: 'month', source: String.raw`[A-Za-z]{3,9}`, fixedWidth: true }],
  ['MM', { unit: 'month', source: String.raw`\d{2}`, fixedWidth: true }],
  ['M', { unit: 'month', source: String.raw`\d{1,2}`, fixedWidth: false }],
  ['dd', { unit: 'day', source: String.raw`\d{2}`, fixedWidth: true }],
  ['d', { unit: 'day', source: String.raw`\d{1,2}`, fixedWidth: false }],
  ['HH', { unit: 'hour', source: String.raw`\d{2}`, fixedWidth: true }],
  ['H', { unit: 'hour', source: String.raw`\d{1,2}`, fixedWidth: false }],
  ['mm', { unit: 'minute', source: String.raw`\d{2}`, fixedWidth: true }],
  ['ss', { unit: 'second', source: String.raw`\d{2}`, fixedWidth: true }],
])

/**
 * Compiles a pattern of `yyyy MM M MMM dd d` and, for times, `HH H mm ss`; other letters only in quotes (`'T'`) or
 * as the `T` of ISO 8601. Fails with a sentence for a pattern that could be read in two ways.
 */
export function compilePattern(text: string, wants: 'date' | 'datetime'): PatternResult {
  const pieces = text.match(/'[^']*'|y+|M+|d+|H+|m+|s+|[A-Za-z]+|[^A-Za-z']+|'/g) ?? []
  const units: Unit[] = []
  let source = ''
  let loose = ''
  let openEnded = false
  let afterNumber = false
  for (const piece of pieces) {
    const token = tokens.get(piece)
    if (token === undefined) {
      const literal = literalOf(piece)
      if (literal === null) return { ok: false, message: unknownPiece(text, piece) }
      source += escaped(literal)
      loose += escaped(literal)
      openEnded = false
      afterNumber = /\d$/.test(literal)
      continue
    }
    if (units.includes(token.unit))
      return { ok: false, message: `The pattern “${text}” names the ${token.unit} twice.` }
    if (openEnded || (afterNumber && !token.fixedWidth)) {
      return {
        ok: false,
        message: `The pattern “${text}” can be read in two ways: put a separator beside one-letter parts, or write them double (dd, MM, HH).`,
      }
    }
    units.push(token.unit)
    source += `(${token.source})`
    loose += token.unit === 'year' ? String.raw`\d{2}` : token.source
    openEnded = !token.fixedWidth
    afterNumber = piece !== 'MMM'
  }
  const missing = missingUnit(units, wants)
  if (missing !== null) return { ok: false, message: `The pattern “${text}” ${missing}` }
  return { ok: true, pattern: patternOf(text, units, new RegExp(`^${source}$`), new RegExp(`^${loose}$`)) }
}

function unknownPiece(text: string, piece: string): string {
  if (/^y+$/.test(piece))
    return `The pattern “${text}” has “${piece}”: years are written with four digits (yyyy); two-digit years are refused.`
  return `The pattern “${text}” has “${piece}”, which is not one of yyyy, MM, M, MMM, dd, d, HH, H, mm, ss.`
}

function literalOf(piece: string): string | null {
  if (piece === 'T') return 'T'
  if (piece.length >= 2 && piece.startsWith("'")) return piece.slice(1, -1)
  return /^[^A-Za-z']+$/.test(piece) ? piece : null
}

function missingUnit(units: readonly Unit[], wants: 'date' | 'datetime'): string | null {
  for (const unit of ['year', 'month', 'day'] as const)
    if (!units.includes(unit)) return `does not say where the ${unit} stands.`
  const timed = units.includes('hour') || units.includes('minute') || units.includes('second')
  if (wants === 'date')
    return timed ? 'has a time of day, but the conversion gives a date: use the conversion “datetime”.' : null
  if (!units.includes('hour') || !units.includes('minute')) return 'needs hours and minutes (HH:mm).'
  return null
}

function patternOf(text: string, units: readonly Unit[], strict: RegExp, shortYear: RegExp): DatePattern {
  return {
    text,
    read(written) {
      const found = strict.exec(written)
      if (found === null) {
        return shortYear.test(written)
          ? fault('two_digit_year', 'has a two-digit year: write all four digits')
          : fault('invalid', `is not written as ${text}`)
      }
      const time = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 }
      for (const [at, unit] of units.entries()) {
        const part = found[at + 1] ?? ''
        time[unit] = /^\d/.test(part) ? Number(part) : monthOf(part)
      }
      return checkTime(time)
    },
  }
}

/** English month, in full or by its first three letters; 0 for anything else. */
function monthOf(name: string): number {
  const lower = name.toLowerCase()
  return months.findIndex((month) => month === lower || month.slice(0, 3) === lower) + 1
}

/** Refuses days and times that do not exist (31/02, 24:00) and years that cannot be meant. */
export function checkTime(time: WrittenTime): Written {
  const { year, month, day, hour, minute, second } = time
  if (year < 1000) return fault('no_such_date', 'has a year before 1000: write all four digits of the year')
  if (month < 1 || month > 12) return fault('no_such_date', 'names a month that does not exist')
  if (day < 1 || day > daysIn(year, month))
    return fault('no_such_date', 'names a day that does not exist in that month')
  if (hour > 23 || minute > 59 || second > 59)
    return fault('no_such_time', 'names a time of day that does not exist')
  return { ok: true, time }
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** ISO 8601 date and time: `2026-03-04`, `2026-03-04T09:30[:15[.5]]`, with `Z` or an offset. Null where it is not one. */
export function readIso(
  text: string,
): { readonly written: Written; readonly timed: boolean; readonly offsetMinutes: number | null } | null {
  const found =
    /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/.exec(text)
  if (found === null) return null
  const [, year, month, day, hour, minute, second, zone] = found
  const written = checkTime({
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour ?? 0),
    minute: Number(minute ?? 0),
    second: Number(second ?? 0),
  })
  return { written, timed: hour !== undefined, offsetMinutes: zone === undefined ? null : offsetOf(zone) }
}

function offsetOf(zone: string): number {
  if (zone === 'Z') return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4, 6))
  return zone.startsWith('-') ? -minutes : minutes
}

const clock = (value: number): string => String(value).padStart(2, '0')

export function printDate(time: WrittenTime): string {
  return `${String(time.year).padStart(4, '0')}-${clock(time.month)}-${clock(time.day)}`
}

/** The UTC moment that a written time at an offset means, as `YYYY-MM-DDTHH:MM:SSZ` (service-spec.md section 2.1). */
export function printUtc(time: WrittenTime, offsetMinutes: number): string {
  return printMoment(asIfUtc(time) - offsetMinutes * 60_000)
}

function printMoment(moment: number): string {
  return `${new Date(moment).toISOString().slice(0, 19)}Z`
}

function asIfUtc(time: WrittenTime): number {
  return Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second)
}

export type Zone = {
  /** A wall-clock time of the zone in UTC; refused where a clock change skips or repeats it. */
  toUtc(
    time: WrittenTime,
  ): { readonly ok: true; readonly text: string } | ({ readonly ok: false } & DateFault)
}

/** An IANA zone, or null where there is none of that name. */
export function findZone(name: string): Zone | null {
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    return null
  }
  const offsetAt = (moment: number): number => {
    const parts = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 }
    for (const { type, value } of format.formatToParts(moment))
      if (Object.hasOwn(parts, type)) Reflect.set(parts, type, Number(value))
    return asIfUtc(parts) - moment
  }
  return { toUtc: (time) => zonedToUtc(asIfUtc(time), offsetAt, name) }
}

/** No zone changes its clock twice within two days, so the offsets a day before and after are all there are. */
function zonedToUtc(
  wall: number,
  offsetAt: (moment: number) => number,
  name: string,
): ReturnType<Zone['toUtc']> {
  const day = 86_400_000
  const offsets = new Set([offsetAt(wall - day), offsetAt(wall + day)])
  const moments = [...offsets]
    .map((offset) => wall - offset)
    .filter((moment) => offsetAt(moment) === wall - moment)
  const [only] = moments
  if (only === undefined) return fault('no_such_time', `falls into the hour that the clocks of ${name} skip`)
  if (moments.length > 1)
    return fault('ambiguous_time', `happens twice in ${name}, where the clocks go back: write it in UTC`)
  return { ok: true, text: printMoment(only) }
}

function fault(code: DateFault['code'], message: string): { readonly ok: false } & DateFault {
  return { ok: false, code, message }
}

function escaped(literal: string): string {
  return literal.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
}
