// Sequences that the model of claims found, or that were found while it was written, each as a test of its own.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  beginComparison,
  claimAccounts,
  compareClaims,
  endClaims,
  endComparison,
  type OwnClaim,
  type Session,
  takeBatchOver,
} from '../../../electron/engine/team/claims/claims.ts'
import { identityHash } from '../../../electron/engine/team/claims/identity-hash.ts'
import { takeOverWaitMs } from '../../../electron/engine/team/claims/permits.ts'
import {
  leaveTeam,
  nameBatch,
  openSession,
  pauseForAll,
  sendHeartbeat,
} from '../../../electron/engine/team/claims/session.ts'
import { takeCopy } from '../../../electron/engine/team/copies/copies.ts'
import type { TeamDatabase } from '../../../electron/engine/team/database/connect.ts'
import { endCompared, newTeam, valueOf } from './team-fixture.ts'

const service = 'http://service.example'
const identity = identityHash('team', service, 'A')
const hex = identity.toString('hex')

async function newPair() {
  const team = await newTeam()
  return { ...team, dana: await join(team.database, 'Dana'), ina: await join(team.database, 'Ina') }
}

type Member = { readonly session: Session; readonly batch: string }

async function join(
  database: TeamDatabase,
  name: string,
  desktop: string = randomUUID(),
  known = 0,
): Promise<Member> {
  const opened = valueOf(
    await openSession(database, { desktop, name, machine: 'machine', program: '0.1.0', known }, true),
  )
  if (opened === null) throw new Error('not joined')
  const batch = randomUUID()
  valueOf(await nameBatch(database, opened.session, { id: batch, service, name: 'accounts' }))
  return { session: opened.session, batch }
}

const claimA = async (database: TeamDatabase, { session, batch }: Member) =>
  valueOf(await claimAccounts(database, session, service, [{ identity, batch, wave: 1, supplier: '' }]))

const ended = (state: 'there' | 'free', epoch: number) => ({ identity, epoch, state, outcome: state })

const own = (
  batch: string,
  claim: Partial<OwnClaim> & { readonly epoch: number; readonly number: number },
) => ({
  identity,
  batch,
  wave: 1,
  state: 'open' as const,
  outcome: null,
  ...claim,
})

test('a server that forgot the very first claim of all is noticed', async () => {
  const { database, query, dana } = await newPair()
  const [before] = await query('SELECT last_value, is_called FROM carryover.claim_number')
  await claimA(database, dana)
  await query(
    `DELETE FROM carryover.claim; SELECT setval('carryover.claim_number', ${String(before?.['last_value'])}, ${String(before?.['is_called'])})`,
  )
  expect(valueOf(await sendHeartbeat(database, dana.session, [])).eligibility).toBe('compare')
})

test('who took a batch over waits, also when it claims the account again from a batch of its own', async () => {
  const { database, query, dana, ina } = await newPair()
  await claimA(database, dana)
  valueOf(await takeBatchOver(database, ina.session, dana.batch))
  const first = (await claimA(database, ina)).granted.get(hex)
  expect(first).toMatchObject({ epoch: 2, again: true })
  expect(first?.waitMs).toBeGreaterThan(takeOverWaitMs - 10_000)
  expect(first?.waitMs).toBeLessThanOrEqual(takeOverWaitMs)
  await query(`UPDATE carryover.claim SET taken_at = taken_at - interval '50 s'`)
  expect((await claimA(database, ina)).granted.get(hex)?.waitMs).toBeLessThanOrEqual(10_000)
  await query(`UPDATE carryover.claim SET taken_at = taken_at - interval '10 s'`)
  expect((await claimA(database, ina)).granted.get(hex)?.waitMs).toBe(0)
})

test('a fresh claim has no wait and was not open before; a renewed one was', async () => {
  const { database, dana } = await newPair()
  expect((await claimA(database, dana)).granted.get(hex)).toMatchObject({ again: false, waitMs: 0, doubt: 0 })
  expect((await claimA(database, dana)).granted.get(hex)).toMatchObject({ again: true, waitMs: 0, doubt: 0 })
  await endClaims(database, dana.session, service, [ended('free', 1)])
  expect((await claimA(database, dana)).granted.get(hex)).toMatchObject({ epoch: 2, again: false })
})

test('an account that is there stays there, though a delayed message says that it ended without one', async () => {
  const { database, dana, ina } = await newPair()
  await claimA(database, dana)
  await endClaims(database, dana.session, service, [ended('there', 1)])
  await endClaims(database, dana.session, service, [ended('free', 1)])
  expect((await claimA(database, ina)).held.get(hex)).toMatchObject({ state: 'there', outcome: 'there' })
})

