// Connections to a team's database: a small pool that checks each new connection before it is used. Every time limit is
// on both sides, so that a network that loses packets ends in an error and never in waiting.
import {
  type ClientBase,
  type ClientConfig,
  type CustomTypesConfig,
  Pool,
  type PoolClient,
  type QueryResult,
  types,
} from 'pg'
import { z } from 'zod'
import { message } from '../../../../shared/texts/message.ts'
import { messageOf } from '../../system/failure.ts'
import { createTrustStore, type Trust } from '../../sending/service-client/network/trust.ts'
import { parseTeamAddress, type TeamAddress } from './address.ts'
import {
  ofNetwork,
  type Stage,
  type TeamResult,
  TroubleError,
  troubled,
  troubleOf,
  troubleOfReading,
} from './trouble.ts'
import { comesWithin } from './within.ts'

export type TeamSettings = {
  /** `postgres://user@host:port/database`, without a password. */
  readonly address: string
  /** Complete paths of PEM or DER files; null if not used. */
  readonly caFile: string | null
  readonly clientCertificate: string | null
  readonly clientKey: string | null
}

/** From the key store; null where none is set. */
export type TeamSecrets = { readonly password: string | null; readonly passphrase: string | null }

/**
 * Runs a statement and parses its rows: those of the last one, if the text holds several, which take no values. Throws the
 * trouble, which ends the transaction around it.
 */
export type Run = <T>(row: z.ZodType<T>, text: string, values?: readonly unknown[]) => Promise<readonly T[]>

export type TeamDatabase = {
  readonly address: TeamAddress
  /** Opens a connection and checks it. Returns the server's major version. */
  check(): Promise<TeamResult<number>>
  /** One statement in a transaction of its own. Its rows are parsed by a schema. Bugs in the statement throw. */
  run<T>(row: z.ZodType<T>, text: string, values?: readonly unknown[]): Promise<TeamResult<readonly T[]>>
  /** Commits when the work resolves; anything that it throws rolls back. */
  transaction<T>(work: (run: Run) => Promise<T>): Promise<TeamResult<T>>
  /** For a connection of its own, such as one that listens: its options, and its check, which throws a trouble. */
  readonly connection: ClientConfig
  verify(client: ClientBase): Promise<number>
  /** Waits for statements under way, and no longer than for an answer. */
  close(): Promise<void>
}

export type TeamLimits = {
  /** Milliseconds to open a connection. */
  readonly connectMs: number
  /** Milliseconds after which the server ends a statement. */
  readonly statementMs: number
  /** Milliseconds after which an answer that does not come is given up with its connection: more than `statementMs`. */
  readonly answerMs: number
  /** The oldest major version of PostgreSQL that is accepted. */
  readonly oldestServer: number
}

export const usualLimits: TeamLimits = {
  connectMs: 5000,
  statementMs: 10_000,
  answerMs: 12_000,
  oldestServer: 15,
}

const keepAliveAfterMs = 10_000
const mostConnections = 4

/**
 * whole: it is read and written; reading: a newer program made its tables, so every transaction is read-only, and what is
 * not as this program knows it is a trouble.
 */
export type TeamAccess = 'whole' | 'reading'

/** Reads address and certificates. Connects only when a statement is run. */
export async function openTeamDatabase(
  settings: TeamSettings,
  { password, passphrase }: TeamSecrets,
  limits = usualLimits,
  access: TeamAccess = 'whole',
): Promise<TeamResult<TeamDatabase>> {
  const wantsTls = settings.caFile !== null || settings.clientCertificate !== null
  const parsed = parseTeamAddress(settings.address, wantsTls)
  if (!parsed.ok) return parsed
  const address = parsed.value
  const { caFile, clientCertificate, clientKey } = settings
  const files = { certificateAuthorities: 'both' as const, caFile, clientCertificate, clientKey }
  const trust = address.tls ? await createTrustStore().get(files, passphrase) : null
  if (trust !== null && !trust.ok)
    return { ok: false, trouble: ofNetwork({ ...trust.trouble, host: address.shown }, true) }
  await trust?.trust.prepare()
  const connection = connectionOptions(address, password, trust?.trust.context, limits, access)
  const pool = new Pool({
    ...connection,
    max: mostConnections,
    allowExitOnIdle: true,
    verify: (client, done) => void reportTo(done, verifyServer(client, address, limits.oldestServer)),
  })
  // The statement under way reports an error of its connection; without this listener it would end the process, too.
  pool.on('connect', (client) => client.on('error', () => undefined))
  // An idle connection that breaks leaves the pool; the next statement opens another one.
  pool.on('error', () => undefined)
  return { ok: true, value: databaseOf(address, connection, pool, limits, access) }
}

