// Data-import service over plain sockets that answers with chosen bytes. Each reply of the catalogue has its own base
// address (`/<number>`); there every endpoint answers correctly except the one that the reply is for. Creates are
// counted, including repeated ones: this service accepts every create.
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { paths } from '../../../shared/sending/service.ts'
import { type Answer, type Asked, head, proper, raw, type Reply, type Route } from './answers.ts'

export type AdverseService = Awaited<ReturnType<typeof openAdverseService>>

const timesOf: Readonly<Record<Reply['when'], number>> = {
  once: 1,
  thrice: 3,
  always: Number.POSITIVE_INFINITY,
}

type Request = Asked & { readonly reply: number; readonly body: string }

/** `numbered`: selected by the number of its base address. */
export async function openAdverseService(numbered: ReadonlyMap<number, Reply>) {
  const sockets = new Set<Socket>()
  const met = new Map<string, number>()
  const accepted = new Map<string, number>()
  const createdAt = new Map<string, number>()
  const fixed = new Set<number>()
  let ahead = 0

  function answerTo(request: Request): {
    readonly answer: Answer
    readonly isAdverse: boolean
    readonly done: boolean
  } {
    const reply = numbered.get(request.reply)
    const name = `${request.reply} ${request.route === 'token' ? '' : request.account}`
    const times = met.get(name) ?? 0
    if (reply?.on !== request.route || fixed.has(request.reply) || times >= timesOf[reply.when])
      return { answer: wellAnswered(request), isAdverse: false, done: true }
    met.set(name, times + 1)
    return { answer: reply.answer, isAdverse: true, done: reply.done }
  }

  function wellAnswered(request: Request): Answer {
    const key = `${request.reply} ${request.account}`
    const since = createdAt.get(key)
    const { status, body } =
      request.route !== 'status' || since !== undefined
        ? proper({ ...request, now: since ?? request.now })
        : { status: 404, body: { code: 'not_found', detail: 'There is no such process.' } }
    const bytes = Buffer.from(JSON.stringify(body))
    const lines = {
      date: new Date(request.now).toUTCString(),
      'content-type': 'application/json',
      'content-length': String(bytes.length),
    }
    return [{ bytes: () => Buffer.concat([head(status, lines), bytes]) }, { end: 'keep' }]
  }

  /** The request takes effect before it is answered. Rejections and documented successes are always true. */
  function execute(request: Request, first: Buffer | null, isAdverse: boolean, wished: boolean): void {
    if (request.route !== 'create') return
    const line = first?.subarray(0, 12).toString('latin1') ?? ''
    const status = Number(/^HTTP\/1\.[01] (\d{3})$/.exec(line)?.[1] ?? 0)
    const isRefusal = status >= 400 && status < 500 && status !== 408
    if (isAdverse && (isRefusal || (status !== 201 && !wished))) return
    const key = `${request.reply} ${request.account}`
    accepted.set(key, (accepted.get(key) ?? 0) + 1)
    createdAt.set(key, createdAt.get(key) ?? request.now)
  }

  async function serve(socket: Socket, request: Request): Promise<void> {
    const { answer, isAdverse, done } = answerTo(request)
    const [beginning] = answer
    const first = beginning !== undefined && 'bytes' in beginning ? beginning.bytes(request) : null
    execute(request, first, isAdverse, done)
    for (const piece of answer) {
      if (socket.destroyed) return
      if ('waitMs' in piece) await wait(piece.waitMs)
      else if ('bytes' in piece) {
        const bytes = piece === beginning ? (first ?? raw('')) : piece.bytes(request)
        if (!socket.write(bytes) && !socket.destroyed)
          await Promise.race([
            once(socket, 'drain').catch(() => null),
            once(socket, 'close').catch(() => null),
          ])
      } else if (piece.end === 'reset') socket.resetAndDestroy()
      else if (piece.end === 'close') socket.end()
    }
  }

  const server = createServer((socket) => {
    sockets.add(socket.setNoDelay(true))
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    let pending: Buffer = Buffer.alloc(0)
    let last = Promise.resolve()
    socket.on('data', (chunk) => {
      pending = Buffer.concat([pending, chunk])
      for (let one = requestIn(pending); one !== null; one = requestIn(pending)) {
        pending = pending.subarray(one.size)
        const request = { ...one, now: Date.now() + ahead, host: authority }
        last = last.then(() => serve(socket, request))
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The service has no port')
  const authority = `127.0.0.1:${address.port}`

  return {
    baseUrl: (reply: number): string => `http://${authority}/${reply}`,
    /** From now on this address answers correctly. */
    fix: (reply: number): void => void fixed.add(reply),
    /** Advances the clock by that many milliseconds. */
    skip: (ms: number): void => void (ahead += ms),
    /** How often the reply was sent. */
    met: (reply: number): number =>
      [...met].reduce((sum, [name, times]) => (name.startsWith(`${reply} `) ? sum + times : sum), 0),
    /** Creates that took effect, by account. */
    accepted: (reply: number): ReadonlyMap<string, number> =>
      new Map([...accepted].filter(([name]) => name.startsWith(`${reply} `))),
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Takes a whole request from the start of the bytes; its length is declared by the client. */
function requestIn(bytes: Buffer): (Omit<Request, 'now' | 'host'> & { readonly size: number }) | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const lines = bytes.subarray(0, end).toString('latin1')
  const size = end + 4 + Number(/content-length: (\d+)/i.exec(lines)?.[1] ?? 0)
  if (bytes.length < size) return null
  const body = bytes.subarray(end + 4, size).toString('utf8')
  const [, method = '', reply = '', path = ''] = /^(\S+) \/(\d+)(\S*) /.exec(lines) ?? []
  const route: Route =
    method === 'GET'
      ? 'status'
      : path === paths.token
        ? 'token'
        : path === paths.validate
          ? 'validate'
          : 'create'
  const key = /"APIKey":"([^"]*)"/.exec(body)?.[1]
  return {
    size,
    route,
    reply: Number(reply),
    body,
    account: /"external_account_number":"([^"]*)"/.exec(body)?.[1] ?? path.split('/').at(-2) ?? '',
    supplier: /"import_supplier":"([^"]*)"/.exec(body)?.[1] ?? '',
    secret: key ?? /authorization: Token (.*)/i.exec(lines)?.[1] ?? '',
  }
}
