// Tests claims that were granted to a desktop which was killed before it recorded them: its next session frees them, unless
// its record is an older one, and whoever gets one of them looks the account up first.
import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { claimAccounts, endClaims, type Session } from '../../../../electron/engine/team/claims/claims.ts'
import { freeClaims, openClaims } from '../../../../electron/engine/team/claims/free-unrecorded.ts'
import { identityHash } from '../../../../electron/engine/team/claims/identity-hash.ts'
import { takeOverWaitMs } from '../../../../electron/engine/team/claims/permits.ts'
import { nameBatch, openSession } from '../../../../electron/engine/team/claims/session.ts'
import { sharedPostgres } from '../../../support/postgres/postgres.ts'
import { createsOf, freshFolder } from '../../api/harness.ts'
import { numbered, plainAccounts } from '../../api/small-files.ts'
import { isOver, untilView } from '../../api/waiting.ts'
import { plain } from '../../faults/fault-harness.ts'
import { createLives } from '../../faults/lives.ts'
import { joinTeam, openDesktop, openService, untilTeam } from '../team-desktops.ts'
import { newTeam, openTeam, proxyTo, valueOf } from '../team-fixture.ts'

const service = 'http://service.example'
const [one, other] = ['A', 'B'].map((name) => identityHash('team', service, name)) as [Buffer, Buffer]
const beginning = Buffer.alloc(0)

type Team = Awaited<ReturnType<typeof newTeam>>

async function sessionOf({ database }: Team, name: string, desktop: string, known = 0): Promise<Session> {
  const opener = { desktop, name, machine: 'machine', program: '0.1.0', known }
  const opened = valueOf(await openSession(database, opener, true))
  if (opened === null) throw new Error('not joined')
  return opened.session
}

/** Two members of a team; the first one is granted both accounts, and its program ends. */
async function killedWithTwo() {
  const team = await newTeam()
  const { database } = team
  const batch = randomUUID()
  const desktop = randomUUID()
  const before = await sessionOf(team, 'Dana', desktop)
  valueOf(await nameBatch(database, before, { id: batch, service, name: 'accounts' }))
  const claim = async (session: Session, of: string, ...identities: Buffer[]) => {
    const wanted = identities.map((identity) => ({ identity, batch: of, wave: 1, supplier: '' }))
    return valueOf(await claimAccounts(database, session, service, wanted))
  }
  const { granted } = await claim(before, batch, one, other)
  const ina = await sessionOf(team, 'Ina', randomUUID())
  const inasBatch = randomUUID()
  valueOf(await nameBatch(database, ina, { id: inasBatch, service, name: 'the same' }))
  const listed = async (session: Session) => valueOf(await openClaims(database, session, service, beginning))
  const free = async (session: Session, recorded: number, claims: Awaited<ReturnType<typeof listed>>) =>
    valueOf(await freeClaims(database, session, service, recorded, claims))
  const again = (known: number) => sessionOf(team, 'Dana', desktop, known)
  const inaClaims = (identity: Buffer) => claim(ina, inasBatch, identity)
  const danaClaims = (session: Session, identity: Buffer) => claim(session, batch, identity)
  return { database, before, granted, listed, free, again, inaClaims, danaClaims }
}

test('the next session frees what was not recorded; whoever gets it looks it up, and waits for the permits of others', async () => {
  const { listed, free, again, inaClaims } = await killedWithTwo()
  const session = await again(0)
  const open = await listed(session)
  expect(open.map(({ identity }) => identity).toSorted(Buffer.compare)).toEqual(
    [one, other].toSorted(Buffer.compare),
  )
  expect(await free(session, 0, open)).toBe(2)
  const granted = (await inaClaims(one)).granted.get(one.toString('hex'))
  expect(granted).toMatchObject({ epoch: 2, again: true })
  expect(granted?.waitMs).toBeGreaterThan(takeOverWaitMs - 10_000)
  expect(await listed(session)).toEqual([])
})

