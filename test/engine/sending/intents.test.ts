// Tests prefetch: intents written before a slot is free. The next request leaves as soon as an answer comes, and a
// request that may not leave after all returns to the queue as if it had not started.
import { noTeam } from '../../../electron/engine/sending/create/claims.ts'
import { expect, test } from 'vitest'
import { createIntents } from '../../../electron/engine/sending/create/intents.ts'
import type { Store } from '../../../electron/engine/store/store.ts'
import type { TransportResult } from '../../../electron/engine/sending/service-client/transport.ts'
import { queue } from '../store/practice-store.ts'
import { practiseScheduling, reply, finish } from './practice-scheduler.ts'

const accepted = reply(201, { status: 'PENDING' })
const later = { pollFirstMs: 10_000_000, pollLongestMs: 10_000_000 }

/** The first create is answered when `answer` is called; the others at once. */
async function withOneHeld(accounts: number) {
  let answer: (result: TransportResult) => void = () => undefined
  const held = new Promise<TransportResult>((resolve) => {
    answer = resolve
  })
  const harness = await practiseScheduling(
    ({ route }, nth) => (route === 'create' && nth === 1 ? held : accepted),
    { accounts, limits: { concurrency: 1, ...later } },
  )
  queue(harness)
  const scheduler = harness.start()
  await finish()
  return { harness, scheduler, answer }
}

test('one is ready while the only place is taken, and leaves when that is answered', async () => {
  const { harness, answer } = await withOneHeld(3)
  expect(harness.states()).toMatchObject({ sending: 2, queued: 1 })
  expect(harness.count('create')).toBe(1)
  answer(accepted)
  await finish()
  expect(harness.count('create')).toBe(3)
  // The group commit waits a moment for further events.
  await harness.pass(500)
  expect(harness.states()).toMatchObject({ processing: 3 })
})

test('prefetched attempts return to the queue when a person pauses, is not sent, and has not begun', async () => {
  const { harness, scheduler, answer } = await withOneHeld(3)
  const { store, connection, ids } = harness
  const pause = {
    connectionId: connection,
    supplier: '',
    reason: 'person',
    code: null,
    message: 'x',
    since: 0,
  } as const
  store.connections.pause(pause)
  scheduler.putBack()
  expect(harness.states()).toMatchObject({ sending: 1, queued: 2 })
  answer(accepted)
  await finish()
  expect(harness.count('create')).toBe(1)
  const [, second = 0] = ids
  expect(store.accounts.get(second)).toMatchObject({ state: 'queued', first_sent_at: null })
  expect(store.history.attempts(second)).toMatchObject([{ class: 'not_sent', code: 'withdrawn' }])

  store.connections.resume(connection, '')
  scheduler.wake()
  await finish()
  expect(harness.count('create')).toBe(3)
  expect(harness.count('create', 'A-2')).toBe(1)
})

test('a pause that was not reported to the scheduler still keeps prefetched attempts from leaving', async () => {
  const { harness, answer } = await withOneHeld(2)
  harness.store.connections.pause({
    connectionId: harness.connection,
    supplier: '',
    reason: 'person',
    code: null,
    message: 'x',
    since: 0,
  })
  answer(accepted)
  await harness.pass(10_000)
  expect(harness.count('create')).toBe(1)
  expect(harness.states()).toMatchObject({ sending: 0, queued: 1 })
})

test('a cancelled account is not sent, also where putting it back did not succeed', async () => {
  const { harness, answer } = await withOneHeld(3)
  harness.store.cancelling.begin(harness.batch, '', harness.clock.now())
  answer(accepted)
  await harness.pass(10_000)
  expect(harness.count('create')).toBe(1)
})

test('prefetched attempts return to the queue at once when sending ends, however long the request under way takes', async () => {
  const { harness, scheduler, answer } = await withOneHeld(3)
  const ended = scheduler.stop()
  expect(harness.states()).toMatchObject({ sending: 1, queued: 2 })
  answer(accepted)
  await ended
  expect(harness.count('create')).toBe(1)
})

test('accounts that are skipped leave their slots to the next ones', () => {
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
      isDeferredForOther: ({ id }: { id: number }) => {
        if (id > 3) return false
        queued.splice(queued.indexOf(id), 1)
        return true
      },
    },
  } as unknown as Store
  const intents = createIntents(store, 1, { isDue: () => false, underWay: new Set() }, noTeam)
  intents.prepare(0, null, 2)?.go()
  expect(begun).toEqual([4, 5])
  expect(intents.ready).toBe(2)
})

test('a prefetched account that is then held is not sent with later ones', async () => {
  const { harness, answer } = await withOneHeld(4)
  const [, second = 0, third = 0] = harness.ids
  harness.store.accounts.move(second, 'sending', 'sending', { held_reason: 'Ask first.' })
  answer(accepted)
  await harness.pass(10_000)
  expect(harness.count('create', 'A-2')).toBe(0)
  expect(harness.store.accounts.get(third).state).toBe('processing')
  expect(harness.store.accounts.get(second)).toMatchObject({ state: 'queued', held_reason: 'Ask first.' })
  expect(harness.count('create')).toBe(3)
})

test('an answer that closes the lane is written before the next one leaves', async () => {
  const { harness, answer } = await withOneHeld(3)
  const closed = {
    code: 'import_supplier_migration_not_ongoing',
    detail: 'Paused.',
    domain: 'import_process',
  }
  answer(reply(400, closed))
  await harness.pass(5000)
  expect(harness.count('create')).toBe(1)
  expect(harness.states()).toMatchObject({ sending: 0, queued: 3 })
})

test('ending in order leaves nothing that looks sent', async () => {
  const { harness, scheduler, answer } = await withOneHeld(3)
  const ended = scheduler.stop()
  answer(accepted)
  await ended
  expect(harness.count('create')).toBe(1)
  expect(harness.states()).toMatchObject({ sending: 0, queued: 2, processing: 1 })
})
