// Cancels queued accounts. The decision is written first, and from then on none of the accounts is sent. The cancel
// runs in pieces and resumes at the next start (see releasing.ts). Cancelled accounts leave their wave, and the
// next wave waits for a person.
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
    /** Records that all queued accounts, or those of one supplier, are cancelled. Ends an incomplete release. */
    begin: database.transaction((batch: number, supplier: string, now: number) => {
      releasing.endAll(batch, now)
      waitForPerson.run(batch)
      insertTaking.run(batch, supplier)
    }).immediate,
    /** Cancels up to `limit` of them; `taken` counts all so far, `whole` is true if none is left. */
    piece: database.transaction(
      (
        batch: number,
        supplier: string,
        limit: number,
        now: number,
      ): { readonly taken: number; readonly whole: boolean } => {
        const { changes } =
          supplier === '' ? takeAll.run({ batch, limit }) : takeLane.run({ batch, supplier, limit })
        // Undefined: it was requested twice, and the first request has finished it.
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
    /** Recorded and unfinished ones. */
    unfinished(): { readonly batch: number; readonly supplier: string }[] {
      return selectTaking.all() as { batch: number; supplier: string }[]
    },
    /** Cancels those of these accounts that are queued; returns their number. */
    these: database.transaction((batch: number, ids: readonly number[], now: number): number => {
      const { changes } = takeThese.run({ batch, ids: JSON.stringify(ids) })
      if (changes === 0) return 0
      waitForPerson.run(batch)
      accounts.addEvent(now, batch, null, 'cancelled', { cancelled: changes })
      return changes
    }).immediate,
  }
}
