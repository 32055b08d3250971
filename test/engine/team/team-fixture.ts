// What the tests of teams share: a team's database on the PostgreSQL of this process or on one of the test's own, and
// the sentence of a trouble. All that was opened is closed after each test.
import { afterEach } from 'vitest'
import {
  beginComparison,
  endComparison,
  type Session,
  type Standing,
} from '../../../electron/engine/team/claims/claims.ts'
import {
  openTeamDatabase,
  type TeamDatabase,
  type TeamLimits,
  type TeamSecrets,
  type TeamSettings,
  usualLimits,
} from '../../../electron/engine/team/database/connect.ts'
import { initializeTeam } from '../../../electron/engine/team/database/schema.ts'
import type { TeamResult } from '../../../electron/engine/team/database/trouble.ts'
import { inEnglish } from '../../../shared/texts/message.ts'
import {
  type Postgres,
  type PostgresOptions,
  sharedPostgres,
  startPostgres,
} from '../../support/postgres/postgres.ts'
import { openTcpProxy, type TcpProxy } from '../../support/postgres/tcp-proxy.ts'

const closings: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close()
})

export function settingsFor(address: string, others: Partial<TeamSettings> = {}): TeamSettings {
  return { address, caFile: null, clientCertificate: null, clientKey: null, ...others }
}

type Access = Partial<TeamSettings> & Partial<TeamSecrets> & { readonly limits?: Partial<TeamLimits> }

/** Throws if the address or a file is refused. The password is the superuser's unless another one is given. */
export async function openTeam(
  server: Postgres,
  address: string,
  access: Access = {},
): Promise<TeamDatabase> {
  const { password = server.password, passphrase = null, limits, ...others } = access
  const opened = await openTeamDatabase(
    settingsFor(address, others),
    { password, passphrase },
    { ...usualLimits, ...limits },
  )
  const database = valueOf(opened)
  const close = lazily(() => database.close())
  closings.push(close)
  return { ...database, close }
}

/** Closing twice closes once. */
function lazily(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | null = null
  return () => (closing ??= close())
}

/** A team without members in a database of its own. `query`: by the superuser. */
export async function newTeam() {
  const server = await sharedPostgres()
  const address = await server.createDatabase()
  const database = await openTeam(server, address)
  valueOf(await initializeTeam(database, '0.1.0'))
  return { server, address, database, query: (sql: string) => server.query(sql, address) }
}

/** A server of the test's own, which it may stop. */
export async function ownPostgres(options: PostgresOptions = {}): Promise<Postgres> {
  const server = await startPostgres(options)
  closings.push(() => server.close())
  return server
}

export async function proxyTo(server: Postgres): Promise<TcpProxy> {
  const proxy = await openTcpProxy(server.port)
  closings.push(() => proxy.close())
  return proxy
}

/** A comparison without records that are given to the database in between. */
export async function endCompared(database: TeamDatabase, session: Session): Promise<TeamResult<Standing>> {
  return endComparison(database, session, valueOf(await beginComparison(database, session)))
}

export function valueOf<T>(result: TeamResult<T>): T {
  if (!result.ok) throw new Error(`${result.trouble.kind}: ${inEnglish(result.trouble.message)}`)
  return result.value
}

/** `kind: sentence`; `done` if there is no trouble. */
export function troubleIn(result: TeamResult<unknown>): string {
  return result.ok ? 'done' : `${result.trouble.kind}: ${inEnglish(result.trouble.message)}`
}
