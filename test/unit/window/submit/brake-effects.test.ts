// Tests the preview of a brake's effect so far: it uses only known data and claims nothing more.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  answeredOf,
  errorRateEffect,
  errorRateWords,
  sameCodeEffect,
  sameCodeWords,
  stopCodesEffect,
  stopCodesWords,
} from '../../../../renderer/steps/submit/plan/brake-effects.ts'
import type { WaveView } from '../../../../shared/sending/wave-plan.ts'

function wave(number: number, counts: Partial<WaveView>): WaveView {
  const none = { queued: 0, onTheWay: 0, created: 0, wrong: 0, other: 0 }
  return { number, size: null, accounts: 0, releasedAt: 1, endedAt: null, ...none, ...counts }
}
const counts = fc.record({ created: fc.nat(500), wrong: fc.nat(500), other: fc.nat(20) })
const waves = fc.array(counts, { maxLength: 5 }).map((all) => all.map((one, at) => wave(at + 1, one)))
const brake = fc.record({
  percent: fc.integer({ min: 1, max: 100 }),
  atLeast: fc.integer({ min: 1, max: 50 }),
})

describe('the brake on the error rate', () => {
  it('would have stopped a wave exactly if the wave reached the rate with enough answers', () => {
    fc.assert(
      fc.property(waves, brake, (all, { percent, atLeast }) => {
        const reached = all.filter(
          (one) => answeredOf(one) >= atLeast && (100 * one.wrong) / answeredOf(one) >= percent,
        )
        const effect = errorRateEffect({ percent, atLeast }, all)
        if (reached.length === 0) expect(effect.kind).not.toBe('stops')
        else expect(effect).toMatchObject({ kind: 'stops', wave: reached[0]?.number })
      }),
    )
  })

  it.each([
    [[], 'No account has an answer yet.'],
    [[wave(1, { created: 1 })], 'So far at most 1 account of a wave has an answer: too few for it.'],
    [[wave(1, { created: 40 })], 'It would have stopped no wave: nothing went wrong.'],
    [
      [wave(1, { created: 99, wrong: 1 }), wave(2, { created: 38, wrong: 2 })],
      'It would have stopped no wave: in wave 2, the worst, 2 of 40 went wrong.',
    ],
    [[wave(2, { created: 36, wrong: 4 })], 'It would have stopped wave 2: 4 of 40 went wrong.'],
  ])('with waves %j the effect of the brake is described in words', (all, sentence) => {
    expect(errorRateWords(errorRateEffect({ percent: 10, atLeast: 20 }, all))).toBe(sentence)
  })
})

describe('the brakes on codes', () => {
  const codes = [
    { code: 'blank', accounts: 2 },
    { code: 'taken', accounts: 7 },
  ]

  it.each([
    [5, codes, 'It may have stopped a wave: taken came to 7 accounts, in a row or not.'],
    [8, codes, 'It would have stopped no wave: taken came to 7 accounts, more than any other.'],
    [2, [], 'No account was refused with a code so far.'],
  ])('%i in a row', (times, all, sentence) => {
    expect(sameCodeWords(sameCodeEffect(times, all))).toBe(sentence)
  })

  it('name the listed codes that occurred', () => {
    expect(stopCodesWords(stopCodesEffect(['blank', 'other'], codes))).toBe(
      'It would have stopped a wave: blank came to 2 accounts.',
    )
    expect(stopCodesWords(stopCodesEffect(['other'], codes))).toBe('None of them came so far.')
  })
})
