// Tests the start after a crash: paused until one click, with the unconfirmed accounts in words; or continuing
// automatically if the connection is set so. Statuses are read either way.
import { expect, test } from 'vitest'
import { queue } from '../store/practice-store.ts'
import { connectionManagerOf, practiseScheduling, recordReply, reply } from '../sending/practice-scheduler.ts'
import { beginAttempt } from '../store/begin-attempt.ts'
import { english } from '../../support/english.ts'

/** A harness whose first accounts were in flight when it ended. */
async function crashedHarness(
  inFlight: number,
  options: { readonly accounts: number; readonly resumeAfterCrash?: boolean },
) {
  const { accounts, resumeAfterCrash = false } = options
  const harness = await practiseScheduling(
    ({ route }) =>
      route === 'create' ? reply(201, {}) : recordReply('PROCESSED', harness.clock.now() - 1000),
    { accounts, limits: { resumeAfterCrash } },
  )
  queue(harness)
  for (const id of harness.ids.slice(0, inFlight)) beginAttempt(harness.store, id, harness.clock.now(), null)
  const connectionManager = await connectionManagerOf(harness)
  const found = connectionManager.recover(false)
  await connectionManager.ensure(harness.connection)
  return { harness, connectionManager, found }
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
    const { harness, connectionManager, found } = await crashedHarness(inFlight, { accounts })
    expect(found).toEqual({ foundInFlight: inFlight, quarantined: 0 })
    expect(english(harness.store.connections.pauses(harness.connection))).toMatchObject([
      { reason: 'after_crash', supplier: '', message: words },
    ])
    await harness.pass(60_000)
    expect(harness.count('create')).toBe(0)
    expect(harness.states()).toMatchObject({ done: inFlight, queued: accounts - inFlight })
    harness.store.connections.resume(harness.connection, '')
    await connectionManager.ensure(harness.connection)
    await harness.pass(60_000)
    expect(harness.count('create')).toBe(accounts - inFlight)
    expect(harness.states().done).toBe(accounts)
    await connectionManager.stop()
  },
)

test('sending continues automatically if the connection is set so, and confirms what was in flight', async () => {
  const { harness, connectionManager } = await crashedHarness(3, { accounts: 8, resumeAfterCrash: true })
  expect(harness.store.connections.pauses(harness.connection)).toEqual([])
  await harness.pass(60_000)
  expect(harness.count('create')).toBe(5)
  expect(harness.states().done).toBe(8)
  await connectionManager.stop()
})
