// Tests handing a batch over between two data folders in both directions: everything of it arrives, and no account is
// created twice.
import { expect, test } from 'vitest'
import { numbered, plainAccounts } from '../api/small-files.ts'
import { isOver, isValidated } from '../api/waiting.ts'
import { codeOf, createdOnce, open, projectPath, twoFolders, write } from './handover-fixture.ts'

test('a batch goes to another folder and comes back, is sent where it is, and no account is created twice', async () => {
  const { first, other } = await twoFolders()
  const batch = await first.load(await plainAccounts(first.folder, numbered(12)))
  await first.validate(batch)
  await first.client().batches.release({ batch, limit: 4 })
  await first.until(batch, (view) => isOver(view) && view.outcomes.created === 4)

  const there = projectPath(first)
  const { project } = await write(first.client(), batch, there, 'open sesame')
  expect(project).toMatchObject({ accounts: 12, encrypted: true, generation: 1 })
  expect((await first.client().handover.get({ batch }))?.state).toBe('away')
  expect(await codeOf(first.client().batches.release({ batch, limit: null }))).toBe('batch_handed_over')

  const arrived = await open(other.client(), there, 'open sesame')
  const before = await other.client().batches.get({ batch: arrived.batch })
  expect(before).toMatchObject({ accounts: 12, rows: 12, stage: 'open' })
  expect(before.outcomes.created).toBe(4)
  await other.client().batches.release({ batch: arrived.batch, limit: 5 })
  await other.until(arrived.batch, (view) => isOver(view) && view.outcomes.created === 9)
  expect(createdOnce(first)).toBe(9)

  const back = projectPath(first, 'back.carryover')
  await write(other.client(), arrived.batch, back)
  const returned = await open(first.client(), back)
  expect(returned.replaced).toBe(batch)
  expect(returned.digest).toMatchObject({ waves: 1, attempts: 5, edits: 0 })
  expect(returned.digest.before.created).toBe(4)
  expect(returned.digest.after.created).toBe(9)
  expect((await first.client().batches.list()).map(({ id }) => id)).toEqual([returned.batch])

  await first.client().batches.release({ batch: returned.batch, limit: null })
  await first.until(returned.batch, (view) => isOver(view) && view.outcomes.created === 12)
  expect(createdOnce(first)).toBe(12)
  expect((await first.client().batches.reconcile({ batch: returned.batch })).unexplained).toBe(0)
  expect(isValidated(await first.client().batches.get({ batch: returned.batch }))).toBe(true)
})

test('a person who only held accounts elsewhere, or ended a hold, is named among those who worked on the batch', async () => {
  const { first, other } = await twoFolders()
  const batch = await first.load(await plainAccounts(first.folder, numbered(3)))
  const there = projectPath(first)
  await write(first.client(), batch, there)
  const arrived = await open(other.client(), there)
  const client = other.client()
  const { accounts } = await client.accounts.list({
    batch: arrived.batch,
    states: ['unvalidated'],
    offset: 0,
    limit: 3,
  })
  const [one = 0] = accounts.map(({ id }) => id)
  await client.operator.set({ name: 'Ina Holds' })
  await client.accounts.hold({ accounts: [one], reason: 'Wait', until: null })
  await client.operator.set({ name: 'Uwe Releases' })
  await client.accounts.unhold({ accounts: [one] })
  const back = projectPath(first, 'back.carryover')
  await write(client, arrived.batch, back)
  const returned = await open(first.client(), back)
  expect(returned.digest).toMatchObject({ held: 0, edits: 0, by: ['Ina Holds', 'Uwe Releases'] })
})
