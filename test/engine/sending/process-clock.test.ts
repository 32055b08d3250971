// Tests the difference between the clock of created_at and that of Date: its measurement, and the decisions that
// follow for an account whose create was answered or was not.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideRecord } from '../../../electron/engine/sending/decisions/decide-status.ts'
import {
  updateProcessClock,
  measureOffset,
  type OurProcess,
  type ProcessClock,
  unmeasured,
  processOwner,
} from '../../../electron/engine/sending/decisions/process-clock.ts'
import { account, moment, now, record } from './practice-account.ts'

const behind = -8000
/** A create of 200 ms whose process is dated `ahead` milliseconds after its middle by the clock of created_at. */
const ours = (ahead: number, at = now): OurProcess => ({
  startedAt: at,
  endedAt: at + 200,
  processAt: at + 100 + ahead,
})
const after = (...all: readonly OurProcess[]): ProcessClock => all.reduce(updateProcessClock, unmeasured)

describe('the measurement', () => {
  test('one account alone proves nothing, since a yes may be for a process that ran already; two that agree do', () => {
    expect(measureOffset(after(ours(behind)))).toBeNull()
    const two = measureOffset(after(ours(behind), ours(behind, now + 60_000)))
    expect(two?.from).toBeLessThanOrEqual(behind)
    expect(two?.to).toBeGreaterThanOrEqual(behind)
    expect((two?.to ?? 0) - (two?.from ?? 0)).toBeLessThan(3500)
  })

  test('one that says otherwise changes nothing; three in a row do, as when the service’s clock was set', () => {
    const known = after(ours(behind), ours(behind))
    const once = updateProcessClock(known, ours(-30_000))
    expect(measureOffset(once)).toEqual(measureOffset(known))
    expect(
      measureOffset(updateProcessClock(updateProcessClock(once, ours(behind)), ours(-30_000)))?.from,
    ).toBeGreaterThan(-12_000)
    const thrice = updateProcessClock(updateProcessClock(once, ours(-30_000)), ours(-30_000))
    expect(measureOffset(thrice)?.to).toBeLessThan(-25_000)
  })

  test.each([
    ['a create of three minutes', { ...ours(behind), endedAt: now + 180_000 }],
    ['a create that ended before it began, since our clock was set', { ...ours(behind), endedAt: now - 1 }],
    ['a process of yesterday', ours(-86_400_000)],
    ['a process of tomorrow', ours(86_400_000)],
  ])('%s tells nothing', (_name, one) => {
    expect(updateProcessClock(unmeasured, one)).toBe(unmeasured)
  })

  test('a million accounts that say the same are written down a few times', () => {
    let known = unmeasured
    let written = 0
    for (let at = 0; at < 2000; at += 1) {
      const next = updateProcessClock(known, ours(behind, now + at * 1000))
      if (next !== known) written += 1
      known = next
    }
    expect(written).toBeLessThan(5)
  })
})

/** What this workspace measures of a create that started at `at`: with a Date of whole seconds and a slow reply. */
function seenStart(at: number, replyMs: number): number {
  return at + (Math.floor(at / 1000) * 1000 + 500 - at) - replyMs
}

const someAhead = fc.integer({ min: -60_000, max: 60_000 })
const someReply = fc.integer({ min: 0, max: 700 })
/** Accepted creates: when each started, how long it took, and when in it the process was created. */
const answered = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: 600_000 }),
    tookMs: fc.integer({ min: 50, max: 3000 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    replyMs: someReply,
  }),
  { maxLength: 12 },
)
type Answered = typeof answered extends fc.Arbitrary<infer Some> ? Some : never

function known(all: Answered, ahead: number): ProcessClock {
  return all.reduce((clock, { at, tookMs, share, replyMs }) => {
    const startedAt = seenStart(now + at, replyMs)
    return updateProcessClock(clock, {
      startedAt,
      endedAt: startedAt + tookMs,
      processAt: now + at + share * tookMs + ahead,
    })
  }, unmeasured)
}

/** The result of an account whose process is PROCESSED when it is read. */
function reported(
  processAt: number,
  startedAt: number,
  clock: ProcessClock,
  wasAccepted: boolean,
): string | null {
  const given = record('PROCESSED', { created_at: new Date(Math.round(processAt)).toISOString() })
  const of = account({ state: wasAccepted ? 'processing' : 'unconfirmed' })
  const context = { account: of, attemptStartedAt: startedAt, wasAccepted, answerLost: !wasAccepted, clock }
  const reading = decideRecord(given, context, moment)
  return reading.kind === 'move' ? (reading.move.fields.outcome ?? null) : reading.kind
}

describe('whatever the two clocks of the service differ by, up to a minute', () => {
  const begun = now + 700_000
  const lost = fc.record({ all: answered, ahead: someAhead, replyMs: someReply })

  test('ours is never reported as somebody else’s: with an answer it is created, without one it is that or a doubt', () => {
    fc.assert(
      fc.property(lost, fc.integer({ min: 0, max: 60_000 }), ({ all, ahead, replyMs }, madeAfter) => {
        const clock = known(all, ahead)
        const start = seenStart(begun, replyMs)
        expect(reported(begun + madeAfter + ahead, start, clock, true)).toBe('created')
        expect(['created', 'whose_account_unsure']).toContain(
          reported(begun + madeAfter + ahead, start, clock, false),
        )
      }),
    )
  })

  test('an earlier account of another client is never reported as created: it already existed or is in doubt', () => {
    fc.assert(
      fc.property(lost, fc.integer({ min: 4000, max: 120_000 }), ({ all, ahead, replyMs }, madeBefore) => {
        const outcome = reported(
          begun - madeBefore + ahead,
          seenStart(begun, replyMs),
          known(all, ahead),
          false,
        )
        expect(['already_there', 'whose_account_unsure']).toContain(outcome)
      }),
    )
  })

  test('once two accounts were answered, a lost one is reported for certain, and so is one made ten seconds before it', () => {
    fc.assert(
      fc.property(
        someAhead,
        fc.integer({ min: 100, max: 900 }),
        someReply,
        fc.integer({ min: 10_000, max: 120_000 }),
        (ahead, tookMs, replyMs, madeBefore) => {
          const one = { at: 0, tookMs, share: 0.5, replyMs }
          const clock = known([one, { ...one, at: 61_300 }], ahead)
          const start = seenStart(begun, replyMs)
          expect(reported(begun + tookMs / 2 + ahead, start, clock, false)).toBe('created')
          expect(reported(begun - madeBefore + ahead, start, clock, false)).toBe('already_there')
        },
      ),
    )
  })
})

test('while nothing was measured, what was made within a minute of our create is a doubt, and what is older is not ours', () => {
  const whose = (ms: number): string => processOwner(now + ms, now, unmeasured)
  expect([0, 8000, -8000, -60_000].map(whose)).toEqual(['unsure', 'unsure', 'unsure', 'unsure'])
  expect(whose(-66_000)).toBe('older')
})
