// Tests bulk fixes of a large file, a third of its accounts damaged by ten rules, as test/web/bulk.test.ts does with a
// small one. `npm run bench -- bulk` measures the same journey with a hundred thousand.
import { expect, test } from 'vitest'
import { fixEverything } from '../web/bulk-journey.ts'
import { harnessOfAllTests } from '../web/travel.ts'

const harness = harnessOfAllTests()

test('ten bulk fixes remove every problem from 10,000 accounts, 3,000 of which are damaged in ten ways', {
  timeout: 600_000,
}, async () => {
  expect(await fixEverything(harness(), { accounts: 10_000, longestWaitMs: 120_000 })).toBe(10)
})
