// Tests a token endpoint that does not answer: nothing can be requested without a token, and this is reported like
// any unavailable service.
import { expect, test } from 'vitest'
import { paths } from '../../../shared/sending/service.ts'
import { notFound, openManager, practiseScheduling, reply } from './practice-scheduler.ts'

async function withoutTokens() {
  const harness = await practiseScheduling(
    ({ route }) => (route === 'validate' ? reply(200, {}) : notFound),
    {
      accounts: 3,
    },
  )
  const away = { is: true }
  const transport: typeof harness.transport = (request) =>
    away.is && request.url.endsWith(paths.token)
      ? Promise.resolve({
          kind: 'failed',
          maybeSent: true,
          code: 'ECONNRESET',
          message: 'the connection was reset',
        })
      : harness.transport(request)
  const connectionManager = await openManager({ ...harness, transport })
  harness.store.batches.setValidating(harness.batch, true)
  return { ...harness, away, connectionManager }
}

test('a token endpoint that does not answer is reported as a service that does not answer, within seconds', async () => {
  const { connectionManager, connection, pass, states, store } = await withoutTokens()
  await pass(20_000)
  expect(connectionManager.breakerOpen(connection)).toBe(true)
  expect(store.connections.pauses(connection)).toEqual([])
  expect(states()).toMatchObject({ unvalidated: 3 })
  await connectionManager.stop()
})

test('work continues automatically once it answers again, and nothing is said any more', async () => {
  const { connectionManager, connection, pass, states, away } = await withoutTokens()
  await pass(20_000)
  away.is = false
  await pass(600_000)
  expect(states()).toMatchObject({ validated: 3 })
  expect(connectionManager.breakerOpen(connection)).toBe(false)
  await connectionManager.stop()
})
