// Failures that the model has found, each as the few steps that it was shrunk to.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendingPlan } from '../../../shared/sending/wave-plan.ts'
import { type Harness, openHarness } from './harness.ts'
import { makeTemplate, streetColumn, type Template } from './template.ts'
import type { Clocks } from './world.ts'

let template: Template
beforeAll(async () => {
  template = await makeTemplate()
})
afterAll(() => template.remove())

/** A harness for some steps; every violation found by the oracle is an error. */
async function inHarness(
  steps: (harness: Harness, of: { first: number; second: number }) => Promise<void>,
  clocks: Clocks = { aheadMs: 0, measured: true },
): Promise<void> {
  const harness = await openHarness(template, 1, clocks)
  const [first = 0, second = 0] = template.batches
  try {
    await steps(harness, { first, second })
    harness.ledger.check()
    harness.ledger.validateAccounts()
  } finally {
    await harness.close()
  }
}

const stateOf = (harness: Harness, number: number) => {
  const account = template.accounts[number]
  return harness.ledger.currentStates().find(({ id }) => id === account?.id)
}

test('a done account is rechecked while its duplicate is in progress in another batch', async () => {
  await inHarness(async (harness, { first, second }) => {
    // The duplicate is released, but nothing is sent meanwhile: the first one fails and is polled again.
    harness.service.setFate({ end: 'ERRORED', afterMs: 0, hiddenMs: 0 })
    await harness.call((client) => client.batches.release({ batch: first, limit: null }))
    await harness.world.pass(20_000)
    expect(stateOf(harness, 0)).toMatchObject({ state: 'done', outcome: 'failed' })
    await harness.call((client) => client.connections.pause({ id: template.connection }))
    await harness.call((client) => client.batches.release({ batch: second, limit: null }))
    expect(stateOf(harness, 3)).toMatchObject({ state: 'queued' })
    const accounts = [template.accounts[0]?.id ?? 0]
    const asked = await harness.call((client) => client.accounts.recheck({ accounts }))
    expect(asked.kind).toBe('done')
    await harness.world.pass(20_000)
    expect(stateOf(harness, 0)).toMatchObject({ state: 'done', outcome: 'failed' })
  })
})

test('an identifier that the service changes later is stored by a recheck of all done accounts', async () => {
  await inHarness(async (harness, { first }) => {
    await harness.call((client) => client.batches.release({ batch: first, limit: null }))
    await harness.world.pass(40_000)
    const { key } = template.accounts[0] ?? { key: '' }
    expect(harness.service.changeMind(key, 'PROCESSED')).toBe(true)
    await harness.call((client) => client.batches.recheck({ batch: first, what: 'done' }))
    await harness.world.pass(20_000)
    expect(stateOf(harness, 0)?.platformIdentifier).toBe(harness.service.processes(key).at(-1)?.identifier)
  })
})

test('a recheck waits as long as the service has asked for, and then stores the identifier that was changed', async () => {
  await inHarness(async (harness, { first }) => {
    await harness.call((client) => client.batches.release({ batch: first, limit: 1 }))
    await harness.world.pass(40_000)
    const { key } = template.accounts[0] ?? { key: '' }
    harness.service.changeMind(key, 'PROCESSED')
    // A wait of a day is asked for, of which an hour is kept.
    harness.wire.setBehaviour('validate', 'busy_for_long', 1)
    await harness.call((client) => client.accounts.validate({ accounts: [template.accounts[1]?.id ?? 0] }))
    await harness.world.pass(900)
    await harness.call((client) => client.batches.recheck({ batch: first, what: 'done' }))
    await harness.world.pass(40_000)
    expect(harness.ledger.rechecking()).toHaveLength(1)
    expect(stateOf(harness, 0)?.platformIdentifier).not.toBe(
      harness.service.processes(key).at(-1)?.identifier,
    )
    await harness.world.pass(3_600_000)
    expect(harness.ledger.rechecking()).toHaveLength(0)
    expect(stateOf(harness, 0)?.platformIdentifier).toBe(harness.service.processes(key).at(-1)?.identifier)
  })
})

