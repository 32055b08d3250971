// Tests decisions on a status of a done account: the service may have changed the result, or may report another
// process of the same account.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decideRecheck,
  decideRecheckNotFound,
  type RecheckDecision,
} from '../../../electron/engine/sending/decisions/decide-recheck.ts'
import { unmeasured } from '../../../electron/engine/sending/decisions/process-clock.ts'
import type { AccountDetails } from '../../../electron/engine/store/accounts/account-row.ts'
import { mayMove, outcomes, type Outcome } from '../../../shared/sending/states.ts'
import { processStatuses, type StatusRecord } from '../../../shared/sending/service.ts'
import { account, moment, now, oneClock, record } from './practice-account.ts'

const hour = 3_600_000
const wordOf: Readonly<Record<Outcome, string>> = {
  created: 'PROCESSED',
  already_there: 'PROCESSED',
  whose_account_unsure: 'PROCESSED',
  failed: 'ERRORED',
  cancelled: 'CANCELLED',
  dry_run: 'DRY_RUN_SUCCEEDED',
  dry_run_failed: 'DRY_RUN_ERRORED',
  // Never read: it was not sent from here.
  with_member: '',
}

/** Done an hour after it was sent, by the process of `record`. */
function done(outcome: Outcome, more: Partial<AccountDetails> = {}): AccountDetails {
  return account({
    state: 'done',
    outcome,
    service_status: wordOf[outcome],
    service_event: 'EVENT',
    platform_identifier: outcome === 'created' ? 'P-1' : null,
    process_at: now,
    since: now + hour,
    ...more,
  })
}

const context = {
  attemptStartedAt: now,
  wasAccepted: true,
  clock: oneClock,
  skewMs: 0,
  onItsWayElsewhere: false,
}
const later = { ...moment, now: now + 2 * hour }
const look = (of: AccountDetails, given: StatusRecord, more: Partial<typeof context> = {}): RecheckDecision =>
  decideRecheck(given, { account: of, ...context, ...more }, later)

describe('the process that the account was done by', () => {
  test.each(['created', 'failed', 'cancelled', 'dry_run', 'dry_run_failed', 'already_there'] as const)(
    'that says the same of %s leaves it as it is, and nobody rechecks',
    (outcome) => {
      const found = look(done(outcome), record(wordOf[outcome]))
      expect(found).toMatchObject({ kind: 'same', fields: { recheck: null } })
      expect(found.fields.outcome).toBeUndefined()
    },
  )

  test.each([
    ['failed', 'PROCESSED', 'created'],
    ['created', 'ERRORED', 'failed'],
    ['created', 'CANCELLED', 'cancelled'],
    ['cancelled', 'PROCESSED', 'created'],
    ['dry_run', 'PROCESSED', 'created'],
    ['dry_run', 'DRY_RUN_ERRORED', 'dry_run_failed'],
    ['dry_run_failed', 'DRY_RUN_SUCCEEDED', 'dry_run'],
    ['already_there', 'ERRORED', 'failed'],
  ] as const)('that said %s and says %s now has changed its mind: %s', (before, status, after) => {
    const found = look(done(before), record(status))
    expect(found).toMatchObject({
      kind: 'changed',
      to: 'done',
      fields: { outcome: after, service_status: status, changed_at: later.now, since: later.now },
      before: { outcome: before, status: wordOf[before] },
      after: { outcome: after, status },
    })
  })

  test('that fails what it had created removes its identifier, says why, and is rechecked', () => {
    expect(look(done('created'), record('ERRORED'))).toMatchObject({
      fields: { platform_identifier: null, recheck: later.now + (moment.limits.recheckMs ?? 0) },
      problems: [{ source: 'process', code: 'failed_code', message: 'why' }],
      before: { identifier: 'P-1' },
      after: { identifier: null },
    })
  })

  test.each([
    ['comes late', null, 'P-1', 'changed'],
    ['changes', 'P-0', 'P-1', 'changed'],
    ['is reported again', 'P-1', 'P-1', 'same'],
    ['is not reported any more', 'P-1', null, 'same'],
    ['never comes', null, null, 'same'],
  ] as const)('whose identifier %s', (_name, before, after, kind) => {
    const given = record('PROCESSED', { platform_identifier: after })
    const found = look(done('created', { platform_identifier: before }), given)
    expect(found.kind).toBe(kind)
    expect(found.fields.platform_identifier).toBe(after ?? before)
    const flags = found.kind === 'other' ? null : found.problems?.map(({ code }) => code)
    expect(flags).toEqual(before === null && after === null ? ['identifier_missing'] : [])
  })

  test('with the identifier of an account that already existed is no change of the result', () => {
    const found = look(done('already_there', { service_status: null }), record('PROCESSED'))
    expect(found).toMatchObject({ kind: 'same', fields: { platform_identifier: 'P-1' } })
  })

  test.each(['PENDING', 'IN_PROGRESS'])(
    'that says %s again is watched, and has changed its mind',
    (status) => {
      const found = look(done('failed'), record(status))
      expect(found).toMatchObject({
        kind: 'changed',
        to: 'processing',
        fields: {
          outcome: null,
          recheck: null,
          changed_at: later.now,
          service_status: status,
        },
      })
      expect(mayMove('done', 'processing')).toBe(true)
    },
  )

  test('that runs again stays done here while the account is in progress in another batch', () => {
    expect(look(done('failed'), record('PENDING'), { onItsWayElsewhere: true })).toMatchObject({
      kind: 'changed',
      to: 'done',
      fields: { outcome: 'failed', service_status: 'PENDING' },
    })
  })

  test('with an unlisted status keeps the outcome and the problems, and shows the word', () => {
    expect(look(done('created'), record('ARCHIVED', { platform_identifier: 'P-1' }))).toMatchObject({
      kind: 'changed',
      to: 'done',
      fields: { outcome: 'created', service_status: 'ARCHIVED', platform_identifier: 'P-1' },
      problems: null,
    })
  })
})

