// Tests a service that accepts an account and hides it for a while. The quiet time is longer than that, as with the
// usual settings (30 s hidden, at least 60 s of quiet).
import { describe, expect, test } from 'vitest'
import { createsOf, inDatabase } from '../api/harness.ts'
import { untilView } from '../api/waiting.ts'
import { hiddenFor } from './hidden.ts'
import { openFaultHarness } from './fault-harness.ts'

describe('status eventually consistent (404 after 201)', () => {
  test('with 404 for three seconds after each 201 and half of the answers lost, there is no duplicate and each account is sent once', async () => {
    const { faultHarness, view, missing } = await hiddenFor(3_000, 6_000)
    expect(missing, 'reads that found nothing').toBeGreaterThan(0)
    expect(view.outcomes.created).toBe(20)
    expect(createsOf(faultHarness.sandbox)).toHaveLength(20)
  })

  test('an account hidden for longer than the quiet time is sent again, found there already, and counts as ours', async () => {
    const faultHarness = await openFaultHarness({ accounts: 1, state: 'validated' })
    const { faults } = faultHarness.sandbox
    faults.add({ route: 'create', count: 1, effect: { kind: 'reset', when: 'after_work' } })
    faults.add({ id: 'hidden', route: 'status', effect: { kind: 'hide', ms: 60_000 } })
    const { client, close } = await faultHarness.open()
    await client.connections.setKey({ id: faultHarness.connection, key: faultHarness.sandbox.apiKey })
    await client.batches.release({ batch: faultHarness.batch, limit: null })
    await untilView(client, faultHarness.batch, ({ states }) => states.processing === 1)
    faults.remove('hidden')
    const view = await untilView(client, faultHarness.batch, ({ states }) => states.done === 1)
    expect(view.outcomes.created).toBe(1)
    expect(createsOf(faultHarness.sandbox).map(({ work }) => work)).toEqual(['created', 'already_imported'])
    await close()
    await faultHarness.converge()
  })

  test('a create that never arrived is sent again with the same bytes, after two "not found" answers with the quiet time between', async () => {
    const faultHarness = await openFaultHarness({ accounts: 1, state: 'validated' })
    faultHarness.sandbox.faults.add({
      route: 'create',
      count: 1,
      effect: { kind: 'reset', when: 'before_work' },
    })
    await faultHarness.converge()

    const [first, second] = createsOf(faultHarness.sandbox)
    expect(second?.bodySha256).toBe(first?.bodySha256)
    const between = faultHarness.sandbox.ledger
      .entries()
      .filter(({ route, work, seq }) => route === 'status' && work === 'missing' && seq < (second?.seq ?? 0))
    expect(between.length).toBeGreaterThanOrEqual(2)
    const [asked, again] = [between[0]?.time, between.at(-1)?.time].map((time) => Date.parse(time ?? ''))
    expect((again ?? 0) - (asked ?? 0), 'the quiet time').toBeGreaterThanOrEqual(290)
    const numbers = inDatabase(faultHarness.data, (database) =>
      database.prepare('SELECT number FROM attempt ORDER BY id').pluck().all(),
    )
    expect(numbers).toEqual([1, 2])
  })
})
