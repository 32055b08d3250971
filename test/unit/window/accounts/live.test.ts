// Tests the live activity, one line and four figures: whatever stops sending comes first, only measured values are
// shown, and no text changes with each second.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  leftFigure,
  needFigure,
  rateFigure,
  requestsFigure,
} from '../../../../renderer/accounts/live/figures.ts'
import { headlineOf } from '../../../../renderer/accounts/live/headline.ts'
import { likelyWords, rangeWords } from '../../../../renderer/accounts/live/time-range.ts'
import type { Pause } from '../../../../shared/sending/connection.ts'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import { usualPlan } from '../../../../shared/sending/wave-plan.ts'
import { sampleBatch, sampleWave } from '../sample-batch.ts'

const pause = (reason: Pause['reason'], supplier = ''): Pause => ({
  connectionId: 1,
  supplier,
  reason,
  code: null,
  message: 'Because of this.',
  since: 1,
})
const stop: BatchView['sending']['stop'] = {
  reason: 'same_code',
  wave: 2,
  at: 1,
  code: 'taken',
  message: 'It came five times.',
  goOn: 'They are sent.',
}
const sending = { states: { queued: 5, sending: 2, validated: 89, done: 4 } } as const
const waves = [
  sampleWave(1, { accounts: 1, created: 1 }),
  sampleWave(2, { created: 3, queued: 5, onTheWay: 2 }),
]

