// Detects that statuses are answered by something other than the service: an HTML page, a redirect, a malformed
// record. The fault is in the address and not in the accounts, so it is reported once per connection. Until a proper
// answer comes, only one account at a time is read, with growing waits. Creates go on, because their address may be
// right.
import type { Clock } from '../../system/clock.ts'
import { backoff } from '../limits/backoff.ts'
import type { Said } from '../../../../shared/texts/message.ts'

export type ReadTrouble = {
  readonly since: number
  readonly httpStatus: number
  /** For a person: what answered, and what to check. */
  readonly message: Said
}

/** One such answer may be one account's fault; this many in a row are the address's. */
const pagesInARow = 3

export function createReadTrouble(options: {
  readonly clock: Clock
  readonly random: () => number
  /** Called with the trouble, and with null when statuses can be read again. */
  readonly notifyTrouble: (trouble: ReadTrouble | null) => void
}) {
  const { clock, random, notifyTrouble } = options
  let pages = 0
  let isNotified = false
  let probeAt = Number.NEGATIVE_INFINITY

  return {
    page(httpStatus: number, message: Said): void {
      pages += 1
      if (pages < pagesInARow) return
      probeAt = clock.monotonic() + backoff(pages, random)
      if (isNotified) return
      isNotified = true
      notifyTrouble({ since: clock.now(), httpStatus, message })
    },
    proper(): void {
      pages = 0
      probeAt = Number.NEGATIVE_INFINITY
      if (isNotified) notifyTrouble(null)
      isNotified = false
    },
    /** Milliseconds until the next account may be read; 0: now; null: only after the request under way is answered. */
    wait(underWay: number): number | null {
      if (!isNotified) return 0
      return underWay > 0 ? null : Math.max(0, probeAt - clock.monotonic())
    },
  }
}
