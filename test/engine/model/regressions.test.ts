// What the model has found, each as the few steps that it was shrunk to.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendingPlan } from '../../../shared/sending-plan.ts'
import { type House, openHouse } from './house.ts'
import { makeTemplate, streetColumn, type Template } from './template.ts'
import type { Clocks } from './world.ts'

let template: Template
beforeAll(async () => {
  template = await makeTemplate()
})
afterAll(() => template.remove())

/** A house for some steps; what the oracle has to say against them is an error. */
async function inHouse(
  steps: (house: House, of: { first: number; second: number }) => Promise<void>,
  clocks: Clocks = { aheadMs: 0, measured: true },
): Promise<void> {
  const house = await openHouse(template, 1, clocks)
  const [first = 0, second = 0] = template.batches
  try {
    await steps(house, { first, second })
    house.ledger.check()
    house.ledger.judge()
  } finally {
    await house.close()
  }
}

const stateOf = (house: House, number: number) => {
  const account = template.accounts[number]
  return house.ledger.standings().find(({ id }) => id === account?.id)
}

test('an account that has settled is looked at again while its twin is on its way in another batch', async () => {
  await inHouse(async (house, { first, second }) => {
    // The twin is released, but nothing is sent meanwhile: the first one fails, and a person looks at it again.
    house.service.setFate({ end: 'ERRORED', afterMs: 0, hiddenMs: 0 })
    await house.call((client) => client.batches.release({ batch: first, limit: null }))
    await house.world.pass(20_000)
    expect(stateOf(house, 0)).toMatchObject({ state: 'settled', outcome: 'failed' })
    await house.call((client) => client.connections.pause({ id: template.connection }))
    await house.call((client) => client.batches.release({ batch: second, limit: null }))
    expect(stateOf(house, 3)).toMatchObject({ state: 'queued' })
    const accounts = [template.accounts[0]?.id ?? 0]
    const asked = await house.call((client) => client.accounts.lookAgain({ accounts }))
    expect(asked.kind).toBe('done')
    await house.world.pass(20_000)
    expect(stateOf(house, 0)).toMatchObject({ state: 'settled', outcome: 'failed' })
  })
})

test('an identifier that the service changes later is taken over by a look at all that have settled', async () => {
  await inHouse(async (house, { first }) => {
    await house.call((client) => client.batches.release({ batch: first, limit: null }))
    await house.world.pass(40_000)
    const { key } = template.accounts[0] ?? { key: '' }
    expect(house.service.changeMind(key, 'PROCESSED')).toBe(true)
    await house.call((client) => client.batches.lookAgain({ batch: first, what: 'settled' }))
    await house.world.pass(20_000)
    expect(stateOf(house, 0)?.platformIdentifier).toBe(house.service.processes(key).at(-1)?.identifier)
  })
})

test('a process that an account has failed by says nothing of the next one, however soon that was sent', async () => {
  await inHouse(async (house, { first }) => {
    house.service.setFate({ end: 'ERRORED', afterMs: 0, hiddenMs: 0 })
    const accounts = [template.accounts[0]?.id ?? 0]
    await house.call((client) => client.batches.release({ batch: first, limit: 1 }))
    await house.world.pass(50)
    await house.call((client) => client.accounts.lookAgain({ accounts }))
    await house.world.pass(50)
    expect(stateOf(house, 0)).toMatchObject({ state: 'settled', outcome: 'failed' })
    // Within the seconds by which two clocks may differ, it is judged and sent again; the new process shows later.
    house.service.setFate({ end: 'PROCESSED', afterMs: 30_000, hiddenMs: 6000 })
    await house.call((client) => client.accounts.judge({ accounts }))
    await house.world.pass(50)
    await house.call((client) => client.batches.release({ batch: first, limit: 1 }))
    await house.world.pass(50)
    await house.call((client) => client.accounts.lookAgain({ accounts }))
    await house.world.pass(900)
    expect(stateOf(house, 0)).toMatchObject({ state: 'watching', attempts: 2 })
    await house.world.pass(60_000)
    expect(stateOf(house, 0)).toMatchObject({ state: 'settled', outcome: 'created' })
  })
})

test('a clock that is set before a lost attempt and after it keeps nobody from seeing the next one', async () => {
  await inHouse(async (house, { first }) => {
    const hour = 3_600_000
    const { world } = house
    await house.call((client) => client.accounts.judge({ accounts: [template.accounts[0]?.id ?? 0] }))
    await world.pass(900)
    await house.call((client) => client.connections.pause({ id: template.connection }))
    world.setClockBy(hour)
    await house.call((client) => client.batches.release({ batch: first, limit: null }))
    house.dieAt('before_sending', 1)
    await house.call((client) => client.connections.resume({ id: template.connection }))
    await world.settle()
    expect(await house.revive()).toBe(true)
    world.setClockBy(-10 * 365 * 24 * hour)
    house.ledger.wanted()
    await house.call((client) => client.connections.resume({ id: template.connection }))
    for (let round = 0; round < 6; round += 1) await world.pass(20_000)
    for (const number of [0, 1, 2])
      expect(stateOf(house, number)).toMatchObject({ state: 'settled', outcome: 'created' })
  })
})

