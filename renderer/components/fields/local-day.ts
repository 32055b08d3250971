// Days of the calendar in the user's time zone. Pure functions.
import type { Day } from './calendar-days.ts'

/** The day of a moment, in milliseconds since 1970. */
export function localDay(at: number): Day {
  const date = new Date(at)
  return { year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() }
}

/** The first moment of a day, in milliseconds since 1970. */
export function startOfDay({ year, month, day }: Day): number {
  const date = new Date(0)
  date.setFullYear(year, month - 1, day)
  date.setHours(0, 0, 0, 0)
  return date.getTime()
}
