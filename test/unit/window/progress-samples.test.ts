// The past of the chart of progress: running sums that end where the window begins to look, whatever the settlings were.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { samplesOf, settleRate, withSample } from '../../../renderer/steps/watch/samples.ts'

const settling = fc.record({ at: fc.integer({ min: 1, max: 1_000_000 }), failed: fc.boolean() })

describe('what settled before the window was opened', () => {
  it('ends with all of it, never falls, and stays short', () => {
    fc.assert(
      fc.property(fc.array(settling, { minLength: 1, maxLength: 700 }), (settlings) => {
        const samples = samplesOf(settlings, 1_000_000)
        expect(samples.at(-1)).toMatchObject({
          settled: settlings.length,
          failed: settlings.filter(({ failed }) => failed).length,
        })
        for (const [index, sample] of samples.entries()) {
          const before = samples[index - 1] ?? sample
          expect(sample.at >= before.at && sample.settled >= before.settled).toBe(true)
        }
        expect(samples.length).toBeLessThan(300)
      }),
    )
  })

  it('leaves out what settled while the window looked', () => {
    const samples = samplesOf(
      [
        { at: 10, failed: false },
        { at: 30, failed: true },
      ],
      20,
    )
    expect(samples.at(-1)).toEqual({ at: 10, settled: 1, underWay: null, failed: 0 })
  })

  it('tells a pause between two waves by both its ends', () => {
    const wave = (from: number) => Array.from({ length: 200 }, (_, at) => ({ at: from + at, failed: false }))
    const samples = samplesOf([...wave(1_000), ...wave(100_000)], 200_000)
    expect(samples).toContainEqual({ at: 1_199, settled: 200, underWay: null, failed: 0 })
    expect(samples).toContainEqual({ at: 100_000, settled: 200, underWay: null, failed: 0 })
  })

  it('is empty where nothing had settled', () => {
    expect(samplesOf([], 10)).toEqual([])
  })
})

describe('what the window saw', () => {
  it('keeps the two ends of a stretch in which nothing changed', () => {
    const same = { settled: 1, underWay: 2, failed: 0 }
    const samples = [1_000, 3_000, 5_000].reduce(
      (all, at) => withSample(all, { at, ...same }),
      withSample([], { at: 0, ...same }),
    )
    expect(samples.map(({ at }) => at)).toEqual([0, 5_000])
  })

  it('gives a rate only after some seconds in which something settled', () => {
    const at = (ms: number, settled: number) => ({ at: ms, settled, underWay: 9, failed: 0 })
    expect(settleRate([at(0, 0), at(1_000, 5)])).toBe(null)
    expect(settleRate([at(0, 5), at(10_000, 5)])).toBe(null)
    expect(settleRate([at(0, 0), at(10_000, 50)])).toBe(0.005)
  })
})
