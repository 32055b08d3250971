// Any sequence of edits, fixes, undo, redo, reverts and restarts equals a simple model: a sheet with a row for each
// account.
import { expect, test } from 'vitest'
import { equalsTheModel } from './edit-properties.ts'
import { wideLayout } from './model-layouts.ts'

/** `npm run test:long` does 2,000. */
const numRuns = 60

test('whatever is done to the cells of a wide sheet equals a simple model of it', async () => {
  const done = await equalsTheModel(wideLayout, { keys: ['A-1', 'A-2', 'B-7', ''], numRuns })
  // It means something only where there was something to undo, to refuse and to build in the background.
  for (const [what, count] of Object.entries(done)) expect([what, count > 0]).toEqual([what, true])
}, 900_000)
