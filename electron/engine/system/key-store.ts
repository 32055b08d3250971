// Key store: holds API keys and other secrets of connections. The engine only reads them; the host decides whether
// they are in the operating system's keychain or in memory. A secret is never in the database, in a log or in an
// answer.
import { type NetworkSecret, networkSecret } from '../../../shared/sending/network-settings.ts'

export type KeyStore = {
  get(connectionId: number): Promise<string | null>
  /** Null deletes it. */
  set(connectionId: number, key: string | null): Promise<void>
  has(connectionId: number): Promise<boolean>
  /** Other secrets of a connection: the proxy's password, the passphrase of its client certificate. */
  secret(connectionId: number, name: NetworkSecret): Promise<string | null>
  /** Null deletes it. */
  setSecret(connectionId: number, name: NetworkSecret, value: string | null): Promise<void>
  /** Deletes all secrets of a removed connection. */
  forget(connectionId: number): Promise<void>
  /** Of the team's database. */
  teamSecret(name: TeamSecret): Promise<string | null>
  /** Null deletes it. */
  setTeamSecret(name: TeamSecret, value: string | null): Promise<void>
}

/** passphrase: of the client key; copies: of the copies that this desktop keeps in the team's database. */
export const teamSecrets = ['password', 'passphrase', 'copies'] as const
export type TeamSecret = (typeof teamSecrets)[number]

/** Key store in memory, for the life of the process. */
export function createMemoryKeyStore(): KeyStore {
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
    teamSecret: (name) => Promise.resolve(secrets.get(`team ${name}`) ?? null),
    setTeamSecret: (name, value) => {
      if (value === null) secrets.delete(`team ${name}`)
      else secrets.set(`team ${name}`, value)
      return Promise.resolve()
    },
  }
}
