// Tests the window's URLs: each printed URL is parsed back, and any other leads to an existing page.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hrefOf, hrefOfStep, readRoute, steps, type Route } from '../../../../renderer/app/route.ts'

const id = fc.integer({ min: 1, max: 999_999_999_999_999 })
const word = fc.string({ unit: 'grapheme', maxLength: 10 })
const routes: fc.Arbitrary<Route> = fc.oneof(
  fc.constant<Route>({ page: 'home' }),
  fc
    .oneof(id, fc.constantFrom('new' as const, 'catalogues' as const, null))
    .map((connection): Route => ({ page: 'connect', connection })),
  fc
    .record({
      batch: id,
      step: fc.constantFrom(...steps),
      params: fc.dictionary(word, word, { noNullPrototype: true }),
    })
    .map((rest): Route => ({ page: 'batch', ...rest })),
)

describe('an address', () => {
  it('leads back to its page', () => {
    fc.assert(
      fc.property(routes, (route) => {
        expect(readRoute(hrefOf(route))).toEqual(route)
      }),
    )
  })

  it('with any content leads to a page, and that page’s own address leads to the same page', () => {
    const wild = fc.oneof(
      fc.string(),
      fc
        .array(fc.constantFrom('#', '/', 'batch', 'connect', '7', '0', '-1', '?', 'a=b', 'fix', '%', '..'))
        .map((x) => x.join('')),
    )
    fc.assert(
      fc.property(wild, (hash) => {
        const route = readRoute(hash)
        expect(readRoute(hrefOf(route))).toEqual(route)
      }),
    )
  })

  it.each([
    ['', { page: 'home' }],
    ['#/elsewhere/3', { page: 'home' }],
    ['#/batch/0/fix', { page: 'home' }],
    ['#/batch/07/fix', { page: 'home' }],
    ['#/connect/abc', { page: 'connect', connection: null }],
    ['#/batch/7/unknown', { page: 'batch', batch: 7, step: 'load', params: {} }],
    ['#/batch/7/fix?account=12', { page: 'batch', batch: 7, step: 'fix', params: { account: '12' } }],
  ])('%j is read as %j', (hash, route) => {
    expect(readRoute(hash)).toEqual(route)
  })

  it('keeps special characters in the text of a filter', () => {
    const href = hrefOfStep(7, 'fix', { text: 'a&b=c#d?e/f g+h' })
    expect(readRoute(href)).toMatchObject({ params: { text: 'a&b=c#d?e/f g+h' } })
  })
})
