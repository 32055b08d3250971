// The model of claims, terms and take-overs at full length: 2,000 runs with a random seed. test/engine/team/model.test.ts,
// where the seed is fixed, describes how to repeat a run.
import { expect, test } from 'vitest'
import { drawSeed, neverTwo } from '../engine/team/model/run.ts'
import { newTeam } from '../engine/team/team-fixture.ts'

const runs = 2000

test('whatever happens, two desktops never both believe that they may send, and each account is created once', async () => {
  const seed = drawSeed()
  process.stdout.write(`Seed ${seed}\n`)
  const { database } = await newTeam()
  const sum = await neverTwo(database, { runs, seed, endOnFailure: true })
  process.stdout.write(
    `${sum.runs} runs, ${sum.steps} steps, ${sum.creates} creates: ${JSON.stringify(Object.fromEntries(sum.counts))}; no failure bounds their rate at ${(3 / sum.runs).toFixed(4)} a run (95 %)\n`,
  )
  expect(sum.runs).toBe(runs)
  expect(sum.steps).toBeGreaterThanOrEqual(30 * runs)
}, 3_600_000)
