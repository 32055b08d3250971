// Tests the past part of the progress chart: running sums that end at the window's own first sample.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spanWords } from '../../../renderer/steps/watch/progress/span-words.ts'
import {
  samplesOf,
  finishRate,
  withOnTheWay,
  withSample,
} from '../../../renderer/steps/watch/progress/samples.ts'

const finishing = fc.record({ at: fc.integer({ min: 1, max: 1_000_000 }), failed: fc.boolean() })

describe('the progress before the window was opened', () => {
  it('ends with the total, never decreases, and has few samples', () => {
    fc.assert(
      fc.property(fc.array(finishing, { minLength: 1, maxLength: 700 }), (settlings) => {
        const samples = samplesOf(settlings, 1_000_000)
        expect(samples.at(-1)).toMatchObject({
          done: settlings.length,
          failed: settlings.filter(({ failed }) => failed).length,
        })
        for (const [index, sample] of samples.entries()) {
          const before = samples[index - 1] ?? sample
          expect(sample.at >= before.at && sample.done >= before.done).toBe(true)
        }
        expect(samples.length).toBeLessThan(300)
      }),
    )
  })

  it('excludes the accounts done while the window was open', () => {
    const samples = samplesOf(
      [
        { at: 10, failed: false },
        { at: 30, failed: true },
      ],
      20,
    )
    expect(samples.at(-1)).toEqual({ at: 10, done: 1, underWay: null, failed: 0 })
  })

  it('shows a pause between two waves by its start and its end', () => {
    const wave = (from: number) => Array.from({ length: 200 }, (_, at) => ({ at: from + at, failed: false }))
    const samples = samplesOf([...wave(1_000), ...wave(100_000)], 200_000)
    expect(samples).toContainEqual({ at: 1_199, done: 200, underWay: null, failed: 0 })
    expect(samples).toContainEqual({ at: 100_000, done: 200, underWay: null, failed: 0 })
  })

  it('is empty if no account was done', () => {
    expect(samplesOf([], 10)).toEqual([])
  })

  const done = (at: number, n: number, underWay: number | null = null) => ({
    at,
    done: n,
    underWay,
    failed: 0,
  })

  it('has the accounts on the way: those of the waves until then that were not done', () => {
    const waves = [
      { at: 5, accounts: 3 },
      { at: 30, accounts: 4 },
    ]
    const past = [done(9, 0), done(10, 1), done(20, 3), done(40, 5)]
    expect(withOnTheWay(past, waves, 2)).toEqual([
      done(9, 0, 3),
      done(10, 1, 2),
      done(20, 3, 0),
      done(29, 3, 0),
      done(30, 3, 4),
      done(40, 5, 2),
    ])
  })

  it('has none on the way where the waves do not explain those that are on the way now', () => {
    const past = [done(9, 0), done(10, 1)]
    expect(withOnTheWay(past, [{ at: 5, accounts: 3 }], 1)).toEqual(past)
    expect(withOnTheWay(past, [], 2)).toEqual(past)
  })

  it('is named by its ends, or by one time where all is at one moment', () => {
    const noon = new Date(2026, 10, 22, 12, 0, 0).getTime()
    expect(spanWords(noon, noon + 400)).toMatch(/^At 12:00:00/)
    expect(spanWords(noon, noon + 61_000)).toMatch(/^From 12:00:00( PM)? to 12:01:01/)
    expect(spanWords(noon, noon + 86_400_000)).toMatch(/^From .*22.* to .*23/)
  })
})

describe('the progress while the window is open', () => {
  it('keeps both ends of a period without changes', () => {
    const same = { done: 1, underWay: 2, failed: 0 }
    const samples = [1_000, 3_000, 5_000].reduce(
      (all, at) => withSample(all, { at, ...same }),
      withSample([], { at: 0, ...same }),
    )
    expect(samples.map(({ at }) => at)).toEqual([0, 5_000])
  })

  it('gives a rate only after several seconds with done accounts', () => {
    const at = (ms: number, done: number) => ({ at: ms, done, underWay: 9, failed: 0 })
    expect(finishRate([at(0, 0), at(1_000, 5)])).toBe(null)
    expect(finishRate([at(0, 5), at(10_000, 5)])).toBe(null)
    expect(finishRate([at(0, 0), at(10_000, 50)])).toBe(0.005)
  })
})
