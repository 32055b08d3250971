// Tests sending through a sleep, a lost network and a clock that was set, on a clock that only the test moves:
// nothing is sent twice, nothing waits beyond its cap.
import { describe, expect, test } from 'vitest'
import type { TransportResult } from '../../../electron/engine/sending/service-client/transport.ts'
import { clear, queue } from '../store/practice-store.ts'
import {
  lost,
  openManager,
  notFound,
  practiseScheduling,
  recordReply,
  reply,
  type Script,
  finish,
} from '../sending/practice-scheduler.ts'

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

type Harness = Awaited<ReturnType<typeof practiseScheduling>>

/** The connection manager over a harness, as the engine has it. */
describe('a sleep', () => {
  test('restarts every quiet time: a request that had not left before the sleep may leave after it', async () => {
    const harness = await practiseScheduling(({ route }, nth) => {
      if (route === 'create') return nth === 1 ? lost : created
      return harness.count('create') === 1 ? notFound : recordReply('PENDING', harness.clock.now())
    })
    queue(harness)
    const connectionManager = await openManager(harness)
    await harness.pass(100 * second)
    expect(harness.count('status'), 'the first "not found" has come').toBeGreaterThan(0)
    // A clock that counts the sleep: the quiet time would be long over.
    harness.clock.advance(8 * hour)
    connectionManager.afterSleep(0)
    await harness.pass(110 * second)
    expect(harness.count('create')).toBe(1)
    await harness.pass(30 * second)
    expect(harness.count('create')).toBe(2)
    await connectionManager.stop()
  })

  test('ages the token by what the clock for waiting did not count, so that one sign-in follows and no refusals', async () => {
    const harness = await practiseScheduling(({ route }) =>
      route === 'create' ? created : recordReply('PENDING', harness.clock.now()),
    )
    queue(harness)
    const connectionManager = await openManager(harness)
    await harness.pass(5 * second)
    expect(harness.count('token')).toBe(1)
    // A token without a stated life is assumed to live for an hour.
    harness.clock.setBy(hour)
    connectionManager.afterSleep(hour)
    await harness.pass(10 * minute)
    expect(harness.count('token')).toBe(2)
    await connectionManager.stop()
  })

  test('prepares accounts ready to be sent again, so that their recorded start is the time of sending', async () => {
    const gate = Promise.withResolvers<void>()
    const harness = await practiseScheduling(
      async ({ route }) => {
        if (route !== 'create') return recordReply('PROCESSED', harness.serviceNow())
        await gate.promise
        return created
      },
      { accounts: 6, limits: { concurrency: 2 } },
    )
    queue(harness)
    const connectionManager = await openManager(harness)
    await harness.pass(5 * second)
    expect(harness.count('create')).toBe(2)
    expect(harness.states().sending, 'two in flight and one ready').toBe(3)
    harness.clock.setBy(8 * hour)
    const woke = harness.clock.now()
    connectionManager.afterSleep(8 * hour)
    await harness.pass(5 * second)
    gate.resolve()
    await harness.pass(5 * minute)
    expect(harness.states().done).toBe(6)
    expect(harness.count('create')).toBe(6)
    const third = harness.ids[2] ?? 0
    expect(harness.store.history.attempts(third)).toMatchObject([
      { class: 'not_sent' },
      { class: 'accepted', startedAt: expect.toSatisfy((at: number) => at >= woke) },
    ])
    await connectionManager.stop()
  })

  test('that was announced lets nothing new begin, and afterwards sending continues', async () => {
    const harness = await practiseScheduling(
      ({ route }) => (route === 'create' ? created : recordReply('PROCESSED', harness.clock.now())),
      { accounts: 6, limits: { concurrency: 2 } },
    )
    queue(harness)
    const rest = { resting: true }
    const connectionManager = await openManager(harness, { resting: () => rest.resting })
    const waits: number[] = []
    const { after } = harness.clock
    Object.assign(harness.clock, {
      after: (ms: number, call: () => void) => {
        waits.push(ms)
        return after(ms, call)
      },
    })
    await harness.pass(20 * second)
    expect(harness.asked).toEqual([])
    expect(waits.length, 'how often it looked in 20 s').toBeLessThan(10)
    expect(harness.states().queued).toBe(6)
    rest.resting = false
    connectionManager.wakeAll()
    await harness.pass(minute)
    expect(harness.states().done).toBe(6)
    expect(harness.count('create')).toBe(6)
    await connectionManager.stop()
  })
})

describe('a network that was away', () => {
  /** Refuses every connection while it is away. */
  async function awayHarness(accounts: number) {
    const network = { isThere: false }
    const harness = await practiseScheduling(
      ({ route }) => {
        if (!network.isThere) return refused
        return route === 'create' ? created : recordReply('PROCESSED', harness.clock.now())
      },
      { accounts },
    )
    queue(harness)
    return { network, harness, connectionManager: await openManager(harness) }
  }

  test.each([1, 8])(
    'is tried at once by all %i accounts when it is reported back, and all of them are created',
    async (accounts) => {
      const { network, harness, connectionManager } = await awayHarness(accounts)
      await harness.pass(30 * minute)
      expect(connectionManager.breakerOpen(harness.connection)).toBe(true)
      expect(harness.states().queued).toBe(accounts)
      network.isThere = true
      connectionManager.tryNow()
      await harness.pass(5 * second)
      expect(harness.states().queued).toBe(0)
      expect(connectionManager.breakerOpen(harness.connection)).toBe(false)
      await harness.pass(minute)
      expect(harness.states().done).toBe(accounts)
      for (const id of harness.ids)
        expect(harness.store.accounts.get(id)).toMatchObject({ outcome: 'created' })
      await connectionManager.stop()
    },
  )

  test('that is reported to be back and is not is tried once, and then as slowly as before', async () => {
    const { harness, connectionManager } = await awayHarness(8)
    await harness.pass(30 * minute)
    const before = harness.asked.length
    connectionManager.tryNow()
    await harness.pass(second)
    expect(harness.asked.length - before).toBe(1)
    expect(connectionManager.breakerOpen(harness.connection)).toBe(true)
    await connectionManager.stop()
  })
})

