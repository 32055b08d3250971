// Counts stray answers, which did not come from the service: a gateway's page, a captive portal, JSON of another
// shape. A single one is retried after a growing wait; only if they persist is the connection paused. Answers that
// arrive during the wait were under way together with the last one and count with it. Kept in memory: a restart
// counts again.
import type { Clock } from '../../system/clock.ts'
import { message, type Said } from '../../../../shared/texts/message.ts'

export type StrayRoute = 'validate' | 'create' | 'token'
export type PersistentStray = { readonly times: number; readonly seconds: number }

export function createStrayAnswers(options: {
  readonly clock: Clock
  readonly random: () => number
  /** This many in a row persist. */
  readonly most: number
  readonly coolDown: (ms: number) => void
}) {
  const { clock, random, most, coolDown } = options
  const rows = new Map<StrayRoute, { times: number; readonly since: number; until: number }>()
  const answered = new Set<StrayRoute>()

  return {
    /** Counts one stray answer; null: retry. */
    countStray(route: StrayRoute): PersistentStray | null {
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
    /** The service itself answered: resets the count. */
    noteProperAnswer(route: StrayRoute): void {
      rows.delete(route)
      answered.add(route)
    },
    /** True if the service has answered on this route since the start: its address is right. */
    hasAnswered: (route: StrayRoute): boolean => answered.has(route),
  }
}

/** The message of a pause, with how often and for how long it came. */
export function persistenceText({ times, seconds }: PersistentStray, why: Said): Said {
  return message('service.times_in_a_row', { times, seconds, why })
}
