// Measures the cost of a team's claims: creates per second of a desktop of a team and of one without a team, and the
// statements that the team's PostgreSQL runs for a thousand accounts.
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { engineIn } from '../engine/api/bare-engine.ts'
import { startPostgres } from '../support/postgres/postgres.ts'
import type { Line } from './measure.ts'
import { compareEngines } from './two-engines.ts'

/**
 * What a desktop asks of PostgreSQL; each call is one round trip. `lease` and `heartbeat` are asked by the clock, also while
 * the other engine sends.
 */
const asked = ['claim', 'batch_of', 'ended', 'lease', 'heartbeat']
/** PostgreSQL writes its counts so many milliseconds later. */
const countedLater = 1500

type Calls = Readonly<Record<string, number>>

/** Returns the table's lines, and the round trips as sentences. */
export async function measureClaims(
  folder: string,
  options: { readonly runs: number; readonly accounts: number; readonly concurrencies: readonly number[] },
): Promise<{ readonly lines: readonly Line[]; readonly roundTrips: readonly string[] }> {
  const server = await startPostgres({ settings: { track_functions: 'all' } })
  const address = await server.createDatabase()
  const { password } = server
  const member = await engineIn(join(folder, 'member'))
  await member.client.team.init({ address, password })
  await member.client.team.join({ address, password, name: 'Dana' })
  const calls = async (): Promise<Calls> => {
    await wait(countedLater)
    const rows = await server.query(
      `SELECT funcname AS name, calls::int AS calls FROM pg_stat_user_functions WHERE schemaname = 'carryover'`,
      address,
    )
    return Object.fromEntries(rows.map(({ name, calls: count }) => [String(name), Number(count)]))
  }
  let before: Calls = {}
  const roundTrips: string[] = []
  const lines = await compareEngines({
    ...options,
    folder,
    sides: [
      { name: 'MEMBER', engine: member },
      { name: 'ALONE', engine: await engineIn(join(folder, 'alone')) },
    ],
    bare: 'without a team',
    around: {
      async before() {
        before = await calls()
      },
      async after(concurrency, created) {
        const now = await calls()
        const times = asked.map((name) => (1000 * ((now[name] ?? 0) - (before[name] ?? 0))) / created)
        const all = times.reduce((sum, one) => sum + one, 0)
        const each = asked.map((name, at) => `${name} ${times[at]?.toFixed(1)}`)
        roundTrips.push(
          `${concurrency} at once, round trips a thousand accounts: ${all.toFixed(1)} (${each.join(', ')})`,
        )
      },
    },
  })
  await server.close()
  return { lines, roundTrips }
}
