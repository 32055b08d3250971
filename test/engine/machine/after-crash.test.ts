// The start after an end that was not in order: paused with what is unconfirmed, in words, until one click; or, where a
// connection is set so, going on by itself. Statuses are read either way.
import { expect, test } from 'vitest'
import { queue } from '../store/practice-store.ts'
import { officeOf, practiseConducting, recordReply, reply } from '../queue/practice-conductor.ts'
import { beginAttempt } from '../store/begin-attempt.ts'

/** A house whose first accounts were in flight when it ended. */
async function crashedHouse(
  inFlight: number,
  options: { readonly accounts: number; readonly resumeAfterCrash?: boolean },
) {
  const { accounts, resumeAfterCrash = false } = options
  const house = await practiseConducting(
    ({ route }) => (route === 'create' ? reply(201, {}) : recordReply('PROCESSED', house.clock.now() - 1000)),
    { accounts, limits: { resumeAfterCrash } },
  )
  queue(house)
  for (const id of house.ids.slice(0, inFlight)) beginAttempt(house.store, id, house.clock.now(), null)
  const office = await officeOf(house)
  const found = office.recover(false)
  await office.ensure(house.connection)
  return { house, office, found }
}

test.each([
  [
    4,
    10,
    'Carryover did not end in order. 4 accounts are unconfirmed: their status is being read, and what the service does not know after 120 s may be sent again. 6 wait to be sent. Resume, and sending goes on.',
  ],
  [
    1,
    2,
    'Carryover did not end in order. 1 account is unconfirmed: its status is being read, and if the service does not know it after 120 s it may be sent again. 1 waits to be sent. Resume, and sending goes on.',
  ],
  [
    0,
    3,
    'Carryover did not end in order. No account is unconfirmed. 3 wait to be sent. Resume, and sending goes on.',
  ],
])(
  '%i in flight of %i: statuses are read, nothing is sent before one click',
  async (inFlight, accounts, words) => {
    const { house, office, found } = await crashedHouse(inFlight, { accounts })
    expect(found).toEqual({ foundInFlight: inFlight, quarantined: 0 })
    expect(house.store.connections.pauses(house.connection)).toMatchObject([
      { reason: 'after_crash', supplier: '', message: words },
    ])
    await house.pass(60_000)
    expect(house.count('create')).toBe(0)
    expect(house.states()).toMatchObject({ settled: inFlight, queued: accounts - inFlight })
    house.store.connections.resume(house.connection, '')
    await office.ensure(house.connection)
    await house.pass(60_000)
    expect(house.count('create')).toBe(accounts - inFlight)
    expect(house.states().settled).toBe(accounts)
    await office.stop()
  },
)

test('where the connection is set so it goes on by itself, and confirms what was in flight', async () => {
  const { house, office } = await crashedHouse(3, { accounts: 8, resumeAfterCrash: true })
  expect(house.store.connections.pauses(house.connection)).toEqual([])
  await house.pass(60_000)
  expect(house.count('create')).toBe(5)
  expect(house.states().settled).toBe(8)
  await office.stop()
})
