// Tests bulk fixes of a file with a third of its accounts damaged by ten rules: the user reaches no problem at all with
// bulk fixes alone. The cells then equal the undamaged file exactly, and the service validates every account.
// test/long/bulk.test.ts does the same with a large file.
import { expect, test } from 'vitest'
import { fixEverything } from '../bulk-journey.ts'
import { harnessOfAllTests } from '../travel.ts'

const harness = harnessOfAllTests()

test('ten bulk fixes remove every problem from 600 accounts, 180 of which are damaged in ten ways', {
  timeout: 120_000,
}, async () => {
  expect(await fixEverything(harness(), { accounts: 600, longestWaitMs: 30_000 })).toBe(10)
})
