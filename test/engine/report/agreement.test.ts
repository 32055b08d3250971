// Property: the files of a report agree with the source file and with each other, whatever the batch and the service are
// like, whatever was edited, and while accounts are sent. A few cases here; `npm run test:long` tries a thousand
// (test/long/reports.test.ts).
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { agree, generatedBatch, openAgreement } from './agreement.ts'

test('the files of a report have each source row once with its own ending, and their sums agree, while accounts are sent', async () => {
  const harness = await openAgreement()
  let cases = 0
  await fc.assert(
    fc.asyncProperty(generatedBatch, async (given) => {
      await agree(harness, given)
      cases += 1
    }),
    { numRuns: 6, endOnFailure: true },
  )
  expect(cases).toBe(6)
})
