// Small forward proxy as used in companies: CONNECT, absolute addresses for http, a password, and switches for each
// way in which it can fail. It resolves names by its own table.
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { connect, type AddressInfo, type Server as NetServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import type { Issued } from './certificates.ts'

export type ProxyBehaviour = {
  /** `user:password` that it requires. */
  password?: string
  challenge?: string
  /** Status with which it answers every CONNECT and every request. */
  refuses?: number
  /** Bytes written instead of a reply to CONNECT before the connection is closed. */
  writes?: string
  /** Accepts the request and never replies. */
  silent?: boolean
  /** Ends the connection at this point. */
  cuts?: 'before_answer' | 'after_answer' | 'after_first_bytes'
  /** Called for each tunnel: after how many bytes to the target, or from it, it breaks; null: never. */
  breaksAfter?: () => { readonly way: 'up' | 'down'; readonly bytes: number } | null
}

export type Proxy = {
  readonly url: string
  readonly port: number
  readonly behaviour: ProxyBehaviour
  /** `CONNECT service.test:443`, `POST http://service.test/…`. */
  readonly seen: string[]
  /** Name → port on this machine. */
  readonly places: Map<string, number>
  /** Breaks every open connection. */
  drop(): void
  close(): Promise<void>
}

export async function openProxy(tls?: Issued): Promise<Proxy> {
  const behaviour: ProxyBehaviour = {}
  const seen: string[] = []
  const places = new Map<string, number>()
  const sockets = new Set<Duplex>()
  const hold = <T extends Duplex>(socket: T): T => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    return socket
  }
  const server = tls === undefined ? createServer() : createSecureServer(tls)
  server.on('connection', hold)
  server.on('secureConnection', hold)
  const knows = (asked: IncomingMessage): boolean =>
    behaviour.password === undefined ||
    asked.headers['proxy-authorization'] === `Basic ${Buffer.from(behaviour.password).toString('base64')}`
  const statusFor = (asked: IncomingMessage, name: string): number =>
    knows(asked) ? (behaviour.refuses ?? (places.has(name) ? 200 : 502)) : 407
  const challenge = (): Record<string, string> => ({
    'proxy-authenticate': behaviour.challenge ?? 'Basic realm="company"',
  })

  server.on('connect', (asked: IncomingMessage, raw: Duplex) => {
    const socket = hold(raw)
    seen.push(`CONNECT ${asked.url}`)
    if (behaviour.silent === true) return
    if (behaviour.cuts === 'before_answer') return void socket.destroy()
    if (behaviour.writes !== undefined) return void socket.end(behaviour.writes)
    const name = (asked.url ?? '').replace(/:\d+$/, '')
    const status = statusFor(asked, name)
    if (status !== 200) {
      const head = status === 407 ? `Proxy-Authenticate: ${challenge()['proxy-authenticate']}\r\n` : ''
      return void socket.end(`HTTP/1.1 ${status} No\r\n${head}Content-Length: 0\r\n\r\n`)
    }
    const target = hold(connect(places.get(name) ?? 0, '127.0.0.1'))
    target.once('connect', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      if (behaviour.cuts === 'after_answer') return void setImmediate(() => socket.destroy())
      if (behaviour.cuts === 'after_first_bytes') return void socket.once('data', () => socket.destroy())
      join(socket, target, behaviour.breaksAfter?.() ?? null)
    })
    target.once('error', () => socket.destroy())
  })

  server.on('request', (asked, reply) => {
    seen.push(`${asked.method} ${asked.url}`)
    if (behaviour.silent === true) return
    const url = new URL(asked.url ?? '')
    const status = statusFor(asked, url.hostname)
    if (status !== 200) return void reply.writeHead(status, status === 407 ? challenge() : {}).end()
    const headers = Object.fromEntries(
      Object.entries(asked.headers).filter(([name]) => !name.startsWith('proxy-')),
    )
    const onward = request({
      host: '127.0.0.1',
      port: places.get(url.hostname) ?? 0,
      method: asked.method ?? 'GET',
      path: url.pathname + url.search,
      headers,
    })
    onward.on('response', (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    })
    onward.on('error', () => void reply.destroy())
    asked.pipe(onward)
  })
  const port = await listening(server)
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    port,
    behaviour,
    seen,
    places,
    drop() {
      for (const socket of sockets) socket.destroy()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function join(
  one: Duplex,
  other: Socket,
  ending: { readonly way: 'up' | 'down'; readonly bytes: number } | null,
): void {
  const carry = (from: Duplex, to: Duplex, limit: number): void => {
    let carried = 0
    from.on('data', (chunk: Buffer) => {
      carried += chunk.length
      to.write(carried > limit ? chunk.subarray(0, Math.max(0, chunk.length - (carried - limit))) : chunk)
      if (carried < limit) return
      one.destroy()
      other.destroy()
    })
    from.on('end', () => to.end())
    from.on('close', () => to.destroy())
  }
  carry(one, other, ending?.way === 'up' ? ending.bytes : Number.POSITIVE_INFINITY)
  carry(other, one, ending?.way === 'down' ? ending.bytes : Number.POSITIVE_INFINITY)
}

async function listening(server: Server | NetServer): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

export type TlsFront = { readonly port: number; readonly connections: () => number; close(): Promise<void> }

/** TLS in front of a plain server on this machine: forwards to its port. */
export async function openTlsFront(options: TlsOptions, to: number): Promise<TlsFront> {
  const sockets = new Set<Duplex>()
  let count = 0
  const server = createTlsServer(options, (socket) => {
    count += 1
    const inner = connect(to, '127.0.0.1')
    for (const one of [socket, inner]) {
      sockets.add(one)
      one.on('close', () => sockets.delete(one))
      one.on('error', () => undefined)
    }
    socket.pipe(inner).pipe(socket)
    socket.on('close', () => inner.destroy())
    inner.on('close', () => socket.destroy())
  })
  server.on('tlsClientError', () => undefined)
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  const port = await listening(server)
  return {
    port,
    connections: () => count,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
