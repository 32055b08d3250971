// Intents that are written before there is a place for them: the next request leaves as soon as an answer comes, and what
// may not leave after all goes back to the queue as if it had not begun.
import { expect, test } from 'vitest'
import { createIntents } from '../../../electron/engine/queue/intents.ts'
import type { Store } from '../../../electron/engine/store/store.ts'
import type { TransportResult } from '../../../electron/engine/service-client/transport.ts'
import { queue } from '../store/practice-store.ts'
import { practiseConducting, reply, settle } from './practice-conductor.ts'

const accepted = reply(201, { status: 'PENDING' })
const later = { pollFirstMs: 10_000_000, pollLongestMs: 10_000_000 }

/** The first create is answered when `answer` is called; the others at once. */
async function withOneHeld(accounts: number) {
  let answer: (result: TransportResult) => void = () => undefined
  const held = new Promise<TransportResult>((resolve) => {
    answer = resolve
  })
  const house = await practiseConducting(
    ({ route }, nth) => (route === 'create' && nth === 1 ? held : accepted),
    { accounts, limits: { concurrency: 1, ...later } },
  )
  queue(house)
  const conductor = house.start()
  await settle()
  return { house, conductor, answer }
}

test('one is ready while the only place is taken, and leaves when that is answered', async () => {
  const { house, answer } = await withOneHeld(3)
  expect(house.states()).toMatchObject({ sending: 2, queued: 1 })
  expect(house.count('create')).toBe(1)
  answer(accepted)
  await settle()
  expect(house.count('create')).toBe(3)
  // Good news waits a moment for company.
  await house.pass(500)
  expect(house.states()).toMatchObject({ watching: 3 })
})

test('what is ready when a person pauses goes back to the queue, is not sent, and has not begun', async () => {
  const { house, conductor, answer } = await withOneHeld(3)
  const { store, connection, ids } = house
  const pause = {
    connectionId: connection,
    supplier: '',
    reason: 'person',
    code: null,
    message: 'x',
    since: 0,
  } as const
  store.connections.pause(pause)
  conductor.putBack()
  expect(house.states()).toMatchObject({ sending: 1, queued: 2 })
  answer(accepted)
  await settle()
  expect(house.count('create')).toBe(1)
  const [, second = 0] = ids
  expect(store.accounts.get(second)).toMatchObject({ state: 'queued', first_sent_at: null })
  expect(store.history.attempts(second)).toMatchObject([{ class: 'not_sent', code: 'withdrawn' }])

  store.connections.resume(connection, '')
  conductor.wake()
  await settle()
  expect(house.count('create')).toBe(3)
  expect(house.count('create', 'A-2')).toBe(1)
})

test('a pause that nobody told the conductor of keeps what is ready from leaving all the same', async () => {
  const { house, answer } = await withOneHeld(2)
  house.store.connections.pause({
    connectionId: house.connection,
    supplier: '',
    reason: 'person',
    code: null,
    message: 'x',
    since: 0,
  })
  answer(accepted)
  await house.pass(10_000)
  expect(house.count('create')).toBe(1)
  expect(house.states()).toMatchObject({ sending: 0, queued: 1 })
})

test('what is taken back does not leave, also where putting it back did not succeed', async () => {
  const { house, answer } = await withOneHeld(3)
  house.store.takingBack.begin(house.batch, '', house.clock.now())
  answer(accepted)
  await house.pass(10_000)
  expect(house.count('create')).toBe(1)
})

test('what is ready when sending is to end is queued at once, however long the request under way takes', async () => {
  const { house, conductor, answer } = await withOneHeld(3)
  const ended = conductor.stop()
  expect(house.states()).toMatchObject({ sending: 1, queued: 2 })
  answer(accepted)
  await ended
  expect(house.count('create')).toBe(1)
})

test('those that stand aside leave room for the ones behind them', () => {
  const queued = [1, 2, 3, 4, 5]
  const begun: number[] = []
  const store = {
    sending: {
      queuedNow: (_connection: number, _now: number, count: number) =>
        queued.filter((id) => !begun.includes(id)).slice(0, count),
      begin: ({ id }: { id: number }) => {
        begun.push(id)
        return { accountId: id }
      },
      maySend: () => true,
      changes: () => 1,
      missed: { looksUpFirst: () => false },
    },
    accounts: { get: (id: number) => ({ id }) },
    releasing: {
      standsAside: ({ id }: { id: number }) => {
        if (id > 3) return false
        queued.splice(queued.indexOf(id), 1)
        return true
      },
    },
  } as unknown as Store
  const intents = createIntents(store, 1, { isDue: () => false, underWay: new Set() })
  intents.prepare(0, null, 2)?.go()
  expect(begun).toEqual([4, 5])
  expect(intents.ready).toBe(2)
})

test('what is held while it is ready does not leave with what is written after it', async () => {
  const { house, answer } = await withOneHeld(4)
  const [, second = 0, third = 0] = house.ids
  house.store.accounts.move(second, 'sending', 'sending', { held_reason: 'Ask first.' })
  answer(accepted)
  await house.pass(10_000)
  expect(house.count('create', 'A-2')).toBe(0)
  expect(house.store.accounts.get(third).state).toBe('watching')
  expect(house.store.accounts.get(second)).toMatchObject({ state: 'queued', held_reason: 'Ask first.' })
  expect(house.count('create')).toBe(3)
})

test('an answer that closes the lane is written before the next one leaves', async () => {
  const { house, answer } = await withOneHeld(3)
  const closed = {
    code: 'import_supplier_migration_not_ongoing',
    detail: 'Paused.',
    domain: 'import_process',
  }
  answer(reply(400, closed))
  await house.pass(5000)
  expect(house.count('create')).toBe(1)
  expect(house.states()).toMatchObject({ sending: 0, queued: 3 })
})

test('ending in order leaves nothing that looks sent', async () => {
  const { house, conductor, answer } = await withOneHeld(3)
  const ended = conductor.stop()
  answer(accepted)
  await ended
  expect(house.count('create')).toBe(1)
  expect(house.states()).toMatchObject({ sending: 0, queued: 2, watching: 1 })
})