describe('another process of the same account', () => {
  const at = (ms: number): Partial<StatusRecord> => ({ created_at: new Date(ms).toISOString() })

  test.each([
    ['newer', now + 30_000],
    ['older', now - 30_000],
  ] as const)('that is %s says nothing of this one, whatever it says', (which, ms) => {
    for (const status of [...processStatuses, 'PONDERING'])
      expect(look(done('failed'), record(status, at(ms)))).toEqual({
        kind: 'other',
        which,
        fields: { recheck: null },
      })
  })

  test('is recognised by its creation time, also if the process that made the account done named no time', () => {
    const unknown = done('failed', { process_at: null })
    expect(look(unknown, record('PROCESSED', at(now + 2 * hour))).kind).toBe('other')
    expect(look(unknown, record('PROCESSED', at(now - hour))).kind).toBe('other')
    expect(look(unknown, record('PROCESSED', at(now + 60_000))).kind).toBe('changed')
  })

  test('is reported by the service’s clock, however wrong ours is', () => {
    const skewMs = -3 * hour
    const unknown = done('failed', { process_at: null, since: now + hour - skewMs })
    const given = { attemptStartedAt: now, skewMs }
    expect(look(unknown, record('PROCESSED', at(now + 60_000)), given).kind).toBe('changed')
    expect(look(unknown, record('PROCESSED', at(now + 2 * hour)), given).kind).toBe('other')
  })
})

describe('not found', () => {
  test('of an account that was created is flagged, and changes nothing else', () => {
    expect(decideRecheckNotFound(done('created'), later)).toEqual({
      kind: 'same',
      fields: { recheck: null, not_found_at: later.now },
      problems: [expect.objectContaining({ code: 'process_not_found' })],
    })
  })
  test('of one that failed is as it should be', () => {
    expect(decideRecheckNotFound(done('failed'), later)).toMatchObject({ kind: 'same', problems: null })
  })
  test('is over when the process is found again', () => {
    const found = look(done('created', { not_found_at: now }), record('PROCESSED'))
    expect(found).toMatchObject({ kind: 'same', fields: { not_found_at: null }, problems: [] })
  })
})

test('whatever is said of whatever done how, it stays done with an outcome or is watched without one', () => {
  const words = fc.constantFrom(...processStatuses, 'PONDERING', '')
  const instants = fc.option(fc.integer({ min: now - hour, max: now + 3 * hour }))
  fc.assert(
    fc.property(
      fc.constantFrom(...outcomes),
      words,
      instants,
      instants,
      fc.option(fc.constantFrom('P-1', 'P-2')),
      fc.boolean(),
      (outcome, status, processAt, createdAt, platform_identifier, onItsWayElsewhere) => {
        const of = done(outcome, { process_at: processAt })
        const created_at = createdAt === null ? null : new Date(createdAt).toISOString()
        const found = look(of, record(status, { created_at, platform_identifier }), { onItsWayElsewhere })
        const to = found.kind === 'changed' ? found.to : 'done'
        const after = found.fields.outcome === undefined ? of.outcome : found.fields.outcome
        expect(to === 'done').toBe(after !== null)
        expect(to === 'processing' && onItsWayElsewhere).toBe(false)
        if (found.kind === 'changed') expect(found.fields.changed_at).toBe(later.now)
        else expect(found.fields.changed_at).toBeUndefined()
      },
    ),
  )
})

describe('an account whose creator was not certain', () => {
  const unsure = done('whose_account_unsure', { platform_identifier: 'P-1' })
  const lost = { wasAccepted: false }

  test('stays that while nothing was measured of the clocks, and says so', () => {
    const found = look(unsure, record('PROCESSED'), { ...lost, clock: unmeasured })
    expect(found).toMatchObject({ kind: 'same', problems: [{ code: 'whose_account_unsure' }] })
  })

  test.each([
    ['created', now + 100],
    ['already_there', now - 20_000],
  ])('is %s once they were, and that is no change of the service’s mind', (outcome, process_at) => {
    const given = record('PROCESSED', { created_at: new Date(process_at).toISOString() })
    expect(look({ ...unsure, process_at }, given, lost)).toMatchObject({
      kind: 'changed',
      whoseKnown: true,
      fields: { outcome, platform_identifier: 'P-1', recheck: null },
      problems: [],
    })
  })

  test('has failed where the service says so of that very process', () => {
    expect(look(unsure, record('ERRORED'), lost)).toMatchObject({
      kind: 'changed',
      whoseKnown: false,
      fields: { outcome: 'failed' },
    })
  })
})
