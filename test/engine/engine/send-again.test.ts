// An account whose answer was lost on a connection without a status path: nothing tells whether it arrived, so it stays
// unconfirmed until a person says that it did not.
import { expect, test } from 'vitest'
import { createsOf, openHouse } from './harness.ts'
import { numbered, plainAccounts } from './small-files.ts'

test('without a status path an account whose answer was lost is sent again only when a person says so', async () => {
  const house = await openHouse()
  const settings = { ...house.settings, statusPath: null }
  await house.client().connections.save({ name: 'sandbox', settings })
  const batch = await house.load(await plainAccounts(house.folder, numbered(2)), null)
  await house.validate(batch)
  const lose = { route: 'create', count: 1, effect: { kind: 'reset', when: 'before_work' } } as const
  house.sandbox.faults.add(lose)
  const client = house.client()
  await client.batches.release({ batch, limit: 1 })
  await house.until(batch, ({ states }) => states.unconfirmed === 1)
  const lost = (await client.accounts.list({ batch, states: ['unconfirmed'], offset: 0, limit: 1 }))
    .accounts[0]
  const id = lost?.id ?? 0
  expect(lost?.advice).toContain('send it again')
  expect((await client.accounts.get({ account: id })).asksToSendAgain).toBe(true)

  await client.batches.release({ batch, limit: 1 })
  await house.until(batch, ({ states }) => states.watching === 1)
  expect(createsOf(house.sandbox), 'nothing is sent again by itself').toHaveLength(2)

  await client.accounts.sendAgain({ account: id })
  await house.until(batch, ({ states }) => states.watching === 2)
  expect(createsOf(house.sandbox)).toHaveLength(3)
  const story = await client.accounts.get({ account: id })
  expect(story.events.map(({ kind }) => kind)).toContain('sent_again_by_person')
  expect(story.asksToSendAgain).toBe(false)
  await expect(client.accounts.sendAgain({ account: id })).rejects.toThrow('is not unconfirmed')
})

test('an account whose status can be read is not sent again on a word', async () => {
  const house = await openHouse({ limits: { quietMs: 600_000 } })
  const batch = await house.load(await plainAccounts(house.folder, numbered(1)), null)
  await house.validate(batch)
  house.sandbox.faults.add({ route: 'create', count: 1, effect: { kind: 'reset', when: 'before_work' } })
  const client = house.client()
  await client.batches.release({ batch, limit: null })
  await house.until(batch, ({ states }) => states.unconfirmed === 1)
  const { accounts } = await client.accounts.list({ batch, states: ['unconfirmed'], offset: 0, limit: 1 })
  await expect(client.accounts.sendAgain({ account: accounts[0]?.id ?? 0 })).rejects.toThrow('can be read')
  expect(createsOf(house.sandbox)).toHaveLength(1)
})
