// Waves on a real store, with a scripted service and a clock that only the test moves: releases in pieces, what comes
// between two waves, takings back, and stops by the brakes, across restarts (issue of sending and watching).
import { setImmediate as nextTurn } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { createMemoryKeySafe } from '../../../electron/engine/key-safe.ts'
import { createSendingOffice } from '../../../electron/engine/queue/office.ts'
import type { Script } from './practice-conductor.ts'
import { recordReply, reply } from './practice-conductor.ts'
import { type PlanInput, practiseWaves } from './practice-waves.ts'
import { addAccounts, addBatch, clear, numbered, start } from '../store/practice-store.ts'

/** After any attempt of these tests, so that a record is of the process that it made. */
const later = start + 1e10
const accepted = reply(201, {})
const refusal = reply(400, {
  code: 'import_process_failed_validation',
  detail: 'No.',
  domain: 'import_process',
})
const faults = (code: string) =>
  reply(400, {
    code: 'account_failed_validation',
    detail: 'No.',
    errors: [{ code, detail: 'Bad.', attr: 'customers' }],
  })
const valid = reply(200, {})
/** Everything is accepted and created at the first look. */
const smooth: Script = ({ route }) =>
  route === 'create' ? accepted : route === 'validate' ? valid : recordReply('PROCESSED', later)
const pending: Script = ({ route }) =>
  route === 'create' ? accepted : route === 'validate' ? valid : recordReply('PENDING', start)

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
    createSendingOffice({
      store,
      transport: house.transport,
      keySafe: createMemoryKeySafe(),
      clock: house.clock,
      random: () => 0.5,
      changed: () => undefined,
      notice: () => undefined,
    }).recover(false)
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

/** Lets time pass until it holds; the test's own limit ends what never does. */
async function until(
  house: { readonly pass: (ms: number) => Promise<void> },
  holds: () => boolean,
): Promise<void> {
  while (!holds()) await house.pass(500)
}

