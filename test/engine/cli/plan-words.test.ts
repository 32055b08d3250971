// Tests the texts about waves, stops, waits and pace, computed from a batch's view.
import { describe, expect, it } from 'vitest'
import {
  needsYou,
  nextWave,
  planWords,
  waitsForRelease,
  waveLine,
  waveOf,
  wavesInAll,
} from '../../../electron/cli/run/plan-words.ts'
import { sendingProgress } from '../../../electron/cli/run/sending-progress.ts'
import { jsonLine, textLines } from '../../../electron/cli/watch/lines.ts'
import { runTexts } from '../../../electron/cli/texts/run.ts'
import { currentFormat, speak } from '../../../shared/texts/current.ts'
import { createMessageFormat } from '../../../shared/texts/message-format.ts'
import { usualPlan } from '../../../shared/sending/wave-plan.ts'
import { sampleBatch, sampleWave } from '../../unit/window/sample-batch.ts'

const plan = (sizes: number[], between: 'ask' | 'when_sent' = 'ask') => ({ ...usualPlan, sizes, between })
/** A Saturday at noon by this machine's time. */
const noon = new Date(2026, 10, 21, 12).getTime()

describe('waves', () => {
  it('the next waves are the validated accounts, divided by the plan', () => {
    const sending = { plan: plan([1, 10, 100]), waves: [sampleWave(1, { accounts: 1 })] }
    const view = sampleBatch({ states: { validated: 45, done: 1 }, sending })
    expect(nextWave(view)).toEqual({ number: 2, limit: 10, accounts: 10 })
    expect(wavesInAll(view)).toBe(3)
    expect(waveOf(view)).toBe('wave 1 of 3')
    expect(planWords(view)).toBe(' They go in waves of 10 and 35: a person releases each.')
  })

  it('the last wave holds all remaining accounts, and a single wave is not mentioned', () => {
    const view = sampleBatch({ states: { validated: 7 }, sending: { plan: plan([]) } })
    expect(nextWave(view)).toEqual({ number: 1, limit: null, accounts: 7 })
    expect([wavesInAll(view), waveOf(view), planWords(view)]).toEqual([1, '', ''])
    expect(nextWave(sampleBatch({ states: { done: 3 } }))).toBeNull()
  })

  it('a wave that was cancelled completely gives its size to the next one', () => {
    const waves = [sampleWave(1, { accounts: 1 }), sampleWave(2, { accounts: 0 })]
    const view = sampleBatch({
      states: { validated: 45, done: 1 },
      sending: { plan: plan([1, 10, 100]), waves },
    })
    expect(nextWave(view)).toEqual({ number: 3, limit: 10, accounts: 10 })
    expect(planWords(view)).toBe(' They go in waves of 10 and 35: a person releases each.')
  })

  it('a wave is shown with its results', () => {
    expect(
      waveLine(sampleWave(3, { accounts: 1200, created: 1000, wrong: 150, onTheWay: 40, queued: 10 })),
    ).toBe('wave 3: 1,200 accounts, 1,000 created, 150 wrong, 40 on the way, 10 waiting to be sent')
    expect(waveLine(sampleWave(1, { accounts: 1, other: 1 }))).toBe('wave 1: 1 account, 1 dry run')
  })

  it('a wave waits for release only if the plan asks for it and nothing is being sent', () => {
    const waves = [sampleWave(1)]
    const at = (between: 'ask' | 'when_sent', states: { validated: number; queued?: number }) =>
      waitsForRelease(sampleBatch({ states, sending: { plan: plan([10], between), waves } }))
    expect(at('ask', { validated: 5 })).toBe(true)
    expect(at('ask', { validated: 5, queued: 1 })).toBe(false)
    expect(at('when_sent', { validated: 5 })).toBe(false)
    expect(at('ask', { validated: 0 })).toBe(false)
    expect(waitsForRelease(sampleBatch({ states: { validated: 5 }, sending: { plan: plan([10]) } }))).toBe(
      false,
    )
  })
})

describe('the list of things that need attention', () => {
  const stop = {
    reason: 'same_code' as const,
    wave: 1,
    at: 1,
    code: 'x',
    message: 'The code x occurred 5 times in a row in wave 1.',
    goOn: 'The 3 queued accounts of wave 1 are sent.',
  }
  const pause = (supplier: string, message: string) => ({
    connectionId: 1,
    supplier,
    reason: 'sign_in' as const,
    code: null,
    message,
    since: 1,
  })

  it('holds a stop, pauses of its own supplier, a wave to release and stuck accounts', () => {
    const view = sampleBatch({
      states: { queued: 3, processing: 2 },
      pauses: [pause('', 'Sign-in needed.'), pause('ACME', 'Closed.'), pause('OTHER', 'Not ours.')],
      sending: { stop },
      processing: { stuck: 2 },
    })
    expect(needsYou(view)).toEqual([
      'The code x occurred 5 times in a row in wave 1.',
      'Sign-in needed.',
      'ACME: Closed.',
      '2 accounts longer in one state than the connection expects.',
    ])
    const waiting = sampleBatch({ states: { validated: 45 }, sending: { waves: [sampleWave(1)] } })
    expect(needsYou(waiting)).toEqual(['Wave 2 (10 accounts) waits to be released.'])
  })

  it('is empty if no account is in progress', () => {
    expect(needsYou(sampleBatch({ states: { done: 9 }, pauses: [pause('', 'Sign-in needed.')] }))).toEqual([])
  })
})

