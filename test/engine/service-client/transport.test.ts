// Tests the transport over real sockets: one request exactly as given, which failures are surely not sent and which
// are unknown, and that nothing is sent twice, redirected, decoded or read without end.
import { createServer, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import {
  createTransport,
  replyCap,
  type Transport,
  type TransportRequest,
} from '../../../electron/engine/sending/service-client/transport.ts'
import { createSandbox } from '../../../electron/sandbox/sandbox.ts'
import { english } from '../../support/english.ts'

const endings: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

function openTransport(): Transport {
  const transport = createTransport()
  endings.push(() => transport.close())
  return transport.send
}

type Raw = {
  readonly url: string
  readonly sockets: Set<Socket>
  /** How many requests have arrived completely. */
  readonly received: () => number
}

/** A server of raw bytes: `answer` is called with each request that has arrived completely. */
async function rawServer(answer: (socket: Socket, request: string, nth: number) => void): Promise<Raw> {
  const sockets = new Set<Socket>()
  let count = 0
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      for (let whole = wholeRequest(text); whole !== null; whole = wholeRequest(text)) {
        const request = text.slice(0, whole)
        text = text.slice(whole)
        count += 1
        answer(socket, request, count)
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  endings.push(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  return { url: `http://127.0.0.1:${portOf(server)}/`, sockets, received: () => count }
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

function wholeRequest(text: string): number | null {
  const head = text.indexOf('\r\n\r\n')
  if (head < 0) return null
  const length = Number(/content-length: (\d+)/i.exec(text.slice(0, head))?.[1] ?? 0)
  return text.length >= head + 4 + length ? head + 4 + length : null
}

const post = (url: string, more: Partial<TransportRequest> = {}): TransportRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{"a":1}'),
  connectTimeoutMs: 2000,
  timeoutMs: 2000,
  ...more,
})

const ok = 'HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}'

describe('surely not sent', () => {
  test('a refused connection', async () => {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const port = portOf(server)
    server.close()
    await once(server, 'close')
    expect(english(await openTransport()(post(`http://127.0.0.1:${port}/`)))).toMatchObject({
      kind: 'failed',
      maybeSent: false,
      code: 'ECONNREFUSED',
      message: `127.0.0.1:${port} refused the connection`,
    })
  })

  test('a request that was withdrawn while its way to the service was looked up', async () => {
    const server = await rawServer((socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'))
    const send = openTransport()
    let allowed = true
    const request = post(server.url, { mayLeave: () => allowed })
    const forbidden = send(request)
    allowed = false
    expect(await forbidden).toMatchObject({ kind: 'failed', maybeSent: false, code: 'withdrawn' })
    expect([server.sockets.size, server.received()]).toEqual([0, 0])
    allowed = true
    expect(await send(request)).toMatchObject({ kind: 'reply', status: 200 })
    expect(server.received()).toBe(1)
  })

  test('an unknown host name', async () => {
    const result = await openTransport()(post('http://carryover.invalid/'))
    expect(result).toMatchObject({ kind: 'failed', maybeSent: false })
    expect(english(result.kind === 'failed' ? result.message : '')).toContain('carryover.invalid')
  })
})

describe('unknown', () => {
  const reset = (socket: Socket): void => void socket.resetAndDestroy()
  test.each([
    ['reset before the first byte of the answer', reset],
    ['an orderly end before the first byte of the answer', (socket: Socket) => void socket.end()],
    [
      'reset in the middle of the answer',
      (socket: Socket) =>
        void socket.write(ok.slice(0, -1), () => setImmediate(() => socket.resetAndDestroy())),
    ],
    ['an answer cut short', (socket: Socket) => void socket.end(ok.slice(0, -1))],
    ['an answer cut in its head', (socket: Socket) => void socket.end(ok.slice(0, 30))],
    ['an answer that is not HTTP', (socket: Socket) => void socket.end('SSH-2.0-OpenSSH_9.6\r\n')],
    [
      'chunks that never end in order',
      (socket: Socket) =>
        void socket.end('HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n'),
    ],
  ])('%s, and the request is not sent again', async (_name, answer) => {
    const server = await rawServer(answer)
    expect(await openTransport()(post(server.url))).toMatchObject({ kind: 'failed', maybeSent: true })
    expect(server.received()).toBe(1)
  })

  test('no answer within the time', async () => {
    const server = await rawServer(() => undefined)
    expect(await openTransport()(post(server.url, { timeoutMs: 150 }))).toMatchObject({
      kind: 'failed',
      maybeSent: true,
      code: 'timeout',
    })
  })

  test('a slowly dripping reply is cut off at the timeout for the whole request', async () => {
    const server = await rawServer((socket) => {
      socket.write('HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n')
      const drip = setInterval(() => socket.write(' '), 20)
      socket.on('close', () => clearInterval(drip))
    })
    const before = performance.now()
    expect(await openTransport()(post(server.url, { timeoutMs: 300 }))).toMatchObject({ code: 'timeout' })
    expect(performance.now() - before).toBeLessThan(20_000)
  })

  test('a reply beyond the cap, declared or not; the connection is dropped instead of read to its end', async () => {
    const huge = 100 * 1024 * 1024
    let written = 0
    const server = await rawServer((socket) => {
      socket.write(
        `HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: ${huge}\r\n\r\n`,
      )
      const block = Buffer.alloc(64 * 1024, 0x20)
      const pour = (): void => {
        while (written < huge && !socket.destroyed) {
          written += block.length
          if (!socket.write(block)) {
            socket.once('drain', pour)
            return
          }
        }
      }
      pour()
    })
    expect(await openTransport()(post(server.url))).toMatchObject({
      maybeSent: true,
      code: 'reply_too_large',
    })
    expect(written).toBeLessThan(huge / 2)
  })

  test('a reply of exactly the cap is read', async () => {
    const server = await rawServer((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${replyCap}\r\n\r\n`)
      socket.write(Buffer.alloc(replyCap, 0x20))
    })
    const result = await openTransport()(post(server.url))
    expect(result.kind === 'reply' ? result.body.length : result.code).toBe(replyCap)
  })
})

test('a kept connection that is reset just when a request is sent: posts received are attempts, 200 times', async () => {
  // Each connection answers once and is reset while, or just after, the next request is written to it.
  const server = await rawServer((socket) => {
    const answered = answers.get(socket) ?? 0
    answers.set(socket, answered + 1)
    if (answered === 0) socket.write(ok)
    else socket.resetAndDestroy()
  })
  const answers = new Map<Socket, number>()
  const send = openTransport()
  const kinds = { reply: 0, maybeSent: 0, notSent: 0 }
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (attempt % 4 === 3) for (const socket of server.sockets) socket.resetAndDestroy()
    const result = await send(post(server.url))
    if (result.kind === 'reply') kinds.reply += 1
    else if (result.maybeSent) kinds.maybeSent += 1
    else kinds.notSent += 1
  }
  expect(server.received()).toBeLessThanOrEqual(200)
  // Every request that arrived was answered or is known as unknown; none arrived more often than it was sent.
  expect(server.received()).toBeGreaterThanOrEqual(kinds.reply)
  expect(server.received()).toBeLessThanOrEqual(kinds.reply + kinds.maybeSent)
  expect(kinds.maybeSent).toBeGreaterThan(20)
  expect(kinds.reply).toBeGreaterThan(20)
})

describe('exactly as asked', () => {
  test('a redirect is an answer, and is not followed', async () => {
    const server = await rawServer((socket) =>
      socket.write('HTTP/1.1 301 Moved\r\nlocation: /elsewhere/\r\ncontent-length: 0\r\n\r\n'),
    )
    expect(await openTransport()(post(server.url))).toMatchObject({ kind: 'reply', status: 301 })
    expect(server.received()).toBe(1)
  })

  test('nothing is decoded, and no encoding is asked for', async () => {
    const body = gzipSync('{}')
    let asked = ''
    const server = await rawServer((socket, request) => {
      asked = request
      socket.write(`HTTP/1.1 201 Created\r\ncontent-encoding: gzip\r\ncontent-length: ${body.length}\r\n\r\n`)
      socket.write(body)
    })
    const result = await openTransport()(post(server.url))
    expect(result.kind === 'reply' ? Buffer.from(result.body).equals(body) : result.code).toBe(true)
    expect(asked).not.toMatch(/accept-encoding/i)
    expect(asked).toMatch(/^POST \/ HTTP\/1\.1\r\n/)
    expect(asked.endsWith('\r\n\r\n{"a":1}')).toBe(true)
  })

  test('headers come in lower case, a repeated one with its first value', async () => {
    const server = await rawServer((socket) =>
      socket.write('HTTP/1.1 200 OK\r\nX-One: a\r\nX-One: b\r\ncontent-length: 0\r\n\r\n'),
    )
    expect(await openTransport()(post(server.url))).toMatchObject({ headers: { 'x-one': 'a' } })
  })

  test('an encoded path segment stays encoded once', async () => {
    let asked = ''
    const server = await rawServer((socket, request) => {
      asked = request
      socket.write(ok)
    })
    await openTransport()(post(`${server.url}accounts/ACME%20ENERGY/a%252Fb/`))
    expect(asked).toMatch(/^POST \/accounts\/ACME%20ENERGY\/a%252Fb\/ /)
  })
})

test('against the sandbox: a reset after the work is unknown, and the ledger has one request', async () => {
  const sandbox = await createSandbox({ speed: 'instant' })
  endings.push(() => sandbox.close())
  const send = openTransport()
  sandbox.faults.add({ route: 'create', effect: { kind: 'reset', when: 'after_work' } })
  const result = await send(post(`${sandbox.baseUrl}/v2/data-import/accounts/`))
  expect(result).toMatchObject({ kind: 'failed', maybeSent: true })
  expect(sandbox.ledger.entries().filter(({ route }) => route === 'create')).toHaveLength(1)
})

test('a closed transport ends requests in flight as unknown', async () => {
  const transport = createTransport()
  const server = await rawServer(() => void transport.close())
  expect(await transport.send(post(server.url))).toMatchObject({ kind: 'failed', maybeSent: true })
})
