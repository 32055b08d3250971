// Where API keys are held. The engine only asks for them; a host decides whether that is the operating system's safe
// or this process's memory. A key is never in the database, in a log or in an answer.

export type KeySafe = {
  get(connectionId: number): Promise<string | null>
  set(connectionId: number, key: string): Promise<void>
  has(connectionId: number): Promise<boolean>
}

/** Keys for as long as the process lives. */
export function createMemoryKeySafe(): KeySafe {
  const keys = new Map<number, string>()
  return {
    get: (id) => Promise.resolve(keys.get(id) ?? null),
    set: (id, key) => {
      keys.set(id, key)
      return Promise.resolve()
    },
    has: (id) => Promise.resolve(keys.has(id)),
  }
}
