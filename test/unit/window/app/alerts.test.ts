// Tests which queries an event refetches: those of its batch and those over all batches, never those of another
// batch.
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { describe, expect, it } from 'vitest'
import { alerts } from '../../../../renderer/app/alerts.ts'

const about = (queryKey: readonly unknown[], ...batches: number[]): boolean =>
  alerts({ queryKey }, new Set(batches))

/** Keys as the library builds them, so that a change of their shape is noticed here. */
const client = createTanstackQueryUtils({
  batches: {
    get: (input: { readonly batch: number }) => Promise.resolve(input.batch),
    list: () => Promise.resolve(null),
  },
  catalogues: { list: () => Promise.resolve(null) },
})

describe('a change of a batch', () => {
  it('refreshes queries about that batch', () => {
    const key = client.batches.get.queryOptions({ input: { batch: 7 } }).queryKey
    expect(about(key, 7)).toBe(true)
    expect(about(key, 3, 7)).toBe(true)
  })

  it('does not refresh queries about another batch', () => {
    expect(about(client.batches.get.queryOptions({ input: { batch: 8 } }).queryKey, 7)).toBe(false)
  })

  it('refreshes lists of all batches', () => {
    expect(about(client.batches.list.queryOptions().queryKey, 7)).toBe(true)
    expect(about([['accounts', 'search'], { input: { text: 'hill' }, type: 'query' }], 7)).toBe(true)
  })

  it('refreshes what waits for the user and what is shared with the team, but no comparison of two versions', () => {
    expect(about([['workspace', 'attention'], { type: 'query' }])).toBe(true)
    expect(about([['knowledge', 'list'], { type: 'query' }])).toBe(true)
    expect(about([['knowledge', 'compare'], { input: { kind: 'template', key: 'A' }, type: 'query' }])).toBe(
      false,
    )
  })

  it('does not refresh catalogues or queries without a call', () => {
    expect(about(client.catalogues.list.queryOptions().queryKey, 7)).toBe(false)
    expect(about(['theme'], 7)).toBe(false)
    expect(about([], 7)).toBe(false)
  })
})
