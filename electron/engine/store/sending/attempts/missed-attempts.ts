// Accounts that were sent according to the attempt journal but not according to the database. Each is looked up at
// the service before it is sent, also if its file is loaded only later. The service's answer removes the mark.
import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import { serviceAt } from '../../../../../shared/sending/connection.ts'
import type { Account } from '../../accounts/account-row.ts'
import type { AccountStore } from '../../accounts/accounts.ts'
import type { AttemptJournal } from './attempt-journal.ts'

const address = z.object({ baseUrl: z.string() })

export type MissedAttempts = ReturnType<typeof createMissedAttempts>

export function createMissedAttempts(database: Database, accounts: AccountStore, journal: AttemptJournal) {
  const selectAny = database.prepare('SELECT EXISTS (SELECT 1 FROM missed_attempt)').pluck()
  const selectOne = database.prepare('SELECT 1 FROM missed_attempt WHERE account = ?').pluck()
  const deleteOne = database.prepare('DELETE FROM missed_attempt WHERE account = ?')
  const selectSettings = database.prepare('SELECT settings FROM connection WHERE id = ?').pluck()
  const services = new Map<number, { readonly settings: string; readonly service: string }>()
  /** None is added while a workspace is open. */
  const hasAny = selectAny.get() === 1

  /** Asked several times for each account that is sent. */
  function serviceOf(connection: number): string {
    const settings = selectSettings.get(connection) as string
    const known = services.get(connection)
    if (known?.settings === settings) return known.service
    const service = serviceAt(address.parse(JSON.parse(settings)).baseUrl)
    services.set(connection, { settings, service })
    return service
  }

  type Named = Pick<Account, 'connection_id' | 'identity'>
  function hashOf({ connection_id: connection, identity }: Named): Buffer | null {
    return connection === null || identity === null ? null : journal.hashOf(serviceOf(connection), identity)
  }

  return {
    serviceOf,
    /** Removes a missed account from the queue, so that its status is read first. False if it was not missed. */
    looksUpFirst(account: Account, now: number): boolean {
      if (!hasAny) return false
      const hash = hashOf(account)
      if (hash === null || selectOne.get(hash) === undefined) return false
      accounts.move(account.id, 'queued', 'unconfirmed', {
        doubt: 1,
        due_at: now,
        since: now,
        tries: 0,
        not_found_at: null,
      })
      return true
    },
    /** The service, or a person, has determined its state. Runs in the caller's transaction. */
    lookedUp(account: Named): void {
      if (!hasAny) return
      const hash = hashOf(account)
      if (hash !== null) deleteOne.run(hash)
    },
  }
}
