// Tests signing in after the network was away: a sign-in that could not reach the service is retried at once, a
// refused one is not.
import { expect, test } from 'vitest'
import { createSecrets } from '../../../electron/engine/sending/service-client/secrets.ts'
import { createTokens } from '../../../electron/engine/sending/service-client/tokens.ts'
import type { TransportResult } from '../../../electron/engine/sending/service-client/transport.ts'
import { connectionSettings } from '../../../shared/sending/connection.ts'
import { createFakeClock } from '../sending/fake-clock.ts'

const settings = connectionSettings.parse({
  baseUrl: 'https://service.example',
  tokenUrl: 'https://service.example/v1/graphql/',
})
const away: TransportResult = { kind: 'failed', maybeSent: false, code: 'ENOTFOUND', message: 'not found' }

function reply(body: unknown): TransportResult {
  const headers = { 'content-type': 'application/json' }
  return { kind: 'reply', status: 200, headers, body: Buffer.from(JSON.stringify(body)) }
}
const granted = reply({ data: { obtainPlatformToken: { token: 'T', payload: null } } })
const refused = reply({ data: { obtainPlatformToken: null }, errors: [{ message: 'No.' }] })

function open(first: TransportResult) {
  const clock = createFakeClock()
  const service = { answer: first, asked: 0 }
  const tokens = createTokens({
    settings,
    clock,
    readKey: () => Promise.resolve('sk_practice'),
    used: createSecrets(),
    transport: () => {
      service.asked += 1
      return Promise.resolve(service.answer)
    },
  })
  return { clock, service, tokens }
}

test('a sign-in that could not reach the service need not wait out its cool-down', async () => {
  const { clock, service, tokens } = open(away)
  for (let round = 0; round < 5; round += 1) {
    await tokens.get()
    clock.advance(30 * 60_000)
  }
  await tokens.get()
  service.answer = granted
  expect(await tokens.get()).toMatchObject({ ok: false, kind: 'cooling_down' })
  tokens.networkBack()
  expect(await tokens.get()).toMatchObject({ ok: true, token: 'T' })
})

test('a refused sign-in does: the network is not the cause', async () => {
  const { service, tokens } = open(refused)
  await tokens.get()
  tokens.networkBack()
  expect(await tokens.get()).toMatchObject({ ok: false, kind: 'cooling_down' })
  expect(service.asked).toBe(1)
})
