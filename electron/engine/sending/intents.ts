// Intents: attempts that are written but not yet sent. A few are kept ready, so that a freed slot is used at once
// while the answer that freed it is still being written. An intent that may not be sent after all goes back into the
// queue, and its attempt is closed as not sent.
//
// queued ──prepare──▶ sending, intent committed ──take──▶ POST
//    ▲                          │
//    └────────withdraw──────────┘
import type { PreparedIntents } from './group-commit.ts'
import type { Revalidate } from './revalidate.ts'
import type { Account } from '../store/accounts/account-row.ts'
import type { Attempt } from '../store/sending/sending.ts'
import type { Store } from '../store/store.ts'

export type Intent = { readonly attempt: Attempt; readonly before: Account }

/** Most queries of the queue per commit; each asks for at most as many accounts as are missing. */
const mostRounds = 10

export type Intents = ReturnType<typeof createIntents>

/** `validatedFirst` tells which accounts must be revalidated before sending, and for which that is under way. */
export function createIntents(
  store: Store,
  connectionId: number,
  validatedFirst: Pick<Revalidate, 'isDue' | 'underWay'>,
) {
  let ready: Intent[] = []
  let waitsForValidation = false
  /** Intents found barred from sending during the last commit, and the database's change counter at that time. */
  let lookedUp: { readonly barred: readonly Intent[]; readonly changes: number } = { barred: [], changes: -1 }

  const isFree = ({ attempt }: Intent): boolean => store.sending.maySend(attempt.accountId)
  /** Checked just before sending. Queries the store only if anything was written since `lookedUp`. */
  const maySend = (intent: Intent): boolean =>
    store.sending.changes() === lookedUp.changes ? !lookedUp.barred.includes(intent) : isFree(intent)

  /** Puts unsent intents back, in the caller's transaction. */
  function undo(intents: readonly Intent[], now: number): void {
    for (const { attempt, before } of intents)
      store.sending.withdrawAttempt(attempt, before.first_sent_at, now)
  }

  return {
    get ready() {
      return ready.length
    },
    /** True if, when intents were last written, the first queued account had to be revalidated. */
    get waitsForValidation() {
      return waitsForValidation
    },
    /**
     * Writes intents of queued accounts until `wanted` are ready, in the caller's transaction; null if none was
     * written. They become ready after the commit (`go`).
     */
    prepare(now: number, skewMs: number | null, wanted: number): PreparedIntents | null {
      const written: Intent[] = []
      waitsForValidation = false
      // Skipped accounts make room for those behind them, so the queue is asked again for the missing number.
      for (let round = 0, isMore = true; round < mostRounds && isMore && !waitsForValidation; round += 1) {
        const missing = wanted - ready.length - written.length
        const ids =
          missing <= 0 ? [] : store.sending.queuedNow(connectionId, now, missing, validatedFirst.underWay)
        isMore = ids.length > 0 && ids.length === missing
        for (const id of ids) {
          const before = store.accounts.get(id)
          // It must be validated first, which needs a slot.
          waitsForValidation = validatedFirst.isDue(before, now)
          if (waitsForValidation) break
          if (
            store.sending.missed.looksUpFirst(before, now) ||
            store.releasing.isDeferredForOther(before, now)
          )
            continue
          const attempt = store.sending.begin(before, now, skewMs)
          // Null: its payload is damaged, and the account is held instead.
          if (attempt !== null) written.push({ attempt, before })
        }
      }
      if (written.length === 0) return null
      const barred = ready.filter((intent) => !isFree(intent))
      return {
        go() {
          ready.push(...written)
          lookedUp = { barred, changes: store.sending.changes() }
        },
        drop: () => undefined,
      }
    },
    /** The first intent that may be sent now, or null. */
    take(): Intent | null {
      const at = ready.findIndex(maySend)
      return at < 0 ? null : (ready.splice(at, 1)[0] ?? null)
    },
    /** Puts back intents that may no longer be sent, or all of them. */
    withdraw(all: boolean, now: number): void {
      const stay = all ? [] : ready.filter(maySend)
      if (stay.length === ready.length) return
      const go = ready.filter((intent) => !stay.includes(intent))
      store.sending.together(() => undo(go, now))
      ready = stay
    },
  }
}
