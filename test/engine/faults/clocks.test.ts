// Tests clocks that are set while accounts are in progress, and a process that is stopped and continued. Nothing is
// sent twice, and nothing waits longer than intended.
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { systemClock } from '../../../electron/engine/system/clock.ts'
import { openDatabaseFile } from '../../../electron/engine/store/database/database-file.ts'
import { createsOf, inDatabase } from '../api/harness.ts'
import { isOver, untilView } from '../api/waiting.ts'
import { createLives } from './lives.ts'
import { openFaultHarness } from './fault-harness.ts'
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
      const faultHarness = await openFaultHarness({
        accounts: 100,
        state: 'validated',
        limits: { concurrency: 4, quietMs },
      })
      const { faults, ledger } = faultHarness.sandbox
      faults.add({ route: 'create', effect: { kind: 'latency', ms: 60 } })
      faults.add({ route: 'create', every: 5, count: 8, effect: { kind: 'reset', when: 'before_work' } })
      faults.add({ route: 'create', every: 7, count: 4, effect: { kind: 'reset', when: 'after_work' } })
      let set = 0
      const clock = { ...systemClock, now: () => Date.now() + set }
      const { client, close } = await faultHarness.open({ clock })
      await client.connections.setKey({ id: faultHarness.connection, key: faultHarness.sandbox.apiKey })
      await client.batches.release({ batch: faultHarness.batch, limit: null })
      await untilView(
        client,
        faultHarness.batch,
        ({ states }) => states.unconfirmed > 0 && states.queued > 5 && states.processing + states.done > 5,
      )
      set = Math.round(ms)
      // Finishing proves that no wait exceeds its cap: an hour would never pass here.
      const view = await untilView(client, faultHarness.batch, isOver)
      expect(view.outcomes.created).toBe(100)
      await close()

      // The quiet time is measured by waiting, not by wall clocks.
      for (const { account, time, seq } of createsOf(faultHarness.sandbox)) {
        const [first] = createsOf(faultHarness.sandbox, account ?? '')
        if (first === undefined || first.seq === seq) continue
        const missing = ledger
          .entries()
          .find((entry) => entry.account === account && entry.work === 'missing' && entry.seq > first.seq)
        expect(
          Date.parse(time) - Date.parse(missing?.time ?? ''),
          `quiet time of ${account}`,
        ).toBeGreaterThanOrEqual(quietMs - 20)
      }
      await faultHarness.converge()
    },
  )

  test.each(steps)(
    'the service’s clock is $name: lost answers are ours, and nobody signs in more often',
    async ({ ms }) => {
      const faultHarness = await openFaultHarness({
        accounts: 5,
        state: 'validated',
        sandbox: { now: () => Date.now() + Math.round(ms) },
      })
      const { faults, ledger } = faultHarness.sandbox
      faults.add({ route: 'create', account: 'A-1', count: 1, effect: { kind: 'reset', when: 'after_work' } })
      faults.add({
        route: 'create',
        account: 'A-2',
        count: 1,
        effect: { kind: 'reset', when: 'before_work' },
      })
      const view = await faultHarness.converge()
      expect(view.outcomes.created).toBe(5)
      expect(createsOf(faultHarness.sandbox)).toHaveLength(6)
      expect(ledger.entries().filter(({ route }) => route === 'token')).toHaveLength(1)
    },
  )

  test('with the clock set back ten years between two starts, no wait exceeds the longest allowed', async () => {
    const faultHarness = await openFaultHarness({ accounts: 6, state: 'validated' })
    const { client, close } = await faultHarness.open({
      clock: { ...systemClock, now: () => Date.now() + decade },
    })
    await client.connections.setKey({ id: faultHarness.connection, key: faultHarness.sandbox.apiKey })
    faultHarness.sandbox.control.setSpeed(0.001)
    await client.batches.release({ batch: faultHarness.batch, limit: 3 })
    await untilView(client, faultHarness.batch, ({ states }) => states.processing === 3)
    await close()
    const lastDue = (): number =>
      inDatabase(faultHarness.data, (database) =>
        database.prepare('SELECT max(due_at) FROM account').pluck().get(),
      ) as number
    expect(lastDue()).toBeGreaterThan(Date.now() + decade - hour)

    const again = await faultHarness.open()
    await again.client.connections.setKey({ id: faultHarness.connection, key: faultHarness.sandbox.apiKey })
    await vi.waitUntil(() => lastDue() <= Date.now() + hour, { timeout: 30_000, interval: 20 })
    await again.close()
    // After the hour, the waits are due and the service has finished.
    inDatabaseOf(faultHarness.data, 'UPDATE account SET due_at = 0')
    faultHarness.sandbox.control.moveClock(hour)
    faultHarness.sandbox.control.setSpeed(20)
    expect((await faultHarness.converge()).outcomes.created).toBe(6)
  })

  test('a process stopped with requests in flight for longer than their timeouts and continued sends nothing twice', async () => {
    expect(await stoppedFor(3_000, lives)).toEqual({ created: 30, accepted: 30 })
  })
})
