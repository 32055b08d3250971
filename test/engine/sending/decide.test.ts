// Tests decisions on the answer to a create: the table of all cases, line by line, and the waits between retries.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { backoff, pollInterval, waitOf } from '../../../electron/engine/sending/limits/backoff.ts'
import { decideCreate, type Moment } from '../../../electron/engine/sending/decisions/decide-create.ts'
import type { Classified } from '../../../electron/engine/sending/service-client/classify.ts'
import { limits } from '../../../shared/sending/connection.ts'
import { english } from '../../support/english.ts'

const now = Date.UTC(2026, 2, 4, 9, 30)
const moment: Moment = { now, random: () => 0.5, limits: limits.parse({}) }

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
    ['accepted', answer('accepted'), 'processing'],
    ['rejected', answer('rejected'), 'rejected'],
    ['not_sent', answer('not_sent'), 'queued'],
    ['rate_limited', answer('rate_limited'), 'queued'],
    ['unauthorized', answer('unauthorized'), 'queued'],
    ['supplier_closed', answer('supplier_closed'), 'queued'],
    ['unexpected', answer('unexpected'), 'queued'],
    ['unexpected without a code', answer('unexpected', { code: null }), 'queued'],
    ['unknown', answer('unknown'), 'unconfirmed'],
    ['already_exists', answer('already_exists'), 'done'],
  ])('%s', (_name, given, to) => {
    expect(decideCreate(given, alone, moment).to).toBe(to)
  })

  test('that is odd to this account again and again, and to no other, refuses it', () => {
    const its = decideCreate(answer('unexpected'), { ...alone, isItsOwn: true }, moment)
    expect(its).toMatchObject({ to: 'rejected', problems: { list: [{ code: 'some_code' }] } })
  })

  test('only a create that surely did not arrive or was not accepted may be sent again without a status read', () => {
    const again = (
      [
        'accepted',
        'rejected',
        'already_exists',
        'rate_limited',
        'unauthorized',
        'supplier_closed',
        'unknown',
        'not_sent',
      ] as const
    ).filter((kind) => decideCreate(answer(kind), alone, moment).to === 'queued')
    expect(again).toEqual(['rate_limited', 'unauthorized', 'supplier_closed', 'not_sent'])
  })

  test('begins a new age, and forgets what the service said of an earlier process', () => {
    const unseen = { service_status: null, service_event: null, not_found_at: null }
    for (const kind of ['accepted', 'unknown', 'already_exists'] as const)
      expect(decideCreate(answer(kind), alone, moment).fields).toMatchObject({ ...unseen, since: now })
  })

  test('already imported after an unknown attempt of ours is ours, confirmed by its status', () => {
    const given = answer('already_exists', { existingAccountId: 'P-1' })
    expect(decideCreate(given, { ...alone, earlierUnknown: true }, moment)).toMatchObject({
      to: 'processing',
      fields: { existing_account_id: 'P-1', due_at: now },
      problems: { list: [] },
    })
  })

  test.each([
    [null, 'It was not sent from this workspace.'],
    [7, 'Batch 7 of this workspace created it.'],
  ])('already imported at the first send is shown as foreign (batch %s)', (createdInBatch, words) => {
    expect(
      english(decideCreate(answer('already_exists'), { ...alone, createdInBatch }, moment)),
    ).toMatchObject({
      to: 'done',
      fields: { outcome: 'already_there' },
      problems: { list: [{ message: `words ${words}` }] },
    })
  })
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

  test('uses the wait that the service asks for, or our own back-off if it asks for none', () => {
    expect(waitOf(7000, 50)).toBe(7000)
    expect(waitOf(0, 50)).toBe(50)
    expect(waitOf(null, 50)).toBe(50)
  })
})
