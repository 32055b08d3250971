// Tests the web host's rules over real connections, written byte by byte: each bad request gets its error code and has
// no effect. Every reply carries every security header.
import { subscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Gate, refuseCall, type RouteRules } from '../../electron/web/guards.ts'
import { mostUnknown } from '../../electron/web/unknown-connections.ts'
import { cases, download, foreign } from './host-cases.ts'
import {
  type Answer,
  ask,
  type Ask,
  callOver,
  codeOf,
  endLater,
  endOf,
  exchange,
  type HeaderChoice,
  openSocket,
  openWebHarness,
  type RunningEngine,
  signIn,
  startEngine,
  type WebHarness,
  type WebHarnessOptions,
} from './web-harness.ts'

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

function expectHeaders(answer: Answer, authority: string): void {
  expect(answer.headers).toMatchObject(securityHeaders)
  expect(answer.headers['content-security-policy']).toBe(
    `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self' ws://${authority}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  )
  expect(answer.headers['permissions-policy']).toContain('camera=()')
  for (const never of ['set-cookie', 'location', 'access-control-allow-origin', 'server', 'x-powered-by'])
    expect(answer.headers).not.toHaveProperty(never)
}

let folder = ''
let engine: RunningEngine
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-guards-'))
  engine = await startEngine(folder)
})
afterAll(async () => {
  await engine.close()
  rmSync(folder, { recursive: true, force: true })
})

/** One engine for all: a refused request changes nothing in it. Each test has its own host and upload folder. */
function openHost(options: WebHarnessOptions = {}): Promise<WebHarness> {
  return openWebHarness({ router: engine.router, ...options })
}

test('the table has at least 40 cases', () => {
  expect(cases.length).toBeGreaterThanOrEqual(40)
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length)
})

test.each(cases)('$name is refused: $status $code', async ({ ask: asked, status, code }) => {
  const harness = await openHost({ uploadLimit: 1000 })
  const token = await signIn(harness)
  const secrets = { CODE: harness.code(), TOKEN: token, PORT: String(harness.port) }
  harness.ledger.length = 0
  const answer = await ask(harness, filled(asked, secrets))
  expect(answer.status).toBe(status)
  if (asked.method !== 'HEAD') expect(codeOf(answer)).toBe(code)
  expectHeaders(answer, harness.authority)
  expect(answer.body).not.toContain(token)
  // Nothing happened: no file arrived, the engine's data is unchanged, and the code is still valid.
  expect(uploadsIn(harness.dataFolder)).toEqual([])
  expect(await harness.engine.batches.list()).toEqual([])
  expect(harness.bugs).toEqual([])
  expect(harness.ledger.filter((entry) => entry.code === null)).toEqual([])
  const body = JSON.stringify({ code: secrets.CODE })
  expect((await ask(harness, { method: 'POST', target: '/api/session', body })).status).toBe(200)
})

function filled(asked: Ask, secrets: Readonly<Record<'CODE' | 'TOKEN' | 'PORT', string>>): Ask {
  const fill = (text: string): string =>
    text.replaceAll(/CODE|TOKEN|PORT/g, (word) => secrets[word as keyof typeof secrets])
  const headers = Object.entries(asked.headers ?? {}).map(([name, value]) => [
    name,
    value === null ? null : typeof value === 'string' ? fill(value) : value.map(fill),
  ])
  return {
    ...asked,
    ...(asked.target === undefined ? {} : { target: fill(asked.target) }),
    ...(typeof asked.body === 'string' ? { body: fill(asked.body) } : {}),
    ...(asked.bearer === undefined ? {} : { bearer: fill(asked.bearer) }),
    headers: Object.fromEntries(headers),
  }
}

function uploadsIn(dataFolder: string): string[] {
  try {
    return readdirSync(`${dataFolder}/uploads`)
  } catch {
    return []
  }
}

test.each([
  ['127.0.0.1', null],
  ['::ffff:127.0.0.1', null],
  ['10.0.0.7', 'not_loopback'],
  ['::ffff:10.0.0.7', 'not_loopback'],
  ['fe80::1', 'not_loopback'],
  [undefined, 'not_loopback'],
])('checking a connection from %s returns %s', (remoteAddress, code) => {
  const route: RouteRules = { methods: ['GET'], access: 'document', body: { kind: 'none' } }
  const gate: Gate = { authority: '127.0.0.1:1', tokens: { check: () => 'right' }, awaitsFile: () => false }
  const headers = { host: ['127.0.0.1:1'], 'sec-fetch-site': ['none'] }
  const call = { remoteAddress, method: 'GET', target: '/', headers, upgrade: false }
  expect(refuseCall(call, route, gate)?.code ?? null).toBe(code)
})

test.each([
  ['de-DE,de;q=0.9,en;q=0.8', 'Unter dieser Adresse ist nichts.'],
  ['en;q=0.5,de', 'Unter dieser Adresse ist nichts.'],
  ['en-GB,de;q=0.9', 'There is nothing at this address.'],
  ['fr, *;q=0.1', 'There is nothing at this address.'],
  [null, 'There is nothing at this address.'],
])('a refusal to a request that accepts the languages %s says: %s', async (accepted, sentence) => {
  const harness = await openHost()
  const answer = await ask(harness, { target: '/nothing', headers: { 'Accept-Language': accepted } })
  expect(JSON.parse(answer.body)).toEqual({ code: 'not_found', message: sentence })
})

test('the host listens only on 127.0.0.1, not on other addresses of this machine', async () => {
  const harness = await openHost()
  const others = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address)
  for (const address of [...others, '127.0.0.2', '::1']) {
    const outcome = await new Promise<string>((resolve) => {
      const socket = connect({ port: harness.port, host: address })
      socket.on('connect', () => resolve('connected')).on('error', () => resolve('refused'))
      socket.on('close', () => socket.destroy())
    })
    expect(`${address} ${outcome}`).toBe(`${address} refused`)
  }
})

test('a request that is not valid HTTP is refused with the same headers', async () => {
  const harness = await openHost()
  for (const bytes of [
    '\0\x01\x02 nonsense\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    `GET / HTTP/1.1\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`,
  ]) {
    const answer = await exchange(harness.port, Buffer.from(bytes, 'latin1'))
    expect(answer.status).toBe(400)
    expect(codeOf(answer)).toBe('unreadable')
    expectHeaders(answer, harness.authority)
  }
})

test('responses to a socket handshake carry the headers too, whether it is accepted or refused', async () => {
  const harness = await openHost()
  const handshake: HeaderChoice = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'MDEyMzQ1Njc4OWFiY2RlZg==',
    'Sec-WebSocket-Protocol': 'token.of.somebody',
    Origin: `http://${harness.authority}`,
  }
  const shake = (headers: HeaderChoice): Promise<Answer> =>
    ask(harness, { target: '/api/socket', headers: { ...handshake, ...headers } })
  const taken = await shake({ 'Sec-Fetch-Site': null })
  expect(taken.status).toBe(101)
  expect(taken.headers).not.toHaveProperty('sec-websocket-protocol')
  expectHeaders(taken, harness.authority)
  for (const [headers, status, code] of [
    [{ Origin: foreign }, 403, 'wrong_origin'],
    [{ 'Sec-Fetch-Site': 'cross-site' }, 403, 'not_same_origin'],
    [{ Host: 'evil.test' }, 421, 'wrong_host'],
    [{ 'Sec-WebSocket-Key': null }, 400, 'bad_handshake'],
    [{ 'Sec-WebSocket-Version': '7' }, 400, 'bad_handshake'],
    [{ Upgrade: 'h2c' }, 400, 'bad_handshake'],
  ] as const) {
    const answer = await shake(headers)
    expect([answer.status, codeOf(answer)]).toEqual([status, code])
    expectHeaders(answer, harness.authority)
  }
})

