// Tests `Retry-After` in all its forms, by the service's clock; stated rates; HTTP dates (RFC 9110 sections 5.6.7 and
// 10.2.3).
import * as fc from 'fast-check'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { classifyCreate } from '../../../electron/engine/sending/service-client/classify.ts'
import { serviceAnswers } from '../../../shared/sending/service-answers.ts'
import {
  httpDate,
  retryAfter,
  statedRate,
} from '../../../electron/engine/sending/service-client/retry-after.ts'
import { createServiceClient } from '../../../electron/engine/sending/service-client/service-client.ts'
import {
  createTransport,
  type TransportReply,
} from '../../../electron/engine/sending/service-client/transport.ts'
import { connectionSettings } from '../../../shared/sending/connection.ts'
import { createFakeClock } from '../sending/fake-clock.ts'

const now = Date.UTC(2026, 2, 4, 9, 30)
const answers = serviceAnswers.parse({})
const date = 'Wed, 04 Mar 2026 09:30:00 GMT'
const hour = 3_600_000

function reply(headers: Record<string, string>, status = 429): TransportReply {
  return {
    kind: 'reply',
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from('{}'),
  }
}

describe('Retry-After', () => {
  test.each([
    ['seconds', { 'retry-after': '7' }, 7000],
    ['seconds with spaces', { 'retry-after': ' 7 ' }, 7000],
    ['seconds with a sign', { 'retry-after': '+7' }, 7000],
    ['seconds with leading zeros', { 'retry-after': '007' }, 7000],
    ['none', { 'retry-after': '0' }, 0],
    ['decimals', { 'retry-after': '1.5' }, 1500],
    ['decimals without a whole part', { 'retry-after': '.25' }, 250],
    ['less than a millisecond, rounded up', { 'retry-after': '0.0001' }, 1],
    ['an hour', { 'retry-after': '3600' }, hour],
    ['more than an hour', { 'retry-after': '86400' }, hour],
    ['a Unix time instead of a wait', { 'retry-after': '1772616630' }, hour],
    ['an absurd number', { 'retry-after': '9'.repeat(400) }, hour],
    ['absent', {}, null],
    ['empty', { 'retry-after': ' ' }, null],
    ['words', { 'retry-after': 'soon' }, null],
    ['negative', { 'retry-after': '-5' }, null],
    ['a negative fraction', { 'retry-after': '-0.5' }, null],
    ['an exponent', { 'retry-after': '1e3' }, null],
    ['hexadecimal', { 'retry-after': '0x10' }, null],
    ['a unit', { 'retry-after': '5s' }, null],
    ['not a number', { 'retry-after': 'NaN' }, null],
    ['infinity', { 'retry-after': 'Infinity' }, null],
    ['a date, today', { 'retry-after': 'Wed, 04 Mar 2026 09:30:30 GMT' }, 30_000],
    ['a date of RFC 850', { 'retry-after': 'Wednesday, 04-Mar-26 09:30:30 GMT' }, 30_000],
    ['a date of asctime', { 'retry-after': 'Wed Mar  4 09:30:30 2026' }, 30_000],
    [
      "a date by the service's clock",
      { 'retry-after': 'Wed, 04 Mar 2026 12:00:30 GMT', date: 'Wed, 04 Mar 2026 12:00:00 GMT' },
      30_000,
    ],
    [
      "a date by the service's clock, which is years behind",
      { 'retry-after': 'Mon, 04 Mar 2019 12:00:30 GMT', date: 'Monday, 04-Mar-19 12:00:00 GMT' },
      30_000,
    ],
    ['a date that has passed', { 'retry-after': 'Wed, 04 Mar 2026 09:00:00 GMT', date }, 0],
    ['a date that is now', { 'retry-after': date, date }, 0],
    ['a date years away', { 'retry-after': 'Wed, 04 Mar 2099 09:00:00 GMT', date }, hour],
    ['a date of no calendar', { 'retry-after': 'Wed, 04 Mxx 2026 09:00:00 GMT', date }, null],
    ['an hour of no day', { 'retry-after': 'Wed, 04 Mar 2026 29:00:00 GMT', date }, null],
    ['two values', { 'retry-after': '5, 7' }, 7000],
    ['two values, one of them nonsense', { 'retry-after': 'soon, 7' }, 7000],
    ['seconds and a date', { 'retry-after': '5, Wed, 04 Mar 2026 09:30:30 GMT', date }, 30_000],
    ['a date and seconds', { 'retry-after': 'Wednesday, 04-Mar-26 09:30:30 GMT, 45', date }, 45_000],
    ['only nonsense', { 'retry-after': 'soon, later, ,' }, null],
  ])('%s', (_name, headers, ms) => {
    expect(retryAfter(reply(headers), now)).toBe(ms)
    expect(classifyCreate(reply(headers), now, answers)).toMatchObject({
      class: 'rate_limited',
      retryAfterMs: ms,
    })
    expect(classifyCreate(reply(headers, 503), now, answers)).toMatchObject({
      class: 'unknown',
      retryAfterMs: ms,
    })
  })

  test('whatever the header says, the wait is at most an hour', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double().map(String), fc.date().map(String)), (text) => {
        const ms = retryAfter(reply({ 'retry-after': text }), now) ?? 0
        expect(ms >= 0 && ms <= hour && Number.isInteger(ms)).toBe(true)
      }),
    )
  })

  test('of several headers the longest counts, and a date without a Date beside it is by the clock that the service reported before', async () => {
    const skewed = 5 * hour
    const clock = createFakeClock(now)
    const answers: Readonly<Record<string, string | string[]>>[] = [
      { date: new Date(now + skewed).toUTCString(), 'retry-after': ['3', '11', '7'] },
      { 'retry-after': [new Date(now + skewed + 90_000).toUTCString()] },
    ]
    const server = createServer((request, response) => {
      if (request.url === '/token') {
        response.setHeader('content-type', 'application/json')
        response.setHeader('date', new Date(now + skewed).toUTCString())
        response.end(JSON.stringify({ data: { obtainPlatformToken: { token: 'T', payload: null } } }))
        return
      }
      response.sendDate = false
      response.statusCode = 429
      response.setHeader('content-type', 'application/json')
      for (const [name, value] of Object.entries(answers.shift() ?? {})) response.setHeader(name, value)
      response.end('{}')
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : null
    const transport = createTransport()
    try {
      const client = createServiceClient({
        settings: connectionSettings.parse({
          baseUrl: `http://127.0.0.1:${port}`,
          tokenUrl: `http://127.0.0.1:${port}/token`,
        }),
        transport: transport.send,
        clock,
        readKey: () => Promise.resolve('sk'),
      })
      expect(await client.status('/1/')).toMatchObject({ kind: 'slow_down', retryAfterMs: 11_000 })
      const second = await client.create(Buffer.from('{}'), { token: 'T', generation: 1 })
      // `Date` has whole seconds, so the service's clock is known to half a second.
      expect(second.retryAfterMs).toBeGreaterThanOrEqual(89_000)
      expect(second.retryAfterMs).toBeLessThanOrEqual(91_000)
    } finally {
      await transport.close()
      server.close()
    }
  })
})

