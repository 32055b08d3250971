// The table of moves, where a newer version of a file meets it: what the platform has is settled from any unsent state
// and from no other, and a settled account may become unsent again when that is taken back.
import { expect, test } from 'vitest'
import { accountStates, inFlightStates, mayMove } from '../../shared/account-state.ts'

const unsent = ['blocked', 'ready', 'refused', 'cleared'] as const

test.each(unsent)(
  'a %s account may be settled by the earlier version of its file, and let go again',
  (state) => {
    expect(mayMove(state, 'settled')).toBe(true)
  },
)

test('a queued account is taken back first, so that nothing is settled while it may be picked', () => {
  expect(mayMove('queued', 'settled')).toBe(false)
  expect(mayMove('queued', 'cleared')).toBe(true)
})

test('what is settled becomes ready again, and nothing that is on its way becomes unsent but what the service refuses', () => {
  expect(mayMove('settled', 'ready')).toBe(true)
  for (const state of inFlightStates)
    for (const to of unsent)
      if (state !== 'queued' || to !== 'cleared')
        expect(mayMove(state, to)).toBe((state === 'sending' || state === 'queued') && to === 'refused')
  for (const state of accountStates) expect(mayMove(state, state)).toBe(false)
})
