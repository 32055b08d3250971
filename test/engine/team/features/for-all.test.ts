// Tests what holds for all desktops of a team: pauses, suppliers that the service says are closed, brakes that are marked so,
// and quiet hours. Each stops the other desktop at once, grants no claim also where its notice is lost, and ends for all.
import { expect, test } from 'vitest'
import { quietHours } from '../../../../shared/sending/quiet-hours.ts'
import { type Brakes, sendingPlan } from '../../../../shared/sending/wave-plan.ts'
import { inEnglish } from '../../../../shared/texts/message.ts'
import { sharedPostgres } from '../../../support/postgres/postgres.ts'
import { createsOf, freshFolder } from '../../api/harness.ts'
import { numbered, plainAccounts } from '../../api/small-files.ts'
import { untilView } from '../../api/waiting.ts'
import { ownPostgres } from '../team-fixture.ts'
import { type Desktop, joinTeam, openDesktop, openService, untilTeam } from '../team-desktops.ts'

// Two engines on one machine.

async function twoMembers() {
  const server = await sharedPostgres()
  const address = await server.createDatabase()
  const sandbox = await openService()
  const [dana, ina] = [await openDesktop(sandbox, { concurrency: 1 }), await openDesktop(sandbox)]
  await joinTeam(dana, server, address, 'Dana')
  await joinTeam(ina, server, address, 'Ina')
  const query = (sql: string) => server.query(sql, address)
  return { sandbox, dana, ina, folder: freshFolder(), query }
}

type Query = Awaited<ReturnType<typeof twoMembers>>['query']

/** From now on no notice says what holds for all: each desktop meets it with its next heartbeat, or when it claims. */
async function loseNotices(query: Query): Promise<void> {
  const [function_] = await query(
    `SELECT string_agg(replace(pg_get_functiondef(p.oid), 'PERFORM pg_notify(''carryover'', ''pauses'')', 'NULL'), ';') AS all
     FROM pg_proc p WHERE p.pronamespace = 'carryover'::regnamespace AND p.proname IN ('pause_for_all', 'resume_for_all', 'quiet_for_all')`,
  )
  await query(String(function_?.['all']))
}

const claimsIn = async (query: Query): Promise<number> =>
  Number((await query('SELECT count(*)::integer AS n FROM carryover.claim'))[0]?.['n'])

const pausesOf = async ({ client, connection }: Desktop) => {
  const found = (await client().connections.list()).find(({ id }) => id === connection)
  return (found?.pauses ?? []).map(({ message, ...pause }) => ({ ...pause, message: inEnglish(message) }))
}

/** Asks until it holds; the test's own time limit ends it. Milliseconds that it took. */
async function until(holds: () => Promise<boolean>): Promise<number> {
  const from = performance.now()
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10))
  return performance.now() - from
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

test('the other desktop knows a pause, its end, and quiet hours within a second', async () => {
  const { dana, ina } = await twoMembers()
  const { connection } = dana
  const night = quietHours.parse({ from: '00:00', to: '00:00' })
  // Each round: the pause, its end, quiet hours, and their end.
  const took: number[][] = [[], [], [], []]
  for (let round = 0; round < 5; round += 1) {
    await dana.client().team.pause({ connection, reason: `round ${round}` })
    took[0]?.push(await until(async () => (await pausesOf(ina)).length === 1))
    await dana.client().team.resume({ connection })
    took[1]?.push(await until(async () => (await pausesOf(ina)).length === 0))
    await dana.client().team.quietHours({ connection, hours: [night], timeZone: 'UTC' })
    took[2]?.push(await until(async () => (await ina.client().team.get())?.quietHours.length === 1))
    await dana.client().team.quietHours({ connection, hours: [], timeZone: 'UTC' })
    took[3]?.push(await until(async () => (await ina.client().team.get())?.quietHours.length === 0))
  }
  // The median of each: a busy machine may delay some. Without the notice, it is known two seconds later, by a heartbeat.
  const medians = took.map((times) => times.toSorted((left, right) => left - right)[2] ?? Infinity)
  expect(medians.filter((ms) => ms >= 1000)).toEqual([])
})

