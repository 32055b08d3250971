// Waves and brakes through the engine's own calls, against the sandbox over real HTTP: by itself from the first account to
// the last, never past a brake, across an end in order and a kill in the middle of a release; and what is told of it.
import { describe, expect, test } from 'vitest'
import type { EngineEvent } from '../../../shared/contract.ts'
import { sendingPlan, type SendingPlan } from '../../../shared/sending-plan.ts'
import { createsOf, expectConsistent, inDatabase, openHouse, type House } from './harness.ts'
import { numbered, plainAccounts } from './small-files.ts'
import { isOver } from './waiting.ts'

const plan = (given: Parameters<typeof sendingPlan.parse>[0]): SendingPlan => sendingPlan.parse(given)

async function cleared(house: House, accounts: number): Promise<number> {
  const batch = await house.load(await plainAccounts(house.folder, numbered(accounts)), null)
  await house.validate(batch)
  return batch
}

test('a plan sends a canary, then ten, then the rest by itself, each after the one before has settled', async () => {
  const house = await openHouse()
  const batch = await cleared(house, 24)
  await house.client().batches.setPlan({ batch, plan: plan({ sizes: [1, 10], between: 'when_settled' }) })
  expect(await house.client().batches.release({ batch, limit: 1 })).toEqual({ released: 1, elsewhere: 0 })
  const view = await house.until(batch, (now) => isOver(now) && now.states.cleared === 0)
  await house.until(batch, ({ sending }) => sending.waves.every(({ endedAt }) => endedAt !== null))
  expect(view.sending.waves.map(({ size, accounts, created }) => [size, accounts, created])).toEqual([
    [1, 1, 1],
    [10, 10, 10],
    [null, 13, 13],
  ])
  const told = await house.client().batches.timeline({ batch, limit: 200 })
  const ended = told.filter(({ kind }) => kind === 'wave_ended').map(({ detail }) => detail['wave'])
  expect(ended).toEqual([3, 2, 1])
  expect(createsOf(house.sandbox)).toHaveLength(24)
  await expectConsistent(house, [batch])
})

describe('a release that says what was shown', () => {
  test('releases nothing where another wave went since, or where it goes changed, and says so', async () => {
    const house = await openHouse()
    const batch = await cleared(house, 6)
    const { batches, connections } = house.client()
    const shown = async () => {
      const { connection, supplier, sending } = await batches.get({ batch })
      if (connection === null) throw new Error('no connection')
      const { id, baseUrl, environment } = connection
      const after = sending.waves.at(-1)?.number ?? 0
      return { after, connection: { id, baseUrl, environment }, supplier }
    }
    const released = async () => (await batches.get({ batch })).sending.waves.map(({ accounts }) => accounts)
    const first = await shown()
    await batches.release({ batch, limit: 2, shown: first })
    await expect(batches.release({ batch, limit: 1, shown: first })).rejects.toMatchObject({
      data: { code: 'changed_since_shown', message: expect.stringContaining('another wave was released') },
    })
    await house.until(batch, isOver)
    expect(await released()).toEqual([2])

    const second = await shown()
    const [connection] = await connections.list()
    if (connection === undefined) throw new Error('no connection')
    const { name, settings } = connection
    await connections.save({ name, settings: { ...settings, environment: 'production' } })
    await expect(batches.release({ batch, limit: 1, shown: second })).rejects.toMatchObject({
      data: {
        code: 'changed_since_shown',
        message: expect.stringContaining(
          `it goes to ${settings.baseUrl}, which is production, under the suppliers of its file by now`,
        ),
      },
    })
    await expect(
      batches.release({ batch, limit: 1, shown: { ...(await shown()), supplier: 'BOLT' } }),
    ).rejects.toMatchObject({ data: { code: 'changed_since_shown' } })
    expect(await released()).toEqual([2])

    await batches.release({ batch, limit: 4, shown: await shown() })
    await house.until(batch, (view) => isOver(view) && view.states.cleared === 0)
    expect(await released()).toEqual([2, 4])
    await expectConsistent(house, [batch])
  })
})

