// A hundred times each: the log cut, flipped and deleted, older copies put back, copied folders used beside their originals.
import { afterAll, describe, expect, test } from 'vitest'
import { createLives } from '../engine/faults/lives.ts'
import { bound } from '../engine/faults/spree.ts'
import { happenings, runTrials, type ServiceKind, services, toldOf } from '../engine/faults/storage-trials.ts'

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
      process.stdout.write(`${toldOf(done)}\n`)
      expect(done.accepted).toBe(done.accounts)
    },
  )
})

afterAll(() => void process.stdout.write(`${whole} trials in all: ${bound(whole)}\n`))
