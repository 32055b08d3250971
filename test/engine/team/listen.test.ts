// Tests that what one desktop announces reaches the others, also after the server was restarted, the connection was cut
// and the network carried nothing.
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { TeamDatabase } from '../../../electron/engine/team/database/connect.ts'
import { listen } from '../../../electron/engine/team/database/listen.ts'
import { sharedPostgres } from '../../support/postgres/postgres.ts'
import { openTeam, ownPostgres, proxyTo } from './team-fixture.ts'

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

const times = { checkEveryMs: 100, answerMs: 15_000, retryMs: 50 }
/** A busy machine may need a while. */
const patience = { timeout: 30_000 }

/** What a listener was called with, in order. */
function heardBy(database: TeamDatabase, own = times): string[] {
  const heard: string[] = []
  ends.push(
    listen(
      database,
      ['pause', 'claim'],
      {
        connected: () => heard.push('connected'),
        notified: (channel, payload) => heard.push(`${channel} ${payload}`),
        lost: ({ kind }) => heard.push(`lost: ${kind}`),
        broke: (error) => heard.push(`broke: ${String(error)}`),
      },
      own,
    ),
  )
  return heard
}

const notify = (database: TeamDatabase, channel: string, payload: string) =>
  database.run(z.unknown(), 'SELECT pg_notify($1, $2)', [channel, payload])

test('what a desktop announces reaches another one', async () => {
  const server = await sharedPostgres()
  const address = await server.createDatabase()
  const heard = heardBy(await openTeam(server, address))
  await expect.poll(() => heard, patience).toEqual(['connected'])
  const other = await openTeam(server, address)
  await notify(other, 'pause', '7')
  await notify(other, 'elsewhere', '8')
  await notify(other, 'claim', '')
  await expect.poll(() => heard, patience).toEqual(['connected', 'pause 7', 'claim '])
})

test('a restart of the server is reported, and announcements arrive after it', async () => {
  const server = await ownPostgres()
  const database = await openTeam(server, server.url)
  const heard = heardBy(database)
  await expect.poll(() => heard, patience).toEqual(['connected'])
  await server.stop('fast')
  await expect.poll(() => heard.slice(0, 2), patience).toEqual(['connected', 'lost: unreachable'])
  await server.restart()
  await expect.poll(() => heard.at(-1), patience).toBe('connected')
  await notify(database, 'pause', 'again')
  await expect.poll(() => heard.at(-1), patience).toBe('pause again')
})

test('a connection that is cut, and one that carries nothing, are noticed and opened again', async () => {
  const server = await sharedPostgres()
  const address = await server.createDatabase()
  const proxy = await proxyTo(server)
  const heard = heardBy(await openTeam(server, proxy.through(address)), { ...times, answerMs: 5000 })
  await expect.poll(() => heard, patience).toEqual(['connected'])
  proxy.cut()
  await expect.poll(() => heard, patience).toEqual(['connected', 'lost: unreachable', 'connected'])
  proxy.isSilent = true
  await expect.poll(() => heard.slice(3), patience).toEqual(['lost: unreachable'])
  proxy.isSilent = false
  await expect.poll(() => heard.slice(3), patience).toEqual(['lost: unreachable', 'connected'])
  const other = await openTeam(server, address)
  await notify(other, 'pause', 'again')
  await expect.poll(() => heard.at(-1), patience).toBe('pause again')
})
