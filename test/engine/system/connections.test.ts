// Tests connections from before a sleep, over real sockets: none is used for a new request, requests in flight wait
// no longer than their time-out, and an answer that has arrived is used.
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import {
  createTransport,
  type TransportRequest,
} from '../../../electron/engine/sending/service-client/transport.ts'

const endings: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

const body = '{"a":1}'
const created = 'HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}'

/** Answers requests as instructed; counts the connections. */
async function openServer(answer: (socket: Socket, nth: number) => void) {
  const sockets: Socket[] = []
  let requests = 0
  const arrived = Promise.withResolvers<void>()
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      // The head may come before the body.
      if (!chunk.toString('latin1').endsWith(body)) return
      requests += 1
      arrived.resolve()
      answer(socket, requests)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  endings.push(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { url: `http://127.0.0.1:${address.port}/`, sockets, arrived: arrived.promise }
}

function openTransport() {
  const transport = createTransport()
  endings.push(() => transport.close())
  return transport
}

const post = (url: string, timeoutMs: number): TransportRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(body),
  connectTimeoutMs: 2000,
  timeoutMs,
})

test('a kept connection is used again, but not after a sleep', async () => {
  const carried: Socket[] = []
  const server = await openServer((socket) => {
    carried.push(socket)
    socket.write(created)
  })
  const { send, afterSleep } = openTransport()
  const ask = async (): Promise<void> =>
    expect(await send(post(server.url, 5000))).toMatchObject({ kind: 'reply', status: 201 })
  for (let round = 0; round < 8; round += 1) await ask()
  const before = new Set(carried)
  expect(before.size, 'connections of 8 requests').toBeLessThan(8)
  afterSleep(3_600_000)
  for (let round = 0; round < 8; round += 1) await ask()
  for (const socket of carried.slice(8)) expect(before.has(socket)).toBe(false)
})

test('a request in flight at the sleep without an answer is unknown within 5 s, not after a whole time-out', async () => {
  const server = await openServer(() => undefined)
  const { send, afterSleep } = openTransport()
  const began = performance.now()
  const request = send(post(server.url, 600_000))
  await server.arrived
  afterSleep(8 * 3_600_000)
  expect(await request).toMatchObject({ kind: 'failed', maybeSent: true, code: 'timeout' })
  expect(performance.now() - began).toBeGreaterThan(4500)
})

test('a nap shorter than the time-out leaves a request under way the rest of its time', async () => {
  const server = await openServer((socket) => void setTimeout(() => socket.write(created), 5500))
  const { send, afterSleep } = openTransport()
  const request = send(post(server.url, 60_000))
  await server.arrived
  afterSleep(20_000)
  expect(await request).toMatchObject({ kind: 'reply', status: 201 })
})

test('an answer that arrived during the sleep is used', async () => {
  const server = await openServer((socket) => void socket.write(created))
  const { send, afterSleep } = openTransport()
  const request = send(post(server.url, 60_000))
  afterSleep(8 * 3_600_000)
  expect(await request).toMatchObject({ kind: 'reply', status: 201 })
})
