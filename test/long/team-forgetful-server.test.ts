// Tests two desktops whose PostgreSQL is away for a while, or comes back as an older copy of itself: nothing is created
// without a claim, nothing is created twice, and sending goes on by itself.
import { expect, test } from 'vitest'
import { setTimeout as wait } from 'node:timers/promises'
import type { Sandbox } from '../../electron/sandbox/sandbox.ts'
import { createsOf, freshFolder, inDatabase } from '../engine/api/harness.ts'
import { numbered, plainAccounts } from '../engine/api/small-files.ts'
import { isOver, untilView } from '../engine/api/waiting.ts'
import { type Desktop, joinTeam, openDesktop, openService, untilTeam } from '../engine/team/team-desktops.ts'
import { ownPostgres } from '../engine/team/team-fixture.ts'

/** Claims that were granted to the desktop, by its own record. */
const claimsOf = ({ data }: Desktop): number =>
  inDatabase(data, (database) => database.prepare('SELECT count(*) FROM team_claim').pluck().get()) as number

const acceptedBy = (sandbox: Sandbox): number => sandbox.ledger.acceptedCreates().size

async function untilCreated(sandbox: Sandbox, accounts: number): Promise<void> {
  while (acceptedBy(sandbox) < accounts) await wait(5)
}

function expectOnce(sandbox: Sandbox, accounts: number): void {
  const worked = createsOf(sandbox).map(({ account }) => account)
  expect(worked.length).toBe(accounts)
  expect(new Set(worked).size).toBe(accounts)
}

test('while PostgreSQL is away nothing is created, files are loaded and validated, and sending goes on by itself', async () => {
  const server = await ownPostgres()
  const address = await server.createDatabase()
  const sandbox = await openService()
  sandbox.faults.add({ route: 'create', effect: { kind: 'latency', ms: 20, when: 'before_work' } })
  const [dana, ina] = [
    await openDesktop(sandbox, { concurrency: 2 }),
    await openDesktop(sandbox, { concurrency: 2 }),
  ]
  await joinTeam(dana, server, address, 'Dana')
  await joinTeam(ina, server, address, 'Ina')
  const folder = freshFolder()
  const file = await plainAccounts(folder, numbered(400), 'all')
  const [first, second] = [await dana.load(file), await ina.load(file)]
  await dana.client().batches.release({ batch: first, limit: null })
  await ina.client().batches.release({ batch: second, limit: null })
  await untilCreated(sandbox, 60)
  await server.stop('immediate')
  const away = await untilTeam(dana, ({ state }) => state === 'away')
  expect(away.why).not.toBeNull()
  const more = await dana.load(await plainAccounts(folder, numbered(20, 'M'), 'more'))
  expect((await dana.client().batches.get({ batch: more })).states.validated).toBe(20)
  // Only claimed accounts were created, and not even these go on: a pause for all could not be heard.
  await untilTeam(ina, ({ state }) => state === 'away')
  await untilView(dana.client(), first, ({ states }) => states.sending === 0)
  await untilView(ina.client(), second, ({ states }) => states.sending === 0)
  const before = acceptedBy(sandbox)
  expect(before).toBeLessThanOrEqual(claimsOf(dana) + claimsOf(ina))
  expect(before).toBeLessThan(400)
  await wait(500)
  expect(acceptedBy(sandbox)).toBe(before)
  await server.restart()
  const [one, other] = [
    await untilView(dana.client(), first, isOver),
    await untilView(ina.client(), second, isOver),
  ]
  expect(one.outcomes.created + other.outcomes.created).toBe(400)
  expectOnce(sandbox, 400)
})

test('after a failover to a copy that lacks the last claims, both desktops compare their records and create nothing twice', async () => {
  const server = await ownPostgres()
  const address = await server.createDatabase()
  const sandbox = await openService()
  const [dana, ina] = [await openDesktop(sandbox), await openDesktop(sandbox)]
  await joinTeam(dana, server, address, 'Dana')
  await joinTeam(ina, server, address, 'Ina')
  const file = await plainAccounts(freshFolder(), numbered(120), 'all')
  const [first, second] = [await dana.load(file), await ina.load(file)]
  await dana.client().batches.release({ batch: first, limit: 30 })
  await untilView(dana.client(), first, isOver)
  const goBack = await server.keepCopy()
  await untilTeam(dana, ({ state }) => state === 'ready')
  await dana.client().batches.release({ batch: first, limit: 30 })
  await untilView(dana.client(), first, ({ outcomes }) => outcomes.created === 60)
  await goBack()
  const forgotten = await server.query('SELECT count(*)::int AS claims FROM carryover.claim', address)
  expect(forgotten).toEqual([{ claims: 30 }])
  await ina.client().batches.release({ batch: second, limit: null })
  const view = await untilView(ina.client(), second, isOver)
  expect(view.outcomes).toMatchObject({ with_member: 60, created: 60 })
  await dana.client().batches.release({ batch: first, limit: null })
  expect((await untilView(dana.client(), first, isOver)).outcomes).toMatchObject({
    with_member: 60,
    created: 60,
  })
  expectOnce(sandbox, 120)
  expect(await server.query('SELECT term > 1 AS begun FROM carryover.team', address)).toEqual([
    { begun: true },
  ])
})
