// Five kills at random moments, with `resume` in between: at most one accepted create an account, nothing lost.
import { expect, it } from 'vitest'
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
  expect([...killed.accepted].filter(([, times]) => times > 1)).toEqual([])
  expect(killed.last.stderr).not.toContain('fault of Carryover')
  expect(killed.last.code).toBe(2)

  const summary = JSON.parse(killed.last.stdout) as {
    accounts: number
    rows: number
    unexplained: number
    states: Record<string, number>
    outcomes: Record<string, number>
  }
  const sum = (counts: Record<string, number>): number => Object.values(counts).reduce((a, b) => a + b, 0)
  expect(summary.unexplained).toBe(0)
  expect(sum(summary.states)).toBe(summary.accounts)
  expect(sum(summary.outcomes)).toBe(summary.accounts)
  expect(summary.states).toMatchObject({
    unvalidated: 0,
    validated: 0,
    queued: 0,
    sending: 0,
    unconfirmed: 0,
    processing: 0,
  })
  expect(summary.states['done']).toBe(killed.accepted.size)
  expect(killed.accounts).toHaveLength(summary.rows)
  expect(killed.accounts.filter(({ local, service }) => local !== service)).toEqual([])

  const inFlight = killed.kills.filter(({ states }) => (states['sending'] ?? 0) > 0)
  expect(inFlight.length).toBeGreaterThan(0)
}, 90_000)
