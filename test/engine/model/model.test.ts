// Model-based test: queue, status reads and an unreliable service against an in-memory model, by commands of
// fast-check. The seed is fixed, so that CI is deterministic: a change fails only for what it broke. `npm run
// test:long` draws a new seed each time (test/long/model.test.ts), and its failures become tests in
// regressions.test.ts. The seed here is changed by hand now and then; any other is as good. Every seed is printed; a
// failure also prints the path to its run and the shrunk list of steps. To repeat a run, or to run more of a drawn
// seed:
//
//   CARRYOVER_MODEL=SEED:FIRST_NUMBER_OF_PATH npx vitest run --config .vitest.config.ts test/engine/model/model.test.ts
//   CARRYOVER_MODEL_RUNS=2000 npx vitest run --config .vitest.config.ts test/engine/model/model.test.ts
import { expect, test } from 'vitest'
import { drawSeed, everythingFinishes } from './run.ts'

/** A sixth of a second each, of one processor. `npm run test:long` does 2,000. */
const usualRuns = 30
const usualSeed = 11

const [seedAgain, ...path] = (process.env['CARRYOVER_MODEL'] ?? '').split(':')
const isAgain = seedAgain !== undefined && seedAgain !== ''
const manyRuns = process.env['CARRYOVER_MODEL_RUNS']
const runs = Number(manyRuns ?? usualRuns)
const seed = isAgain ? Number(seedAgain) : manyRuns === undefined ? usualSeed : drawSeed()

test('whatever happens, nothing is sent twice, and everything finishes as the service has it', async () => {
  process.stdout.write(`Seed ${seed}\n`)
  const sum = await everythingFinishes({ runs, seed, ...(isAgain ? { path: path.join(':') } : {}) })
  process.stdout.write(
    `${sum.runs} runs, ${sum.steps} steps, ${sum.creates} creates, ${sum.stops} stops, ${sum.lives} lives: ${JSON.stringify(Object.fromEntries(sum.outcomes))}\n`,
  )
  if (isAgain) return
  expect(sum.runs).toBe(runs)
  // The run is meaningful only if accounts were sent and reached every final outcome.
  expect(sum.steps / sum.runs).toBeGreaterThanOrEqual(50)
  expect(sum.creates / sum.runs).toBeGreaterThan(2)
  expect(sum.lives / sum.runs).toBeGreaterThan(1.5)
  expect(sum.stops).toBeGreaterThan(0)
  for (const end of [
    'created',
    'already_there',
    'whose_account_unsure',
    'failed',
    'cancelled',
    'dry_run',
    'dry_run_failed',
    'rejected',
    'invalid',
  ])
    expect([end, (sum.outcomes.get(end) ?? 0) > 0]).toEqual([end, true])
}, 900_000)
