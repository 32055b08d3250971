// Tests waves on a real store, with a scripted service and a clock that only the test moves: releases in steps, the
// interval between two waves, and cancelling, across restarts.
import { setImmediate as nextTurn } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { accepted, later, pending, type PlanInput, practiseWaves, smooth, until } from './practice-waves.ts'
import { connectionManagerOf, recordReply } from './practice-scheduler.ts'
import { addAccounts, cancelStep, clear, releaseStep, start } from '../store/practice-store.ts'

describe('a release', () => {
  test('of 2,000 is one wave, released in steps that yield to other work', async () => {
    const harness = await practiseWaves(smooth, { accounts: 2000 })
    let turns = 0
    let isOver = false
    const count = (): void => {
      turns += 1
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    const came = await harness.waves.release(harness.openBatch(), null)
    isOver = true
    expect(came).toEqual({ ok: true, value: { released: 2000, elsewhere: 0 } })
    expect(turns).toBeGreaterThanOrEqual(4)
    expect(harness.view().waves).toMatchObject([
      { number: 1, size: null, accounts: 2000, queued: 2000, onTheWay: 0, created: 0, endedAt: null },
    ])
    expect(harness.events().map(({ kind, detail }) => [kind, detail])).toEqual([
      ['released', { wave: 1, size: null, released: 2000, elsewhere: 0 }],
    ])
  })

  test('that was interrupted continues at the next start, whole and once', async () => {
    const harness = await practiseWaves(smooth, { accounts: 900 })
    const { store, batch } = harness
    const { job } = store.releasing.begin({ batch, size: 700, byPerson: true, now: start })
    releaseStep(store, job, 200)
    expect(harness.view().waves).toMatchObject([{ accounts: 200 }])
    // Work done before the restart is not repeated: some of it may have been sent by now.
    harness.begin()
    await harness.pass(4000)
    const sent = harness.count('create')
    expect(sent).toBeGreaterThan(0)
    const next = harness.keepAgain()
    next.resume()
    await until(harness, () => store.jobs.ofKind('release').length === 0)
    expect(harness.view().waves).toMatchObject([{ number: 1, size: 700, accounts: 700 }])
    expect(store.batches.counts(batch).states.validated).toBe(200)
    expect(harness.events().filter(({ kind }) => kind === 'released')).toHaveLength(1)
  })

  test('that a disk error interrupts is reported, and continues automatically when the disk accepts writes again', async () => {
    const harness = await practiseWaves(smooth, { accounts: 600 })
    const { store } = harness
    const real = store.releasing.step
    let fails = true
    let steps = 0
    const releasing = store.releasing as { step: typeof real }
    releasing.step = (...given) => {
      steps += 1
      if (fails && steps > 1) throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL')
      return real(...given)
    }
    const came = await harness.waves.release(harness.openBatch(), null)
    expect(came).toMatchObject({ ok: false, failure: { code: 'disk_does_not_write' } })
    expect(harness.view().waves).toMatchObject([{ accounts: 100 }])
    fails = false
    await until(harness, () => store.jobs.ofKind('release').length === 0)
    expect(harness.view().waves).toMatchObject([{ number: 1, accounts: 600 }])
  })

  test('leaves out accounts that are held or were validated with other bytes, and counts on beyond them', async () => {
    const harness = await practiseWaves(smooth, { accounts: 6 })
    const { store, database, ids } = harness
    store.accounts.move(ids[0] ?? 0, 'validated', 'validated', { held_reason: 'wait' })
    database.prepare('UPDATE validation SET payload_id = payload_id + 100 WHERE account_id = ?').run(ids[1])
    expect(await harness.waves.release(harness.openBatch(), 3)).toMatchObject({ value: { released: 3 } })
    expect(ids.map((id) => store.accounts.get(id).wave)).toEqual([null, null, 1, 1, 1, null])
  })

  test('of no accounts creates no wave', async () => {
    const harness = await practiseWaves(smooth, { accounts: 2, validated: false })
    expect(await harness.waves.release(harness.openBatch(), null)).toMatchObject({ value: { released: 0 } })
    expect(harness.view().waves).toEqual([])
  })
})

describe('between two waves', () => {
  test('a person is waited for, unless the plan says otherwise', async () => {
    const harness = await practiseWaves(smooth, { accounts: 4, plan: { sizes: [1] } })
    harness.begin()
    await harness.waves.release(harness.openBatch(), 1)
    await harness.pass(5000)
    expect(harness.view().waves).toMatchObject([
      { number: 1, created: 1, endedAt: expect.any(Number) as number },
    ])
    expect(harness.states().validated).toBe(3)
    expect(harness.events().map(({ kind }) => kind)).toEqual(['released', 'wave_sent', 'wave_ended'])
  })

  test('the next follows automatically when the one before was sent, up to the last', async () => {
    const harness = await practiseWaves(pending, {
      accounts: 9,
      plan: { sizes: [1, 3], between: 'when_sent' },
    })
    harness.begin()
    await harness.waves.release(harness.openBatch(), 1)
    await harness.pass(3000)
    expect(harness.view().waves.map(({ size, accounts, onTheWay }) => [size, accounts, onTheWay])).toEqual([
      [1, 1, 1],
      [3, 3, 3],
      [null, 5, 5],
    ])
    expect(harness.count('create')).toBe(9)
    // Accounts validated after the last wave wait for a person.
    addAccounts(harness.store, harness.batch, harness.connection, ['late'], { firstPosition: 9 })
    clear({
      store: harness.store,
      ids: [harness.database.prepare('SELECT max(id) FROM account').pluck().get() as number],
    })
    await harness.look()
    expect(harness.states().validated).toBe(1)
  })

  test('the next waits until all before have done where the plan says so, also across a restart', async () => {
    let status = 'PENDING'
    const harness = await practiseWaves(
      ({ route }) => (route === 'create' ? accepted : recordReply(status, later)),
      { accounts: 5, plan: { sizes: [2], between: 'when_done' } },
    )
    harness.begin()
    await harness.waves.release(harness.openBatch(), 2)
    await harness.pass(5000)
    expect(harness.view().waves).toMatchObject([{ accounts: 2, onTheWay: 2, endedAt: null }])
    await harness.stopJobs()
    status = 'PROCESSED'
    await harness.pass(5000)
    expect(harness.view().waves).toHaveLength(1)
    harness.keepAgain().resume()
    await harness.pass(5000)
    expect(harness.view().waves).toMatchObject([{ created: 2 }, { created: 3 }])
  })

  test('the plan may change at any time: a wave that was waiting follows at once', async () => {
    const harness = await practiseWaves(smooth, { accounts: 3, plan: { sizes: [1] } })
    harness.begin()
    await harness.waves.release(harness.openBatch(), 1)
    await harness.pass(3000)
    expect(harness.states().validated).toBe(2)
    harness.store.waves.setPlan(harness.batch, { ...harness.view().plan, between: 'when_sent' })
    await harness.look()
    await harness.pass(3000)
    expect(harness.states()).toMatchObject({ validated: 0, done: 3 })
  })

  test('nothing follows while the connection is paused, while accounts are validated, or of what is held', async () => {
    const harness = await practiseWaves(smooth, {
      accounts: 6,
      plan: { sizes: [1, 3], between: 'when_sent' },
    })
    const { store, batch, connection } = harness
    harness.begin()
    await harness.waves.release(harness.openBatch(), 1)
    store.batches.setValidating(batch, true)
    for (const id of harness.ids.slice(4)) store.accounts.move(id, 'validated', 'unvalidated')
    // Two are validated now, and more may follow: the wave of three waits for them.
    store.accounts.move(harness.ids[3] ?? 0, 'validated', 'unvalidated', { due_at: start + 1e12 })
    for (const id of harness.ids.slice(4))
      store.accounts.move(id, 'unvalidated', 'unvalidated', { due_at: start + 1e12 })
    await harness.pass(2000)
    expect(harness.view().waves).toHaveLength(1)
    const paused = { connectionId: connection, supplier: '', code: null, message: '', since: start } as const
    store.connections.pause({ ...paused, reason: 'person' })
    store.batches.setValidating(batch, false)
    await harness.look()
    expect(harness.view().waves).toHaveLength(1)
    store.connections.resume(connection, '')
    await harness.look()
    await harness.pass(1000)
    expect(harness.view().waves.map(({ accounts }) => accounts)).toEqual([1, 2])
  })

  test('one that is held does not keep a wave from having been sent', async () => {
    const harness = await practiseWaves(smooth, { accounts: 5, plan: { sizes: [2], between: 'when_sent' } })
    await harness.waves.release(harness.openBatch(), 2)
    harness.store.accounts.move(harness.ids[1] ?? 0, 'queued', 'queued', { held_reason: 'wait' })
    harness.begin()
    await harness.pass(4000)
    expect(harness.view().waves).toMatchObject([{ created: 1, queued: 1 }, { created: 3 }])
  })
})

describe('after an end that was not in order', () => {
  async function recovered(plan: PlanInput, validated: number, cut = false) {
    const harness = await practiseWaves(smooth, { accounts: 1 + validated, plan })
    const { store, batch, connection } = harness
    harness.begin()
    await harness.waves.release(harness.openBatch(), 1)
    // The wave manager ends before it can release the next wave.
    await harness.stopJobs()
    await harness.pass(4000)
    expect(harness.states()).toMatchObject({ done: 1, validated })
    if (cut) store.releasing.begin({ batch, size: null, byPerson: true, now: start })
    const connectionManager = await connectionManagerOf(harness)
    connectionManager.recover(false)
    const reasons = store.connections.pauses(connection).map(({ reason }) => reason)
    harness.keepAgain().resume()
    await harness.pass(3000)
    return { harness, reasons }
  }

  test('the next wave does not follow before a person has looked, although nothing was in progress', async () => {
    const { harness, reasons } = await recovered({ sizes: [1, 1], between: 'when_done' }, 3)
    expect(reasons).toEqual(['after_crash'])
    expect(harness.view().waves).toHaveLength(1)
    harness.store.connections.resume(harness.connection, '')
    await harness.look()
    expect(harness.view().waves.length).toBeGreaterThan(1)
  })

  test('a release that was cut is made whole, and nothing of it is sent before a person has looked', async () => {
    const { harness, reasons } = await recovered({ sizes: [1] }, 3, true)
    expect(reasons).toEqual(['after_crash'])
    expect(harness.states()).toMatchObject({ queued: 3, validated: 0 })
    expect(harness.count('create')).toBe(1)
  })

  test('where a person is asked between waves anyway, or nothing is left, nothing is paused', async () => {
    expect((await recovered({ sizes: [1] }, 3)).reasons).toEqual([])
    expect((await recovered({ sizes: [1], between: 'when_sent' }, 0)).reasons).toEqual([])
  })
})

describe('cancelling', () => {
  test('cancels queued accounts while others are in flight; the wave counts the rest, and nothing follows', async () => {
    const held: { answer: (() => void) | null } = { answer: null }
    const harness = await practiseWaves(
      ({ route }, nth) =>
        route === 'create' && nth === 1
          ? new Promise((resolve) => {
              held.answer = () => resolve(accepted)
            })
          : smooth({ route, at: 0, token: '', key: '' }, nth),
      { accounts: 10, limits: { concurrency: 1 }, plan: { sizes: [6], between: 'when_sent' } },
    )
    await harness.waves.release(harness.openBatch(), 6)
    harness.begin()
    await harness.pass(100)
    expect(harness.states()).toMatchObject({ sending: 2, queued: 4 })
    // One is in flight; the other was prefetched, and returns to the queue as well.
    expect(await harness.waves.cancelQueued(harness.batch)).toEqual({ ok: true, value: 5 })
    expect(harness.view().waves).toMatchObject([{ accounts: 1, queued: 0, onTheWay: 1 }])
    expect(harness.states().validated).toBe(9)
    held.answer?.()
    await harness.pass(5000)
    expect(harness.view().waves).toMatchObject([{ accounts: 1, created: 1 }])
    expect(harness.count('create')).toBe(1)
    // After cancelling accounts, a person releases the next wave.
    await harness.waves.release(harness.openBatch(), 6)
    await harness.pass(5000)
    expect(harness.view().waves.map(({ accounts }) => accounts)).toEqual([1, 6, 3])
  })

  test('that was interrupted continues at the next start, and nothing of it is sent meanwhile', async () => {
    const harness = await practiseWaves(smooth, { accounts: 500 })
    const { store, batch, connection } = harness
    await harness.waves.release(harness.openBatch(), null)
    const job = store.cancelling.begin(batch, '', start)
    cancelStep(store, job, 200)
    expect(store.sending.nextQueued(connection, start)).toBeNull()
    harness.begin()
    await harness.pass(2000)
    expect(harness.count('create')).toBe(0)
    harness.keepAgain().resume()
    await until(harness, () => store.jobs.ofKind('cancel').length === 0)
    expect(harness.states().validated).toBe(500)
    expect(harness.events().filter(({ kind }) => kind === 'cancelled')).toMatchObject([
      { detail: { cancelled: 500 } },
    ])
  })

  test('that a disk error interrupts is reported, none of it is sent, and it continues automatically', async () => {
    const harness = await practiseWaves(smooth, { accounts: 400 })
    const { store } = harness
    await harness.waves.release(harness.openBatch(), null)
    const real = store.cancelling.step
    let fails = true
    const cancelling = store.cancelling as { step: typeof real }
    cancelling.step = (...given) => {
      if (fails) throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL')
      return real(...given)
    }
    harness.begin()
    expect(await harness.waves.cancelQueued(harness.batch)).toMatchObject({
      ok: false,
      failure: { code: 'disk_does_not_write' },
    })
    await harness.pass(3000)
    expect(harness.count('create')).toBe(0)
    fails = false
    await until(harness, () => store.jobs.ofKind('cancel').length === 0)
    expect(harness.states()).toMatchObject({ validated: 400, queued: 0 })
  })

  test('in the middle of a release ends that as well', async () => {
    const harness = await practiseWaves(smooth, { accounts: 1000 })
    const releasing = harness.waves.release(harness.openBatch(), null)
    while (harness.states().queued === 0) await nextTurn()
    const cancelled = harness.waves.cancelQueued(harness.batch)
    const came = await releasing
    const released = came.ok ? came.value.released : 0
    expect(released).toBeGreaterThan(0)
    expect(released).toBeLessThan(1000)
    expect(await cancelled).toEqual({ ok: true, value: released })
    expect(harness.states().validated).toBe(1000)
  })

  test('may be of one supplier, or of some accounts', async () => {
    const harness = await practiseWaves(smooth, { accounts: 4 })
    const { store, batch, connection, ids } = harness
    addAccounts(store, batch, connection, ['B-1', 'B-2'], { supplier: 'BETA', firstPosition: 4 })
    const others = harness.database
      .prepare('SELECT id FROM account WHERE supplier = ?')
      .pluck()
      .all('BETA') as number[]
    clear({ store, ids: others })
    await harness.waves.release(harness.openBatch(), null)
    expect(await harness.waves.cancelQueued(batch, { supplier: 'BETA' })).toEqual({ ok: true, value: 2 })
    expect(await harness.waves.cancelQueued(batch, { accounts: [ids[1] ?? 0, others[0] ?? 0] })).toEqual({
      ok: true,
      value: 1,
    })
    expect(harness.states()).toMatchObject({ queued: 3, validated: 3 })
    expect(harness.view().waves).toMatchObject([{ accounts: 3, queued: 3 }])
    await harness.waves.cancelQueued(batch)
    expect(harness.view().waves).toEqual([])
    await harness.waves.release(harness.openBatch(), 2)
    expect(harness.view().waves).toMatchObject([{ number: 2, accounts: 2 }])
  })
})
