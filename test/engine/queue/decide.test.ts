// What an answer does to an account: the tables of reliability.md section 2 and field-notes.md sections 1, 2 and 5,
// line by line.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { backoff, pollInterval, waitOf } from '../../../electron/engine/queue/backoff.ts'
import {
  decideCreate,
  decideNotFound,
  decideRecord,
  outcomeOf,
  parseInstant,
  type Moment,
} from '../../../electron/engine/queue/decide.ts'
import type { Classified } from '../../../electron/engine/service-client/classify.ts'
import { type Account, accountRow } from '../../../electron/engine/store/accounts.ts'
import { limits, quietTime } from '../../../shared/connection.ts'
import type { StatusRecord } from '../../../shared/service.ts'

const now = Date.UTC(2026, 2, 4, 9, 30)
const moment: Moment = { now, random: () => 0.5, limits: limits.parse({}) }

const nothing = Object.fromEntries(Object.keys(accountRow.shape).map((name) => [name, null]))
function account(more: Partial<Account>): Account {
  const zeros = {
    id: 1,
    batch_id: 1,
    excluded: 0,
    position: 0,
    key: 'A-1',
    due_at: 0,
    tries: 0,
    doubt: 0,
    crashes: 0,
    recheck: 0,
  }
  return accountRow.parse({ ...nothing, ...zeros, wanted: 0, attempts: 1, state: 'watching', ...more })
}

function answer(kind: Classified['class'], more: Partial<Classified> = {}): Classified {
  const none = {
    httpStatus: 400,
    code: 'some_code',
    detail: 'words',
    existingAccountId: null,
    retryAfterMs: null,
  }
  return { class: kind, ...none, ...more }
}
const alone = { tries: 2, earlierUnknown: false, createdInBatch: null }

describe('an answer to a create', () => {
  test.each([
    ['yes', answer('yes'), 'watching'],
    ['no', answer('no'), 'refused'],
    ['not_sent', answer('not_sent'), 'queued'],
    ['slow_down', answer('slow_down'), 'queued'],
    ['sign_in', answer('sign_in'), 'queued'],
    ['closed', answer('closed'), 'queued'],
    ['odd with a code', answer('odd'), 'refused'],
    ['odd without a code', answer('odd', { code: null }), 'queued'],
    ['unknown', answer('unknown'), 'unconfirmed'],
    ['exists', answer('exists'), 'settled'],
  ])('%s', (_name, given, to) => {
    expect(decideCreate(given, alone, moment).to).toBe(to)
  })

  test('only what surely did not arrive or was not taken may be sent again without asking for its status', () => {
    const again = (
      ['yes', 'no', 'exists', 'slow_down', 'sign_in', 'closed', 'unknown', 'not_sent'] as const
    ).filter((kind) => decideCreate(answer(kind), alone, moment).to === 'queued')
    expect(again).toEqual(['slow_down', 'sign_in', 'closed', 'not_sent'])
  })

  test('already imported after an unknown attempt of ours is ours, confirmed by its status', () => {
    const given = answer('exists', { existingAccountId: 'P-1' })
    expect(decideCreate(given, { ...alone, earlierUnknown: true }, moment)).toMatchObject({
      to: 'watching',
      fields: { existing_account_id: 'P-1', due_at: now },
      problems: { list: [] },
    })
  })

  test.each([
    [null, 'It was not sent from this workspace.'],
    [7, 'Batch 7 of this workspace created it.'],
  ])('already imported at the first send is shown as foreign (batch %s)', (createdInBatch, words) => {
    expect(decideCreate(answer('exists'), { ...alone, createdInBatch }, moment)).toMatchObject({
      to: 'settled',
      fields: { outcome: 'already_there' },
      problems: { list: [{ message: `words ${words}` }] },
    })
  })
})

const record = (status: string, more: Partial<StatusRecord> = {}): StatusRecord => ({
  status,
  platform_identifier: status === 'PROCESSED' ? 'P-1' : null,
  created_at: '2026-03-04T09:30:00.000000+00:00',
  modified_at: '2026-03-04T09:30:00.000000+00:00',
  latest_event: { event: 'EVENT', occurred_at: null, data: null },
  latest_error: status.includes('ERRORED') ? { code: 'failed_code', detail: 'why', domain: null } : null,
  ...more,
})
const sent = { attemptStartedAt: now }

