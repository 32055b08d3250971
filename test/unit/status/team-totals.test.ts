// Tests the totals of a team's board: an account that two batches hold counts once, and only desktops that answer count.
import { expect, test } from 'vitest'
import type { BatchProgress, TeamBoard } from '../../../shared/contract/team/team.ts'
import { teamTotals } from '../../../shared/status/team-totals.ts'

const desktop = (id: string, isThere: boolean): TeamBoard['desktops'][number] => ({
  id,
  member: id,
  machine: 'laptop',
  program: '0.1.0',
  seen: 1,
  isThere,
  isThis: false,
})
const batch = (id: string, progress: BatchProgress | null): TeamBoard['batches'][number] => ({
  id,
  desktop: 'Dana',
  member: 'Dana',
  name: id,
  service: 'http://service.example',
  progress,
  saidAt: 1,
})

test('what is with another member counts in that member’s batch only', () => {
  const board: TeamBoard = {
    desktops: [desktop('Dana', true), desktop('Ina', false)],
    batches: [
      batch('one', {
        accounts: 10,
        states: { done: 10 },
        outcomes: { created: 9, failed: 1 },
        needsPerson: 1,
        perMinute: null,
      }),
      batch('two', {
        accounts: 12,
        states: { done: 9, queued: 3 },
        outcomes: { with_member: 9 },
        needsPerson: 0,
        perMinute: 40,
      }),
      batch('not said', null),
    ],
  }
  expect(teamTotals(board)).toEqual({
    created: 9,
    accounts: 13,
    needsPerson: 1,
    perMinute: 40,
    desktops: 1,
  })
})

test('nothing is sent where no batch says how fast', () => {
  expect(teamTotals({ desktops: [], batches: [batch('one', null)] })).toEqual({
    created: 0,
    accounts: 0,
    needsPerson: 0,
    perMinute: null,
    desktops: 0,
  })
})
