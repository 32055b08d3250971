// Tests that accounts come back when the other desktop of a team ends without one.
import { expect, test } from 'vitest'
import { sharedPostgres } from '../support/postgres/postgres.ts'
import { validated } from '../engine/api/bare-engine.ts'
import { freshFolder } from '../engine/api/harness.ts'
import { numbered, plainAccounts } from '../engine/api/small-files.ts'
import { isOver, untilView } from '../engine/api/waiting.ts'
import { joinTeam, openDesktop, openService } from '../engine/team/team-desktops.ts'

async function twoMembers() {
  const server = await sharedPostgres()
  const address = await server.createDatabase()
  const sandbox = await openService()
  const [dana, ina] = [await openDesktop(sandbox), await openDesktop(sandbox)]
  await joinTeam(dana, server, address, 'Dana')
  await joinTeam(ina, server, address, 'Ina')
  return { sandbox, dana, ina, folder: freshFolder() }
}

test('accounts that failed at the other desktop come back, and are created here', async () => {
  const { sandbox, dana, ina, folder } = await twoMembers()
  const file = await plainAccounts(folder, numbered(3), 'all')
  const [first, second] = [await dana.load(file), await ina.load(file)]
  sandbox.control.setSwitches({ failShare: 1 })
  // Statuses cannot be read, so the accounts stay with Dana until the other desktop has asked for them.
  sandbox.faults.add({ id: 'unread', route: 'status', effect: { kind: 'status', status: 503 } })
  await dana.client().batches.release({ batch: first, limit: null })
  await untilView(dana.client(), first, ({ states }) => states.processing === 3)
  await ina.client().batches.release({ batch: second, limit: null })
  await untilView(ina.client(), second, ({ endings }) => endings.with_member === 3)
  sandbox.faults.remove('unread')
  await untilView(dana.client(), first, ({ outcomes }) => outcomes.failed === 3)
  await untilView(ina.client(), second, ({ states }) => states.unvalidated === 3)
  sandbox.control.setSwitches({ failShare: 0 })
  await validated(ina.client(), second)
  await ina.client().batches.release({ batch: second, limit: null })
  const { outcomes } = await untilView(ina.client(), second, isOver)
  expect([outcomes.created, outcomes.with_member]).toEqual([3, 0])
})
