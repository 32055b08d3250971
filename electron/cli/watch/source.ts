// Data source of `watch`: an engine on the data folder that only reads statuses. It refuses a folder that another
// process has open.
import type { BatchView } from '../../../shared/contract/contract.ts'
import { orInterrupted } from '../terminal/exit.ts'
import type { Invocation } from '../terminal/invocation.ts'
import { giveSecrets } from '../options/network.ts'
import { testConnection } from '../run/run.ts'
import { openSession, type Session } from '../data-folder/session.ts'
import type { Watched } from './lines.ts'

export type WatchSource = {
  look(): Promise<Watched[]>
  close(): Promise<void>
}

/** How often the oldest account of a batch is looked up, in milliseconds: that reads all that are in progress. */
const oldestEvery = 5000

/** Reads what is stored. Without keys nothing is asked of the service. */
export async function openStored(folder: string, invocation: Invocation): Promise<WatchSource> {
  return sourceOf(await openSession(folder, invocation, { readsOnly: true }), new Set())
}

/** `key` opens every connection with accounts to watch. A wrong key is reported before anything is read. */
export async function openReading(
  folder: string,
  key: string,
  isWanted: (view: BatchView) => boolean,
  invocation: Invocation,
): Promise<WatchSource> {
  const session = await openSession(folder, invocation, { readsOnly: true })
  const { client } = session
  const unreadable = new Set<number>()
  try {
    for (const { id, settings } of await client.connections.list())
      if (settings.statusPath === null) unreadable.add(id)
    const views = (await client.batches.list()).filter(isWanted)
    const connections = new Set(views.flatMap(({ connection }) => connection?.id ?? []))
    for (const id of connections) {
      // The settings of its newest run.
      const changes = views.findLast(({ connection }) => connection?.id === id)?.runSettings ?? {}
      await client.connections.forRun({ id, changes })
      await giveSecrets(session, id, {})
      await client.connections.setKey({ id, key })
      await orInterrupted(invocation.signal, testConnection(client, id))
    }
  } catch (error) {
    await session.close()
    throw error
  }
  return sourceOf(session, unreadable)
}

function sourceOf({ client, close }: Session, unreadable: ReadonlySet<number>): WatchSource {
  const oldest = createOldest(
    async (batch) => (await client.batches.serviceWords({ batch })).oldest?.since ?? null,
  )
  return {
    async look() {
      const views = await client.batches.list()
      return Promise.all(
        views.map(async (view) => ({
          view,
          oldestSince: await oldest(view),
          left: view.sending.pace.finishingLeft,
          readable: !unreadable.has(view.connection?.id ?? 0),
        })),
      )
    },
    close,
  }
}

function createOldest(find: (batch: number) => Promise<number | null>) {
  const known = new Map<number, { readonly at: number; readonly since: number | null }>()
  return async (view: BatchView): Promise<number | null> => {
    if (view.states.unconfirmed + view.states.processing === 0) return null
    const before = known.get(view.id)
    if (before !== undefined && performance.now() - before.at < oldestEvery) return before.since
    const since = await find(view.id)
    known.set(view.id, { at: performance.now(), since })
    return since
  }
}