test('an attempt whose answer was lost is over with the process that it made, and no measure for the next sending', async () => {
  await inHouse(async (house, { second }) => {
    house.service.setFate({ end: 'DRY_RUN_ERRORED', afterMs: 6000, hiddenMs: 6000 })
    house.wire.setMood('create', 'lost_after', 1)
    await house.call((client) => client.batches.release({ batch: second, limit: 1 }))
    await house.world.pass(35_000)
    expect(stateOf(house, 3)).toMatchObject({ state: 'settled', outcome: 'dry_run_failed' })
    // Judged and sent again: the process of the first sending is still the only one that shows.
    await house.call((client) => client.accounts.judge({ accounts: [template.accounts[3]?.id ?? 0] }))
    await house.world.pass(50)
    await house.call((client) => client.batches.release({ batch: second, limit: 1 }))
    await house.world.pass(5000)
    expect(stateOf(house, 3)).toMatchObject({ state: 'watching', attempts: 2 })
    await house.world.pass(20_000)
    expect(stateOf(house, 3)).toMatchObject({ state: 'settled', outcome: 'dry_run_failed' })
  })
})

test('somebody else’s process that began and ended in the seconds of a lost create does not settle it: ours may come late', async () => {
  await inHouse(async (house, { first }) => {
    const { key } = template.accounts[0] ?? { key: '' }
    house.service.setFate({ end: 'CANCELLED', afterMs: 6000, hiddenMs: 3000 })
    house.service.somebodyElse(key)
    house.wire.setMood('create', 'late', 1)
    await house.call((client) => client.batches.release({ batch: first, limit: 1 }))
    await house.world.pass(9010)
    expect(stateOf(house, 0)).toMatchObject({ state: 'unconfirmed' })
    await house.world.pass(60_000)
    expect(stateOf(house, 0)).toMatchObject({ state: 'settled', outcome: 'cancelled' })
  })
})

test.each([
  // Old enough to be told from ours, and not.
  ['long before', 7000],
  ['just before', 1000],
])(
  'somebody else’s process that began %s a lost create, and fails while it is watched, does not settle it: ours may come late',
  async (_, before) => {
    await inHouse(async (house, { first }) => {
      const { key } = template.accounts[0] ?? { key: '' }
      house.service.setFate({ end: 'ERRORED', afterMs: before + 3000, hiddenMs: 0 })
      house.service.somebodyElse(key)
      await house.world.pass(before)
      house.service.setFate({ end: 'PROCESSED', afterMs: 30_000, hiddenMs: 0 })
      house.wire.setMood('create', 'reset_late', 1)
      await house.call((client) => client.batches.release({ batch: first, limit: 1 }))
      await house.world.pass(2000)
      expect(stateOf(house, 0)).toMatchObject({ state: 'watching' })
      for (let seconds = 0; seconds < 20; seconds += 1) {
        await house.world.pass(1000)
        house.ledger.check()
      }
      expect(stateOf(house, 0)).toMatchObject({ state: 'watching' })
      await house.world.pass(60_000)
      expect(stateOf(house, 0)).toMatchObject({ state: 'settled' })
    })
  },
)

test('somebody else’s process that ran when a lost create was sent, and was over when it was sent again, does not settle the second', async () => {
  await inHouse(async (house, { first }) => {
    const { key } = template.accounts[0] ?? { key: '' }
    house.service.setFate({ end: 'CANCELLED', afterMs: 30_000, hiddenMs: 6000 })
    house.service.somebodyElse(key)
    await house.world.pass(9000)
    house.wire.setMood('create', 'lost_after', 1)
    house.wire.setMood('status', 'cut', 1000)
    await house.call((client) => client.batches.release({ batch: first, limit: 1 }))
    await house.world.pass(22_000)
    house.wire.calm()
    // Ours is not visible for six seconds, and the other one still answers for it.
    for (let seconds = 0; seconds < 300 && stateOf(house, 0)?.attempts === 1; seconds += 1)
      await house.world.pass(1000)
    expect(stateOf(house, 0)).toMatchObject({ attempts: 2 })
    for (let seconds = 0; seconds < 25; seconds += 1) {
      await house.world.pass(1000)
      house.ledger.check()
    }
    expect(stateOf(house, 0)).toMatchObject({ state: 'watching' })
    await house.world.pass(90_000)
    expect(stateOf(house, 0)).toMatchObject({ state: 'settled', outcome: 'cancelled' })
  })
})

