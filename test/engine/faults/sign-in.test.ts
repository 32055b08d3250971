// Tests credentials that expire or are revoked while requests are in flight, and a supplier that the platform's
// operator pauses in the middle.
import { describe, expect, test } from 'vitest'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { createsOf } from '../api/harness.ts'
import { isOver, untilView } from '../api/waiting.ts'
import { english } from '../../support/english.ts'
import { openFaultHarness, type FaultHarness } from './fault-harness.ts'

const signIns = ({ sandbox }: FaultHarness): number =>
  sandbox.ledger.entries().filter(({ route }) => route === 'token').length

async function begin(faultHarness: FaultHarness) {
  const opened = await faultHarness.open()
  await opened.client.connections.setKey({ id: faultHarness.connection, key: faultHarness.sandbox.apiKey })
  return opened
}

describe('token expires with 16 in flight; key revoked', () => {
  test('a token that expires with 16 requests in flight causes one renewal, at most one replay each, and no pause', async () => {
    const faultHarness = await openFaultHarness({
      accounts: 40,
      state: 'validated',
      limits: { concurrency: 16 },
    })
    const { faults } = faultHarness.sandbox
    faults.add({ route: 'create', effect: { kind: 'latency', ms: 200 } })
    faults.add({ route: 'create', skip: 16, count: 1, effect: { kind: 'expire_tokens' } })
    const { client, close } = await begin(faultHarness)
    await client.batches.release({ batch: faultHarness.batch, limit: null })
    const view = await untilView(client, faultHarness.batch, (now) => isOver(now) || now.pauses.length > 0)

    expect(view.pauses).toEqual([])
    expect(view.outcomes.created).toBe(40)
    const refused = createsOf(faultHarness.sandbox).filter(({ status }) => status === 401)
    expect(refused.length, 'requests in flight with the old token').toBeGreaterThanOrEqual(8)
    // One at the start, one renewal.
    expect(signIns(faultHarness)).toBe(2)
    for (const { account } of refused) expect(createsOf(faultHarness.sandbox, account ?? '')).toHaveLength(2)
    await close()
    await faultHarness.converge()
  })

  test.each([
    { name: 'refused by the token endpoint', shape: 'errors' as const },
    { name: 'refused with HTTP 401', shape: '401' as const },
  ])(
    'a key revoked, $name: paused at once, no account pays for it, and a new key goes on',
    async ({ shape }) => {
      const faultHarness = await openFaultHarness({
        accounts: 60,
        state: 'validated',
        limits: { concurrency: 8 },
      })
      const { faults, control, ledger } = faultHarness.sandbox
      const body =
        shape === 'errors'
          ? { data: { obtainPlatformToken: null }, errors: [{ message: 'Key revoked.' }] }
          : { detail: 'Invalid.', code: 'authentication_failed' }
      const { client, close } = await begin(faultHarness)
      faults.add({ route: 'create', effect: { kind: 'latency', ms: 30 } })
      await client.batches.release({ batch: faultHarness.batch, limit: null })
      await untilView(client, faultHarness.batch, ({ states }) => states.processing + states.done > 0)
      const revoked = faults.add({
        route: 'token',
        effect: {
          kind: 'status',
          status: shape === 'errors' ? 200 : 401,
          body: { kind: 'json', value: body },
        },
      })
      control.expireTokens()
      const paused = await untilView(client, faultHarness.batch, ({ pauses }) => pauses.length > 0)

      expect(paused.pauses.map(({ reason, supplier }) => [reason, supplier])).toEqual([['sign_in', '']])
      expect(english(paused.pauses[0]?.message)).toContain('Check the key.')
      const refused = ledger.entries().find(({ status, route }) => status === 401 && route !== 'token')
      const reported = (paused.pauses[0]?.since ?? Infinity) - Date.parse(refused?.time ?? '')
      expect(reported, 'milliseconds from the first refusal to the pause').toBeLessThanOrEqual(10_000)
      // At most one per slot beside the refused one, and each once more.
      const asked = ledger
        .entries()
        .filter(({ seq, route }) => seq > (refused?.seq ?? 0) && route !== 'token')
      expect(asked.length, 'requests after the first refusal').toBeLessThanOrEqual(2 * 8)
      const still = await untilView(client, faultHarness.batch, ({ inFlight }) => inFlight === 0)
      const { queued, sending, processing, done, unconfirmed } = still.states
      expect(queued + sending + processing + done + unconfirmed).toBe(60)
      expect(still.outcomes.failed + still.held).toBe(0)

      faults.remove(revoked)
      await client.connections.setKey({ id: faultHarness.connection, key: faultHarness.sandbox.apiKey })
      await client.connections.resume({ id: faultHarness.connection })
      const view = await untilView(client, faultHarness.batch, isOver)
      expect(view.outcomes.created).toBe(60)
      expect(view.pauses).toEqual([])
      await close()
      await faultHarness.converge()
    },
  )
})

describe('supplier paused in the middle', () => {
  test.each(['paused', 'complete'] as const)(
    'a supplier that is %s in the middle stops its lane within three calls, and the other goes on',
    async (status) => {
      const suppliers = ['ACME', 'ACME ENERGY']
      const faultHarness = await openFaultHarness({
        accounts: 40,
        state: 'validated',
        limits: { concurrency: 3 },
        supplierOf: (at) => suppliers[at % 2] ?? 'ACME',
      })
      const { control, faults, ledger } = faultHarness.sandbox
      faults.add({ route: 'create', effect: { kind: 'latency', ms: 15 } })
      const { client, close } = await begin(faultHarness)
      await client.batches.release({ batch: faultHarness.batch, limit: null })
      await untilView(client, faultHarness.batch, ({ states }) => states.processing + states.done >= 4)
      control.setSupplier('ACME', { status })
      const restOnly = ({ states, pauses }: BatchView): boolean =>
        pauses.length > 0 &&
        states.sending + states.unconfirmed + states.processing === 0 &&
        states.done >= 20
      const paused = await untilView(
        client,
        faultHarness.batch,
        (view) => restOnly(view) && view.inFlight === 0,
      )

      expect(paused.pauses.map(({ reason, supplier }) => [reason, supplier])).toEqual([
        ['supplier_closed', 'ACME'],
      ])
      const refusals = ledger
        .entries()
        .filter(({ route, supplier, status }) => route === 'create' && supplier === 'ACME' && status === 400)
      expect(refusals.length).toBeGreaterThan(0)
      expect(refusals.length).toBeLessThanOrEqual(3)
      expect(control.processes({ supplier: 'ACME ENERGY' })).toHaveLength(20)
      expect(paused.states.queued).toBe(40 - paused.states.done)

      control.setSupplier('ACME', { status: 'ongoing' })
      await client.connections.resume({ id: faultHarness.connection, supplier: 'ACME' })
      expect((await untilView(client, faultHarness.batch, isOver)).outcomes.created).toBe(40)
      await close()
      await faultHarness.converge()
    },
  )
})
