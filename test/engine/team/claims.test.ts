// Tests claims on a real PostgreSQL: one desktop gets each account, the others learn who has it, and a pause or a server
// that forgot something grants nothing.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  type ClaimAnswer,
  claimAccounts,
  compareClaims,
  endClaims,
  type Session,
  takeBatchOver,
} from '../../../electron/engine/team/claims/claims.ts'
import { identityHash } from '../../../electron/engine/team/claims/identity-hash.ts'
import {
  leaveTeam,
  nameBatch,
  openSession,
  pauseForAll,
  resumeForAll,
  sendHeartbeat,
} from '../../../electron/engine/team/claims/session.ts'
import type { TeamDatabase } from '../../../electron/engine/team/database/connect.ts'
import { endCompared, newTeam, valueOf } from './team-fixture.ts'

const service = 'http://service.example'
const hashOf = (key: string): Buffer => identityHash('team', service, key)
const hexOf = (key: string): string => hashOf(key).toString('hex')

type Joined = { readonly session: Session; readonly batch: string }

async function join(
  database: TeamDatabase,
  name: string,
  desktop: string = randomUUID(),
  known = 0,
): Promise<Joined> {
  const opener = { desktop, name, machine: `${name}-laptop`, program: '0.1.0', known }
  const opened = valueOf(await openSession(database, opener, true))
  if (opened === null) throw new Error('not joined')
  const batch = randomUUID()
  valueOf(await nameBatch(database, opened.session, { id: batch, service, name: `${name}’s accounts` }))
  return { session: opened.session, batch }
}

async function claim(
  database: TeamDatabase,
  { session, batch }: Joined,
  keys: readonly string[],
  supplier = 'ACME',
): Promise<ClaimAnswer> {
  const wanted = keys.map((key) => ({ identity: hashOf(key), batch, wave: 2, supplier }))
  return valueOf(await claimAccounts(database, session, service, wanted))
}

const grantedOf = (answer: ClaimAnswer, keys: readonly string[]): string[] =>
  keys.filter((key) => answer.granted.has(hexOf(key)))

test('an account is granted to one desktop, and the other learns who has it and since when', async () => {
  const { database } = await newTeam()
  const [dana, ina] = [await join(database, 'Dana'), await join(database, 'Ina')]
  const first = await claim(database, dana, ['A', 'B'])
  expect(grantedOf(first, ['A', 'B'])).toEqual(['A', 'B'])
  const second = await claim(database, ina, ['B', 'C'])
  expect(grantedOf(second, ['B', 'C'])).toEqual(['C'])
  const holder = second.held.get(hexOf('B'))
  expect(holder).toMatchObject({
    member: 'Dana',
    batch: 'Dana’s accounts',
    wave: 2,
    state: 'open',
    mine: false,
  })
  expect(Math.abs((holder?.since ?? 0) - Date.now())).toBeLessThan(60_000)
})

test('its own desktop gets an open claim again, with the same epoch', async () => {
  const { database } = await newTeam()
  const dana = await join(database, 'Dana')
  const first = (await claim(database, dana, ['A'])).granted.get(hexOf('A'))
  const second = (await claim(database, dana, ['A'])).granted.get(hexOf('A'))
  expect(second?.epoch).toBe(first?.epoch)
  expect(second?.number).toBeGreaterThan(first?.number ?? 0)
})

test('what was created is claimed by nobody again; what ended without an account is free, with a higher epoch', async () => {
  const { database } = await newTeam()
  const [dana, ina] = [await join(database, 'Dana'), await join(database, 'Ina')]
  await claim(database, dana, ['A', 'B'])
  const ended = [
    { identity: hashOf('A'), epoch: 1, state: 'there' as const, outcome: 'created' },
    { identity: hashOf('B'), epoch: 1, state: 'free' as const, outcome: 'failed' },
  ]
  expect(valueOf(await endClaims(database, dana.session, service, ended))).toEqual([])
  const answer = await claim(database, ina, ['A', 'B'])
  expect(answer.held.get(hexOf('A'))).toMatchObject({ state: 'there', outcome: 'created' })
  expect(answer.granted.get(hexOf('B'))?.epoch).toBe(2)
  expect((await claim(database, dana, ['A'])).held.get(hexOf('A'))).toMatchObject({
    mine: true,
    state: 'there',
  })
})

