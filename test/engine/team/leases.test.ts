// Tests the leases by which desktops share the limits of one service, on a real PostgreSQL with a clock of the test: what
// each gets, when it gets what another one had, and that all together never have more than the limit.
import { expect, test } from 'vitest'
import type { ShareLimits, Usage } from '../../../electron/engine/sending/limits/shared-limiter.ts'
import type { Session } from '../../../electron/engine/team/claims/claims.ts'
import { leaveTeam } from '../../../electron/engine/team/claims/session.ts'
import type { TeamDatabase } from '../../../electron/engine/team/database/connect.ts'
import { askForShare, type ShareAnswer } from '../../../electron/engine/team/limits/lease.ts'
import { joinTeam, newLeaseTeam, useTestClock } from './lease-fixture.ts'
import { valueOf } from './team-fixture.ts'

const service = 'http://service.example'
const nothing: ShareLimits = { rate: 0, concurrency: 0, readsPerMinute: 0 }
const everything: Usage = { rate: null, concurrency: null }

type Ask = {
  readonly limits?: Partial<ShareLimits>
  readonly wants?: Partial<Usage>
  readonly isSending?: boolean
  readonly number?: number
  /** Requests that are still under way. */
  readonly underWay?: number
}

/** A desktop that uses what it was given last. */
function createDesktop(database: TeamDatabase, session: Session) {
  let number = 0
  let has = nothing
  return {
    session,
    get has() {
      return has
    },
    /** Its program ended without a word. */
    crash() {
      has = nothing
    },
    async ask(ask: Ask = {}): Promise<ShareAnswer> {
      const { isSending = true, underWay = 0 } = ask
      number = ask.number ?? number + 1
      if (!isSending) has = nothing
      const answer = valueOf(
        await askForShare(database, session, {
          service,
          number,
          isSending,
          limits: { rate: 100, concurrency: 8, readsPerMinute: 600, ...ask.limits },
          wants: { ...everything, ...ask.wants },
          has: { ...has, concurrency: Math.max(has.concurrency, underWay) },
        }),
      )
      if (answer.verdict !== 'older') has = answer.limits
      return answer
    },
  }
}
type Desktop = ReturnType<typeof createDesktop>

async function team(count: number) {
  const made = await newLeaseTeam()
  const setClock = await useTestClock(made)
  const names = ['Ana', 'Ben', 'Cem', 'Dana', 'Eve', 'Fay'].slice(0, count)
  const desktops: Desktop[] = []
  for (const name of names) desktops.push(createDesktop(made.database, await joinTeam(made.database, name)))
  return { ...made, setClock, desktops }
}

const ratesOf = (desktops: readonly Desktop[]): (number | null)[] => desktops.map(({ has }) => has.rate)
const slotsOf = (desktops: readonly Desktop[]): number[] => desktops.map(({ has }) => has.concurrency)

const ascending = (one: number, other: number): number => one - other

/** Each asks until nobody's share changes. */
async function settle(desktops: readonly Desktop[], ask: Ask = {}): Promise<void> {
  for (let round = 0; round < 4; round += 1) for (const one of desktops) await one.ask(ask)
}

test('a desktop that sends alone has the whole limit', async () => {
  const { desktops } = await team(1)
  const answer = await desktops[0]?.ask()
  expect(answer).toEqual({
    verdict: 'share',
    limits: { rate: 100, concurrency: 8, readsPerMinute: 600 },
    desktops: 1,
    againMs: 1500,
  })
})

test('one that begins gets its share only after the other one uses no more than the smaller one', async () => {
  const { desktops } = await team(2)
  const [ana, ben] = desktops as [Desktop, Desktop]
  await ana.ask()
  expect(await ben.ask()).toMatchObject({ verdict: 'soon', limits: nothing, desktops: 2, againMs: 250 })
  // The answer is on its way: until it is there, Ana uses everything.
  await ana.ask()
  expect((await ben.ask()).verdict).toBe('soon')
  await ana.ask()
  expect((await ben.ask()).verdict).toBe('share')
  expect([ratesOf(desktops), slotsOf(desktops), desktops.map(({ has }) => has.readsPerMinute)]).toEqual([
    [50, 50],
    [4, 4],
    [300, 300],
  ])
})

test('four desktops share one request a second, a quarter each', async () => {
  const { desktops } = await team(4)
  await settle(desktops, { limits: { rate: 1 } })
  expect(ratesOf(desktops)).toEqual([0.25, 0.25, 0.25, 0.25])
})

test('the strictest of their settings is the limit for all; without one there is none', async () => {
  const { desktops } = await team(2)
  const [ana, ben] = desktops as [Desktop, Desktop]
  for (let round = 0; round < 3; round += 1) {
    await ana.ask({ limits: { rate: null, readsPerMinute: null } })
    await ben.ask({ limits: { rate: 10, concurrency: 2, readsPerMinute: null } })
  }
  expect([ratesOf(desktops), slotsOf(desktops), desktops.map(({ has }) => has.readsPerMinute)]).toEqual([
    [5, 5],
    [1, 1],
    [null, null],
  ])
})

