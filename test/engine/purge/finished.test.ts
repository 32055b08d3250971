// Tests the rule by which a batch may be purged: as a table of what keeps it, and for any combination.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { whyItStays } from '../../../electron/engine/accounts/purge/finished.ts'
import type { PurgeFacts } from '../../../electron/engine/store/purges/purges.ts'
import { purgeReasons } from '../../../shared/contract/purge.ts'

const finished: PurgeFacts = {
  stage: 'open',
  away: 0,
  taken: 0,
  jobs: 0,
  dirty: 0,
  unconfirmed: 0,
  underWay: 0,
  inDoubt: 0,
  toFix: 0,
  unreleased: 3,
  rechecks: 0,
  notMerged: 0,
  changedAt: 1000,
}

test('a finished batch that has not changed since may be purged', () => {
  expect(whyItStays(finished, 1000)).toBeNull()
})

test.each<readonly [Partial<PurgeFacts>, string]>([
  [{ stage: 'reading' }, 'loading'],
  [{ stage: 'building' }, 'loading'],
  [{ away: 1 }, 'handed_over'],
  [{ unconfirmed: 1 }, 'unconfirmed'],
  [{ underWay: 2 }, 'under_way'],
  [{ inDoubt: 1 }, 'in_doubt'],
  [{ toFix: 3 }, 'to_fix'],
  [{ rechecks: 1 }, 'rechecking'],
  [{ jobs: 1 }, 'busy'],
  [{ dirty: 1 }, 'busy'],
  [{ notMerged: 1 }, 'not_merged'],
  [{ changedAt: 1001 }, 'recent'],
])('a batch with %j stays as %s', (fact, code) => {
  expect(whyItStays({ ...finished, ...fact }, 1000)?.code).toBe(code)
})

test.each(['mapping', 'failed'] as const)('a batch at the stage %s has nothing under way', (stage) => {
  expect(whyItStays({ ...finished, stage }, 1000)).toBeNull()
})

test('what accounts still need keeps no batch that another member goes on with, but work on it here does', () => {
  const left = { unconfirmed: 1, underWay: 1, inDoubt: 1, toFix: 1, rechecks: 1, dirty: 1 }
  expect(whyItStays({ ...finished, ...left, taken: 1 }, 1000)).toBeNull()
  expect(whyItStays({ ...finished, ...left, taken: 1, jobs: 1 }, 1000)?.code).toBe('busy')
})

test('only a batch with nothing left may be purged, and one that stays says one of the reasons', () => {
  const count = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 5 }))
  const facts: fc.Arbitrary<PurgeFacts> = fc.record({
    stage: fc.constantFrom('reading', 'mapping', 'building', 'open', 'failed'),
    away: count,
    taken: count,
    jobs: count,
    dirty: count,
    unconfirmed: count,
    underWay: count,
    inDoubt: count,
    toFix: count,
    unreleased: count,
    rechecks: count,
    notMerged: count,
    changedAt: fc.integer({ min: 0, max: 2000 }),
  })
  fc.assert(
    fc.property(facts, (one) => {
      const { stage, changedAt, unreleased: _unreleased, taken, away, jobs, notMerged, ...ofAccounts } = one
      const counts = [away, jobs, notMerged, ...(taken > 0 ? [] : Object.values(ofAccounts))]
      const isLeft = counts.some((left) => left > 0) || ['reading', 'building'].includes(stage)
      const stays = whyItStays(one, 1000)
      expect(stays === null).toBe(!isLeft && changedAt <= 1000)
      if (stays !== null) expect(purgeReasons).toContain(stays.code)
    }),
    { numRuns: 2000 },
  )
})
