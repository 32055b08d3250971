// Opens the connection for a request: directly, or through a proxy (CONNECT for https, the proxy's own connection for
// http). A failure here has sent no byte of the request.
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type Socket } from 'node:net'
import { type SecureContext, TLSSocket } from 'node:tls'
import { buildConnector } from 'undici'
import type { Trouble } from '../../../../../shared/sending/network-trouble.ts'
import { codesOf, ConnectFailure, type Evidence, isConnectFailure, troubleKindOf } from './connect-failure.ts'
import type { ProxyRoute, Route } from './routes.ts'
import type { Trust } from './trust.ts'

type Connect = ReturnType<typeof buildConnector>

export type Connector = {
  readonly connect: Connect
  /** True if the service at this host requested a client certificate at the last connection. */
  readonly wantsCertificate: (host: string) => boolean
}

/** For one route and one trust; `timeoutMs` applies to each step: to the proxy with its answer, and to the service. */
export function createConnector(way: Route, trust: Trust, timeoutMs: number): Connector {
  const wanting = new Set<string>()
  return {
    connect: connectFor(way, trust, timeoutMs, wanting),
    wantsCertificate: (host) => wanting.has(host),
  }
}

function connectFor(way: Route, trust: Trust, timeoutMs: number, wanting: Set<string>): Connect {
  let plain: Connect | null = null
  let secured: Connect | null = null
  const base: Connect = (options, callback) =>
    options.protocol === 'https:'
      ? (secured ??= connectorWith(timeoutMs, trust.context))(options, callback)
      : (plain ??= connectorWith(timeoutMs, null))(options, callback)

  const toTarget: Connect = (options, callback) => {
    const host = hostOf(options)
    let certificate: Partial<Trouble> = {}
    const answer: Parameters<Connect>[1] = (...[error, opened]) => {
      if (error === null) {
        // The signature algorithms that it accepts of ours are known here only if it requested a certificate.
        if (opened instanceof TLSSocket && opened.getSharedSigalgs().length > 0) wanting.add(host)
        return callback(null, opened)
      }
      callback(targetFailure(error, host, { ...certificate, seconds: timeoutMs / 1000 }, trust), null)
    }
    // The types do not say so, but it returns the socket.
    const socket = base(options, answer) as unknown
    // Before the certificate is verified, since afterwards its details are no longer available.
    if (socket instanceof TLSSocket) socket.prependListener('secure', () => (certificate = factsOf(socket)))
  }

  if (way.kind === 'direct') return toTarget
  const route = way
  return (options, callback) => void connectThrough(options, callback)

  async function connectThrough(...[options, callback]: Parameters<Connect>): Promise<void> {
    const secure = options.protocol === 'https:'
    let socket: Socket
    try {
      socket = await (secure
        ? openTunnel(route, trust, timeoutMs, options)
        : toProxy(route, trust, timeoutMs, hostOf(options)))
    } catch (error) {
      return callback(asFailure(error, hostOf(options), proxyName(route)), null)
    }
    if (secure) toTarget({ ...options, httpSocket: socket }, callback)
    else callback(null, socket)
  }
}

/** `context`: the TLS context for https; null if only http is used. */
function connectorWith(timeoutMs: number, context: SecureContext | null): Connect {
  const connect = buildConnector({
    timeout: timeoutMs,
    ...(context === null ? {} : { secureContext: context }),
    // Set here so that the environment (NODE_TLS_REJECT_UNAUTHORIZED) cannot override it.
    rejectUnauthorized: true,
    // HTTP/1.1: one request at a time on each connection, since each is an attempt.
    allowH2: false,
  })
  return (options, callback) =>
    connect(options, (...ended) => {
      if (ended[0] === null) withoutTraces(ended[1])
      callback(...ended)
    })
}

/**
 * undici 8 makes an error for each header beyond its limit, thousands of them for one packet, and nobody reads their
 * traces: writing them held the event loop for 300 ms. They are not written while a packet is parsed.
 */
function withoutTraces(socket: Socket): void {
  const emit = socket.emit.bind(socket)
  socket.emit = (event: string | symbol, ...rest: unknown[]) => {
    if (event !== 'readable') return emit(event, ...rest)
    const usual = Error.stackTraceLimit
    Error.stackTraceLimit = 0
    try {
      return emit(event, ...rest)
    } finally {
      Error.stackTraceLimit = usual
    }
  }
}

function asFailure(error: unknown, host: string, proxy: string): ConnectFailure {
  if (isConnectFailure(error)) return error
  return new ConnectFailure({ kind: 'proxy_odd_answer', host, proxy }, 'proxy_error', error)
}

type Target = {
  readonly hostname: string
  readonly port?: string | number | undefined
  readonly protocol: string
}

function portOf({ port, protocol }: Target): string {
  return port === undefined || port === '' ? (protocol === 'https:' ? '443' : '80') : String(port)
}

/** For display: without the default port. */
function hostOf(target: Target): string {
  const port = target.port === undefined || target.port === '' ? '' : `:${target.port}`
  return `${target.hostname}${port}`
}

