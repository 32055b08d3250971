// Formats numbers, dates, times and durations: numbers and dates for the user's locale, words in the window's language.
// Times include the time zone, except where it is shown once nearby.
import { currentFormat } from '../../shared/texts/current.ts'
import type { MessageFormat } from '../../shared/texts/message-format.ts'
import { createTexts } from '../../shared/texts/texts.ts'
import { formats as de } from './de/format.ts'
import { formats as en } from './en/format.ts'

export const formatTexts = createTexts({ en, de })

/** `84 ms`, `1.2 s`, `2 min`; `under 1 ms` for less. */
export function tookWords(milliseconds: number): string {
  const words = formatTexts.took
  if (milliseconds < 1) return words.underMillisecond
  if (milliseconds < 1_000) return words.milliseconds({ n: format.number(milliseconds) })
  return milliseconds < 20_000
    ? words.seconds({ n: format.rate(milliseconds / 1_000) })
    : format.duration(milliseconds)
}

const timeOfDay = { hour: '2-digit', minute: '2-digit' } as const
const timeWithSeconds = { ...timeOfDay, second: '2-digit' } as const
const date = { year: 'numeric', month: 'short', day: 'numeric' } as const

function createFormatters({ language, locale }: MessageFormat) {
  return {
    whole: new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }),
    tenths: new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }),
    share: new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }),
    dateTime: new Intl.DateTimeFormat(locale, { ...date, ...timeOfDay, timeZoneName: 'short' }),
    moment: new Intl.DateTimeFormat(locale, { ...date, ...timeWithSeconds, timeZoneName: 'short' }),
    day: new Intl.DateTimeFormat(locale, date),
    clock: new Intl.DateTimeFormat(locale, { ...timeWithSeconds, timeZoneName: 'short' }),
    clockAlone: new Intl.DateTimeFormat(locale, timeWithSeconds),
    shortClock: new Intl.DateTimeFormat(locale, timeOfDay),
    shortDay: new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' }),
    relative: new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'long' }),
  }
}

let made: { readonly of: MessageFormat; readonly formatters: ReturnType<typeof createFormatters> } | null =
  null

/** Those of the current language; made once, since making them is slow. */
function formatters(): ReturnType<typeof createFormatters> {
  const of = currentFormat()
  if (made?.of !== of) made = { of, formatters: createFormatters(of) }
  return made.formatters
}

export const format = {
  number: (value: number): string => formatters().whole.format(value),
  rate: (value: number): string => formatters().tenths.format(value),
  percent: (part: number, all: number): string => formatters().share.format(all === 0 ? 0 : part / all),
  /** Milliseconds since 1970, with the zone. */
  dateTime: (at: number): string => formatters().dateTime.format(at),
  /** The same with its seconds. */
  moment: (at: number): string => formatters().moment.format(at),
  day: (at: number): string => formatters().day.format(at),
  time: (at: number): string => formatters().clock.format(at),
  /** Without the zone, for an axis that names it once (`zone`). */
  clock: (at: number): string => formatters().clockAlone.format(at),
  shortClock: (at: number): string => formatters().shortClock.format(at),
  shortDay: (at: number): string => formatters().shortDay.format(at),
  /** The zone of the times around this one, such as `GMT` or `CEST`. */
  zone: (at: number): string =>
    formatters()
      .clock.formatToParts(at)
      .find(({ type }) => type === 'timeZoneName')?.value ?? '',
  bytes,
  duration,
  ago,
}

/** `1 account`, `2,500 accounts`. The words are English, so are their plural rules. */
export function count(value: number, one: string, many: string): string {
  return `${format.number(value)} ${value === 1 ? one : many}`
}

function bytes(value: number): string {
  const words = formatTexts.bytes
  if (value < 1_000) return words.one({ n: format.number(value) })
  if (value < 1_000_000) return words.kilo({ n: format.rate(value / 1_000) })
  if (value < 1_000_000_000) return words.mega({ n: format.rate(value / 1_000_000) })
  return words.giga({ n: format.rate(value / 1_000_000_000) })
}

/** `12 s`, `4 min`, `2 h 5 min`, `3 d`. */
function duration(milliseconds: number): string {
  const words = formatTexts.duration
  const seconds = Math.max(0, Math.round(milliseconds / 1_000))
  if (seconds < 90) return words.seconds({ n: seconds })
  const allMinutes = Math.round(seconds / 60)
  if (allMinutes < 90) return words.minutes({ n: allMinutes })
  const hours = Math.floor(allMinutes / 60)
  if (hours >= 48) return words.days({ n: Math.round(hours / 24) })
  const minutes = allMinutes % 60
  return minutes === 0 ? words.hours({ hours }) : words.hoursAndMinutes({ hours, minutes })
}

/** Number of the local day: two days after each other differ by one, also where the clock changed between them. */
function dayOf(at: number): number {
  const day = new Date(at)
  return Math.round(Date.UTC(day.getFullYear(), day.getMonth(), day.getDate()) / 86_400_000)
}

/** `just now`, `2 minutes ago`, `yesterday`, `in 3 hours`. */
function ago(at: number, now: number): string {
  const { relative } = formatters()
  const seconds = Math.round((at - now) / 1_000)
  const size = Math.abs(seconds)
  if (size < 10) return formatTexts.justNow
  if (size < 60) return relative.format(seconds, 'second')
  if (size < 3_600) return relative.format(Math.round(seconds / 60), 'minute')
  if (size < 86_400) return relative.format(Math.round(seconds / 3_600), 'hour')
  return relative.format(dayOf(at) - dayOf(now), 'day')
}

/** `a, b, c and 997 more`: a service may name a thousand. */
export function firstFew(all: readonly string[], most = 3): string {
  const shown = all.slice(0, most).join(', ')
  return all.length > most ? formatTexts.andMore({ shown, rest: all.length - most }) : shown
}
