// The fault sweep (reliability.md section 3): whatever the wire or the service does, everything converges, each account
// is accepted at most once, and what is shown at the end is what the service has.
import { expect, test } from 'vitest'
import type { FaultRuleInput } from '../../../electron/sandbox/fault-rules.ts'
import type { BatchView } from '../../../shared/contract.ts'
import { createsOf, expectConsistent, openHouse } from './harness.ts'
import { numbered, plainAccounts } from './small-files.ts'
import { isOver } from './waiting.ts'

type Effect = FaultRuleInput['effect']
const html = { kind: 'html' } as const
const torn = { kind: 'text', text: '{"half', contentType: 'application/json' } as const

/** What meets an account's first create, and how many creates the service then sees in all. */
const onCreate: Readonly<Record<string, { readonly effect: Effect; readonly creates: number }>> = {
  'FAILED-500': { effect: { kind: 'status', status: 500 }, creates: 2 },
  'DONE-500': { effect: { kind: 'status', status: 500, when: 'after_work' }, creates: 1 },
  'HUNG-BEFORE': { effect: { kind: 'hang', when: 'before_work' }, creates: 2 },
  'HUNG-AFTER': { effect: { kind: 'hang', when: 'after_work' }, creates: 1 },
  DRIPPED: { effect: { kind: 'drip', bytesPerSecond: 0.5 }, creates: 1 },
  'HTML-200': { effect: { kind: 'status', status: 200, body: html }, creates: 2 },
  'HTML-502': { effect: { kind: 'status', status: 502, body: html }, creates: 2 },
  'DONE-502': { effect: { kind: 'status', status: 502, body: html, when: 'after_work' }, creates: 1 },
  'MOVED-302': {
    effect: { kind: 'status', status: 302, headers: { location: '/v2/data-import/accounts/elsewhere/' } },
    creates: 2,
  },
  'TORN-JSON': { effect: { kind: 'status', status: 201, body: torn, when: 'after_work' }, creates: 1 },
  GZIPPED: {
    effect: {
      kind: 'status',
      status: 201,
      body: { kind: 'json', value: {} },
      headers: { 'content-encoding': 'gzip' },
      when: 'after_work',
    },
    creates: 1,
  },
  TIMED: { effect: { kind: 'status', status: 408, body: { kind: 'json', value: {} } }, creates: 2 },
}

/** What meets an account's first reads of its status. */
const onStatus: Readonly<Record<string, Effect>> = {
  'STATUS-500': { kind: 'status', status: 500 },
  'STATUS-HTML': { kind: 'status', status: 200, body: html },
  'STATUS-TORN': { kind: 'status', status: 200, body: torn },
  'STATUS-RESET': { kind: 'reset', when: 'after_work' },
  'STATUS-HUNG': { kind: 'hang', when: 'before_work' },
  HIDDEN: { kind: 'hide', ms: 1200 },
}

test('every fault of a create or of a status converges with one accepted create, and only what never arrived is sent again', async () => {
  const house = await openHouse({ limits: { concurrency: 8 } })
  const { faults } = house.sandbox
  for (const [account, { effect }] of Object.entries(onCreate))
    faults.add({ route: 'create', account, count: 1, effect })
  for (const [account, effect] of Object.entries(onStatus)) {
    const count = effect.kind === 'hide' ? {} : { count: 1 }
    faults.add({ route: 'status', account, ...count, effect })
  }
  faults.add({ route: 'create', account: 'DOUBLED', effect: { kind: 'duplicate' } })
  const numbers = [...Object.keys(onCreate), ...Object.keys(onStatus), 'DOUBLED', 'CALM']
  const batch = await house.load(
    await plainAccounts(
      house.folder,
      numbers.map((number) => ({ number })),
    ),
    null,
  )
  const view = await house.send(batch)

  expect(view.outcomes.created).toBe(numbers.length)
  for (const [account, { creates }] of Object.entries(onCreate))
    expect(createsOf(house.sandbox, account), `creates of ${account}`).toHaveLength(creates)
  for (const account of [...Object.keys(onStatus), 'CALM'])
    expect(createsOf(house.sandbox, account), `creates of ${account}`).toHaveLength(1)
  const redirected = house.sandbox.ledger.entries().filter(({ path }) => path.includes('elsewhere'))
  expect(redirected, 'redirects are never followed').toEqual([])
  await expectConsistent(house, [batch])
})