test('a failed process does not decide the next attempt of the account, however soon that was sent', async () => {
  await inHarness(async (harness, { first }) => {
    harness.service.setFate({ end: 'ERRORED', afterMs: 0, hiddenMs: 0 })
    const accounts = [template.accounts[0]?.id ?? 0]
    await harness.call((client) => client.batches.release({ batch: first, limit: 1 }))
    await harness.world.pass(50)
    await harness.call((client) => client.accounts.recheck({ accounts }))
    await harness.world.pass(50)
    expect(stateOf(harness, 0)).toMatchObject({ state: 'done', outcome: 'failed' })
    // Within the possible difference of the two clocks, it is validated and sent again; the new process appears
    // later.
    harness.service.setFate({ end: 'PROCESSED', afterMs: 30_000, hiddenMs: 6000 })
    await harness.call((client) => client.accounts.validate({ accounts }))
    await harness.world.pass(50)
    await harness.call((client) => client.batches.release({ batch: first, limit: 1 }))
    await harness.world.pass(50)
    await harness.call((client) => client.accounts.recheck({ accounts }))
    await harness.world.pass(900)
    expect(stateOf(harness, 0)).toMatchObject({ state: 'processing', attempts: 2 })
    await harness.world.pass(60_000)
    expect(stateOf(harness, 0)).toMatchObject({ state: 'done', outcome: 'created' })
  })
})

test('setting the clock before and after a lost attempt does not hide the next attempt', async () => {
  await inHarness(async (harness, { first }) => {
    const hour = 3_600_000
    const { world } = harness
    await harness.call((client) => client.accounts.validate({ accounts: [template.accounts[0]?.id ?? 0] }))
    await world.pass(900)
    await harness.call((client) => client.connections.pause({ id: template.connection }))
    world.setClockBy(hour)
    await harness.call((client) => client.batches.release({ batch: first, limit: null }))
    harness.dieAt('before_sending', 1)
    await harness.call((client) => client.connections.resume({ id: template.connection }))
    await world.finish()
    expect(await harness.revive()).toBe(true)
    world.setClockBy(-10 * 365 * 24 * hour)
    harness.ledger.wanted()
    await harness.call((client) => client.connections.resume({ id: template.connection }))
    for (let round = 0; round < 6; round += 1) await world.pass(20_000)
    for (const number of [0, 1, 2])
      expect(stateOf(harness, number)).toMatchObject({ state: 'done', outcome: 'created' })
  })
})

test('an attempt with a lost answer ends with its process, and does not decide the next sending', async () => {
  await inHarness(async (harness, { second }) => {
    harness.service.setFate({ end: 'DRY_RUN_ERRORED', afterMs: 6000, hiddenMs: 6000 })
    harness.wire.setBehaviour('create', 'lost_after', 1)
    await harness.call((client) => client.batches.release({ batch: second, limit: 1 }))
    await harness.world.pass(35_000)
    expect(stateOf(harness, 3)).toMatchObject({ state: 'done', outcome: 'dry_run_failed' })
    // Validated and sent again: only the process of the first sending is visible.
    await harness.call((client) => client.accounts.validate({ accounts: [template.accounts[3]?.id ?? 0] }))
    await harness.world.pass(50)
    await harness.call((client) => client.batches.release({ batch: second, limit: 1 }))
    await harness.world.pass(5000)
    expect(stateOf(harness, 3)).toMatchObject({ state: 'processing', attempts: 2 })
    await harness.world.pass(20_000)
    expect(stateOf(harness, 3)).toMatchObject({ state: 'done', outcome: 'dry_run_failed' })
  })
})

test('another client’s process that began and ended during a lost create does not make it done: ours may arrive late', async () => {
  await inHarness(async (harness, { first }) => {
    const { key } = template.accounts[0] ?? { key: '' }
    harness.service.setFate({ end: 'CANCELLED', afterMs: 6000, hiddenMs: 3000 })
    harness.service.somebodyElse(key)
    harness.wire.setBehaviour('create', 'late', 1)
    await harness.call((client) => client.batches.release({ batch: first, limit: 1 }))
    await harness.world.pass(9010)
    expect(stateOf(harness, 0)).toMatchObject({ state: 'unconfirmed' })
    await harness.world.pass(60_000)
    expect(stateOf(harness, 0)).toMatchObject({ state: 'done', outcome: 'cancelled' })
  })
})

test.each([
  // Two cases: old enough to be distinguished from ours, and not.
  ['long before', 7000],
  ['just before', 1000],
])(
  'somebody else’s process that began %s a lost create, and fails while it is watched, does not finish it: ours may come late',
  async (_, before) => {
    await inHarness(async (harness, { first }) => {
      const { key } = template.accounts[0] ?? { key: '' }
      harness.service.setFate({ end: 'ERRORED', afterMs: before + 3000, hiddenMs: 0 })
      harness.service.somebodyElse(key)
      await harness.world.pass(before)
      harness.service.setFate({ end: 'PROCESSED', afterMs: 30_000, hiddenMs: 0 })
      harness.wire.setBehaviour('create', 'reset_late', 1)
      await harness.call((client) => client.batches.release({ batch: first, limit: 1 }))
      await harness.world.pass(2000)
      expect(stateOf(harness, 0)).toMatchObject({ state: 'processing' })
      for (let seconds = 0; seconds < 20; seconds += 1) {
        await harness.world.pass(1000)
        harness.ledger.check()
      }
      expect(stateOf(harness, 0)).toMatchObject({ state: 'processing' })
      await harness.world.pass(60_000)
      expect(stateOf(harness, 0)).toMatchObject({ state: 'done' })
    })
  },
)

