// Tests the checks just before a create: whether the service's validation of exactly these bytes is recent enough,
// and whether another batch or another connection to the same service has the account.
import { describe, expect, test } from 'vitest'
import { accepted, faults, practiseWaves, smooth, valid } from './practice-waves.ts'
import { addAccounts, addBatch, clear, numbered, start } from '../store/practice-store.ts'
import { english } from '../../support/english.ts'

describe('per key', () => {
  test('an account in progress on another connection to the same service is left out, and what it created is reported as there', async () => {
    const harness = await practiseWaves(smooth, { accounts: 3 })
    const { store, ids } = harness
    const settings = { ...harness.settings, baseUrl: 'HTTP://127.0.0.1:9/' }
    const duplicate = store.connections.save('the same, named otherwise', settings, start)
    const other = addBatch(store, duplicate)
    addAccounts(store, other, duplicate, numbered(2))
    const [onItsWay = 0, created = 0] = harness.database
      .prepare('SELECT id FROM account WHERE batch_id = ? ORDER BY id')
      .pluck()
      .all(other) as number[]
    clear({ store, ids: [onItsWay] })
    store.accounts.move(onItsWay, 'validated', 'queued')
    store.accounts.move(created, 'unvalidated', 'done', { outcome: 'created', platform_identifier: 'P-2' })
    expect(await harness.waves.release(harness.openBatch(), null)).toMatchObject({
      value: { released: 1, elsewhere: 2 },
    })
    const [invalid, there, own] = ids.map((id) => store.accounts.details(id))
    expect(invalid).toMatchObject({ state: 'invalid', wave: null })
    expect(store.accounts.problems(ids[0] ?? 0)).toMatchObject([{ code: 'on_its_way_elsewhere' }])
    expect(there).toMatchObject({
      state: 'done',
      outcome: 'already_there',
      platform_identifier: 'P-2',
      wave: null,
    })
    expect(english(store.accounts.problems(ids[1] ?? 0))).toMatchObject([
      {
        code: 'created_in_another_batch',
        source: 'create',
        message: `Batch ${other} of this workspace created it, so it was not sent again.`,
      },
    ])
    expect(own).toMatchObject({ state: 'queued', wave: 1 })
    harness.begin()
    await harness.pass(5000)
    expect(harness.count('create')).toBe(1)
    // Once the other one is no longer in progress, it may be revalidated here.
    store.accounts.move(onItsWay, 'queued', 'validated')
    expect(store.releasing.freeWaiting(harness.batch, harness.connection, 10)).toBe(1)
    expect(store.accounts.get(ids[0] ?? 0).state).toBe('unvalidated')
  })

  test('two of one batch that are one account to the service are never queued together', async () => {
    const harness = await practiseWaves(smooth, { accounts: 3 })
    const { store, database, batch, ids } = harness
    database
      .prepare('UPDATE account SET identity = (SELECT identity FROM account WHERE id = ?) WHERE id = ?')
      .run(ids[0], ids[1])
    expect(await harness.waves.release(harness.openBatch(), null)).toMatchObject({
      value: { released: 2, elsewhere: 1 },
    })
    expect(ids.map((id) => store.accounts.get(id).state)).toEqual(['queued', 'invalid', 'queued'])
    expect(store.batches.counts(batch).states).toMatchObject({ queued: 2, invalid: 1 })
  })

  test('an account whose connection was pointed to the same service after its release is skipped', async () => {
    const harness = await practiseWaves(smooth, { accounts: 2 })
    const { store, ids } = harness
    const elsewhere = { ...harness.settings, baseUrl: 'http://127.0.0.1:10' }
    const duplicate = store.connections.save('duplicate', elsewhere, start)
    const other = addBatch(store, duplicate)
    addAccounts(store, other, duplicate, numbered(2))
    const [sent = 0, created = 0] = harness.database
      .prepare('SELECT id FROM account WHERE batch_id = ? ORDER BY id')
      .pluck()
      .all(other) as number[]
    harness.database
      .prepare("UPDATE account SET state = 'processing', due_at = ? WHERE id = ?")
      .run(start + 1e12, sent)
    store.accounts.move(created, 'unvalidated', 'done', { outcome: 'created' })
    expect(await harness.waves.release(harness.openBatch(), null)).toMatchObject({ value: { released: 2 } })
    store.connections.save('duplicate', harness.settings, start)
    harness.begin()
    await harness.pass(5000)
    expect(harness.count('create')).toBe(0)
    expect(store.accounts.get(ids[0] ?? 0).state).toBe('queued')
    expect(store.accounts.get(ids[1] ?? 0)).toMatchObject({ state: 'done', outcome: 'already_there' })
    store.accounts.move(sent, 'processing', 'done', { outcome: 'failed' })
    await harness.pass(120_000)
    expect(store.accounts.get(ids[0] ?? 0).outcome).toBe('created')
  })
})

