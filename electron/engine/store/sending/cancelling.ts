// Cancels queued accounts. The cancellation is recorded first, and nothing of it is sent from then on; it runs in
// pieces, and the next start continues it (see releasing.ts). A cancelled account leaves its wave, and the next wave
// waits for a person.
import type { Database } from 'better-sqlite3'
import type { AccountStore } from '../accounts/accounts.ts'
import type { ReleasingStore } from './releasing.ts'

export type CancellingStore = ReturnType<typeof createCancellingStore>

export function createCancellingStore(
  database: Database,
  accounts: AccountStore,
  releasing: Pick<ReleasingStore, 'endAll'>,
) {
  const waitForPerson = database.prepare('UPDATE wave SET may_follow = 0 WHERE batch_id = ?')
  const insertTaking = database.prepare('INSERT OR IGNORE INTO cancelling (batch_id, supplier) VALUES (?, ?)')
  const addTaken = database
    .prepare(
      'UPDATE cancelling SET taken = taken + @taken WHERE batch_id = @batch AND supplier = @supplier RETURNING taken',
    )
    .pluck()
  const deleteTaking = database.prepare('DELETE FROM cancelling WHERE batch_id = ? AND supplier = ?')
  const selectTaking = database.prepare('SELECT batch_id AS batch, supplier FROM cancelling ORDER BY 1, 2')
  const back = `UPDATE account SET state = 'validated', wave = NULL, counted = NULL, since = NULL, due_at = 0, tries = 0`
  const takeAll = database.prepare(
    `${back} WHERE id IN (SELECT id FROM account WHERE batch_id = @batch AND state = 'queued' LIMIT @limit)`,
  )
  const takeLane = database.prepare(
    `${back} WHERE id IN (SELECT id FROM account WHERE batch_id = @batch AND state = 'queued'
       AND ifnull(supplier, '') = @supplier LIMIT @limit)`,
  )
  const takeThese = database.prepare(
    `${back} WHERE batch_id = @batch AND state = 'queued' AND id IN (SELECT value FROM json_each(@ids))`,
  )

  return {
    /** Writes down that all that is queued, or one supplier's, is cancelled. A release that is not whole ends with it. */
    begin: database.transaction((batch: number, supplier: string, now: number) => {
      releasing.endAll(batch, now)
      waitForPerson.run(batch)
      insertTaking.run(batch, supplier)
    }).immediate,
    /** Takes up to `limit` back; `taken` counts all of it so far, `whole` says that none is left. */
    piece: database.transaction(
      (
        batch: number,
        supplier: string,
        limit: number,
        now: number,
      ): { readonly taken: number; readonly whole: boolean } => {
        const { changes } =
          supplier === '' ? takeAll.run({ batch, limit }) : takeLane.run({ batch, supplier, limit })
        // Undefined: it was asked for twice, and the first has carried it out.
        const taken = addTaken.get({ batch, supplier, taken: changes }) as number | undefined
        if (taken === undefined) return { taken: changes, whole: changes < limit }
        const whole = changes < limit
        if (whole) {
          const detail = supplier === '' ? { cancelled: taken } : { cancelled: taken, supplier }
          accounts.addEvent(now, batch, null, 'cancelled', detail)
          deleteTaking.run(batch, supplier)
        }
        return { taken, whole }
      },
    ).immediate,
    /** Those that are written down and not whole. */
    unfinished(): { readonly batch: number; readonly supplier: string }[] {
      return selectTaking.all() as { batch: number; supplier: string }[]
    },
    /** Takes these accounts back where they are queued; answers how many. */
    these: database.transaction((batch: number, ids: readonly number[], now: number): number => {
      const { changes } = takeThese.run({ batch, ids: JSON.stringify(ids) })
      if (changes === 0) return 0
      waitForPerson.run(batch)
      accounts.addEvent(now, batch, null, 'cancelled', { cancelled: changes })
      return changes
    }).immediate,
  }
}
