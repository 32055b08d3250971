// Whether a report is up to date: the counts in its summary against those of now.
import { describe, expect, it } from 'vitest'
import { countsIn, movedSince } from '../../../renderer/steps/report/report-counts.ts'
import { noOutcomes, noStates } from '../../../shared/account-state.ts'

const then = {
  states: { ...noStates(), cleared: 5, settled: 3 },
  // As a report counts them: accounts without an outcome are told beside the outcomes.
  outcomes: { ...noOutcomes(), created: 2, failed: 1, unsent: 5 },
}

describe('the standing of a report', () => {
  it('is up to date while every count is as it was', () => {
    expect(
      movedSince(then, { states: then.states, outcomes: { ...noOutcomes(), created: 2, failed: 1 } }),
    ).toBe(0)
  })

  it('counts accounts that are elsewhere now, each once', () => {
    const now = {
      states: { ...noStates(), cleared: 2, watching: 1, settled: 5 },
      outcomes: { ...noOutcomes(), created: 4, failed: 1 },
    }
    expect(movedSince(then, now)).toBe(3)
  })

  it('reads the counts out of a summary, and nothing out of anything else', () => {
    expect(countsIn(JSON.stringify({ ...then, carryover: '1', files: {} }))).toEqual(then)
    for (const text of ['', 'null', '{}', '{"states":{}}', 'not JSON']) expect(countsIn(text)).toBe(null)
  })
})
