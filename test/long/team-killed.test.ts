// Kills four desktops of a team and its PostgreSQL 200 times while they send 20,000 accounts in files that overlap by half,
// and leaves PostgreSQL away for longer than a permit lasts. CARRYOVER_SEED repeats a run.
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { permitMs } from '../../electron/engine/team/claims/permits.ts'
import { createsOf, freshFolder } from '../engine/api/harness.ts'
import { numbered, plainAccounts } from '../engine/api/small-files.ts'
import { isOver, untilView } from '../engine/api/waiting.ts'
import { killTeam, reported } from '../engine/team/kills/kill-team.ts'
import { joinTeam, openDesktop, openService, untilTeam } from '../engine/team/team-desktops.ts'
import { ownPostgres } from '../engine/team/team-fixture.ts'

test('200 kills of four desktops and of PostgreSQL create none of 20,000 accounts twice and lose none', {
  timeout: 3_600_000,
}, async () => {
  const seed = Number(process.env['CARRYOVER_SEED'] ?? Date.now() % 1_000_000)
  process.stdout.write(`seed ${seed}\n`)
  const run = await killTeam({ desktops: 4, accounts: 20_000, kills: 200, seed, createMs: 40 })
  process.stdout.write(`${reported(run)}\n`)
  expect(run.accepted).toBe(20_000)
  expect(run.ofDesktops + run.ofPostgres.immediate + run.ofPostgres.killed).toBe(200)
})

test('while PostgreSQL is away for longer than a permit lasts nothing is created, and it goes on by itself', {
  timeout: 600_000,
}, async () => {
  const server = await ownPostgres()
  const address = await server.createDatabase()
  const sandbox = await openService()
  const dana = await openDesktop(sandbox, { rate: 5 })
  await joinTeam(dana, server, address, 'Dana')
  const batch = await dana.load(await plainAccounts(freshFolder(), numbered(60), 'all'))
  await dana.client().batches.release({ batch, limit: null })
  await untilView(dana.client(), batch, ({ outcomes }) => outcomes.created >= 10)
  await server.stop('immediate')
  await untilTeam(dana, ({ state }) => state === 'away')
  await untilView(dana.client(), batch, ({ states }) => states.sending === 0)
  const before = createsOf(sandbox).length
  await wait(permitMs + 10_000)
  expect(createsOf(sandbox).length).toBe(before)
  await server.restart()
  expect((await untilView(dana.client(), batch, isOver)).outcomes.created).toBe(60)
  expect(createsOf(sandbox).length).toBe(60)
})
