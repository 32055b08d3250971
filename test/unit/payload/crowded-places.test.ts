// Tests a problem about a part of a payload that thousands of cells feed: it names only the first of them.
import { expect, test } from 'vitest'
import { place } from '../../../shared/payload/problems.ts'

test('a section fed by thousands of cells names the first fifty, in their order', () => {
  const people = Array.from({ length: 3000 }, (_, at) => at)
  const found = place('customers', {
    payload: { customers: people.map(() => ({ landline: '020' })) },
    origins: Object.fromEntries(
      people.map((at) => [`customers.${at}.landline`, { sheet: 'people', row: at + 2, column: 'Phone' }]),
    ),
    omitted: [],
    row: { sheet: 'people', row: 2 },
  })
  if (found.kind !== 'section') throw new Error('It is a section')
  expect(found.path).toBe('customers')
  expect(found.cells.map(({ row }) => row)).toEqual(people.slice(0, 50).map((at) => at + 2))
})
