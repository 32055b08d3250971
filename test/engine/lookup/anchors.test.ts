// Tests pages far down a sheet: every position is found from an anchor, whatever the rows' own numbers, while a file
// is read, after it was read again, and in a workspace of an older version.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowsPerAnchor } from '../../../electron/engine/store/import/row-anchors.ts'
import { foundation } from '../../../electron/engine/store/database/schema/foundation.ts'
import { holdsAndEdits } from '../../../electron/engine/store/database/schema/holds-and-edits.ts'
import { migrate, steps } from '../../../electron/engine/store/database/schema.ts'
import { practiceStore, type PracticeStore } from '../store/practice-store.ts'
import Database from 'better-sqlite3'

const info = { name: 'people', hidden: false, headerRow: 1, columns: [] }

function addRows({ store, batch }: PracticeStore, numbers: readonly number[], atOnce: number): void {
  for (let at = 0; at < numbers.length; at += atOnce)
    store.rows.addRows(
      batch,
      0,
      numbers.slice(at, at + atOnce).map((row) => ({ row, cells: '[]', kept: null })),
    )
}

test('every place of a sheet with gaps is found, while it is read and after it was read again', async () => {
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

test('a workspace of an older version gets its anchors, and its problems their shapes', () => {
  const database = new Database(':memory:')
  migrate(database, [foundation, holdsAndEdits])
  database.exec(`
    INSERT INTO batch (id, name, file_path, file_name, file_bytes, read_options, stage, created_at)
      VALUES (1, 'old', 'old.csv', 'old.csv', 0, '{}', 'open', 0), (2, 'other', 'o.csv', 'o.csv', 0, '{}', 'open', 0);
    INSERT INTO account (id, batch_id, position, key, state) VALUES (5, 1, 0, 'A-1', 'invalid')`)
  const insert = database.prepare('INSERT INTO source_row VALUES (?, ?, ?, ?, NULL)')
  for (let at = 0; at < 1201; at += 1) insert.run(1, 0, 2 + at * 3, JSON.stringify(['', '(020) 7946']))
  for (let at = 0; at < 3; at += 1) insert.run(1, 1, 10 + at, '[]')
  insert.run(2, 0, 7, '[]')
  database.exec(`
    INSERT INTO cell_now VALUES (1, 0, 5, 1, 'n/a');
    INSERT INTO problem (id, account_id, batch_id, source, code, message, place, sheet, row, col) VALUES
      (1, 5, 1, 'local', 'x', 'X.', '{}', 0, 2, 1), (2, 5, 1, 'local', 'x', 'X.', '{}', 0, 5, 1),
      (3, 5, 1, 'local', 'x', 'X.', '{}', 0, 2, NULL)`)
  migrate(database, steps)
  expect(database.prepare('SELECT * FROM row_anchor ORDER BY batch_id, sheet, place').raw().all()).toEqual([
    [1, 0, 0, 2],
    [1, 0, 500, 1502],
    [1, 0, 1000, 3002],
    [1, 1, 0, 10],
    [2, 0, 0, 7],
  ])
  const shapes = database.prepare('SELECT shape FROM problem ORDER BY id').pluck().all()
  expect(shapes).toEqual([expect.stringContaining('brackets'), expect.any(String), null])
  expect(shapes[1]).not.toBe(shapes[0])
  database.close()
})
