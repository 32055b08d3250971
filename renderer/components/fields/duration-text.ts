// Parses durations as people type them (`30 min`, `4 d`, `1.5 h`) and formats them for a form. Formatting and parsing
// round trip to the same milliseconds. Pure functions.

const units = { s: 1_000, min: 60_000, h: 3_600_000, d: 86_400_000 } as const
type Unit = keyof typeof units
const names: Readonly<Record<string, Unit>> = {
  s: 's',
  sec: 's',
  second: 's',
  seconds: 's',
  m: 'min',
  min: 'min',
  minute: 'min',
  minutes: 'min',
  h: 'h',
  hour: 'h',
  hours: 'h',
  d: 'd',
  day: 'd',
  days: 'd',
}

/** Milliseconds, above zero and at most ten years; null for anything else. */
export function durationIn(text: string): number | null {
  const match = /^(\d{1,9}(?:\.\d{1,3})?)\s*([a-z]+)$/.exec(text.trim().toLowerCase())
  if (match === null) return null
  const [, amount = '', word = ''] = match
  const unit = Object.hasOwn(names, word) ? names[word] : undefined
  if (unit === undefined) return null
  const ms = Math.round(Number(amount) * units[unit])
  return ms > 0 && ms <= 3_660 * units.d ? ms : null
}

/** In the largest unit that gives a whole number; else in seconds. */
export function durationText(ms: number): string {
  const whole = (['d', 'h', 'min'] as const).find((unit) => ms % units[unit] === 0)
  return whole === undefined ? `${ms / units.s} s` : `${ms / units[whole]} ${whole}`
}
