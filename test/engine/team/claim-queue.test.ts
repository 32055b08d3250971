// Tests which accounts are claimed ahead of their sending, with a real PostgreSQL and a real workspace.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createClaimQueue } from '../../../electron/engine/team/claims/claim-queue.ts'
import { claimAccounts, type Session } from '../../../electron/engine/team/claims/claims.ts'
import { identityHash, identityKey } from '../../../electron/engine/team/claims/identity-hash.ts'
import { createPermits } from '../../../electron/engine/team/claims/permits.ts'
import { nameBatch, openSession } from '../../../electron/engine/team/claims/session.ts'
import type { TeamDatabase } from '../../../electron/engine/team/database/connect.ts'
import { systemClock } from '../../../electron/engine/system/clock.ts'
import { practiceStore, queue } from '../store/practice-store.ts'
import { newTeam, valueOf } from './team-fixture.ts'

const team = 'team'

async function join(database: TeamDatabase, name: string): Promise<Session> {
  const opener = { desktop: randomUUID(), name, machine: `${name}-laptop`, program: '0.1.0', known: 0 }
  const opened = valueOf(await openSession(database, opener, true))
  if (opened === null) throw new Error('not joined')
  return opened.session
}

/** A workspace with queued accounts … and its queue of claims. `seen`: the calls that the queue made. */
async function queueOf(
  accounts: number,
  answered: () => void = () => undefined,
  /** What becomes of the answer to a question for claims. */
  answers: (answer: unknown) => unknown = (answer) => answer,
) {
  const { database } = await newTeam()
  const practice = await practiceStore({ accounts, settings: { environment: 'test' } })
  queue(practice)
  const { store, connection } = practice
  const service = store.sending.missed.serviceOf(connection)
  const session = await join(database, 'Dana')
  const clock = systemClock
  const permits = createPermits(clock)
  const seen: string[] = []
  const known = { is: true }
  const watched: TeamDatabase = {
    ...database,
    run: (async (...words: Parameters<TeamDatabase['run']>) => {
      const answer = await database.run(...words)
      answered()
      return words[1].includes('carryover.claim(') ? answers(answer) : answer
    }) as TeamDatabase['run'],
  }
  const claims = createClaimQueue({
    store,
    clock,
    permits,
    isMember: () => true,
    granting: () => ({ database: watched, session, team }),
    hasShare: () => true,
    isMadeKnown: () => known.is,
    failed: ({ kind }) => seen.push(`failed: ${kind}`),
    stands: (eligibility) => seen.push(`stands: ${eligibility}`),
    wake: () => seen.push('wake'),
    changed: () => seen.push('changed'),
    moved: () => seen.push('moved'),
    tell: () => seen.push('tell'),
    unrecorded: () => seen.push('unrecorded'),
    broke: (error) => seen.push(`broke: ${String(error)}`),
  })
  const identityOf = (at: number): string => store.accounts.get(practice.ids[at] ?? 0).identity ?? ''
  return {
    ...practice,
    claims,
    service,
    seen,
    known,
    permits,
    teamDatabase: database,
    identityOf,
    isPermitted: (at: number) => permits.get(identityKey(team, service, identityOf(at))) !== null,
    /** The scheduler meets the account, begins its create if it may, and what that asks for is answered. */
    async meet(at: number): Promise<boolean> {
      const account = store.accounts.get(practice.ids[at] ?? 0)
      const begins = claims.claims.mayBegin(account)
      if (begins) store.accounts.move(account.id, 'queued', 'sending')
      await claims.settled()
      return begins
    },
  }
}

type Queue = Awaited<ReturnType<typeof queueOf>>

/** The first `count` accounts had claims, which ended without an account; the database does not know it yet. */
function endUnreported({ store, batch, database, ids, service, identityOf }: Queue, count: number): void {
  const code = store.ownClaims.codeOf(batch)
  store.ownClaims.record(
    ids.slice(0, count).map((account, at) => ({
      account,
      team,
      service,
      identity: identityHash(team, service, identityOf(at)),
      batch: code,
      wave: 1,
      epoch: 1,
      number: at + 1,
      doubt: 0,
    })),
  )
  database.exec("UPDATE team_claim SET state = 'free', reported = 0")
}