test('where the notices are lost, no claim is granted after a pause or quiet hours have begun', async () => {
  const { sandbox, dana, ina, folder, query } = await twoMembers()
  await loseNotices(query)
  const { connection } = dana
  const always = quietHours.parse({ from: '00:00', to: '00:00' })
  const batch = await ina.load(await plainAccounts(folder, numbered(20), 'all'))
  await dana.client().team.pause({ connection, reason: '' })
  await ina.client().batches.release({ batch, limit: null })
  await until(async () => (await pausesOf(ina)).length === 1)
  await dana.client().team.quietHours({ connection, hours: [always], timeZone: 'Asia/Kathmandu' })
  await dana.client().team.resume({ connection })
  await until(async () => (await pausesOf(ina)).length === 0)
  const quiet = await untilView(
    ina.client(),
    batch,
    ({ sending }) => sending.pace.waiting?.for === 'quiet_hours',
  )
  expect(quiet.sending.pace.waiting).toMatchObject({
    until: null,
    message: { key: 'team.quiet_by', values: { member: 'Dana', zone: 'Asia/Kathmandu' } },
  })
  expect([await claimsIn(query), createsOf(sandbox)]).toEqual([0, []])
  await ina.client().team.quietHours({ connection: ina.connection, hours: [], timeZone: 'UTC' })
  await untilView(ina.client(), batch, ({ outcomes }) => outcomes.created === 20)
})

test('a supplier that the service says is closed is closed for all, the others go on, and one resumes it for all', async () => {
  const { sandbox, dana, ina, folder } = await twoMembers()
  sandbox.control.setSupplier('BETA', { status: 'ongoing' })
  const [first, second] = [
    await dana.load(await plainAccounts(folder, numbered(4), 'first')),
    await ina.load(
      await plainAccounts(folder, [...numbered(6, 'M', 'ACME'), ...numbered(5, 'B', 'BETA')], 'second'),
    ),
  ]
  sandbox.control.setSupplier('ACME', { status: 'complete' })
  await dana.client().batches.release({ batch: first, limit: null })
  await until(async () => (await pausesOf(ina)).length === 1)
  expect(await pausesOf(ina)).toMatchObject([
    {
      supplier: 'ACME',
      reason: expect.stringMatching(/^supplier_/),
      forAll: true,
      message: expect.stringMatching(/^Closed for all, as Dana met it: /),
    },
  ])
  const before = createsOf(sandbox).length
  await ina.client().batches.release({ batch: second, limit: null })
  await untilView(ina.client(), second, ({ outcomes }) => outcomes.created === 5)
  const view = await ina.client().batches.get({ batch: second })
  expect(view.states.queued).toBe(6)
  expect(createsOf(sandbox).length).toBe(before + 5)
  expect((await untilTeam(ina, ({ pauses }) => pauses.length === 1)).pauses).toMatchObject([
    { supplier: 'ACME', kind: 'closed', member: 'Dana' },
  ])
  sandbox.control.setSupplier('ACME', { status: 'ongoing' })
  await ina.client().connections.resume({ id: ina.connection, supplier: 'ACME' })
  await untilView(ina.client(), second, ({ outcomes }) => outcomes.created === 11)
  await untilView(dana.client(), first, ({ outcomes }) => outcomes.created === 4)
  expect(await pausesOf(dana)).toEqual([])
})

const refusing = {
  id: 'refusing',
  route: 'create',
  effect: {
    kind: 'status',
    status: 400,
    body: {
      kind: 'json',
      value: { code: 'import_process_failed_validation', detail: 'No.', domain: 'import_process' },
    },
  },
} as const

test.each([
  ['for all', true],
  ['for its batch', false],
])('a brake %s that trips stops the others or not, and says whose batch it was', async (_, forAll) => {
  const { sandbox, dana, ina, folder } = await twoMembers()
  const first = await dana.load(await plainAccounts(folder, numbered(12), 'first'))
  const second = await ina.load(await plainAccounts(folder, numbered(8, 'M'), 'second'))
  await dana.client().batches.setPlan({
    batch: first,
    plan: sendingPlan.parse({ sizes: [], brakes: { errorRate: null, sameCode: 3, forAll } }),
  })
  sandbox.faults.add({ ...refusing, count: 3 })
  await dana.client().batches.release({ batch: first, limit: null })
  const stopped = await untilView(dana.client(), first, ({ sending }) => sending.stop !== null)
  if (forAll) await until(async () => (await pausesOf(ina)).length === 1)
  await ina.client().batches.release({ batch: second, limit: null })
  if (!forAll) {
    await untilView(ina.client(), second, ({ outcomes }) => outcomes.created === 8)
    return expect((await ina.client().team.get())?.pauses).toEqual([])
  }
  const [pause] = await pausesOf(ina)
  expect(pause).toMatchObject({ supplier: '', reason: 'team', forAll: true })
  expect(pause?.message).toMatch(
    /^Paused for all: a brake of “first\.xlsx” of Dana \(.+\) tripped\. .* 3 times in a row/,
  )
  expect((await ina.client().batches.get({ batch: second })).states.queued).toBe(8)
  await ina.client().connections.resume({ id: ina.connection })
  await untilView(ina.client(), second, ({ outcomes }) => outcomes.created === 8)
  // Its own batch goes on only when a person lets it.
  expect((await dana.client().batches.get({ batch: first })).sending.stop).toEqual(stopped.sending.stop)
})

