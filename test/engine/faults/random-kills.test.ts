// Ten kills at random moments; `npm run test:long` does three thousand.
import { describe, expect, test } from 'vitest'
import { killAtRandom, phases, reported } from './kill-run.ts'

const kills = Number(process.env['CARRYOVER_KILLS'] ?? 10)

describe('random kill −9', () => {
  test(`${kills} kills create no account twice and lose none, and fall in every phase`, {
    timeout: 600_000,
  }, async () => {
    const killRun = await killAtRandom({ kills, killsEach: 50, lanes: 2, seed: 20_261_121 })
    process.stdout.write(`${reported(killRun)}\n`)
    expect(killRun.kills).toBeGreaterThanOrEqual(kills)
    for (const phase of phases)
      expect(killRun.fell[phase], `kills that fell while ${phase}`).toBeGreaterThan(0)
  })
})
