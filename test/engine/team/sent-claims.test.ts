// Tests accounts that were sent without a claim, and those whose claim had ended when the service went on with them: with a
// real PostgreSQL and a real workspace, they are open with this desktop in the team's database.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { claimAccounts, endClaims, type Session } from '../../../electron/engine/team/claims/claims.ts'
import { identityHash } from '../../../electron/engine/team/claims/identity-hash.ts'
import { followHolders, reportEnded } from '../../../electron/engine/team/claims/keep-record.ts'
import { isMadeKnown, makeSentKnown } from '../../../electron/engine/team/claims/make-known.ts'
import { nameBatch, openSession, sendHeartbeat } from '../../../electron/engine/team/claims/session.ts'
import type { TeamDatabase } from '../../../electron/engine/team/database/connect.ts'
import { storeTeam } from '../../../electron/engine/team/settings.ts'
import { practiceStore, practiceSettings, queue, start } from '../store/practice-store.ts'
import { newTeam, valueOf } from './team-fixture.ts'

const team = 'team'

async function join(database: TeamDatabase, name: string, desktop: string = randomUUID(), sent?: number) {
  const opener = {
    desktop,
    name,
    machine: name,
    program: '0.1.0',
    known: 0,
    ...(sent !== undefined && { sent }),
  }
  const opened = valueOf(await openSession(database, opener, true))
  if (opened === null) throw new Error('not joined')
  return opened.session
}

/** Dana's workspace with one queued account, and Ina, who wants the same. */
async function danaAndIna() {
  const { database, query } = await newTeam()
  const practice = await practiceStore({ settings: { environment: 'test' } })
  const { store, connection, first, batch } = practice
  queue(practice)
  storeTeam(store.settings, {
    address: 'postgres://postgres@127.0.0.1/team',
    caFile: null,
    clientCertificate: null,
    clientKey: null,
    name: 'Dana',
    team,
    known: {},
  })
  const [dana, ina] = [await join(database, 'Dana'), await join(database, 'Ina')]
  const identityOf = () => store.accounts.get(first).identity ?? ''
  const serviceNow = () => store.sending.missed.serviceOf(connection)
  const inasBatch = randomUUID()
  const claim = async (session: Session, of: string) => {
    const service = serviceNow()
    valueOf(await nameBatch(database, session, { id: of, service, name: 'accounts' }))
    const identity = identityHash(team, service, identityOf())
    const answer = valueOf(
      await claimAccounts(database, session, service, [{ identity, batch: of, wave: 1, supplier: '' }]),
    )
    const key = identity.toString('hex')
    return { identity, granted: answer.granted.get(key), held: answer.held.get(key) }
  }
  return {
    ...practice,
    teamDatabase: database,
    query,
    dana,
    ina,
    serviceNow,
    inaClaims: () => claim(ina, inasBatch),
    /** Granted to Dana, and recorded. */
    async danaClaims() {
      const code = store.ownClaims.codeOf(batch)
      const { identity, granted } = await claim(dana, code)
      if (granted === undefined) throw new Error('not granted')
      const { epoch, number, doubt = 0 } = granted
      const service = serviceNow()
      store.ownClaims.record([
        { team, service, identity, account: first, batch: code, wave: 1, epoch, number, doubt },
      ])
      return granted
    },
    report: async () => valueOf(await reportEnded(store, database, dana, team, () => undefined)),
    makeKnown: async () => valueOf(await makeSentKnown(store, database, dana, team)),
    fails(): void {
      store.accounts.move(first, 'queued', 'sending')
      store.accounts.move(first, 'sending', 'done', { outcome: 'failed' })
    },
  }
}

test('an account whose failed import runs again is open again, and nobody else gets it', async () => {
  const { store, first, danaClaims, fails, report, inaClaims } = await danaAndIna()
  await danaClaims()
  fails()
  await report()
  store.accounts.move(first, 'done', 'processing', { outcome: null })
  await report()
  expect((await inaClaims()).held).toMatchObject({ member: 'Dana', state: 'open' })
  // Its end is said for the claim that it has now.
  store.accounts.move(first, 'processing', 'done', { outcome: 'failed' })
  await report()
  expect((await inaClaims()).granted).toMatchObject({ again: false })
})

