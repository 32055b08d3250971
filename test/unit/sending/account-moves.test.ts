// Tests the state table for a newer version of a file: an account that is already on the platform becomes done from
// any unsent state and from no other, and cancelling this makes it unsent again.
import { expect, test } from 'vitest'
import { accountStates, inFlightStates, mayMove } from '../../../shared/sending/states.ts'

const unsent = ['invalid', 'unvalidated', 'rejected', 'validated'] as const

test.each(unsent)(
  'a %s account can become done by the earlier version of its file, and unsent again',
  (state) => {
    expect(mayMove(state, 'done')).toBe(true)
  },
)

test('a queued account is cancelled first, so that it cannot become done while it may be sent', () => {
  expect(mayMove('queued', 'done')).toBe(false)
  expect(mayMove('queued', 'validated')).toBe(true)
})

test('a done account can become unsent again, and an account in flight only if the service rejects it', () => {
  expect(mayMove('done', 'unvalidated')).toBe(true)
  for (const state of inFlightStates)
    for (const to of unsent)
      if (state !== 'queued' || to !== 'validated')
        expect(mayMove(state, to)).toBe((state === 'sending' || state === 'queued') && to === 'rejected')
  for (const state of accountStates) expect(mayMove(state, state)).toBe(false)
})
