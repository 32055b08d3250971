// Sends one HTTP request exactly as given: no redirects, no retries, no decoding; the reply is limited in bytes and
// time. Its most important result is whether a failed request was surely not sent or may
// have been.
import { yieldToEventLoop } from '../../system/yield.ts'
import { Agent } from 'undici'
import {
  type NetworkSecret,
  type NetworkSettings,
  networkSettings,
} from '../../../../shared/sending/network-settings.ts'
import { type Trouble, troubleWords } from '../../../../shared/sending/network-trouble.ts'
import { message, type Said } from '../../../../shared/texts/message.ts'
import { codesOf, isConnectFailure, troubleKindOf } from './network/connect-failure.ts'
import { type Connector, createConnector, proxyAuthorization, proxyName } from './network/connector.ts'
import { createRoutes, type Route, type RouteParts } from './network/routes.ts'
import { createTrustStore, type Trust, type TrustStore } from './network/trust.ts'

export type TransportRequest = {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | null
  readonly connectTimeoutMs: number
  /** From the start of the request to the last byte of the reply. */
  readonly timeoutMs: number
  /** How to reach the service; if left out, a connection's defaults. */
  readonly network?: RequestNetwork
  /**
   * Called once the route to the service is known, which may take seconds, just before the request is given to a
   * connection. False: the request does not leave, and fails with the code `withdrawn`.
   */
  readonly mayLeave?: (() => boolean) | undefined
}

/** Network settings of a connection with their secrets from the key store; stored nowhere else. */
export type RequestNetwork = {
  readonly settings: NetworkSettings
  readonly secrets: Readonly<Record<NetworkSecret, string | null>>
}

export type TransportReply = {
  readonly kind: 'reply'
  readonly status: number
  /** Names in lower case. A repeated header keeps its first value; repeated rate headers are joined by commas. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}
export type TransportFailure = {
  readonly kind: 'failed'
  /** False only when no byte of the request can have reached the service. */
  readonly maybeSent: boolean
  readonly code: string
  /** A clause for a person: "the connection was refused". */
  readonly message: Said
  /** The same as data, to choose the advice from. */
  readonly trouble?: Trouble
}
export type TransportResult = TransportReply | TransportFailure

export type Transport = (request: TransportRequest) => Promise<TransportResult>
export type ClosableTransport = {
  readonly send: Transport
  /**
   * After a sleep or a pause of this process, of which the monotonic clock missed `uncountedMs`. Existing connections
   * may be dead without a sign, so no new request uses them. Requests under way keep the rest of their time by a
   * clock that counted the sleep, but at least a moment for an answer that has arrived already.
   */
  afterSleep(uncountedMs: number): void
  close(): Promise<void>
}

/** Milliseconds that a request under way gets after a sleep if its time is over. */
const momentAfterSleep = 5000

/** Bytes beyond which a reply is read in a turn of its own. */
const largeReply = 65_536

/** The longest reply that is read, in bytes; a longer one is cut off and counts as unknown. */
export const replyCap = 1024 * 1024

/** One route with its trust settings, and its connections. */
type Way = {
  readonly agent: Agent
  readonly route: Route
  readonly trust: Trust
  readonly connector: Connector
}

/** A request under way: it ends at its deadline, which a sleep may bring nearer. */
type UnderWay = {
  readonly startedAt: number
  readonly timeoutMs: number
  readonly endIn: (ms: number) => void
}

const usualNetwork: RequestNetwork = {
  settings: networkSettings.parse({}),
  secrets: { proxy_password: null, client_passphrase: null },
}

type Pools = {
  readonly routes: ReturnType<typeof createRoutes>
  readonly trusts: TrustStore
  ways: Map<string, Way>
  /** Pools from before a sleep: they close when their requests end. */
  readonly old: Set<Agent>
  readonly underWay: Set<UnderWay>
  /** The turn of the latest large reply. */
  lastLarge: Promise<void>
}

/**
 * Transport for Node: one pool per service and route, up to 64 connections, one request at a time on each. If there
 * are several routes, the next is used only if the one before failed before sending.
 */