test('accounts whose ended claim is not reported yet are passed over, and those behind them are claimed', async () => {
  const queued = await queueOf(40)
  endUnreported(queued, 10)
  expect(await queued.meet(0)).toBe(false)
  expect(queued.seen).toEqual(['tell', 'wake'])
  expect(queued.ids.map((_, at) => queued.isPermitted(at))).toEqual([
    ...new Array<boolean>(10).fill(false),
    ...new Array<boolean>(30).fill(true),
  ])
})

test('where no account may be claimed before a report, the scheduler is not woken until there is one', async () => {
  const queued = await queueOf(3)
  endUnreported(queued, 3)
  await queued.meet(0)
  expect(queued.seen).toEqual(['tell'])
  queued.database.exec('UPDATE team_claim SET reported = 1')
  queued.claims.goOn()
  await queued.claims.settled()
  expect(queued.seen).toEqual(['tell', 'wake'])
  expect([0, 1, 2].map(queued.isPermitted)).toEqual([true, true, true])
})

test('when few of the accounts claimed ahead are left, the next ones are claimed before they are needed', async () => {
  const { ids, isPermitted, meet, seen } = await queueOf(200)
  const permitted = (): number => ids.filter((_, at) => isPermitted(at)).length
  expect(await meet(0)).toBe(false)
  expect(permitted()).toBe(64)
  for (let at = 0; at < 32; at += 1) expect(await meet(at)).toBe(true)
  expect(permitted()).toBe(64)
  expect(await meet(32)).toBe(true)
  expect(permitted()).toBeGreaterThan(64)
  // So nothing waits for an answer.
  for (let at = 33; at < 200; at += 1) expect(await meet(at)).toBe(true)
  expect(seen.filter((what) => what !== 'wake')).toEqual([])
})

test('an account that is removed while the database answers that somebody else has it changes nothing', async () => {
  let removes = (): void => undefined
  const { teamDatabase, database, ids, service, seen, identityOf, isPermitted, meet, store } = await queueOf(
    2,
    () => removes(),
  )
  const ina = await join(teamDatabase, 'Ina')
  const batch = randomUUID()
  valueOf(await nameBatch(teamDatabase, ina, { id: batch, service, name: 'Ina’s accounts' }))
  const identity = identityHash(team, service, identityOf(0))
  valueOf(await claimAccounts(teamDatabase, ina, service, [{ identity, batch, wave: 1, supplier: 'ACME' }]))
  removes = () => void database.prepare('DELETE FROM account WHERE id = ?').run(ids[0])
  await meet(0)
  expect(seen).toEqual(['wake'])
  expect(store.accounts.find(ids[0] ?? 0)).toBeNull()
  expect(isPermitted(1)).toBe(true)
})

test('what was granted and is not in the record is said, so that it is freed: the answer was lost, or came too late', async () => {
  let answers = (answer: unknown): unknown => answer
  const { claims, permits, meet, seen, isPermitted } = await queueOf(
    2,
    () => undefined,
    (answer) => answers(answer),
  )
  answers = () => ({ ok: false, trouble: { kind: 'lost', message: '', mayBeDone: true } })
  await meet(0)
  expect(seen).toEqual(['unrecorded', 'failed: lost'])
  answers = (answer) => {
    permits.clear()
    return answer
  }
  seen.length = 0
  claims.goOn()
  await claims.settled()
  expect(seen).toEqual(['unrecorded'])
  expect(isPermitted(0)).toBe(false)
})

test('nothing is claimed at a connection before the team knows what was sent there', async () => {
  const { teamDatabase, meet, seen, known } = await queueOf(1)
  known.is = false
  await meet(0)
  expect(seen).toEqual(['tell'])
  expect(valueOf(await teamDatabase.run(z.unknown(), 'SELECT FROM carryover.claim'))).toEqual([])
})
