// Tests that every part of the funnel and every status text of the service is a filter that the URL can hold.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { askFor, filterOfWord, markOf, readFilter, wordIn } from '../../../renderer/accounts/list-filter.ts'
import { accountStates, outcomes } from '../../../shared/sending/states.ts'

describe('the filter of the list of accounts', () => {
  it('reads anything from the address, and what it does not know is the list of those that need a person', () => {
    for (const text of [undefined, '', 'word:', 'else', 'constructor']) expect(readFilter(text)).toBe('need')
  })

  it('keeps a state, an outcome and a word of the service through the address', () => {
    for (const state of accountStates) expect(readFilter(state)).toBe(state)
    for (const outcome of outcomes) expect(readFilter(outcome)).toBe(outcome)
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (word) => {
        const text = new URLSearchParams(new URLSearchParams({ show: filterOfWord(word) }).toString()).get(
          'show',
        )
        expect(wordIn(readFilter(text ?? undefined))).toBe(word)
      }),
    )
  })

  it('lists the excluded by themselves, whatever their state, and nowhere else', () => {
    expect(askFor(readFilter('excluded'))).toEqual({ states: [...accountStates], excluded: true })
    expect(markOf('excluded')).toBe('excluded')
    for (const filter of ['moving', 'not-sent', 'invalid'] as const)
      expect(askFor(filter).excluded).toBe(false)
  })

  it('asks for an outcome among the done only', () => {
    expect(askFor('failed')).toEqual({ states: ['done'], outcomes: ['failed'], excluded: false })
    expect(markOf('failed')).toBe('failed')
  })

  it('asks for a word among those that were sent', () => {
    expect(askFor('word:PROCESSED')).toEqual({
      states: ['unconfirmed', 'processing', 'done'],
      serviceStatus: 'PROCESSED',
    })
    expect(markOf('word:PROCESSED')).toBe(null)
  })

  it('asks for held ones in every state', () => {
    expect(askFor('held')).toEqual({ states: [...accountStates], held: true })
  })
})
