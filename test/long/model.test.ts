// The model of queue, status reads and an unreliable service at full length: 2,000 runs of fifty steps on average,
// in two halves with a data folder and a random seed each. test/engine/model/model.test.ts, where the seed is
// fixed, describes how to repeat a run.
import { expect, test } from 'vitest'
import { drawSeed, everythingFinishes } from '../engine/model/run.ts'

const halves = [1, 2]
const runs = 1000

test.each(halves)(
  'whatever happens, nothing is sent twice and everything finishes, half %i',
  async () => {
    const seed = drawSeed()
    process.stdout.write(`Seed ${seed}\n`)
    const sum = await everythingFinishes({ runs, seed })
    process.stdout.write(
      `${sum.runs} runs, ${sum.steps} steps, ${sum.creates} creates; no failure bounds their rate at ${(3 / sum.runs).toFixed(4)} a run (95 %)\n`,
    )
    expect(sum.runs).toBe(runs)
    expect(sum.steps).toBeGreaterThanOrEqual(50 * runs)
  },
  3_600_000,
)
