// Wire between the engine and the sandbox: forwards bytes one request at a time. A test chooses where in a request or
// a reply the bytes stop, and what happens there (a kill, a reset, silence). The position is exact: bytes after it
// have not been forwarded when `reached` is called.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { paths } from '../../../shared/sending/service.ts'

export type Route = 'token' | 'validate' | 'create' | 'status'
export type Passage = { readonly route: Route; readonly account: string; readonly socket: Socket }
export type Stop =
  /** This much of the body reaches the service (and all of its head). */
  | { readonly where: 'request'; readonly share: number; readonly reached: () => void }
  /** The service has answered; this many bytes of its reply are forwarded. */
  | { readonly where: 'reply'; readonly bytes: number | 'half' | 'all'; readonly reached: () => void }
  /** Nothing is forwarded from here on and no error is reported: a half-open connection. */
  | { readonly where: 'silence' }
  /** The request is read completely and dropped; the connection is reset. */
  | { readonly where: 'reset' }

export type Wire = {
  readonly url: string
  /** Requests received completely, by route. */
  readonly received: (route: Route) => number
  /** Called for each request; null lets it through. */
  meet(rule: ((passage: Passage) => Stop | null) | null): void
  /** Called with each connection before any byte of it is read. */
  onConnect(call: ((socket: Socket) => void) | null): void
  /** From now on nothing is forwarded on open connections, and no error is reported. */
  freeze(): void
  close(): Promise<void>
}

type Frame = { readonly head: string; readonly bytes: Buffer; readonly bodyAt: number }

export async function openWire(target: string): Promise<Wire> {
  const { hostname, port } = new URL(target)
  const pairs = new Set<{ readonly client: Socket; readonly service: Socket; frozen: boolean }>()
  const held = new Set<Socket>()
  const counts = new Map<Route, number>()
  let rule: ((passage: Passage) => Stop | null) | null = null
  let connected: ((socket: Socket) => void) | null = null

  const server = createServer((client) => {
    client.setNoDelay(true)
    client.on('error', () => undefined)
    if (connected !== null) {
      held.add(client)
      connected(client)
      return
    }
    const service = connect(Number(port), hostname).setNoDelay(true)
    const pair = { client, service, frozen: false }
    pairs.add(pair)
    let stop: Stop | null = null
    service.on('error', () => undefined)
    service.on('close', () => {
      if (!pair.frozen) client.destroy()
    })
    client.on('close', () => {
      pairs.delete(pair)
      // Requests at the service continue: it does not notice that a client is gone.
      service.end()
    })

    onFrames(client, (frame) => {
      const route = routeOf(frame.head)
      counts.set(route, (counts.get(route) ?? 0) + 1)
      if (pair.frozen) return
      stop = rule?.({ route, account: accountOf(frame), socket: client }) ?? null
      if (stop?.where === 'silence') {
        pair.frozen = true
        return
      }
      if (stop?.where === 'reset') {
        client.resetAndDestroy()
        return
      }
      if (stop?.where !== 'request') {
        service.write(frame.bytes)
        return
      }
      const { share, reached } = stop
      const end = frame.bodyAt + Math.floor((frame.bytes.length - frame.bodyAt) * share)
      pair.frozen = true
      service.write(frame.bytes.subarray(0, end), () => {
        reached()
        if (share < 1) service.destroy()
      })
    })

    const replies: Buffer[] = []
    service.on('data', (chunk) => {
      if (pair.frozen) return
      if (stop?.where !== 'reply') {
        client.write(chunk)
        return
      }
      replies.push(chunk)
      const whole = wholeFrame(Buffer.concat(replies))
      if (whole === null) return
      replies.length = 0
      const { bytes, reached } = stop
      const size = bytes === 'all' ? whole.bytes.length : bytes === 'half' ? whole.bytes.length >> 1 : bytes
      pair.frozen = true
      if (size === 0) reached()
      else client.write(whole.bytes.subarray(0, size), reached)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The wire has no port')

  return {
    url: `http://127.0.0.1:${address.port}`,
    received: (route) => counts.get(route) ?? 0,
    meet(next) {
      rule = next
    },
    onConnect(call) {
      connected = call
    },
    freeze() {
      for (const pair of pairs) pair.frozen = true
    },
    async close() {
      for (const { client, service } of pairs) {
        client.destroy()
        service.destroy()
      }
      for (const client of held) client.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function onFrames(socket: Socket, came: (frame: Frame) => void): void {
  let pending: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    pending = Buffer.concat([pending, chunk])
    for (let frame = wholeFrame(pending); frame !== null; frame = wholeFrame(pending)) {
      pending = pending.subarray(frame.bytes.length)
      came(frame)
    }
  })
}

/** Takes a whole message from the start of the bytes; both sides declare the length of what they send. */
function wholeFrame(bytes: Buffer): Frame | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const head = bytes.subarray(0, end).toString('latin1')
  const size = end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
  return bytes.length < size ? null : { head, bytes: bytes.subarray(0, size), bodyAt: end + 4 }
}

function routeOf(head: string): Route {
  const [method = '', path = ''] = head.split(' ')
  if (method === 'GET') return 'status'
  return path === paths.token ? 'token' : path === paths.validate ? 'validate' : 'create'
}

function accountOf({ head, bytes, bodyAt }: Frame): string {
  const body = bytes.subarray(bodyAt).toString('utf8')
  const path = decodeURIComponent(head.split(' ')[1] ?? '')
  return /"external_account_number":"([^"]*)"/.exec(body)?.[1] ?? path.split('/').at(-2) ?? ''
}
