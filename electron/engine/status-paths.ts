// When the status path of a connection is changed, its accounts get theirs anew, or those that are watched would be asked
// for at the old one for ever. In pages, in the background, and taken up by the next start where an end came between.
import { setImmediate as breathe } from 'node:timers/promises'
import { statusPath } from '../../shared/identity.ts'
import type { Clock } from './clock.ts'
import type { Store } from './store/store.ts'

export type StatusPaths = ReturnType<typeof createStatusPaths>

const setting = 'status_paths_to_renew'

export function createStatusPaths(options: {
  readonly store: Store
  readonly clock: Clock
  readonly changed: (batch: number) => void
  /** There may be statuses to read. */
  readonly wake: (connection: number) => void
  /** Does it however long the disk refuses it; what ends it otherwise is told. */
  readonly aside: (work: () => Promise<void>) => Promise<void>
}) {
  const { store, clock, changed, wake, aside } = options
  const waiting = new Set<number>(
    (store.settings.get(setting) ?? '')
      .split(' ')
      .filter((text) => text !== '')
      .map(Number),
  )
  let working: Promise<void> | null = null
  let ended = false

  function keep(): void {
    store.settings.set(setting, [...waiting].join(' '))
  }

  async function renew(connection: number): Promise<boolean> {
    const template = store.connections.get(connection)?.settings.statusPath ?? null
    for (const batch of store.batches.all()) {
      if (batch.connectionId !== connection) continue
      for (let after: number | null = -1; after !== null; await breathe()) {
        if (ended) return false
        const page = store.watching.pathsAfter(batch.id, after)
        store.watching.setPaths(
          page.flatMap(({ id, path, body }) => {
            const made = template === null ? null : statusPath(template, JSON.parse(body.toString('utf8')))
            const now = made?.ok === true ? made.path : null
            return now === path ? [] : [{ id, path: now }]
          }),
          clock.now(),
        )
        after = page.at(-1)?.position ?? null
      }
      changed(batch.id)
    }
    return true
  }

  async function work(): Promise<void> {
    for (let [connection] = waiting; connection !== undefined && !ended; [connection] = waiting) {
      const template = store.connections.get(connection)?.settings.statusPath
      if (!(await renew(connection))) return
      // Changed once more meanwhile: all of it anew.
      if (template !== store.connections.get(connection)?.settings.statusPath) continue
      waiting.delete(connection)
      keep()
      wake(connection)
    }
  }

  function start(): void {
    working ??= aside(work).finally(() => {
      working = null
    })
  }

  return {
    /** The status path of this connection is another one now. */
    renew(connection: number): void {
      waiting.add(connection)
      keep()
      start()
    },
    resume: start,
    async close(): Promise<void> {
      ended = true
      await working
    },
  }
}
