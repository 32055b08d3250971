// What answers statuses is not the service: an HTML page, a redirect, a record that is none. That is about the address
// and not about the accounts, so it is told once for the connection, and until a proper answer comes only one account at
// a time is asked, ever more seldom. Creates go on: their address may be right.
import type { Clock } from '../clock.ts'
import { backoff } from './backoff.ts'

export type ReadTrouble = {
  readonly since: number
  readonly httpStatus: number
  /** For a person: what answered, and what to check. */
  readonly message: string
}

/** One page may be one account's; this many in a row are everybody's. */
const pagesInARow = 3

export function createReadTrouble(options: {
  readonly clock: Clock
  readonly random: () => number
  /** Null: statuses can be read again. */
  readonly tell: (trouble: ReadTrouble | null) => void
}) {
  const { clock, random, tell } = options
  let pages = 0
  let told = false
  let probeAt = Number.NEGATIVE_INFINITY

  return {
    page(httpStatus: number, message: string): void {
      pages += 1
      if (pages < pagesInARow) return
      probeAt = clock.monotonic() + backoff(pages, random)
      if (told) return
      told = true
      tell({ since: clock.now(), httpStatus, message })
    },
    proper(): void {
      pages = 0
      probeAt = Number.NEGATIVE_INFINITY
      if (told) tell(null)
      told = false
    },
    /** Milliseconds until the next account may be asked, 0 where it may now; null: not before the one under way is answered. */
    wait(underWay: number): number | null {
      if (!told) return 0
      return underWay > 0 ? null : Math.max(0, probeAt - clock.monotonic())
    },
  }
}