test('one that somebody else had meanwhile without success is open here again too', async () => {
  const { store, teamDatabase, ina, serviceNow, first, danaClaims, fails, report, inaClaims } =
    await danaAndIna()
  await danaClaims()
  fails()
  await report()
  const { identity, granted } = await inaClaims()
  const ended = { identity, epoch: granted?.epoch ?? 0, state: 'free', outcome: 'failed' } as const
  valueOf(await endClaims(teamDatabase, ina, serviceNow(), [ended]))
  store.accounts.move(first, 'done', 'processing', { outcome: null })
  await report()
  expect((await inaClaims()).held).toMatchObject({ member: 'Dana', state: 'open' })
})

test('an account that was cancelled in the team and sent without it is known when the desktop is back', async () => {
  const { store, first, danaClaims, report, makeKnown, inaClaims } = await danaAndIna()
  await danaClaims()
  store.accounts.move(first, 'queued', 'validated', { wave: null, counted: null })
  await report()
  // Without the team.
  store.accounts.move(first, 'validated', 'queued', { wave: 1 })
  store.accounts.move(first, 'queued', 'sending')
  store.accounts.move(first, 'sending', 'processing')
  await makeKnown()
  expect((await inaClaims()).held).toMatchObject({ member: 'Dana', state: 'open' })
})

test('what was sent is known at a new address of its connection before anything is claimed there', async () => {
  const { store, first, connection, serviceNow, danaClaims, report, makeKnown, inaClaims } =
    await danaAndIna()
  await makeKnown()
  expect(isMadeKnown(store, connection, serviceNow())).toBe(true)
  await danaClaims()
  store.accounts.move(first, 'queued', 'sending')
  store.accounts.move(first, 'sending', 'done', { outcome: 'created' })
  await report()
  const settings = practiceSettings({ environment: 'test', baseUrl: 'http://localhost:9' })
  store.connections.save('practice', settings, start)
  expect(isMadeKnown(store, connection, serviceNow())).toBe(false)
  await makeKnown()
  expect(isMadeKnown(store, connection, serviceNow())).toBe(true)
  expect((await inaClaims()).held).toMatchObject({ member: 'Dana', state: 'there', outcome: 'created' })
})

test('claims of another team are not given to this one', async () => {
  const { store, database, query, danaClaims, fails, report } = await danaAndIna()
  await danaClaims()
  fails()
  database.exec("UPDATE team_claim SET team = 'another'")
  expect([store.ownClaims.highestNumber(team), store.ownClaims.services(team)]).toEqual([0, []])
  await report()
  expect(await query('SELECT state FROM carryover.claim')).toEqual([{ state: 'open' }])
})

test('a desktop whose machine was set back looks up what it had claimed by then, once', async () => {
  const { teamDatabase, dana, danaClaims } = await danaAndIna()
  expect(await danaClaims()).toMatchObject({ doubt: 0 })
  valueOf(await sendHeartbeat(teamDatabase, dana, [], 500))
  const usual = await join(teamDatabase, 'Dana', dana.desktop, 501)
  Object.assign(dana, usual)
  expect(await danaClaims()).toMatchObject({ doubt: 0 })
  Object.assign(dana, await join(teamDatabase, 'Dana', dana.desktop, 100))
  const { doubt = 0, number } = await danaClaims()
  expect(doubt).toBeGreaterThan(0)
  expect(number).toBeGreaterThan(doubt)
  // What is claimed for the first time was not sent before.
  Object.assign(dana, await join(teamDatabase, 'Dana', dana.desktop, 101))
  expect(await danaClaims()).toMatchObject({ doubt })
})

test('an account that somebody else had open at the address before is looked up before it is sent at the new one', async () => {
  const { store, first, teamDatabase, dana, serviceNow, inaClaims } = await danaAndIna()
  const { identity } = await inaClaims()
  const since = { since: start, changed: start }
  const holder = {
    member: 'Ina',
    batch: 'accounts',
    wave: 1,
    state: 'open',
    outcome: null,
    ...since,
  } as const
  store.holders.leaveTo(first, { ...holder, service: serviceNow(), identity }, start)
  const follow = async () => valueOf(await followHolders(store, teamDatabase, dana, () => start))
  await follow()
  expect(store.accounts.details(first)).toMatchObject({ state: 'done', outcome: 'with_member', doubt: 0 })
  const settings = practiceSettings({ environment: 'test', baseUrl: 'http://localhost:9' })
  store.connections.save('practice', settings, start)
  await follow()
  expect(store.accounts.details(first)).toMatchObject({ state: 'unvalidated', doubt: 1 })
})
