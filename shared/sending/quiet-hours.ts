// Quiet hours: local times on days of the week in which nothing is sent. An entry that ends before it begins
// crosses midnight and belongs to the day on which it begins; one that ends when it begins lasts a whole day. The
// wall clock decides on days when the clocks change, too: a skipped hour is not quiet, and a repeated hour is quiet
// both times.
import { z } from 'zod'
import { ruleKey } from '../texts/issues.ts'

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, ruleKey('rules.time_of_day'))

export const quietHours = z.strictObject({
  /** The days on which it begins: 1 is Monday, 7 is Sunday. */
  days: z.array(z.number().int().min(1).max(7)).min(1).default([1, 2, 3, 4, 5, 6, 7]),
  from: timeOfDay,
  to: timeOfDay,
})
export type QuietHours = z.infer<typeof quietHours>

/** A wall-clock time: 1 is Monday, milliseconds since midnight. */
export type WallTime = { readonly day: number; readonly ms: number }
/** `at` in milliseconds since 1970. */
export type Wall = (at: number) => WallTime

const minute = 60_000
const day = 86_400_000

/** The clock of this machine. */
export const localWall: Wall = (at) => {
  const date = new Date(at)
  const minutes = date.getHours() * 60 + date.getMinutes()
  return {
    day: date.getDay() === 0 ? 7 : date.getDay(),
    ms: minutes * minute + date.getSeconds() * 1000 + date.getMilliseconds(),
  }
}

/** The clock of a place by its name in the time zone database, such as `Europe/London`. */
export function wallOf(timeZone: string): Wall {
  const parts = { weekday: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const
  const format = new Intl.DateTimeFormat('en-GB', { ...parts, hourCycle: 'h23', timeZone })
  const names = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
  return (at) => {
    const read = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
    const minutes = Number(read.get('hour')) * 60 + Number(read.get('minute'))
    const within = ((at % 1000) + 1000) % 1000
    return {
      day: names.indexOf(read.get('weekday') ?? '') + 1,
      ms: minutes * minute + Number(read.get('second')) * 1000 + within,
    }
  }
}

export function isQuiet(hours: readonly QuietHours[], wall: WallTime): boolean {
  return hours.some((entry) => left(entry, wall) > 0)
}

/**
 * The end of the quiet hours at `at`, in milliseconds since 1970; null when they are not in effect. Quiet hours
 * that cover the whole week have no end: infinity.
 */
export function quietUntil(hours: readonly QuietHours[], at: number, wall: Wall = localWall): number | null {
  if (!isQuiet(hours, wall(at))) return null
  let until = at
  // Nine days: if a whole week has no end, there is none, whatever its clock changes.
  while (until < at + 9 * day) {
    const shown = wall(until)
    const most = Math.max(...hours.map((entry) => left(entry, shown)))
    if (most <= 0) return until
    until = stepOn(until, most, wall)
  }
  return Number.POSITIVE_INFINITY
}

/** The next start of quiet hours after `at`, which is not quiet; null when there is none within nine days. */
export function quietFrom(hours: readonly QuietHours[], at: number, wall: Wall = localWall): number | null {
  let from = at
  while (from < at + 9 * day) {
    const shown = wall(from)
    if (isQuiet(hours, shown)) return from
    const least = Math.min(...hours.map((entry) => until(entry, shown)))
    if (!Number.isFinite(least)) return null
    from = stepOn(from, least, wall)
  }
  return null
}

/** Duration of work of so many milliseconds from `at`, when it pauses in quiet hours; infinity when it never ends. */
export function withQuiet(
  hours: readonly QuietHours[],
  at: number,
  workMs: number,
  wall: Wall = localWall,
): number {
  if (hours.length === 0) return workMs
  let now = quietUntil(hours, at, wall) ?? at
  let left = workMs
  // No result beyond a year.
  while (now < at + 366 * day) {
    const rest = quietFrom(hours, now, wall)
    if (rest === null || rest - now >= left) return now + left - at
    left -= rest - now
    now = quietUntil(hours, rest, wall) ?? rest
  }
  return Number.POSITIVE_INFINITY
}

/** Adds a duration, but stops at a change of the clock: the wall time is not valid beyond it. */
function stepOn(at: number, ms: number, wall: Wall): number {
  const expected = (later: number): boolean => {
    const before = wall(at)
    const after = wall(later)
    const shown = (((after.day - before.day + 7) % 7) * day + after.ms - before.ms + 7 * day) % (7 * day)
    return shown === (later - at) % (7 * day)
  }
  if (expected(at + ms)) return at + ms
  let sameAt = at
  let changedAt = at + ms
  while (changedAt - sameAt > 1) {
    const middle = Math.floor((sameAt + changedAt) / 2)
    if (expected(middle)) sameAt = middle
    else changedAt = middle
  }
  return changedAt
}

/** The remaining time of the entry by the wall clock; 0 outside its time. */
function left({ days, from, to }: QuietHours, shown: WallTime): number {
  const start = msOf(from)
  const end = msOf(to)
  const crosses = end <= start
  const yesterday = shown.day === 1 ? 7 : shown.day - 1
  const today = days.includes(shown.day) && shown.ms >= start
  if (!crosses) return today && shown.ms < end ? end - shown.ms : 0
  if (today) return day - shown.ms + end
  return days.includes(yesterday) && shown.ms < end ? end - shown.ms : 0
}

/** The time until the entry begins next by the wall clock; called only outside its time. */
function until({ days, from }: QuietHours, shown: WallTime): number {
  const start = msOf(from)
  for (let ahead = 0; ahead <= 7; ahead += 1) {
    const isDay = days.includes(((shown.day - 1 + ahead) % 7) + 1)
    if (isDay && (ahead > 0 || start > shown.ms)) return ahead * day + start - shown.ms
  }
  return Number.POSITIVE_INFINITY
}

function msOf(time: string): number {
  const [hour, minutes] = time.split(':')
  return (Number(hour) * 60 + Number(minutes)) * minute
}
