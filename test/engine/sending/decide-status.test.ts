// Tests decisions on a status of an account in progress: the table of all cases, line by line.
import { describe, expect, test } from 'vitest'
import type { Move } from '../../../electron/engine/sending/decisions/decide-create.ts'
import {
  decideNotFound,
  decideRecord,
  outcomeOf,
  type Reading,
} from '../../../electron/engine/sending/decisions/decide-status.ts'
import { parseInstant } from '../../../shared/sending/instant.ts'
import type { AccountDetails } from '../../../electron/engine/store/accounts/account-row.ts'
import { limits, quietTime } from '../../../shared/sending/connection.ts'
import type { StatusRecord } from '../../../shared/sending/service.ts'
import { account, createdAt, moment, now, oneClock, record } from './practice-account.ts'
import { english } from '../../support/english.ts'

/** Sent long ago: none of its creates can still arrive. */
const sent = { attemptStartedAt: now, quietForMs: 3_600_000, clock: oneClock }
const read = (given: StatusRecord, of: Partial<AccountDetails> = {}): Reading =>
  decideRecord(given, { account: account(of), ...sent }, moment)
const moveOf = (reading: Reading): Move | null => (reading.kind === 'move' ? reading.move : null)

describe('a record of our own process', () => {
  test.each([
    ['PENDING', null],
    ['IN_PROGRESS', null],
    ['PROCESSED', 'created'],
    ['ERRORED', 'failed'],
    ['CANCELLED', 'cancelled'],
    ['DRY_RUN_SUCCEEDED', 'dry_run'],
    ['DRY_RUN_ERRORED', 'dry_run_failed'],
    ['PONDERING', null],
    ['', null],
    ['processed', null],
  ])('%s', (status, outcome) => {
    expect(outcomeOf(status)).toBe(outcome)
    const watched = read(record(status))
    expect(moveOf(watched)?.fields.outcome ?? null).toBe(outcome)
    if (outcome === null)
      expect(watched).toMatchObject({ kind: 'later', changes: { service_status: status } })
    const unconfirmed = moveOf(read(record(status), { state: 'unconfirmed' }))
    expect(unconfirmed?.to).toBe(outcome === null ? 'processing' : 'done')
    expect(unconfirmed?.fields).toMatchObject({ service_status: status, since: now, process_at: now })
  })

  test.each(['ERRORED', 'CANCELLED', 'DRY_RUN_SUCCEEDED', 'DRY_RUN_ERRORED'])(
    '%s finishes an account whose answer was lost only after the quiet time: ours may still arrive and begin another',
    (status) => {
      const after = (
        quietForMs: number | null,
        of: Partial<AccountDetails> = { state: 'unconfirmed' },
      ): Reading =>
        decideRecord(
          record(status),
          { account: account(of), attemptStartedAt: now, quietForMs, clock: oneClock },
          moment,
        )
      expect(after(null)).toEqual({ kind: 'rest', dueAt: now + 120_000 })
      expect(after(119_999)).toEqual({ kind: 'not_yet', dueAt: now + 1 })
      expect(after(120_000)).toMatchObject({ kind: 'move', move: { to: 'done' } })
      // One that was accepted has made its process.
      expect(after(null, {})).toMatchObject({ kind: 'move', move: { to: 'done' } })
      // Watched because a process was found there, whosever that is.
      const watched = (quietForMs: number): Reading =>
        decideRecord(
          record(status),
          {
            account: account({ doubt: 1 }),
            attemptStartedAt: now,
            quietForMs,
            answerLost: true,
            clock: oneClock,
          },
          moment,
        )
      expect(watched(119_999)).toEqual({ kind: 'not_yet', dueAt: now + 1 })
      expect(watched(120_000)).toMatchObject({ kind: 'move', move: { to: 'done' } })
    },
  )

  test('an error keeps its code, also where parts of it are null', () => {
    expect(moveOf(read(record('ERRORED')))?.problems?.list).toMatchObject([
      { code: 'failed_code', message: 'why' },
    ])
    const bare = record('ERRORED', { latest_error: { code: null, detail: null, domain: null } })
    expect(english(moveOf(read(bare))?.problems?.list)).toMatchObject([
      { code: null, message: 'The service gave no text.' },
    ])
  })

  test('a new status starts a new age and the shortest interval again; the same status changes nothing', () => {
    const before = { service_status: 'PENDING', service_event: 'EVENT', process_at: now, since: now - 1e6 }
    expect(read(record('IN_PROGRESS'), { ...before, tries: 30, not_found_at: 7 })).toEqual({
      kind: 'later',
      changes: {
        service_status: 'IN_PROGRESS',
        service_event: 'EVENT',
        process_at: now,
        since: now,
        tries: 1,
        not_found_at: null,
        due_at: now + 15_000,
      },
    })
    expect(read(record('PENDING'), { ...before, tries: 30 })).toEqual({ kind: 'later', changes: null })
    const back = read(record('PENDING'), { ...before, not_found_at: 7 })
    expect(back.kind === 'later' && back.changes).toEqual({
      service_status: 'PENDING',
      service_event: 'EVENT',
      process_at: now,
      not_found_at: null,
    })
  })

  test('PROCESSED without an identifier is read a few times more, however long it was watched, then flagged', () => {
    const bare = record('PROCESSED', { platform_identifier: null })
    const kinds = (of: Partial<AccountDetails>) =>
      [0, 1, 4, 5, 40].map((tries) => read(bare, { ...of, tries }).kind)
    expect(kinds({ service_status: 'PENDING' })).toEqual(['later', 'later', 'later', 'later', 'later'])
    expect(kinds({ service_status: 'PROCESSED' })).toEqual(['later', 'later', 'later', 'move', 'move'])
    const flagged = moveOf(read(bare, { service_status: 'PROCESSED', tries: 5 }))
    expect(flagged).toMatchObject({
      to: 'done',
      fields: { outcome: 'created', recheck: now + (moment.limits.recheckMs ?? 0) },
      problems: { list: [{ code: 'identifier_missing' }] },
    })
    expect(moveOf(read(bare, { state: 'unconfirmed' }))?.to).toBe('processing')
  })

  test('a record without created_at is of ours where our create was answered with yes, and a doubt where no answer came', () => {
    const bare = record('PROCESSED', { created_at: null })
    const outcome = (wasAccepted: boolean) =>
      moveOf(decideRecord(bare, { account: account(), ...sent, wasAccepted }, moment))?.fields.outcome
    expect([outcome(true), outcome(false)]).toEqual(['created', 'whose_account_unsure'])
  })

  test.each([
    ['ERRORED', 1],
    ['CANCELLED', 1],
    ['PROCESSED', 0],
    ['DRY_RUN_SUCCEEDED', 0],
    ['DRY_RUN_ERRORED', 1],
  ])('%s is looked at once more by itself: %s', (status, recheck) => {
    const at = recheck === 1 ? now + (moment.limits.recheckMs ?? 0) : null
    expect(moveOf(read(record(status)))?.fields).toMatchObject({ recheck: at, due_at: 0 })
    const never = { ...moment, limits: limits.parse({ recheckMs: null }) }
    const move = decideRecord(record(status), { account: account(), ...sent }, never)
    expect(moveOf(move)?.fields).toMatchObject({ recheck: null })
  })
})