test('a lost create, sent again once somebody else’s is there, ends with that: it is already there', async () => {
  await inHouse(async (house, { first }) => {
    const { key } = template.accounts[0] ?? { key: '' }
    house.service.setFate({ end: 'ERRORED', afterMs: 1000, hiddenMs: 0 })
    house.service.somebodyElse(key)
    await house.world.pass(9000)
    house.wire.setMood('create', 'lost_before', 1)
    await house.call((client) => client.batches.release({ batch: first, limit: 1 }))
    await house.world.pass(9000)
    // Nothing of ours is there, so it is to be sent again; meanwhile the other one is mended.
    await house.call((client) => client.connections.pause({ id: template.connection }))
    for (let seconds = 0; seconds < 120 && stateOf(house, 0)?.state !== 'queued'; seconds += 1)
      await house.world.pass(1000)
    expect(house.service.changeMind(key, 'PROCESSED')).toBe(true)
    house.ledger.wanted()
    await house.call((client) => client.connections.resume({ id: template.connection }))
    await house.world.pass(60_000)
    expect(stateOf(house, 0)).toMatchObject({ state: 'settled', outcome: 'already_there', attempts: 2 })
  })
})

test('what is being judged when the program dies is no wave that follows by itself: after a crash a person goes on', async () => {
  await inHouse(async (house, { first }) => {
    const plan = sendingPlan.parse({ sizes: [1, 2], between: 'when_settled' })
    await house.call((client) => client.batches.setPlan({ batch: first, plan }))
    const { row = 0 } = template.accounts[0] ?? {}
    const cells = [{ sheet: 0, row, column: streetColumn, text: '2 Low St' }]
    const words = 'edit'
    await house.call((client) => client.edits.apply({ batch: first, words, cells, forgetUndone: true }))
    await house.call((client) => client.batches.release({ batch: first, limit: 2 }))
    await house.world.pass(3_600_000)
    await house.call((client) => client.batches.validate({ batch: first }))
    house.die()
    expect(await house.revive()).toBe(true)
    expect(house.ledger.pauses()).toMatchObject([{ supplier: '', reason: 'after_crash' }])
    await house.world.pass(30_000)
    expect(stateOf(house, 0)).toMatchObject({ attempts: 0 })
  })
})

test('what is about to leave while another answer pauses the connection goes back to the queue', async () => {
  await inHouse(async (house, { second }) => {
    const { connection, accounts } = template
    // Without a token nothing leaves; after an hour a judgement and two creates begin at the same moment.
    house.service.revokeTokens()
    house.wire.setMood('token', 'broken_before', 1)
    await house.call((client) => client.batches.release({ batch: second, limit: null }))
    await house.call((client) => client.accounts.judge({ accounts: [accounts[2]?.id ?? 0] }))
    await house.world.settle()
    house.wire.setMood('validate', 'wrong_path', 1)
    await house.world.pass(3_600_000)
    expect(house.ledger.pauses()).toMatchObject([{ supplier: '', reason: 'not_this_service' }])
    for (const number of [3, 4]) expect(stateOf(house, number)).toMatchObject({ state: 'queued' })
    house.ledger.judge()
    house.ledger.wanted()
    await house.call((client) => client.connections.resume({ id: connection }))
    await house.world.pass(60_000)
    for (const number of [3, 4])
      expect(stateOf(house, number)).toMatchObject({ state: 'settled', outcome: 'created' })
  })
})

test('somebody else’s process that takes ours in and ends ten seconds later says what became of ours', async () => {
  await inHouse(async (house, { first }) => {
    const { key } = template.accounts[0] ?? { key: '' }
    house.service.setFate({ end: 'PROCESSED', afterMs: 324_000_000, hiddenMs: 0 })
    house.service.somebodyElse(key)
    await house.world.pass(9000)
    await house.call((client) => client.batches.release({ batch: first, limit: null }))
    house.service.calm()
    await house.world.pass(60_000)
    expect(stateOf(house, 0)).toMatchObject({ state: 'settled', outcome: 'already_there', attempts: 1 })
  })
})

test.each([-8000, 8000])(
  'accounts of a service whose records are %i ms ahead of its Date are ours, whether their answers came or were lost',
  async (aheadMs) => {
    await inHouse(
      async (house, { first, second }) => {
        await house.call((client) => client.batches.release({ batch: first, limit: null }))
        await house.world.pass(60_000)
        house.wire.setMood('create', 'lost_after', 6)
        await house.call((client) => client.batches.release({ batch: second, limit: null }))
        await house.world.pass(60_000)
        for (const account of template.accounts) {
          const isTwin =
            account.batch === second &&
            template.accounts.some((one) => one.batch === first && one.key === account.key)
          if (isTwin) continue
          const standing = house.ledger.standings().find(({ id }) => id === account.id)
          expect(standing).toMatchObject({ state: 'settled', outcome: 'created', attempts: 1 })
        }
      },
      { aheadMs, measured: false },
    )
  },
)
