// Any sequence of edits, fixes, undo, redo, reverts and restarts equals a simple model: a sheet with a row for each account.
import { expect, test } from 'vitest'
import { equalsTheModel } from './edit-properties.ts'
import { header, mapping } from './small-batch.ts'

// Rows are distinguished by a column of their own, so that an account's identity may change without its key.
const layout = {
  mapping: {
    ...mapping,
    sheet: 'accounts',
    key: 'Ref',
    columns: [{ column: 'Ref', ignore: true as const }, ...mapping.columns],
  },
  sheets: [{ name: 'accounts', header: ['Ref', ...header.split(',')] }],
}

test('whatever is done to the cells of a wide sheet equals a simple model of it', async () => {
  const done = await equalsTheModel(layout, { keys: ['A-1', 'A-2', 'B-7', ''], numRuns: 1200 })
  // It means something only where there was something to undo, to refuse and to build in the background.
  for (const [what, count] of Object.entries(done)) expect([what, count > 10]).toEqual([what, true])
}, 900_000)
