// Intents that are written and not yet sent: a few are kept ready, so that a place among the requests under way is
// taken again at once while the answer that freed it is still being written. What is ready and may not be sent after
// all goes back to the queue, with its attempt closed as not sent.
//
//   queued ──prepare──▶ sending, intent committed ──take──▶ POST
//      ▲                          │
//      └────────withdraw──────────┘
import type { Begun } from './gather.ts'
import type { JudgeAgain } from './judge-again.ts'
import type { Account } from '../store/account-row.ts'
import type { Attempt } from '../store/sending.ts'
import type { Store } from '../store/store.ts'

export type Intent = { readonly attempt: Attempt; readonly before: Account }

/** How often the queue is asked for one commit: each time for at most as many as are wanted. */
const mostRounds = 10

export type Intents = ReturnType<typeof createIntents>

/** `judgedFirst`: accounts that are judged anew before they are sent, and those of them for which that is under way. */
export function createIntents(
  store: Store,
  connectionId: number,
  judgedFirst: Pick<JudgeAgain, 'isDue' | 'underWay'>,
) {
  let ready: Intent[] = []
  let waitsForJudgement = false
  /** What was ready and might not be sent any more, looked up within a commit, and how much had been written by then. */
  let lookedUp: { readonly barred: readonly Intent[]; readonly changes: number } = { barred: [], changes: -1 }

  const isFree = ({ attempt }: Intent): boolean => store.sending.maySend(attempt.accountId)
  /** Just before it is sent: it is looked up again where anything at all was written since. */
  const maySend = (intent: Intent): boolean =>
    store.sending.changes() === lookedUp.changes ? !lookedUp.barred.includes(intent) : isFree(intent)

  /** Puts intents back that were not sent; in a transaction of the caller. */
  function undo(intents: readonly Intent[], now: number): void {
    for (const { attempt, before } of intents)
      store.sending.withdrawAttempt(attempt, before.first_sent_at, now)
  }

  return {
    get ready() {
      return ready.length
    },
    /** The first in the queue is to be judged anew before it is sent, when intents were last written. */
    get waitsForJudgement() {
      return waitsForJudgement
    },
    /**
     * Writes intents of what is queued until `wanted` are ready, in a transaction of the caller; null when nothing was
     * written. They count once that is committed (`go`).
     */
    prepare(now: number, skewMs: number | null, wanted: number): Begun | null {
      const written: Intent[] = []
      waitsForJudgement = false
      // Those that stand aside leave room for the ones behind them; a long row of them is stepped over bit by bit.
      for (let round = 0, isMore = true; round < mostRounds && isMore && !waitsForJudgement; round += 1) {
        const missing = wanted - ready.length - written.length
        const ids =
          missing <= 0 ? [] : store.sending.queuedNow(connectionId, now, missing, judgedFirst.underWay)
        isMore = ids.length > 0 && ids.length === missing
        for (const id of ids) {
          const before = store.accounts.get(id)
          // Its turn is to be judged, which needs a place among the requests under way.
          waitsForJudgement = judgedFirst.isDue(before, now)
          if (waitsForJudgement) break
          if (store.sending.missed.looksUpFirst(before, now) || store.releasing.standsAside(before, now))
            continue
          const attempt = store.sending.begin(before, now, skewMs)
          // Null: its bytes are damaged, and it is held instead.
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
    /** The first one that may be sent now; null where none may. */
    take(): Intent | null {
      const at = ready.findIndex(maySend)
      return at < 0 ? null : (ready.splice(at, 1)[0] ?? null)
    },
    /** Puts back what may not be sent any more, or all of them. */
    withdraw(all: boolean, now: number): void {
      const stay = all ? [] : ready.filter(maySend)
      if (stay.length === ready.length) return
      const go = ready.filter((intent) => !stay.includes(intent))
      store.sending.together(() => undo(go, now))
      ready = stay
    },
  }
}