test('nothing is freed where a claim that has ended shows that the record is older', async () => {
  const { database, before, granted, listed, free, again, inaClaims } = await killedWithTwo()
  const [first, second] = [granted.get(one.toString('hex')), granted.get(other.toString('hex'))]
  const ended = { identity: other, epoch: 1, state: 'there', outcome: 'created' } as const
  valueOf(await endClaims(database, before, service, [ended]))
  const session = await again(0)
  const open = await listed(session)
  expect(open.length).toBe(1)
  expect(await free(session, 0, open)).toBe(0)
  expect((await inaClaims(one)).held.get(one.toString('hex'))?.member).toBe('Dana')
  // With a record that goes as far it is freed.
  expect(await free(session, Math.max(first?.number ?? 0, second?.number ?? 0), open)).toBe(1)
})

test('a claim that was granted again since it was listed stays, and an older session frees none', async () => {
  const { before, listed, free, again, danaClaims } = await killedWithTwo()
  const session = await again(0)
  const open = await listed(session)
  expect(await listed(before)).toEqual([])
  expect(await free(before, 0, open)).toBe(0)
  await danaClaims(session, one)
  expect(await free(session, 0, open)).toBe(1)
  expect((await listed(session)).map(({ identity }) => identity)).toEqual([one])
})

test('a batch that is cancelled after a kill between grant and record leaves its accounts to the others', async () => {
  const server = await sharedPostgres()
  const address = await server.createDatabase()
  const sandbox = await openService()
  const [dana, ina] = [await openDesktop(sandbox), await openDesktop(sandbox)]
  await joinTeam(dana, server, address, 'Dana')
  await joinTeam(ina, server, address, 'Ina')
  const file = await plainAccounts(freshFolder(), numbered(3), 'all')
  const [first, second] = [await dana.load(file), await ina.load(file)]
  await dana.client().batches.setPlan({ batch: first, plan: plain })
  await dana.stop()
  const lives = createLives()
  const life = await lives.next()
  life.begin({
    data: dana.data,
    key: sandbox.apiKey,
    connection: dana.connection,
    batch: first,
    teamPassword: server.password,
    point: { statement: 'INSERT INTO team_claim ', when: 'before', from: 'release' },
    acts: { list: [{ do: 'release', limit: null }, { do: 'over' }], times: 1 },
  })
  expect((await life.gone).signal).toBe('SIGKILL')
  await lives.end()
  const states = async () =>
    (await server.query('SELECT state FROM carryover.claim', address)).map(({ state }) => state)
  expect(await states()).toEqual(['open', 'open', 'open'])

  await dana.start()
  await dana.client().batches.cancelQueued({ batch: first })
  await joinTeam(dana, server, address, 'Dana')
  await untilTeam(dana, ({ state }) => state === 'ready')
  expect(await states()).toEqual(['free', 'free', 'free'])
  await server.query(`UPDATE carryover.claim SET doubted_at = doubted_at - interval '60 s'`, address)
  await ina.client().batches.release({ batch: second, limit: null })
  expect((await untilView(ina.client(), second, isOver)).outcomes).toMatchObject({
    created: 3,
    with_member: 0,
  })
  expect(createsOf(sandbox).length).toBe(3)
})

test('what is granted by an answer that is lost is freed by the same session', async () => {
  const server = await sharedPostgres()
  const address = await server.createDatabase()
  const proxy = await proxyTo(server)
  const dana = await openDesktop(await openService())
  await joinTeam(dana, server, proxy.through(address), 'Dana')
  const batch = await dana.load(await plainAccounts(freshFolder(), numbered(3), 'all'))
  const query = (sql: string) => server.query(sql, address)
  const session = () => query('SELECT session FROM carryover.desktop')
  const before = await session()
  const database = await openTeam(server, address)
  const held = await database.transaction(async (run) => {
    await run(z.unknown(), 'SELECT pg_advisory_xact_lock(carryover.gate(s.id)) FROM carryover.service s')
    await dana.client().batches.release({ batch, limit: null })
    const waits = `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event = 'advisory' AND query LIKE '%carryover.claim(%'`
    await vi.waitUntil(async () => (await query(waits)).length > 0, { timeout: 60_000 })
    // The server does what it was asked for.
    proxy.cut()
    await dana.client().batches.cancelQueued({ batch })
  })
  valueOf(held)
  const states = async () => (await query('SELECT state FROM carryover.claim')).map(({ state }) => state)
  await vi.waitUntil(async () => String(await states()) === 'free,free,free', { timeout: 60_000 })
  expect(await session()).toEqual(before)
})
