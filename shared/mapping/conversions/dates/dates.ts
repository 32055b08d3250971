// Converts dates and times for the payload: ISO 8601, days without a zone, times in UTC (service-spec.md section
// 2.1). A real date cell carries its own day. A text is parsed by the operator's pattern, or is already ISO.
import type { KeptCell } from '../../../sheet/sheet.ts'
import { checkTime, printDate, printUtc, readIso } from '../../../sheet/written-dates.ts'
import type { WrittenTime } from '../../../sheet/written-dates.ts'
import { type Converted, refuse, value } from '../converted.ts'
import type { DatePattern } from './date-patterns.ts'
import type { Zone } from './zones.ts'
import { message } from '../../../texts/create-message.ts'

export function asDate(text: string, kept: KeptCell | null, pattern: DatePattern | null): Converted {
  const iso = kept?.iso
  if (iso !== undefined) return realDate(iso)
  if (pattern !== null) {
    const written = pattern.read(text)
    return written.ok ? value(printDate(written.time)) : written
  }
  const read = readIso(text)
  if (read === null || read.timed) return refuse('invalid', message('conversions.not_an_iso_date'))
  return read.written.ok ? value(printDate(read.written.time)) : read.written
}

/** A real date cell carries its own day; one with a time of day is not a date. */
function realDate(iso: string): Converted {
  const read = readIso(iso)
  if (read === null) return refuse('invalid', message('conversions.time_without_date'))
  if (!read.written.ok) return read.written
  const { hour, minute, second } = read.written.time
  if (hour + minute + second > 0) return refuse('invalid', message('conversions.date_with_time'))
  return value(printDate(read.written.time))
}

/**
 * ISO 8601 with `Z` or an offset; seconds may be missing, and fractions of seconds are cut, because the payload has
 * none.
 */
export function asUtcTime(text: string, kept: KeptCell | null): Converted {
  const read = readIso(kept?.iso ?? text)
  if (read === null || !read.timed) {
    return refuse('invalid', message('conversions.not_an_iso_time'))
  }
  if (!read.written.ok) return read.written
  if (read.offsetMinutes === null) return refuse('zone_missing', message('conversions.zone_missing'))
  return value(printUtc(read.written.time, read.offsetMinutes))
}

export function asZonedTime(
  text: string,
  kept: KeptCell | null,
  pattern: DatePattern,
  zone: Zone,
): Converted {
  let time: WrittenTime
  if (kept?.iso === undefined) {
    const written = pattern.read(text)
    if (!written.ok) return written
    time = written.time
  } else {
    const read = readIso(kept.iso)
    if (read === null) return refuse('invalid', message('conversions.time_without_date'))
    if (!read.written.ok) return read.written
    if (read.offsetMinutes !== null) return value(printUtc(read.written.time, read.offsetMinutes))
    time = read.written.time
  }
  const checked = checkTime(time)
  const moment = checked.ok ? zone.toUtc(checked.time) : checked
  return moment.ok ? value(moment.text) : moment
}