describe('a brake', () => {
  test('stops the wave, tells somebody once, and going on after the cause is gone sends the rest', async () => {
    const house = await openHouse({ limits: { concurrency: 1 } })
    const batch = await cleared(house, 12)
    const heard: EngineEvent[] = []
    const listening = new AbortController()
    const events = await house.client().events(undefined, { signal: listening.signal })
    const isTold = (event: EngineEvent): boolean => event.kind === 'attention' && event.what === 'stopped'
    let hear = (): void => undefined
    const told = new Promise<void>((resolve) => {
      hear = resolve
    })
    const hearing = (async () => {
      for await (const event of events) {
        heard.push(event)
        if (isTold(event)) hear()
      }
    })().catch(() => undefined)
    await house.client().batches.setPlan({
      batch,
      plan: plan({ sizes: [10], between: 'when_sent', brakes: { errorRate: null, sameCode: 3 } }),
    })
    house.sandbox.faults.add({
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
    await house.client().batches.release({ batch, limit: 10 })
    const stopped = await house.until(
      batch,
      ({ sending, states }) => sending.stop !== null && states.sending === 0,
    )
    expect(stopped.states).toMatchObject({ refused: 3, queued: 7, cleared: 2 })
    expect(stopped.sending.stop).toMatchObject({ reason: 'same_code', wave: 1 })
    expect(stopped.sending.stop?.goOn).toContain('The 7 queued accounts of wave 1 are sent')
    house.sandbox.faults.remove('refusing')
    await told
    listening.abort()
    await hearing
    expect(heard.filter(isTold)).toHaveLength(1)
    // An end in order and a new start change nothing about it.
    await house.stop()
    await house.start()
    expect((await house.client().batches.get({ batch })).sending.stop).toEqual(stopped.sending.stop)
    // Who saw another stop does not lift this one.
    const at = stopped.sending.stop?.at ?? 0
    await expect(house.client().batches.goOn({ batch, stoppedAt: at - 1 })).rejects.toMatchObject({
      data: { code: 'changed_since_shown' },
    })
    expect((await house.client().batches.get({ batch })).sending.stop).toEqual(stopped.sending.stop)
    await house.client().batches.goOn({ batch, stoppedAt: at })
    const over = await house.until(batch, (now) => isOver(now) && now.states.cleared === 0)
    expect(over.outcomes.created).toBe(9)
    expect(over.states.refused).toBe(3)
    expect(over.sending.waves.map(({ accounts, wrong }) => [accounts, wrong])).toEqual([
      [10, 3],
      [2, 0],
    ])
    await expectConsistent(house, [batch])
  })

  test('that is set tighter while the wave is under way stops it at once', async () => {
    const house = await openHouse({ limits: { concurrency: 1, rate: 5 } })
    const batch = await cleared(house, 10)
    const off = { errorRate: null, sameCode: null }
    await house.client().batches.setPlan({ batch, plan: plan({ sizes: [], brakes: off }) })
    house.sandbox.faults.add({
      id: 'failing',
      route: 'create',
      effect: { kind: 'status', status: 400, body: { kind: 'json', value: refused } },
    })
    await house.client().batches.release({ batch, limit: null })
    await house.until(batch, ({ states }) => states.refused >= 2)
    const tight = { errorRate: { percent: 50, atLeast: 2 }, sameCode: null }
    await house.client().batches.setPlan({ batch, plan: plan({ sizes: [], brakes: tight }) })
    const view = await house.client().batches.get({ batch })
    expect(view.sending.stop).toMatchObject({ reason: 'error_rate', wave: 1 })
    expect(view.states.queued).toBeGreaterThan(0)
    await expect(house.client().batches.release({ batch, limit: null })).rejects.toThrow('stopped by a brake')
  })
})

const refused = { code: 'import_process_failed_validation', detail: 'No.', domain: 'import_process' }

test('a judgement older than the limit is repeated just before the create; what is refused now is not sent', async () => {
  const house = await openHouse({ limits: { judgementMaxAgeMs: 1, concurrency: 2 } })
  const batch = await cleared(house, 4)
  const validatedBefore = validations(house)
  house.sandbox.faults.add({
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
  await house.client().batches.release({ batch, limit: null })
  const view = await house.until(batch, isOver)
  expect(view.states).toMatchObject({ refused: 1, settled: 3 })
  expect(validations(house) - validatedBefore).toBeGreaterThanOrEqual(4)
  expect(createsOf(house.sandbox)).toHaveLength(3)
  await expectConsistent(house, [batch])
})

function validations(house: House): number {
  return house.sandbox.ledger.entries().filter(({ route }) => route === 'validate').length
}

test('a release that an end has cut in two goes on at the next start, and each account is created once', async () => {
  const house = await openHouse()
  const batch = await cleared(house, 300)
  const releasing = house
    .client()
    .batches.release({ batch, limit: 250 })
    .catch(() => null)
  await house.until(
    batch,
    ({ states }) => states.queued + states.sending + states.watching + states.settled > 0,
  )
  await house.stop()
  await releasing
  await house.start()
  await house.giveKey()
  const view = await house.until(batch, (now) => isOver(now) && now.states.settled === 250)
  expect(view.sending.waves).toMatchObject([{ number: 1, size: 250, accounts: 250, created: 250 }])
  expect(view.states.cleared).toBe(50)
  expect(
    inDatabase(house.data, (database) => database.prepare('SELECT count(*) FROM wave').pluck().get()),
  ).toBe(1)
  expect(new Set(createsOf(house.sandbox).map(({ account }) => account)).size).toBe(250)
  await expectConsistent(house, [batch])
})
