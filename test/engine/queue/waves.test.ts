// Waves on a real store, with a scripted service and a clock that only the test moves: releases in pieces, what comes
// between two waves, and takings back, across restarts.
import { setImmediate as nextTurn } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { accepted, later, pending, type PlanInput, practiseWaves, smooth, until } from './practice-waves.ts'
import { officeOf, recordReply } from './practice-conductor.ts'
import { addAccounts, clear, start } from '../store/practice-store.ts'

describe('a release', () => {
  test('of 2,000 is one wave, carried out in pieces with room for everything else between them', async () => {
    const house = await practiseWaves(smooth, { accounts: 2000 })
    let turns = 0
    let isOver = false
    const count = (): void => {
      turns += 1
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    const came = await house.waves.release(house.openBatch(), null)
    isOver = true
    expect(came).toEqual({ ok: true, value: { released: 2000, elsewhere: 0 } })
    expect(turns).toBeGreaterThanOrEqual(4)
    expect(house.view().waves).toMatchObject([
      { number: 1, size: null, accounts: 2000, queued: 2000, onTheWay: 0, created: 0, endedAt: null },
    ])
    expect(house.events().map(({ kind, detail }) => [kind, detail])).toEqual([
      ['released', { wave: 1, size: null, released: 2000, elsewhere: 0 }],
    ])
  })

  test('that was broken off goes on at the next start, whole and once', async () => {
    const house = await practiseWaves(smooth, { accounts: 900 })
    const { store, batch, connection } = house
    const wave = store.releasing.begin({ batch, size: 700, byPerson: true, now: start })
    store.releasing.releasePiece({ batch, wave, connection }, 200, start)
    expect(house.view().waves).toMatchObject([{ accounts: 200 }])
    // Whatever was done before the end is not done again: some of it may have been sent by now.
    house.begin()
    await house.pass(4000)
    const sent = house.count('create')
    expect(sent).toBeGreaterThan(0)
    const next = house.keepAnew()
    next.resume()
    await until(house, () => store.releasing.unfinished().length === 0)
    expect(house.view().waves).toMatchObject([{ number: 1, size: 700, accounts: 700 }])
    expect(store.batches.counts(batch).states.cleared).toBe(200)
    expect(house.events().filter(({ kind }) => kind === 'released')).toHaveLength(1)
  })

  test('that the disk breaks off is told, and goes on by itself when the disk takes writes again', async () => {
    const house = await practiseWaves(smooth, { accounts: 600 })
    const { store } = house
    const real = store.releasing.releasePiece
    let fails = true
    let pieces = 0
    const releasing = store.releasing as { releasePiece: typeof real }
    releasing.releasePiece = (...given) => {
      pieces += 1
      if (fails && pieces > 1) throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL')
      return real(...given)
    }
    const came = await house.waves.release(house.openBatch(), null)
    expect(came).toMatchObject({ ok: false, failure: { code: 'disk_does_not_write' } })
    expect(house.view().waves).toMatchObject([{ accounts: 100 }])
    fails = false
    await until(house, () => store.releasing.unfinished().length === 0)
    expect(house.view().waves).toMatchObject([{ number: 1, accounts: 600 }])
  })

  test('leaves out what is held and what was judged for other bytes, and counts on beyond them', async () => {
    const house = await practiseWaves(smooth, { accounts: 6 })
    const { store, database, ids } = house
    store.accounts.move(ids[0] ?? 0, 'cleared', 'cleared', { held_reason: 'wait' })
    database
      .prepare('UPDATE account SET judged_payload_id = judged_payload_id + 100 WHERE id = ?')
      .run(ids[1])
    expect(await house.waves.release(house.openBatch(), 3)).toMatchObject({ value: { released: 3 } })
    expect(ids.map((id) => store.accounts.get(id).wave)).toEqual([null, null, 1, 1, 1, null])
  })

  test('of nobody makes no wave', async () => {
    const house = await practiseWaves(smooth, { accounts: 2, cleared: false })
    expect(await house.waves.release(house.openBatch(), null)).toMatchObject({ value: { released: 0 } })
    expect(house.view().waves).toEqual([])
  })
})

describe('between two waves', () => {
  test('a person is waited for, unless the plan says otherwise', async () => {
    const house = await practiseWaves(smooth, { accounts: 4, plan: { sizes: [1] } })
    house.begin()
    await house.waves.release(house.openBatch(), 1)
    await house.pass(5000)
    expect(house.view().waves).toMatchObject([
      { number: 1, created: 1, endedAt: expect.any(Number) as number },
    ])
    expect(house.states().cleared).toBe(3)
    expect(house.events().map(({ kind }) => kind)).toEqual(['released', 'wave_sent', 'wave_ended'])
  })

  test('the next follows by itself when the one before was sent, up to the last', async () => {
    const house = await practiseWaves(pending, { accounts: 9, plan: { sizes: [1, 3], between: 'when_sent' } })
    house.begin()
    await house.waves.release(house.openBatch(), 1)
    await house.pass(3000)
    expect(house.view().waves.map(({ size, accounts, onTheWay }) => [size, accounts, onTheWay])).toEqual([
      [1, 1, 1],
      [3, 3, 3],
      [null, 5, 5],
    ])
    expect(house.count('create')).toBe(9)
    // What is cleared after the last one is for a person again.
    addAccounts(house.store, house.batch, house.connection, ['late'], { firstPosition: 9 })
    clear({
      store: house.store,
      ids: [house.database.prepare('SELECT max(id) FROM account').pluck().get() as number],
    })
    await house.look()
    expect(house.states().cleared).toBe(1)
  })

  test('the next waits until all before have settled where the plan says so, also across a restart', async () => {
    let status = 'PENDING'
    const house = await practiseWaves(
      ({ route }) => (route === 'create' ? accepted : recordReply(status, later)),
      { accounts: 5, plan: { sizes: [2], between: 'when_settled' } },
    )
    house.begin()
    await house.waves.release(house.openBatch(), 2)
    await house.pass(5000)
    expect(house.view().waves).toMatchObject([{ accounts: 2, onTheWay: 2, endedAt: null }])
    await house.waves.stop()
    status = 'PROCESSED'
    await house.pass(5000)
    expect(house.view().waves).toHaveLength(1)
    house.keepAnew().resume()
    await house.pass(5000)
    expect(house.view().waves).toMatchObject([{ created: 2 }, { created: 3 }])
  })

  test('the plan may change at any time: what was to wait follows at once', async () => {
    const house = await practiseWaves(smooth, { accounts: 3, plan: { sizes: [1] } })
    house.begin()
    await house.waves.release(house.openBatch(), 1)
    await house.pass(3000)
    expect(house.states().cleared).toBe(2)
    house.store.waves.setPlan(house.batch, { ...house.view().plan, between: 'when_sent' })
    await house.look()
    await house.pass(3000)
    expect(house.states()).toMatchObject({ cleared: 0, settled: 3 })
  })

  test('nothing follows while the connection is paused, while accounts are judged, or of what is held', async () => {
    const house = await practiseWaves(smooth, { accounts: 6, plan: { sizes: [1, 3], between: 'when_sent' } })
    const { store, batch, connection } = house
    house.begin()
    await house.waves.release(house.openBatch(), 1)
    store.batches.setValidating(batch, true)
    for (const id of house.ids.slice(4)) store.accounts.move(id, 'cleared', 'ready')
    // Two are cleared now, and more may be: the wave of three waits for them.
    store.accounts.move(house.ids[3] ?? 0, 'cleared', 'ready', { due_at: start + 1e12 })
    for (const id of house.ids.slice(4)) store.accounts.move(id, 'ready', 'ready', { due_at: start + 1e12 })
    await house.pass(2000)
    expect(house.view().waves).toHaveLength(1)
    const paused = { connectionId: connection, supplier: '', code: null, message: '', since: start } as const
    store.connections.pause({ ...paused, reason: 'person' })
    store.batches.setValidating(batch, false)
    await house.look()
    expect(house.view().waves).toHaveLength(1)
    store.connections.resume(connection, '')
    await house.look()
    await house.pass(1000)
    expect(house.view().waves.map(({ accounts }) => accounts)).toEqual([1, 2])
  })

  test('one that is held does not keep a wave from having been sent', async () => {
    const house = await practiseWaves(smooth, { accounts: 5, plan: { sizes: [2], between: 'when_sent' } })
    await house.waves.release(house.openBatch(), 2)
    house.store.accounts.move(house.ids[1] ?? 0, 'queued', 'queued', { held_reason: 'wait' })
    house.begin()
    await house.pass(4000)
    expect(house.view().waves).toMatchObject([{ created: 1, queued: 1 }, { created: 3 }])
  })
})

describe('after an end that was not in order', () => {
  async function recovered(plan: PlanInput, cleared: number, cut = false) {
    const house = await practiseWaves(smooth, { accounts: 1 + cleared, plan })
    const { store, batch, connection } = house
    house.begin()
    await house.waves.release(house.openBatch(), 1)
    // The keeper ends before it can let the next wave follow.
    await house.waves.stop()
    await house.pass(4000)
    expect(house.states()).toMatchObject({ settled: 1, cleared })
    if (cut) store.releasing.begin({ batch, size: null, byPerson: true, now: start })
    const office = await officeOf(house)
    office.recover(false)
    const reasons = store.connections.pauses(connection).map(({ reason }) => reason)
    house.keepAnew().resume()
    await house.pass(3000)
    return { house, reasons }
  }

  test('the next wave does not follow before a person has looked, though nothing was on its way', async () => {
    const { house, reasons } = await recovered({ sizes: [1, 1], between: 'when_settled' }, 3)
    expect(reasons).toEqual(['after_crash'])
    expect(house.view().waves).toHaveLength(1)
    house.store.connections.resume(house.connection, '')
    await house.look()
    expect(house.view().waves.length).toBeGreaterThan(1)
  })

  test('a release that was cut is made whole, and nothing of it is sent before a person has looked', async () => {
    const { house, reasons } = await recovered({ sizes: [1] }, 3, true)
    expect(reasons).toEqual(['after_crash'])
    expect(house.states()).toMatchObject({ queued: 3, cleared: 0 })
    expect(house.count('create')).toBe(1)
  })

  test('where a person is asked between waves anyway, or nothing is left, nothing is paused', async () => {
    expect((await recovered({ sizes: [1] }, 3)).reasons).toEqual([])
    expect((await recovered({ sizes: [1], between: 'when_sent' }, 0)).reasons).toEqual([])
  })
})

describe('taking back', () => {
  test('takes what is queued while others are in flight; the wave counts what is left of it, and nothing follows', async () => {
    const held: { answer: (() => void) | null } = { answer: null }
    const house = await practiseWaves(
      ({ route }, nth) =>
        route === 'create' && nth === 1
          ? new Promise((resolve) => {
              held.answer = () => resolve(accepted)
            })
          : smooth({ route, at: 0, token: '', key: '' }, nth),
      { accounts: 10, limits: { concurrency: 1 }, plan: { sizes: [6], between: 'when_sent' } },
    )
    await house.waves.release(house.openBatch(), 6)
    house.begin()
    await house.pass(100)
    expect(house.states()).toMatchObject({ sending: 2, queued: 4 })
    // One is on its way; the other was written down to be next, and goes back as well.
    expect(await house.waves.takeBack(house.batch)).toEqual({ ok: true, value: 5 })
    expect(house.view().waves).toMatchObject([{ accounts: 1, queued: 0, onTheWay: 1 }])
    expect(house.states().cleared).toBe(9)
    held.answer?.()
    await house.pass(5000)
    expect(house.view().waves).toMatchObject([{ accounts: 1, created: 1 }])
    expect(house.count('create')).toBe(1)
    // A person who took accounts back releases the next wave himself.
    await house.waves.release(house.openBatch(), 6)
    await house.pass(5000)
    expect(house.view().waves.map(({ accounts }) => accounts)).toEqual([1, 6, 3])
  })

  test('that was broken off goes on at the next start, and nothing of it is sent meanwhile', async () => {
    const house = await practiseWaves(smooth, { accounts: 500 })
    const { store, batch, connection } = house
    await house.waves.release(house.openBatch(), null)
    store.takingBack.begin(batch, '', start)
    store.takingBack.piece(batch, '', 200, start)
    expect(store.sending.nextQueued(connection, start)).toBeNull()
    house.begin()
    await house.pass(2000)
    expect(house.count('create')).toBe(0)
    house.keepAnew().resume()
    await until(house, () => store.takingBack.unfinished().length === 0)
    expect(house.states().cleared).toBe(500)
    expect(house.events().filter(({ kind }) => kind === 'taken_back')).toMatchObject([
      { detail: { takenBack: 500 } },
    ])
  })

  test('that the disk breaks off is told, nothing of it is sent, and it goes on by itself', async () => {
    const house = await practiseWaves(smooth, { accounts: 400 })
    const { store } = house
    await house.waves.release(house.openBatch(), null)
    const real = store.takingBack.piece
    let fails = true
    const takingBack = store.takingBack as { piece: typeof real }
    takingBack.piece = (...given) => {
      if (fails) throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL')
      return real(...given)
    }
    house.begin()
    expect(await house.waves.takeBack(house.batch)).toMatchObject({
      ok: false,
      failure: { code: 'disk_does_not_write' },
    })
    await house.pass(3000)
    expect(house.count('create')).toBe(0)
    fails = false
    await until(house, () => store.takingBack.unfinished().length === 0)
    expect(house.states()).toMatchObject({ cleared: 400, queued: 0 })
  })

  test('in the middle of a release ends that as well', async () => {
    const house = await practiseWaves(smooth, { accounts: 1000 })
    const releasing = house.waves.release(house.openBatch(), null)
    while (house.states().queued === 0) await nextTurn()
    const takenBack = house.waves.takeBack(house.batch)
    const came = await releasing
    const released = came.ok ? came.value.released : 0
    expect(released).toBeGreaterThan(0)
    expect(released).toBeLessThan(1000)
    expect(await takenBack).toEqual({ ok: true, value: released })
    expect(house.states().cleared).toBe(1000)
  })

  test('may be of one supplier, or of some accounts', async () => {
    const house = await practiseWaves(smooth, { accounts: 4 })
    const { store, batch, connection, ids } = house
    addAccounts(store, batch, connection, ['B-1', 'B-2'], { supplier: 'BETA', firstPosition: 4 })
    const others = house.database
      .prepare('SELECT id FROM account WHERE supplier = ?')
      .pluck()
      .all('BETA') as number[]
    clear({ store, ids: others })
    await house.waves.release(house.openBatch(), null)
    expect(await house.waves.takeBack(batch, { supplier: 'BETA' })).toEqual({ ok: true, value: 2 })
    expect(await house.waves.takeBack(batch, { accounts: [ids[1] ?? 0, others[0] ?? 0] })).toEqual({
      ok: true,
      value: 1,
    })
    expect(house.states()).toMatchObject({ queued: 3, cleared: 3 })
    expect(house.view().waves).toMatchObject([{ accounts: 3, queued: 3 }])
    await house.waves.takeBack(batch)
    expect(house.view().waves).toEqual([])
    await house.waves.release(house.openBatch(), 2)
    expect(house.view().waves).toMatchObject([{ number: 2, accounts: 2 }])
  })
})