describe('a record of an older process', () => {
  const older = (status: string, more: Partial<StatusRecord> = {}) =>
    record(status, { created_at: '2026-03-04T08:00:00Z', modified_at: '2026-03-04T08:10:00Z', ...more })

  test.each(['PENDING', 'PROCESSED', 'ERRORED', 'CANCELLED', 'DRY_RUN_ERRORED', 'PONDERING'])(
    'while ours is watched, %s says nothing: ours is not visible yet',
    (status) => {
      expect(read(older(status))).toEqual({ kind: 'older' })
    },
  )

  test.each([
    ['PROCESSED', 'already_there'],
    ['ERRORED', 'failed'],
    ['CANCELLED', 'cancelled'],
  ])('that ran when ours was accepted and ended %s after it has absorbed ours', (status, outcome) => {
    const given = older(status, { modified_at: '2026-03-04T09:31:00Z' })
    expect(moveOf(read(given))).toMatchObject({ to: 'done', fields: { outcome } })
  })

  test.each(['ERRORED', 'CANCELLED', 'DRY_RUN_ERRORED'])(
    'that ended %s before the latest of ours was sent has absorbed none but an earlier one',
    (status) => {
      const given = older(status, { modified_at: '2026-03-04T09:31:00Z' })
      const again = { account: account(), ...sent, latestStartedAt: now + 120_000 }
      expect(decideRecord(given, again, moment)).toEqual({ kind: 'older' })
    },
  )

  test('that was finished before the latest of ours is why that was answered with "already imported"', () => {
    const given = older('PROCESSED', { modified_at: '2026-03-04T09:31:00Z' })
    const again = { account: account(), ...sent, latestStartedAt: now + 120_000 }
    for (const wasAlreadyThere of [true, false])
      expect(moveOf(decideRecord(given, { ...again, wasAlreadyThere }, moment))).toMatchObject({
        to: 'done',
        fields: { outcome: 'already_there' },
      })
  })

  test.each([
    ['PENDING', 'processing', undefined],
    ['IN_PROGRESS', 'processing', undefined],
    ['PONDERING', 'processing', undefined],
    ['PROCESSED', 'done', 'already_there'],
  ])('while we do not know of ours, %s', (status, to, outcome) => {
    const move = moveOf(read(older(status), { state: 'unconfirmed' }))
    expect(move).toMatchObject({ to })
    expect(move?.fields.outcome).toBe(outcome)
  })

  test.each(['ERRORED', 'CANCELLED', 'DRY_RUN_SUCCEEDED', 'DRY_RUN_ERRORED'])(
    'while we do not know of ours, %s says nothing of it',
    (status) => {
      expect(read(older(status), { state: 'unconfirmed' })).toEqual({ kind: 'older' })
    },
  )

  test('of our own from before the account failed, fixed since, is why the service has it: ours, and so called', () => {
    const ours = Date.parse('2026-03-04T08:00:00Z')
    const decide = (of: Partial<AccountDetails>, wasAlreadyThere: boolean, status = 'PROCESSED') =>
      decideRecord(older(status), { account: account(of), ...sent, wasAlreadyThere }, moment)
    const created = {
      to: 'done',
      fields: { outcome: 'created' },
      problems: { list: [{ code: 'created_earlier' }] },
    }
    expect(decide({ process_at: ours }, true)).toMatchObject({ move: created })
    expect(decide({ process_at: ours, state: 'unconfirmed' }, false)).toMatchObject({ move: created })
    for (const process_at of [null, ours - 60_000])
      expect(decide({ process_at }, true)).toMatchObject({ move: { fields: { outcome: 'already_there' } } })
    // A sending whose answer was lost, with other values, came late.
    const late = { account: account(), ...sent, wasAlreadyThere: true }
    expect(decideRecord(older('PROCESSED'), { ...late, firstSentAt: ours - 9000 }, moment)).toMatchObject({
      move: created,
    })
    expect(decideRecord(older('PROCESSED'), { ...late, firstSentAt: ours + 9000 }, moment)).toMatchObject({
      move: { fields: { outcome: 'already_there' } },
    })
    // Accepted again: a new process is not visible yet.
    expect(decide({ process_at: ours }, false)).toEqual({ kind: 'older' })
    expect(decide({ process_at: ours }, true, 'ERRORED')).toEqual({ kind: 'older' })
  })

  test('is followed to its end once ours was absorbed by it, and is never called ours', () => {
    expect(moveOf(read(older('PENDING'), { state: 'unconfirmed' }))?.fields.doubt).toBe(1)
    expect(moveOf(read(older('PROCESSED'), { doubt: 1 }))).toMatchObject({
      to: 'done',
      fields: { outcome: 'already_there', doubt: 0 },
    })
  })
})

