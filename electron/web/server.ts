// The loopback web host: the same engine and the same window as in Electron, for a browser on this machine. It listens
// on 127.0.0.1 and a free port, which nothing can change, and nothing is served that has not passed every guard of
// guards.ts. Routes are exact, undecoded targets in one map, so the guards and what serves can never see a request
// differently; that is why there is no router library here.
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { createRouterClient } from '@orpc/server'
import { z } from 'zod'
import type { Engine } from '../engine/engine.ts'
import { createDownloads } from './downloads.ts'
import { type Call, type Gate, refuseCall, type RouteRules } from './guards.ts'
import { createPathGuard } from './path-guard.ts'
import { readRendererFiles, type RendererFiles } from './renderer-files.ts'
import { jsonReply, readJson, refusal, type Refusal, type Reply } from './replies.ts'
import { securityHeaders, sendRawRefusal, sendReply } from './replies.ts'
import { createSockets } from './socket.ts'
import { createTokens } from './tokens.ts'
import { createUploads, defaultUploadLimit, uploadsFolder } from './uploads.ts'

export type WebHostOptions = {
  readonly router: Engine['router']
  /** The built window; index.html is served at `/`. */
  readonly rendererFolder: string
  /** Of the engine: uploads are put below it, reports are taken from below it. */
  readonly dataFolder: string
  /** Files that a page may name beside its own uploads: the samples that ship. */
  readonly samplesFolder?: string
  /** Milliseconds that never go backwards. */
  readonly now?: () => number
  readonly random?: (bytes: number) => Buffer
  /** Largest upload in bytes. */
  readonly uploadLimit?: number
  /** How long a socket may be open without its token, in milliseconds. */
  readonly socketPatienceMs?: number
  /** Ten wrong tokens were given; nothing but the page itself is served until the next start. */
  readonly onLocked?: () => void
  /** Hears of our own faults; a process warning when left out. */
  readonly onBug?: (error: unknown) => void
  /** Hears of every request and of what became of it: what tests count. */
  readonly ledger?: (entry: LedgerEntry) => void
}

export type LedgerEntry = {
  readonly method: string
  readonly target: string
  readonly upgrade: boolean
  readonly status: number
  /** Why it was refused; null where it was served. */
  readonly code: string | null
}

export type WebHost = {
  /** `http://127.0.0.1:PORT`. */
  readonly address: string
  /** The address for a browser, with a fresh one-time code in its fragment: good once and for 60 seconds. */
  openUrl(): string
  /** Ends sockets and uploads at once; the engine is its owner's to close. */
  close(): Promise<void>
}

/** How a route is served once its rules are kept. A reply, or null when it has answered by itself. */
type Route = RouteRules & {
  readonly serve: (request: IncomingMessage, response: ServerResponse) => Promise<Reply | null>
}

const smallBody = 16 * 1024
const socketTarget = '/api/socket'