test('the document and its files are served with every header, to a navigation and to the page itself', async () => {
  const harness = await openHost()
  for (const site of ['none', 'same-origin']) {
    const page = await ask(harness, { headers: { 'Sec-Fetch-Site': site } })
    expect(page.status).toBe(200)
    expect(page.body).toContain('<h1>Window</h1>')
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expectHeaders(page, harness.authority)
  }
  const script = await ask(harness, { target: '/assets/main.js' })
  expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8')
  expectHeaders(script, harness.authority)
})

test('the address carries a new code each time, in its fragment only', async () => {
  const harness = await openHost()
  const url = new URL(harness.host.openUrl())
  expect(`${url.origin}${url.pathname}${url.search}`).toBe(`${harness.host.address}/`)
  expect(url.hash).toMatch(/^#code=[\w-]{43}$/)
  expect(new URL(harness.host.openUrl()).hash).not.toBe(url.hash)
})

function exchangeCode(harness: Parameters<typeof ask>[0], code: string): Promise<Answer> {
  return ask(harness, { method: 'POST', target: '/api/session', body: JSON.stringify({ code }) })
}

test('a code can be used only once', async () => {
  const harness = await openHost()
  const code = harness.code()
  expect((await exchangeCode(harness, code)).status).toBe(200)
  const again = await exchangeCode(harness, code)
  expect([again.status, codeOf(again)]).toEqual([401, 'code_used'])
})

test.each([
  [59_999, 200],
  [60_000, 401],
])('a code that is %i ms old gets status %i', async (age, status) => {
  let now = 1_000_000
  const harness = await openHost({ now: () => now })
  const code = harness.code()
  now += age
  const answer = await exchangeCode(harness, code)
  expect(answer.status).toBe(status)
  if (status === 401) expect(codeOf(answer)).toBe('code_expired')
})

test('any number of wrong tokens and codes neither ends a session nor blocks a valid token', async () => {
  const harness = await openHost()
  const token = await signIn(harness)
  const { client } = await callOver(harness, token)
  const code = harness.code()
  for (let wrong = 1; wrong <= 30; wrong += 1) {
    const answer = await exchangeCode(harness, `wrong-${wrong}`)
    expect([answer.status, codeOf(answer), answer.headers['connection']]).toEqual([
      401,
      'code_wrong',
      'close',
    ])
    expect(codeOf(await ask(harness, { ...download, bearer: `wrong-${wrong}` }))).toBe('token_wrong')
    const socket = openSocket(harness)
    socket.once('open', () => socket.send('wrong'))
    expect(await endOf(socket)).toEqual({ code: 1008, reason: 'token_wrong' })
  }
  expect(await client.batches.list()).toEqual([])
  expect((await ask(harness, { ...download, bearer: token })).status).toBe(404)
  expect((await exchangeCode(harness, code)).status).toBe(200)
})

test('the response to a wrong token is delayed without delaying other requests', async () => {
  // Longer than the test: a wrong request cannot get a reply.
  const harness = await openHost({ wrongPauseMs: 3_600_000 })
  const answered: string[] = []
  for (const wrong of [
    { ...download, bearer: 'wrong' },
    { method: 'POST', target: '/api/session', body: '{"code":"wrong"}' },
  ])
    void ask(harness, wrong).then(
      () => answered.push(wrong.target ?? 'none'),
      () => undefined,
    )
  await expect.poll(sockets).toBe(2)
  const token = await signIn(harness)
  expect((await ask(harness, { ...download, bearer: token })).status).toBe(404)
  expect(answered).toEqual([])

  function sockets(): number {
    return serverSockets.filter(
      (socket) => socket.localPort === harness.port && socket.bytesRead > 0 && !socket.destroyed,
    ).length
  }
})

describe('before a token is sent', () => {
  test('only a little of a socket is read, whatever length it announces', async () => {
    const harness = await openHost({ socketPatienceMs: 60_000 })
    for (const frame of [
      // One frame of 15 MiB, the same in endless pieces, and endless pings.
      Buffer.concat([
        Buffer.from([0x82, 0xff, 0, 0, 0, 0, 0, 0xf0, 0, 0, 1, 2, 3, 4]),
        Buffer.alloc(15 * 1024 ** 2),
      ]),
      Buffer.concat(
        Array.from({ length: 2000 }, (_, at) =>
          Buffer.concat([Buffer.from([at === 0 ? 0x02 : 0x00, 0xfe, 4, 0, 1, 2, 3, 4]), Buffer.alloc(1024)]),
        ),
      ),
      Buffer.concat(Array.from({ length: 20_000 }, () => Buffer.from([0x89, 0x84, 1, 2, 3, 4, 1, 2, 3, 4]))),
    ]) {
      const raw = await rawSocket(harness)
      const server = serverSockets.find((socket) => socket.remotePort === raw.localPort)
      const closed = new Promise((resolve) => raw.once('close', resolve))
      raw.write(frame)
      await closed
      // The bytes of one system read, without a second one.
      expect(server?.bytesRead).toBeLessThanOrEqual(64 * 1024 + 1024)
    }
  })

  test('a sign-in body longer than a code and headers longer than the limit are refused', async () => {
    const harness = await openHost()
    const body = JSON.stringify({ code: 'x'.repeat(2000) })
    expect(codeOf(await ask(harness, { method: 'POST', target: '/api/session', body }))).toBe('too_large')
    expect(codeOf(await ask(harness, { headers: { 'X-Long': 'y'.repeat(9000) } }))).toBe('unreadable')
  })

  test('the number of open connections is limited, and the latest connection is always served', async () => {
    const harness = await openHost()
    const token = await signIn(harness)
    const { client } = await callOver(harness, token)
    const idle = Array.from({ length: mostUnknown + 40 }, () => connect(harness.port, '127.0.0.1'))
    endLater(() => idle.forEach((socket) => socket.destroy()))
    const gone = idle.map((socket) =>
      once(
        socket.on('error', () => undefined),
        'close',
      ),
    )
    await Promise.all(gone.slice(0, 40))
    expect((await ask(harness)).status).toBe(200)
    expect(await client.batches.list()).toEqual([])
    expect(idle.filter((socket) => !socket.destroyed).length).toBeLessThanOrEqual(mostUnknown)
  })
})

/** The bytes read by each server in this process. */
const serverSockets: Socket[] = []
subscribe(
  'net.server.socket',
  (message) => void serverSockets.push((message as { readonly socket: Socket }).socket),
)

/** A socket after its handshake, for writing arbitrary bytes. */
async function rawSocket(harness: WebHarness): Promise<Socket> {
  const socket = connect(harness.port, '127.0.0.1')
  socket.on('error', () => undefined)
  endLater(() => void socket.destroy())
  const head = [
    'GET /api/socket HTTP/1.1',
    `Host: ${harness.authority}`,
    `Origin: http://${harness.authority}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  await once(socket, 'data')
  return socket
}
