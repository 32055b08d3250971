// Tests pages far down a sheet: every position is found from an anchor, whatever the rows' own numbers, while a file
// is read and after it was read again.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowsPerAnchor } from '../../../electron/engine/store/import/row-anchors.ts'
import { practiceStore, type PracticeStore } from '../store/practice-store.ts'

const info = { name: 'people', hidden: false, headerRow: 1, columns: [] }

function addRows({ store, batch }: PracticeStore, numbers: readonly number[], atOnce: number): void {
  for (let at = 0; at < numbers.length; at += atOnce)
    store.rows.addRows(
      batch,
      0,
      numbers.slice(at, at + atOnce).map((row) => ({ row, cells: '[]', kept: null })),
    )
}

test('every row position of a sheet with gaps is found, during reading and after rereading', async () => {
  const practice = await practiceStore()
  const { store, batch, database } = practice
  database.pragma('synchronous = OFF')
  const gaps = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 2600 })
  await fc.assert(
    fc.asyncProperty(gaps, fc.integer({ min: 1, max: 1300 }), fc.nat(2600), async (steps_, atOnce, place) => {
      await store.rows.clearRead(batch)
      store.rows.addSheet(batch, 0, info, 'main')
      let row = 1
      const numbers = steps_.map((step) => (row += step))
      addRows(practice, numbers, atOnce)
      expect(store.rows.numbersAt(batch, 0, place, 120)).toEqual(numbers.slice(place, place + 120))
      expect(database.prepare('SELECT count(*) FROM row_anchor').pluck().get()).toBe(
        Math.ceil(numbers.length / rowsPerAnchor),
      )
    }),
    { numRuns: 25 },
  )
})
