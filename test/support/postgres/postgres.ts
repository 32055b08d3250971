// A real PostgreSQL for tests: a server with its own data folder, port and password, that tests stop, kill and start
// again. It keeps what it has confirmed: `synchronous_commit` and `fsync` are on. `sharedPostgres` gives all test files
// of a process the same server; each file makes databases of its own in it.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { Client, escapeIdentifier, type QueryResult } from 'pg'
import { issueFor, type ServerCertificates, type TlsOptions } from './certificates.ts'
import { copyData, giveTo, superuser, type Template, templateOf } from './data-folder.ts'
import { openFolder, type RunAs, unprivilegedUser } from './run-as.ts'

export type PostgresOptions = {
  /** TLS with certificates of a new authority. */
  readonly tls?: TlsOptions | undefined
  /** Settings of the server, such as `{ fsync: 'off' }`. */
  readonly settings?: Readonly<Record<string, string>> | undefined
}

export type Postgres = {
  /** Of the database `postgres`, as superuser, without the password: `postgres://postgres@127.0.0.1:20123/postgres`. */
  readonly url: string
  readonly port: number
  /** The superuser's, which every role of `createRole` has as well. */
  readonly password: string
  /** The folder of the UNIX socket, where no password is needed. */
  readonly socketFolder: string
  /** The major version, such as 15. */
  readonly version: number
  readonly certificates: ServerCertificates | null
  /** An empty database. Returns its address, as `url`. */
  createDatabase(name?: string): Promise<string>
  /** The rows of statements that the superuser runs, in the database of an address or in `postgres`. */
  query(sql: string, url?: string): Promise<readonly Readonly<Record<string, unknown>>[]>
  /** `fast` rolls back what runs; `immediate` ends as after a crash. Resolves when the server has ended. */
  stop(how: 'fast' | 'immediate'): Promise<void>
  /** Kills the server and all its processes. */
  kill(): Promise<void>
  /** Starts it again on the same port, with the same data; stops it first (fast) if it runs. */
  restart(): Promise<void>
  /**
   * Keeps a copy of the data as it is now; stops the server for it and starts it again. Resolves with what puts the copy in
   * the place of the server: it has forgotten all later commits and writes a new timeline, as a standby that was behind
   * does when it becomes the server.
   */
  keepCopy(): Promise<() => Promise<void>>
  /** What the server has written to its log. */
  log(): string
  /** Ends the server and deletes its data. */
  close(): Promise<void>
}

export type Server = {
  readonly programs: string
  readonly user: RunAs
  readonly folder: string
  readonly port: number
  readonly settings: Readonly<Record<string, string>>
  readonly watcher: ChildProcess
  child: ChildProcess | null
  log: string
}

/**
 * A process that ends the server and deletes its data when this process has ended, in whatever way: the system closes its
 * input then.
 */
