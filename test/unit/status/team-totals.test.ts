// Tests the totals of a team's board: an account that two batches hold counts once, and only desktops that answer count.
import { expect, test } from 'vitest'
import type { BatchProgress, TeamBoard } from '../../../shared/contract/team/board.ts'
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
const batch = (id: string, progress: BatchProgress | null, owner = 'Dana'): TeamBoard['batches'][number] => ({
  id,
  desktop: owner,
  member: 'Dana',
  name: id,
  service: 'http://service.example',
  progress,
  saidAt: 1,
})

const said = (progress: Partial<BatchProgress>): BatchProgress => ({
  accounts: 0,
  states: {},
  outcomes: {},
  needsPerson: 0,
  perMinute: null,
  connection: 1,
  ...progress,
})
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
  const board = {
    desktops: [desktop('Dana', true), desktop('Ina', false)],
    batches: [
      batch(
        'one',
        said({ accounts: 10, states: { done: 10 }, outcomes: { created: 9, failed: 1 }, needsPerson: 1 }),
      ),
      batch(
        'two',
        said({ accounts: 12, states: { done: 9, queued: 3 }, outcomes: { with_member: 9 }, perMinute: 40 }),
      ),
      batch('not said', null),
    ],
    targets: [],
  }
  expect(teamTotals(board)).toEqual({
    created: 9,
    accounts: 13,
    rest: 3,
    hasTarget: false,
    needsPerson: 1,
    perMinute: 40,
    desktops: 1,
    sending: 1,
  })
})

test('nothing is sent where no batch says how fast', () => {
  expect(teamTotals({ desktops: [], batches: [batch('one', null)], targets: [] })).toEqual({
    created: 0,
    accounts: 0,
    rest: 0,
    hasTarget: false,
    needsPerson: 0,
    perMinute: null,
    desktops: 0,
    sending: 0,
  })
})

test('batches of one connection share its pace, and a desktop that does not answer sends nothing', () => {
  const sending = said({ perMinute: 40 })
  const board = {
    desktops: [desktop('Dana', true), desktop('Ina', false), desktop('Jo', true)],
    batches: [
      batch('one', sending),
      batch('two', sending),
      batch('three', said({ perMinute: 5, connection: 2 })),
      batch('four', sending, 'Ina'),
      batch('five', sending, 'Jo'),
    ],
    targets: [],
  }
  expect(teamTotals(board)).toMatchObject({ perMinute: 85, desktops: 2, sending: 2 })
})

test('with targets, their keys count, and what was there already is done', () => {
  const board = { desktops: [], batches: [], targets: [target(500, 300, 12), target(100, 50, 0)] }
  expect(teamTotals(board)).toMatchObject({ created: 362, accounts: 600, rest: 238, hasTarget: true })
})
