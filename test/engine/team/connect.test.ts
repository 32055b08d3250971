// Tests connections to a team's database on a real PostgreSQL: who is let in, which servers are refused, and how a
// statement's result or its error arrives.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openTeamDatabase, usualLimits } from '../../../electron/engine/team/database/connect.ts'
import { canBeSaid } from '../../../shared/texts/message.ts'
import { sharedPostgres } from '../../support/postgres/postgres.ts'
import { openTeam, ownPostgres, settingsFor, troubleIn, valueOf } from './team-fixture.ts'

const anyRow = z.unknown()

test('a password that was given apart opens the database', async () => {
  const server = await sharedPostgres()
  const database = await openTeam(server, await server.createDatabase())
  expect(valueOf(await database.check())).toBe(server.version)
})

test('the server sees Carryover’s name, and its own limit for each statement', async () => {
  const server = await sharedPostgres()
  const database = await openTeam(server, await server.createDatabase())
  const row = z.object({ name: z.string(), limit: z.string(), path: z.string() })
  const text = `SELECT current_setting('application_name') AS name, current_setting('statement_timeout') AS "limit",
    current_setting('search_path') AS path`
  expect(valueOf(await database.run(row, text))).toEqual([
    { name: 'carryover', limit: '10s', path: 'pg_catalog' },
  ])
})

test('transactions are read committed, whatever the database’s own default is', async () => {
  const server = await sharedPostgres()
  const address = await server.createDatabase()
  const name = new URL(address).pathname.slice(1)
  await server.query(`ALTER DATABASE "${name}" SET default_transaction_isolation = 'repeatable read'`)
  const database = await openTeam(server, address)
  const row = z.object({ transaction_isolation: z.string() })
  const isolation = { transaction_isolation: 'read committed' }
  expect(valueOf(await database.run(row, 'SHOW transaction_isolation'))).toEqual([isolation])
  expect(valueOf(await database.transaction((run) => run(row, 'SHOW transaction_isolation')))).toEqual([
    isolation,
  ])
})

test('where the tables are only read, a statement that writes is refused, and what is not there is a trouble', async () => {
  const server = await sharedPostgres()
  const opened = await openTeamDatabase(
    settingsFor(await server.createDatabase()),
    { password: server.password, passphrase: null },
    usualLimits,
    'reading',
  )
  const database = valueOf(opened)
  try {
    for (const statement of ['CREATE TABLE public.t ()', 'SELECT missing', 'SELECT FROM carryover.batch'])
      expect(troubleIn(await database.run(anyRow, statement))).toMatch(
        /^newer_team: A newer Carryover changed the tables of .* so that this one cannot read them\./,
      )
    expect(troubleIn(await database.run(z.object({ n: z.string() }), 'SELECT 1 AS n'))).toMatch(
      /^newer_team: /,
    )
  } finally {
    await database.close()
  }
})

test('a wrong password and a missing one are refused with the user’s name', async () => {
  const server = await sharedPostgres()
  const address = await server.createDatabase()
  const wrong = await openTeam(server, address, { password: 'wrong' })
  expect(troubleIn(await wrong.check())).toContain('refused: ')
  expect(troubleIn(await wrong.check())).toContain('does not accept the user postgres (28P01).')
  const missing = await openTeam(server, address, { password: null })
  expect(troubleIn(await missing.check())).toContain('refused: ')
  expect(troubleIn(await missing.check())).toContain('wants a password for the user postgres')
})

test('no password, user or setting comes from the environment', async () => {
  const server = await sharedPostgres()
  const address = await server.createDatabase()
  const before = { ...process.env }
  Object.assign(process.env, {
    PGPASSWORD: server.password,
    PGSSLMODE: 'require',
    PGOPTIONS: '-c search_path=public',
    PGUSER: 'somebody',
  })
  try {
    const without = await openTeam(server, address, { password: null })
    expect(troubleIn(await without.check())).toContain('refused: ')
    const database = await openTeam(server, address)
    const row = z.object({ search_path: z.string() })
    expect(valueOf(await database.run(row, 'SHOW search_path'))).toEqual([{ search_path: 'pg_catalog' }])
  } finally {
    for (const name of ['PGPASSWORD', 'PGSSLMODE', 'PGOPTIONS', 'PGUSER']) {
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
    }
  }
})

test('a UNIX socket is used where the address names its folder', async () => {
  const server = await sharedPostgres()
  const database = await openTeam(
    server,
    `postgres://postgres@:${server.port}/postgres?host=${server.socketFolder}`,
  )
  expect(valueOf(await database.check())).toBe(server.version)
})

test('a database that does not exist is no team’s', async () => {
  const server = await sharedPostgres()
  const database = await openTeam(server, `postgres://postgres@127.0.0.1:${server.port}/missing`)
  expect(troubleIn(await database.check())).toBe(
    `not_a_team: The server has no database 127.0.0.1:${server.port}/missing. Check its name, or ask its administrator to create it.`,
  )
})

test('an address with a password opens nothing', async () => {
  const opened = await openTeamDatabase(settingsFor('postgres://d:secret@db/m'), {
    password: null,
    passphrase: null,
  })
  expect(troubleIn(opened)).toContain('address: The address holds a password.')
})

