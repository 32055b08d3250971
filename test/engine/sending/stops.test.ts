// Tests brakes on a real store: the answer that trips a brake stops its batch at once, the stop is durable and
// reported with its figures, and only a person lifts it.
import { describe, expect, test } from 'vitest'
import { countAnswer } from '../../../electron/engine/sending/waves/brake-feed.ts'
import { recordReply, reply, type Script } from './practice-scheduler.ts'
import { accepted, faults, practiseWaves, refusal } from './practice-waves.ts'
import { addAccounts, addBatch, clear, releaseStep, start } from '../store/practice-store.ts'
import { english } from '../../support/english.ts'

describe('a brake', () => {
  const tight = { sizes: [8], brakes: { errorRate: null, sameCode: 3 } }
  const refusing: Script = ({ route }) => (route === 'create' ? refusal : faults('invalid_phone_number'))

  test('stops its batch after the answer that tripped it, with what stopped it and what going on would do; others go on', async () => {
    const harness = await practiseWaves(
      ({ route, key }) =>
        key.startsWith('B-') && route === 'create' ? accepted : refusing({ route, key, at: 0, token: '' }, 1),
      { accounts: 8, limits: { concurrency: 1 }, plan: tight },
    )
    const { store, connection } = harness
    const other = addBatch(store, connection)
    addAccounts(store, other, connection, ['B-1', 'B-2', 'B-3'])
    clear({
      store,
      ids: harness.database
        .prepare('SELECT id FROM account WHERE batch_id = ?')
        .pluck()
        .all(other) as number[],
    })
    await harness.waves.release(harness.openBatch(), 7)
    harness.begin()
    await harness.pass(5000)
    expect(harness.count('create')).toBe(3)
    expect(english(harness.view().stop)).toMatchObject({
      reason: 'same_code',
      wave: 1,
      code: 'import_process_failed_validation',
      message:
        'The code import_process_failed_validation occurred 3 times in a row in wave 1. The last one is account A-3.',
      goOn: 'The 4 queued accounts of wave 1 are sent, and the brakes count again from here.',
    })
    expect(harness.states()).toMatchObject({ rejected: 3, queued: 4, sending: 0, validated: 1 })
    expect(harness.events().at(-1)).toMatchObject({
      kind: 'stopped',
      detail: { wave: 1, answers: 3, wrong: 3, times: 3 },
    })
    expect(await harness.waves.release(harness.openBatch(), null)).toMatchObject({
      failure: { code: 'batch_is_stopped' },
    })
    releaseStep(
      store,
      store.releasing.begin({ batch: other, size: null, byPerson: true, now: start }).job,
      10,
    )
    await harness.pass(5000)
    expect(harness.count('create')).toBe(6)
    expect(harness.view(other).stop).toBeNull()
  })

  test('survives a restart; resuming sends the queued accounts and restarts the count', async () => {
    const harness = await practiseWaves(refusing, { accounts: 9, limits: { concurrency: 1 }, plan: tight })
    await harness.waves.release(harness.openBatch(), null)
    const first = harness.begin()
    await harness.pass(3000)
    await first.stop()
    harness.begin()
    harness.keepAgain().resume()
    await harness.pass(3000)
    expect(harness.count('create')).toBe(3)
    expect(await harness.waves.goOn(harness.openBatch())).toBe(true)
    await harness.pass(3000)
    expect(harness.count('create')).toBe(6)
    expect(english(harness.view().stop)).toMatchObject({ reason: 'same_code' })
    expect(harness.store.waves.brakes(harness.batch, 1)).toMatchObject({
      stretch: 2,
      counts: { answers: 3, wrong: 3 },
    })
    expect(await harness.waves.goOn(harness.openBatch())).toBe(true)
    await harness.pass(3000)
    // The last three tripped it as well, but nothing is left to stop.
    expect(harness.states().rejected).toBe(9)
    expect(harness.view().stop).toBeNull()
    expect(await harness.waves.goOn(harness.openBatch())).toBe(false)
  })

  test('counts on after a restart in the middle of a row', async () => {
    const harness = await practiseWaves(refusing, {
      accounts: 8,
      limits: { concurrency: 1, rate: 1 },
      plan: tight,
    })
    await harness.waves.release(harness.openBatch(), null)
    const first = harness.begin()
    while (harness.states().rejected < 2) await harness.pass(500)
    await first.stop()
    expect(harness.store.waves.brakes(harness.batch, 1)?.counts).toMatchObject({
      answers: harness.states().rejected,
    })
    harness.begin()
    await harness.pass(20_000)
    expect(harness.count('create')).toBe(3)
    expect(harness.view().stop?.reason).toBe('same_code')
  })

  test('never lets the next wave follow', async () => {
    const harness = await practiseWaves(refusing, {
      accounts: 9,
      limits: { concurrency: 1 },
      plan: { sizes: [3, 3], between: 'when_sent', brakes: { errorRate: null, sameCode: 3 } },
    })
    await harness.waves.release(harness.openBatch(), 3)
    harness.begin()
    await harness.pass(8000)
    expect(harness.view().waves).toHaveLength(1)
    expect(english(harness.view().stop)).toMatchObject({
      goOn: 'Nothing of it is queued: the brakes count again from here, and the next wave can be released. The next wave then follows as planned.',
    })
    await harness.waves.goOn(harness.openBatch())
    await harness.pass(3000)
    expect(harness.view().waves).toHaveLength(2)
  })

  test('by rate counts failures after acceptance, once', async () => {
    const harness = await practiseWaves(
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
    await harness.waves.release(harness.openBatch(), 4)
    harness.begin()
    await harness.pass(8000)
    expect(english(harness.view().stop)).toMatchObject({
      reason: 'error_rate',
      message:
        '2 of the 4 accounts of wave 1 that have an answer went wrong (50%). The last one is account A-2.',
    })
    expect(harness.view().waves).toMatchObject([{ accounts: 4, wrong: 2, onTheWay: 2 }])
  })

  test('of a code that always stops sees the codes that only the explanation of a refusal names', async () => {
    const harness = await practiseWaves(refusing, {
      accounts: 5,
      limits: { concurrency: 1 },
      plan: { sizes: [], brakes: { errorRate: null, sameCode: null, stopCodes: ['invalid_phone_number'] } },
    })
    await harness.waves.release(harness.openBatch(), null)
    harness.begin()
    await harness.pass(5000)
    expect(english(harness.view().stop)).toMatchObject({ reason: 'stop_code', code: 'invalid_phone_number' })
    expect(harness.count('create')).toBeLessThanOrEqual(2)
  })

  test('is written with the move that trips it, or neither is', async () => {
    const harness = await practiseWaves(refusing, {
      accounts: 3,
      limits: { concurrency: 1 },
      plan: { sizes: [], brakes: { errorRate: null, sameCode: 2 } },
    })
    await harness.waves.release(harness.openBatch(), null)
    const { store, database, ids, batch } = harness
    database.exec("CREATE TRIGGER broken BEFORE INSERT ON stop BEGIN SELECT RAISE(ABORT, 'no'); END")
    const refuse = (id: number): void =>
      store.sending.together(() => {
        const account = store.accounts.get(id)
        const reported = { from: 'queued', to: 'rejected', outcome: null, codes: ['A'] } as const
        const counted = countAnswer(store, account, reported)
        store.accounts.move(id, 'queued', 'rejected', counted.fields)
        counted.brake(start)
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