describe.each([
  ['an hour on', hour],
  ['an hour back', -hour],
  ['ten years on', 10 * year],
  ['ten years back', -10 * year],
])('a clock that is set %s', (_name, by) => {
  /** A service that takes two seconds for a create and a minute to finish an account, by its own clock. */
  function service(harness: () => Harness, behaviour: Script = () => created): Script {
    const since = new Map<string, number>()
    return async (asked, nth) => {
      const { serviceNow } = harness()
      if (asked.route === 'create') {
        const answer = await behaviour(asked, nth)
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
      const harness: Harness = await practiseScheduling(
        service(() => harness),
        { accounts: 12, limits: { concurrency: 2, rate: 1 } },
      )
      queue(harness)
      harness.start()
      await harness.pass(afterSeconds * second)
      harness.clock.setBy(by)
      await harness.pass(20 * second)
      harness.clock.setBy(-by)
      await harness.pass(6 * minute)
      expect(harness.states().done).toBe(12)
      expect(harness.count('create')).toBe(12)
      expect(harness.broken).toEqual([])
    },
  )

  test('while answers are lost: an account is sent again only after a quiet time by a clock that nobody sets', async () => {
    const sent: number[] = []
    const harness: Harness = await practiseScheduling(({ route }) => {
      // What was validated years ago, or in the future, is revalidated before it is sent.
      if (route === 'validate') return reply(200, {})
      if (route === 'create') {
        sent.push(harness.clock.monotonic())
        return sent.length === 1 ? lost : created
      }
      return sent.length === 1 ? notFound : recordReply('PROCESSED', harness.serviceNow())
    })
    queue(harness)
    harness.start()
    await harness.pass(10 * second)
    harness.clock.setBy(by)
    await harness.pass(5 * minute)
    expect(sent).toHaveLength(2)
    expect((sent[1] ?? 0) - (sent[0] ?? 0)).toBeGreaterThanOrEqual(120 * second)
    await harness.pass(10 * minute)
    expect(harness.states().done).toBe(1)
  })

  test('before a create whose answer is lost, and set right after it: the time was asked for first, so it is known for ours', async () => {
    const harness: Harness = await practiseScheduling(
      ({ route, key }) => {
        if (route === 'validate') return reply(200, {})
        if (route === 'create') {
          if (key === 'A-2') sentAt = harness.serviceNow()
          return key === 'A-2' ? lost : created
        }
        if (key === 'A-2' && !mayRead) return reply(503, {})
        return recordReply('PROCESSED', key === 'A-2' ? sentAt : harness.serviceNow())
      },
      { accounts: 2, limits: { concurrency: 1 } },
    )
    let sentAt = 0
    let mayRead = false
    const [first = 0, other = 0] = harness.ids
    clear(harness)
    harness.store.accounts.move(first, 'validated', 'queued', {})
    harness.start()
    await harness.pass(minute)
    expect(harness.states().done).toBe(1)
    harness.clock.setBy(by)
    const before = harness.asked.length
    harness.store.accounts.addValidation(
      other,
      harness.store.accounts.get(other).payload_id ?? 0,
      harness.clock.now(),
      200,
      'validated',
      '{}',
    )
    harness.store.accounts.move(other, 'validated', 'queued')
    await harness.pass(6 * second)
    const between = harness.asked.slice(before).filter(({ route }) => route !== 'status')
    expect(between.map(({ route, key }) => [route, key === 'A-2'])).toEqual([
      ['validate', false],
      ['create', true],
    ])
    harness.clock.setBy(-by)
    mayRead = true
    await harness.pass(10 * minute)
    expect(harness.store.accounts.get(other)).toMatchObject({ state: 'done', outcome: 'created' })
  })

  test('while the service is away and what waits was put off: nothing waits longer than it would have', async () => {
    const network = { isThere: false }
    const harness: Harness = await practiseScheduling(
      ({ route }) => {
        if (!network.isThere) return refused
        if (route === 'validate') return reply(200, {})
        return route === 'create' ? created : recordReply('PROCESSED', harness.serviceNow())
      },
      { accounts: 4 },
    )
    queue(harness)
    harness.start()
    await harness.pass(10 * minute)
    harness.clock.setBy(by)
    network.isThere = true
    // The longest back-off is five minutes.
    await harness.pass(6 * minute)
    expect(harness.states().queued).toBe(0)
    expect(harness.count('create', 'A-1')).toBeGreaterThan(0)
    await harness.pass(10 * minute)
    expect(harness.states().done).toBe(4)
  })

  test('while accounts are validated: each is validated once', async () => {
    const harness: Harness = await practiseScheduling(
      service(() => harness),
      { accounts: 12, limits: { concurrency: 1, rate: 1 } },
    )
    harness.store.batches.setValidating(harness.batch, true)
    harness.start()
    await harness.pass(4 * second)
    harness.clock.setBy(by)
    await harness.pass(minute)
    await finish()
    expect(harness.states().validated).toBe(12)
    expect(harness.count('validate')).toBe(12)
  })
})
