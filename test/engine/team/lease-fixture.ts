// What the tests of shared limits share: a team's database whose leases end by a clock of the test, and desktops in it.
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Session } from '../../../electron/engine/team/claims/claims.ts'
import { openSession } from '../../../electron/engine/team/claims/session.ts'
import type { TeamDatabase } from '../../../electron/engine/team/database/connect.ts'
import { initializeTeam } from '../../../electron/engine/team/database/schema.ts'
import { sharedPostgres } from '../../support/postgres/postgres.ts'
import { openTeam, valueOf } from './team-fixture.ts'

export type LeaseTeam = {
  readonly database: TeamDatabase
  readonly query: (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>
  readonly address: string
  /** Which the server can read. */
  readonly folder: string
}

export async function newLeaseTeam(): Promise<LeaseTeam> {
  const server = await sharedPostgres()
  const address = await server.createDatabase()
  const database = await openTeam(server, address)
  valueOf(await initializeTeam(database, '0.1.0'))
  return { database, address, folder: server.socketFolder, query: (sql) => server.query(sql, address) }
}

/** Leases end by this clock from now on. Returns what sets it, in milliseconds. */
export async function useTestClock({ query, folder }: LeaseTeam): Promise<(at: number) => void> {
  clocks += 1
  const file = join(folder, `clock-${clocks}`)
  const set = (at: number): void => writeFileSync(file, String(at / 1000))
  set(0)
  await query(`CREATE OR REPLACE FUNCTION carryover.lease_now() RETURNS timestamptz LANGUAGE sql AS
    $$ SELECT to_timestamp(pg_read_file('${file}')::float8) $$`)
  return set
}

let clocks = 0

export async function joinTeam(
  database: TeamDatabase,
  name: string,
  desktop: string = randomUUID(),
): Promise<Session> {
  const opener = { desktop, name, machine: 'laptop', program: '0.1.0', known: 0 }
  const opened = valueOf(await openSession(database, opener, true))
  if (opened === null) throw new Error('not joined')
  return opened.session
}
