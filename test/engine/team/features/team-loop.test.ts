// Tests what ends the team's work for a moment and never for good: unexpected errors of the database, a data folder that
// takes no writes, and a newer program that changes the tables. Nothing is created meanwhile, and each is said.
import { expect, test } from 'vitest'
import { openWorkspace, type Workspace } from '../../../../electron/engine/store/database/open.ts'
import { teamSteps } from '../../../../electron/engine/team/database/schema.ts'
import { inEnglish } from '../../../../shared/texts/message.ts'
import { sharedPostgres } from '../../../support/postgres/postgres.ts'
import { createsOf, freshFolder } from '../../api/harness.ts'
import { numbered, plainAccounts } from '../../api/small-files.ts'
import { untilView } from '../../api/waiting.ts'
import { isVersion, mappingOf, shared, template, twoDesktops, untilItem } from '../knowledge-fixture.ts'
import { ownPostgres } from '../team-fixture.ts'
import { type Desktop, joinTeam, openDesktop, openService, untilTeam } from '../team-desktops.ts'

async function newTeam() {
  const server = await sharedPostgres()
  const address = await server.createDatabase()
  return { server, address, query: (sql: string) => server.query(sql, address) }
}

type Query = Awaited<ReturnType<typeof newTeam>>['query']

/** The sentences that a desktop shows from now on. */
async function noticesOf({ client }: Desktop): Promise<string[]> {
  const notices: string[] = []
  const events = await client().events()
  void (async () => {
    for await (const event of events) if (event.kind === 'notice') notices.push(inEnglish(event.message))
  })()
  return notices
}

/** The next heartbeats meet a damaged page of the server. */
async function breakHeartbeats(query: Query): Promise<() => Promise<unknown>> {
  const named = 'carryover.heartbeat(uuid, bigint, bigint, bigint, jsonb)'
  await query(`ALTER FUNCTION ${named} RENAME TO heartbeat_kept;
    CREATE FUNCTION ${named} RETURNS TABLE (answer jsonb) LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'invalid page' USING ERRCODE = 'XX001'; END $$`)
  return () =>
    query(`DROP FUNCTION ${named};
      ALTER FUNCTION carryover.heartbeat_kept(uuid, bigint, bigint, bigint, jsonb) RENAME TO heartbeat`)
}

test('an unexpected error of the database is said once, nothing is created meanwhile, and the work begins again', async () => {
  const { server, address, query } = await newTeam()
  const sandbox = await openService()
  const dana = await openDesktop(sandbox)
  await joinTeam(dana, server, address, 'Dana')
  const batch = await dana.load(await plainAccounts(freshFolder(), numbered(20), 'all'))
  const notices = await noticesOf(dana)
  const mend = await breakHeartbeats(query)
  const failed = await untilTeam(dana, ({ state }) => state === 'failed')
  expect(inEnglish(failed.why ?? '')).toBe(
    'The team’s work failed unexpectedly and is tried again in 2 seconds: invalid page. Nothing is created meanwhile; everything else goes on.',
  )
  await dana.client().batches.release({ batch, limit: null })
  const later = await untilTeam(dana, ({ why }) => why !== null && inEnglish(why).includes('in 4 seconds'))
  expect(later.state).toBe('failed')
  const waiting = await dana.client().batches.get({ batch })
  expect(waiting.sending.pace.waiting).toMatchObject({ for: 'team', message: { key: 'team.failed' } })
  expect(createsOf(sandbox)).toEqual([])
  expect(notices.filter((said) => said.includes('failed unexpectedly'))).toHaveLength(1)
  expect((await dana.client().support.file({})).text).toContain('XX001')
  await mend()
  await untilTeam(dana, ({ state }) => state === 'ready')
  await untilView(dana.client(), batch, ({ outcomes }) => outcomes.created === 20)
})

test('an unexpected error in the shares of limits is said too, and they are asked for again', async () => {
  const { server, address, query } = await newTeam()
  const sandbox = await openService()
  const dana = await openDesktop(sandbox)
  await joinTeam(dana, server, address, 'Dana')
  const batch = await dana.load(await plainAccounts(freshFolder(), numbered(5), 'all'))
  const [share] = await query(
    `SELECT pg_get_functiondef(p.oid) AS text FROM pg_proc p
     WHERE p.pronamespace = 'carryover'::regnamespace AND p.proname = 'lease'`,
  )
  const text = String(share?.['text'])
  const [head] = text.split('AS $function$')
  await query(
    `${head} AS $function$ BEGIN RAISE EXCEPTION 'invalid page' USING ERRCODE = 'XX001'; END $function$`,
  )
  await untilTeam(dana, ({ state }) => state === 'failed')
  await dana.client().batches.release({ batch, limit: null })
  await untilTeam(dana, ({ why }) => why !== null && inEnglish(why).includes('in 4 seconds'))
  expect(createsOf(sandbox)).toEqual([])
  await query(text)
  await untilView(dana.client(), batch, ({ outcomes }) => outcomes.created === 5)
})

