// Tests that the funnel adds up to the number of accounts: each account is in exactly one part.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { funnelOf } from '../../../../renderer/accounts/funnel-parts.ts'
import { accountStates, noOutcomes, noStates, outcomes } from '../../../../shared/sending/states.ts'

const total = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, one) => sum + one, 0)
const n = fc.nat(100_000)

/** Counts as the engine returns them: at most as many outcomes as done accounts. */
const batches = fc
  .tuple(fc.tuple(...accountStates.map(() => n)), fc.tuple(...outcomes.map(() => n)), fc.nat(50))
  .map(([states, ended, untold]) => {
    const batch = { states: noStates(), outcomes: noOutcomes(), excluded: untold * 2 }
    accountStates.forEach((state, at) => (batch.states[state] = states[at] ?? 0))
    outcomes.forEach((outcome, at) => (batch.outcomes[outcome] = ended[at] ?? 0))
    batch.states.done = total(batch.outcomes) + untold
    return batch
  })

describe('the funnel', () => {
  it('adds up to the accounts of the batch', () => {
    fc.assert(
      fc.property(batches, (batch) => {
        const groups = funnelOf(batch)
        expect(groups.reduce((sum, group) => sum + group.sum, 0)).toBe(total(batch.states) + batch.excluded)
        for (const { parts, sum } of groups) expect(parts.reduce((all, one) => all + one.count, 0)).toBe(sum)
      }),
    )
  })

  it('shows each mark once', () => {
    fc.assert(
      fc.property(batches, (batch) => {
        const marks = funnelOf(batch).flatMap((group) => group.parts.map((part) => part.mark))
        expect(new Set(marks).size).toBe(marks.length)
      }),
    )
  })

  it('counts done accounts without a known outcome', () => {
    const ended = funnelOf({
      states: { ...noStates(), done: 3 },
      outcomes: { ...noOutcomes(), created: 2 },
      excluded: 0,
    }).find((group) => group.name === 'ended')
    expect(ended?.sum).toBe(3)
    expect(ended?.parts).toContainEqual({ mark: 'done', count: 1 })
  })

  it('shows unconfirmed accounts as in progress, never as ended', () => {
    const groups = funnelOf({
      states: { ...noStates(), unconfirmed: 4 },
      outcomes: noOutcomes(),
      excluded: 0,
    })
    expect(groups.map((group) => [group.name, group.sum])).toEqual([
      ['notSent', 0],
      ['underWay', 4],
      ['ended', 0],
    ])
  })
})
