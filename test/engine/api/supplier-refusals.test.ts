// Tests a supplier that accepts no accounts, in each form that the service reports it: one pause with its reason,
// instead of thousands of rejections. The rejected accounts are validated again when the pause is lifted, and each is
// created once.
import { expect, test } from 'vitest'
import type { FaultRuleInput } from '../../../electron/sandbox/faults/fault-rules.ts'
import type { SwitchesInput } from '../../../electron/sandbox/switches.ts'
import type { ServiceAnswers } from '../../../shared/sending/service-answers.ts'
import { expectConsistent, freshFolder, openHarness } from './harness.ts'
import { isValidated, isOver } from './waiting.ts'
import { numbered, plainAccounts } from './small-files.ts'
import { english } from '../../support/english.ts'

const few = 8
const exact = { concurrency: 1, readsPerMinute: null } as const

async function open(switches: SwitchesInput = {}, accounts = few, answers: Partial<ServiceAnswers> = {}) {
  const harness = await openHarness({
    sandbox: { speed: 'instant', switches, suppliers: [{ code: 'ACME' }, { code: 'BOLT' }] },
    limits: exact,
  })
  await harness.client().connections.save({ name: 'sandbox', settings: { ...harness.settings, answers } })
  const batch = await harness.load(await plainAccounts(freshFolder(), numbered(accounts)), null)
  const pausesNow = async () => (await harness.client().batches.get({ batch })).pauses
  const refusedBy = (route: 'validate' | 'create'): number =>
    harness.sandbox.ledger.entries().filter((entry) => entry.route === route && (entry.status ?? 0) >= 400)
      .length
  return { harness, batch, pausesNow, refusedBy }
}

const isPaused = ({ pauses, inFlight }: { pauses: readonly unknown[]; inFlight: number }): boolean =>
  pauses.length > 0 && inFlight === 0

test('configured codes, statuses and domains distinguish paused suppliers from complete ones', async () => {
  const { harness, batch, pausesNow } = await open(
    { pausedCode: 'on_hold', completeCode: 'done_with', closedStatus: 423, closedDomain: 'supplier' },
    few,
    {
      pausedCodes: ['on_hold'],
      completeCodes: ['done_with'],
      closedCodes: [],
      closedStatuses: [423],
      closedDomains: ['supplier'],
    },
  )
  const { sandbox, client, connection } = harness
  sandbox.control.setSupplier('ACME', { status: 'paused' })
  await client().batches.validate({ batch })
  await harness.until(batch, isPaused)
  expect(await pausesNow()).toMatchObject([{ supplier: 'ACME', reason: 'supplier_paused', code: 'on_hold' }])
  sandbox.control.setSupplier('ACME', { status: 'complete' })
  await client().connections.resume({ id: connection, supplier: 'ACME' })
  await harness.until(batch, (view) => isPaused(view) && view.pauses[0]?.reason === 'supplier_complete')
  const [pause] = await pausesNow()
  expect(english(pause?.message)).toContain('Complete: no more accounts are expected.')
  expect((await client().batches.get({ batch })).states.rejected).toBe(0)
})

test.each([
  [
    'in the shape of already imported',
    { closedShape: 'non_field_errors', pausedCode: 'nobody_knows' },
    'odd_answers',
    3,
  ],
  [
    'as a validation error at no field',
    { closedShape: 'validation_error', pausedCode: 'not_now' },
    'same_refusals',
    50,
  ],
  ['under another status', { closedStatus: 409 }, 'odd_answers', 3],
] as const)('a code that nobody knows, %s, stops validating', async (_name, switches, reason, most) => {
  const accounts = most + 5
  const { harness, batch, pausesNow, refusedBy } = await open(switches, accounts)
  const { sandbox, client, connection } = harness
  sandbox.control.setSupplier('ACME', { status: 'paused' })
  await client().batches.validate({ batch })
  await harness.until(batch, isPaused)
  expect(await pausesNow()).toMatchObject([{ supplier: 'ACME', reason }])
  expect(refusedBy('validate')).toBe(most)

  sandbox.control.setSupplier('ACME', { status: 'ongoing' })
  await client().connections.resume({ id: connection, supplier: 'ACME' })
  const validated = await harness.until(
    batch,
    (view) => isValidated(view) && view.states.validated === accounts,
  )
  expect(validated.states.rejected).toBe(0)
  await harness.release(batch)
  expect((await harness.until(batch, isOver)).outcomes.created).toBe(accounts)
  await expectConsistent(harness, [batch])
})

test('accounts of a supplier closed at create stay queued and are sent when the pause is lifted', async () => {
  const { harness, batch, pausesNow, refusedBy } = await open({ closedOn: 'create', closedStatus: 409 })
  const { sandbox, client, connection } = harness
  await harness.validate(batch)
  sandbox.control.setSupplier('ACME', { status: 'complete' })
  await harness.release(batch)
  const stopped = await harness.until(batch, isPaused)
  expect(await pausesNow()).toMatchObject([{ supplier: 'ACME', reason: 'odd_answers' }])
  expect(refusedBy('create')).toBe(3)
  expect(stopped.states).toMatchObject({ queued: few, rejected: 0 })
  sandbox.control.setSupplier('ACME', { status: 'ongoing' })
  await client().connections.resume({ id: connection, supplier: 'ACME' })
  expect((await harness.until(batch, isOver)).outcomes.created).toBe(few)
  await expectConsistent(harness, [batch])
})

test('a 403 without an authentication code causes a pause that says so, and no new sign-in', async () => {
  const { harness, batch, pausesNow } = await open()
  const { sandbox, client } = harness
  const denied: FaultRuleInput = {
    route: 'validate',
    effect: {
      kind: 'status',
      status: 403,
      body: { kind: 'json', value: { code: 'permission_denied', detail: 'Not for this key.' } },
    },
  }
  await client().connections.test({ id: harness.connection })
  const signIns = (): number => sandbox.ledger.entries().filter(({ route }) => route === 'token').length
  const before = signIns()
  sandbox.faults.add(denied)
  await client().batches.validate({ batch })
  await harness.until(batch, isPaused)
  expect(english(await pausesNow())).toMatchObject([
    {
      supplier: 'ACME',
      reason: 'not_permitted',
      code: 'permission_denied',
      message: expect.stringContaining('Not for this key.'),
    },
  ])
  expect(signIns()).toBe(before)
  expect(await client().connections.test({ id: harness.connection })).toMatchObject({
    result: 'not_permitted',
  })
})

test('field problems, and problems of some accounts as a whole, pause no supplier', async () => {
  const { harness, batch } = await open({}, 60)
  // Nine of ten accounts break one rule that names no field.
  harness.sandbox.faults.add({
    route: 'validate',
    accountPattern: '[1-9]$',
    effect: {
      kind: 'status',
      status: 400,
      body: {
        kind: 'json',
        value: {
          code: 'account_failed_validation',
          detail: 'No.',
          errors: [{ code: 'billing_address_not_provided', detail: 'Needed.', attr: 'non_field_errors' }],
        },
      },
    },
  })
  const view = await harness.validate(batch)
  expect(view.pauses).toEqual([])
  expect(view.states).toMatchObject({ validated: 6, rejected: 54 })
})
