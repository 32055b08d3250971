// Answers of a gateway in the place of the service's: one or a burst in the middle is asked again, and only what persists
// pauses the connection, with its reason.
import { describe, expect, test } from 'vitest'
import { notFound, practiseConducting, reply } from './practice-conductor.ts'

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

async function validating(script: Parameters<typeof practiseConducting>[0]) {
  const house = await practiseConducting(script, { accounts: 12, limits: { concurrency: 2 } })
  house.store.batches.setValidating(house.batch, true)
  house.start()
  return house
}

describe.each(strays)('%s', (_name, stray) => {
  test('in the middle is asked again: every account is cleared, and nothing pauses', async () => {
    const house = await validating(({ route }, nth) =>
      route !== 'validate' ? notFound : nth >= 4 && nth <= 6 ? stray : reply(200, {}),
    )
    await house.pass(120_000)
    expect(house.states()).toMatchObject({ cleared: 12 })
    expect(house.store.connections.pauses(house.connection)).toEqual([])
  })

  test('that persists pauses the connection after three waits, and the pause says why', async () => {
    const house = await validating(({ route }, nth) =>
      route !== 'validate' ? notFound : nth >= 4 ? stray : reply(200, {}),
    )
    await house.pass(120_000)
    const pauses = house.store.connections.pauses(house.connection)
    expect(pauses).toHaveLength(1)
    expect(pauses[0]).toMatchObject({ supplier: '' })
    expect(pauses[0]?.message).toMatch(/^3 times in a row over \d+ s: .{40,}/)
    expect(house.broken).toEqual([])
  })
})