test('in a new term an older record that the account is there counts, and the batch is the one’s who took it over', async () => {
  const { database, query, dana, ina } = await newPair()
  const first = (await claimA(database, dana)).granted.get(hex)
  const [taken] = valueOf(await takeBatchOver(database, ina.session, dana.batch)).claims
  if (first === undefined || taken === undefined) throw new Error('not granted')
  // The take-over is forgotten.
  await query(
    `UPDATE carryover.claim SET desktop = '${dana.session.desktop}', epoch = 1, number = ${first.number}, taken_at = NULL;
     UPDATE carryover.batch SET desktop = '${dana.session.desktop}' WHERE id = '${dana.batch}';
     UPDATE carryover.team SET incarnation = 'another'`,
  )
  await sendHeartbeat(database, dana.session, [])
  const there = own(dana.batch, { ...first, state: 'there', outcome: 'created' })
  expect(valueOf(await compareClaims(database, dana.session, service, [there]))).toBe(1)
  expect(valueOf(await compareClaims(database, ina.session, service, [own(dana.batch, taken)]))).toBe(1)
  expect(valueOf(await endCompared(database, dana.session))).toBe('wait')
  expect(valueOf(await endCompared(database, ina.session))).toBe('ok')
  expect((await claimA(database, dana)).held.get(hex)).toMatchObject({
    member: 'Ina',
    state: 'there',
    outcome: 'created',
  })
  expect((await claimA(database, { session: dana.session, batch: dana.batch })).moved).toEqual([hex])
})

test('a desktop that is left out before it compared leaves a doubt: each account is looked up before it is sent', async () => {
  const { database, query, dana, ina } = await newPair()
  const lost = (await claimA(database, dana)).granted.get(hex)
  if (lost === undefined) throw new Error('not granted')
  // Nobody has called the new server before.
  await query(`DELETE FROM carryover.claim; UPDATE carryover.team SET incarnation = 'another'`)
  expect(valueOf(await leaveTeam(database, dana.session.desktop))).toBe(true)
  expect((await claimA(database, ina)).eligibility).toBe('compare')
  expect(valueOf(await endCompared(database, ina.session))).toBe('ok')
  const granted = (await claimA(database, ina)).granted.get(hex)
  expect(granted?.doubt).toBeGreaterThan(lost.number)
  expect(granted?.number).toBeGreaterThan(granted?.doubt ?? 0)
  expect(granted?.waitMs).toBeGreaterThan(0)
  // It comes back with a record that is older than what was granted meanwhile.
  const back = await join(database, 'Dana', dana.session.desktop, lost.number)
  valueOf(await compareClaims(database, back.session, service, [own(dana.batch, lost)]))
  expect(valueOf(await endCompared(database, back.session))).toBe('ok')
  expect((await claimA(database, back)).held.get(hex)).toMatchObject({ member: 'Ina', state: 'open' })
})

test('the end of a comparison that arrives in a later term does not count for that', async () => {
  const { database, query, dana, ina } = await newPair()
  const begin = () => beginComparison(database, dana.session)
  const end = async (term: string) => valueOf(await endComparison(database, dana.session, term))
  await query(`UPDATE carryover.team SET incarnation = 'another'`)
  const first = valueOf(await begin())
  // The server forgets that, and begins a term of the same number.
  await query(`UPDATE carryover.team SET incarnation = 'another', term = 1`)
  expect(await end(first)).toBe('compare')
  expect((await claimA(database, ina)).eligibility).toBe('compare')
  expect(await end(valueOf(await begin()))).toBe('wait')
})

test('a desktop that leaves in the present term leaves no doubt', async () => {
  const { database, dana, ina } = await newPair()
  await leaveTeam(database, dana.session.desktop)
  expect((await claimA(database, ina)).granted.get(hex)).toMatchObject({ doubt: 0, waitMs: 0 })
})

test('what a desktop had open that was left out is granted to others, who wait and look it up; it comes back without it', async () => {
  const { database, dana, ina } = await newPair()
  const lost = (await claimA(database, dana)).granted.get(hex)
  if (lost === undefined) throw new Error('not granted')
  expect((await claimA(database, ina)).held.get(hex)).toMatchObject({ member: 'Dana', state: 'open' })
  await leaveTeam(database, dana.session.desktop, ina.session.desktop)
  const granted = (await claimA(database, ina)).granted.get(hex)
  expect(granted).toMatchObject({ epoch: 2, again: true })
  expect(granted?.waitMs).toBeGreaterThan(takeOverWaitMs - 10_000)
  expect((await claimA(database, dana)).eligibility).toBe('left')
  const back = await join(database, 'Dana', dana.session.desktop, lost.number)
  valueOf(await compareClaims(database, back.session, service, [own(dana.batch, lost)]))
  expect(valueOf(await endCompared(database, back.session))).toBe('ok')
  await endClaims(database, back.session, service, [ended('free', lost.epoch)])
  expect((await claimA(database, back)).held.get(hex)).toMatchObject({ member: 'Ina', state: 'open' })
})