test('an older desktop cannot free a claim that another one has got, but that the account is there is noted', async () => {
  const { database } = await newTeam()
  const [dana, ina] = [await join(database, 'Dana'), await join(database, 'Ina')]
  const free = { identity: hashOf('A'), epoch: 1, state: 'free' as const, outcome: 'failed' }
  await claim(database, dana, ['A'])
  await endClaims(database, dana.session, service, [free])
  await claim(database, ina, ['A'])
  expect(valueOf(await endClaims(database, dana.session, service, [free]))).toEqual([hexOf('A')])
  expect(grantedOf(await claim(database, dana, ['A']), ['A'])).toEqual([])
  await endClaims(database, dana.session, service, [{ ...free, state: 'there', outcome: 'created' }])
  expect((await claim(database, ina, ['A'])).held.get(hexOf('A'))).toMatchObject({
    state: 'there',
    outcome: 'created',
  })
})

test('many desktops that want the same accounts at the same moment get each once', async () => {
  const { database } = await newTeam()
  const desktops = await Promise.all(['Dana', 'Ina', 'Tom', 'Eve'].map((name) => join(database, name)))
  const keys = Array.from({ length: 400 }, (_, at) => `K${at}`)
  const orders = [keys, keys.toReversed(), keys.toSorted(), [...keys.slice(200), ...keys.slice(0, 200)]]
  const answers = await Promise.all(
    desktops.map((desktop, at) => claim(database, desktop, orders[at] ?? keys)),
  )
  const times = keys.map((key) => answers.filter((answer) => answer.granted.has(hexOf(key))).length)
  expect(new Set(times)).toEqual(new Set([1]))
})

test('a pause for all grants nothing from the moment that it returns, and names who paused', async () => {
  const { database } = await newTeam()
  const [dana, ina] = [await join(database, 'Dana'), await join(database, 'Ina')]
  await pauseForAll(database, dana.session, { service, supplier: 'ACME', reason: 'wrong tariff' })
  const paused = await claim(database, ina, ['A'])
  expect([paused.eligibility, paused.granted.size, paused.held.size]).toEqual(['ok', 0, 0])
  expect((await claim(database, ina, ['A'], 'BETA')).granted.size).toBe(1)
  const now = valueOf(await sendHeartbeat(database, ina.session, []))
  expect(now.pauses).toMatchObject([{ service, supplier: 'ACME', member: 'Dana', reason: 'wrong tariff' }])
  expect(valueOf(await resumeForAll(database, ina.session, { service, supplier: 'ACME' }))).toBe(true)
  expect((await claim(database, ina, ['B'])).granted.size).toBe(1)
})

test('no grant that is under way passes a pause that has returned', async () => {
  const { database, query } = await newTeam()
  const [dana, ina] = [await join(database, 'Dana'), await join(database, 'Ina')]
  const countClaims = () => query('SELECT count(*) FROM carryover.claim')
  for (let round = 0; round < 20; round += 1) {
    const claims = Array.from({ length: 4 }, (_, at) => claim(database, ina, [`${round}-${at}`]))
    await pauseForAll(database, dana.session, { service, supplier: '', reason: '' })
    const atReturn = await countClaims()
    await Promise.all(claims)
    expect(await countClaims()).toEqual(atReturn)
    await resumeForAll(database, dana.session, { service, supplier: '' })
  }
})

test('a data folder that was opened again elsewhere gets nothing in its older session', async () => {
  const { database } = await newTeam()
  const dana = await join(database, 'Dana')
  const copy = await join(database, 'Dana', dana.session.desktop)
  expect((await claim(database, dana, ['A'])).eligibility).toBe('replaced')
  expect((await claim(database, copy, ['A'])).eligibility).toBe('ok')
})

test('a desktop that left gets nothing, and opens no session without joining again', async () => {
  const { database } = await newTeam()
  const dana = await join(database, 'Dana')
  expect(valueOf(await leaveTeam(database, dana.session.desktop))).toBe(true)
  expect((await claim(database, dana, ['A'])).eligibility).toBe('left')
  const opener = { desktop: dana.session.desktop, name: 'Dana', machine: 'x', program: '0.1.0', known: 0 }
  expect(valueOf(await openSession(database, opener, false))).toBeNull()
})

test('after the server forgot claims, nothing is granted before every desktop has compared its record', async () => {
  const { database, query } = await newTeam()
  const [dana, ina] = [await join(database, 'Dana'), await join(database, 'Ina')]
  const granted = (await claim(database, dana, ['A'])).granted.get(hexOf('A'))
  if (granted === undefined) throw new Error('not granted')
  await query(`DELETE FROM carryover.claim; UPDATE carryover.team SET incarnation = 'another'`)
  expect((await claim(database, ina, ['A'])).eligibility).toBe('compare')
  valueOf(await endCompared(database, ina.session))
  expect((await claim(database, ina, ['A'])).eligibility).toBe('wait')
  expect(valueOf(await sendHeartbeat(database, ina.session, [])).waiting).toMatchObject([{ member: 'Dana' }])
  const own = {
    ...granted,
    identity: hashOf('A'),
    batch: dana.batch,
    wave: 2,
    state: 'open' as const,
    outcome: null,
  }
  expect(valueOf(await compareClaims(database, dana.session, service, [own]))).toBe(1)
  expect(valueOf(await endCompared(database, dana.session))).toBe('ok')
  const answer = await claim(database, ina, ['A'])
  expect([answer.eligibility, answer.granted.size]).toEqual(['ok', 0])
  expect(answer.held.get(hexOf('A'))).toMatchObject({ member: 'Dana' })
})

