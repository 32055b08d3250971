// Where API keys and the other secrets of connections are held. The engine only asks for them; a host decides whether
// that is the operating system's safe or this process's memory. A secret is never in the database, in a log or in an answer.
import { type NetworkSecret, networkSecret } from '../../shared/network-settings.ts'

export type KeySafe = {
  get(connectionId: number): Promise<string | null>
  /** Null forgets it. */
  set(connectionId: number, key: string | null): Promise<void>
  has(connectionId: number): Promise<boolean>
  /** What a connection needs beside its key: the proxy's password, the passphrase of its client certificate. */
  secret(connectionId: number, name: NetworkSecret): Promise<string | null>
  /** Null forgets it. */
  setSecret(connectionId: number, name: NetworkSecret, value: string | null): Promise<void>
  /** Forgets all of a connection that is no more. */
  forget(connectionId: number): Promise<void>
}

/** Keys for as long as the process lives. */
export function createMemoryKeySafe(): KeySafe {
  const keys = new Map<number, string>()
  const secrets = new Map<string, string>()
  return {
    get: (id) => Promise.resolve(keys.get(id) ?? null),
    set: (id, key) => {
      if (key === null) keys.delete(id)
      else keys.set(id, key)
      return Promise.resolve()
    },
    has: (id) => Promise.resolve(keys.has(id)),
    secret: (id, name) => Promise.resolve(secrets.get(`${id} ${name}`) ?? null),
    setSecret: (id, name, value) => {
      if (value === null) secrets.delete(`${id} ${name}`)
      else secrets.set(`${id} ${name}`, value)
      return Promise.resolve()
    },
    forget: (id) => {
      keys.delete(id)
      for (const name of networkSecret.options) secrets.delete(`${id} ${name}`)
      return Promise.resolve()
    },
  }
}
