// One of several processes that claim from one queue: claims accounts and writes their intents until none is left,
// then prints how many. `node claims.ts FOLDER CONNECTION`. It leaves out the owner's lock on purpose, because the
// lock would keep the other processes away.
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { noJournal } from '../../../electron/engine/store/sending/attempts/attempt-journal.ts'
import { databaseName, openDatabaseFile } from '../../../electron/engine/store/database/database-file.ts'
import { createStore } from '../../../electron/engine/store/store.ts'
import { beginAttempt } from '../store/begin-attempt.ts'

export const claimed = z.object({ claims: z.number() })

/** Claims in one transaction, as one turn of a scheduler makes them. */
const together = 200

const [, , folder = '', connection = ''] = process.argv

async function claim(reported: () => Promise<unknown>): Promise<number> {
  const database = openDatabaseFile(join(folder, databaseName), { timeout: 120_000 })
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  const store = createStore({
    database,
    folder,
    journal: noJournal,
    doubted: null,
    endedCleanly: true,
    damaged: (what) => {
      throw new Error(what)
    },
    close: () => database.close(),
  })
  let claims = 0
  const turn = (): boolean =>
    store.sending.together(() => {
      for (let count = 0; count < together; count += 1) {
        const id = store.sending.nextQueued(Number(connection), Date.now())
        if (id === null) return false
        if (beginAttempt(store, id, Date.now(), null) !== null) claims += 1
      }
      return true
    })
  // The first turns come in order, so that all take part; from then on all compete for the same queue.
  await reported()
  turn()
  process.send?.({ claims })
  await reported()
  // Between two turns another process may be faster.
  while (turn()) await wait(Math.random() * 20)
  await store.lookups.close()
  database.close()
  return claims
}

if (import.meta.main) {
  const reported = (): Promise<unknown> => once(process, 'message')
  process.send?.('ready')
  process.send?.({ claims: await claim(reported) })
  process.disconnect()
}