function watch(folder: string): ChildProcess {
  // It reads the number of the server's process at each start: the data may be deleted before the server ends.
  const script = `while read -r line; do [ "$line" = closed ] && exit 0; pid=$line; done
    kill -QUIT "$pid" && while kill -0 "$pid"; do sleep 0.05; done
    rm -rf "$0"`
  const watcher = spawn('sh', ['-c', script, folder], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  watcher.unref()
  return watcher
}

/** Starts a server with a data folder of its own. Throws with the server's log if it does not start. */
export async function startPostgres({ tls, settings = {} }: PostgresOptions = {}): Promise<Postgres> {
  const user = unprivilegedUser()
  const template = templateOf(user)
  const folder = openFolder('pg-', user)
  giveTo(user, folder)
  copyData(template.data, join(folder, 'data'), user)
  const certificates = tls === undefined ? null : issueFor(tls, folder)
  if (certificates !== null) {
    giveTo(user, certificates.serverKeyFile)
    writeFileSync(join(folder, 'data', 'pg_hba.conf'), certificates.accessRules)
  }
  let server: Server | null = null
  for (let tries = 0; server === null; tries += 1) {
    const begun: Server = {
      programs: template.programs,
      user,
      folder,
      port: await freePort(),
      settings: { ...certificates?.settings, ...settings },
      watcher: watch(folder),
      child: null,
      log: '',
    }
    try {
      await start(begun)
      server = begun
    } catch (error) {
      begun.watcher.stdin?.end('closed\n')
      if (tries === 5 || !/Address already in use|could not bind/.test(begun.log)) throw error
    }
  }
  return postgresOf(server, template, certificates)
}

function postgresOf(
  server: Server,
  { version }: Template,
  certificates: ServerCertificates | null,
): Postgres {
  const { port, folder } = server
  const url = `postgres://${superuser.name}@127.0.0.1:${port}/postgres`
  const postgres: Postgres = {
    url,
    port,
    password: superuser.password,
    socketFolder: folder,
    version,
    certificates,
    async createDatabase(name = `test_${process.pid}_${(databases += 1)}`) {
      await postgres.query(`CREATE DATABASE ${escapeIdentifier(name)} STRATEGY file_copy`)
      return url.replace(/postgres$/, encodeURIComponent(name))
    },
    async query(sql, of = url) {
      const client = new Client({ host: folder, port, user: superuser.name, database: databaseOf(of) })
      await client.connect()
      try {
        const results: unknown = await client.query(sql)
        const last = (Array.isArray(results) ? results.at(-1) : results) as QueryResult<
          Record<string, unknown>
        >
        return last.rows
      } finally {
        await client.end()
      }
    },
    stop: (how) => stop(server, how),
    async kill() {
      const { child } = server
      if (child === null) return
      const ended = once(child, 'exit')
      killAll(child)
      await ended
    },
    async restart() {
      await stop(server, 'fast')
      await start(server)
    },
    async keepCopy() {
      const copy = join(folder, `copy-${(copies += 1)}`)
      await stop(server, 'fast')
      copyData(join(folder, 'data'), copy, server.user)
      await start(server)
      return async () => {
        await stop(server, 'immediate')
        rmSync(join(folder, 'data'), { recursive: true })
        renameSync(copy, join(folder, 'data'))
        const signal = join(folder, 'data', 'recovery.signal')
        writeFileSync(signal, '')
        giveTo(server.user, signal)
        await start(server, { restore_command: 'false' })
      }
    },
    log: () => server.log,
    async close() {
      // The memory that a killed server left behind is removed by the next one on the same data.
      if (server.child === null && existsSync(join(folder, 'data', 'postmaster.pid'))) await start(server)
      await stop(server, 'immediate')
      server.watcher.stdin?.end('closed\n')
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return postgres
}

let databases = 0
let copies = 0

function databaseOf(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1))
}

const settingsForTests = {
  listen_addresses: '127.0.0.1',
  fsync: 'on',
  synchronous_commit: 'on',
  shared_buffers: '16MB',
  max_connections: '60',
  max_wal_size: '64MB',
  min_wal_size: '5MB',
  lc_messages: 'C',
  // In the data folder, so that a killed server leaves nothing elsewhere.
  dynamic_shared_memory_type: 'mmap',
  // Files that this process did not write: the log is read from the process's output.
  logging_collector: 'off',
}

/** Resolves when the server accepts connections. Throws with its log if it ends before. */
async function start(server: Server, more: Readonly<Record<string, string>> = {}): Promise<void> {
  const { programs, folder, port, user } = server
  const settings = {
    ...settingsForTests,
    port: String(port),
    unix_socket_directories: folder,
    ...server.settings,
    ...more,
  }
  const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  for (let tries = 0; ; tries += 1) {
    const begin = server.log.length
    const child = spawn(join(programs, 'postgres'), ['-D', join(folder, 'data'), ...words], {
      ...user,
      cwd: folder,
      env: { ...process.env, LC_ALL: 'C', NODE_OPTIONS: '' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    if (await isReady(server, child)) return
    const why = server.log.slice(begin)
    // Processes of a killed server may hold its memory for a moment.
    if (tries < 50 && /is still in use|lock file ".*" already exists/.test(why)) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      continue
    }
    throw new Error(`PostgreSQL did not start:\n${why}`)
  }
}

function isReady(server: Server, child: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    server.child = child
    if (child.pid !== undefined) server.watcher.stdin?.write(`${child.pid}\n`)
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      server.log += text
      if (text.includes('database system is ready to accept connections')) resolve(true)
    })
    child.once('error', (error) => {
      server.log += error.message
      server.child = null
      resolve(false)
    })
    child.once('exit', () => {
      if (server.child === child) server.child = null
    })
    child.once('close', () => resolve(false))
  })
}

async function stop(server: Server, how: 'fast' | 'immediate'): Promise<void> {
  const { child } = server
  if (child === null) return
  const ended = once(child, 'exit')
  child.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT')
  await ended
}

/** A backend survives the server's own process until it notices, so all are killed together. */
function killAll(child: ChildProcess): void {
  const { pid } = child
  if (pid === undefined) return
  const children = childrenOf(pid)
  child.kill('SIGKILL')
  for (const one of children) {
    try {
      process.kill(one, 'SIGKILL')
    } catch {
      // It has ended already.
    }
  }
}

function childrenOf(parent: number): number[] {
  if (!existsSync('/proc/self/stat')) {
    const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    const pairs = (stdout ?? '').split('\n').map((line) => line.trim().split(/\s+/).map(Number))
    return pairs.flatMap(([pid, of]) => (of === parent && pid !== undefined ? [pid] : []))
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
    .map(Number)
}

function parentOf(pid: string): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return null
  }
}

/**
 * A port below those that systems give to outgoing connections: while a server restarts, no connection of another test
 * can take its port.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 15_000 + Math.floor(Math.random() * 15_000)
    const probe = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
    })
    if (isFree) return port
  }
}

const shared = Symbol.for('carryover.shared-postgres')

/**
 * The server that all test files of this process share, without TLS. It ends with the process. Tests that stop it start
 * their own instead.
 */
export function sharedPostgres(): Promise<Postgres> {
  const holder = globalThis as { [shared]?: Promise<Postgres> }
  holder[shared] ??= startPostgres()
  return holder[shared]
}
