// A TCP proxy between a client and a server on this machine, with switches for each way in which a network fails: it
// delays, it cuts open connections, it cuts one after a number of bytes, it carries nothing and reports no error, and it
// refuses new connections.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Direction = 'up' | 'down'

export type TcpProxy = {
  readonly port: number
  /** Milliseconds that bytes wait in each direction: a round trip takes twice as long. */
  delayMs: number
  /** Carries nothing and reports no error, as a network whose packets are lost. What waits is carried when it is over. */
  isSilent: boolean
  /** Ends each new connection at once. */
  refuses: boolean
  /** Bytes carried since the proxy was opened: `up` to the server. */
  readonly carried: Readonly<Record<Direction, number>>
  /** The open connections. */
  connections(): number
  /** Resets every open connection. */
  cut(): void
  /** Carries so many more bytes in a direction and then resets every open connection. Resolves when it did. */
  cutAfter(bytes: number, direction: Direction): Promise<void>
  /** The address with this proxy's port instead of the server's. */
  through(url: string): string
  close(): Promise<void>
}

type Pair = { readonly client: Socket; readonly server: Socket }

/** Opens a proxy to a port of this machine, on a free port. */
export async function openTcpProxy(to: number): Promise<TcpProxy> {
  const pairs = new Set<Pair>()
  const carried = { up: 0, down: 0 }
  const resumes = new Set<() => void>()
  let silent = false
  /** The last bytes are on their way: nothing may follow what was left out after them. */
  let isCutting = false
  let limit: { left: number; readonly direction: Direction; readonly reached: () => void } | null = null
  const listener = createServer((client) => {
    client.on('error', () => undefined)
    if (proxy.refuses) {
      client.resetAndDestroy()
      return
    }
    const server = connect(to, '127.0.0.1')
    const pair = { client, server }
    pairs.add(pair)
    for (const socket of [client, server]) {
      socket.setNoDelay(true).on('error', () => undefined)
      socket.once('close', () => pairs.delete(pair))
    }
    join(client, server, 'up')
    join(server, client, 'down')
  })

  function join(from: Socket, onto: Socket, direction: Direction): void {
    const waiting: { readonly at: number; readonly write: () => void }[] = []
    let timer: NodeJS.Timeout | null = null
    const pump = (): void => {
      timer = null
      while (!silent && waiting[0] !== undefined && waiting[0].at <= performance.now())
        waiting.shift()?.write()
      const next = waiting[0]
      if (!silent && next !== undefined)
        timer = setTimeout(pump, Math.max(0, Math.ceil(next.at - performance.now())))
    }
    const later = (write: () => void): void => {
      waiting.push({ at: performance.now() + proxy.delayMs, write })
      if (timer === null) pump()
    }
    const resume = (): void => {
      if (timer === null) pump()
    }
    resumes.add(resume)
    from.on('data', (bytes) => later(() => carry(bytes, onto, direction)))
    from.once('end', () => later(() => onto.end()))
    from.once('close', () => {
      resumes.delete(resume)
      later(() => onto.destroy())
    })
  }

  function carry(bytes: Buffer, onto: Socket, direction: Direction): void {
    if (isCutting) return
    const ending = limit?.direction === direction ? limit : null
    const part = ending === null ? bytes : bytes.subarray(0, ending.left)
    carried[direction] += part.length
    if (ending === null) {
      onto.write(part)
      return
    }
    ending.left -= part.length
    if (ending.left > 0) {
      onto.write(part)
      return
    }
    limit = null
    isCutting = true
    // The last bytes reach the other side before the connection is reset.
    onto.write(part, () => {
      proxy.cut()
      isCutting = false
      ending.reached()
    })
  }

  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  const proxy: TcpProxy = {
    port,
    delayMs: 0,
    get isSilent() {
      return silent
    },
    set isSilent(value) {
      silent = value
      if (!value) for (const resume of resumes) resume()
    },
    refuses: false,
    carried,
    connections: () => pairs.size,
    cut() {
      for (const { client, server } of pairs) {
        client.resetAndDestroy()
        server.resetAndDestroy()
      }
    },
    cutAfter: (bytes, direction) =>
      new Promise((resolve) => {
        limit = { left: bytes, direction, reached: resolve }
      }),
    through(url) {
      const address = new URL(url)
      address.port = String(port)
      return address.href
    },
    async close() {
      proxy.cut()
      listener.close()
      await once(listener, 'close')
    },
  }
  return proxy
}
