// Tests two desktops of which one knows nothing of what the other created: the team has a new database, or the service has a
// new address. What was created before is known under its new names, and nobody creates it again.
import { expect, test, vi } from 'vitest'
import { identityHash } from '../../../../electron/engine/team/claims/identity-hash.ts'
import { claimAccounts } from '../../../../electron/engine/team/claims/claims.ts'
import { leaveTeam, nameBatch, openSession, teamOf } from '../../../../electron/engine/team/claims/session.ts'
import { randomUUID } from 'node:crypto'
import { sharedPostgres } from '../../../support/postgres/postgres.ts'
import { validated } from '../../api/bare-engine.ts'
import { createsOf, freshFolder, inDatabase } from '../../api/harness.ts'
import { numbered, plainAccounts } from '../../api/small-files.ts'
import { isOver, untilView } from '../../api/waiting.ts'
import { type Desktop, joinTeam, openDesktop, openService, untilTeam } from '../team-desktops.ts'
import { openTeam, valueOf } from '../team-fixture.ts'

const accounts = 12

/** The first one creates all accounts of a file, and the other one has the same file. */
async function createdByDana() {
  const server = await sharedPostgres()
  const address = await server.createDatabase()
  const sandbox = await openService()
  const [dana, ina] = [await openDesktop(sandbox), await openDesktop(sandbox)]
  await joinTeam(dana, server, address, 'Dana')
  await joinTeam(ina, server, address, 'Ina')
  const file = await plainAccounts(freshFolder(), numbered(accounts), 'all')
  await released(dana, await dana.load(file))
  return { server, address, sandbox, dana, ina, file }
}

async function released(desktop: Desktop, batch: number) {
  await desktop.client().batches.release({ batch, limit: null })
  return (await untilView(desktop.client(), batch, isOver)).outcomes
}

test('what was created in a team is known in the one that takes its place', async () => {
  const { server, sandbox, dana, ina, file } = await createdByDana()
  const address = await server.createDatabase()
  for (const desktop of [dana, ina]) await desktop.client().team.leave()
  await joinTeam(dana, server, address, 'Dana')
  await joinTeam(ina, server, address, 'Ina')
  const outcomes = await released(ina, await ina.load(file))
  expect([outcomes.created, outcomes.with_member]).toEqual([0, accounts])
  expect(createsOf(sandbox).length).toBe(accounts)
})

test('what another member created in the team before is looked up, as long as that member has not joined the new one', async () => {
  const { server, sandbox, ina, file } = await createdByDana()
  const address = await server.createDatabase()
  const second = await ina.load(file)
  expect((await released(ina, second)).with_member).toBe(accounts)
  await ina.client().team.leave()
  await joinTeam(ina, server, address, 'Ina')
  await untilView(ina.client(), second, ({ states }) => states.unvalidated === accounts)
  await validated(ina.client(), second)
  const outcomes = await released(ina, second)
  expect([outcomes.with_member, outcomes.created]).toEqual([0, 0])
  expect(createsOf(sandbox).length).toBe(accounts)
})

test('a desktop that joins its team again has the claims that it had', async () => {
  const { server, address, sandbox, dana, ina, file } = await createdByDana()
  const state = () =>
    server.query(
      'SELECT identity, desktop, epoch, batch, state, outcome FROM carryover.claim ORDER BY 1',
      address,
    )
  // What became of the last ones is said soon after.
  await vi.waitUntil(async () => (await state()).every((claim) => claim['state'] === 'there'), {
    timeout: 60_000,
  })
  const before = await state()
  await dana.client().team.leave()
  await joinTeam(dana, server, address, 'Dana')
  expect(await state()).toEqual(before)
  expect((await released(ina, await ina.load(file))).with_member).toBe(accounts)
  expect(createsOf(sandbox).length).toBe(accounts)
})

/** The same service under another name. */
async function moveTo(desktop: Desktop, baseUrl: string, key: string): Promise<void> {
  const [connection] = await desktop.client().connections.list()
  if (connection === undefined) throw new Error('no connection')
  const { name, settings } = connection
  const tokenUrl = settings.tokenUrl.replace('127.0.0.1', 'localhost')
  const moved = { ...settings, baseUrl, tokenUrl }
  await desktop.client().connections.save({ name, settings: moved, environmentSaid: true })
  await desktop.client().connections.setKey({ id: desktop.connection, key })
}

test('what was created is known at the new address of the service, and there is no second create', async () => {
  const { server, address, sandbox, dana, ina, file } = await createdByDana()
  const baseUrl = sandbox.baseUrl.replace('127.0.0.1', 'localhost')
  const known = async (): Promise<number> => {
    const [row] = await server.query(
      `SELECT count(*) AS claims FROM carryover.claim c JOIN carryover.service s ON s.id = c.service
       WHERE s.address LIKE '%localhost%' AND c.state = 'there'`,
      address,
    )
    return Number(row?.['claims'])
  }
  await moveTo(dana, baseUrl, sandbox.apiKey)
  await vi.waitUntil(async () => (await known()) === accounts, { timeout: 60_000 })
  await moveTo(ina, baseUrl, sandbox.apiKey)
  const outcomes = await released(ina, await ina.load(file))
  expect([outcomes.created, outcomes.with_member]).toEqual([0, accounts])
  expect(createsOf(sandbox).length).toBe(accounts)
})

test('what was open with a desktop that was left out goes back to those who may claim it', async () => {
  const server = await sharedPostgres()
  const address = await server.createDatabase()
  const sandbox = await openService()
  const ina = await openDesktop(sandbox)
  await joinTeam(ina, server, address, 'Ina')
  const batch = await ina.load(await plainAccounts(freshFolder(), numbered(3), 'all'))
  const identities = inDatabase(ina.data, (database) =>
    database.prepare('SELECT identity FROM account ORDER BY id').pluck().all(),
  ) as string[]
  const database = await openTeam(server, address)
  const opener = { desktop: randomUUID(), name: 'Tom', machine: 'gone', program: '0.1.0', known: 0 }
  const session = valueOf(await openSession(database, opener, true))?.session
  if (session === undefined) throw new Error('not joined')
  const [team, his] = [valueOf(await teamOf(database)), randomUUID()]
  const service = sandbox.baseUrl.replace(/\/+$/, '')
  valueOf(await nameBatch(database, session, { id: his, service, name: 'on the laptop' }))
  const wanted = identities.map((identity) => ({
    identity: identityHash(team, service, identity),
    batch: his,
    wave: 1,
    supplier: '',
  }))
  expect(valueOf(await claimAccounts(database, session, service, wanted)).granted.size).toBe(3)
  expect((await released(ina, batch)).with_member).toBe(3)
  valueOf(await leaveTeam(database, session.desktop, randomUUID()))
  await untilView(ina.client(), batch, ({ states }) => states.unvalidated === 3)
  await validated(ina.client(), batch)
  await ina.client().batches.release({ batch, limit: null })
  // Not before the permits of that desktop have ended, and each is looked up before.
  await untilView(ina.client(), batch, ({ states }) => states.unconfirmed === 3)
  await server.query(`UPDATE carryover.claim SET doubted_at = doubted_at - interval '60 s'`, address)
  await untilTeam(ina, ({ state }) => state === 'ready')
  expect((await untilView(ina.client(), batch, isOver)).outcomes).toMatchObject({ created: 3 })
  expect(createsOf(sandbox).length).toBe(3)
})
