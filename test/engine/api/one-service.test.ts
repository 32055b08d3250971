// Tests two connections to one service address over real HTTP: the service never receives more requests at once than
// the stricter limit allows, both finish, and a pause of one does not affect the other.
import { expect, test } from 'vitest'
import { createsOf, expectConsistent, freshFolder, openHarness } from './harness.ts'
import { numbered, plainAccounts } from './small-files.ts'
import { isOver } from './waiting.ts'

test('two connections to one address act as one client of the service', async () => {
  const harness = await openHarness({
    sandbox: { speed: 'instant' },
    limits: { concurrency: 8, adaptive: false },
  })
  const { sandbox, client, settings } = harness
  const { id: other } = await client().connections.save({
    name: 'the same service',
    settings: {
      ...settings,
      baseUrl: `${settings.baseUrl.replace('http:', 'HTTP:')}/`,
      limits: { ...settings.limits, concurrency: 1 },
    },
  })
  await client().connections.setKey({ id: other, key: sandbox.apiKey })
  const folder = freshFolder()
  const first = await harness.load(await plainAccounts(folder, numbered(12, 'A'), 'a'), null)
  const second = await harness.load(await plainAccounts(folder, numbered(12, 'B'), 'b'), null, other)
  // A second request at the same time is refused, which the ledger would show.
  sandbox.faults.add({ route: 'any', effect: { kind: 'concurrency', limit: 1, retryAfter: 'seconds' } })
  sandbox.faults.add({ route: 'create', effect: { kind: 'latency', ms: 10 } })
  await Promise.all([harness.validate(first), harness.validate(second)])
  await Promise.all([harness.release(first), harness.release(second)])
  for (const batch of [first, second]) expect((await harness.until(batch, isOver)).outcomes.created).toBe(12)
  expect(sandbox.ledger.entries().filter(({ status }) => status === 429)).toEqual([])
  const order = createsOf(sandbox).map(({ account }) => account?.[0])
  // Neither waits for the other's end.
  expect(order.indexOf('B')).toBeLessThan(order.lastIndexOf('A'))
  expect(order.indexOf('A')).toBeLessThan(order.lastIndexOf('B'))
  await expectConsistent(harness, [first, second])
})
