// Sending through a sleep, a lost network and a clock that was set, on a clock that only the test moves: nothing is sent
// twice, nothing waits beyond its cap (reliability.md sections 2 and 3).
import { describe, expect, test } from 'vitest'
import type { TransportResult } from '../../../electron/engine/service-client/transport.ts'
import { clear, queue } from '../store/practice-store.ts'
import {
  lost,
  openOffice,
  notFound,
  practiseConducting,
  recordReply,
  reply,
  type Script,
  settle,
} from '../queue/practice-conductor.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const year = 8766 * hour

const created = reply(201, {})
const refused: TransportResult = {
  kind: 'failed',
  maybeSent: false,
  code: 'ECONNREFUSED',
  message: 'the connection was refused',
}

type House = Awaited<ReturnType<typeof practiseConducting>>

/** The office over a house, as the engine has it. */
describe('a sleep', () => {
  test('begins every quiet time anew: what had not left when it fell asleep may leave when it wakes', async () => {
    const house = await practiseConducting(({ route }, nth) => {
      if (route === 'create') return nth === 1 ? lost : created
      return house.count('create') === 1 ? notFound : recordReply('PENDING', house.clock.now())
    })
    queue(house)
    const office = await openOffice(house)
    await house.pass(100 * second)
    expect(house.count('status'), 'the first "not found" has come').toBeGreaterThan(0)
    // A clock that counts the sleep: the quiet time would be long over.
    house.clock.advance(8 * hour)
    office.afterSleep(0)
    await house.pass(110 * second)
    expect(house.count('create')).toBe(1)
    await house.pass(30 * second)
    expect(house.count('create')).toBe(2)
    await office.stop()
  })

  test('ages the token by what the clock for waiting did not count, so that one sign-in follows and no refusals', async () => {
    const house = await practiseConducting(({ route }) =>
      route === 'create' ? created : recordReply('PENDING', house.clock.now()),
    )
    queue(house)
    const office = await openOffice(house)
    await house.pass(5 * second)
    expect(house.count('token')).toBe(1)
    // An hour is the life that is assumed of a token that does not tell.
    house.clock.setBy(hour)
    office.afterSleep(hour)
    await house.pass(10 * minute)
    expect(house.count('token')).toBe(2)
    await office.stop()
  })

  test('has what was ready to be sent written anew, so that its time is the time it is sent', async () => {
    const gate = Promise.withResolvers<void>()
    const house = await practiseConducting(
      async ({ route }) => {
        if (route !== 'create') return recordReply('PROCESSED', house.serviceNow())
        await gate.promise
        return created
      },
      { accounts: 6, limits: { concurrency: 2 } },
    )
    queue(house)
    const office = await openOffice(house)
    await house.pass(5 * second)
    expect(house.count('create')).toBe(2)
    expect(house.states().sending, 'two in flight and one ready').toBe(3)
    house.clock.setBy(8 * hour)
    const woke = house.clock.now()
    office.afterSleep(8 * hour)
    await house.pass(5 * second)
    gate.resolve()
    await house.pass(5 * minute)
    expect(house.states().settled).toBe(6)
    expect(house.count('create')).toBe(6)
    const third = house.ids[2] ?? 0
    expect(house.store.history.attempts(third)).toMatchObject([
      { class: 'not_sent' },
      { class: 'yes', startedAt: expect.toSatisfy((at: number) => at >= woke) },
    ])
    await office.stop()
  })

  test('that is coming lets nothing new begin, whatever is due, and afterwards it goes on', async () => {
    const house = await practiseConducting(
      ({ route }) => (route === 'create' ? created : recordReply('PROCESSED', house.clock.now())),
      { accounts: 6, limits: { concurrency: 2 } },
    )
    queue(house)
    const rest = { resting: true }
    const office = await openOffice(house, { resting: () => rest.resting })
    const waits: number[] = []
    const { after } = house.clock
    Object.assign(house.clock, {
      after: (ms: number, call: () => void) => {
        waits.push(ms)
        return after(ms, call)
      },
    })
    await house.pass(20 * second)
    expect(house.asked).toEqual([])
    expect(waits.length, 'how often it looked in 20 s').toBeLessThan(10)
    expect(house.states().queued).toBe(6)
    rest.resting = false
    office.wakeAll()
    await house.pass(minute)
    expect(house.states().settled).toBe(6)
    expect(house.count('create')).toBe(6)
    await office.stop()
  })
})

describe('a network that was away', () => {
  /** Refuses every connection while it is away. */
  async function awayHouse(accounts: number) {
    const network = { isThere: false }
    const house = await practiseConducting(
      ({ route }) => {
        if (!network.isThere) return refused
        return route === 'create' ? created : recordReply('PROCESSED', house.clock.now())
      },
      { accounts },
    )
    queue(house)
    return { network, house, office: await openOffice(house) }
  }

  test.each([1, 8])(
    'is tried at once by all %i when somebody says that it is back; nothing was burned',
    async (accounts) => {
      const { network, house, office } = await awayHouse(accounts)
      await house.pass(30 * minute)
      expect(office.breakerOpen(house.connection)).toBe(true)
      expect(house.states().queued).toBe(accounts)
      network.isThere = true
      office.tryNow()
      await house.pass(5 * second)
      expect(house.states().queued).toBe(0)
      expect(office.breakerOpen(house.connection)).toBe(false)
      await house.pass(minute)
      expect(house.states().settled).toBe(accounts)
      for (const id of house.ids)
        expect(house.store.accounts.get(id)).toMatchObject({ outcome: 'created', crashes: 0 })
      await office.stop()
    },
  )

  test('that is said to be back and is not is asked once, and then as slowly as before', async () => {
    const { house, office } = await awayHouse(8)
    await house.pass(30 * minute)
    const before = house.asked.length
    office.tryNow()
    await house.pass(second)
    expect(house.asked.length - before).toBe(1)
    expect(office.breakerOpen(house.connection)).toBe(true)
    await office.stop()
  })
})

