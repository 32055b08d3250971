// Tests which connection a new mapping begins with: the one used last, but never production by itself.
import { expect, it } from 'vitest'
import { firstConnection } from '../../../../renderer/steps/map/draft/first-connection.ts'
import { sampleBatch } from '../sample-batch.ts'

const connections = [
  { id: 1, environment: 'practice' },
  { id: 2, environment: 'test' },
  { id: 3, environment: 'production' },
] as const

const used = (id: number, workedAt: number) =>
  sampleBatch({ connection: { id, name: 'x', baseUrl: 'http://127.0.0.1:1', environment: 'test' }, workedAt })

it('is the connection of the batch that was worked on last', () => {
  expect(
    firstConnection(connections, [used(1, 5), used(2, 9), sampleBatch({ connection: null, workedAt: 20 })]),
  ).toBe(2)
})

it('is none where that was production, is gone, or nothing was used', () => {
  expect(firstConnection(connections, [used(1, 5), used(3, 9)])).toBeNull()
  expect(firstConnection(connections, [used(7, 9)])).toBeNull()
  expect(firstConnection(connections, [])).toBeNull()
})

it('is the only one where there is one', () => {
  expect(firstConnection([connections[2]], [])).toBe(3)
})