test('another client’s process that ran during a lost create and ended before the second create does not make it done', async () => {
  await inHarness(async (harness, { first }) => {
    const { key } = template.accounts[0] ?? { key: '' }
    harness.service.setFate({ end: 'CANCELLED', afterMs: 30_000, hiddenMs: 6000 })
    harness.service.somebodyElse(key)
    await harness.world.pass(9000)
    harness.wire.setBehaviour('create', 'lost_after', 1)
    harness.wire.setBehaviour('status', 'cut', 1000)
    await harness.call((client) => client.batches.release({ batch: first, limit: 1 }))
    await harness.world.pass(22_000)
    harness.wire.calm()
    // Ours is invisible for six seconds, and the other client's process is returned instead.
    for (let seconds = 0; seconds < 300 && stateOf(harness, 0)?.attempts === 1; seconds += 1)
      await harness.world.pass(1000)
    expect(stateOf(harness, 0)).toMatchObject({ attempts: 2 })
    for (let seconds = 0; seconds < 25; seconds += 1) {
      await harness.world.pass(1000)
      harness.ledger.check()
    }
    expect(stateOf(harness, 0)).toMatchObject({ state: 'processing' })
    await harness.world.pass(90_000)
    expect(stateOf(harness, 0)).toMatchObject({ state: 'done', outcome: 'cancelled' })
  })
})

test('a lost create that is sent again after another client created the account ends as already there', async () => {
  await inHarness(async (harness, { first }) => {
    const { key } = template.accounts[0] ?? { key: '' }
    harness.service.setFate({ end: 'ERRORED', afterMs: 1000, hiddenMs: 0 })
    harness.service.somebodyElse(key)
    await harness.world.pass(9000)
    harness.wire.setBehaviour('create', 'lost_before', 1)
    await harness.call((client) => client.batches.release({ batch: first, limit: 1 }))
    await harness.world.pass(9000)
    // The service has nothing of ours, so it is to be sent again; meanwhile the other one is fixed.
    await harness.call((client) => client.connections.pause({ id: template.connection }))
    for (let seconds = 0; seconds < 120 && stateOf(harness, 0)?.state !== 'queued'; seconds += 1)
      await harness.world.pass(1000)
    expect(harness.service.changeMind(key, 'PROCESSED')).toBe(true)
    harness.ledger.wanted()
    await harness.call((client) => client.connections.resume({ id: template.connection }))
    await harness.world.pass(60_000)
    expect(stateOf(harness, 0)).toMatchObject({ state: 'done', outcome: 'already_there', attempts: 2 })
  })
})

test('after a crash during validation no wave follows automatically: a person resumes', async () => {
  await inHarness(async (harness, { first }) => {
    const plan = sendingPlan.parse({ sizes: [1, 2], between: 'when_done' })
    await harness.call((client) => client.batches.setPlan({ batch: first, plan }))
    const { row = 0 } = template.accounts[0] ?? {}
    const cells = [{ sheet: 0, row, column: streetColumn, text: '2 Low St' }]
    const words = 'edit'
    await harness.call((client) => client.edits.apply({ batch: first, words, cells }))
    await harness.call((client) => client.batches.release({ batch: first, limit: 2 }))
    await harness.world.pass(3_600_000)
    await harness.call((client) => client.batches.validate({ batch: first }))
    harness.die()
    expect(await harness.revive()).toBe(true)
    expect(harness.ledger.pauses()).toMatchObject([{ supplier: '', reason: 'after_crash' }])
    await harness.world.pass(30_000)
    expect(stateOf(harness, 0)).toMatchObject({ attempts: 0 })
  })
})

test('a program that dies while it is being closed has crashed: a person resumes', async () => {
  await inHarness(async (harness, { first }) => {
    harness.wire.setBehaviour('create', 'lost_after', 1)
    await harness.call((client) => client.batches.release({ batch: first, limit: 1 }))
    harness.dieAt('before_the_answer_is_written', 1)
    // It waits for the answer in flight, and dies when that comes.
    await harness.restart()
    expect(await harness.revive()).toBe(true)
    expect(harness.ledger.pauses()).toMatchObject([{ supplier: '', reason: 'after_crash' }])
    harness.die()
    expect(await harness.revive()).toBe(true)
    expect(harness.ledger.pauses()).toMatchObject([{ supplier: '', reason: 'after_crash' }])
    await harness.world.pass(60_000)
    expect(stateOf(harness, 0)).toMatchObject({ attempts: 1 })
  })
})

