// One HTTP request, exactly as asked: no redirects, no retries, no decoding, the reply capped in bytes and time
// (reliability.md section 2). What matters most here is the difference between "surely not sent" and "unknown".
import { Agent, errors } from 'undici'

export type TransportRequest = {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | null
  readonly connectTimeoutMs: number
  /** From the start of the request to the last byte of the reply. */
  readonly timeoutMs: number
}

export type TransportReply = {
  readonly kind: 'reply'
  readonly status: number
  /** Names in lower case; a repeated header keeps its first value, one about pace all of them behind commas. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}
export type TransportFailure = {
  readonly kind: 'failed'
  /** False only when no byte of the request can have reached the service. */
  readonly maybeSent: boolean
  readonly code: string
  /** A clause for a person: "the connection was refused". */
  readonly message: string
}
export type TransportResult = TransportReply | TransportFailure

export type Transport = (request: TransportRequest) => Promise<TransportResult>
export type ClosableTransport = {
  readonly send: Transport
  /**
   * The machine slept, or this process stood still, `uncountedMs` of it unseen by the monotonic clock. What was
   * connected before may be dead without a sign: nothing new goes that way, and what is under way gets the rest of its
   * time by a clock that counted the sleep, but a moment at least for an answer that is there already.
   */
  afterSleep(uncountedMs: number): void
  close(): Promise<void>
}

/** What a request under way gets after a sleep, where its time is over, in milliseconds. */
const momentAfterSleep = 5000

/** The longest reply that is read; a longer one is cut off and counts as unknown. */
export const replyCap = 1024 * 1024

/** A request under way: it ends at its deadline, which a sleep may bring nearer. */
type UnderWay = {
  readonly startedAt: number
  readonly timeoutMs: number
  readonly endIn: (ms: number) => void
}

/** The transport for Node: one pool a service, up to 64 connections, one request at a time on each. */
export function createTransport(): ClosableTransport {
  let agents = new Map<number, Agent>()
  /** From before a sleep: they end with what is under way on them. */
  const old = new Set<Agent>()
  const underWay = new Set<UnderWay>()
  const agentFor = (connectTimeoutMs: number): Agent => {
    let agent = agents.get(connectTimeoutMs)
    if (agent === undefined) {
      agent = new Agent({
        connections: 64,
        pipelining: 1,
        connect: { timeout: connectTimeoutMs },
        keepAliveTimeout: 10_000,
      })
      agents.set(connectTimeoutMs, agent)
    }
    return agent
  }

  async function send(request: TransportRequest): Promise<TransportResult> {
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
    underWay.add(one)
    try {
      return await sendThrough(agentFor(request.connectTimeoutMs), request, deadline.signal)
    } finally {
      clearTimeout(timer)
      underWay.delete(one)
    }
  }

  return {
    send,
    afterSleep(uncountedMs) {
      const now = performance.now()
      for (const one of underWay) {
        const left = one.timeoutMs - (now - one.startedAt) - uncountedMs
        one.endIn(Math.max(momentAfterSleep, left))
      }
      for (const agent of agents.values()) {
        old.add(agent)
        void agent.close().finally(() => old.delete(agent))
      }
      agents = new Map()
    },
    async close() {
      await Promise.all([...agents.values(), ...old].map((agent) => agent.destroy()))
    },
  }
}

async function sendThrough(
  agent: Agent,
  request: TransportRequest,
  deadline: AbortSignal,
): Promise<TransportResult> {
  const url = new URL(request.url)
  try {
    const reply = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: request.method,
      headers: request.headers,
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
          message: `the reply was larger than ${replyCap} bytes`,
        }
      }
      chunks.push(chunk)
    }
    const headers = Object.fromEntries(
      Object.entries(reply.headers).map(([name, value]) => [name.toLowerCase(), oneText(name, value)]),
    )
    return { kind: 'reply', status: reply.statusCode, headers, body: Buffer.concat(chunks) }
  } catch (error) {
    return describeFailure(error, deadline.aborted, request)
  }
}

/** A gateway adds its own to the service's: both count. */
const aboutPace = new Set(['retry-after', 'ratelimit-policy', 'ratelimit-limit'])

function oneText(name: string, value: string | string[] | undefined): string {
  if (!Array.isArray(value)) return value ?? ''
  return aboutPace.has(name.toLowerCase()) ? value.join(', ') : (value[0] ?? '')
}

const notSentCodes = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

/**
 * Anything that is not known to have failed while connecting counts as maybe sent: the same error code on an open
 * connection (`EHOSTUNREACH`, `ETIMEDOUT`) says nothing about the bytes that left before it.
 */
function describeFailure(error: unknown, timedOut: boolean, request: TransportRequest): TransportFailure {
  const host = new URL(request.url).host
  if (timedOut) {
    return {
      kind: 'failed',
      maybeSent: true,
      code: 'timeout',
      message: `no complete answer came from ${host} within ${request.timeoutMs / 1000} s`,
    }
  }
  const cause = error instanceof Error ? (error as Error & { code?: unknown; syscall?: unknown }) : null
  const code = typeof cause?.code === 'string' ? cause.code : 'network_error'
  const whileConnecting = cause?.syscall === 'connect' || notSentCodes.has(code) || allWhileConnecting(error)
  if (error instanceof errors.ConnectTimeoutError) {
    return {
      kind: 'failed',
      maybeSent: false,
      code,
      message: `${host} did not accept a connection within ${request.connectTimeoutMs / 1000} s`,
    }
  }
  return {
    kind: 'failed',
    maybeSent: !whileConnecting,
    code,
    message: clauseFor(code, host, whileConnecting),
  }
}

/** A host with several addresses fails with all their errors together. */
function allWhileConnecting(error: unknown): boolean {
  return (
    error instanceof AggregateError &&
    error.errors.length > 0 &&
    error.errors.every(
      (one: unknown) => one instanceof Error && 'syscall' in one && one.syscall === 'connect',
    )
  )
}

function clauseFor(code: string, host: string, whileConnecting: boolean): string {
  if (code === 'ECONNREFUSED') return `${host} refused the connection`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `the address of ${host} could not be found`
  if (code.includes('CERT') || code.includes('SIGNATURE'))
    return `the certificate of ${host} was not accepted (${code})`
  if (whileConnecting) return `${host} could not be reached (${code})`
  return `the connection to ${host} broke (${code})`
}
