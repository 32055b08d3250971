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
  /** Names in lower case; a repeated header keeps its first value. */
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
export type ClosableTransport = { readonly send: Transport; close(): Promise<void> }

/** The longest reply that is read; a longer one is cut off and counts as unknown. */
export const replyCap = 1024 * 1024

/** The transport for Node: one pool a service, up to 64 connections, one request at a time on each. */
export function createTransport(): ClosableTransport {
  const agents = new Map<number, Agent>()
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
  return {
    send: (request) => sendThrough(agentFor(request.connectTimeoutMs), request),
    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()))
    },
  }
}

async function sendThrough(agent: Agent, request: TransportRequest): Promise<TransportResult> {
  const deadline = AbortSignal.timeout(request.timeoutMs)
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
      Object.entries(reply.headers).map(([name, value]) => [
        name.toLowerCase(),
        (Array.isArray(value) ? value[0] : value) ?? '',
      ]),
    )
    return { kind: 'reply', status: reply.statusCode, headers, body: Buffer.concat(chunks) }
  } catch (error) {
    return describeFailure(error, deadline.aborted, request)
  }
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
