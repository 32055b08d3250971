// Tests the answers a minute: the columns add up to what became done, whatever their width, and a wave's bar is its
// time.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { barsOfWaves } from '../../../renderer/steps/watch/wave-bars.ts'
import { answersAMinute } from '../../../renderer/steps/watch/progress/answers.ts'
import { sampleBatch, sampleWave } from './sample-batch.ts'

const growth = fc.record({
  after: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 600_000 })),
  done: fc.integer({ min: 0, max: 500 }),
  failed: fc.integer({ min: 0, max: 500 }),
})

describe('the answers a minute', () => {
  it('add up to the accounts that became done and those that failed, in at most 36 columns', () => {
    fc.assert(
      fc.property(fc.array(growth, { minLength: 1, maxLength: 60 }), (grown) => {
        // The first step takes time: what was done before it is in no column.
        const steps = grown.map((step, index) => (index === 0 ? { ...step, after: step.after + 1 } : step))
        let [at, done, failed] = [1_000_000, 0, 0]
        const samples = [{ at, done, underWay: null, failed }]
        for (const step of steps) {
          at += step.after
          done += step.done
          failed += Math.min(step.failed, step.done)
          samples.push({ at, done, underWay: null, failed })
        }
        const columns = answersAMinute(samples)
        expect(columns.length).toBeLessThanOrEqual(36)
        const minutes = ({ from, to }: { from: number; to: number }): number =>
          Math.max(60_000, to - from) / 60_000
        const sum = (of: 'value' | 'wrong'): number =>
          columns.reduce((all, column) => all + column[of] * minutes(column), 0)
        expect(Math.abs(sum('value') - done)).toBeLessThan(0.001 * Math.max(1, done))
        expect(Math.abs(sum('wrong') - failed)).toBeLessThan(0.001 * Math.max(1, failed))
      }),
    )
  })

  it('are what came so far in a minute that is not over', () => {
    const samples = [
      { at: 0, done: 0, underWay: null, failed: 0 },
      { at: 10_000, done: 20, underWay: null, failed: 5 },
    ]
    expect(answersAMinute(samples)).toEqual([{ from: 0, to: 10_000, value: 20, wrong: 5 }])
  })

  it('are none where nothing became done', () => {
    expect(answersAMinute([])).toEqual([])
    expect(answersAMinute([{ at: 5, done: 3, underWay: 0, failed: 0 }])).toEqual([])
  })
})

describe('the time of a wave', () => {
  it('is from its release to its end, or so far', () => {
    const waves = [
      { ...sampleWave(1), accounts: 1, releasedAt: 1_000, endedAt: 4_000 },
      { ...sampleWave(2), accounts: 10, releasedAt: 5_000, endedAt: null },
      { ...sampleWave(3), accounts: 0, releasedAt: 5_000, endedAt: 5_000 },
    ]
    const bars = barsOfWaves(sampleBatch({ sending: { waves } }), 65_000)
    expect(bars.map(({ label, value, words }) => ({ label, value, words }))).toEqual([
      { label: 'Wave 1 · 1 account', value: 3_000, words: '3 s' },
      { label: 'Wave 2 · 10 accounts', value: 60_000, words: '60 s so far' },
    ])
  })
})
