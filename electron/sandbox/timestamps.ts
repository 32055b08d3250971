// Clock of the sandbox, in whole microseconds since 1970, and its two written forms. All written times are UTC. The
// clock can be moved; between moves it never gives the same instant twice.

export type Clock = {
  /** Now, in microseconds since 1970, offset included. */
  readonly micros: () => number
  /** Offset of the clock to the real one, in milliseconds. */
  readonly offsetMs: () => number
  readonly move: (milliseconds: number) => void
}

/** Smaller steps back are imprecision of the source, not a clock that was set. */
const coarseMicros = 5_000

/** @param now milliseconds since 1970; fractions are kept. */
export function createClock(now: () => number, offsetMs = 0): Clock {
  let offset = offsetMs
  let last = Number.NEGATIVE_INFINITY
  return {
    micros: () => {
      const read = Math.floor((now() + offset) * 1_000)
      last = read <= last && last - read < coarseMicros ? last + 1 : read
      return last
    },
    offsetMs: () => offset,
    move: (milliseconds) => {
      offset += milliseconds
      last += milliseconds * 1_000
    },
  }
}

/** `2026-03-04T09:30:00.123456+00:00`: ISO 8601 with a UTC offset and microseconds (service-spec.md section 2.3). */
export function timestamp(micros: number): string {
  const seconds = new Date(Math.floor(micros / 1_000)).toISOString().slice(0, 19)
  const rest = ((micros % 1_000_000) + 1_000_000) % 1_000_000
  return `${seconds}.${String(rest).padStart(6, '0')}+00:00`
}

/** The value of a `Date` header. */
export function httpDate(micros: number): string {
  return new Date(Math.floor(micros / 1_000)).toUTCString()
}

/** The UTC day, `2026-03-04`. */
export function day(micros: number): string {
  return new Date(Math.floor(micros / 1_000)).toISOString().slice(0, 10)
}
