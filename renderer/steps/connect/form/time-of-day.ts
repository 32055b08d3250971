// Reads a time of day as people write it, into `HH:MM` of 24 hours. The browser's own time field would show it in the
// way of the system, not of the chosen language. Pure function.

/** `7`, `7.30`, `0730`, `7:30 pm`, `19 h`; null: no time of day. */
export function timeOfDayIn(text: string): string | null {
  const match = /^(\d{1,2}?)(?:[:.h]?(\d{2}))?\s*(?:h|uhr)?\s*([ap]\.?m\.?)?$/i.exec(text.trim())
  if (match === null) return null
  const half = match[3]?.[0]?.toLowerCase()
  const written = Number(match[1])
  if (half !== undefined && (written < 1 || written > 12)) return null
  const hour = half === undefined ? written : (written % 12) + (half === 'p' ? 12 : 0)
  const minute = Number(match[2] ?? 0)
  const two = (value: number): string => String(value).padStart(2, '0')
  return hour > 23 || minute > 59 ? null : `${two(hour)}:${two(minute)}`
}
