// Tests what holds for all desktops of a team: pauses.
import { expect, test } from 'vitest'
import { sharedPostgres } from '../../support/postgres/postgres.ts'
import { createsOf, freshFolder } from '../api/harness.ts'
import { numbered, plainAccounts } from '../api/small-files.ts'
import { untilView } from '../api/waiting.ts'
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