describe('a validation that is older than the limit', () => {
  const hour = 3_600_000

  test('is repeated just before the create, with the very bytes, and the account is sent', async () => {
    const harness = await practiseWaves(smooth, { accounts: 3, limits: { validationMaxAgeMs: hour } })
    await harness.waves.release(harness.openBatch(), null)
    harness.clock.advance(2 * hour)
    harness.begin()
    await harness.pass(4000)
    expect(harness.count('validate')).toBe(3)
    expect(harness.count('create')).toBe(3)
    for (const key of ['A-1', 'A-2', 'A-3']) {
      const routes = harness.asked.filter((asked) => asked.key === key).map(({ route }) => route)
      expect(routes.slice(0, 2)).toEqual(['validate', 'create'])
    }
    expect(harness.states().done).toBe(3)
  })

  test('is not repeated where it is young, or where there is no limit', async () => {
    const young = await practiseWaves(smooth, { accounts: 2, limits: { validationMaxAgeMs: hour } })
    await young.waves.release(young.openBatch(), null)
    young.clock.advance(hour / 2)
    young.begin()
    await young.pass(4000)
    expect(young.count('validate')).toBe(0)
    const never = await practiseWaves(smooth, { accounts: 2, limits: { validationMaxAgeMs: null } })
    await never.waves.release(never.openBatch(), null)
    never.clock.advance(1000 * hour)
    never.begin()
    await never.pass(4000)
    expect([never.count('validate'), never.count('create')]).toEqual([0, 2])
  })

  test('and is a refusal now is reported with its problems, counted by the brakes, and nothing is sent', async () => {
    const harness = await practiseWaves(
      ({ route }) => (route === 'validate' ? faults('date_in_future') : accepted),
      {
        accounts: 5,
        limits: { concurrency: 1, validationMaxAgeMs: hour },
        plan: { sizes: [], brakes: { errorRate: null, sameCode: 2 } },
      },
    )
    await harness.waves.release(harness.openBatch(), null)
    harness.clock.advance(2 * hour)
    harness.begin()
    await harness.pass(5000)
    expect(harness.count('create')).toBe(0)
    expect(harness.states()).toMatchObject({ rejected: 2, queued: 3 })
    expect(harness.store.accounts.problems(harness.first)).toMatchObject([
      { source: 'validate', code: 'date_in_future' },
    ])
    expect(harness.view().stop).toMatchObject({ reason: 'same_code', code: 'date_in_future', wave: 1 })
  })

  test('of an account that is cancelled meanwhile is ignored, and is not sent', async () => {
    const held: { answer: (() => void) | null } = { answer: null }
    const harness = await practiseWaves(
      ({ route }) =>
        route === 'validate'
          ? new Promise((resolve) => {
              held.answer = () => resolve(valid)
            })
          : accepted,
      { accounts: 1, limits: { validationMaxAgeMs: hour } },
    )
    await harness.waves.release(harness.openBatch(), null)
    harness.clock.advance(2 * hour)
    harness.begin()
    await harness.pass(1000)
    await harness.waves.cancelQueued(harness.batch)
    held.answer?.()
    await harness.pass(3000)
    expect(harness.broken).toEqual([])
    expect(harness.count('create')).toBe(0)
    const { state, payload_id } = harness.store.accounts.get(harness.first)
    expect(state).toBe('validated')
    expect(harness.store.history.verdictOn(harness.first, payload_id ?? 0)).toMatchObject({ at: start })
  })

  test('is for other bytes where the payload is another one: those are validated first', async () => {
    const harness = await practiseWaves(smooth, { accounts: 1, limits: { validationMaxAgeMs: null } })
    await harness.waves.release(harness.openBatch(), null)
    harness.database.prepare('UPDATE validation SET payload_id = payload_id + 7').run()
    harness.begin()
    await harness.pass(4000)
    expect(harness.asked.map(({ route }) => route).filter((route) => route !== 'token')).toEqual([
      'validate',
      'create',
      'status',
    ])
  })
})
