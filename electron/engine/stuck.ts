// How long an account on its way may stay where it is before a person should look: an opinion for people, by the
// connection's thresholds. Nothing that is done follows from it.
import type { StuckAfter } from '../../shared/connection.ts'
import { assertNever } from '../../shared/assert-never.ts'
import type { Account } from './store/account-row.ts'

/** What an account on its way is waiting for. */
export type WaitingFor = 'an_answer' | 'being_visible' | 'pending' | 'in_progress' | 'another_word'

type OnItsWay = Pick<Account, 'state' | 'service_status'>

/** Null where it is not for the service to do something. */
export function waitingFor({ state, service_status }: OnItsWay): WaitingFor | null {
  if (state === 'unconfirmed') return 'an_answer'
  if (state !== 'watching') return null
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

/** `40 minutes`, `3 hours`, `4 days`: rounded down, for a sentence. */
export function ageInWords(ms: number): string {
  const minutes = Math.floor(Math.max(0, ms) / 60_000)
  if (minutes < 1) return 'less than a minute'
  if (minutes < 120) return minutes === 1 ? '1 minute' : `${minutes} minutes`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`
}
