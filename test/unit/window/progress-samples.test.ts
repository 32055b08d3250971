// Tests the past part of the progress chart: running sums that end at the window's own first sample.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { samplesOf, finishRate, withSample } from '../../../renderer/steps/watch/progress/samples.ts'

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
