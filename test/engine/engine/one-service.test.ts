// Two connections to one service address, over real HTTP: the service never sees more at once than the stricter one allows,
// both come to their end, and a pause of one leaves the other alone.
import { expect, test } from 'vitest'
import { createsOf, expectConsistent, freshFolder, openHouse } from './harness.ts'
import { numbered, plainAccounts } from './small-files.ts'
import { isOver } from './waiting.ts'

test('two connections to one address are one client to the service', async () => {
  const house = await openHouse({
    sandbox: { speed: 'instant' },
    limits: { concurrency: 8, adaptive: false },
  })
  const { sandbox, client, settings } = house
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
  const first = await house.load(await plainAccounts(folder, numbered(12, 'A'), 'a'), null)
  const second = await house.load(await plainAccounts(folder, numbered(12, 'B'), 'b'), null, other)
  // Whoever is second at once is told so, and would be seen in the ledger.
  sandbox.faults.add({ route: 'any', effect: { kind: 'concurrency', limit: 1, retryAfter: 'seconds' } })
  sandbox.faults.add({ route: 'create', effect: { kind: 'latency', ms: 10 } })
  await Promise.all([house.validate(first), house.validate(second)])
  await Promise.all([house.release(first), house.release(second)])
  for (const batch of [first, second]) expect((await house.until(batch, isOver)).outcomes.created).toBe(12)
  expect(sandbox.ledger.entries().filter(({ status }) => status === 429)).toEqual([])
  const order = createsOf(sandbox).map(({ account }) => account?.[0])
  // Neither waits for the other's end.
  expect(order.indexOf('B')).toBeLessThan(order.lastIndexOf('A'))
  expect(order.indexOf('A')).toBeLessThan(order.lastIndexOf('B'))
  await expectConsistent(house, [first, second])
})
