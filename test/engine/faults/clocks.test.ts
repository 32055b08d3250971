// Clocks that are set while accounts are under way, and a process that stands still and goes on: nothing is sent twice,
// and nothing waits for longer than it was meant to.
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { systemClock } from '../../../electron/engine/clock.ts'
import { openDatabaseFile } from '../../../electron/engine/store/database-file.ts'
import { createsOf, inDatabase } from '../engine/harness.ts'
import { isOver, untilView } from '../engine/waiting.ts'
import { createLives } from './lives.ts'
import { openShelter } from './shelter.ts'
import { stoppedFor } from './stopped.ts'

const hour = 3_600_000
const decade = 10 * 365.25 * 24 * hour

function inDatabaseOf(data: string, statement: string): void {
  const database = openDatabaseFile(join(data, 'carryover.sqlite'))
  database.exec(statement)
  database.close()
}

const lives = createLives()
afterAll(lives.end)

const steps = [
  { name: 'an hour ahead', ms: hour },
  { name: 'an hour back', ms: -hour },
  { name: 'ten years ahead', ms: decade },
  { name: 'ten years back', ms: -decade },
]

describe('clock ±1 h, ±10 years; stopped and continued', () => {
  test.each(steps)(
    'this machine’s clock is set $name while accounts are sent, unconfirmed and watched',
    async ({ ms }) => {
      const quietMs = 800
      const shelter = await openShelter({
        accounts: 40,
        state: 'cleared',
        limits: { concurrency: 4, quietMs },
      })
      const { faults, ledger } = shelter.sandbox
      faults.add({ route: 'create', effect: { kind: 'latency', ms: 15 } })
      faults.add({ route: 'create', every: 5, count: 8, effect: { kind: 'reset', when: 'before_work' } })
      faults.add({ route: 'create', every: 7, count: 4, effect: { kind: 'reset', when: 'after_work' } })
      let set = 0
      const clock = { ...systemClock, now: () => Date.now() + set }
      const { client, close } = await shelter.open({ clock })
      await client.connections.setKey({ id: shelter.connection, key: shelter.sandbox.apiKey })
      await client.batches.release({ batch: shelter.batch, limit: null })
      await untilView(
        client,
        shelter.batch,
        ({ states }) => states.unconfirmed > 0 && states.queued > 5 && states.watching + states.settled > 5,
      )
      set = Math.round(ms)
      // Waiting itself proves that no wait is beyond its cap: an hour would never come.
      const view = await untilView(client, shelter.batch, isOver)
      expect(view.outcomes.created).toBe(40)
      await close()

      // The quiet time is one of waiting, not of clocks.
      for (const { account, time, seq } of createsOf(shelter.sandbox)) {
        const [first] = createsOf(shelter.sandbox, account ?? '')
        if (first === undefined || first.seq === seq) continue
        const missing = ledger
          .entries()
          .find((entry) => entry.account === account && entry.work === 'missing' && entry.seq > first.seq)
        expect(
          Date.parse(time) - Date.parse(missing?.time ?? ''),
          `quiet time of ${account}`,
        ).toBeGreaterThanOrEqual(quietMs - 20)
      }
      await shelter.converge()
    },
  )

  test.each(steps)(
    'the service’s clock is $name: lost answers are ours, and nobody signs in more often',
    async ({ ms }) => {
      const shelter = await openShelter({
        accounts: 5,
        state: 'cleared',
        sandbox: { now: () => Date.now() + Math.round(ms) },
      })
      const { faults, ledger } = shelter.sandbox
      faults.add({ route: 'create', account: 'A-1', count: 1, effect: { kind: 'reset', when: 'after_work' } })
      faults.add({
        route: 'create',
        account: 'A-2',
        count: 1,
        effect: { kind: 'reset', when: 'before_work' },
      })
      const view = await shelter.converge()
      expect(view.outcomes.created).toBe(5)
      expect(createsOf(shelter.sandbox)).toHaveLength(6)
      expect(ledger.entries().filter(({ route }) => route === 'token')).toHaveLength(1)
    },
  )

  test('the clock is set back ten years between two starts: no wait is longer than the longest that is allowed', async () => {
    const shelter = await openShelter({ accounts: 6, state: 'cleared' })
    const { client, close } = await shelter.open({
      clock: { ...systemClock, now: () => Date.now() + decade },
    })
    await client.connections.setKey({ id: shelter.connection, key: shelter.sandbox.apiKey })
    shelter.sandbox.control.setSpeed(0.001)
    await client.batches.release({ batch: shelter.batch, limit: 3 })
    await untilView(client, shelter.batch, ({ states }) => states.watching === 3)
    await close()
    const lastDue = (): number =>
      inDatabase(shelter.data, (database) =>
        database.prepare('SELECT max(due_at) FROM account').pluck().get(),
      ) as number
    expect(lastDue()).toBeGreaterThan(Date.now() + decade - hour)

    const again = await shelter.open()
    await again.client.connections.setKey({ id: shelter.connection, key: shelter.sandbox.apiKey })
    await vi.waitUntil(() => lastDue() <= Date.now() + hour, { timeout: 30_000, interval: 20 })
    await again.close()
    // The hour passes: what is waited for is due, and the service has finished.
    inDatabaseOf(shelter.data, 'UPDATE account SET due_at = 0')
    shelter.sandbox.control.moveClock(hour)
    shelter.sandbox.control.setSpeed(20)
    expect((await shelter.converge()).outcomes.created).toBe(6)
  })

  test('stopped with requests under way, for longer than their time-outs, and continued: 0 double sends', async () => {
    expect(await stoppedFor(3_000, lives)).toEqual({ created: 30, accepted: 30 })
  })
})