describe('a record of our own process', () => {
  test.each([
    ['PENDING', null],
    ['IN_PROGRESS', null],
    ['PROCESSED', 'created'],
    ['ERRORED', 'failed'],
    ['CANCELLED', 'cancelled'],
    ['DRY_RUN_SUCCEEDED', 'dry_run'],
    ['DRY_RUN_ERRORED', 'dry_run'],
    ['PONDERING', null],
    ['', null],
    ['processed', null],
  ])('%s', (status, outcome) => {
    expect(outcomeOf(status)).toBe(outcome)
    const watched = decideRecord(record(status), { account: account({}), ...sent }, moment)
    expect(watched?.fields.outcome ?? null).toBe(outcome)
    const unconfirmed = decideRecord(
      record(status),
      { account: account({ state: 'unconfirmed' }), ...sent },
      moment,
    )
    expect(unconfirmed?.to).toBe(outcome === null ? 'watching' : 'settled')
    expect(unconfirmed?.fields.service_status).toBe(status)
  })

  test('an error keeps its code, also where parts of it are null', () => {
    const failed = decideRecord(record('ERRORED'), { account: account({}), ...sent }, moment)
    expect(failed?.problems?.list).toMatchObject([{ code: 'failed_code', message: 'why' }])
    const bare = record('ERRORED', { latest_error: { code: null, detail: null, domain: null } })
    expect(decideRecord(bare, { account: account({}), ...sent }, moment)?.problems?.list).toMatchObject([
      { code: null, message: 'The service gave no text.' },
    ])
  })

  test('PROCESSED without an identifier is looked at again some times, then flagged', () => {
    const bare = record('PROCESSED', { platform_identifier: null })
    const at = (tries: number) => decideRecord(bare, { account: account({ tries }), ...sent }, moment)
    expect([0, 1, 2, 3, 4].map(at)).toEqual([null, null, null, null, null])
    expect(at(5)).toMatchObject({ to: 'settled', problems: { list: [{ code: 'identifier_missing' }] } })
    expect(decideRecord(bare, { account: account({ state: 'unconfirmed' }), ...sent }, moment)?.to).toBe(
      'watching',
    )
  })

  test('clocks may differ by the tolerance', () => {
    const early = record('PROCESSED', { created_at: '2026-03-04T09:29:55.500Z' })
    expect(decideRecord(early, { account: account({}), ...sent }, moment)?.fields.outcome).toBe('created')
  })

  test('a record without created_at is taken as it is', () => {
    const bare = record('PROCESSED', { created_at: null })
    expect(decideRecord(bare, { account: account({}), ...sent }, moment)?.fields.outcome).toBe('created')
  })
})

describe('a record of an older process', () => {
  const older = (status: string, more: Partial<StatusRecord> = {}) =>
    record(status, { created_at: '2026-03-04T08:00:00Z', modified_at: '2026-03-04T08:10:00Z', ...more })
  const look = (state: 'watching' | 'unconfirmed', given: StatusRecord) =>
    decideRecord(given, { account: account({ state }), ...sent }, moment)

  test.each(['PENDING', 'PROCESSED', 'ERRORED', 'CANCELLED', 'DRY_RUN_ERRORED', 'PONDERING'])(
    'while ours is watched, %s says nothing: ours is not visible yet',
    (status) => {
      expect(look('watching', older(status))).toBeNull()
    },
  )

  test.each([
    ['PROCESSED', 'already_there'],
    ['ERRORED', 'failed'],
    ['CANCELLED', 'cancelled'],
  ])('that ran when ours was accepted and ended %s after it has absorbed ours', (status, outcome) => {
    const given = older(status, { modified_at: '2026-03-04T09:31:00Z' })
    expect(look('watching', given)).toMatchObject({ to: 'settled', fields: { outcome } })
  })

  test.each([
    ['PENDING', 'watching', undefined],
    ['IN_PROGRESS', 'watching', undefined],
    ['PONDERING', 'watching', undefined],
    ['PROCESSED', 'settled', 'already_there'],
  ])('while we do not know of ours, %s', (status, to, outcome) => {
    const move = look('unconfirmed', older(status))
    expect(move).toMatchObject({ to })
    expect(move?.fields.outcome).toBe(outcome)
  })

  test.each(['ERRORED', 'CANCELLED', 'DRY_RUN_SUCCEEDED', 'DRY_RUN_ERRORED'])(
    'while we do not know of ours, %s says nothing of it',
    (status) => {
      expect(look('unconfirmed', older(status))).toBeNull()
    },
  )

  test('is followed to its end once ours was absorbed by it, and is never called ours', () => {
    const absorbed = look('unconfirmed', older('PENDING'))
    expect(absorbed?.fields.doubt).toBe(1)
    const followed = decideRecord(older('PROCESSED'), { account: account({ doubt: 1 }), ...sent }, moment)
    expect(followed).toMatchObject({ to: 'settled', fields: { outcome: 'already_there', doubt: 0 } })
  })
})