test('what one cannot use goes to the others, and comes back when it can', async () => {
  const { desktops } = await team(3)
  const [ana, ...others] = desktops as [Desktop, Desktop, Desktop]
  for (let round = 0; round < 4; round += 1) {
    await ana.ask({ wants: { rate: 10, concurrency: 1 } })
    for (const one of others) await one.ask()
  }
  expect([ratesOf(desktops), slotsOf([ana]), slotsOf(others).toSorted(ascending)]).toEqual([
    [10, 45, 45],
    [1],
    [3, 4],
  ])
  await settle(desktops)
  for (const rate of ratesOf(desktops)) expect(rate).toBeCloseTo(100 / 3)
})

test('what nobody wants is divided as well', async () => {
  const { desktops } = await team(2)
  await settle(desktops, { wants: { rate: 10, concurrency: 1 } })
  expect([ratesOf(desktops), slotsOf(desktops)]).toEqual([
    [50, 50],
    [4, 4],
  ])
})

test('one that stops gives its share back at once', async () => {
  const { desktops } = await team(2)
  const [ana, ben] = desktops as [Desktop, Desktop]
  await settle(desktops)
  expect((await ana.ask({ isSending: false })).verdict).toBe('none')
  expect((await ben.ask()).limits).toEqual({ rate: 100, concurrency: 8, readsPerMinute: 600 })
})

test('the share of one that crashed is given to the others when it has surely ended', async () => {
  const { desktops, setClock } = await team(2)
  const [ana, ben] = desktops as [Desktop, Desktop]
  await settle(desktops)
  ana.crash()
  setClock(5999)
  expect((await ben.ask()).limits.rate).toBe(50)
  setClock(6000)
  expect((await ben.ask()).limits.rate).toBe(100)
})

test('requests that are still under way keep their slots from the others', async () => {
  const { desktops } = await team(2)
  const [ana, ben] = desktops as [Desktop, Desktop]
  await ana.ask()
  for (let round = 0; round < 3; round += 1) {
    await ben.ask()
    await ana.ask({ underWay: 7 })
  }
  expect(slotsOf(desktops)).toEqual([4, 1])
  await ana.ask({ underWay: 4 })
  await ben.ask()
  expect(slotsOf(desktops)).toEqual([4, 4])
})

test('more desktops than requests at once take turns, and each has had as many after a round', async () => {
  const { desktops, setClock } = await team(5)
  const turns = desktops.map(() => 0)
  for (let turn = 0; turn < 5; turn += 1) {
    setClock(turn * 10_000)
    await settle(desktops, { limits: { concurrency: 2 } })
    expect(slotsOf(desktops).toSorted(ascending)).toEqual([0, 0, 0, 1, 1])
    for (const [at, slots] of slotsOf(desktops).entries()) turns[at] = (turns[at] ?? 0) + slots
    const waiting = desktops.find(({ has }) => has.concurrency === 0)
    for (const after of [5000, 9000]) {
      setClock(turn * 10_000 + after)
      await settle(desktops, { limits: { concurrency: 2 } })
    }
    const { verdict, againMs } = (await waiting?.ask({ limits: { concurrency: 2 } })) ?? {}
    expect([verdict, againMs]).toEqual(['turn', 1000])
  }
  expect(turns).toEqual([2, 2, 2, 2, 2])
})

test('a call that was late on the way changes nothing', async () => {
  const { desktops } = await team(2)
  const [ana, ben] = desktops as [Desktop, Desktop]
  await settle(desktops)
  await ana.ask({ isSending: false })
  await ben.ask()
  expect(await ana.ask({ number: 2 })).toMatchObject({ verdict: 'older', limits: nothing })
  expect((await ben.ask()).limits.rate).toBe(100)
})

test('who left, and an older start of a data folder, get nothing; what they had is kept until it has ended', async () => {
  const { desktops, database, setClock } = await team(2)
  const [ana, ben] = desktops as [Desktop, Desktop]
  await settle(desktops)
  const again = createDesktop(database, await joinTeam(database, 'Ana', ana.session.desktop))
  expect((await ana.ask()).verdict).toBe('replaced')
  expect((await again.ask()).verdict).toBe('soon')
  await leaveTeam(database, ben.session.desktop)
  expect((await ben.ask()).verdict).toBe('left')
  setClock(6000)
  expect((await again.ask()).limits.rate).toBe(100)
})

test('after another server took over, no share grows until those that it may have forgotten have ended', async () => {
  const { desktops, query, setClock } = await team(2)
  const [ana, ben] = desktops as [Desktop, Desktop]
  await settle(desktops)
  await query(`DELETE FROM carryover.lease; UPDATE carryover.service SET incarnation = 'another'`)
  expect((await ben.ask()).limits.rate).toBe(50)
  expect((await ana.ask()).limits.rate).toBe(50)
  await query('DELETE FROM carryover.lease')
  setClock(5000)
  expect((await ben.ask()).limits.rate).toBe(50)
  setClock(6000)
  expect((await ben.ask()).limits.rate).toBe(100)
})

test('services have their own shares', async () => {
  const { desktops, database } = await team(2)
  const [ana, ben] = desktops as [Desktop, Desktop]
  await ana.ask()
  const other = valueOf(
    await askForShare(database, ben.session, {
      service: 'http://other.example',
      number: 1,
      isSending: true,
      limits: { rate: 7, concurrency: 3, readsPerMinute: null },
      wants: everything,
      has: nothing,
    }),
  )
  expect(other.limits).toEqual({ rate: 7, concurrency: 3, readsPerMinute: null })
})
