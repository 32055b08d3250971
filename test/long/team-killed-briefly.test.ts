// Kills two desktops of a team and its PostgreSQL while they send overlapping files: no account is created twice, none is
// lost, and both reports agree with the service's ledger. team-killed.test.ts does it with four desktops and 200 kills.
import { expect, test } from 'vitest'
import { killTeam } from '../engine/team/kills/kill-team.ts'

test('kills of desktops and of PostgreSQL create no account twice and lose none', {
  timeout: 300_000,
}, async () => {
  const run = await killTeam({ desktops: 2, accounts: 240, kills: 5, seed: 18, createMs: 20 })
  expect(run.accepted).toBe(240)
  expect(run.ofDesktops).toBeGreaterThan(0)
  expect(run.ofPostgres.immediate + run.ofPostgres.killed).toBeGreaterThan(0)
})