describe('the headline', () => {
  it.each<[string, Parameters<typeof sampleBatch>[0], string]>([
    ['nothing released', { states: { validated: 100 } }, 'Nothing is released'],
    ['sending', { ...sending, sending: { waves } }, 'Sending wave 2 of 3'],
    ['sending what was released before waves were kept', sending, 'Sending'],
    ['a stop', { ...sending, sending: { waves, stop } }, 'Stopped by a brake'],
    [
      'a stop and a pause',
      { ...sending, sending: { stop }, pauses: [pause('person')] },
      'Stopped by a brake',
    ],
    ['a pause', { ...sending, pauses: [pause('sign_in')] }, 'Paused because the key was not accepted'],
    [
      'a pause of the only supplier',
      { ...sending, pauses: [pause('supplier_closed', 'ACME')] },
      'Paused because ACME is closed',
    ],
    ['a pause of another supplier', { ...sending, pauses: [pause('supplier_closed', 'BOLT')] }, 'Sending'],
    [
      'a pause with nothing to send',
      { states: { processing: 3 }, pauses: [pause('person')] },
      'Waiting for the service',
    ],
    [
      'a pause in which nothing is read',
      { states: { processing: 3 }, pauses: [pause('sign_in')] },
      'Paused because the key was not accepted',
    ],
    ['no network', { ...sending, pace: { waiting: { for: 'offline', until: null } } }, 'No network'],
    [
      'a check of the data folder',
      { ...sending, pace: { waiting: { for: 'data_check', until: null, percent: 40 } } },
      'Checking the data folder: 40%',
    ],
    [
      'a check with accounts to validate only',
      { states: { unvalidated: 5 }, validating: true, pace: { waiting: { for: 'data_check', until: null } } },
      'Checking the data folder',
    ],
    [
      'a check with nothing to send',
      { states: { processing: 3 }, pace: { waiting: { for: 'data_check', until: null } } },
      'Waiting for the service',
    ],
    [
      'a damaged data folder',
      {
        states: { processing: 3 },
        pace: { waiting: { for: 'unsound_data', until: null, message: 'It is.' } },
      },
      'Nothing is sent',
    ],
    ['no answers', { ...sending, notAnswering: true }, 'The service is not answering'],
    [
      'a rest',
      { ...sending, pace: { waiting: { for: 'slow_down', until: null } } },
      'The service asked to slow down',
    ],
    [
      'quiet hours without an end',
      { ...sending, pace: { waiting: { for: 'quiet_hours', until: null } } },
      'Quiet hours',
    ],
    [
      'quiet hours with nothing to send',
      { states: { processing: 3 }, pace: { waiting: { for: 'quiet_hours', until: null } } },
      'Waiting for the service',
    ],
    ['all sent', { states: { processing: 3, unconfirmed: 1 } }, 'Waiting for the service'],
    [
      'a wave that is over',
      { states: { done: 1, validated: 99 }, sending: { waves: waves.slice(0, 1) } },
      'Wave 1 is done',
    ],
    ['all over', { states: { done: 100 }, outcomes: { created: 100 } }, 'All done'],
    ['sent but some', { states: { done: 98, invalid: 2 }, outcomes: { created: 98 } }, 'Done, 2 not sent'],
    [
      'all over, some failed',
      { states: { done: 100 }, outcomes: { created: 97, failed: 1, dry_run_failed: 1, cancelled: 1 } },
      'Done, 2 failed',
    ],
    [
      'all over, some with another outcome that a person looks at',
      { states: { done: 100 }, outcomes: { created: 97, already_there: 2, cancelled: 1 } },
      'Done, 3 to check',
    ],
  ])('of %s', (_, changes, title) => {
    expect(headlineOf(sampleBatch(changes)).title).toBe(title)
  })

  it('says how long quiet hours last, in local time', () => {
    const until = new Date(2026, 10, 22, 6, 0).getTime()
    const batch = sampleBatch({ ...sending, pace: { waiting: { for: 'quiet_hours', until } } })
    expect(headlineOf(batch).title).toMatch(/^Quiet until 0?6:00/)
  })

  it('announces the next wave, and whether somebody has to release it', () => {
    const done = { states: { done: 1, validated: 99 }, sending: { waves: waves.slice(0, 1) } }
    expect(headlineOf(sampleBatch(done)).detail).toBe(
      'Nothing went wrong. Wave 2 with 10 accounts waits for you.',
    )
    const plan = { ...usualPlan, between: 'when_done' as const }
    const watched = { states: { processing: 1, validated: 99 }, sending: { plan, waves: waves.slice(0, 1) } }
    expect(headlineOf(sampleBatch(watched)).detail).toBe(
      '1 account is in progress at the service. Wave 2 with 10 accounts follows by itself when this one is done.',
    )
  })

  it('shows the outcomes of all accounts, and how many were not sent', () => {
    const over = { states: { done: 97, invalid: 3 }, outcomes: { created: 95, failed: 2 } }
    expect(headlineOf(sampleBatch(over)).detail).toBe('95 created, 2 failed. 3 accounts were not sent.')
    expect(headlineOf(sampleBatch({ ...over, excluded: 2 })).detail).toBe(
      '95 created, 2 failed. 3 accounts were not sent. 2 are excluded.',
    )
  })
})