/** Rejects with a sentence when the window is not built or the address cannot be had. */
export async function createWebHost(options: WebHostOptions): Promise<WebHost> {
  const files = await readRendererFiles(options.rendererFolder)
  const random = options.random ?? randomBytes
  const onBug = options.onBug ?? warn
  const now = options.now ?? (() => performance.now())
  const underWay = new Set<Promise<void>>()
  const client = createRouterClient(options.router)
  const tokens = createTokens({
    now,
    random,
    onLocked: () => {
      sockets.refuseAll()
      options.onLocked?.()
    },
  })
  const uploads = createUploads({
    dataFolder: options.dataFolder,
    limit: options.uploadLimit ?? defaultUploadLimit,
    random,
  })
  const downloads = createDownloads({
    dataFolder: options.dataFolder,
    batchName: async (batch) => (await client.batches.list()).find(({ id }) => id === batch)?.name ?? null,
  })
  const sockets = createSockets({
    router: options.router,
    tokens,
    pathGuard: createPathGuard({
      uploads: uploadsFolder(options.dataFolder),
      samples: options.samplesFolder ?? null,
    }),
    headers: () => headers,
    patienceMs: options.socketPatienceMs ?? 2_000,
    onBug,
  })

  const fixedRoutes = new Map<string, Route>([
    ...pageRoutes(files),
    ['/api/session', { methods: ['POST'], access: 'exchange', body: json(), serve: exchangeCode }],
    ['/api/download', { methods: ['POST'], access: 'api', body: json(), serve: download }],
    [
      socketTarget,
      { methods: ['GET'], access: 'api', body: { kind: 'none' }, serve: async () => upgradeOnly },
    ],
  ])
  const uploadRoute: Route = {
    methods: ['PUT'],
    access: 'api',
    body: { kind: 'bytes', limit: options.uploadLimit ?? defaultUploadLimit },
    serve: (request) => uploads.take(request, queryOf(request)),
  }

  function routeOf(target: string): Route {
    // Only an upload has a query: the name of its file.
    if (target.startsWith('/api/upload?')) return uploadRoute
    return fixedRoutes.get(target) ?? (target.startsWith('/api') ? unknownCall : unknownPage)
  }

  async function exchangeCode(request: IncomingMessage): Promise<Reply> {
    const body = await readJson(request, smallBody)
    if ('code' in body) return body
    const asked = exchangeRequest.safeParse(body.value)
    if (!asked.success) return refusal(400, 'bad_request', 'An exchange names a code and nothing else.')
    const exchange = tokens.exchange(asked.data.code)
    return exchange.verdict === 'right'
      ? jsonReply({ token: exchange.bearer })
      : exchangeRefusals[exchange.verdict]
  }

  async function download(request: IncomingMessage, response: ServerResponse): Promise<Reply | null> {
    const body = await readJson(request, smallBody)
    return 'code' in body ? body : downloads.send(body.value, response)
  }

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    beforeBody: () => void,
  ): Promise<void> {
    const call = callOf(request, false)
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    const route = routeOf(call.target)
    let refused: Refusal | null = refuseCall(call, route, gate)
    if (refused === null) {
      try {
        beforeBody()
        const reply = await route.serve(request, response)
        if (reply === null) return note(call, response.statusCode, null)
        if ('code' in reply) refused = reply
        else {
          sendReply(response, reply)
          return note(call, reply.status, null)
        }
      } catch (error) {
        // A page that went away in the middle is nobody's fault.
        if (!response.destroyed) onBug(error)
        refused = refusal(500, 'fault', 'A fault of Carryover. Nothing is lost; please report it.')
      }
    }
    sendReply(response, refused)
    note(call, refused.status, refused.code)
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const call = callOf(request, true)
    const refused =
      refuseCall(call, routeOf(call.target), gate) ?? (call.target === socketTarget ? null : notFound)
    if (refused === null) return sockets.accept(request, socket, head, () => note(call, 101, null))
    sendRawRefusal(socket, refused, headers)
    note(call, refused.status, refused.code)
  }

  function note({ method, target, upgrade: asked }: Call, status: number, code: string | null): void {
    options.ledger?.({ method, target, upgrade: asked, status, code })
  }

  function handle(request: IncomingMessage, response: ServerResponse, beforeBody = () => {}): void {
    const done = answer(request, response, beforeBody).finally(() => underWay.delete(done))
    underWay.add(done)
  }
  // A missing Host is ours to refuse, like everything else; half an hour is for an upload on a slow disk.
  const server = createServer({ requireHostHeader: false, requestTimeout: 30 * 60_000 })
  server.on('request', (request, response) => handle(request, response))
  // Where the sender asks first, a refusal comes before the body.
  server.on('checkContinue', (request, response) => handle(request, response, () => response.writeContinue()))
  server.on('checkExpectation', (request, response) => handle(request, response))
  server.on('upgrade', upgrade)
  server.on('connect', (request, socket) => {
    const call = callOf(request, false)
    const refused = refuseCall(call, unknownPage, gate) ?? notFound
    sendRawRefusal(socket, refused, headers)
    note(call, refused.status, refused.code)
  })
  server.on('clientError', (_error, socket) => sendRawRefusal(socket, unreadable, headers))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host: '127.0.0.1', port: 0 }, resolve)
  })
  const { port } = server.address() as AddressInfo
  const authority = `127.0.0.1:${port}`
  const headers = securityHeaders(authority)
  const gate: Gate = { authority, tokens }

  let closing: Promise<void> | null = null
  return {
    address: `http://${authority}`,
    openUrl: () => `http://${authority}/#code=${tokens.issueCode()}`,
    close() {
      closing ??= end()
      return closing
    },
  }

  async function end(): Promise<void> {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    sockets.end()
    server.closeAllConnections()
    await closed
    await Promise.all(underWay)
  }
}

const exchangeRequest = z.strictObject({ code: z.string().min(1).max(200) })

const exchangeRefusals = {
  wrong: refusal(401, 'code_wrong', 'This address was never given out. Open the one that Carryover printed.'),
  used: refusal(401, 'code_used', 'This address was opened before, and each is good once. Open a new one.'),
  expired: refusal(401, 'code_expired', 'This address is more than a minute old. Open a new one.'),
  locked: refusal(
    423,
    'locked',
    'Ten wrong tokens were given. Stop Carryover with Ctrl-C and start it again.',
  ),
} as const

const notFound = refusal(404, 'not_found', 'There is nothing at this address.')
const upgradeOnly = refusal(426, 'socket_only', 'This address is for a WebSocket.')
const unreadable = refusal(400, 'unreadable', 'The request cannot be read.')

const unknownPage: Route = {
  methods: ['GET', 'POST', 'PUT'],
  access: 'asset',
  body: { kind: 'unread' },
  serve: async () => notFound,
}
const unknownCall: Route = { ...unknownPage, access: 'api' }

function json(): RouteRules['body'] {
  return { kind: 'json', limit: smallBody }
}

function pageRoutes(files: RendererFiles): [string, Route][] {
  return [...files].map(([target, { type, bytes }]) => [
    target,
    {
      methods: ['GET'],
      access: target === '/' ? 'document' : 'asset',
      body: { kind: 'none' },
      serve: async () => ({ status: 200, body: bytes, headers: { 'Content-Type': type } }),
    },
  ])
}

function callOf(request: IncomingMessage, upgrade: boolean): Call {
  return {
    remoteAddress: request.socket.remoteAddress,
    method: request.method ?? '',
    target: request.url ?? '',
    headers: request.headersDistinct,
    upgrade,
  }
}

function queryOf(request: IncomingMessage): URLSearchParams {
  return new URLSearchParams((request.url ?? '').replace(/^[^?]*\?/, ''))
}

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : new Error(String(error)))
}
