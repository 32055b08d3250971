// Three thousand kills at random moments, split into parts so that a failure names its seed.
import { describe, expect, test } from 'vitest'
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
    expect(whole).toBe(parts * killsEach)
  })
})
