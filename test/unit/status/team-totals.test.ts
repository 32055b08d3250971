// Tests the totals of a team's board: of its targets where there are some, otherwise of all batches, in which an account that
// is with another member counts in that member's batch only.
import { expect, test } from 'vitest'
import type { BatchSums, TeamBoard } from '../../../shared/contract/team/board.ts'
import { teamTotals } from '../../../shared/status/team-totals.ts'

const sums: BatchSums = {
  batches: 3,
  accounts: 22,
  states: { done: 19, queued: 2, sending: 1 },
  outcomes: { created: 9, failed: 1, with_member: 9 },
  needsPerson: 1,
  perMinute: 40,
  desktops: 2,
  sending: 1,
}
const target = (keys: number, created: number, found: number): TeamBoard['targets'][number] => ({
  id: keys,
  service: 'http://service.example',
  supplier: '',
  name: 'all.csv',
  member: 'Dana',
  loadedAt: 1,
  keys,
  created,
  found,
  open: 0,
})

test('what is with another member counts in that member’s batch only', () => {
  expect(teamTotals({ sums, targets: [] })).toEqual({
    created: 9,
    accounts: 13,
    rest: 3,
    hasTarget: false,
    needsPerson: 1,
    perMinute: 40,
    desktops: 2,
    sending: 1,
  })
})

test('with targets, their keys count, and what was there already is done', () => {
  const board = { sums, targets: [target(500, 300, 12), target(100, 50, 0)] }
  expect(teamTotals(board)).toMatchObject({ created: 362, accounts: 600, rest: 238, hasTarget: true })
})