test('a server whose numbers went back is noticed by a desktop that knows a later one', async () => {
  const { database, query } = await newTeam()
  const dana = await join(database, 'Dana')
  await claim(database, dana, ['A', 'B', 'C'])
  await query(`DELETE FROM carryover.claim; SELECT setval('carryover.claim_number', 1)`)
  expect((await claim(database, dana, ['D'])).eligibility).toBe('compare')
})

test('a desktop that does not come back is left out, and the others go on', async () => {
  const { database, query } = await newTeam()
  const [dana, ina] = [await join(database, 'Dana'), await join(database, 'Ina')]
  await query(`UPDATE carryover.team SET incarnation = 'another'`)
  expect((await claim(database, ina, ['A'])).eligibility).toBe('compare')
  expect(valueOf(await endCompared(database, ina.session))).toBe('wait')
  await leaveTeam(database, dana.session.desktop)
  expect((await claim(database, ina, ['A'])).granted.size).toBe(1)
})

test('who takes a batch over has its claims with a higher epoch; the other desktop gets none of that batch any more', async () => {
  const { database } = await newTeam()
  const [dana, ina] = [await join(database, 'Dana'), await join(database, 'Ina')]
  await claim(database, dana, ['A', 'B', 'C'])
  await endClaims(database, dana.session, service, [
    { identity: hashOf('A'), epoch: 1, state: 'there', outcome: 'created' },
    { identity: hashOf('C'), epoch: 1, state: 'free', outcome: 'failed' },
  ])
  const taken = valueOf(await takeBatchOver(database, ina.session, dana.batch))
  expect(taken.claims.map(({ epoch, state }) => `${epoch} ${state}`).toSorted()).toEqual([
    '2 open',
    '2 there',
  ])
  const answer = await claim(database, dana, ['B', 'D'])
  expect([answer.granted.size, answer.moved.length]).toEqual([0, 2])
  const freed = { identity: hashOf('B'), epoch: 1, state: 'free' as const, outcome: 'failed' }
  expect(valueOf(await endClaims(database, dana.session, service, [freed]))).toEqual([hexOf('B')])
  expect((await claim(database, { session: ina.session, batch: dana.batch }, ['B'])).granted.size).toBe(1)
})

test('a session that the server forgot is taken for a server that went back', async () => {
  const { database, query } = await newTeam()
  const dana = await join(database, 'Dana')
  const again = await join(database, 'Dana', dana.session.desktop)
  await query('UPDATE carryover.desktop SET session = 1')
  expect((await claim(database, again, ['A'])).eligibility).toBe('compare')
})

test('a statement looks up its own accounts, however many claims there are, also of a table that was not analysed', async () => {
  const { database, query } = await newTeam()
  const dana = await join(database, 'Dana')
  const keysOf = (piece: number): string[] => Array.from({ length: 200 }, (_, at) => `${piece} ${at}`)
  const claimAndEnd = async (piece: number): Promise<void> => {
    const keys = keysOf(piece)
    expect((await claim(database, dana, keys)).granted.size).toBe(keys.length)
    const ended = keys.map(
      (key) => ({ identity: hashOf(key), epoch: 1, state: 'there', outcome: 'created' }) as const,
    )
    expect(valueOf(await endClaims(database, dana.session, service, ended))).toEqual([])
    expect((await claim(database, dana, keys)).held.size).toBe(keys.length)
  }
  const lookedUp = async (): Promise<number> => {
    // The connection of the database counts for itself, and says it at times only.
    valueOf(await database.run(z.unknown(), 'SELECT pg_stat_force_next_flush()'))
    const [row] = await query(
      `SELECT (idx_scan + coalesce(idx_tup_fetch, 0) + seq_tup_read)::int AS rows FROM pg_stat_user_tables
       WHERE schemaname = 'carryover' AND relname = 'claim'`,
    )
    return Number(row?.['rows'])
  }
  for (let piece = 0; piece < 10; piece += 1) await claimAndEnd(piece)
  const before = await lookedUp()
  await claimAndEnd(10)
  expect((await lookedUp()) - before).toBeLessThan(200 * 20)
})