test('a brake for all that tripped while the database was away is known to the others when it returns', async () => {
  const server = await ownPostgres()
  // The last accounts of its wave are in progress for a long time.
  const sandbox = await openService({ speed: 0.001 })
  const [dana, ina] = [await openDesktop(sandbox, { concurrency: 1 }), await openDesktop(sandbox)]
  await joinTeam(dana, server, server.url, 'Dana')
  await joinTeam(ina, server, server.url, 'Ina')
  const batch = await dana.load(await plainAccounts(freshFolder(), numbered(6), 'all'))
  const planned = (errorRate: Brakes['errorRate']) =>
    dana.client().batches.setPlan({
      batch,
      plan: sendingPlan.parse({ sizes: [5], brakes: { errorRate, sameCode: null, forAll: true } }),
    })
  await planned(null)
  sandbox.faults.add({ ...refusing, count: 2 })
  await dana.client().batches.release({ batch, limit: 5 })
  await untilView(dana.client(), batch, ({ states }) => states.rejected === 2 && states.processing === 3)
  await server.stop('fast')
  await untilTeam(dana, ({ state }) => state === 'away')
  await planned({ percent: 10, atLeast: 2 })
  await untilView(dana.client(), batch, ({ sending }) => sending.stop !== null)
  await server.restart()
  await until(async () => (await pausesOf(ina)).length === 1)
  expect((await pausesOf(ina))[0]?.message).toContain('a brake of “all.xlsx” of Dana')
})

test('quiet hours that cross midnight in their time zone stop both desktops, which go on by themselves at their end', async () => {
  const { sandbox, dana, ina, folder, query } = await twoMembers()
  const batch = await ina.load(await plainAccounts(folder, numbered(10), 'all'))
  const own = await dana.load(await plainAccounts(folder, numbered(10, 'D'), 'own'))
  // By the server's clock it is 01:59:57 in New York on the night in which its clocks go back: the hour from 01:00 comes twice.
  await query(`CREATE TABLE public.begun AS SELECT clock_timestamp() AS at`)
  await query(`CREATE OR REPLACE FUNCTION carryover.quiet_now() RETURNS timestamptz LANGUAGE sql AS
    $$ SELECT timestamptz '2026-11-01T06:59:57Z' + (clock_timestamp() - (SELECT at FROM public.begun)) $$`)
  const hours = [quietHours.parse({ days: [6], from: '22:00', to: '02:00' })]
  await dana.client().team.quietHours({ connection: dana.connection, hours, timeZone: 'America/New_York' })
  const isQuiet = async ({ client }: Desktop) => (await client().team.get())?.quietHours[0]?.isNow === true
  await until(async () => (await isQuiet(dana)) && (await isQuiet(ina)))
  await ina.client().batches.release({ batch, limit: null })
  await dana.client().batches.release({ batch: own, limit: null })
  expect(createsOf(sandbox)).toEqual([])
  await untilView(ina.client(), batch, ({ outcomes }) => outcomes.created === 10)
  await untilView(dana.client(), own, ({ outcomes }) => outcomes.created === 10)
  const [first] = await query(
    `SELECT min(claimed_at) - (SELECT at FROM public.begun) >= interval '3 seconds' AS late FROM carryover.claim`,
  )
  expect(first).toEqual({ late: true })
  expect(await isQuiet(ina)).toBe(false)
})

test('a desktop that leaves the team is not held by its pauses any more', async () => {
  const { dana, ina } = await twoMembers()
  await dana.client().team.pause({ connection: dana.connection, reason: '' })
  await until(async () => (await pausesOf(ina)).length === 1)
  await ina.client().team.leave()
  expect(await pausesOf(ina)).toEqual([])
})

