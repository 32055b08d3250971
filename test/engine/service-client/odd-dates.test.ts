// Tests the measured difference between the service's clock and ours, from its replies: an impossible date is
// ignored.
import { expect, test } from 'vitest'
import { systemClock } from '../../../electron/engine/system/clock.ts'
import { createServiceClient } from '../../../electron/engine/sending/service-client/service-client.ts'
import { connectionSettings } from '../../../shared/sending/connection.ts'
import { payloadOf } from '../store/practice-store.ts'

const baseUrl = 'https://data.example.org'
const settings = connectionSettings.parse({ baseUrl, tokenUrl: `${baseUrl}/token` })
const year = 365 * 24 * 3_600_000

async function skewBy(date: string): Promise<number | null> {
  const client = createServiceClient({
    settings,
    transport: () =>
      Promise.resolve({
        kind: 'reply',
        status: 201,
        headers: { 'content-type': 'application/json', date },
        body: Buffer.from('{}'),
      }),
    clock: systemClock,
    readKey: () => Promise.resolve('key'),
  })
  return (await client.create(payloadOf('A-1', 'ACME'), { token: 'token', generation: 1 })).skewMs
}

test.each([
  ['a year behind', -year],
  ['ten years ahead', 10 * year],
])('a service clock that is %s is accepted', async (_, ms) => {
  const skew = (await skewBy(new Date(Date.now() + ms).toUTCString())) ?? 0
  expect(Math.abs(skew - ms)).toBeLessThan(5000)
})

test.each(['Fri, 31 Dec 9999 23:59:59 GMT', 'Thu, 01 Jan 1970 00:00:00 GMT', 'now', ''])(
  'the date “%s” is ignored',
  async (date) => {
    expect(await skewBy(date)).toBeNull()
  },
)
