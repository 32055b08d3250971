// Text of the progress line while accounts are sent and watched. Pure: read from a batch's view.
import type { BatchView } from '../../../shared/contract/contract.ts'
import { statusOf } from '../../../shared/status/batch-status.ts'
import { needsYou, slowerWords, waitingWords, waveOf } from './plan-words.ts'
import type { ProgressNow } from '../terminal/progress.ts'
import { formatRange } from '../terminal/words.ts'
import { runTexts } from '../texts/run.ts'

const { counts, progress: words } = runTexts

/** Null before anything was released. `now`: milliseconds since 1970. */
export function sendingProgress(view: BatchView, now: number = Date.now()): ProgressNow | null {
  const { queued, sending, unconfirmed, processing, done } = view.states
  const total = queued + sending + unconfirmed + processing + done
  if (total === 0) return null
  const waiting = queued + sending
  const needs = needsYou(view)
  const note = [
    waveOf(view),
    waiting > 0 ? counts.toSend({ n: waiting }) : '',
    sending > 0 ? counts.inFlight({ n: sending }) : '',
    processing > 0 ? counts.watched({ n: processing }) : '',
    unconfirmed > 0 ? counts.unconfirmed({ n: unconfirmed }) : '',
    done < total ? waitingWords(view, now) : '',
    waiting > 0 ? slowerWords(view) : '',
    needs.length > 0 ? counts.needsYou({ needs: needs.join(' ') }) : '',
  ]
  const measured = paceOf(view)
  return {
    phase: words.sending,
    done: done,
    total,
    unit: 'accounts done',
    note: note.filter((part) => part !== '').join(', '),
    ...(measured === null ? {} : { pace: measured }),
  }
}

/** The engine's measurement; null if it has too few data. */
function paceOf(view: BatchView): { readonly rate: string; readonly left: string } | null {
  const { requestsPerSecond, sentPerMinute } = view.sending.pace
  const toSend = view.states.queued + view.states.sending > 0
  const remaining = statusOf(view).left
  const left = remaining.done ?? remaining.sent
  if (requestsPerSecond === null && sentPerMinute === null && left === null) return null
  return {
    rate:
      toSend && sentPerMinute !== null
        ? words.sentPerMinute({ accounts: Math.round(sentPerMinute) })
        : requestsPerSecond === null
          ? ''
          : words.requestsPerSecond({ requests: Math.round(requestsPerSecond * 10) / 10 }),
    left: left === null ? '' : words.rangeLeft({ range: formatRange(left) }),
  }
}
