// A token endpoint that nobody answers at: nothing can be asked without a token, and that is said as for the rest of the
// service.
import { expect, test } from 'vitest'
import { paths } from '../../../shared/service.ts'
import { notFound, openOffice, practiseConducting, reply } from './practice-conductor.ts'

async function withoutTokens() {
  const house = await practiseConducting(({ route }) => (route === 'validate' ? reply(200, {}) : notFound), {
    accounts: 3,
  })
  const away = { is: true }
  const transport: typeof house.transport = (request) =>
    away.is && request.url.endsWith(paths.token)
      ? Promise.resolve({
          kind: 'failed',
          maybeSent: true,
          code: 'ECONNRESET',
          message: 'the connection was reset',
        })
      : house.transport(request)
  const office = await openOffice({ ...house, transport })
  house.store.batches.setValidating(house.batch, true)
  return { ...house, away, office }
}

test('a token endpoint that nobody answers at is told as a service that does not answer, within seconds', async () => {
  const { office, connection, pass, states, store } = await withoutTokens()
  await pass(20_000)
  expect(office.breakerOpen(connection)).toBe(true)
  expect(store.connections.pauses(connection)).toEqual([])
  expect(states()).toMatchObject({ ready: 3 })
  await office.stop()
})

test('once it answers again everything goes on by itself, and nothing is said any more', async () => {
  const { office, connection, pass, states, away } = await withoutTokens()
  await pass(20_000)
  away.is = false
  await pass(600_000)
  expect(states()).toMatchObject({ cleared: 3 })
  expect(office.breakerOpen(connection)).toBe(false)
  await office.stop()
})