describe('a brake', () => {
  const tight = { sizes: [8], brakes: { errorRate: null, sameCode: 3 } }
  const refusing: Script = ({ route }) => (route === 'create' ? refusal : faults('invalid_phone_number'))

  test('stops its batch after the answer that tripped it, with what stopped it and what going on would do; others go on', async () => {
    const house = await practiseWaves(
      ({ route, key }) =>
        key.startsWith('B-') && route === 'create' ? accepted : refusing({ route, key, at: 0, token: '' }, 1),
      { accounts: 8, limits: { concurrency: 1 }, plan: tight },
    )
    const { store, connection } = house
    const other = addBatch(store, connection)
    addAccounts(store, other, connection, ['B-1', 'B-2', 'B-3'])
    clear({
      store,
      ids: house.database.prepare('SELECT id FROM account WHERE batch_id = ?').pluck().all(other) as number[],
    })
    await house.waves.release(house.openBatch(), 7)
    house.begin()
    await house.pass(5000)
    expect(house.count('create')).toBe(3)
    expect(house.view().stop).toMatchObject({
      reason: 'same_code',
      wave: 1,
      code: 'import_process_failed_validation',
      message:
        'The code import_process_failed_validation came 3 times in a row in wave 1. The last one is account A-3.',
      goOn: 'The 4 queued accounts of wave 1 are sent, and the brakes count anew from here.',
    })
    expect(house.states()).toMatchObject({ refused: 3, queued: 4, sending: 0, cleared: 1 })
    expect(house.events().at(-1)).toMatchObject({
      kind: 'stopped',
      detail: { wave: 1, answers: 3, wrong: 3, times: 3 },
    })
    expect(await house.waves.release(house.openBatch(), null)).toMatchObject({
      failure: { code: 'batch_is_stopped' },
    })
    store.releasing.begin({ batch: other, size: null, byPerson: true, now: start })
    store.releasing.releasePiece({ batch: other, wave: 1, connection }, 10, start)
    await house.pass(5000)
    expect(house.count('create')).toBe(6)
    expect(house.view(other).stop).toBeNull()
  })

  test('lasts over a restart; going on sends what is queued and counts anew', async () => {
    const house = await practiseWaves(refusing, { accounts: 9, limits: { concurrency: 1 }, plan: tight })
    await house.waves.release(house.openBatch(), null)
    const first = house.begin()
    await house.pass(3000)
    await first.stop()
    house.begin()
    house.keepAnew().resume()
    await house.pass(3000)
    expect(house.count('create')).toBe(3)
    expect(await house.waves.goOn(house.openBatch())).toBe(true)
    await house.pass(3000)
    expect(house.count('create')).toBe(6)
    expect(house.view().stop).toMatchObject({ reason: 'same_code' })
    expect(house.store.waves.brakes(house.batch, 1)).toMatchObject({
      stretch: 2,
      counts: { answers: 3, wrong: 3 },
    })
    expect(await house.waves.goOn(house.openBatch())).toBe(true)
    await house.pass(3000)
    // The last three tripped it as well, but nothing is left that could be stopped.
    expect(house.states().refused).toBe(9)
    expect(house.view().stop).toBeNull()
    expect(await house.waves.goOn(house.openBatch())).toBe(false)
  })

  test('counts on after a restart in the middle of a row', async () => {
    const house = await practiseWaves(refusing, {
      accounts: 8,
      limits: { concurrency: 1, rate: 1 },
      plan: tight,
    })
    await house.waves.release(house.openBatch(), null)
    const first = house.begin()
    while (house.states().refused < 2) await house.pass(500)
    await first.stop()
    expect(house.store.waves.brakes(house.batch, 1)?.counts).toMatchObject({
      answers: house.states().refused,
    })
    house.begin()
    await house.pass(20_000)
    expect(house.count('create')).toBe(3)
    expect(house.view().stop?.reason).toBe('same_code')
  })

  test('never lets the next wave follow', async () => {
    const house = await practiseWaves(refusing, {
      accounts: 9,
      limits: { concurrency: 1 },
      plan: { sizes: [3, 3], between: 'when_sent', brakes: { errorRate: null, sameCode: 3 } },
    })
    await house.waves.release(house.openBatch(), 3)
    house.begin()
    await house.pass(8000)
    expect(house.view().waves).toHaveLength(1)
    expect(house.view().stop).toMatchObject({
      goOn: 'Nothing of it is queued: the brakes count anew from here, and the next wave can be released. The next wave then follows as planned.',
    })
    await house.waves.goOn(house.openBatch())
    await house.pass(3000)
    expect(house.view().waves).toHaveLength(2)
  })

  test('by the rate counts what fails after it was accepted, once', async () => {
    const house = await practiseWaves(
      ({ route, key }) =>
        route === 'create'
          ? accepted
          : ['A-1', 'A-2'].includes(key)
            ? reply(200, {
                status: 'ERRORED',
                platform_identifier: null,
                created_at: new Date(start).toISOString(),
                modified_at: new Date(start).toISOString(),
                latest_event: null,
                latest_error: { code: 'account_creation_failed', detail: 'No.', domain: 'import_process' },
              })
            : recordReply('PENDING', start),
      {
        accounts: 6,
        limits: { concurrency: 1 },
        plan: { sizes: [4], brakes: { errorRate: { percent: 50, atLeast: 4 }, sameCode: null } },
      },
    )
    await house.waves.release(house.openBatch(), 4)
    house.begin()
    await house.pass(8000)
    expect(house.view().stop).toMatchObject({
      reason: 'error_rate',
      message:
        '2 of the 4 accounts of wave 1 that have an answer went wrong (50 %). The last one is account A-2.',
    })
    expect(house.view().waves).toMatchObject([{ accounts: 4, wrong: 2, onTheWay: 2 }])
  })

  test('of a code that always stops sees the codes that only the explanation of a refusal names', async () => {
    const house = await practiseWaves(refusing, {
      accounts: 5,
      limits: { concurrency: 1 },
      plan: { sizes: [], brakes: { errorRate: null, sameCode: null, stopCodes: ['invalid_phone_number'] } },
    })
    await house.waves.release(house.openBatch(), null)
    house.begin()
    await house.pass(5000)
    expect(house.view().stop).toMatchObject({ reason: 'stop_code', code: 'invalid_phone_number' })
    expect(house.count('create')).toBeLessThanOrEqual(2)
  })

  test('is written with the move that trips it, or neither is', async () => {
    const house = await practiseWaves(refusing, {
      accounts: 3,
      limits: { concurrency: 1 },
      plan: { sizes: [], brakes: { errorRate: null, sameCode: 2 } },
    })
    await house.waves.release(house.openBatch(), null)
    const { store, database, ids, batch } = house
    database.exec("CREATE TRIGGER broken BEFORE INSERT ON stop BEGIN SELECT RAISE(ABORT, 'no'); END")
    const { countAnswer } = await import('../../../electron/engine/queue/brake-feed.ts')
    const refuse = (id: number): void =>
      store.sending.together(() => {
        const account = store.accounts.get(id)
        store.accounts.move(id, 'queued', 'refused')
        countAnswer(store, account, { from: 'queued', to: 'refused', outcome: null, codes: ['A'] }, start)
      })
    refuse(ids[0] ?? 0)
    expect(() => refuse(ids[1] ?? 0)).toThrow('no')
    expect(store.accounts.get(ids[1] ?? 0).state).toBe('queued')
    expect(store.waves.brakes(batch, 1)?.counts.answers).toBe(1)
    database.exec('DROP TRIGGER broken')
    refuse(ids[1] ?? 0)
    expect(store.waves.stop(batch)).toMatchObject({ reason: 'same_code', detail: { answers: 2 } })
  })
})

