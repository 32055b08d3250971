// Days of a calendar: arithmetic, the weeks of a month, and the moves of the keyboard. Pure functions.
export type Day = { readonly year: number; readonly month: number; readonly day: number }

const aDay = 86_400_000

/** Milliseconds of a day's midnight in UTC: no zone changes a day. */
export function timeOfDay({ year, month, day }: Day): number {
  const time = new Date(0)
  time.setUTCFullYear(year, month - 1, day)
  return time.getTime()
}

export function dayAt(time: number): Day {
  const date = new Date(time)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

export function plusDays(day: Day, days: number): Day {
  return dayAt(timeOfDay(day) + days * aDay)
}

/** The same day of another month, or its last one. */
export function plusMonths({ year, month, day }: Day, months: number): Day {
  const first = dayAt(timeOfDay({ year, month: month + months, day: 1 }))
  const last = plusDays(dayAt(timeOfDay({ ...first, month: first.month + 1 })), -1).day
  return { ...first, day: Math.min(day, last) }
}

export function isSameDay(one: Day | null, other: Day | null): boolean {
  return one !== null && other !== null && timeOfDay(one) === timeOfDay(other)
}

/** How many days after Monday. */
function sinceMonday(day: Day): number {
  return (new Date(timeOfDay(day)).getUTCDay() + 6) % 7
}

/** Six weeks from Monday to Sunday, so that the calendar keeps its height. */
export function weeksOf({ year, month }: Day): readonly (readonly Day[])[] {
  const first = { year, month, day: 1 }
  const start = plusDays(first, -sinceMonday(first))
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (__, day) => plusDays(start, week * 7 + day)),
  )
}

/** Where a key moves the focus; null for other keys. */
export function movedBy(key: string, from: Day, shift: boolean): Day | null {
  switch (key) {
    case 'ArrowLeft':
      return plusDays(from, -1)
    case 'ArrowRight':
      return plusDays(from, 1)
    case 'ArrowUp':
      return plusDays(from, -7)
    case 'ArrowDown':
      return plusDays(from, 7)
    case 'Home':
      return plusDays(from, -sinceMonday(from))
    case 'End':
      return plusDays(from, 6 - sinceMonday(from))
    case 'PageUp':
      return plusMonths(from, shift ? -12 : -1)
    case 'PageDown':
      return plusMonths(from, shift ? 12 : 1)
    default:
      return null
  }
}
