// Runs each external change to a data folder once, against a service that accepts a second create. `npm run
// test:long` runs each a hundred times, against one that refuses it as well.
import { afterAll, describe, expect, test } from 'vitest'
import { createLives } from './lives.ts'
import { happenings, runTrials, summaryOf } from './storage-trials.ts'

const lives = createLives()
afterAll(lives.end)
const trials = Number(process.env['CARRYOVER_STORAGE_TRIALS'] ?? 1)

describe('a data folder whose database or other files were changed from outside', () => {
  test.each(happenings)('with %s, nothing is accepted twice', { timeout: 600_000 }, async (what) => {
    const service = 'accepts a second create'
    const done = await runTrials({ what, service, trials, seed: 20_261_123, lanes: [lives] })
    process.stdout.write(`${summaryOf(done)}\n`)
    expect(done.accepted).toBe(done.accounts)
    const isAsked = what.startsWith('copy') || what.endsWith('the place of the folder')
    expect(done.asked).toBe(isAsked ? trials : 0)
  })
})
