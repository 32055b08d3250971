// Tests signing in: one token holder, one request at a time, renewed in time, and never so often that the service
// locks the client out. The clock is moved by hand; the answers are the service's
// documented ones.
import { describe, expect, test } from 'vitest'
import { createServiceClient } from '../../../electron/engine/sending/service-client/service-client.ts'
import { createSecrets } from '../../../electron/engine/sending/service-client/secrets.ts'
import { createTokens } from '../../../electron/engine/sending/service-client/tokens.ts'
import type {
  Transport,
  TransportRequest,
  TransportResult,
} from '../../../electron/engine/sending/service-client/transport.ts'
import { connectionSettings } from '../../../shared/sending/connection.ts'
import { createFakeClock, type FakeClock } from '../sending/fake-clock.ts'
import { inEnglish } from '../../../shared/texts/message.ts'
import { english } from '../../support/english.ts'

const key = 'sk_live_do_not_tell'
const settings = connectionSettings.parse({
  baseUrl: 'https://service.example',
  tokenUrl: 'https://service.example/v1/graphql/',
})

function reply(status: number, body: unknown, headers: Record<string, string> = {}): TransportResult {
  return {
    kind: 'reply',
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  }
}
const granted = (token: string, exp: number | null): TransportResult =>
  reply(200, {
    data: { obtainPlatformToken: { token, payload: { exp }, refreshToken: null, refreshExpiresIn: null } },
  })
const refusal = (message: string): TransportResult =>
  reply(200, { data: { obtainPlatformToken: null }, errors: [{ message, extensions: { errorCode: 'X-1' } }] })

type Answer = (nth: number, request: TransportRequest) => TransportResult | Promise<TransportResult>

function open(answer: Answer, options: { clock?: FakeClock; key?: string | null } = {}) {
  const clock = options.clock ?? createFakeClock()
  const requests: TransportRequest[] = []
  const transport: Transport = async (request) => {
    requests.push(request)
    return answer(requests.length, request)
  }
  const readKey = () => Promise.resolve(options.key === undefined ? key : options.key)
  const parts = { settings, transport, clock, readKey, used: createSecrets() }
  return { clock, requests, parts, tokens: createTokens(parts) }
}

const inSeconds = (clock: FakeClock, seconds: number) => Math.floor(clock.now() / 1000) + seconds

test('16 callers at once make one sign-in and get the same token', async () => {
  let letGo = (): void => undefined
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const { tokens, requests, clock } = open(async () => {
    await gate
    return granted('T', inSeconds(clock, 3600))
  })
  const all = Array.from({ length: 16 }, () => tokens.get())
  letGo()
  const answers = await Promise.all(all)
  expect(new Set(answers.map((one) => (one.ok ? one.generation : one.kind)))).toEqual(new Set([1]))
  expect(requests).toHaveLength(1)
})

test('the request is the documented mutation with the key in its input, and the key nowhere else', async () => {
  const { tokens, requests } = open(() => granted('T', null))
  await tokens.get()
  const [request] = requests
  const body = JSON.parse(Buffer.from(request?.body ?? []).toString()) as unknown
  expect(body).toEqual({ query: settings.tokenMutation, variables: { input: { APIKey: key } } })
  expect(JSON.stringify({ url: request?.url, headers: request?.headers })).not.toContain(key)
})

describe('a token is renewed', () => {
  test('at 90 % of its life, not before', async () => {
    const { tokens, requests, clock } = open((nth) => granted(`T${nth}`, inSeconds(clock, 1000)))
    await tokens.get()
    clock.advance(899_000)
    expect(tokens.getHeldToken()).toMatchObject({ token: 'T1' })
    clock.advance(2_000)
    expect(tokens.getHeldToken()).toBeNull()
    expect(await tokens.get()).toMatchObject({ token: 'T2', generation: 2 })
    expect(requests).toHaveLength(2)
  })

  test('after 54 minutes when the service does not say how long it lives', async () => {
    const { tokens, clock } = open(() => granted('T', null))
    await tokens.get()
    clock.advance(53 * 60_000)
    expect(tokens.getHeldToken()).not.toBeNull()
    clock.advance(2 * 60_000)
    expect(tokens.getHeldToken()).toBeNull()
  })

  test.each([10 * 365, -10 * 365, 1 / 24, -1 / 24])(
    'as often as ever when our clock is wrong by %s days',
    async (days) => {
      const clock = createFakeClock()
      const real = clock.now()
      const exp = Math.floor(real / 1000) + 3600
      const { tokens, requests } = open(
        () => {
          const granting = granted('T', exp)
          return granting.kind === 'reply'
            ? { ...granting, headers: { ...granting.headers, date: new Date(real).toUTCString() } }
            : granting
        },
        { clock },
      )
      clock.setBy(days * 86_400_000)
      await tokens.get()
      clock.advance(53 * 60_000)
      await tokens.get()
      expect(requests).toHaveLength(1)
      clock.advance(2 * 60_000)
      expect(tokens.getHeldToken()).toBeNull()
    },
  )

  test('not every second by a service without a Date when our clock is ahead', async () => {
    const { tokens, requests, clock } = open(() => granted('T', inSeconds(clock, -7200)))
    for (let second = 0; second < 60; second += 1) {
      await tokens.get()
      clock.advance(1000)
    }
    expect(requests).toHaveLength(1)
  })

  test('once when its use is refused; a late refusal of the old token does not discard the new one', async () => {
    const { tokens, requests } = open((nth) => granted(`T${nth}`, null))
    const first = await tokens.get()
    if (!first.ok) throw new Error(inEnglish(first.message))
    tokens.refuse(first.generation)
    expect(await tokens.get()).toMatchObject({ token: 'T2' })
    tokens.refuse(first.generation)
    expect(await tokens.get()).toMatchObject({ token: 'T2' })
    expect(requests).toHaveLength(2)
  })
})

