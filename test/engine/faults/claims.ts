// One of several hands on one queue: takes accounts and writes their intents until none is left, then says how many.
// `node claims.ts FOLDER CONNECTION`. The owner's lock is left out on purpose: it is what would keep the others away.
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { noJournal } from '../../../electron/engine/store/attempt-journal.ts'
import { openDatabaseFile } from '../../../electron/engine/store/database-file.ts'
import { databaseName } from '../../../electron/engine/store/open.ts'
import { createStore } from '../../../electron/engine/store/store.ts'
import { beginAttempt } from '../store/begin-attempt.ts'

export const claimed = z.object({ claims: z.number() })

/** Claims in one transaction, as one turn of a conductor makes them. */
const together = 200

const [, , folder = '', connection = ''] = process.argv

async function claim(told: () => Promise<unknown>): Promise<number> {
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
  // The first turn of each comes in order, so that all take part; from then on all reach for the same queue at once.
  await told()
  turn()
  process.send?.({ claims })
  await told()
  // Between two turns another one may be the quicker.
  while (turn()) await wait(Math.random() * 20)
  await store.lookups.close()
  database.close()
  return claims
}

if (import.meta.main) {
  const told = (): Promise<unknown> => once(process, 'message')
  process.send?.('ready')
  process.send?.({ claims: await claim(told) })
  process.disconnect()
}
