// Model-based tests of edits at full length: 2,000 runs for each layout (test/engine/accounts/model-wide.test.ts).
import { expect, test } from 'vitest'
import { equalsTheModel } from '../engine/accounts/edit-properties.ts'
import { linkedLayout, wideLayout } from '../engine/accounts/model-layouts.ts'

test.each([
  ['a wide sheet', wideLayout],
  ['linked sheets', linkedLayout],
])('whatever is done to the cells of %s equals a simple model of it', async (_name, layout) => {
  const done = await equalsTheModel(layout, { keys: ['A-1', 'A-2', 'B-7', ''], numRuns: 2000 })
  for (const [what, count] of Object.entries(done)) expect([what, count > 10]).toEqual([what, true])
})