test.each([
  [{ 'ratelimit-policy': '"default";q=100;w=60' }, 100 / 60],
  [{ 'ratelimit-policy': '"burst";q=10;w=1, "day";q=1000;w=3600' }, 1000 / 3600],
  [{ 'ratelimit-limit': '100, 100;w=60, 5;w=1;comment="x"' }, 100 / 60],
  [{ 'ratelimit-limit': '100' }, null],
  [{ 'x-ratelimit-limit': '60' }, null],
  [{ 'ratelimit-policy': '"default";q=0;w=60' }, null],
  [{ 'ratelimit-policy': '"default";q=5;w=0' }, null],
  [{ 'ratelimit-policy': 'a;w=b;q=c' }, null],
  [{ 'ratelimit-policy': '"day";q=1000;w=86400' }, null],
  [{ 'ratelimit-policy': '"day";q=1000;w=86400, "minute";q=60;w=60' }, 1],
  [{ 'ratelimit-limit': '1;w=999999999' }, null],
  [{}, null],
])('the rate that %j states is %s a second', (headers, rate) => {
  expect(statedRate(reply(headers as Record<string, string>))).toBe(rate)
})

test.each([
  ['Sun, 06 Nov 1994 08:49:37 GMT', Date.UTC(1994, 10, 6, 8, 49, 37)],
  ['Sunday, 06-Nov-94 08:49:37 GMT', Date.UTC(1994, 10, 6, 8, 49, 37)],
  ['Sun Nov  6 08:49:37 1994', Date.UTC(1994, 10, 6, 8, 49, 37)],
  ['Sun Nov 16 08:49:37 1994', Date.UTC(1994, 10, 16, 8, 49, 37)],
  // At most fifty years ahead: the year before the limit is in this century, the one after it in the last.
  ['Friday, 06-Nov-76 08:49:37 GMT', Date.UTC(2076, 10, 6, 8, 49, 37)],
  ['Sunday, 06-Nov-77 08:49:37 GMT', Date.UTC(1977, 10, 6, 8, 49, 37)],
  ['Sun, 06 Nov 1994 08:49:60 GMT', Date.UTC(1994, 10, 6, 8, 49, 60)],
  ['Sun, 00 Nov 1994 08:49:37 GMT', null],
  ['Sun, 32 Nov 1994 08:49:37 GMT', null],
  ['Sun, 06 Nov 1994 08:61:37 GMT', null],
  ['Sun, 06 Nov 1994 08:49:37 PST', null],
  ['1994-11-06T08:49:37Z', null],
  ['', null],
])('the date %j', (text, at) => {
  expect(httpDate(text, now)).toBe(at)
})

test('every date in a format that servers write is parsed', () => {
  const dates = fc.date({ min: new Date(0), max: new Date(Date.UTC(9999, 0)), noInvalidDate: true })
  fc.assert(
    fc.property(dates, (moment) => {
      expect(httpDate(moment.toUTCString(), now)).toBe(Math.floor(moment.getTime() / 1000) * 1000)
    }),
  )
})
