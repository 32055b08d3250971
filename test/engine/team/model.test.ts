// Model-based test of claims, epochs, terms and take-overs on a real PostgreSQL. The seed is fixed, so that CI is
// deterministic; test/long/claims-model.test.ts draws new ones, and their failures become tests in
// claims-regressions.test.ts. A failure prints its seed, its path and the shrunk list of steps. To repeat a run, or to run
// more of a drawn seed:
//
//   CARRYOVER_CLAIMS_MODEL=SEED:PATH npx vitest run --config .vitest.config.ts test/engine/team/model.test.ts
//   CARRYOVER_CLAIMS_MODEL_SHRINK=no CARRYOVER_CLAIMS_MODEL_RUNS=2000 npx vitest run --config .vitest.config.ts test/engine/team/model.test.ts
import { expect, test } from 'vitest'
import { drawSeed, neverTwo } from './model/run.ts'
import { newTeam } from './team-fixture.ts'

/** A fourteenth of a second each. `npm run test:long` does 2,000. */
const usualRuns = 30
const usualSeed = 16

const [seedAgain, ...path] = (process.env['CARRYOVER_CLAIMS_MODEL'] ?? '').split(':')
const isAgain = seedAgain !== undefined && seedAgain !== ''
const manyRuns = process.env['CARRYOVER_CLAIMS_MODEL_RUNS']
const runs = Number(manyRuns ?? usualRuns)
const seed = isAgain ? Number(seedAgain) : manyRuns === undefined ? usualSeed : drawSeed()

test('whatever happens, two desktops never both believe that they may send, and each account is created once', async () => {
  process.stdout.write(`Seed ${seed}\n`)
  const { database } = await newTeam()
  const sum = await neverTwo(database, {
    runs,
    seed,
    endOnFailure: process.env['CARRYOVER_CLAIMS_MODEL_SHRINK'] === 'no',
    ...(isAgain ? { path: path.join(':') } : {}),
  })
  process.stdout.write(
    `${sum.runs} runs, ${sum.steps} steps, ${sum.creates} creates: ${JSON.stringify(Object.fromEntries(sum.counts))}\n`,
  )
  if (isAgain) return
  expect(sum.runs).toBe(runs)
  expect(sum.steps / sum.runs).toBeGreaterThanOrEqual(30)
  // The run is meaningful only if what is to be tested has happened.
  for (const what of [
    'granted',
    'held by another',
    'granted with a wait',
    'granted in doubt',
    'taken over as open',
    'restored',
    'compared',
    'forgot, another server',
    'forgot, the same server',
    'sent, at once',
    'sent, later',
    'sent, lost',
    'again',
    'late',
    'sleep',
    'setClock',
    'restart',
    'setFolderBack',
    'set back with its machine',
    'freed as unrecorded',
    'leave',
    'leaveOut',
    'join',
  ])
    expect([what, (sum.counts.get(what) ?? 0) > 0]).toEqual([what, true])
}, 3_600_000)
