// A hundred runs of each external change to a data folder: the log cut, flipped and deleted, older copies restored,
// and copied folders used next to their originals. Also two hundred bit flips in the database.
import { afterAll, describe, expect, test } from 'vitest'
import { runFlips, sampleFolder, summaryOfFlips } from '../engine/faults/flips.ts'
import { createLives } from '../engine/faults/lives.ts'
import { bound } from '../engine/faults/kill-run.ts'
import {
  happenings,
  runTrials,
  type ServiceKind,
  services,
  summaryOf,
} from '../engine/faults/storage-trials.ts'

const trials = Number(process.env['CARRYOVER_STORAGE_TRIALS'] ?? 100)
const lanes = [createLives(), createLives()]
afterAll(() => Promise.all(lanes.map(({ end }) => end())))
let whole = 0

describe.each(Object.keys(services) as ServiceKind[])('a service that %s', (service) => {
  test.each(happenings)(
    `%s, ${trials} times: nothing is accepted twice`,
    { timeout: 3_600_000 },
    async (what) => {
      const done = await runTrials({ what, service, trials, seed: 1_400 + whole, lanes })
      whole += done.trials
      process.stdout.write(`${summaryOf(done)}\n`)
      expect(done.accepted).toBe(done.accounts)
    },
  )
})

test('each of 200 bits flipped in the database is reported, or changes no cell of the report', {
  timeout: 3_600_000,
}, async () => {
  const done = await runFlips(await sampleFolder(), Number(process.env['CARRYOVER_FLIPS'] ?? 200), 14)
  process.stdout.write(`${summaryOfFlips(done)}\n`)
  expect(done.wrong).toBe(0)
  expect(done.found.before).toBeGreaterThan(0)
  // Chance decides how many the report itself meets; in engine/faults/flips a page that it reads is flipped on purpose.
  expect(done.found['by the report']).toBeGreaterThan(0)
})

afterAll(() => void process.stdout.write(`${whole} trials in all: ${bound(whole)}\n`))
