// Answers in the place of the service's own: a gateway's page, a captive portal, JSON of another shape. One in the middle is
// asked again after a wait that grows; only where they persist is the connection paused. What came during such a wait was
// under way together with the one before, and counts with it. In memory: a restart counts anew.
import type { Clock } from '../clock.ts'

export type StrayRoute = 'validate' | 'create' | 'token'
export type Persists = { readonly times: number; readonly seconds: number }

export function createStrayAnswers(options: {
  readonly clock: Clock
  readonly random: () => number
  /** So many in a row persist. */
  readonly most: number
  readonly coolDown: (ms: number) => void
}) {
  const { clock, random, most, coolDown } = options
  const rows = new Map<StrayRoute, { times: number; readonly since: number; until: number }>()
  const answered = new Set<StrayRoute>()

  return {
    /** Null: to be asked again. */
    came(route: StrayRoute): Persists | null {
      const now = clock.monotonic()
      const row = rows.get(route) ?? { times: 0, since: now, until: now }
      if (now < row.until) return null
      row.times += 1
      if (row.times >= most) {
        rows.delete(route)
        return { times: row.times, seconds: Math.round((now - row.since) / 1000) }
      }
      const wait = Math.round((1 + random()) * 1000 * 2 ** (row.times - 1))
      row.until = now + wait
      rows.set(route, row)
      coolDown(wait)
      return null
    },
    /** The service itself answered. */
    proper(route: StrayRoute): void {
      rows.delete(route)
      answered.add(route)
    },
    /** The service itself has answered there since the start: its address is right. */
    hasAnswered: (route: StrayRoute): boolean => answered.has(route),
  }
}

/** For the sentence of a pause. */
export function persistsWords({ times, seconds }: Persists): string {
  return `${times} times in a row over ${seconds} s: `
}