describe('per key', () => {
  test('what another connection to the same service has on its way is left out, and what it created is told as there', async () => {
    const house = await practiseWaves(smooth, { accounts: 3 })
    const { store, ids } = house
    const settings = { ...house.settings, baseUrl: 'HTTP://127.0.0.1:9/' }
    const twin = store.connections.save('the same, named otherwise', settings, start)
    const other = addBatch(store, twin)
    addAccounts(store, other, twin, numbered(2))
    const [onItsWay = 0, created = 0] = house.database
      .prepare('SELECT id FROM account WHERE batch_id = ? ORDER BY id')
      .pluck()
      .all(other) as number[]
    clear({ store, ids: [onItsWay] })
    store.accounts.move(onItsWay, 'cleared', 'queued')
    store.accounts.move(created, 'ready', 'settled', { outcome: 'created', platform_identifier: 'P-2' })
    expect(await house.waves.release(house.openBatch(), null)).toMatchObject({
      value: { released: 1, elsewhere: 2 },
    })
    const [blocked, there, own] = ids.map((id) => store.accounts.get(id))
    expect(blocked).toMatchObject({ state: 'blocked', wave: null })
    expect(store.accounts.problems(ids[0] ?? 0)).toMatchObject([{ code: 'on_its_way_elsewhere' }])
    expect(there).toMatchObject({
      state: 'settled',
      outcome: 'already_there',
      platform_identifier: 'P-2',
      wave: null,
    })
    expect(store.accounts.problems(ids[1] ?? 0)).toMatchObject([
      {
        code: 'created_in_another_batch',
        source: 'create',
        message: `Batch ${other} of this workspace created it, so it was not sent again.`,
      },
    ])
    expect(own).toMatchObject({ state: 'queued', wave: 1 })
    house.begin()
    await house.pass(5000)
    expect(house.count('create')).toBe(1)
    // Where the other one is not on its way any more, it may be judged again here.
    store.accounts.move(onItsWay, 'queued', 'cleared')
    expect(store.releasing.freeWaiting(house.batch, house.connection, 10)).toBe(1)
    expect(store.accounts.get(ids[0] ?? 0).state).toBe('ready')
  })

  test('two of one batch that are one account to the service are never queued together', async () => {
    const house = await practiseWaves(smooth, { accounts: 3 })
    const { store, database, batch, ids } = house
    database
      .prepare('UPDATE account SET identity = (SELECT identity FROM account WHERE id = ?) WHERE id = ?')
      .run(ids[0], ids[1])
    expect(await house.waves.release(house.openBatch(), null)).toMatchObject({
      value: { released: 2, elsewhere: 1 },
    })
    expect(ids.map((id) => store.accounts.get(id).state)).toEqual(['queued', 'blocked', 'queued'])
    expect(store.batches.counts(batch).states).toMatchObject({ queued: 2, blocked: 1 })
  })

  test('one whose connection was pointed to the same service after its release stands aside', async () => {
    const house = await practiseWaves(smooth, { accounts: 2 })
    const { store, ids } = house
    const elsewhere = { ...house.settings, baseUrl: 'http://127.0.0.1:10' }
    const twin = store.connections.save('twin', elsewhere, start)
    const other = addBatch(store, twin)
    addAccounts(store, other, twin, numbered(2))
    const [sent = 0, created = 0] = house.database
      .prepare('SELECT id FROM account WHERE batch_id = ? ORDER BY id')
      .pluck()
      .all(other) as number[]
    house.database
      .prepare("UPDATE account SET state = 'watching', due_at = ? WHERE id = ?")
      .run(start + 1e12, sent)
    store.accounts.move(created, 'ready', 'settled', { outcome: 'created' })
    expect(await house.waves.release(house.openBatch(), null)).toMatchObject({ value: { released: 2 } })
    store.connections.save('twin', house.settings, start)
    house.begin()
    await house.pass(5000)
    expect(house.count('create')).toBe(0)
    expect(store.accounts.get(ids[0] ?? 0).state).toBe('queued')
    expect(store.accounts.get(ids[1] ?? 0)).toMatchObject({ state: 'settled', outcome: 'already_there' })
    store.accounts.move(sent, 'watching', 'settled', { outcome: 'failed' })
    await house.pass(120_000)
    expect(store.accounts.get(ids[0] ?? 0).outcome).toBe('created')
  })
})