test('with a clock that has fallen back to 1970 accounts are still validated and created', async () => {
  await inHarness(async (harness, { first }) => {
    for (let decades = 0; decades < 6; decades += 1) harness.world.setClockBy(-10 * 365 * 24 * 3_600_000)
    const accounts = [template.accounts[0]?.id ?? 0]
    await harness.call((client) => client.accounts.validate({ accounts }))
    await harness.world.pass(20_000)
    expect(stateOf(harness, 0)).toMatchObject({ state: 'validated' })
    await harness.call((client) => client.batches.release({ batch: first, limit: 1 }))
    await harness.world.pass(40_000)
    expect(stateOf(harness, 0)).toMatchObject({ state: 'done', outcome: 'created', attempts: 1 })
  })
})

test('an account about to be sent goes back to the queue when another answer pauses the connection', async () => {
  await inHarness(async (harness, { second }) => {
    const { connection, accounts } = template
    // Without a token nothing leaves; after an hour a validation and two creates begin at the same moment.
    harness.service.revokeTokens()
    harness.wire.setBehaviour('token', 'broken_before', 1)
    await harness.call((client) => client.batches.release({ batch: second, limit: null }))
    await harness.call((client) => client.accounts.validate({ accounts: [accounts[2]?.id ?? 0] }))
    await harness.world.finish()
    harness.wire.setBehaviour('validate', 'wrong_path', 1)
    await harness.world.pass(3_600_000)
    expect(harness.ledger.pauses()).toMatchObject([{ supplier: '', reason: 'not_this_service' }])
    for (const number of [3, 4]) expect(stateOf(harness, number)).toMatchObject({ state: 'queued' })
    harness.ledger.validateAccounts()
    harness.ledger.wanted()
    await harness.call((client) => client.connections.resume({ id: connection }))
    await harness.world.pass(60_000)
    for (const number of [3, 4])
      expect(stateOf(harness, number)).toMatchObject({ state: 'done', outcome: 'created' })
  })
})

test('another client’s process that absorbs our create and ends ten seconds later decides our account', async () => {
  await inHarness(async (harness, { first }) => {
    const { key } = template.accounts[0] ?? { key: '' }
    harness.service.setFate({ end: 'PROCESSED', afterMs: 324_000_000, hiddenMs: 0 })
    harness.service.somebodyElse(key)
    await harness.world.pass(9000)
    await harness.call((client) => client.batches.release({ batch: first, limit: null }))
    harness.service.calm()
    await harness.world.pass(60_000)
    expect(stateOf(harness, 0)).toMatchObject({ state: 'done', outcome: 'already_there', attempts: 1 })
  })
})

test('without a measured clock, another client’s process that ends eighteen seconds after our create decides our account', async () => {
  await inHarness(
    async (harness, { second }) => {
      const { key } = template.accounts[0] ?? { key: '' }
      harness.service.setFate({ end: 'PROCESSED', afterMs: 324_000_000, hiddenMs: 0 })
      harness.service.somebodyElse(key)
      await harness.world.pass(3_600_000)
      harness.service.calm()
      await harness.call((client) => client.batches.release({ batch: second, limit: null }))
      await harness.world.pass(60_000)
      expect(stateOf(harness, 3)).toMatchObject({
        state: 'done',
        outcome: 'whose_account_unsure',
        attempts: 1,
      })
    },
    { aheadMs: -8000, measured: false },
  )
})

test.each([-8000, 8000])(
  'accounts of a service whose records are %i ms ahead of its Date are ours, whether their answers came or were lost',
  async (aheadMs) => {
    await inHarness(
      async (harness, { first, second }) => {
        await harness.call((client) => client.batches.release({ batch: first, limit: null }))
        await harness.world.pass(60_000)
        harness.wire.setBehaviour('create', 'lost_after', 6)
        await harness.call((client) => client.batches.release({ batch: second, limit: null }))
        await harness.world.pass(60_000)
        for (const account of template.accounts) {
          const isDuplicate =
            account.batch === second &&
            template.accounts.some((one) => one.batch === first && one.key === account.key)
          if (isDuplicate) continue
          const currentState = harness.ledger.currentStates().find(({ id }) => id === account.id)
          expect(currentState).toMatchObject({ state: 'done', outcome: 'created', attempts: 1 })
        }
      },
      { aheadMs, measured: false },
    )
  },
)