/** The server forgets what the statements remove, as after a failover to a replica that lacked it. */
const failOver = (query: Query, forgets: string) =>
  query(`${forgets}; UPDATE carryover.team SET incarnation = 'another'`)

test('a pause and quiet hours that a failover lost hold on, as they were, and nothing is created meanwhile', async () => {
  const { sandbox, dana, ina, folder, query } = await twoMembers()
  const { connection } = dana
  const always = quietHours.parse({ from: '00:00', to: '00:00' })
  const batch = await ina.load(await plainAccounts(folder, numbered(20), 'all'))
  await dana.client().team.pause({ connection, supplier: 'ACME', reason: 'wrong tariff' })
  await dana.client().team.quietHours({ connection, hours: [always], timeZone: 'Asia/Kathmandu' })
  for (const desktop of [dana, ina])
    await untilTeam(desktop, ({ pauses, quietHours: quiet }) => pauses.length + quiet.length === 2)
  await ina.client().batches.release({ batch, limit: null })
  const before = await pausesOf(ina)
  await failOver(query, 'DELETE FROM carryover.pause; DELETE FROM carryover.quiet_hours')
  await until(async () => (await restoredBy(query)).length === 1)
  await until(
    async () =>
      (await query('SELECT FROM carryover.desktop d, carryover.team t WHERE d.term < t.term')).length === 0,
  )
  for (const desktop of [dana, ina])
    expect(await untilTeam(desktop, ({ state }) => state === 'ready')).toMatchObject({
      pauses: [{ supplier: 'ACME', member: 'Dana', reason: 'wrong tariff', kind: 'person' }],
      quietHours: [{ timeZone: 'Asia/Kathmandu', member: 'Dana', isNow: true }],
    })
  expect(await pausesOf(ina)).toEqual(before)
  expect([await claimsIn(query), createsOf(sandbox)]).toEqual([0, []])
  await ina.client().team.quietHours({ connection: ina.connection, hours: [], timeZone: 'UTC' })
  await ina.client().connections.resume({ id: ina.connection })
  await untilView(ina.client(), batch, ({ outcomes }) => outcomes.created === 20)
})

const restoredBy = (query: Query) =>
  query("SELECT member FROM carryover.audit WHERE what = 'restored_for_all'")

test('a brake for all that a failover lost still stops the others', async () => {
  const { sandbox, dana, ina, folder, query } = await twoMembers()
  const first = await dana.load(await plainAccounts(folder, numbered(12), 'first'))
  await dana.client().batches.setPlan({
    batch: first,
    plan: sendingPlan.parse({ sizes: [], brakes: { errorRate: null, sameCode: 3, forAll: true } }),
  })
  sandbox.faults.add({ ...refusing, count: 3 })
  await dana.client().batches.release({ batch: first, limit: null })
  await until(async () => (await pausesOf(ina)).length === 1)
  await failOver(query, 'DELETE FROM carryover.pause')
  await until(async () => (await restoredBy(query)).length === 1)
  for (const desktop of [dana, ina])
    expect(await untilTeam(desktop, ({ state }) => state === 'ready')).toMatchObject({
      pauses: [{ kind: 'brake', member: 'Dana' }],
    })
  expect((await pausesOf(ina))[0]?.message).toContain('a brake of “first.xlsx” of Dana')
})

test('a pause that a person ended stays ended, though a desktop that knows it comes back after a failover', async () => {
  const server = await sharedPostgres()
  const address = await server.createDatabase()
  const query = (sql: string) => server.query(sql, address)
  const sandbox = await openService()
  const [dana, ina] = [await openDesktop(sandbox), await openDesktop(sandbox)]
  await joinTeam(dana, server, address, 'Dana')
  await joinTeam(ina, server, address, 'Ina')
  await dana.client().team.pause({ connection: dana.connection, reason: '' })
  await until(async () => (await pausesOf(ina)).length === 1)
  await ina.stop()
  await dana.client().connections.resume({ id: dana.connection })
  await until(async () => (await pausesOf(dana)).length === 0)
  await failOver(query, 'SELECT 1')
  await ina.start()
  expect((await pausesOf(ina)).length).toBe(1)
  await joinTeam(ina, server, address, 'Ina')
  await until(async () => (await pausesOf(ina)).length === 0)
  expect(await untilTeam(dana, ({ state }) => state === 'ready')).toMatchObject({ pauses: [] })
})

