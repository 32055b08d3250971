// Decides how long an account may wait for the service before a person should look at it, by the connection's
// thresholds. This is for display only: no move of an account depends on it.
import type { StuckAfter } from '../../../../shared/sending/connection.ts'
import { assertNever } from '../../../../shared/contract/assert-never.ts'
import type { Account } from '../../store/accounts/account-row.ts'
import { message, type Message } from '../../../../shared/texts/message.ts'

/** The event an account on its way is waiting for. */
export type WaitingFor = 'an_answer' | 'being_visible' | 'pending' | 'in_progress' | 'another_word'

type OnItsWay = Pick<Account, 'state' | 'service_status'>

/** Null if the account does not wait for the service. */
export function waitingFor({ state, service_status }: OnItsWay): WaitingFor | null {
  if (state === 'unconfirmed') return 'an_answer'
  if (state !== 'processing') return null
  if (service_status === null) return 'being_visible'
  if (service_status === 'PENDING') return 'pending'
  return service_status === 'IN_PROGRESS' ? 'in_progress' : 'another_word'
}

export function thresholdOf(waiting: WaitingFor, after: StuckAfter): number {
  switch (waiting) {
    case 'an_answer':
      return after.unconfirmed
    case 'being_visible':
      return after.notVisible
    case 'pending':
      return after.pending
    case 'in_progress':
      return after.inProgress
    case 'another_word':
      return after.otherWord
    default:
      return assertNever(waiting)
  }
}

export function isStuck(account: OnItsWay & Pick<Account, 'since'>, after: StuckAfter, now: number): boolean {
  const waiting = waitingFor(account)
  return waiting !== null && account.since !== null && account.since < now - thresholdOf(waiting, after)
}

/** `40 minutes`, `3 hours`, `4 days`: rounded down, for use in a sentence after "ago" or "for". */
export function ageInWords(ms: number): Message {
  const minutes = Math.floor(Math.max(0, ms) / 60_000)
  if (minutes < 1) return message('accounts.under_a_minute')
  if (minutes < 120) return message('accounts.minutes', { n: minutes })
  const hours = Math.floor(minutes / 60)
  return hours < 48
    ? message('accounts.hours', { n: hours })
    : message('accounts.days', { n: Math.floor(hours / 24) })
}
