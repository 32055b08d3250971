// Tests whether a report is up to date, by comparing its counts with the current ones.
import { describe, expect, it } from 'vitest'
import { movedSince } from '../../../renderer/steps/report/made-report.ts'
import { noOutcomes, noStates } from '../../../shared/sending/states.ts'

const then = {
  states: { ...noStates(), validated: 5, done: 3 },
  outcomes: { ...noOutcomes(), created: 2, failed: 1 },
}

describe('the state of a report', () => {
  it('is up to date while every count is unchanged', () => {
    expect(
      movedSince(then, { states: then.states, outcomes: { ...noOutcomes(), created: 2, failed: 1 } }),
    ).toBe(0)
  })

  it('counts accounts that have moved since, each once', () => {
    const now = {
      states: { ...noStates(), validated: 2, processing: 1, done: 5 },
      outcomes: { ...noOutcomes(), created: 4, failed: 1 },
    }
    expect(movedSince(then, now)).toBe(3)
  })
})
