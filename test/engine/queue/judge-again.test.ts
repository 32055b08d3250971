// What is looked at just before a create: whether the service's word on these very bytes is young enough, and whether
// another batch or another connection to the same service has the account.
import { describe, expect, test } from 'vitest'
import { accepted, faults, practiseWaves, smooth, valid } from './practice-waves.ts'
import { addAccounts, addBatch, clear, numbered, start } from '../store/practice-store.ts'

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