test('429 by rate or by concurrency, with any kind of Retry-After, is waited out by all together, and nobody is refused', async () => {
  // Not slower by itself, or only the first mood would be met.
  const house = await openHouse({ limits: { adaptive: false } })
  const { faults } = house.sandbox
  const moods = [
    { kind: 'rate', perSecond: 50, burst: 3, retryAfter: 'seconds' },
    { kind: 'rate', perSecond: 50, burst: 3, retryAfter: 'date' },
    { kind: 'rate', perSecond: 50, burst: 3, retryAfter: 'absent' },
    { kind: 'concurrency', limit: 3, retryAfter: 'seconds' },
    { kind: 'concurrency', limit: 3, retryAfter: 'absent' },
  ] as const
  const batch = await house.load(await plainAccounts(house.folder, numbered(6 * moods.length)), null)
  await house.validate(batch)
  let limitedBefore = 0
  for (const [at, effect] of moods.entries()) {
    faults.clear()
    faults.add({ route: 'create', effect: { kind: 'latency', ms: 40 } })
    faults.add({ route: 'create', effect })
    await house.client().batches.release({ batch, limit: 6 })
    const view = await house.until(batch, isOver)
    expect(view.outcomes.created).toBe(6 * (at + 1))
    const limited = createsOf(house.sandbox).filter(({ status }) => status === 429).length
    const now = limited - limitedBefore
    limitedBefore = limited
    expect(now, `429 by ${effect.kind}, Retry-After ${effect.retryAfter}`).toBeGreaterThan(0)
    expect(now, 'nobody hammers').toBeLessThanOrEqual(6)
  }
  await expectConsistent(house, [batch])
})

test('a token that expires with sixteen in flight is renewed once, and nothing is paused', async () => {
  const house = await openHouse({ limits: { concurrency: 16 } })
  const batch = await house.load(await plainAccounts(house.folder, numbered(40)), null)
  await house.validate(batch)
  const { faults, ledger } = house.sandbox
  const signIns = (): number => ledger.entries().filter(({ route }) => route === 'token').length
  const before = signIns()
  faults.add({ route: 'create', effect: { kind: 'latency', ms: 200 } })
  faults.add({ route: 'create', skip: 16, count: 1, effect: { kind: 'expire_tokens' } })
  await house.release(batch)
  const view = await house.until(batch, (now) => isOver(now) || now.pauses.length > 0)

  expect(view.pauses).toEqual([])
  expect(view.outcomes.created).toBe(40)
  const refused = createsOf(house.sandbox).filter(({ status }) => status === 401)
  expect(refused.length, 'requests in flight with the old token').toBeGreaterThanOrEqual(8)
  expect(signIns() - before).toBe(1)
  for (const { account } of refused) expect(createsOf(house.sandbox, account ?? '')).toHaveLength(2)
  await expectConsistent(house, [batch])
})

