// Account as stored in the table, and status record as the service sends it, for the tests of pure decisions.
import {
  type AccountDetails,
  accountDetailsRow,
} from '../../../electron/engine/store/accounts/account-row.ts'
import { limits } from '../../../shared/sending/connection.ts'
import type { StatusRecord } from '../../../shared/sending/service.ts'
import type { Moment } from '../../../electron/engine/sending/decisions/decide-create.ts'
import type { ProcessClock } from '../../../electron/engine/sending/decisions/process-clock.ts'

export const now = Date.UTC(2026, 2, 4, 9, 30)
export const moment: Moment = { now, random: () => 0.5, limits: limits.parse({}) }

/** Every column not given here is null or zero. */
const nothing = Object.fromEntries(
  Object.entries(accountDetailsRow.shape).map(([name, shape]) => [
    name,
    shape.safeParse(null).success ? null : 0,
  ]),
)

/** Processing since `now`, after one attempt. */
export function account(more: Partial<AccountDetails> = {}): AccountDetails {
  return accountDetailsRow.parse({
    ...nothing,
    id: 1,
    batch_id: 1,
    key: 'A-1',
    state: 'processing',
    attempts: 1,
    since: now,
    status_path: '/status/A-1/',
    ...more,
  })
}

/** The service writes created_at by the clock of its Date header. */
export const oneClock: ProcessClock = { agreed: { from: 0, to: 0, accounts: 3 }, rival: null }

export const createdAt = '2026-03-04T09:30:00.000000+00:00'

export function record(status: string, more: Partial<StatusRecord> = {}): StatusRecord {
  return {
    status,
    platform_identifier: status === 'PROCESSED' ? 'P-1' : null,
    created_at: createdAt,
    modified_at: createdAt,
    latest_event: { event: 'EVENT', occurred_at: null, data: null },
    latest_error: status.includes('ERRORED') ? { code: 'failed_code', detail: 'why', domain: null } : null,
    ...more,
  }
}
