// Tests large replies that arrive together: each is delivered in its own turn of the event loop, since parsing one
// takes a tenth of a second.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createTransport } from '../../../electron/engine/sending/service-client/transport.ts'

const requests = 12

test('a dozen large replies at once are delivered one per turn of the event loop', async () => {
  const waiting: ServerResponse[] = []
  const body = Buffer.alloc(70_000, 0x20)
  const server = createServer((_request, response) => {
    waiting.push(response)
    if (waiting.length === requests) for (const one of waiting) one.end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const transport = createTransport()
  let turn = 0
  let over = false
  const count = (): void => {
    turn += 1
    if (!over) setImmediate(count)
  }
  setImmediate(count)
  const send = async (): Promise<number> => {
    const result = await transport.send({
      method: 'GET',
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      headers: {},
      body: null,
      connectTimeoutMs: 5000,
      timeoutMs: 20_000,
    })
    const at = turn
    expect(result.kind).toBe('reply')
    // Blocks as long as reading does: everything that arrived meanwhile is there at once.
    for (const until = performance.now() + 20; performance.now() < until; );
    return at
  }
  const turns = await Promise.all(Array.from({ length: requests }, send))
  over = true
  await transport.close()
  server.close()
  expect(new Set(turns).size).toBe(requests)
})