describe('a failing sign-in', () => {
  test.each([
    ['errors in HTTP 200', refusal('No such key.'), 'refused'],
    ['401', reply(401, {}), 'refused'],
    ['403 and a page', reply(403, '<p>', { 'content-type': 'text/html' }), 'not_this_service'],
    ['500', reply(500, {}), 'unreachable'],
    ['429', reply(429, {}), 'unreachable'],
    ['404 and a page', reply(404, '<p>', { 'content-type': 'text/html' }), 'not_this_service'],
    ['200 and a page', reply(200, '<p>', { 'content-type': 'text/html' }), 'not_this_service'],
    ['200 and another object', reply(200, { hello: 1 }), 'not_this_service'],
    [
      'no connection',
      { kind: 'failed', maybeSent: false, code: 'ECONNREFUSED', message: 'refused' } as const,
      'unreachable',
    ],
  ])('%s', async (_name, answer, kind) => {
    const { tokens } = open(() => answer)
    expect(await tokens.get()).toMatchObject({ ok: false, kind })
    expect(await tokens.get()).toMatchObject({ ok: false, kind: 'cooling_down' })
  })

  test('cools down for a minute, doubling to thirty, and not at all after a success', async () => {
    let works = false
    const { tokens, requests, clock } = open(() => (works ? granted('T', null) : refusal('No.')))
    const waits = [1, 2, 4, 8, 16, 30, 30, 30]
    for (const minutes of waits) {
      await tokens.get()
      const asked = requests.length
      clock.advance(minutes * 60_000 - 1)
      expect(await tokens.get()).toMatchObject({ kind: 'cooling_down' })
      expect(requests).toHaveLength(asked)
      clock.advance(1)
    }
    works = true
    const signedIn = await tokens.get()
    expect(signedIn.ok).toBe(true)
    if (signedIn.ok) tokens.accepted(signedIn.generation)
    works = false
    tokens.refuse(signedIn.ok ? signedIn.generation : 0)
    await tokens.get()
    clock.advance(60_000)
    expect(await tokens.get()).toMatchObject({ kind: 'refused' })
  })

  test('is tried at once when a person asks', async () => {
    const { tokens, requests } = open(() => refusal('No.'))
    await tokens.get()
    tokens.reset()
    await tokens.get()
    expect(requests).toHaveLength(2)
  })

  test('counts as well when tokens are granted and refused again and again', async () => {
    const { tokens, requests, clock } = open((nth) => granted(`T${nth}`, null))
    for (let round = 0; round < 600; round += 1) {
      const signIn = await tokens.get()
      if (signIn.ok) tokens.refuse(signIn.generation)
      clock.advance(1000)
    }
    // Ten minutes: two at once, then after 1, 2 and 4 more.
    expect(requests.length).toBeLessThanOrEqual(6)
  })

  test('without a key nothing is asked and nothing cools down', async () => {
    const { tokens, requests } = open(() => granted('T', null), { key: null })
    expect(await tokens.get()).toMatchObject({ kind: 'no_key' })
    expect(await tokens.get()).toMatchObject({ kind: 'no_key' })
    expect(requests).toHaveLength(0)
  })

  test('a failing key store counts as a missing key, and does not stop sending as a fault would', async () => {
    const { parts } = open(() => granted('T', null))
    const tokens = createTokens({ ...parts, readKey: () => Promise.reject(new Error('locked')) })
    expect(await tokens.get()).toMatchObject({ ok: false, kind: 'no_key' })
  })
})

describe('secrets', () => {
  test('the key is in no message, not even when the service repeats it', async () => {
    const { tokens } = open(() => refusal(`The key ${key} is unknown.`))
    const first = await tokens.get()
    const second = await tokens.get()
    expect(JSON.stringify([first, second])).not.toContain(key)
    expect(JSON.stringify(first)).toContain('is unknown')
  })

  test('a token that the service repeats is in nothing that is kept', async () => {
    const token = 'TOKEN.secret.part'
    const { parts } = open((_nth, request) =>
      request.url === settings.tokenUrl
        ? granted(token, null)
        : reply(400, {
            code: 'account_failed_validation',
            detail: `with ${token}`,
            errors: [{ attr: null, code: 'x', detail: `Token ${token}` }],
          }),
    )
    const client = createServiceClient(parts)
    const validated = await client.validate(Buffer.from('{}'))
    const signIn = await client.tokens.get()
    if (!signIn.ok) throw new Error(inEnglish(signIn.message))
    const created = await client.create(Buffer.from('{}'), signIn)
    const read = await client.status('/status/')
    expect(validated.kind).toBe('rejected')
    expect(JSON.stringify([validated, created, read])).not.toContain(token)
  })
})

test.each([
  ['a line break', 'abc\r\nX-Evil: 1'],
  ['a NUL', 'abc\0def'],
  ['letters beyond Latin-1', 'токен'],
  ['900 kB', 't'.repeat(900_000)],
])('a token with %s, which no header can carry, is reported at once and never used', async (_name, token) => {
  const { tokens } = open((nth) => granted(nth === 1 ? token : 'T', null))
  const answer = await tokens.get()
  expect(answer).toMatchObject({ ok: false, kind: 'not_this_service' })
  expect(english(answer.ok ? '' : answer.message)).toMatch(
    /granted a token of \d+ characters that no header can carry/,
  )
  expect(tokens.getHeldToken()).toBeNull()
  tokens.reset()
  expect(await tokens.get()).toMatchObject({ ok: true, token: 'T' })
})
