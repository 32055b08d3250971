// File with everything of one attempt, for the service's operator: the request with its very bytes, the answer, and the
// times by our clock, with what is known of the service's. Neither key nor token is in it. Pure function.
import type { AccountView } from '../../../shared/contract/views.ts'

export type AttemptWhole = AccountView['attempts'][number] & {
  readonly method: 'POST'
  readonly path: string
  /** The bytes as text. */
  readonly body: string
  readonly intact: boolean
  /** Marks stand in place of sensitive values, in the bytes or in the answer. */
  readonly isMasked: boolean
  /** The service's clock minus ours. */
  readonly clockDifferenceMs: number | null
}

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

export function printAttempt(of: {
  /** The account's key. */
  readonly account: string
  /** The connection's base address. */
  readonly service: string | null
  readonly attempt: AttemptWhole
  readonly record: AccountView['record']
}): { readonly fileName: string; readonly text: string } {
  const { account, service, attempt, record } = of
  const { number, method, path, body, sha256, intact, isMasked, clockDifferenceMs } = attempt
  const written = {
    account,
    attempt: number,
    sensitiveValuesAreMasked: isMasked,
    request: {
      method,
      url: service === null ? path : `${service.replace(/\/+$/, '')}${path}`,
      headers: { 'content-type': 'application/json' },
      sentAt: iso(attempt.startedAt),
      body,
      bodySha256: sha256,
      bodyIsAsRecorded: intact,
    },
    answer: {
      at: iso(attempt.endedAt),
      httpStatus: attempt.httpStatus,
      code: attempt.code,
      body: attempt.answer,
      takenAs: attempt.class,
    },
    serviceClockAheadMs: clockDifferenceMs,
    latestRecord: record === null ? null : { readAt: iso(record.at), body: record.text },
  }
  const name = account.replace(/[^\p{L}\p{N} ._-]+/gu, ' ').trim() || 'account'
  return { fileName: `${name} attempt ${number}.json`, text: `${JSON.stringify(written, null, 2)}\n` }
}
