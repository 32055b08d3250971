// Formats numbers, dates, times and plurals for the user's locale. Times include the time zone, except where it is
// shown once nearby. The locale comes from the browser; nothing is stored here.

/** `84 ms`, `1.2 s`, `2 min`; `under 1 ms` for less. */
export function tookWords(milliseconds: number): string {
  if (milliseconds < 1) return 'under 1 ms'
  if (milliseconds < 1_000) return `${format.number(milliseconds)} ms`
  return milliseconds < 20_000 ? `${format.rate(milliseconds / 1_000)} s` : format.duration(milliseconds)
}

const locale = navigator.languages[0] ?? 'en'

const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
const tenths = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
const dateTime = new Intl.DateTimeFormat(locale, {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
})
const day = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'short', day: 'numeric' })
const clock = new Intl.DateTimeFormat(locale, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
})
const clockAlone = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const shortClock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })
const shortDay = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' })
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'long' })
const plurals = new Intl.PluralRules('en')

export const format = {
  number: (value: number): string => whole.format(value),
  rate: (value: number): string => tenths.format(value),
  percent: (part: number, all: number): string => share.format(all === 0 ? 0 : part / all),
  /** Milliseconds since 1970, with the zone. */
  dateTime: (at: number): string => dateTime.format(at),
  day: (at: number): string => day.format(at),
  time: (at: number): string => clock.format(at),
  /** Without the zone, for an axis that names it once (`zone`). */
  clock: (at: number): string => clockAlone.format(at),
  shortClock: (at: number): string => shortClock.format(at),
  shortDay: (at: number): string => shortDay.format(at),
  /** The zone of the times around this one, such as `GMT` or `CEST`. */
  zone: (at: number): string =>
    clock.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '',
  bytes,
  duration,
  ago,
}

/** `1 account`, `2,500 accounts`. The words are English, so are their plural rules. */
export function count(value: number, one: string, many: string): string {
  return `${whole.format(value)} ${plurals.select(value) === 'one' ? one : many}`
}

function bytes(value: number): string {
  if (value < 1_000) return `${whole.format(value)} B`
  if (value < 1_000_000) return `${tenths.format(value / 1_000)} kB`
  if (value < 1_000_000_000) return `${tenths.format(value / 1_000_000)} MB`
  return `${tenths.format(value / 1_000_000_000)} GB`
}

/** `12 s`, `4 min`, `2 h 5 min`, `3 d`. */
function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1_000))
  if (seconds < 90) return `${whole.format(seconds)} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 90) return `${whole.format(minutes)} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
  return `${whole.format(Math.round(hours / 24))} d`
}

/** `now`, `2 minutes ago`, `yesterday`, `in 3 hours`. */
function ago(at: number, now: number): string {
  const seconds = Math.round((at - now) / 1_000)
  const size = Math.abs(seconds)
  if (size < 10) return relative.format(0, 'second')
  if (size < 60) return relative.format(seconds, 'second')
  if (size < 3_600) return relative.format(Math.round(seconds / 60), 'minute')
  if (size < 86_400) return relative.format(Math.round(seconds / 3_600), 'hour')
  return relative.format(Math.round(seconds / 86_400), 'day')
}

/** `a, b, c and 997 more`: a service may name a thousand. */
export function firstFew(all: readonly string[], most = 3): string {
  const shown = all.slice(0, most).join(', ')
  return all.length > most ? `${shown} and ${format.number(all.length - most)} more` : shown
}