export function createTransport(parts: RouteParts = {}): ClosableTransport {
  const pools: Pools = {
    routes: createRoutes(parts),
    trusts: createTrustStore(),
    ways: new Map(),
    old: new Set(),
    underWay: new Set(),
    lastLarge: Promise.resolve(),
  }
  return {
    send: (request) => send(pools, request),
    afterSleep: (uncountedMs) => renewPools(pools, uncountedMs),
    async close() {
      const agents = [...[...pools.ways.values()].map(({ agent }) => agent), ...pools.old]
      await Promise.all(agents.map((agent) => agent.destroy()))
    },
  }
}

async function send(pools: Pools, request: TransportRequest): Promise<TransportResult> {
  const deadline = new AbortController()
  const expire = (): void => deadline.abort()
  let timer = setTimeout(expire, request.timeoutMs)
  const one: UnderWay = {
    startedAt: performance.now(),
    timeoutMs: request.timeoutMs,
    endIn(ms) {
      clearTimeout(timer)
      timer = setTimeout(expire, ms)
    },
  }
  pools.underWay.add(one)
  let result: TransportResult
  try {
    result = await sendAlong(pools, request, deadline.signal)
  } finally {
    clearTimeout(timer)
    pools.underWay.delete(one)
  }
  if (result.kind === 'reply' && result.body.length > largeReply) await turnForLarge(pools)
  return result
}

/** Parsing a large reply takes a tenth of a second, and many may come at once: one per turn of the event loop. */
function turnForLarge(pools: Pools): Promise<void> {
  pools.lastLarge = pools.lastLarge.then(() => yieldToEventLoop())
  return pools.lastLarge
}

/** Tries the routes in order; the first answer counts, and so does the first failure that may have sent anything. */
async function sendAlong(
  pools: Pools,
  request: TransportRequest,
  deadline: AbortSignal,
): Promise<TransportResult> {
  const { settings, secrets } = request.network ?? usualNetwork
  const url = new URL(request.url)
  const trust = await pools.trusts.get(settings, secrets.client_passphrase)
  if (!trust.ok) return notSent({ ...trust.trouble, host: url.host })
  const given = { network: settings, proxyPassword: secrets.proxy_password }
  const found = await pools.routes.routesFor(url, given, trust.trust)
  if (!found.ok) return notSent({ ...found.trouble, host: url.host })
  if (url.protocol === 'https:') await trust.trust.prepare()
  let result: TransportResult | null = null
  for (const route of found.routes) {
    if (deadline.aborted) break
    if (request.mayLeave?.() === false) return withdrawn
    const way = wayFor(pools, route, trust.trust, request.connectTimeoutMs)
    result = await sendThrough(way, request, deadline)
    if (result.kind === 'reply' || result.maybeSent || !maybeNextRoute.has(result.trouble?.kind ?? '')) break
  }
  return result ?? notSent({ kind: 'connect_timeout', host: url.host, seconds: request.timeoutMs / 1000 })
}

function wayFor({ ways }: Pools, route: Route, trust: Trust, connectTimeoutMs: number): Way {
  const name = JSON.stringify([route, trust.key, connectTimeoutMs])
  const known = ways.get(name)
  if (known !== undefined) return known
  const connector = createConnector(route, trust, connectTimeoutMs)
  const agent = new Agent({
    connections: 64,
    pipelining: 1,
    allowH2: false,
    connect: connector.connect,
    keepAliveTimeout: 10_000,
  })
  const way = { agent, route, trust, connector }
  ways.set(name, way)
  return way
}

/** After a sleep: requests under way get the rest of their time, and new ones get new connections. */
function renewPools(pools: Pools, uncountedMs: number): void {
  const now = performance.now()
  for (const one of pools.underWay) {
    const left = one.timeoutMs - (now - one.startedAt) - uncountedMs
    one.endIn(Math.max(momentAfterSleep, left))
  }
  pools.routes.forget()
  for (const { agent } of pools.ways.values()) {
    pools.old.add(agent)
    void agent.close().finally(() => pools.old.delete(agent))
  }
  pools.ways = new Map()
}

/** The code of a request that did not leave because `mayLeave` said no. */
export const withdrawnCode = 'withdrawn'
const withdrawn: TransportFailure = {
  kind: 'failed',
  maybeSent: false,
  code: withdrawnCode,
  message: message('network.cancelled'),
}

/** Errors of the proxy itself: the next route may be tried. */
const maybeNextRoute: ReadonlySet<string> = new Set([
  'proxy_not_found',
  'proxy_unreachable',
  'proxy_timeout',
  'proxy_odd_answer',
  'proxy_certificate',
])

