// Tests endings: each account has one, and the groups of endings leave none out.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  endingGroups,
  endingOf,
  endings,
  noEndings,
  sumOf,
  type EndingGroup,
} from '../../../shared/sending/endings.ts'
import { accountStates, isLocked, outcomes } from '../../../shared/sending/states.ts'

const holds = ['no', 'held', 'excluded'] as const

test('an excluded account ends so, a done one in its outcome, and a held one is held unless it was sent', () => {
  for (const state of accountStates)
    for (const outcome of state === 'done' ? outcomes : [null]) {
      expect(endingOf(state, outcome, 'excluded')).toBe('excluded')
      if (outcome !== null) expect(endingOf(state, outcome, 'held')).toBe(outcome)
      else expect(endingOf(state, null, 'held') === 'held').toBe(!isLocked(state))
    }
})

test('the groups of endings add up to all accounts', () => {
  const account = fc.tuple(
    fc.oneof(
      fc.tuple(fc.constantFrom(...accountStates.filter((state) => state !== 'done')), fc.constant(null)),
      fc.tuple(fc.constant('done' as const), fc.constantFrom(...outcomes)),
    ),
    fc.constantFrom(...holds),
  )
  fc.assert(
    fc.property(fc.array(account), (accounts) => {
      const counts = noEndings()
      for (const [[state, outcome], held] of accounts) counts[endingOf(state, outcome, held)] += 1
      const groups = Object.keys(endingGroups) as EndingGroup[]
      expect(groups.reduce((sum, group) => sum + sumOf(counts, group), 0)).toBe(accounts.length)
    }),
  )
  expect(Object.values(endingGroups).flat().toSorted()).toEqual([...endings].toSorted())
})