test('a data folder that takes no writes is said, and the work goes on by itself when it takes them again', async () => {
  const { server, address } = await newTeam()
  const sandbox = await openService()
  let folder: Workspace['database'] | null = null
  const dana = await openDesktop(sandbox)
  const ina = await openDesktop(
    sandbox,
    {},
    {
      open: async (options) => {
        const opened = await openWorkspace(options)
        if (opened.ok) folder = opened.value.database
        return opened
      },
    },
  )
  await joinTeam(dana, server, address, 'Dana')
  await joinTeam(ina, server, address, 'Ina')
  const write = (isOn: boolean): void => void folder?.pragma(`query_only = ${isOn ? 'OFF' : 'ON'}`)
  write(false)
  await dana.client().team.pause({ connection: dana.connection, reason: '' })
  const failed = await untilTeam(ina, ({ state }) => state === 'failed')
  expect(inEnglish(failed.why ?? '')).toMatch(
    /^The data folder takes no writes, so nothing is claimed or created: /,
  )
  write(true)
  const ready = await untilTeam(ina, ({ state }) => state === 'ready')
  expect(ready.pauses).toHaveLength(1)
})

test('a desktop whose program is older than the tables claims nothing from then on, and reads the board', async () => {
  const { server, address, query } = await newTeam()
  const sandbox = await openService()
  const dana = await openDesktop(sandbox)
  await joinTeam(dana, server, address, 'Dana')
  const client = dana.client()
  const batch = await dana.load(await plainAccounts(freshFolder(), numbered(5), 'all'))
  await query(
    `INSERT INTO carryover.carryover_schema (version, program) VALUES (${teamSteps.length + 1}, '9.9.9')`,
  )
  await untilTeam(dana, ({ state }) => state === 'read_only')
  await client.batches.release({ batch, limit: null })
  await expect
    .poll(async () => (await client.team.board().catch(() => null))?.desktops.map(({ member }) => member), {
      timeout: 30_000,
    })
    .toEqual(['Dana'])
  const [lines] = await query('SELECT count(*)::integer AS n FROM carryover.audit')
  await expect(client.team.pause({ connection: dana.connection, reason: '' })).rejects.toThrow(
    'made by a newer Carryover',
  )
  await query('ALTER TABLE carryover.batch RENAME COLUMN progress TO moved_on')
  // Until it is opened for reading, its calls say only that a newer program made the tables.
  await expect
    .poll(() => client.team.board().then(() => 'read', String))
    .toContain('so that this one cannot read them')
  expect(createsOf(sandbox)).toEqual([])
  expect(await query('SELECT count(*)::integer AS n FROM carryover.audit')).toEqual([lines])
  await query(`ALTER TABLE carryover.batch RENAME COLUMN moved_on TO progress;
    DELETE FROM carryover.carryover_schema WHERE program = '9.9.9'`)
  await untilView(client, batch, ({ outcomes }) => outcomes.created === 5)
})

test('what the team shares arrives in a program that is older than the tables, and nothing goes from it', async () => {
  const { dana, ina, query } = await twoDesktops()
  const name = template.key
  await dana.client().templates.save({ name, mapping: mappingOf('Account') })
  await shared(dana, ina, template)
  await query(
    `INSERT INTO carryover.carryover_schema (version, program) VALUES (${teamSteps.length + 1}, '9.9.9')`,
  )
  await untilTeam(dana, ({ state }) => state === 'read_only')
  // As the newer program of the other member would.
  await query(`SELECT s.verdict FROM carryover.desktop d JOIN carryover.member m ON m.id = d.member AND m.name = 'Ina',
    carryover.knowledge k, carryover.share(d.id, d.session, k.kind, k.key, 1, replace(k.content::text, 'Account', 'Number')::json) s
    WHERE k.version = 1`)
  await untilItem(dana, template, isVersion(2))
  expect(await dana.client().templates.load({ name })).toEqual(mappingOf('Number'))
  expect((await dana.client().knowledge.history(template)).map(({ member }) => member)).toEqual([
    'Ina',
    'Dana',
  ])
  await dana.client().templates.save({ name, mapping: mappingOf('Key') })
  await dana.client().knowledge.refresh()
  await untilItem(dana, template, ({ state }) => state === 'changed_here')
  expect(await query('SELECT max(version) AS newest FROM carryover.knowledge')).toEqual([{ newest: 2 }])
})

test('leaving says whether the team’s database knows it', async () => {
  const server = await ownPostgres()
  const sandbox = await openService()
  const [dana, ina] = [await openDesktop(sandbox), await openDesktop(sandbox)]
  await joinTeam(dana, server, server.url, 'Dana')
  await joinTeam(ina, server, server.url, 'Ina')
  expect(await ina.client().team.leave()).toEqual({ isSaid: true })
  await server.stop('fast')
  await untilTeam(dana, ({ state }) => state === 'away')
  expect(await dana.client().team.leave()).toEqual({ isSaid: false })
  expect(await dana.client().team.get()).toBeNull()
})

test('a call that comes while Carryover closes is refused with that reason', async () => {
  const dana = await openDesktop(await openService())
  await dana.stop()
  await expect(dana.client().batches.list()).rejects.toThrow('Carryover is closing')
})