test('what a desktop had open that left by itself stays its own: it may go on without the team', async () => {
  const { database, dana, ina } = await newPair()
  await claimA(database, dana)
  await leaveTeam(database, dana.session.desktop)
  expect((await claimA(database, ina)).held.get(hex)).toMatchObject({ member: 'Dana', state: 'open' })
})

test('a desktop that is back before anybody claimed its account goes on with it', async () => {
  const { database, dana, ina } = await newPair()
  const lost = (await claimA(database, dana)).granted.get(hex)
  await leaveTeam(database, dana.session.desktop, ina.session.desktop)
  const back = await join(database, 'Dana', dana.session.desktop, lost?.number)
  expect(valueOf(await endCompared(database, back.session))).toBe('ok')
  expect((await claimA(database, ina)).held.get(hex)).toMatchObject({ member: 'Dana', state: 'open' })
  expect((await claimA(database, back)).granted.get(hex)).toMatchObject({ epoch: 1, again: true, waitMs: 0 })
})

test('a batch is at the service at which it was named last by its own desktop, and a take-over takes all of its claims', async () => {
  const { database, query, dana, ina } = await newPair()
  const name = async ({ session }: Member, at: string) =>
    valueOf(await nameBatch(database, session, { id: dana.batch, service: at, name: 'accounts' }))
  const serviceOfBatch = async () =>
    (
      await query(
        `SELECT s.address FROM carryover.batch b JOIN carryover.service s ON s.id = b.service WHERE b.id = '${dana.batch}'`,
      )
    ).map(({ address }) => address)
  await claimA(database, dana)
  const moved = 'http://moved.example'
  await name(dana, moved)
  expect(await serviceOfBatch()).toEqual([moved])
  await name(ina, service)
  expect(await serviceOfBatch()).toEqual([moved])
  expect(valueOf(await takeBatchOver(database, ina.session, dana.batch)).claims.length).toBe(1)
})

const untilWaits = async (
  query: (sql: string) => Promise<readonly unknown[]>,
  what: string,
): Promise<void> => {
  const waits = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
    AND query LIKE '%carryover.${what}(%'`
  while ((await query(waits)).length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
}

test('who waits for a claim, in a new term or when a copy is taken over, lets the others write their lines of the audit log', async () => {
  const { database, query, dana, ina } = await newPair()
  const first = (await claimA(database, dana)).granted.get(hex)
  if (first === undefined) throw new Error('not granted')
  const copy = randomUUID()
  await query(
    `INSERT INTO carryover.copy (id, batch, desktop, session, bytes, chunks, sha256, encrypted, handed_over, accounts, is_complete)
     VALUES ('${copy}', '${dana.batch}', '${dana.session.desktop}', 1, 1, 1, sha256(''), false, true, 1, true)`,
  )
  const lockClaim = { text: 'SELECT FROM carryover.claim FOR UPDATE' }
  const pause = async (supplier: string) =>
    valueOf(
      await pauseForAll(database, dana.session, { service: 'http://other.example', supplier, reason: '' }),
    )
  const taken = await database.transaction(async (run) => {
    await run(z.unknown(), lockClaim.text)
    const taking = takeCopy(database, ina.session, copy)
    await untilWaits(query, 'take_copy')
    await pause('A')
    return { taking }
  })
  expect(valueOf(await valueOf(taken).taking)).toBe('taken')
  await query(`UPDATE carryover.team SET incarnation = 'another'`)
  const compared = await database.transaction(async (run) => {
    await run(z.unknown(), lockClaim.text)
    const there = own(dana.batch, { ...first, state: 'there', outcome: 'created' })
    const comparing = compareClaims(database, dana.session, service, [there])
    await untilWaits(query, 'compare')
    await pause('B')
    return { comparing }
  })
  expect(valueOf(await valueOf(compared).comparing)).toBe(1)
  const terms = await query(`SELECT member FROM carryover.audit WHERE what = 'term'`)
  expect(terms).toEqual([{ member: 'Dana' }])
})
