// HTTP server of the sandbox: Fastify on 127.0.0.1, one exchange per request. An exchange reads the body, gets a
// plan from the faults, does the work (or not, or twice), writes the ledger, and only then sends the answer as
// planned.
import { METHODS } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { assertNever } from '../../../shared/contract/assert-never.ts'
import { throttled, type Answer } from './answers.ts'
import { readBody, readJson, type RawBody } from './body.ts'
import { hang, pause, reset, send, sendCut, sendFlood, sendSlowly } from '../faults/delivery.ts'
import type { FaultTarget, Faults, Plan } from '../faults/faults.ts'
import { keptHeaders, sha256, type Connection, type Ledger } from '../storage/ledger.ts'
import { createRoutes, type Route, type RouteOf } from './routes.ts'
import type { Identity } from '../service/payloads.ts'
import type { Call, ReadBody, Service } from '../service/service.ts'
import type { Switches } from '../switches.ts'
import { httpDate, timestamp, type Clock } from '../timestamps.ts'

export type HttpParts = {
  readonly service: Service
  readonly faults: Faults
  readonly ledger: Ledger
  readonly clock: Clock
  readonly switches: () => Switches
  readonly expireTokens: () => void
  readonly onBug: (cause: unknown) => void
  /** Targets below it belong to separate routes; null if the operator's surface is off. */
  readonly operatorPrefix: string | null
}

type RoutedParts = HttpParts & { readonly routeOf: RouteOf }

const everything = '/'

export type Http = {
  readonly app: FastifyInstance
  /** Resolves when no exchange is in progress; await it between closing the server and closing its storage. */
  readonly idle: () => Promise<void>
}

export function createHttp(given: HttpParts): Http {
  const parts = { ...given, routeOf: createRouting(given.switches) }
  const underWay = new Set<Promise<void>>()
  const { operatorPrefix } = parts
  const app = Fastify({
    forceCloseConnections: true,
    // routes.ts matches paths: redirects, HTML 404s and percent-encoding are part of the imitation.
    rewriteUrl: ({ url = '' }) =>
      operatorPrefix !== null && url.startsWith(operatorPrefix) ? url : everything,
  })
  // For every method, the answer and the ledger are ours.
  for (const method of METHODS) {
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method))
      app.addHttpMethod(method, { hasBody: true })
  }
  app.removeAllContentTypeParsers()
  void app.register(async (scope) => {
    scope.addContentTypeParser('*', async (_request: FastifyRequest, stream: FastifyRequest['raw']) =>
      readBody(stream, parts.switches().bodyLimit),
    )
    let closing = false
    app.addHook('preClose', async () => {
      closing = true
    })
    const exchange = createExchange(parts, () => closing)
    scope.all(everything, async (request, reply) => {
      const done = exchange(request, reply)
      underWay.add(done)
      await done.finally(() => underWay.delete(done))
    })
    scope.setErrorHandler(async (error, request, reply) => {
      // The only failure without a bug: the client left before its body was complete.
      if (!request.raw.aborted) throw error
      const received = receivedOf(request, parts)
      const seq = parts.ledger.record({
        ...received.entry,
        work: 'none',
        status: null,
        faults: [],
        duplicateOf: null,
      })
      parts.ledger.close(seq, 'client_gone')
      reply.hijack()
    })
  })
  app.setNotFoundHandler(async (_request, reply) =>
    reply.code(404).type('text/html').send('<!doctype html><title>Not Found</title>'),
  )
  return {
    app,
    idle: async () => {
      await Promise.allSettled(underWay)
    },
  }
}

/** Routes for the current switches. */
function createRouting(switches: () => Switches): RouteOf {
  let made: { readonly of: Switches; readonly routeOf: RouteOf } | null = null
  return (target) => {
    const of = switches()
    if (made?.of !== of) made = { of, routeOf: createRoutes(of) }
    return made.routeOf(target)
  }
}

type Received = ReturnType<typeof receivedOf>
type Done = { readonly answer: Answer | null; readonly seq: number }

type Exchange = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

function createExchange(parts: RoutedParts, isClosing: () => boolean): Exchange {
  const { faults, ledger, clock, expireTokens, onBug } = parts
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const received = receivedOf(request, parts)
    const plan = faults.planFor(received.target)
    reply.hijack()
    try {
      await waitFor(reply, plan, 'before_work')
      // A service that went down while a request waited never did its work.
      if (isClosing()) return
      if (plan.expireTokens) expireTokens()
      const done = act(parts, received, plan)
      await waitFor(reply, plan, 'after_work')
      ledger.close(done.seq, await deliver(clock, reply, done, plan))
    } catch (cause) {
      // A bug. The reply is hijacked, so nobody else would report it.
      reply.raw.destroy()
      onBug(cause)
    } finally {
      plan.release()
    }
  }
}

