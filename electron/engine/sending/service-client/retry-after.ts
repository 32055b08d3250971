// Parses when a service wants the next request: `Retry-After` (RFC 9110 section 10.2.3) in all forms seen in
// practice, a rate stated by an answer, and the three forms of an HTTP date. Unreadable values count as absent.
import type { TransportReply } from './transport.ts'

type Headers = Pick<TransportReply, 'headers'>

/** Waits longer than this are cut: a wrong header must not stop a migration for a day. */
const longestRetryAfter = 3_600_000

/**
 * Milliseconds to wait, at most an hour; null if absent or unreadable. Seconds may have decimals. A date is compared
 * with the reply's own `Date`, or else with `serviceNow`, our clock corrected to the service's; a past date means no
 * wait. Of several values, from the service and a gateway, the longest counts.
 */
export function retryAfter(reply: Headers, serviceNow: number): number | null {
  const text = reply.headers['retry-after']
  if (text === undefined) return null
  const from = httpDate(reply.headers['date'] ?? '', serviceNow) ?? serviceNow
  // The comma after a weekday belongs to the date.
  const parsedWaits = text
    .split(/,(?!\s*\d{1,2}[ -][A-Za-z]{3})/)
    .flatMap((one) => waitIn(one.trim(), from) ?? [])
  return parsedWaits.length === 0 ? null : Math.min(longestRetryAfter, Math.max(...parsedWaits))
}

function waitIn(text: string, from: number): number | null {
  if (/^\+?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text)) return Math.ceil(Number(text) * 1000)
  const date = httpDate(text, from)
  return date === null ? null : Math.max(0, date - from)
}

/** Seconds: only a quota for at most an hour is treated as a rate; when a longer quota is used up, a 429 says so. */
const longestWindow = 3600

/**
 * Requests per second stated by an answer: the least of `RateLimit-Policy`, or of the quotas with a window in
 * `RateLimit-Limit` as in its earlier drafts. A limit without a window, or with one of more than an hour, is no rate:
 * null.
 */
export function statedRate(reply: Headers): number | null {
  const text = reply.headers['ratelimit-policy'] ?? reply.headers['ratelimit-limit'] ?? ''
  const rates = text.split(',').flatMap((policy) => {
    const quota = /(?:^\s*|;\s*q=)(\d{1,9})\s*(?:;|$)/.exec(policy)?.[1]
    const window = /;\s*w=(\d{1,9})\s*(?:;|$)/.exec(policy)?.[1]
    const rate = Number(quota) / Number(window)
    return Number(window) <= longestWindow && Number.isFinite(rate) && rate > 0 ? [rate] : []
  })
  return rates.length === 0 ? null : Math.min(...rates)
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const time = String.raw`(?<hour>\d{2}):(?<minute>\d{2}):(?<second>\d{2})`
const forms = [
  // Sun, 06 Nov 1994 08:49:37 GMT
  new RegExp(
    String.raw`^[A-Z][a-z]{2},\s*(?<day>\d{1,2}) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) ${time} (?:GMT|UTC)$`,
  ),
  // Sunday, 06-Nov-94 08:49:37 GMT
  new RegExp(
    String.raw`^[A-Z][a-z]{5,8},\s*(?<day>\d{2})-(?<month>[A-Z][a-z]{2})-(?<year>\d{2}) ${time} GMT$`,
  ),
  // Sun Nov  6 08:49:37 1994
  new RegExp(String.raw`^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) ${time} (?<year>\d{4})$`),
]

/**
 * An HTTP date in milliseconds since 1970, or null (RFC 9110 section 5.6.7). A two-digit year is the latest that is
 * not more than fifty years after `now`.
 */
export function httpDate(text: string, now: number): number | null {
  const parts = forms.reduce<Record<string, string> | null>(
    (found, form) => found ?? form.exec(text)?.groups ?? null,
    null,
  )
  if (parts === null) return null
  const { day, month, year, hour, minute, second } = parts
  const at = months.indexOf(month ?? '')
  const isTime = Number(hour) < 24 && Number(minute) < 60 && Number(second) <= 60
  if (at < 0 || !isTime || Number(day) < 1 || Number(day) > 31) return null
  const full = year?.length === 2 ? fullYear(Number(year), now) : Number(year)
  return Date.UTC(full, at, Number(day), Number(hour), Number(minute), Number(second))
}

function fullYear(year: number, now: number): number {
  const thisYear = new Date(now).getUTCFullYear()
  const inThisCentury = thisYear - (thisYear % 100) + year
  if (inThisCentury > thisYear + 50) return inThisCentury - 100
  return inThisCentury + 100 <= thisYear + 50 ? inThisCentury + 100 : inThisCentury
}