describe('the figures', () => {
  it('show the measured values', () => {
    const batch = sampleBatch({
      ...sending,
      inFlight: 3,
      pace: { sentPerMinute: 38.4, sendingLeft: { fromMs: 245_000, likelyMs: 280_000, toMs: 330_000 } },
    })
    expect(rateFigure(batch)).toMatchObject({ value: '38', unit: '/min', note: 'accepted a minute' })
    expect(leftFigure(batch)).toMatchObject({
      value: 'about 5 min',
      note: 'until all released are sent',
      hint: 'until all released are sent. Estimated: 4–6 min.',
    })
    expect(requestsFigure(batch)).toMatchObject({
      label: 'Requests',
      value: '3',
      note: 'open now, of 4 allowed',
    })
    expect(requestsFigure(batch).hint).toContain('every kind')
  })

  it('show no rate and no time while the service does not answer, and say why', () => {
    const pace = { requestsPerSecond: 2, finishingLeft: { fromMs: 1_000, likelyMs: 2_000, toMs: 3_000 } }
    const silent = sampleBatch({ states: { unconfirmed: 3 }, notAnswering: true, pace })
    const note = 'the service is not answering'
    expect(rateFigure(silent)).toMatchObject({ value: '–', note })
    expect(leftFigure(silent)).toMatchObject({ value: '–', note })
    const waiting = { for: 'offline', until: null } as const
    const offline = sampleBatch({ states: { processing: 3 }, pace: { ...pace, waiting } })
    expect(rateFigure(offline)).toMatchObject({ value: '–', note: 'no network' })
    const read = sampleBatch({ states: { processing: 3 }, pace })
    expect([rateFigure(read).value, leftFigure(read).note]).toEqual(['2', 'until all released are done'])
  })

  it('say that nothing was measured, and why', () => {
    expect(rateFigure(sampleBatch(sending))).toMatchObject({ value: '–', note: 'nothing to measure now' })
    expect(leftFigure(sampleBatch(sending))).toMatchObject({ value: '–', note: 'not enough measured yet' })
    const stopped = sampleBatch({ ...sending, sending: { stop }, pace: { sentPerMinute: 38 } })
    expect([rateFigure(stopped).note, leftFigure(stopped).note]).toEqual([
      'while sending is stopped',
      'while sending is stopped',
    ])
    expect(leftFigure(sampleBatch({ states: { done: 3 } })).note).toBe('nothing is on the way')
    expect(needFigure(null)).toMatchObject({ value: '–', note: 'counting…' })
  })

  it('say that sending is slower than the settings allow, and why', () => {
    const pace = { slowedBy: 'latency', concurrency: { now: 2, limit: 8 } } as const
    const figure = requestsFigure(sampleBatch({ ...sending, inFlight: 2, pace }))
    expect(figure).toMatchObject({ value: '2', note: 'of 2 allowed: answers take longer' })
    expect(figure.hint).toContain('allow 8 at once')
  })
})

describe('the remaining time', () => {
  it.each([
    [null, null],
    [{ fromMs: 0, toMs: Infinity }, null],
    [{ fromMs: 1_000, toMs: 3_000 }, 'under 5 s'],
    [{ fromMs: 21_000, toMs: 38_000 }, '20–40 s'],
    [{ fromMs: 245_000, toMs: 330_000 }, '4–6 min'],
    [{ fromMs: 240_000, toMs: 240_000 }, 'about 4 min'],
    [{ fromMs: 40 * 60_000, toMs: 62 * 60_000 }, '40–65 min'],
    [{ fromMs: 3 * 3_600_000, toMs: 4.2 * 3_600_000 }, '3–5 h'],
    [{ fromMs: 50 * 3_600_000, toMs: 100 * 3_600_000 }, '2–5 d'],
  ])('of %j is %j', (span, words) => {
    expect(rangeWords(span)).toBe(words)
  })

  it.each([
    [{ fromMs: 0, likelyMs: 230_000, toMs: 2_400_000 }, 'about 4 min'],
    [{ fromMs: 40_000, likelyMs: 52_000, toMs: 70_000 }, 'about 50 s'],
    [{ fromMs: 0, likelyMs: 0, toMs: 4_000 }, 'about 5 s'],
    [{ fromMs: 1_000, likelyMs: 1_000, toMs: Infinity }, null],
  ])('is named by its likely value: of %j is %j', (estimate, words) => {
    expect(likelyWords(estimate)).toBe(words)
  })

  it('always covers the measured range', () => {
    const size: Readonly<Record<string, number>> = { s: 1_000, min: 60_000, h: 3_600_000, d: 86_400_000 }
    fc.assert(
      fc.property(fc.nat(1_000_000_000), fc.nat(1_000_000_000), (one, other) => {
        const [fromMs, toMs] = one < other ? [one, other] : [other, one]
        const text = rangeWords({ fromMs, toMs }) ?? ''
        const [, least, most, unit = ''] = /^(?:under |about |(\d+)–)(\d+) (\w+)$/.exec(text) ?? []
        expect(Number(most) * (size[unit] ?? 0)).toBeGreaterThanOrEqual(toMs)
        if (least !== undefined) expect(Number(least) * (size[unit] ?? 0)).toBeLessThanOrEqual(fromMs)
      }),
    )
  })
})
