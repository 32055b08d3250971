// Tests what happens when the way to a team's database breaks: servers that stop, connections that are cut in the
// middle of a statement, and a network that carries nothing. Every call ends, and says whether it may have been done.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openTeam, ownPostgres, proxyTo, troubleIn } from '../team-fixture.ts'
import { sharedPostgres } from '../../../support/postgres/postgres.ts'

const anyRow = z.unknown()

test('a server that does not run is unreachable, and is used again when it runs', async () => {
  const server = await ownPostgres()
  const database = await openTeam(server, server.url)
  expect(troubleIn(await database.check())).toBe('done')
  await server.stop('fast')
  const refused = await database.run(anyRow, 'SELECT 1')
  expect(refused).toMatchObject({ ok: false, trouble: { kind: 'unreachable', mayBeDone: false } })
  await server.restart()
  expect(troubleIn(await database.run(anyRow, 'SELECT 1'))).toBe('done')
})

test('what was committed is there after the server was killed, and what was not is gone', async () => {
  const server = await ownPostgres()
  const database = await openTeam(server, server.url)
  await database.run(anyRow, 'CREATE TABLE public.t (n int)')
  await database.run(anyRow, 'INSERT INTO public.t VALUES (1)')
  const cut = await database.transaction(async (run) => {
    await run(anyRow, 'INSERT INTO public.t VALUES (2)')
    await server.kill()
    await run(anyRow, 'INSERT INTO public.t VALUES (3)')
  })
  expect(cut).toMatchObject({ ok: false, trouble: { kind: 'lost', mayBeDone: false } })
  await server.restart()
  expect(await server.query('SELECT n FROM public.t')).toEqual([{ n: 1 }])
})

test('a statement whose connection is cut may have been done, and says so', async () => {
  const server = await sharedPostgres()
  const address = await server.createDatabase()
  await server.query('CREATE TABLE public.t (n int)', address)
  const proxy = await proxyTo(server)
  const database = await openTeam(server, proxy.through(address))
  expect(troubleIn(await database.check())).toBe('done')
  // The answer is cut off at its first byte: the server has done it.
  const cut = proxy.cutAfter(1, 'down')
  const lost = await database.run(anyRow, 'INSERT INTO public.t VALUES (1)')
  await cut
  expect(lost).toMatchObject({ ok: false, trouble: { kind: 'lost', mayBeDone: true } })
  expect(troubleIn(lost)).toContain('broke before its answer came')
  expect(await server.query('SELECT n FROM public.t', address)).toEqual([{ n: 1 }])
  expect(troubleIn(await database.run(anyRow, 'SELECT 1'))).toBe('done')
})

test('a commit whose connection is cut may have been done; a transaction before its commit was not', async () => {
  const server = await sharedPostgres()
  const address = await server.createDatabase()
  await server.query('CREATE TABLE public.t (n int)', address)
  const proxy = await proxyTo(server)
  const database = await openTeam(server, proxy.through(address))
  expect(troubleIn(await database.check())).toBe('done')
  const atCommit = await database.transaction(async (run) => {
    await run(anyRow, 'INSERT INTO public.t VALUES (1)')
    void proxy.cutAfter(1, 'down')
  })
  expect(atCommit).toMatchObject({ ok: false, trouble: { kind: 'lost', mayBeDone: true } })
  const before = await database.transaction(async (run) => {
    void proxy.cutAfter(1, 'down')
    await run(anyRow, 'INSERT INTO public.t VALUES (2)')
  })
  expect(before).toMatchObject({ ok: false, trouble: { kind: 'lost', mayBeDone: false } })
  expect(await server.query('SELECT n FROM public.t', address)).toEqual([{ n: 1 }])
})

test('a connection that the server’s administrator ends is opened again', async () => {
  const server = await sharedPostgres()
  const address = await server.createDatabase()
  const database = await openTeam(server, address)
  const ended = await database.run(anyRow, 'SELECT pg_terminate_backend(pg_backend_pid())')
  expect(ended).toMatchObject({ ok: false, trouble: { kind: 'lost', mayBeDone: true } })
  expect(troubleIn(await database.run(anyRow, 'SELECT 1'))).toBe('done')
})

test('a network that carries nothing ends every call with an error', async () => {
  const server = await sharedPostgres()
  const address = await server.createDatabase()
  const proxy = await proxyTo(server)
  const limits = { connectMs: 1000, statementMs: 800, answerMs: 1000 }
  const database = await openTeam(server, proxy.through(address), { limits })
  expect(troubleIn(await database.check())).toBe('done')
  proxy.isSilent = true
  const open = await database.run(anyRow, 'SELECT 1')
  expect(open).toMatchObject({ ok: false, trouble: { kind: 'lost', mayBeDone: true } })
  const fresh = await database.run(anyRow, 'SELECT 1')
  expect(fresh).toMatchObject({ ok: false, trouble: { kind: 'unreachable', mayBeDone: false } })
  expect(troubleIn(fresh)).toContain('did not accept a connection')
  proxy.isSilent = false
  expect(troubleIn(await database.run(anyRow, 'SELECT 1'))).toBe('done')
})

test('closing ends, also on a network that carries nothing', async () => {
  const server = await sharedPostgres()
  const proxy = await proxyTo(server)
  const limits = { answerMs: 500 }
  const database = await openTeam(server, proxy.through(await server.createDatabase()), { limits })
  expect(troubleIn(await database.check())).toBe('done')
  proxy.isSilent = true
  const closed = database.close()
  await expect(closed).resolves.toBeUndefined()
})

test('a server that is full of connections is unreachable for now', async () => {
  const server = await ownPostgres({
    settings: { max_connections: '4', superuser_reserved_connections: '0' },
  })
  const database = await openTeam(server, server.url)
  const other = await openTeam(server, server.url)
  const sleeps = Promise.withResolvers<undefined>()
  let open = 0
  const busy = Array.from({ length: 4 }, () =>
    other.transaction(async (run) => {
      await run(anyRow, 'SELECT 1')
      open += 1
      if (open === 4) sleeps.resolve(undefined)
      await sleeps.promise
      expect(troubleIn(await database.check())).toContain(
        'the server accepts no connection at this moment (53300)',
      )
    }),
  )
  expect((await Promise.all(busy)).map(troubleIn)).toEqual(['done', 'done', 'done', 'done'])
})