describe('a judgement that is older than the limit', () => {
  const hour = 3_600_000

  test('is repeated just before the create, with the very bytes, and the account is sent', async () => {
    const house = await practiseWaves(smooth, { accounts: 3, limits: { judgementMaxAgeMs: hour } })
    await house.waves.release(house.openBatch(), null)
    house.clock.advance(2 * hour)
    house.begin()
    await house.pass(4000)
    expect(house.count('validate')).toBe(3)
    expect(house.count('create')).toBe(3)
    for (const key of ['A-1', 'A-2', 'A-3']) {
      const routes = house.asked.filter((asked) => asked.key === key).map(({ route }) => route)
      expect(routes.slice(0, 2)).toEqual(['validate', 'create'])
    }
    expect(house.states().settled).toBe(3)
  })

  test('is not repeated where it is young, or where there is no limit', async () => {
    const young = await practiseWaves(smooth, { accounts: 2, limits: { judgementMaxAgeMs: hour } })
    await young.waves.release(young.openBatch(), null)
    young.clock.advance(hour / 2)
    young.begin()
    await young.pass(4000)
    expect(young.count('validate')).toBe(0)
    const never = await practiseWaves(smooth, { accounts: 2, limits: { judgementMaxAgeMs: null } })
    await never.waves.release(never.openBatch(), null)
    never.clock.advance(1000 * hour)
    never.begin()
    await never.pass(4000)
    expect([never.count('validate'), never.count('create')]).toEqual([0, 2])
  })

  test('and is a refusal now is told with its problems, counted by the brakes, and nothing is sent', async () => {
    const house = await practiseWaves(
      ({ route }) => (route === 'validate' ? faults('date_in_future') : accepted),
      {
        accounts: 5,
        limits: { concurrency: 1, judgementMaxAgeMs: hour },
        plan: { sizes: [], brakes: { errorRate: null, sameCode: 2 } },
      },
    )
    await house.waves.release(house.openBatch(), null)
    house.clock.advance(2 * hour)
    house.begin()
    await house.pass(5000)
    expect(house.count('create')).toBe(0)
    expect(house.states()).toMatchObject({ refused: 2, queued: 3 })
    expect(house.store.accounts.problems(house.first)).toMatchObject([
      { source: 'validate', code: 'date_in_future' },
    ])
    expect(house.view().stop).toMatchObject({ reason: 'same_code', code: 'date_in_future', wave: 1 })
  })

  test('of an account that is taken back meanwhile is for nobody, and is not sent', async () => {
    const held: { answer: (() => void) | null } = { answer: null }
    const house = await practiseWaves(
      ({ route }) =>
        route === 'validate'
          ? new Promise((resolve) => {
              held.answer = () => resolve(valid)
            })
          : accepted,
      { accounts: 1, limits: { judgementMaxAgeMs: hour } },
    )
    await house.waves.release(house.openBatch(), null)
    house.clock.advance(2 * hour)
    house.begin()
    await house.pass(1000)
    await house.waves.takeBack(house.batch)
    held.answer?.()
    await house.pass(3000)
    expect(house.broken).toEqual([])
    expect(house.count('create')).toBe(0)
    expect(house.store.accounts.get(house.first)).toMatchObject({ state: 'cleared', judged_at: start })
  })

  test('is for other bytes where the payload is another one: those are judged first', async () => {
    const house = await practiseWaves(smooth, { accounts: 1, limits: { judgementMaxAgeMs: null } })
    await house.waves.release(house.openBatch(), null)
    house.database.prepare('UPDATE account SET judged_payload_id = judged_payload_id + 7').run()
    house.begin()
    await house.pass(4000)
    expect(house.asked.map(({ route }) => route).filter((route) => route !== 'token')).toEqual([
      'validate',
      'create',
      'status',
    ])
  })
})
