// Reading the machine's authorities and making a context of them takes a tenth of a second each: between the steps there is
// room for everything else, and they are taken once.
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTrustStore } from '../../../../electron/engine/service-client/network/trust.ts'
import { networkSettings } from '../../../../shared/network-settings.ts'

test('the contexts are made in steps, with turns of the event loop between them', async () => {
  const found = await createTrustStore().get(networkSettings.parse({}), null)
  if (!found.ok) throw new Error('There are authorities')
  const { trust } = found
  const done = { is: false }
  const made = trust.prepare().then(() => (done.is = true))
  let turns = 0
  for (; !done.is; turns += 1) await turn()
  await made
  expect(turns).toBeGreaterThanOrEqual(3)
  expect(trust.context).toBe(trust.proxyContext)
  // What is made is given at once from now on.
  const before = performance.now()
  await trust.prepare()
  expect([trust.context, performance.now() - before < 50]).toEqual([trust.proxyContext, true])
})
