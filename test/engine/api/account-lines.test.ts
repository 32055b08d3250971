// Tests the lines shown about an account: its state in words, what to do, and nothing where nothing is to be done.
import { describe, expect, test } from 'vitest'
import { adviceFor } from '../../../electron/engine/accounts/account-lines.ts'
import type { AccountDetails } from '../../../electron/engine/store/accounts/account-row.ts'
import { ageInWords } from '../../../electron/engine/sending/status/stuck.ts'
import { account, moment, now } from '../sending/practice-account.ts'
import { inEnglish, storeSaid } from '../../../shared/texts/message.ts'

const minute = 60_000
const day = 1440 * minute
const reported = (of: Partial<AccountDetails>): string | null => {
  const advice = adviceFor(account(of), moment.limits, now)
  return advice === null ? null : inEnglish(advice)
}
const done = { state: 'done', since: now } as const

describe('an account in progress', () => {
  test.each<[string, Partial<AccountDetails>]>([
    ['just sent to the service', {}],
    ['pending for a day', { service_status: 'PENDING', since: now - day }],
    ['in progress for an hour', { service_status: 'IN_PROGRESS', since: now - 60 * minute }],
    ['with an unlisted status for an hour', { service_status: 'PONDERING', since: now - 60 * minute }],
    ['being sent', { state: 'sending', since: now - 9 * day }],
    ['queued', { state: 'queued', since: now - 9 * day }],
  ])('%s needs no action', (_name, of) => {
    expect(reported(of)).toBeNull()
  })

  test.each<[string, Partial<AccountDetails>, RegExp]>([
    ['answer lost', { state: 'unconfirmed' }, /answer was lost.*being read; nothing is sent until/],
    [
      'answer lost long ago',
      { state: 'unconfirmed', since: now - 40 * minute },
      /lost 40 minutes ago.*ask the platform operator whether account A-1 is there/,
    ],
    [
      'not visible',
      { since: now - 3 * 60 * minute },
      /accepted it 3 hours ago.*not sent again by itself.*whether it arrived/,
    ],
    ['pending', { service_status: 'PENDING', since: now - 5 * day }, /said PENDING for 5 days.*recheck/],
    ['in progress', { service_status: 'IN_PROGRESS', since: now - 2 * day }, /said IN_PROGRESS for 2 days/],
    [
      'unlisted status',
      { service_status: 'PONDERING', since: now - 2 * day },
      /“PONDERING” for 2 days.*what it means/,
    ],
    [
      'not found',
      { service_status: 'PENDING', not_found_at: now },
      /said PENDING and does not know it any more/,
    ],
    ['no identifier yet', { service_status: 'PROCESSED' }, /no platform identifier yet.*a few times more/],
    ['no status path', { status_path: null }, /no status path: what became of it cannot be read/],
    [
      'answer lost and no status path',
      { state: 'unconfirmed', status_path: null },
      /no status path: nothing tells whether it arrived/,
    ],
  ])('(%s) shows the problem and the next step', (_name, of, words) => {
    expect(reported(of)).toMatch(words)
  })

  test('on hold shows the hold, not its age', () => {
    expect(reported({ held_reason: storeSaid('ask Ina'), since: now - 9 * day })).toBe('Held: ask Ina')
  })
})

describe('the advice for a done account', () => {
  test.each<[string, Partial<AccountDetails>, RegExp | null]>([
    ['created', { outcome: 'created', platform_identifier: 'P-1' }, null],
    ['a dry run', { outcome: 'dry_run' }, null],
    [
      'created without an identifier',
      { outcome: 'created' },
      /gave no platform identifier: ask the platform operator/,
    ],
    [
      'created, but no longer known to the service',
      { outcome: 'created', platform_identifier: 'P-1', not_found_at: now },
      /does not know it any more: ask/,
    ],
    ['a failed dry run', { outcome: 'dry_run_failed' }, /dry run failed.*look at its problem, fix it/],
    ['failed', { outcome: 'failed' }, /fix it and send it again/],
    [
      'created by an unknown sender',
      { outcome: 'whose_account_unsure', platform_identifier: 'P-1' },
      /whether this sending made it or somebody else.*ask the platform operator who made it/,
    ],
    [
      'with the identifier of another account',
      { outcome: 'created', platform_identifier: 'P-1', shared_identifier: 1 },
      /identifier to another account as well/,
    ],
    [
      'with a result that changed later',
      { outcome: 'created', platform_identifier: 'P-1', changed_at: now, service_status: 'PROCESSED' },
      /^Changed after it was done \(the service says PROCESSED now\): a report from before is outdated\.$/,
    ],
    [
      'failed, with a result that changed later',
      { outcome: 'failed', changed_at: now, service_status: 'ERRORED' },
      /ERRORED now\).*fix it and send it again/,
    ],
  ])('%s', (_name, of, words) => {
    const advice = reported({ ...done, ...of })
    if (words === null) expect(advice).toBeNull()
    else expect(advice).toMatch(words)
  })
})

test.each([
  [-5000, 'less than a minute'],
  [59_999, 'less than a minute'],
  [minute, '1 minute'],
  [119 * minute, '119 minutes'],
  [120 * minute, '2 hours'],
  [2 * day - 1, '47 hours'],
  [2 * day, '2 days'],
  [4.9 * day, '4 days'],
])('%d ms is shown as “%s”', (ms, words) => {
  expect(inEnglish(ageInWords(ms))).toBe(words)
})