async function sendThrough(
  way: Way,
  request: TransportRequest,
  deadline: AbortSignal,
): Promise<TransportResult> {
  const { agent, route } = way
  const url = new URL(request.url)
  // For an http target the proxy gets the whole address; for https it only opens a tunnel.
  const byProxy = route.kind === 'proxy' && url.protocol === 'http:' ? route : null
  try {
    const reply = await agent.request({
      origin: url.origin,
      path: byProxy === null ? url.pathname + url.search : url.href,
      method: request.method,
      headers: byProxy === null ? request.headers : { ...request.headers, ...proxyAuthorization(byProxy) },
      body: request.body,
      signal: deadline,
      headersTimeout: request.timeoutMs + 1000,
      bodyTimeout: request.timeoutMs + 1000,
    })
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of reply.body as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > replyCap) {
        return {
          kind: 'failed',
          maybeSent: true,
          code: 'reply_too_large',
          message: message('network.reply_too_large', { most: replyCap }),
        }
      }
      chunks.push(chunk)
    }
    const headers = Object.fromEntries(
      Object.entries(reply.headers).map(([name, value]) => [name.toLowerCase(), oneText(name, value)]),
    )
    if (byProxy !== null && reply.statusCode === 407) return refusedByProxy(byProxy, url.host, headers)
    return { kind: 'reply', status: reply.statusCode, headers, body: Buffer.concat(chunks) }
  } catch (error) {
    return describeFailure(error, deadline.aborted, request, way)
  }
}

/** The proxy asks for authentication first: the request went no further. */
function refusedByProxy(
  route: Extract<Route, { kind: 'proxy' }>,
  host: string,
  headers: Readonly<Record<string, string>>,
): TransportFailure {
  const challenge = headers['proxy-authenticate']?.split(' ')[0]
  const kind = troubleKindOf({
    stage: 'tunnel',
    codes: [],
    status: 407,
    challenges: challenge === undefined ? [] : [challenge],
    gaveCredentials: route.credentials !== null,
  })
  return notSent({ kind, host, proxy: proxyName(route), status: 407, detail: challenge })
}

function notSent(trouble: Trouble, code: string = trouble.kind): TransportFailure {
  return { kind: 'failed', maybeSent: false, code, message: troubleWords(trouble).clause, trouble }
}

/** Headers of which a gateway adds its own to the service's: both count. */
const aboutPace = new Set(['retry-after', 'ratelimit-policy', 'ratelimit-limit'])

function oneText(name: string, value: string | string[] | undefined): string {
  if (!Array.isArray(value)) return value ?? ''
  return aboutPace.has(name.toLowerCase()) ? value.join(', ') : (value[0] ?? '')
}

/**
 * Any failure not known to have occurred while connecting counts as maybe sent: the same error code on an open
 * connection (`EHOSTUNREACH`, `ETIMEDOUT`) says nothing about the bytes sent before it.
 */
function describeFailure(
  error: unknown,
  timedOut: boolean,
  request: TransportRequest,
  { trust, connector }: Way,
): TransportFailure {
  if (!timedOut && isConnectFailure(error)) return notSent(error.trouble, error.code)
  const { host } = new URL(request.url)
  if (timedOut) {
    const late: Trouble = { kind: 'no_answer_in_time', host, seconds: request.timeoutMs / 1000 }
    return {
      kind: 'failed',
      maybeSent: true,
      code: 'timeout',
      message: troubleWords(late).clause,
      trouble: late,
    }
  }
  const isNoHttp = error instanceof Error && error.name === 'HTTPParserError'
  // The parser gives a code only if a line of HTTP had begun.
  const codes = isNoHttp ? [...codesOf(error), 'HPE_ERROR'] : codesOf(error)
  const began = isNoHttp && 'data' in error && typeof error.data === 'string' ? error.data : ''
  const kind = troubleKindOf({
    stage: 'open',
    codes,
    gaveCertificate: trust.hasCertificate,
    wantsCertificate: connector.wantsCertificate(host),
    firstBytes: Buffer.from(began.slice(0, 20)),
  })
  const trouble: Trouble = { kind, host, detail: codes[0] ?? 'network_error' }
  const { clause } = troubleWords(trouble)
  return { kind: 'failed', maybeSent: true, code: codes[0] ?? 'network_error', message: clause, trouble }
}
