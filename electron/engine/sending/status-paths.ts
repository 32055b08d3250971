// Renews the status paths of a connection's accounts after its setting changed; otherwise they would be read at the
// old path forever. Runs in pages in the background, and goes on after a restart.
import { yieldToEventLoop } from '../system/yield.ts'
import { statusPath } from '../../../shared/payload/identity.ts'
import type { Clock } from '../system/clock.ts'
import type { Store } from '../store/store.ts'

export type StatusPaths = ReturnType<typeof createStatusPaths>

const setting = 'status_paths_to_renew'

export function createStatusPaths(options: {
  readonly store: Store
  readonly clock: Clock
  readonly changed: (batch: number) => void
  /** Called when there may be statuses to read. */
  readonly wake: (connection: number) => void
  /** Runs work in the background: waits while the disk refuses writes, and reports other errors. */
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
      for (let after: number | null = -1; after !== null; await yieldToEventLoop()) {
        if (ended) return false
        const page = store.processing.pathsAfter(batch.id, after)
        store.processing.setPaths(
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
      // The setting changed again meanwhile: start over.
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
    /** Call when the connection's status path has changed. */
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
