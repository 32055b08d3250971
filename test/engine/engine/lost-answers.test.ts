// Answers that never came (field-notes.md section 5): what arrived is settled by its status and never posted again,
// what did not arrive is sent exactly once more.
import { expect, test } from 'vitest'
import { createsOf, expectConsistent, openHouse } from './harness.ts'
import { plainAccounts } from './small-files.ts'

test('a create whose answer was lost is settled by its status, and its twin that never arrived is sent once more', async () => {
  const house = await openHouse()
  const { faults } = house.sandbox
  faults.add({
    route: 'create',
    account: 'DONE-RESET',
    count: 1,
    effect: { kind: 'reset', when: 'after_work' },
  })
  faults.add({
    route: 'create',
    account: 'DONE-CUT',
    count: 1,
    effect: { kind: 'cut', bytes: 30, of: 'reply' },
  })
  faults.add({ route: 'create', account: 'DONE-HALF', count: 1, effect: { kind: 'cut', bytes: 1 } })
  faults.add({
    route: 'create',
    account: 'NEVER-CAME',
    count: 1,
    effect: { kind: 'reset', when: 'before_work' },
  })
  const numbers = ['DONE-RESET', 'DONE-CUT', 'DONE-HALF', 'NEVER-CAME']
  const batch = await house.load(
    await plainAccounts(
      house.folder,
      numbers.map((number) => ({ number })),
    ),
    null,
  )
  const view = await house.send(batch)

  expect(view.outcomes.created).toBe(4)
  const posts = numbers.map((number) => createsOf(house.sandbox, number).length)
  expect(posts).toEqual([1, 1, 1, 2])
  const report = await house.report(batch)
  expect(report.results.map((line) => line['attempts'])).toEqual(['1', '1', '1', '2'])
  await expectConsistent(house, [batch])
})

test('the second sending of an account carries the very bytes of the first, after two answers of "not found"', async () => {
  const house = await openHouse()
  house.sandbox.faults.add({ route: 'create', count: 1, effect: { kind: 'reset', when: 'before_work' } })
  const batch = await house.load(await plainAccounts(house.folder, [{ number: 'TWICE' }]), null)
  await house.send(batch)

  const [first, second] = createsOf(house.sandbox)
  expect(second?.bodySha256).toBe(first?.bodySha256)
  const between = house.sandbox.ledger
    .entries()
    .filter(({ route, work, seq }) => route === 'status' && work === 'missing' && seq < (second?.seq ?? 0))
  expect(between.length).toBeGreaterThanOrEqual(2)
  const [asked, again] = [between[0]?.time, between.at(-1)?.time].map((time) => Date.parse(time ?? ''))
  expect((again ?? 0) - (asked ?? 0), 'the quiet time').toBeGreaterThanOrEqual(290)
})

test('an already-imported answer after a lost one is ours, confirmed by the status', async () => {
  const house = await openHouse()
  const { faults } = house.sandbox
  // The status stays hidden past the quiet time, so the account is sent again and finds itself there.
  faults.add({ route: 'create', count: 1, effect: { kind: 'reset', when: 'after_work' } })
  faults.add({ id: 'hidden', route: 'status', effect: { kind: 'hide', ms: 60_000 } })
  const batch = await house.load(await plainAccounts(house.folder, [{ number: 'OURS' }]), null)
  await house.validate(batch)
  await house.release(batch)
  await house.until(batch, ({ states }) => states.watching === 1)
  faults.remove('hidden')
  const view = await house.until(batch, ({ states }) => states.settled === 1)

  expect(view.outcomes.created).toBe(1)
  expect(createsOf(house.sandbox).map(({ work }) => work)).toEqual(['created', 'already_imported'])
  await expectConsistent(house, [batch])
})