test('a revoked key pauses with sign-in needed, costs no account anything, and a new key goes on', async () => {
  const house = await openHouse()
  const batch = await house.load(await plainAccounts(house.folder, numbered(12)), null)
  await house.validate(batch)
  const { faults, control } = house.sandbox
  const revoked = faults.add({
    route: 'token',
    effect: {
      kind: 'status',
      status: 200,
      body: {
        kind: 'json',
        value: { data: { obtainPlatformToken: null }, errors: [{ message: 'Key revoked.' }] },
      },
    },
  })
  faults.add({ id: 'slow', route: 'create', effect: { kind: 'latency', ms: 30 } })
  await house.release(batch)
  await house.until(batch, ({ states }) => states.watching + states.settled > 0)
  control.expireTokens()
  const paused = await house.until(batch, ({ pauses }) => pauses.length > 0)

  expect(paused.pauses.map(({ reason, supplier }) => [reason, supplier])).toEqual([['sign_in', '']])
  expect(paused.pauses[0]?.message).toContain('“Key revoked”. Check the key.')
  const { queued, sending, watching, settled, unconfirmed } = paused.states
  expect(queued + sending + watching + settled + unconfirmed).toBe(12)
  expect(paused.outcomes.failed + paused.held).toBe(0)

  faults.remove(revoked)
  await house.giveKey()
  await house.client().connections.resume({ id: house.connection })
  const view = await house.until(batch, isOver)
  expect(view.outcomes.created).toBe(12)
  expect(view.pauses).toEqual([])
  await expectConsistent(house, [batch])
})

test('a supplier that is paused in the middle stops its own lane within three calls, and the other goes on', async () => {
  const house = await openHouse({ limits: { concurrency: 3 } })
  const { control, faults, ledger } = house.sandbox
  faults.add({ route: 'create', effect: { kind: 'latency', ms: 15 } })
  const accounts = numbered(15, 'A').flatMap((one, at) => [
    one,
    { number: `B-${at + 1}`, supplier: 'ACME ENERGY' },
  ])
  const batch = await house.load(await plainAccounts(house.folder, accounts), null)
  await house.validate(batch)
  await house.release(batch)
  await house.until(batch, ({ states }) => states.watching + states.settled >= 4)
  control.setSupplier('ACME', { status: 'paused' })
  const restOnly = ({ states, pauses }: BatchView): boolean =>
    pauses.length > 0 && states.sending + states.unconfirmed + states.watching === 0 && states.settled >= 15
  const paused = await house.until(batch, (view) => restOnly(view) && view.inFlight === 0)

  expect(paused.pauses.map(({ reason, supplier }) => [reason, supplier])).toEqual([
    ['supplier_closed', 'ACME'],
  ])
  const refusals = ledger
    .entries()
    .filter(({ route, supplier, status }) => route === 'create' && supplier === 'ACME' && status === 400)
  expect(refusals.length).toBeGreaterThan(0)
  expect(refusals.length).toBeLessThanOrEqual(3)
  expect(control.processes({ supplier: 'ACME ENERGY' })).toHaveLength(15)
  expect(paused.states.queued).toBe(30 - paused.states.settled)

  control.setSupplier('ACME', { status: 'ongoing' })
  await house.client().connections.resume({ id: house.connection, supplier: 'ACME' })
  const view = await house.until(batch, isOver)
  expect(view.outcomes.created).toBe(30)
  await expectConsistent(house, [batch])
})

test.each([
  { name: 'an hour ahead', ms: 3_600_000 },
  { name: 'an hour behind', ms: -3_600_000 },
])(
  'a service whose clock is $name settles lost answers as ours and signs in no more often',
  async ({ ms }) => {
    const house = await openHouse({ sandbox: { now: () => Date.now() + ms } })
    const { faults, ledger } = house.sandbox
    faults.add({ route: 'create', account: 'N-1', count: 1, effect: { kind: 'reset', when: 'after_work' } })
    faults.add({ route: 'create', account: 'N-2', count: 1, effect: { kind: 'reset', when: 'before_work' } })
    const batch = await house.load(await plainAccounts(house.folder, numbered(5)), null)
    const view = await house.send(batch)

    expect(view.outcomes.created).toBe(5)
    expect(createsOf(house.sandbox)).toHaveLength(6)
    expect(ledger.entries().filter(({ route }) => route === 'token')).toHaveLength(1)
    await expectConsistent(house, [batch])
  },
)