test('a brake for all that tripped before a desktop joined again with a new password is known to the others', async () => {
  const { server, address, query, sandbox, dana, ina, user } = await oneWithItsOwnUser()
  const batch = await dana.load(await plainAccounts(freshFolder(), numbered(6), 'all'))
  const planned = (errorRate: Brakes['errorRate']) =>
    dana.client().batches.setPlan({
      batch,
      plan: sendingPlan.parse({ sizes: [5], brakes: { errorRate, sameCode: null, forAll: true } }),
    })
  await planned(null)
  sandbox.faults.add({ ...refusing, count: 2 })
  await dana.client().batches.release({ batch, limit: 5 })
  await untilView(dana.client(), batch, ({ states }) => states.rejected === 2 && states.processing === 3)
  await query(`ALTER ROLE ${user} PASSWORD 'second';
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${user}'`)
  await untilTeam(dana, ({ state }) => state === 'away')
  await planned({ percent: 10, atLeast: 2 })
  await untilView(dana.client(), batch, ({ sending }) => sending.stop !== null)
  expect(await pausesOf(ina)).toEqual([])
  await dana
    .client()
    .team.join({ address: address.replace('postgres@', `${user}@`), password: 'second', name: 'Dana' })
  await until(async () => (await pausesOf(ina)).length === 1)
  void server
})

async function oneWithItsOwnUser() {
  const server = await sharedPostgres()
  const address = await server.createDatabase()
  const query = (sql: string) => server.query(sql, address)
  const user = `dana_${process.pid}`
  await query(`CREATE ROLE ${user} SUPERUSER LOGIN PASSWORD 'first'`)
  // The last accounts of its wave are in progress for a long time.
  const sandbox = await openService({ speed: 0.001 })
  const [dana, ina] = [await openDesktop(sandbox, { concurrency: 1 }), await openDesktop(sandbox)]
  await joinTeam(ina, server, address, 'Ina')
  const own = address.replace('postgres@', `${user}@`)
  await dana.client().team.join({ address: own, password: 'first', name: 'Dana' })
  await untilTeam(dana, ({ state }) => state === 'ready')
  return { server, address, query, sandbox, dana, ina, user }
}

test('a pause that is not there is not said to have ended', async () => {
  const { dana } = await twoMembers()
  const { connection } = dana
  await dana.client().team.pause({ connection, supplier: 'ACME', reason: '' })
  await expect(dana.client().team.resume({ connection, supplier: 'ACMEE' })).rejects.toThrow(
    /^There is no pause for all of ACMEE at http/,
  )
  await expect(dana.client().team.resume({ connection })).rejects.toThrow(
    /^There is no pause for all of http/,
  )
  expect((await dana.client().team.get())?.pauses.length).toBe(1)
  await dana.client().team.resume({ connection, supplier: 'ACME' })
})

test('a pause for all that a pause from here hid holds at once when that one ends', async () => {
  const { dana, ina } = await twoMembers()
  await ina.client().connections.pause({ id: ina.connection })
  await dana.client().team.pause({ connection: dana.connection, reason: '' })
  await untilTeam(ina, ({ pauses }) => pauses.length === 1)
  expect((await pausesOf(ina)).map(({ forAll }) => forAll ?? false)).toEqual([false])
  await ina.client().connections.resume({ id: ina.connection })
  expect((await pausesOf(ina)).map(({ forAll }) => forAll)).toEqual([true])
})

test('accounts of a connection that reads no status are claimed, and created once', async () => {
  const { sandbox, dana, ina, folder } = await twoMembers()
  for (const { client, connection } of [dana, ina]) {
    const found = (await client().connections.list()).find(({ id }) => id === connection)
    if (found === undefined) throw new Error('There is a connection.')
    await client().connections.save({ name: found.name, settings: { ...found.settings, statusPath: null } })
  }
  const file = await plainAccounts(folder, numbered(12), 'all')
  const batches = [await dana.load(file), await ina.load(file)] as const
  await dana.client().batches.release({ batch: batches[0], limit: null })
  await untilView(dana.client(), batches[0], ({ states }) => states.processing === 12)
  await ina.client().batches.release({ batch: batches[1], limit: null })
  await untilView(ina.client(), batches[1], ({ outcomes }) => outcomes.with_member === 12)
  expect(createsOf(sandbox)).toHaveLength(12)
})
