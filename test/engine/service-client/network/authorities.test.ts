// Tests that loading the machine's certificate authorities and creating a context from them, a tenth of a second
// each, yields to the event loop in between and is done once.
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTrustStore } from '../../../../electron/engine/sending/service-client/network/trust.ts'
import { networkSettings } from '../../../../shared/sending/network-settings.ts'

test('the contexts are made in steps, with turns of the event loop between them', async () => {
  const found = await createTrustStore().get(networkSettings.parse({}), null)
  if (!found.ok) throw new Error('There are authorities')
  const { trust } = found
  expect(await turnsUntil(trust.prepare())).toBeGreaterThanOrEqual(3)
  expect(trust.context).toBe(trust.proxyContext)
  // From now on the cached result is returned at once.
  expect(await turnsUntil(trust.prepare())).toBeLessThanOrEqual(1)
  expect(trust.context).toBe(trust.proxyContext)
})

/** Turns of the event loop before it is done. */
async function turnsUntil(made: Promise<unknown>): Promise<number> {
  const done = { is: false }
  const noted = made.then(() => (done.is = true))
  let turns = 0
  for (; !done.is; turns += 1) await turn()
  await noted
  return turns
}
