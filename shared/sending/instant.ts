// Parses instants as the service writes them: ISO 8601 or Unix time. An instant is the service's clock's, never ours.

const instant = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(Z|[+-]\d{2}:\d{2})$/
const unixTime = /^(\d{9,19})(\.\d+)?$/

/**
 * Seconds, milliseconds, microseconds or nanoseconds, distinguished by magnitude, for any instant from 1973 to 5138.
 */
function fromUnixTime(text: string): number | null {
  const digits = unixTime.exec(text)?.[1]
  if (digits === undefined) return null
  const thousands = Math.max(0, Math.ceil((digits.length - 11) / 3))
  return Math.round((Number(text) * 1000) / 1000 ** thousands)
}

/**
 * Milliseconds since 1970 from ISO 8601 with an offset or a Unix time; null for anything else (service-spec.md
 * section 2.3).
 */
export function parseInstant(text: string | null | undefined): number | null {
  const parts = text === null || text === undefined ? null : instant.exec(text)
  if (parts === null) return text === null || text === undefined ? null : fromUnixTime(text)
  const [, year, month, day, hour, minute, second, fraction, zone] = parts
  const local = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  )
  const milliseconds = Number((fraction ?? '').padEnd(3, '0').slice(0, 3))
  if (zone === 'Z' || zone === undefined) return local + milliseconds
  const sign = zone.startsWith('-') ? 1 : -1
  return local + milliseconds + sign * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4, 6))) * 60_000
}