describe('an account restored from a backup', () => {
  test.each([
    ['PROCESSED', 'already_there'],
    ['ERRORED', 'failed'],
  ])('%s settles it, and its doubt with it, so that it can be edited and sent', (status, outcome) => {
    const restored = { account: account({ state: 'unconfirmed', doubt: 1 }), attemptStartedAt: null }
    expect(decideRecord(record(status), restored, moment)).toMatchObject({
      to: 'settled',
      fields: { outcome, doubt: 0 },
    })
  })
})

describe('not found', () => {
  const quiet = quietTime(moment.limits)
  const unconfirmed = account({ state: 'unconfirmed' })

  test('the quiet time is twice the time-out, at least a minute', () => {
    expect(quiet).toBe(120_000)
    expect(quietTime(limits.parse({ createTimeoutMs: 1000 }))).toBe(60_000)
  })

  test.each([
    ['for the first time, or after a restart', null, { kind: 'rest', dueAt: now + 120_000 }],
    ['again at once', 0, { kind: 'later', dueAt: now + 120_000 }],
    ['again a moment early', 119_999, { kind: 'later', dueAt: now + 1 }],
    ['again after the quiet time', 120_000, { kind: 'send_again' }],
    ['again much later', 1e9, { kind: 'send_again' }],
  ])('%s', (_name, since, next) => {
    expect(decideNotFound(unconfirmed, since, moment)).toEqual(next)
  })

  test('asks again at a whole millisecond, whatever fractions the monotonic clock has', () => {
    const next = decideNotFound(account({ state: 'unconfirmed' }), 0.25, moment)
    expect(next.kind === 'later' && Number.isInteger(next.dueAt)).toBe(true)
  })

  test('a watched account is not visible yet and is never sent again by it', () => {
    for (const since of [null, 0, 1e12]) {
      expect(decideNotFound(account({ tries: 3 }), since, moment).kind).toBe('later')
    }
  })
})

test.each([
  ['2026-03-04T09:30:00Z', now],
  ['2026-03-04T09:30:00.123456+00:00', now + 123],
  ['2026-03-04T09:30:00.5Z', now + 500],
  ['2026-03-04T10:30:00+01:00', now],
  ['2026-03-04T04:00:00-05:30', now],
  ['2026-03-04T09:30:00', null],
  ['2026-03-04', null],
  ['2026-03-04T09:30Z', null],
  ['yesterday', null],
  ['', null],
  [null, null],
])('the instant %j', (text, at) => {
  expect(parseInstant(text)).toBe(at)
})

describe('waiting', () => {
  const random = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })

  test('backs off with full jitter below min(300 s, 2 s × 2ⁿ), never under 100 ms', () => {
    fc.assert(
      fc.property(fc.nat(10_000), random, (tries, value) => {
        const ms = backoff(tries, () => value)
        expect(ms).toBeGreaterThanOrEqual(100)
        expect(ms).toBeLessThanOrEqual(Math.min(300_000, 2000 * 2 ** tries))
      }),
    )
    expect(backoff(50, () => 0.999_999)).toBeGreaterThan(299_000)
  })

  test('polls between the first and the longest interval, ± 10 %, never sooner for having looked more often', () => {
    fc.assert(
      fc.property(fc.nat(10_000), random, (tries, value) => {
        const ms = pollInterval(tries, 15_000, 300_000, () => value)
        expect(ms).toBeGreaterThanOrEqual(13_500)
        expect(ms).toBeLessThanOrEqual(330_000)
        expect(pollInterval(tries + 1, 15_000, 300_000, () => value)).toBeGreaterThanOrEqual(ms)
      }),
    )
  })

  test('follows what the service asks for, and our own growing wait where it asks for none', () => {
    expect(waitOf(7000, 50)).toBe(7000)
    expect(waitOf(0, 50)).toBe(50)
    expect(waitOf(null, 50)).toBe(50)
  })
})
