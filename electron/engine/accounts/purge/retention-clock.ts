// Purges the finished batches of each connection when its retention period is over, and the copies and uploads of the data
// folder that are as old: looks at the start, when the data folder is known to be intact, and then once an hour. It also
// goes on with purges that could not be completed.
import type { Store } from '../../store/store.ts'
import type { Clock } from '../../system/clock.ts'
import type { Result } from '../../system/failure.ts'
import type { Purge } from './purge.ts'

const lookEvery = 60 * 60_000

export type RetentionClock = { stop(): void }

export function keepRetention(options: {
  readonly store: Pick<Store, 'connections' | 'purges'>
  readonly clock: Clock
  readonly purge: Purge
  /** Resolves when it is known whether the data folder is intact. */
  readonly known: Promise<Result<void>>
  /** True while the database may be damaged. */
  readonly isDoubtful: () => boolean
  /** Does work that nobody waits for, as soon as the disk takes writes. */
  readonly aside: (work: () => Promise<void>) => unknown
}): RetentionClock {
  const { store, clock, purge, isDoubtful, aside } = options
  let cancel = (): void => undefined
  let isStopped = false

  async function purgeDue(): Promise<void> {
    if (isStopped || isDoubtful()) return
    purge.goOn()
    for (const connection of store.connections.all()) {
      const days = store.purges.retention(connection.id)
      if (days === null) continue
      const areFilesDue = await purge.areFilesDue(connection.id, days)
      if (isStopped || isDoubtful()) return
      purge.keepPeriod(connection, days, areFilesDue)
    }
  }
  function look(): void {
    if (isStopped) return
    cancel = clock.after(lookEvery, look)
    aside(purgeDue)
  }
  void options.known.then(look)

  return {
    stop() {
      isStopped = true
      cancel()
    },
  }
}