describe('an account restored from a backup', () => {
  const restored = {
    account: account({ state: 'unconfirmed', doubt: 1 }),
    attemptStartedAt: null,
    clock: oneClock,
  }
  test.each([
    ['PROCESSED', 'whose_account_unsure'],
    ['ERRORED', 'failed'],
  ])('%s finishes it, and its doubt with it, so that it can be edited and sent', (status, outcome) => {
    expect(moveOf(decideRecord(record(status), { ...restored, quietForMs: 120_000 }, moment))).toMatchObject({
      to: 'done',
      fields: { outcome, doubt: 0 },
    })
  })

  test.each(['ERRORED', 'CANCELLED', 'DRY_RUN_SUCCEEDED', 'DRY_RUN_ERRORED'])(
    '%s finishes it only after the quiet time, as one that it does not know: what was sent since may still arrive',
    (status) => {
      const read = (quietForMs: number | null) =>
        decideRecord(record(status), { ...restored, quietForMs }, moment)
      expect(read(null)).toEqual({ kind: 'rest', dueAt: now + 120_000 })
      expect(read(119_999)).toEqual({ kind: 'not_yet', dueAt: now + 1 })
      expect(read(120_000)).toMatchObject({ kind: 'move', move: { to: 'done' } })
    },
  )
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
    ['again at once', 0, { kind: 'not_yet', dueAt: now + 120_000 }],
    ['again a moment early', 119_999, { kind: 'not_yet', dueAt: now + 1 }],
    ['again after the quiet time', 120_000, { kind: 'send_again' }],
    ['again much later', 1e9, { kind: 'send_again' }],
  ])('%s', (_name, since, next) => {
    expect(decideNotFound(unconfirmed, since, moment)).toEqual(next)
  })

  test('asks again at a whole millisecond, whatever fractions the monotonic clock has', () => {
    const next = decideNotFound(unconfirmed, 0.25, moment)
    expect(next.kind === 'not_yet' && Number.isInteger(next.dueAt)).toBe(true)
  })

  test('a watched account is not visible yet, however long that lasts, and is never sent again by it', () => {
    for (const since of [null, 0, 1e12]) {
      const old = account({ tries: 3, since: now - 1e10, not_found_at: now - 1e10 })
      expect(decideNotFound(old, since, moment).kind).toBe('later')
    }
  })
})

test.each([
  ['2026-03-04T09:30:00Z', now],
  [createdAt, now],
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
  [undefined, null],
])('the instant %j', (text, at) => {
  expect(parseInstant(text)).toBe(at)
})
