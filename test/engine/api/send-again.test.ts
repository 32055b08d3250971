// Tests an account whose answer was lost on a connection without a status path: it cannot be known whether it
// arrived, so it stays unconfirmed until a person says that it did not.
import { expect, test } from 'vitest'
import { english } from '../../support/english.ts'
import { createsOf, openHarness } from './harness.ts'
import { numbered, plainAccounts } from './small-files.ts'

test('an account with a lost answer and no status path is sent again only on request', async () => {
  const harness = await openHarness()
  const settings = { ...harness.settings, statusPath: null }
  await harness.client().connections.save({ name: 'sandbox', settings })
  const batch = await harness.load(await plainAccounts(harness.folder, numbered(2)), null)
  await harness.validate(batch)
  const lose = { route: 'create', count: 1, effect: { kind: 'reset', when: 'before_work' } } as const
  harness.sandbox.faults.add(lose)
  const client = harness.client()
  await client.batches.release({ batch, limit: 1 })
  await harness.until(batch, ({ states }) => states.unconfirmed === 1)
  const lost = (await client.accounts.list({ batch, states: ['unconfirmed'], offset: 0, limit: 1 }))
    .accounts[0]
  const id = lost?.id ?? 0
  expect(english(lost?.advice)).toContain('send it again')
  expect((await client.accounts.get({ account: id })).asksToSendAgain).toBe(true)

  await client.batches.release({ batch, limit: 1 })
  await harness.until(batch, ({ states }) => states.processing === 1)
  expect(createsOf(harness.sandbox), 'nothing is sent again by itself').toHaveLength(2)

  await client.accounts.sendAgain({ account: id })
  await harness.until(batch, ({ states }) => states.processing === 2)
  expect(createsOf(harness.sandbox)).toHaveLength(3)
  const history = await client.accounts.get({ account: id })
  expect(history.events.map(({ kind }) => kind)).toContain('sent_again_by_person')
  expect(history.asksToSendAgain).toBe(false)
  await expect(client.accounts.sendAgain({ account: id })).rejects.toThrow('is not unconfirmed')
})

test('an account with a readable status is not sent again on request', async () => {
  const harness = await openHarness({ limits: { quietMs: 600_000 } })
  const batch = await harness.load(await plainAccounts(harness.folder, numbered(1)), null)
  await harness.validate(batch)
  harness.sandbox.faults.add({ route: 'create', count: 1, effect: { kind: 'reset', when: 'before_work' } })
  const client = harness.client()
  await client.batches.release({ batch, limit: null })
  await harness.until(batch, ({ states }) => states.unconfirmed === 1)
  const { accounts } = await client.accounts.list({ batch, states: ['unconfirmed'], offset: 0, limit: 1 })
  await expect(client.accounts.sendAgain({ account: accounts[0]?.id ?? 0 })).rejects.toThrow('can be read')
  expect(createsOf(harness.sandbox)).toHaveLength(1)
})
