// Tests two desktops of a team with overlapping files: each account is created once, and both know who has it.
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sharedPostgres } from '../../support/postgres/postgres.ts'
import { validated } from '../api/bare-engine.ts'
import { createsOf, freshFolder } from '../api/harness.ts'
import { numbered, plainAccounts } from '../api/small-files.ts'
import { isOver, untilView } from '../api/waiting.ts'
import { open, write } from '../handover/handover-fixture.ts'
import { joinTeam, openDesktop, openService } from './team-desktops.ts'

test('two desktops with overlapping files create each account once, and each knows what the other has', async () => {
  const server = await sharedPostgres()
  const address = await server.createDatabase()
  const sandbox = await openService()
  const [dana, ina] = [await openDesktop(sandbox), await openDesktop(sandbox)]
  await joinTeam(dana, server, address, 'Dana')
  await joinTeam(ina, server, address, 'Ina')
  const folder = freshFolder()
  const file = await plainAccounts(folder, numbered(60), 'all')
  const [first, second] = [await dana.load(file), await ina.load(file)]
  await Promise.all([
    dana.client().batches.release({ batch: first, limit: null }),
    ina.client().batches.release({ batch: second, limit: null }),
  ])
  const [one, other] = [
    await untilView(dana.client(), first, isOver),
    await untilView(ina.client(), second, isOver),
  ]
  for (const [, accepted] of sandbox.ledger.acceptedCreates()) expect(accepted).toBe(1)
  expect(one.outcomes.created + other.outcomes.created).toBe(60)
  expect(one.outcomes.with_member).toBe(other.outcomes.created)
  expect(other.outcomes.with_member).toBe(one.outcomes.created)
})

test('a batch that is handed over by a project file is claimed and finished by the other desktop', async () => {
  const server = await sharedPostgres()
  const address = await server.createDatabase()
  const sandbox = await openService()
  const [dana, ina] = [await openDesktop(sandbox), await openDesktop(sandbox)]
  await joinTeam(dana, server, address, 'Dana')
  await joinTeam(ina, server, address, 'Ina')
  const folder = freshFolder()
  const batch = await dana.load(await plainAccounts(folder, numbered(30), 'all'))
  await dana.client().batches.release({ batch, limit: 10 })
  await untilView(dana.client(), batch, ({ outcomes }) => outcomes.created === 10)
  const path = join(folder, 'batch.carryover')
  await write(dana.client(), batch, path)
  const { batch: arrived } = await open(ina.client(), path)
  await validated(ina.client(), arrived)
  await ina.client().batches.release({ batch: arrived, limit: null })
  const view = await untilView(ina.client(), arrived, ({ outcomes }) => outcomes.created === 30)
  expect(view.outcomes.with_member).toBe(0)
  for (const [, accepted] of sandbox.ledger.acceptedCreates()) expect(accepted).toBe(1)
  const { batches } = await ina.client().team.board()
  expect(batches.map(({ member }) => member)).toEqual(['Ina'])
})

test('what a desktop created before it joined is known to the team, and nobody creates it again', async () => {
  const server = await sharedPostgres()
  const address = await server.createDatabase()
  const sandbox = await openService()
  const [dana, ina] = [await openDesktop(sandbox), await openDesktop(sandbox)]
  const file = await plainAccounts(freshFolder(), numbered(12), 'all')
  const before = await dana.load(file)
  await dana.client().batches.release({ batch: before, limit: null })
  await untilView(dana.client(), before, isOver)
  await joinTeam(ina, server, address, 'Ina')
  await joinTeam(dana, server, address, 'Dana')
  const after = await ina.load(file)
  await ina.client().batches.release({ batch: after, limit: null })
  const { outcomes } = await untilView(ina.client(), after, isOver)
  expect([outcomes.created, outcomes.with_member]).toEqual([0, 12])
  expect(createsOf(sandbox).length).toBe(12)
})