/** Does the work once and records it. */
function work(
  parts: RoutedParts,
  received: Received,
  plan: Plan,
  duplicateOf: number | null,
): Done & { answer: Answer } {
  const answer = parts.service.answer({ ...received.call, hideMs: plan.hideMs, skewMs: plan.skewRecordMs })
  return { answer, seq: note(parts, received, plan, answer, duplicateOf) }
}

function note(
  parts: RoutedParts,
  received: Received,
  plan: Plan,
  answer: Answer | null,
  duplicateOf: number | null = null,
): number {
  return parts.ledger.record({
    ...received.entry,
    work: answer?.work ?? 'none',
    status: answer?.status ?? null,
    faults: [...plan.applied],
    duplicateOf,
  })
}

/** Does the work as planned: not at all, once, or twice. */
function act(parts: RoutedParts, received: Received, plan: Plan): Done {
  const { end } = plan
  if (plan.throttle !== null) {
    const { waitSeconds, retryAfter } = plan.throttle
    const answer = throttled(waitSeconds, retryAfter, parts.clock.micros() / 1_000)
    return { answer, seq: note(parts, received, plan, answer) }
  }
  if (end !== null && 'when' in end && end.when === 'before_work') {
    const answer = end.kind === 'status' ? replacement(end) : null
    return { answer, seq: note(parts, received, plan, answer) }
  }
  const first = work(parts, received, plan, null)
  const second = plan.duplicate === null ? first : work(parts, received, plan, first.seq)
  const done = plan.duplicate?.answer === 'first' ? first : second
  return end?.kind === 'status' ? { ...done, answer: replacement(end) } : done
}

function deliver(
  clock: Clock,
  reply: FastifyReply,
  { answer }: Done,
  plan: Plan,
): Connection | Promise<Connection> {
  const { raw } = reply
  const date = httpDate(clock.micros() + plan.skewDateMs * 1_000)
  const end = plan.throttle === null ? plan.end : null
  if (end?.kind === 'reset') return reset(raw)
  if (end?.kind === 'hang' || answer === null) return hang(raw)
  if (end === null || end.kind === 'status') return send(raw, answer, date)
  switch (end.kind) {
    case 'cut':
      return sendCut(raw, answer, date, end)
    case 'drip':
      return sendSlowly(raw, answer, date, end.bytesPerSecond)
    case 'flood':
      return sendFlood(raw, answer, date, end)
    default:
      return assertNever(end)
  }
}

async function waitFor(reply: FastifyReply, plan: Plan, when: 'before_work' | 'after_work'): Promise<void> {
  for (const latency of plan.latency) if (latency.when === when) await pause(reply.raw, latency.ms)
}

function replacement(fault: Extract<Plan['end'], { kind: 'status' }>): Answer {
  const { body, status } = fault
  const made = { status, work: 'none' as const }
  const typed = (type: string, text: string): Answer => ({
    ...made,
    body: text,
    headers: { 'content-type': type, ...fault.headers },
  })
  switch (body.kind) {
    case 'empty':
      return { ...made, body: '', headers: fault.headers }
    case 'html':
      return typed('text/html; charset=utf-8', body.text)
    case 'text':
      return typed(body.contentType, body.text)
    case 'json':
      return typed('application/json', JSON.stringify(body.value))
    default:
      return assertNever(body)
  }
}

const noBody: RawBody = { bytes: Buffer.alloc(0), tooLarge: false }

function receivedOf(request: FastifyRequest, { service, clock, routeOf }: RoutedParts) {
  const target = request.originalUrl
  const route = routeOf(target)
  // Only our own parser fills it; requests without a body have none.
  const raw = (request.body as RawBody | undefined) ?? noBody
  const body = readJson(raw)
  const identity = identityOf(route, body, service)
  const call: Omit<Call, 'hideMs' | 'skewMs'> = {
    route,
    method: request.method,
    contentType: request.headers['content-type'] ?? '',
    authorization: request.headers.authorization,
    body,
  }
  return {
    call,
    target: targetOf(route, identity),
    entry: {
      time: timestamp(clock.micros()),
      method: request.method,
      path: target,
      route: route.kind,
      headers: keptHeaders(request.headers),
      bodySha256: sha256(raw.bytes),
      bodyBytes: raw.bytes.length,
      body: route.kind === 'token' ? null : raw.bytes.toString('utf8'),
      ...identity,
    },
  }
}

function identityOf(route: Route, body: ReadBody, service: Service): Identity {
  if (route.kind === 'status') return { supplier: route.supplier, account: route.account }
  const carries = (route.kind === 'validate' || route.kind === 'create') && body.kind === 'json'
  return carries ? service.identityIn(body.value) : { supplier: null, account: null }
}

function targetOf(route: Route, identity: Identity): FaultTarget {
  const unrouted = route.kind === 'slash_missing' || route.kind === 'unrouted'
  return { route: unrouted ? 'unrouted' : route.kind, ...identity }
}
