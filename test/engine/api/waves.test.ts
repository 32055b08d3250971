// Tests waves and brakes through the engine's own calls, against the sandbox over real HTTP: automatic from the first
// account to the last, never past a brake, across an orderly end and a kill in the middle of a release. Also tests
// what is reported.
import { describe, expect, test } from 'vitest'
import type { EngineEvent } from '../../../shared/contract/contract.ts'
import { sendingPlan, type SendingPlan } from '../../../shared/sending/wave-plan.ts'
import { createsOf, expectConsistent, inDatabase, openHarness, type Harness } from './harness.ts'
import { numbered, plainAccounts } from './small-files.ts'
import { isOver } from './waiting.ts'
import { english, englishRefusal } from '../../support/english.ts'

const plan = (given: Parameters<typeof sendingPlan.parse>[0]): SendingPlan => sendingPlan.parse(given)

async function validated(harness: Harness, accounts: number): Promise<number> {
  const batch = await harness.load(await plainAccounts(harness.folder, numbered(accounts)), null)
  await harness.validate(batch)
  return batch
}

test('a plan sends waves of one, ten and the rest, each automatically after the previous one is done', async () => {
  const harness = await openHarness()
  const batch = await validated(harness, 24)
  await harness.client().batches.setPlan({ batch, plan: plan({ sizes: [1, 10], between: 'when_done' }) })
  expect(await harness.client().batches.release({ batch, limit: 1 })).toEqual({ released: 1, elsewhere: 0 })
  const view = await harness.until(batch, (now) => isOver(now) && now.states.validated === 0)
  await harness.until(batch, ({ sending }) => sending.waves.every(({ endedAt }) => endedAt !== null))
  expect(view.sending.waves.map(({ size, accounts, created }) => [size, accounts, created])).toEqual([
    [1, 1, 1],
    [10, 10, 10],
    [null, 13, 13],
  ])
  const reported = await harness.client().batches.timeline({ batch, limit: 200 })
  const ended = reported.filter(({ kind }) => kind === 'wave_ended').map(({ detail }) => detail['wave'])
  expect(ended).toEqual([3, 2, 1])
  expect(createsOf(harness.sandbox)).toHaveLength(24)
  await expectConsistent(harness, [batch])
})

describe('a release with its expected version', () => {
  test('is refused with a reason if another wave was released meanwhile or the destination changed', async () => {
    const harness = await openHarness()
    const batch = await validated(harness, 6)
    const { batches, connections } = harness.client()
    const version = async () => (await batches.get({ batch })).sending.version
    const released = async () => (await batches.get({ batch })).sending.waves.map(({ accounts }) => accounts)
    const first = await version()
    await batches.release({ batch, limit: 2, expected: first })
    expect(await englishRefusal(batches.release({ batch, limit: 1, expected: first }))).toMatchObject({
      data: { code: 'changed', message: expect.stringContaining('The next wave is number 2') },
    })
    await harness.until(batch, isOver)
    expect(await released()).toEqual([2])

    const second = await version()
    const [connection] = await connections.list()
    if (connection === undefined) throw new Error('no connection')
    const { name, settings } = connection
    await connections.save({ name, settings: { ...settings, environment: 'production' } })
    expect(await englishRefusal(batches.release({ batch, limit: 1, expected: second }))).toMatchObject({
      data: {
        code: 'changed',
        message: expect.stringContaining(
          `goes to ${settings.baseUrl}, which is production, under the suppliers of its file`,
        ),
      },
    })
    await expect(batches.release({ batch, limit: 1, expected: 'another' })).rejects.toMatchObject({
      data: { code: 'changed' },
    })
    expect(await released()).toEqual([2])

    await batches.release({ batch, limit: 4, expected: await version() })
    await harness.until(batch, (view) => isOver(view) && view.states.validated === 0)
    expect(await released()).toEqual([2, 4])
    await expectConsistent(harness, [batch])
  })
})

