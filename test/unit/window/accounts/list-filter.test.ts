// Tests that every part of the funnel and every status text of the service is a filter that the URL can hold.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  askFor,
  filterOfList,
  filterOfWord,
  listIn,
  markOf,
  readFilter,
  wordIn,
} from '../../../../renderer/accounts/list-filter.ts'
import { accountStates, outcomes } from '../../../../shared/sending/states.ts'

describe('the filter of the list of accounts', () => {
  it('reads any address, and an unknown filter gives the list of accounts that need a person', () => {
    for (const text of [undefined, '', 'word:', 'else', 'constructor']) expect(readFilter(text)).toBe('need')
  })

  it('keeps a state, an outcome and a status of the service in the address', () => {
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

  it('keeps a pasted list in the address, and asks for its accounts in every state', () => {
    const filter = readFilter(filterOfList(12))
    expect(listIn(filter)).toBe(12)
    expect(askFor(filter)).toEqual({ states: [...accountStates], list: 12 })
    expect([markOf(filter), wordIn(filter)]).toEqual([null, null])
    expect(readFilter('list:x')).toBe('need')
  })

  it('lists excluded accounts separately, whatever their state, and nowhere else', () => {
    expect(askFor(readFilter('excluded'))).toEqual({ states: [...accountStates], excluded: true })
    expect(markOf('excluded')).toBe('excluded')
    for (const filter of ['moving', 'not-sent', 'invalid'] as const)
      expect(askFor(filter).excluded).toBe(false)
  })

  it('asks for an outcome only among the done accounts', () => {
    expect(askFor('failed')).toEqual({ states: ['done'], outcomes: ['failed'], excluded: false })
    expect(markOf('failed')).toBe('failed')
  })

  it('asks for a status only among the accounts that were sent', () => {
    expect(askFor('word:PROCESSED')).toEqual({
      states: ['unconfirmed', 'processing', 'done'],
      serviceStatus: 'PROCESSED',
    })
    expect(markOf('word:PROCESSED')).toBe(null)
  })

  it('asks for held accounts in every state', () => {
    expect(askFor('held')).toEqual({ states: [...accountStates], held: true })
  })
})
