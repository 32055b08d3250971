// Tests answers of a gateway instead of the service: a single one or a burst is retried, and only persistent ones
// pause the connection, with the reason.
import { describe, expect, test } from 'vitest'
import { notFound, practiseScheduling, reply } from './practice-scheduler.ts'
import { english } from '../../support/english.ts'

const html = { 'content-type': 'text/html' }
const page = (status: number) => reply(status, '<html>Blocked</html>', html)
const strays = [
  ['a page with 403', page(403)],
  ['a page with 401', page(401)],
  ['a page with 407', page(407)],
  ['a page with 418', page(418)],
  ['a captive portal’s page with 200', page(200)],
  ['a redirect to a captive portal', reply(302, '', { ...html, location: 'http://portal.example/login' })],
  ['JSON of another shape with 200', reply(200, [])],
] as const

async function validating(script: Parameters<typeof practiseScheduling>[0]) {
  const harness = await practiseScheduling(script, { accounts: 12, limits: { concurrency: 2 } })
  harness.store.batches.setValidating(harness.batch, true)
  harness.start()
  return harness
}

describe.each(strays)('%s', (_name, stray) => {
  test('in the middle is asked again: every account is validated, and nothing pauses', async () => {
    const harness = await validating(({ route }, nth) =>
      route !== 'validate' ? notFound : nth >= 4 && nth <= 6 ? stray : reply(200, {}),
    )
    await harness.pass(120_000)
    expect(harness.states()).toMatchObject({ validated: 12 })
    expect(harness.store.connections.pauses(harness.connection)).toEqual([])
  })

  test('that persists pauses the connection after three waits, and the pause says why', async () => {
    const harness = await validating(({ route }, nth) =>
      route !== 'validate' ? notFound : nth >= 4 ? stray : reply(200, {}),
    )
    await harness.pass(120_000)
    const pauses = harness.store.connections.pauses(harness.connection)
    expect(pauses).toHaveLength(1)
    expect(pauses[0]).toMatchObject({ supplier: '' })
    expect(english(pauses[0]?.message)).toMatch(/^3 times in a row over \d+ s: .{40,}/)
    expect(harness.broken).toEqual([])
  })
})
