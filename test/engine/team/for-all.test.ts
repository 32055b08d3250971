// Tests what holds for all desktops of a team: pauses, and accounts that come back when the other desktop ends without one.
import { expect, test } from 'vitest'
import { sharedPostgres } from '../../support/postgres/postgres.ts'
import { validated } from '../api/bare-engine.ts'
import { createsOf, freshFolder } from '../api/harness.ts'
import { numbered, plainAccounts } from '../api/small-files.ts'
import { isOver, untilView } from '../api/waiting.ts'
import { joinTeam, openDesktop, openService, untilTeam } from './team-desktops.ts'

async function twoMembers() {
  const server = await sharedPostgres()
  const address = await server.createDatabase()
  const sandbox = await openService()
  const [dana, ina] = [await openDesktop(sandbox), await openDesktop(sandbox)]
  await joinTeam(dana, server, address, 'Dana')
  await joinTeam(ina, server, address, 'Ina')
  return { sandbox, dana, ina, folder: freshFolder() }
}

test('a pause for all stops the other desktop, says who paused and why, and ends for all', async () => {
  const { sandbox, dana, ina, folder } = await twoMembers()
  const batch = await ina.load(await plainAccounts(folder, numbered(20), 'all'))
  await dana.client().team.pause({ connection: dana.connection, reason: 'wrong tariff' })
  await ina.client().batches.release({ batch, limit: null })
  const paused = await untilView(ina.client(), batch, ({ pauses }) =>
    pauses.some(({ reason }) => reason === 'team'),
  )
  expect(paused.pauses.map(({ message }) => message)).toMatchObject([
    { key: 'team.paused_by', values: { member: 'Dana', words: 'wrong tariff' } },
  ])
  expect(createsOf(sandbox)).toEqual([])
  await ina.client().connections.resume({ id: ina.connection })
  await untilView(ina.client(), batch, ({ outcomes }) => outcomes.created === 20)
  await untilTeam(dana, ({ pauses }) => pauses.length === 0)
})

test('accounts that failed at the other desktop come back, and are created here', async () => {
  const { sandbox, dana, ina, folder } = await twoMembers()
  const file = await plainAccounts(folder, numbered(3), 'all')
  const [first, second] = [await dana.load(file), await ina.load(file)]
  sandbox.control.setSwitches({ failShare: 1 })
  sandbox.faults.add({ id: 'slow', route: 'create', effect: { kind: 'latency', ms: 1200 } })
  await dana.client().batches.release({ batch: first, limit: null })
  await untilView(dana.client(), first, ({ states }) => states.sending > 0)
  await ina.client().batches.release({ batch: second, limit: null })
  await untilView(ina.client(), second, ({ endings }) => endings.with_member === 3)
  sandbox.faults.remove('slow')
  await untilView(dana.client(), first, ({ outcomes }) => outcomes.failed === 3)
  await untilView(ina.client(), second, ({ states }) => states.unvalidated === 3)
  sandbox.control.setSwitches({ failShare: 0 })
  await validated(ina.client(), second)
  await ina.client().batches.release({ batch: second, limit: null })
  const { outcomes } = await untilView(ina.client(), second, isOver)
  expect([outcomes.created, outcomes.with_member]).toEqual([3, 0])
})
