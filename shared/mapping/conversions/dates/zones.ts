// Converts wall-clock times of a named zone to UTC with Intl. A time that a clock change skips or repeats is
// refused.
import {
  asIfUtc,
  type DateFault,
  fault,
  printMoment,
  type WrittenTime,
} from '../../../sheet/written-dates.ts'
import { message } from '../../../texts/create-message.ts'

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
  const exactly = (moment: number): number => {
    const parts = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 }
    for (const { type, value } of format.formatToParts(moment))
      if (Object.hasOwn(parts, type)) Reflect.set(parts, type, Number(value))
    return asIfUtc(parts) - moment
  }
  const offsetAt = rememberingDays(exactly)
  return { toUtc: (time) => zonedToUtc(asIfUtc(time), offsetAt, name) }
}

const day = 86_400_000
const mostDays = 50_000

/**
 * Intl is slow, so offsets are cached per day: a day that begins and ends with the same offset has it throughout
 * (see `zonedToUtc`).
 */
function rememberingDays(offsetAt: (moment: number) => number): (moment: number) => number {
  const steady = new Map<number, number | null>()
  return (moment) => {
    const from = Math.floor(moment / day)
    let offset = steady.get(from)
    if (offset === undefined) {
      const first = offsetAt(from * day)
      offset = first === offsetAt((from + 1) * day) ? first : null
      if (steady.size >= mostDays) steady.clear()
      steady.set(from, offset)
    }
    return offset ?? offsetAt(moment)
  }
}

/** No zone changes its clock twice within two days, so only the offsets a day before and after are possible. */
function zonedToUtc(
  wall: number,
  offsetAt: (moment: number) => number,
  name: string,
): ReturnType<Zone['toUtc']> {
  const offsets = new Set([offsetAt(wall - day), offsetAt(wall + day)])
  const moments = [...offsets]
    .map((offset) => wall - offset)
    .filter((moment) => offsetAt(moment) === wall - moment)
  const [only] = moments
  if (only === undefined) return fault('no_such_time', message('conversions.hour_skipped', { zone: name }))
  if (moments.length > 1) return fault('ambiguous_time', message('conversions.hour_repeated', { zone: name }))
  return { ok: true, text: printMoment(only) }
}
