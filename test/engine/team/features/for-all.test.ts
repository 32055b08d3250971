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
