// Teams whose batches travel through their database, for tests: desktops of which the first reaches it through a proxy, and
// what they do with copies.
import { vi } from 'vitest'
import type { Sandbox } from '../../../electron/sandbox/sandbox.ts'
import type { TeamCopy } from '../../../shared/contract/team/copies.ts'
import { sharedPostgres } from '../../support/postgres/postgres.ts'
import { type Desktop, joinTeam, openDesktop } from './team-desktops.ts'
import { proxyTo } from './team-fixture.ts'

/** The first one reaches the database through a proxy. */
export async function teamOf<const Names extends readonly string[]>(sandbox: Sandbox, names: Names) {
  const server = await sharedPostgres()
  const address = await server.createDatabase()
  const proxy = await proxyTo(server)
  const desktops: Desktop[] = []
  for (const name of names) {
    const desktop = await openDesktop(sandbox, { concurrency: 4 })
    await joinTeam(desktop, server, desktops.length === 0 ? proxy.through(address) : address, name)
    desktops.push(desktop)
  }
  return {
    proxy,
    server,
    address,
    desktops: desktops as { [Index in keyof Names]: Desktop },
    query: (sql: string) => server.query(sql, address),
    /** As if it had not answered for some minutes. */
    silence: (name: string) =>
      server.query(
        `UPDATE carryover.desktop d SET seen_at = now() - interval '5 minutes' FROM carryover.member m
         WHERE m.id = d.member AND m.name = '${name}'`,
        address,
      ),
  }
}

export const client = (desktop: Desktop): ReturnType<Desktop['client']> => desktop.client()

/** The job of loading ends a moment after its batch is open. */
async function eventually<T>(call: () => Promise<T>, code: string): Promise<T> {
  for (;;)
    try {
      return await call()
    } catch (error) {
      const { data } = error as { data?: { code?: string } }
      if (data?.code !== code) throw error
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
}

export const handOver = (desktop: Desktop, batch: number, passphrase: string | null = null) =>
  eventually(() => client(desktop).teamCopies.handOver({ batch, passphrase }), 'batch_busy')

export const takeOver = (desktop: Desktop, copy: string, passphrase: string | null = null) =>
  client(desktop).teamCopies.takeOver({ copy, passphrase, losesLater: true })

export async function copyIn(
  desktop: Desktop,
  holds: (copy: TeamCopy) => boolean = () => true,
): Promise<TeamCopy> {
  for (;;) {
    const { copies } = await client(desktop).teamCopies.list()
    const found = copies.find(holds)
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

export type Query = Awaited<ReturnType<typeof teamOf>>['query']

export async function chunksIn(query: Query): Promise<number> {
  const [row] = await query('SELECT count(*) AS chunks FROM carryover.copy_chunk')
  return Number(row?.['chunks'])
}

/** A copy that is being made holds a purge up. */
export async function eventuallyBegun<T extends { readonly begun: readonly number[] }>(
  call: () => Promise<T>,
): Promise<T> {
  let answer = await call()
  await vi.waitUntil(
    async () => {
      if (answer.begun.length > 0) return true
      answer = await call()
      return answer.begun.length > 0
    },
    { timeout: 60_000 },
  )
  return answer
}