describe('progress', () => {
  const states = { queued: 30, sending: 4, processing: 6, done: 10 }
  const range = (fromMs: number, toMs: number) => ({
    fromMs,
    likelyMs: fromMs,
    toMs,
  })

  it('shows the measured rate, and the remaining time as a range', () => {
    const pace = { requestsPerSecond: 3.14, sentPerMinute: 118.4, finishingLeft: range(240_000, 330_000) }
    expect(sendingProgress(sampleBatch({ states, pace }))).toEqual({
      phase: 'Sending',
      done: 10,
      total: 50,
      unit: 'accounts done',
      note: '34 to send, 4 in flight, 6 watched',
      pace: { rate: '118 sent a minute', left: '4 min 0 s to 5 min 30 s left' },
    })
    const watched = sampleBatch({
      states: { processing: 6, done: 4 },
      pace: { ...pace, finishingLeft: range(900, 950) },
    })
    expect(sendingProgress(watched)?.pace).toEqual({ rate: '3.1 requests a second', left: 'about 1 s left' })
  })

  it('counts one and many in either language', () => {
    const before = currentFormat()
    const { amount, amountOf } = runTexts.progress
    expect([amount.rows({ done: 1 }), amountOf.accounts({ done: 1, total: 1 })]).toEqual([
      '1 row',
      '1 of 1 account',
    ])
    speak(createMessageFormat('de', 'de-DE'))
    expect([amount.rows({ done: 1 }), amount['accounts done']({ done: 1200 })]).toEqual([
      '1 Zeile',
      '1.200 Konten fertig',
    ])
    expect([amountOf.accounts({ done: 0, total: 1 }), amountOf.rows({ done: 1, total: 2000 })]).toEqual([
      '0 von 1 Konto',
      '1 von 2.000 Zeilen',
    ])
    speak(before)
  })

  it('shows no rate before one is measured, and nothing before a release', () => {
    expect(sendingProgress(sampleBatch({ states }))).not.toHaveProperty('pace')
    expect(sendingProgress(sampleBatch({ states: { validated: 9 } }))).toBeNull()
  })

  it.each([
    [
      { waiting: { for: 'slow_down', until: noon + 30_000 } },
      /service asks for fewer requests until 12:00:30$/,
    ],
    [
      { waiting: { for: 'quiet_hours', until: noon + 18 * 3_600_000 } },
      /quiet hours until Sun,? 22 Nov 06:00$/,
    ],
    [{ waiting: { for: 'quiet_hours', until: null } }, /paused because of quiet hours$/],
    [{ waiting: { for: 'not_answering', until: null } }, /the service does not answer, trying again$/],
    [{ waiting: { for: 'offline', until: null } }, /paused because this machine is offline$/],
    [
      { slowedBy: 'latency', concurrency: { now: 2, limit: 8 } },
      /2 of 8 requests at once because the service answers more slowly$/,
    ],
  ] as const)('says why it waits or goes slower: %j', (pace, says) => {
    expect(sendingProgress(sampleBatch({ states, pace }), noon)?.note).toMatch(says)
  })
})

describe('the lines of watch', () => {
  it('add up, and show the stuck accounts and the remaining time', () => {
    const view = sampleBatch({
      states: { queued: 5, processing: 3, done: 12 },
      outcomes: { created: 10, failed: 1, cancelled: 1 },
      sending: { waves: [sampleWave(1, { accounts: 20 })] },
      processing: { stuck: 1, mindChanged: 2 },
    })
    const left = { fromMs: 60_000, likelyMs: 90_000, toMs: 120_000 }
    const watched = { view, oldestSince: noon - 7_200_000, left, readable: true }
    expect(textLines(watched, noon)).toEqual([
      '1  sample.csv  12 of 20 done · 10 created, 2 failed · 5 to send, 3 watched, oldest 2 h 0 min, 1 stuck, 2 changed after they were done · 1 min 0 s to 2 min 0 s left',
      '   needs you: 1 account longer in one state than the connection expects.',
    ])
    expect(jsonLine(watched, noon)).toMatchObject({
      at: noon,
      wave: { number: 1, of: 1 },
      stuck: 1,
      leftMs: { from: 60_000, to: 120_000 },
      settled: false,
    })
    const nothing = {
      view: sampleBatch({ states: { validated: 4 } }),
      oldestSince: null,
      left: null,
      readable: true,
    }
    expect(textLines(nothing, noon)).toEqual(['1  sample.csv  100 accounts, none released'])
    expect(jsonLine(nothing, noon)).toMatchObject({ wave: null, settled: true })
  })
})
