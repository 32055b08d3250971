// One of several hands on one queue: takes accounts and writes their intents until none is left, then says how many.
// `node claims.ts FOLDER CONNECTION`. The owner's lock is left out on purpose: it is what would keep the others away.
import { once } from 'node:events'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { z } from 'zod'
import { databaseName } from '../../../electron/engine/store/open.ts'
import { createStore } from '../../../electron/engine/store/store.ts'

export const claimed = z.object({ claims: z.number() })

/** Claims in one transaction, as one turn of a conductor makes them. */
const together = 100

async function claim(folder: string, connection: number): Promise<number> {
  const database = new Database(join(folder, databaseName), { timeout: 60_000 })
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  const store = createStore({ database, folder, endedCleanly: true, close: () => database.close() })
  let claims = 0
  for (let more = true; more; ) {
    store.sending.together(() => {
      for (let count = 0; count < together && more; count += 1) {
        const id = store.sending.nextQueued(connection, Date.now())
        more = id !== null
        if (id !== null && store.sending.beginAttempt(id, Date.now(), null) !== null) claims += 1
      }
    })
    // Another one's turn.
    await new Promise((resolve) => setImmediate(resolve))
  }
  await store.lookups.close()
  database.close()
  return claims
}

if (import.meta.main) {
  const [, , folder = '', connection = ''] = process.argv
  process.send?.('ready')
  await once(process, 'message')
  process.send?.({ claims: await claim(folder, Number(connection)) })
  process.disconnect()
}