describe('a brake', () => {
  test('stops the wave and notifies once; continuing after the cause is fixed sends the rest', async () => {
    const harness = await openHarness({ limits: { concurrency: 1 } })
    const batch = await validated(harness, 12)
    const heard: EngineEvent[] = []
    const listening = new AbortController()
    const events = await harness.client().events(undefined, { signal: listening.signal })
    const isStopEvent = (event: EngineEvent): boolean =>
      event.kind === 'attention' && event.what === 'stopped'
    let hear = (): void => undefined
    const reported = new Promise<void>((resolve) => {
      hear = resolve
    })
    const hearing = (async () => {
      for await (const event of events) {
        heard.push(event)
        if (isStopEvent(event)) hear()
      }
    })().catch(() => undefined)
    await harness.client().batches.setPlan({
      batch,
      plan: plan({ sizes: [10], between: 'when_sent', brakes: { errorRate: null, sameCode: 3 } }),
    })
    harness.sandbox.faults.add({
      id: 'refusing',
      route: 'create',
      effect: {
        kind: 'status',
        status: 400,
        body: {
          kind: 'json',
          value: {
            code: 'import_process_failed_validation',
            detail: 'No.',
            domain: 'import_process',
          },
        },
      },
    })
    const { version: beforeStop } = (await harness.client().batches.get({ batch })).sending
    await harness.client().batches.release({ batch, limit: 10 })
    const stopped = await harness.until(
      batch,
      ({ sending, states }) => sending.stop !== null && states.sending === 0,
    )
    expect(stopped.states).toMatchObject({ rejected: 3, queued: 7, validated: 2 })
    expect(stopped.sending.stop).toMatchObject({ reason: 'same_code', wave: 1 })
    expect(english(stopped.sending.stop?.goOn)).toContain('The 7 queued accounts of wave 1 are sent')
    harness.sandbox.faults.remove('refusing')
    await reported
    listening.abort()
    await hearing
    expect(heard.filter(isStopEvent)).toHaveLength(1)
    // An end in order and a new start change nothing about it.
    await harness.stop()
    await harness.start()
    expect((await harness.client().batches.get({ batch })).sending.stop).toEqual(stopped.sending.stop)
    // Who saw another stop does not lift this one.
    await expect(harness.client().batches.goOn({ batch, expected: beforeStop })).rejects.toMatchObject({
      data: { code: 'changed' },
    })
    expect((await harness.client().batches.get({ batch })).sending.stop).toEqual(stopped.sending.stop)
    await harness.client().batches.goOn({ batch, expected: stopped.sending.version })
    const over = await harness.until(batch, (now) => isOver(now) && now.states.validated === 0)
    expect(over.outcomes.created).toBe(9)
    expect(over.states.rejected).toBe(3)
    expect(over.sending.waves.map(({ accounts, wrong }) => [accounts, wrong])).toEqual([
      [10, 3],
      [2, 0],
    ])
    await expectConsistent(harness, [batch])
  })

  test('stops the wave at once when its limit is lowered during the wave', async () => {
    const harness = await openHarness({ limits: { concurrency: 1, rate: 5 } })
    const batch = await validated(harness, 10)
    const off = { errorRate: null, sameCode: null }
    await harness.client().batches.setPlan({ batch, plan: plan({ sizes: [], brakes: off }) })
    harness.sandbox.faults.add({
      id: 'failing',
      route: 'create',
      effect: { kind: 'status', status: 400, body: { kind: 'json', value: refused } },
    })
    await harness.client().batches.release({ batch, limit: null })
    await harness.until(batch, ({ states }) => states.rejected >= 2)
    const tight = { errorRate: { percent: 50, atLeast: 2 }, sameCode: null }
    await harness.client().batches.setPlan({ batch, plan: plan({ sizes: [], brakes: tight }) })
    const view = await harness.client().batches.get({ batch })
    expect(view.sending.stop).toMatchObject({ reason: 'error_rate', wave: 1 })
    expect(view.states.queued).toBeGreaterThan(0)
    await expect(harness.client().batches.release({ batch, limit: null })).rejects.toThrow(
      'stopped by a brake',
    )
  })
})

const refused = { code: 'import_process_failed_validation', detail: 'No.', domain: 'import_process' }

test('a validation older than the limit is repeated before create; accounts it rejects are not sent', async () => {
  const harness = await openHarness({ limits: { validationMaxAgeMs: 1, concurrency: 2 } })
  const batch = await validated(harness, 4)
  const validatedBefore = validations(harness)
  harness.sandbox.faults.add({
    id: 'changed its mind',
    route: 'validate',
    count: 1,
    effect: {
      kind: 'status',
      status: 400,
      body: {
        kind: 'json',
        value: {
          code: 'account_failed_validation',
          detail: 'No.',
          errors: [{ attr: 'billing_address', code: 'invalid', detail: 'Moved.' }],
        },
      },
    },
  })
  await harness.client().batches.release({ batch, limit: null })
  const view = await harness.until(batch, isOver)
  expect(view.states).toMatchObject({ rejected: 1, done: 3 })
  expect(validations(harness) - validatedBefore).toBeGreaterThanOrEqual(4)
  expect(createsOf(harness.sandbox)).toHaveLength(3)
  await expectConsistent(harness, [batch])
})

function validations(harness: Harness): number {
  return harness.sandbox.ledger.entries().filter(({ route }) => route === 'validate').length
}

test('a release interrupted by a shutdown continues at the next start and creates each account once', async () => {
  const harness = await openHarness()
  const batch = await validated(harness, 120)
  const releasing = harness
    .client()
    .batches.release({ batch, limit: 100 })
    .catch(() => null)
  await harness.until(
    batch,
    ({ states }) => states.queued + states.sending + states.processing + states.done > 0,
  )
  await harness.stop()
  await releasing
  await harness.start()
  await harness.giveKey()
  const view = await harness.until(batch, (now) => isOver(now) && now.states.done === 100)
  expect(view.sending.waves).toMatchObject([{ number: 1, size: 100, accounts: 100, created: 100 }])
  expect(view.states.validated).toBe(20)
  expect(
    inDatabase(harness.data, (database) => database.prepare('SELECT count(*) FROM wave').pluck().get()),
  ).toBe(1)
  expect(new Set(createsOf(harness.sandbox).map(({ account }) => account)).size).toBe(100)
  await expectConsistent(harness, [batch])
})
