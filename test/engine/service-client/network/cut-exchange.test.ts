// Tests an exchange that is cut after any number of bytes, in either direction, with and without TLS, against a real
// server. It is never taken for an answer, its error is one of those for broken connections, and a POST of which a
// byte may have been received never counts as not sent.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { connect, createServer as createFront, type AddressInfo, type Server, type Socket } from 'node:net'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { classifyCreate } from '../../../../electron/engine/sending/service-client/classify.ts'
import { serviceAnswers } from '../../../../shared/sending/service-answers.ts'
import { authority, issue } from './certificates.ts'
import { ask, atEnd, fileWith } from './network-harness.ts'
import { patience, times } from '../../../support/repeats.ts'

type Framing = 'length' | 'chunked' | 'until the end'
type Cut = {
  readonly way: 'up' | 'down'
  readonly after: number
  readonly how: 'reset' | 'end'
}

const body = JSON.stringify({ answer: 'x'.repeat(200) })
const answers = serviceAnswers.parse({})
const company = authority('Company authority')

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(async () => {
    server.close()
    await once(server, 'close')
  })
  return (server.address() as AddressInfo).port
}

/** A service that answers every POST, behind a wire that is cut; counts the request bytes that reached it. */
async function openCutWire(secure: boolean) {
  let framing: Framing = 'length'
  let cut: Cut = { way: 'up', after: Number.POSITIVE_INFINITY, how: 'end' }
  let received = 0
  let ends: Promise<unknown>[] = []
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    request.resume()
    request.on('end', () => {
      const headers = { 'content-type': 'application/json' }
      if (framing === 'until the end') {
        response.shouldKeepAlive = false
        response.removeHeader('transfer-encoding')
        response.useChunkedEncodingByDefault = false
      }
      response.writeHead(201, framing === 'length' ? { ...headers, 'content-length': body.length } : headers)
      response.write(body.slice(0, 100))
      response.end(body.slice(100))
    })
    request.on('error', () => undefined)
  }
  const service = secure ? createSecureServer(issue(company), answer) : createServer(answer)
  service.on(secure ? 'secureConnection' : 'connection', (socket: Socket) => {
    socket.on('data', (piece: Buffer) => (received += piece.length))
    socket.on('error', () => undefined)
  })
  service.on('connection', (socket: Socket) => void ends.push(once(socket, 'close')))
  service.on('tlsClientError', () => undefined)
  service.on('clientError', (_error, socket) => socket.destroy())
  const port = await listening(service)
  const front = createFront((near) => {
    const far = connect(port, '127.0.0.1')
    const passed = { up: 0, down: 0 }
    const carry = (way: Cut['way'], from: Socket, to: Socket): void => {
      from.on('error', () => to.destroy())
      from.on('close', () => to.end())
      from.on('data', (piece: Buffer) => {
        const left = way === cut.way ? cut.after - passed[way] : piece.length
        passed[way] += piece.length
        if (left >= piece.length) return void to.write(piece)
        if (left > 0) to.write(piece.subarray(0, left))
        far.end()
        // What was passed on gets there before the end does.
        if (cut.how === 'end') near.end()
        else setImmediate(() => near.resetAndDestroy())
      })
    }
    carry('up', near, far)
    carry('down', far, near)
    if (cut.after === 0 && cut.way === 'down') near.end()
  })
  const frontPort = await listening(front)
  return {
    url: `${secure ? 'https' : 'http'}://localhost:${frontPort}/v2/data-import/accounts/`,
    begin(next: Cut, how: Framing): void {
      cut = next
      framing = how
      received = 0
      ends = []
    },
    /** Resolves once the service has seen the end of every connection. */
    async received(): Promise<number> {
      await Promise.all(ends)
      return received
    },
  }
}

/** Cuts in every phase, whatever else is drawn. */
const examples = Array.from({ length: 12 }, (_, at): [Cut, Framing][] => [
  [{ way: 'down', after: at * 350, how: 'reset' }, 'length'],
  [{ way: 'up', after: at * 150, how: 'end' }, 'length'],
]).flat()

test.each([
  ['in the clear', false, times(30)],
  ['under TLS', true, times(60)],
] as const)(
  'an exchange that is cut anywhere %s is reported by name, is no answer, and is not sent only where nothing arrived',
  async (_name, secure, numRuns) => {
    const wire = await openCutWire(secure)
    const network = secure ? { caFile: fileWith(company.cert) } : {}
    const seen = new Set<string>()
    const drawn = fc.record({
      way: fc.constantFrom('up' as const, 'down' as const),
      after: fc.oneof(fc.nat(400), fc.nat(4000)),
      how: fc.constantFrom('reset' as const, 'end' as const),
    })
    const framings = fc.constantFrom<Framing>('length', 'chunked', 'until the end')
    await fc.assert(
      fc.asyncProperty(drawn, framings, async (cut, framing) => {
        wire.begin(cut, framing)
        const result = await ask({ url: wire.url, network })
        const received = await wire.received()
        const { class: kind } = classifyCreate(result, 0, answers)
        seen.add(kind)
        if (result.kind === 'reply') {
          const isWhole = Buffer.from(result.body).toString() === body
          if (framing !== 'until the end') expect(isWhole).toBe(true)
          expect(kind).toBe(isWhole ? 'accepted' : 'unknown')
          return
        }
        expect(['connection_broken', 'tls_handshake']).toContain(result.trouble?.kind)
        expect(kind).toBe(result.maybeSent ? 'unknown' : 'not_sent')
        if (received > 0) expect(kind).toBe('unknown')
      }),
      { numRuns, examples },
    )
    // It means something only where exchanges were cut in every phase.
    expect([...seen].sort()).toEqual(secure ? ['accepted', 'not_sent', 'unknown'] : ['accepted', 'unknown'])
  },
  patience,
)
