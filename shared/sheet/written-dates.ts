// Parses and prints ISO 8601 dates and times, and checks that they exist. Strict: a text that names no existing day
// and time is refused. Nothing guesses, and nothing uses Date.parse.
import { message, type Said } from '../texts/create-message.ts'

export type DateFault = {
  readonly code: 'invalid' | 'two_digit_year' | 'no_such_date' | 'no_such_time' | 'ambiguous_time'
  /** The end of a sentence whose subject is the text. */
  readonly message: Said
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

/** Refuses days and times that do not exist (31/02, 24:00) and implausible years. */
export function checkTime(time: WrittenTime): Written {
  const { year, month, day, hour, minute, second } = time
  if (year < 1000) return fault('no_such_date', message('conversions.year_too_early'))
  if (month < 1 || month > 12) return fault('no_such_date', message('conversions.no_such_month'))
  if (day < 1 || day > daysIn(year, month)) return fault('no_such_date', message('conversions.no_such_day'))
  if (hour > 23 || minute > 59 || second > 59)
    return fault('no_such_time', message('conversions.no_such_time'))
  return { ok: true, time }
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/**
 * Parses an ISO 8601 date and time: `2026-03-04`, `2026-03-04T09:30[:15[.5]]`, with `Z` or an offset. Null when it
 * is not one.
 */
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

/** The UTC time of a written time at an offset, as `YYYY-MM-DDTHH:MM:SSZ` (service-spec.md section 2.1). */
export function printUtc(time: WrittenTime, offsetMinutes: number): string {
  return printMoment(asIfUtc(time) - offsetMinutes * 60_000)
}

export function printMoment(moment: number): string {
  return `${new Date(moment).toISOString().slice(0, 19)}Z`
}

/** The moment of the written time if it were UTC. */
export function asIfUtc(time: WrittenTime): number {
  return Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second)
}

export function fault(code: DateFault['code'], message: Said): { readonly ok: false } & DateFault {
  return { ok: false, code, message }
}
