// Hears what other desktops announce: one connection of its own that listens, and that is opened again whenever it
// breaks. What was announced meanwhile is lost, so whoever listens reads the state after each `connected`.
import { Client } from 'pg'
import type { TeamDatabase } from './connect.ts'
import { type TeamTrouble, troubleOf } from './trouble.ts'
import { comesWithin } from './within.ts'

export type Listener = {
  /** Called when announcements arrive, at first and after each break: what was missed has to be read. */
  readonly connected: () => void
  readonly notified: (channel: string, payload: string) => void
  /** Called once for each break, and for each kind of trouble with the next attempts. */
  readonly lost: (trouble: TeamTrouble) => void
  /** Called once for unexpected errors in a row, which are tried again like all others. */
  readonly broke: (error: unknown) => void
}

/** Milliseconds. A connection that carries nothing is noticed after the interval and the time for an answer. */
export type ListenTimes = {
  readonly checkEveryMs: number
  readonly answerMs: number
  readonly retryMs: number
}

const usualTimes: ListenTimes = { checkEveryMs: 2000, answerMs: 2000, retryMs: 250 }

/** Channel names are ours: letters and underscores. Returns the function that ends it. */
export function listen(
  database: TeamDatabase,
  channels: readonly string[],
  listener: Listener,
  times: ListenTimes = usualTimes,
): () => Promise<void> {
  let ended = false
  let lastKind: string | null = null
  const stop = Promise.withResolvers<undefined>()

  function report(error: unknown): void {
    const trouble = knownTrouble(error)
    const kind = trouble?.kind ?? 'unexpected'
    if (kind === lastKind) return
    lastKind = kind
    if (trouble === null) listener.broke(error)
    else listener.lost(trouble)
  }

  function knownTrouble(error: unknown): TeamTrouble | null {
    try {
      return troubleOf(error, 'connect', database.address)
    } catch {
      return null
    }
  }

  /** Resolves when the connection has broken or the listening has ended. */
  async function connectOnce(): Promise<void> {
    const client = new Client({ ...database.connection, query_timeout: times.answerMs })
    const broken = Promise.withResolvers<undefined>()
    client.on('error', () => broken.resolve(undefined))
    client.on('end', () => broken.resolve(undefined))
    client.on('notification', ({ channel, payload = '' }) => listener.notified(channel, payload))
    try {
      await client.connect()
      await database.verify(client)
      await client.query(channels.map((channel) => `LISTEN ${client.escapeIdentifier(channel)}`).join(';'))
      lastKind = null
      if (!ended) listener.connected()
      while (!ended && !(await comesWithin([broken.promise, stop.promise], times.checkEveryMs)))
        await client.query('SELECT 1')
      if (!ended) throw new Error('Connection terminated')
    } finally {
      await comesWithin([client.end()], times.answerMs)
    }
  }

  const work = (async () => {
    while (!ended) {
      try {
        await connectOnce()
      } catch (error) {
        if (!ended) report(error)
      }
      if (!ended) await comesWithin([stop.promise], times.retryMs)
    }
  })()
  return async () => {
    ended = true
    stop.resolve(undefined)
    await work
  }
}
