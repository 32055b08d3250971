// Recovery at the start: accounts that were in flight become unconfirmed, and after an unclean end sending is paused.
import { quietTime } from '../../../../shared/sending/connection.ts'
import type { StoredConnection } from '../../store/sending/connections.ts'
import type { ConnectionManagerOptions } from './run-connection.ts'
import type { Store } from '../../store/store.ts'
import { message } from '../../../../shared/texts/message.ts'

/**
 * At start: accounts that were in flight become unconfirmed. After an unclean end, sending is paused on every
 * connection that has something to send or to confirm; statuses are still read.
 */
export function recoverConnections(
  { store, clock }: Pick<ConnectionManagerOptions, 'store' | 'clock'>,
  endedCleanly: boolean,
): { readonly foundInFlight: number; readonly quarantined: number } {
  const now = clock.now()
  const found = store.sending.recover(now)
  if (!endedCleanly) for (const connection of store.connections.all()) pauseAfterCrash(store, connection, now)
  return { foundInFlight: found.unconfirmed, quarantined: found.quarantined }
}

function pauseAfterCrash(store: Store, connection: StoredConnection, now: number): void {
  if (connection.settings.limits.resumeAfterCrash) return
  const unconfirmed = store.sending.countInState(connection.id, 'unconfirmed')
  const queued = store.sending.countInState(connection.id, 'queued')
  // An unfinished release queues the rest of its wave by itself, and a release plan queues the next wave.
  const goesOn =
    store.waves.mayFollow(connection.id) ||
    store.jobs.ofKind('release').some((release) => release.connection === connection.id)
  if (unconfirmed + queued === 0 && !goesOn) return
  const seconds = Math.round(quietTime(connection.settings.limits) / 1000)
  store.connections.pause({
    connectionId: connection.id,
    supplier: '',
    reason: 'after_crash',
    code: null,
    message: message('sending.after_crash', {
      unconfirmed,
      queued,
      follows: goesOn ? 'yes' : 'no',
      seconds,
    }),
    since: now,
  })
}
