// Limits connections that have not shown a token. Any user of this machine may open them, so their number and their
// time are limited: the oldest is closed for a new one, and a person's own window always gets in.
import type { Duplex } from 'node:stream'

export const mostUnknown = 256
export const longestUnknownMs = 30_000

export type UnknownConnections = ReturnType<typeof createUnknownConnections>

export function createUnknownConnections() {
  const unknown = new Map<Duplex, NodeJS.Timeout>()

  function forget(socket: Duplex): void {
    clearTimeout(unknown.get(socket))
    unknown.delete(socket)
  }

  return {
    add(socket: Duplex): void {
      unknown.set(
        socket,
        setTimeout(() => socket.destroy(), longestUnknownMs),
      )
      socket.once('close', () => forget(socket))
      const [oldest] = unknown.keys()
      if (unknown.size > mostUnknown) oldest?.destroy()
    },
    /** It has shown a token. */
    known: forget,
  }
}