test('a server that is too old is refused with its version', async () => {
  const server = await sharedPostgres()
  const database = await openTeam(server, await server.createDatabase(), { limits: { oldestServer: 99 } })
  expect(troubleIn(await database.check())).toBe(
    `too_old_server: ${database.address.shown} runs PostgreSQL ${server.version}. A team needs PostgreSQL 99 or newer.`,
  )
  expect(troubleIn(await database.run(anyRow, 'SELECT 1'))).toContain('too_old_server: ')
})

test.each(['fsync', 'full_page_writes'])(
  'a server that may forget commits is refused: %s',
  async (setting) => {
    const server = await ownPostgres({ settings: { [setting]: 'off' } })
    const database = await openTeam(server, server.url)
    expect(troubleIn(await database.check())).toContain(
      `not_durable: At ${database.address.shown} the setting ${setting} is off, so the server may forget what it has confirmed`,
    )
  },
)

test('a role or a database that does not wait for its commits is refused', async () => {
  const server = await sharedPostgres()
  const address = await server.createDatabase()
  const database = await openTeam(server, address)
  expect(troubleIn(await database.check())).toBe('done')
  const name = database.address.database
  await server.query(`ALTER DATABASE ${name} SET synchronous_commit = off`)
  const later = await openTeam(server, address)
  expect(troubleIn(await later.check())).toContain('not_durable: ')
})

test('rows are parsed, and large counts are numbers', async () => {
  const server = await sharedPostgres()
  const database = await openTeam(server, await server.createDatabase())
  const row = z.object({ count: z.number(), keys: z.array(z.string()) })
  expect(
    valueOf(
      await database.run(row, 'SELECT 9007199254740991::bigint AS count, $1::text[] AS keys', [['a,"', '']]),
    ),
  ).toEqual([{ count: Number.MAX_SAFE_INTEGER, keys: ['a,"', ''] }])
})

test('a mistake in a statement or in its rows is thrown', async () => {
  const server = await sharedPostgres()
  const database = await openTeam(server, await server.createDatabase())
  await expect(database.run(anyRow, 'SELEC 1')).rejects.toThrow('syntax error')
  await expect(database.run(z.object({ a: z.string() }), 'SELECT 1 AS a')).rejects.toThrow('expected string')
  await expect(database.run(anyRow, "SELECT 'x'::int")).rejects.toThrow('invalid input syntax')
  expect(troubleIn(await database.run(anyRow, 'SELECT 1'))).toBe('done')
})

test('a transaction is committed as a whole or not at all', async () => {
  const server = await sharedPostgres()
  const address = await server.createDatabase()
  const database = await openTeam(server, address)
  await server.query('CREATE TABLE public.t (n int UNIQUE)', address)
  const insert = 'INSERT INTO public.t VALUES ($1)'
  await database.transaction(async (run) => {
    await run(anyRow, insert, [1])
    await run(anyRow, insert, [2])
  })
  const failing = database.transaction(async (run) => {
    await run(anyRow, insert, [3])
    throw new Error('our own')
  })
  await expect(failing).rejects.toThrow('our own')
  expect(await server.query('SELECT n FROM public.t ORDER BY n', address)).toEqual([{ n: 1 }, { n: 2 }])
})

test('two transactions that wait for each other: one is reported as a conflict and changes nothing', async () => {
  const server = await sharedPostgres()
  const address = await server.createDatabase()
  const database = await openTeam(server, address)
  await server.query('CREATE TABLE public.t AS SELECT n, 0 AS by FROM generate_series(1, 2) n', address)
  const bothHold = Promise.withResolvers<undefined>()
  let holding = 0
  const update = (by: number, [first, second]: readonly [number, number]) =>
    database.transaction(async (run) => {
      await run(anyRow, 'UPDATE public.t SET by = $2 WHERE n = $1', [first, by])
      holding += 1
      if (holding === 2) bothHold.resolve(undefined)
      await bothHold.promise
      await run(anyRow, 'UPDATE public.t SET by = $2 WHERE n = $1', [second, by])
    })
  const results = await Promise.all([update(1, [1, 2]), update(2, [2, 1])])
  expect(results.map(troubleIn).map((text) => text.split(':')[0])).toEqual(
    expect.arrayContaining(['done', 'conflict']),
  )
  const winner = results.findIndex(({ ok }) => ok) + 1
  expect(await server.query('SELECT DISTINCT by FROM public.t', address)).toEqual([{ by: winner }])
})

test('a role without the right is refused with the server’s reason', async () => {
  const server = await sharedPostgres()
  const address = await server.createDatabase()
  await server.query('CREATE TABLE public.secrets ()', address)
  await server.query(`DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN PASSWORD 'guest'`)
  const database = await openTeam(server, address.replace('postgres@', 'guest@'), { password: 'guest' })
  const refused = await database.run(anyRow, 'SELECT * FROM public.secrets')
  expect(troubleIn(refused)).toBe(
    `not_allowed: The user guest has no right to do this in ${database.address.shown}: permission denied for table secrets.`,
  )
  expect(!refused.ok && canBeSaid(refused.trouble.message)).toBe(true)
})

test('a statement that takes too long is ended by the server and changes nothing', async () => {
  const server = await sharedPostgres()
  const database = await openTeam(server, await server.createDatabase())
  const result = await database.transaction(async (run) => {
    await run(anyRow, 'SET LOCAL statement_timeout = 50')
    await run(anyRow, 'SELECT pg_sleep(60)')
  })
  expect(troubleIn(result)).toContain('too_slow: ')
})