describe.each([
  ['an hour on', hour],
  ['an hour back', -hour],
  ['ten years on', 10 * year],
  ['ten years back', -10 * year],
])('a clock that is set %s', (_name, by) => {
  /** A service that takes two seconds for a create and a minute to finish an account, by its own clock. */
  function service(house: () => House, mood: Script = () => created): Script {
    const since = new Map<string, number>()
    return async (asked, nth) => {
      const { serviceNow } = house()
      if (asked.route === 'create') {
        const answer = await mood(asked, nth)
        if (answer.kind === 'reply' || answer.maybeSent) since.set(asked.key, serviceNow())
        return answer
      }
      if (asked.route === 'validate') return reply(200, {})
      const from = since.get(asked.key)
      if (from === undefined) return notFound
      return recordReply(serviceNow() - from > minute ? 'PROCESSED' : 'PENDING', from)
    }
  }

  test.each([2, 45])(
    'and set right again, begun %i s after the release: each account is created once, within minutes',
    async (afterSeconds) => {
      const house: House = await practiseConducting(
        service(() => house),
        { accounts: 12, limits: { concurrency: 2, rate: 1 } },
      )
      queue(house)
      house.start()
      await house.pass(afterSeconds * second)
      house.clock.setBy(by)
      await house.pass(20 * second)
      house.clock.setBy(-by)
      await house.pass(6 * minute)
      expect(house.states().settled).toBe(12)
      expect(house.count('create')).toBe(12)
      expect(house.broken).toEqual([])
    },
  )

  test('while answers are lost: an account is sent again only after a quiet time by a clock that nobody sets', async () => {
    const sent: number[] = []
    const house: House = await practiseConducting(({ route }) => {
      // What was judged years ago, or in the future, is judged again before it is sent.
      if (route === 'validate') return reply(200, {})
      if (route === 'create') {
        sent.push(house.clock.monotonic())
        return sent.length === 1 ? lost : created
      }
      return sent.length === 1 ? notFound : recordReply('PROCESSED', house.serviceNow())
    })
    queue(house)
    house.start()
    await house.pass(10 * second)
    house.clock.setBy(by)
    await house.pass(5 * minute)
    expect(sent).toHaveLength(2)
    expect((sent[1] ?? 0) - (sent[0] ?? 0)).toBeGreaterThanOrEqual(120 * second)
    await house.pass(10 * minute)
    expect(house.states().settled).toBe(1)
  })

  test('before a create whose answer is lost, and set right after it: the time was asked for first, so it is known for ours', async () => {
    const house: House = await practiseConducting(
      ({ route, key }) => {
        if (route === 'validate') return reply(200, {})
        if (route === 'create') {
          if (key === 'A-2') sentAt = house.serviceNow()
          return key === 'A-2' ? lost : created
        }
        if (key === 'A-2' && !mayRead) return reply(503, {})
        return recordReply('PROCESSED', key === 'A-2' ? sentAt : house.serviceNow())
      },
      { accounts: 2, limits: { concurrency: 1 } },
    )
    let sentAt = 0
    let mayRead = false
    const [first = 0, other = 0] = house.ids
    clear(house)
    house.store.accounts.move(first, 'cleared', 'queued', {})
    house.start()
    await house.pass(minute)
    expect(house.states().settled).toBe(1)
    house.clock.setBy(by)
    const before = house.asked.length
    house.store.accounts.move(other, 'cleared', 'queued', { judged_at: house.clock.now() })
    await house.pass(6 * second)
    const between = house.asked.slice(before).filter(({ route }) => route !== 'status')
    expect(between.map(({ route, key }) => [route, key === 'A-2'])).toEqual([
      ['validate', false],
      ['create', true],
    ])
    house.clock.setBy(-by)
    mayRead = true
    await house.pass(10 * minute)
    expect(house.store.accounts.get(other)).toMatchObject({ state: 'settled', outcome: 'created' })
  })

  test('while the service is away and what waits was put off: nothing waits longer than it would have', async () => {
    const network = { isThere: false }
    const house: House = await practiseConducting(
      ({ route }) => {
        if (!network.isThere) return refused
        if (route === 'validate') return reply(200, {})
        return route === 'create' ? created : recordReply('PROCESSED', house.serviceNow())
      },
      { accounts: 4 },
    )
    queue(house)
    house.start()
    await house.pass(10 * minute)
    house.clock.setBy(by)
    network.isThere = true
    // The longest back-off is five minutes.
    await house.pass(6 * minute)
    expect(house.states().queued).toBe(0)
    expect(house.count('create', 'A-1')).toBeGreaterThan(0)
    await house.pass(10 * minute)
    expect(house.states().settled).toBe(4)
  })

  test('while accounts are judged: each is judged once', async () => {
    const house: House = await practiseConducting(
      service(() => house),
      { accounts: 12, limits: { concurrency: 1, rate: 1 } },
    )
    house.store.batches.setValidating(house.batch, true)
    house.start()
    await house.pass(4 * second)
    house.clock.setBy(by)
    await house.pass(minute)
    await settle()
    expect(house.states().cleared).toBe(12)
    expect(house.count('validate')).toBe(12)
  })
})
