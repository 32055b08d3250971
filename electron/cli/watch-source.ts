// Where `watch` looks from. On a folder that nobody uses: an engine of its own that reads statuses and does nothing else.
// On a folder that a window or another command has open: beside it, without its lock; then the owner reads the statuses.
import type { BatchView } from '../../shared/contract.ts'
import { lookBeside, workspaceIsOwned } from '../engine/beside.ts'
import { exitCodes, orInterrupted, Refusal } from './exit.ts'
import { createRates } from './rates.ts'
import { giveSecrets } from './network-options.ts'
import { testConnection } from './run-command.ts'
import { openSession } from './session.ts'
import { onItsWay, type Watched } from './watch-lines.ts'

export type WatchSource = {
  /** own: statuses are read from here. beside: the owner of the folder reads them. */
  readonly kind: 'own' | 'beside'
  look(): Promise<Watched[]>
  /** Of a source beside an owner: whether it is still there. */
  hasOwner(): boolean
  close(): Promise<void>
}

/** How often the oldest account of a batch is looked for, in milliseconds: that reads all that are on their way. */
const oldestEvery = 5000

export function isOwned(folder: string): boolean {
  return workspaceIsOwned(folder)
}

export function besideOwner(folder: string): WatchSource {
  const opened = lookBeside(folder)
  if (!opened.ok) throw new Refusal(opened.failure.message, exitCodes.input)
  const beside = opened.value
  const rates = createRates()
  const oldest = createOldest((batch) => {
    const since = beside.oldestSince(batch)
    return Promise.resolve(since.ok ? since.value : null)
  })
  return {
    kind: 'beside',
    async look() {
      const views = beside.views()
      if (!views.ok) throw new Refusal(views.failure.message, exitCodes.input)
      const now = performance.now()
      return Promise.all(
        views.value.map(async (view) => ({
          view,
          oldestSince: await oldest(view),
          // The owner's measurements are in its memory: here only what the looks themselves saw.
          left: rates.left(view.id, view.states.settled, onItsWay(view), now),
          readable: true,
        })),
      )
    },
    hasOwner: () => isOwned(folder),
    close() {
      beside.close()
      return Promise.resolve()
    },
  }
}

/** `key` opens every connection that has something to watch; a wrong one is told before anything is read. */
export async function ownReading(
  folder: string,
  key: string,
  isWanted: (view: BatchView) => boolean,
  signal: AbortSignal,
): Promise<WatchSource> {
  const session = await openSession(folder, { readsOnly: true })
  const { client } = session
  const unreadable = new Set<number>()
  try {
    for (const { id, settings } of await client.connections.list())
      if (settings.statusPath === null) unreadable.add(id)
    const views = (await client.batches.list()).filter(isWanted)
    const connections = new Set(views.flatMap(({ connection }) => connection?.id ?? []))
    for (const id of connections) {
      // As the newest of its runs was told to.
      const changes = views.findLast(({ connection }) => connection?.id === id)?.runSettings ?? {}
      await client.connections.forRun({ id, changes })
      await giveSecrets(client, id, {})
      await client.connections.setKey({ id, key })
      await orInterrupted(signal, testConnection(client, id))
    }
  } catch (error) {
    await session.close()
    throw error
  }
  const oldest = createOldest(
    async (batch) => (await client.batches.serviceWords({ batch })).oldest?.since ?? null,
  )
  return {
    kind: 'own',
    async look() {
      const views = await client.batches.list()
      return Promise.all(
        views.map(async (view) => ({
          view,
          oldestSince: await oldest(view),
          left: view.sending.pace.settlingLeft,
          readable: !unreadable.has(view.connection?.id ?? 0),
        })),
      )
    },
    hasOwner: () => true,
    close: session.close,
  }
}

function createOldest(find: (batch: number) => Promise<number | null>) {
  const known = new Map<number, { readonly at: number; readonly since: number | null }>()
  return async (view: BatchView): Promise<number | null> => {
    if (view.states.unconfirmed + view.states.watching === 0) return null
    const before = known.get(view.id)
    if (before !== undefined && performance.now() - before.at < oldestEvery) return before.since
    const since = await find(view.id)
    known.set(view.id, { at: performance.now(), since })
    return since
  }
}
