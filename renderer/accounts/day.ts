// Converts days to and from a date field's format (`2026-12-03`), in the user's time zone. Pure functions.

/** The day of a moment, in milliseconds since 1970. */
export function dayOf(at: number): string {
  const date = new Date(at)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The first moment of a day; null where nothing, or no day, is written. */
export function startOfDay(text: string): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (match === null) return null
  const [year, month, day] = match.slice(1).map(Number)
  if (year === undefined || month === undefined || day === undefined) return null
  const at = new Date(year, month - 1, day)
  return dayOf(at.getTime()) === text ? at.getTime() : null
}