function connectionOptions(
  address: TeamAddress,
  password: string | null,
  secureContext: Trust['context'] | undefined,
  { connectMs, statementMs, answerMs }: TeamLimits,
  access: TeamAccess,
): ClientConfig {
  const settings = {
    // Names are found in our own schema only where a statement says so.
    search_path: 'pg_catalog',
    TimeZone: 'UTC',
    // A statement that waited for a pause for all has to see it, whatever the database's own default is.
    default_transaction_isolation: 'read\\ committed',
    ...(access === 'reading' && { default_transaction_read_only: 'on' }),
    statement_timeout: statementMs,
    lock_timeout: statementMs,
    idle_in_transaction_session_timeout: answerMs,
  }
  // All are given: for those that are missing, the driver would read the environment and the file .pgpass.
  return {
    host: address.host,
    port: address.port,
    user: address.user,
    database: address.database,
    password: () => password ?? '',
    ssl: secureContext === undefined ? false : { secureContext, rejectUnauthorized: true },
    sslnegotiation: 'postgres',
    application_name: 'carryover',
    client_encoding: 'UTF8',
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    connectionTimeoutMillis: connectMs,
    query_timeout: answerMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    types: { getTypeParser },
  }
}

type TypeId = Parameters<CustomTypesConfig['getTypeParser']>[0]

/** Counts are numbers; a bigint that no number holds exactly throws. No binary answers are asked for. */
function getTypeParser(oid: TypeId): (text: string) => unknown {
  return oid === types.builtins.INT8 ? exactNumber : types.getTypeParser(oid, 'text')
}

function exactNumber(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new Error(`${text} is no exact number.`)
  return number
}

/** Calls back as the pool wants it: with the error, or with nothing. */
async function reportTo(done: (error?: Error) => void, work: Promise<unknown>): Promise<void> {
  let failure: unknown
  try {
    await work
  } catch (error) {
    failure = error
  }
  if (failure === undefined) done()
  else done(failure instanceof Error ? failure : new Error(messageOf(failure)))
}

const serverRow = z.object({
  version: z.number(),
  fsync: z.string(),
  pages: z.string(),
  commit: z.string(),
  standby: z.boolean(),
})

/** Throws a trouble if the server cannot be trusted with claims: too old, forgetful or a standby. */
async function verifyServer(client: ClientBase, address: TeamAddress, oldest: number): Promise<number> {
  const host = address.shown
  const refuse = (result: ReturnType<typeof troubled>): never => {
    throw new TroubleError(result.trouble)
  }
  const { rows } = await client.query(
    `SELECT current_setting('server_version_num')::int AS version, current_setting('fsync') AS fsync,
      current_setting('full_page_writes') AS pages, current_setting('synchronous_commit') AS commit,
      pg_is_in_recovery() AS standby`,
  )
  const server = serverRow.parse(rows[0])
  const version = Math.floor(server.version / 10_000)
  if (version < oldest)
    refuse(troubled('too_old_server', message('team.too_old_server', { host, version, oldest })))
  const off = Object.entries({
    fsync: server.fsync,
    full_page_writes: server.pages,
    synchronous_commit: server.commit,
  }).find(([, value]) => value === 'off')
  if (off !== undefined)
    refuse(troubled('not_durable', message('team.not_durable', { host, setting: off[0] })))
  if (server.standby) refuse(troubled('read_only_server', message('team.read_only_server', { host })))
  return version
}

function databaseOf(
  address: TeamAddress,
  connection: ClientConfig,
  pool: Pool,
  limits: TeamLimits,
  access: TeamAccess,
): TeamDatabase {
  const understand = access === 'reading' ? troubleOfReading : troubleOf
  /** `use` names the stage before each step, so that an error is understood by where it came. */
  async function withClient<T>(
    use: (client: PoolClient, at: (stage: Stage) => void) => Promise<T>,
  ): Promise<TeamResult<T>> {
    let stage: Stage = 'connect'
    let client: PoolClient | null = null
    let broken: unknown = null
    try {
      client = await pool.connect()
      return { ok: true, value: await use(client, (next) => (stage = next)) }
    } catch (error) {
      broken = error
      return { ok: false, trouble: understand(error, stage, address) }
    } finally {
      // After any error the connection is closed: its transaction, or an answer that is still to come, ends with it.
      client?.release(broken === null ? undefined : true)
    }
  }
  const runOn =
    (client: PoolClient): Run =>
    async (row, text, values = []) => {
      const answer: unknown = await client.query(text, [...values])
      // Several statements in one text have an answer each.
      const { rows } = (Array.isArray(answer) ? answer.at(-1) : answer) as QueryResult<object>
      return rows.map((one) => row.parse(one))
    }
  return {
    address,
    connection,
    verify: (client) => verifyServer(client, address, limits.oldestServer),
    check: () => withClient((client) => verifyServer(client, address, limits.oldestServer)),
    run: (row, text, values) =>
      withClient((client, at) => {
        at('statement')
        return runOn(client)(row, text, values)
      }),
    transaction: (work) =>
      withClient(async (client, at) => {
        at('inside')
        await client.query('BEGIN')
        const value = await work(runOn(client))
        at('commit')
        await client.query('COMMIT')
        return value
      }),
    close: async () => void (await comesWithin([pool.end()], limits.answerMs)),
  }
}
