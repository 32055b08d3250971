// Kills the engine 3,000 times and the command line 40 times (SIGKILL) at random moments: nothing may be lost or sent
// twice. Each part has a seed of its own, so that a failure can be repeated.
import { describe, expect, test } from 'vitest'
import { expectNothingLost } from '../engine/cli/after-kills.ts'
import { runKills } from '../engine/cli/killing.ts'
import { bound, killAtRandom, phases, reported } from '../engine/faults/kill-run.ts'

const parts = 15
const killsEach = 200
let whole = 0

describe('random kill −9', () => {
  test.each(Array.from({ length: parts }, (_, at) => at + 1))(
    `part %i of ${parts}, ${killsEach} kills each`,
    { timeout: 1_800_000 },
    async (part) => {
      const killRun = await killAtRandom({ kills: killsEach, killsEach: 50, lanes: 2, seed: 1_000 + part })
      for (const phase of phases)
        expect(killRun.fell[phase], `kills that fell while ${phase}`).toBeGreaterThan(0)
      whole += killRun.kills
      process.stdout.write(`${reported(killRun)}\n${whole} kills so far: ${bound(whole)}\n`)
    },
  )

  test('nothing was lost or sent twice in three thousand kills', () => {
    expect(whole).toBeGreaterThanOrEqual(parts * killsEach)
  })
})

test('forty runs of the command line killed with −9 create no account twice and lose none', {
  timeout: 1_800_000,
}, async () => {
  const killed = await runKills({
    accounts: 3000,
    kills: 40,
    seed: 20_261_122,
    latency: 20,
    requests: 200,
    concurrency: 4,
  })
  expect(killed.kills).toHaveLength(40)
  expectNothingLost(killed)
})
