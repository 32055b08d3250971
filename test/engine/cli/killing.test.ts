// Five kills at random moments, with `resume` in between: at most one accepted create an account, nothing lost. Forty
// kills of a larger run are in test/long/kills.test.ts.
import { expect, it } from 'vitest'
import { expectNothingLost } from './after-kills.ts'
import { runKills } from './killing.ts'

it('five runs killed with −9 at random moments create no account twice and lose none', async () => {
  const killed = await runKills({
    accounts: 600,
    kills: 5,
    seed: 20_261_121,
    latency: 20,
    requests: 200,
    concurrency: 4,
  })
  expect(killed.kills).toHaveLength(5)
  expectNothingLost(killed)
}, 90_000)