function targetFailure(error: Error, host: string, facts: Partial<Trouble>, trust: Trust): ConnectFailure {
  const codes = codesOf(error)
  const kind = troubleKindOf({ stage: 'target', codes, gaveCertificate: trust.hasCertificate })
  return new ConnectFailure({ ...facts, kind, host, detail: codes[0] }, codes[0] ?? 'network_error', error)
}

function factsOf(socket: TLSSocket): Partial<Trouble> {
  const {
    issuer,
    subjectaltname,
    subject,
    valid_from: validFrom,
    valid_to: validTo,
  } = socket.getPeerCertificate()
  const one = (text: unknown): string | undefined =>
    typeof text === 'string' ? text.slice(0, 200) : undefined
  const names = (subjectaltname ?? '').replaceAll(/(?:DNS|IP Address):/g, '').slice(0, 200)
  return {
    issuer: one(issuer?.CN) ?? one(issuer?.O) ?? one(issuer?.OU),
    names: names === '' ? one(subject?.CN) : names,
    validFrom,
    validTo,
  }
}

/** `name:port`, an IPv6 address in brackets. */
function authority(host: string, port: string | number): string {
  return isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`
}

export function proxyName({ host, port }: ProxyRoute): string {
  return authority(host, port)
}

export function proxyAuthorization({ credentials }: ProxyRoute): Readonly<Record<string, string>> {
  if (credentials === null) return {}
  return { 'proxy-authorization': `Basic ${Buffer.from(credentials, 'utf8').toString('base64')}` }
}

/** Opens a tunnel through the proxy to the target, once the proxy has accepted it. */
async function openTunnel(
  route: ProxyRoute,
  trust: Trust,
  timeoutMs: number,
  target: Target,
): Promise<Socket> {
  const host = hostOf(target)
  const way = authority(target.hostname.replace(/^\[(.*)\]$/, '$1'), portOf(target))
  const asked = (route.secure ? httpsRequest : httpRequest)({
    host: route.host,
    port: route.port,
    method: 'CONNECT',
    path: way,
    headers: { host: way, ...proxyAuthorization(route) },
    agent: false,
    ...(route.secure ? secureOptions(route, trust) : {}),
  })
  let stage: 'proxy' | 'tunnel' = 'proxy'
  asked.once('socket', (socket: Socket) => {
    socket.once(route.secure ? 'secureConnect' : 'connect', () => (stage = 'tunnel'))
  })
  const failure = (evidence: Omit<Evidence, 'stage'>, cause?: unknown): ConnectFailure => {
    const { status } = evidence
    const kind = troubleKindOf({ stage, gaveCredentials: route.credentials !== null, ...evidence })
    const detail = status === undefined ? evidence.codes[0] : evidence.challenges?.join(', ').slice(0, 100)
    const facts = { kind, host, proxy: proxyName(route), status, detail, seconds: timeoutMs / 1000 }
    return new ConnectFailure(facts, evidence.codes[0] ?? `proxy_${status ?? 'error'}`, cause)
  }
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), timeoutMs)
  try {
    asked.end()
    const [reply, socket, head] = (await once(asked, 'connect', { signal: late.signal })) as [
      IncomingMessage,
      Socket,
      Buffer,
    ]
    const status = reply.statusCode ?? 0
    if (status >= 200 && status < 300) {
      if (head.length > 0) socket.unshift(head)
      return socket
    }
    socket.destroy()
    // Only the name of the authentication scheme, not the rest of the header.
    const challenges = [reply.headers['proxy-authenticate'] ?? []]
      .flat()
      .map((text) => text.split(' ')[0] ?? '')
    throw failure({ codes: [], status, challenges })
  } catch (error) {
    if (isConnectFailure(error)) throw error
    throw failure({ codes: late.signal.aborted ? ['ETIMEDOUT'] : codesOf(error) }, error)
  } finally {
    clearTimeout(timer)
    asked.on('error', () => undefined)
    if (late.signal.aborted) asked.destroy()
  }
}

function secureOptions(route: ProxyRoute, trust: Trust) {
  return {
    secureContext: trust.proxyContext,
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
    ...(isIP(route.host) === 0 ? { servername: route.host } : {}),
  }
}

/** A connection to the proxy itself, over which requests for http targets are sent with their whole address. */
function toProxy(route: ProxyRoute, trust: Trust, timeoutMs: number, host: string): Promise<Socket> {
  const connect = connectorWith(timeoutMs, route.secure ? trust.proxyContext : null)
  const protocol = route.secure ? 'https:' : 'http:'
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  connect(
    { hostname: route.host, host: proxyName(route), protocol, port: String(route.port) },
    (...[error, socket]) => {
      if (error === null) return resolve(socket)
      const codes = codesOf(error)
      const kind = troubleKindOf({ stage: 'proxy', codes })
      reject(
        new ConnectFailure(
          { kind, host, proxy: proxyName(route), detail: codes[0] },
          codes[0] ?? 'proxy_error',
          error,
        ),
      )
    },
  )
  return promise
}
