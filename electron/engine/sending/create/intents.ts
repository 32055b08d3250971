// Intents: attempts that are written but not yet sent. A few are kept ready, so that a freed slot is used at once
// while the answer that freed it is still being written. An intent that may not be sent after all goes back into the
// queue, and its attempt is closed as not sent.
//
// queued ──prepare──▶ sending, intent committed ──take──▶ POST
//    ▲                          │
//    └────────withdraw──────────┘
import type { Claims } from './claims.ts'
import type { PreparedIntents } from '../group-commit.ts'
import type { Revalidate } from '../validate/revalidate.ts'
import type { Account } from '../../store/accounts/account-row.ts'
import type { Attempt } from '../../store/sending/attempts/attempts.ts'
import type { Store } from '../../store/store.ts'

export type Intent = { readonly attempt: Attempt; readonly before: Account }

/** Most queries of the queue per commit; each asks for at most as many accounts as are missing. */
const mostRounds = 10

/** Tells which accounts must be revalidated before sending, and for which that is under way. */
type ValidatedFirst = Pick<Revalidate, 'isDue' | 'underWay'>

export type Intents = {
  readonly ready: number
  /** True if, when intents were last written, the first queued account had to be revalidated. */
  readonly waitsForValidation: boolean
  /**
   * Writes intents of queued accounts until `wanted` are ready, in the caller's transaction; null if none was
   * written. They become ready after the commit (`go`).
   */
  prepare(now: number, skewMs: number | null, wanted: number): PreparedIntents | null
  /** The first intent that may be sent now, or null. */
  take(): Intent | null
  /** Puts back intents that may no longer be sent, or all of them. */
  withdraw(all: boolean, now: number): void
}

type Prepared = {
  readonly store: Store
  readonly connectionId: number
  readonly validatedFirst: ValidatedFirst
  readonly claims: Claims
  ready: Intent[]
  waitsForValidation: boolean
  /** Intents found barred from sending during the last commit, and the database's change counter at that time. */
  lookedUp: { readonly barred: readonly Intent[]; readonly changes: number }
}

export function createIntents(
  store: Store,
  connectionId: number,
  validatedFirst: ValidatedFirst,
  claims: Claims,
): Intents {
  const intents: Prepared = {
    store,
    connectionId,
    validatedFirst,
    claims,
    ready: [],
    waitsForValidation: false,
    lookedUp: { barred: [], changes: -1 },
  }
  return {
    get ready() {
      return intents.ready.length
    },
    get waitsForValidation() {
      return intents.waitsForValidation
    },
    prepare: (now, skewMs, wanted) => prepare(intents, now, skewMs, wanted),
    take() {
      const at = intents.ready.findIndex((intent) => maySend(intents, intent))
      return at < 0 ? null : (intents.ready.splice(at, 1)[0] ?? null)
    },
    withdraw: (all, now) => withdraw(intents, all, now),
  }
}

const isFree = ({ store }: Prepared, { attempt }: Intent): boolean => store.sending.maySend(attempt.accountId)

/** Checked just before sending. Queries the store only if anything was written since `lookedUp`. */
function maySend(intents: Prepared, intent: Intent): boolean {
  const { barred, changes } = intents.lookedUp
  return intents.store.sending.changes() === changes ? !barred.includes(intent) : isFree(intents, intent)
}

function prepare(
  intents: Prepared,
  now: number,
  skewMs: number | null,
  wanted: number,
): PreparedIntents | null {
  const { store } = intents
  const written = writeIntents(intents, now, skewMs, wanted - intents.ready.length)
  if (written.length === 0) return null
  const barred = intents.ready.filter((intent) => !isFree(intents, intent))
  return {
    go() {
      intents.ready.push(...written)
      intents.lookedUp = { barred, changes: store.sending.changes() }
    },
    drop: () => undefined,
  }
}

function writeIntents(intents: Prepared, now: number, skewMs: number | null, wanted: number): Intent[] {
  const { store, connectionId, validatedFirst, claims } = intents
  const written: Intent[] = []
  intents.waitsForValidation = false
  // Skipped accounts make room for those behind them, so the queue is asked again for the missing number.
  for (let round = 0, isMore = true; round < mostRounds && isMore; round += 1) {
    const missing = wanted - written.length
    const ids =
      missing <= 0 ? [] : store.sending.queuedNow(connectionId, now, missing, validatedFirst.underWay)
    isMore = ids.length > 0 && ids.length === missing
    for (const id of ids) {
      const before = store.accounts.get(id)
      // It must be validated first, which needs a slot.
      intents.waitsForValidation = validatedFirst.isDue(before, now)
      if (intents.waitsForValidation) return written
      if (store.sending.missed.looksUpFirst(before, now) || store.releasing.isDeferredForOther(before, now))
        continue
      if (!claims.mayBegin(before)) {
        // What is not granted yet stays in the queue, and would be found again.
        isMore = false
        continue
      }
      const attempt = store.sending.begin(before, now, skewMs)
      // Null: its payload is damaged, and the account is held instead.
      if (attempt !== null) written.push({ attempt, before })
    }
  }
  return written
}

function withdraw(intents: Prepared, all: boolean, now: number): void {
  const { store, ready } = intents
  const stay = all ? [] : ready.filter((intent) => maySend(intents, intent))
  if (stay.length === ready.length) return
  const back = ready.filter((intent) => !stay.includes(intent))
  store.sending.together(() => {
    for (const { attempt, before } of back) store.sending.withdrawAttempt(attempt, before.first_sent_at, now)
  })
  intents.ready = stay
}
