// Handles everything that can reach the web host's port (requests, upgrades, tunnels, bytes that are not HTTP).
// Each passes the guards and is answered with the same headers; an accepted request is served by its route.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { type Call, type Gate, isWrongSecret, refuseCall } from './guards.ts'
import { refusal, type Refusal, sendRawRefusal, sendReply } from './replies.ts'
import { notFound, type Route, socketTarget } from './routes.ts'
import type { Sockets } from './socket.ts'
import { type WebTexts, webTextsFor } from './texts/web.ts'
import type { UnknownConnections } from './unknown-connections.ts'

export type LedgerEntry = {
  readonly method: string
  readonly target: string
  readonly upgrade: boolean
  readonly status: number
  /** Reason of the refusal; null if it was served. */
  readonly code: string | null
}

export type DoorParts = {
  readonly gate: Gate
  readonly headers: Readonly<Record<string, string>>
  readonly routeOf: (target: string) => Route
  readonly sockets: Sockets
  readonly unknown: UnknownConnections
  /** Delay in milliseconds before a wrong token or code is answered and its connection closed. */
  readonly wrongPauseMs: number
  readonly ledger: (entry: LedgerEntry) => void
  readonly onBug: (error: unknown) => void
}

/** Handles all events of the server; `done` resolves when no request is being served. */
export function openDoor(server: Server, parts: DoorParts): { finished(): Promise<void> } {
  const { headers, ledger } = parts
  const underWay = new Set<Promise<void>>()
  const serve = (request: IncomingMessage, response: ServerResponse, beforeBody = () => {}): void => {
    const done = answer(parts, request, response, beforeBody).finally(() => underWay.delete(done))
    underWay.add(done)
  }
  server.on('connection', parts.unknown.add)
  server.on('request', (request, response) => serve(request, response))
  // If the sender asks first (Expect), a refusal comes before the body.
  server.on('checkContinue', (request, response) => serve(request, response, () => response.writeContinue()))
  server.on('checkExpectation', (request, response) => serve(request, response))
  server.on('upgrade', (request, socket, head) => upgrade(parts, request, socket, head))
  server.on('connect', (request, socket) => {
    const call = callOf(request, false)
    const refused = refuseCall(call, parts.routeOf(call.target), parts.gate) ?? notFound
    sendRawRefusal(socket, refused, headers, textsFor(request))
    ledger(entryOf(call, refused))
  })
  server.on('clientError', (_error, socket) => sendRawRefusal(socket, unreadable, headers))
  return {
    async finished() {
      await Promise.all(underWay)
    },
  }
}

async function answer(
  parts: DoorParts,
  request: IncomingMessage,
  response: ServerResponse,
  beforeBody: () => void,
): Promise<void> {
  const call = callOf(request, false)
  for (const [name, value] of Object.entries(parts.headers)) response.setHeader(name, value)
  const route = parts.routeOf(call.target)
  let refused = refuseCall(call, route, parts.gate)
  if (refused === null) {
    if (route.access === 'api') parts.unknown.known(request.socket)
    try {
      beforeBody()
      const reply = await route.serve(request, response)
      if (reply !== null && 'code' in reply) {
        refused = reply
        await slowDown(parts, reply, response)
      }
      if (reply !== null) sendReply(response, reply, textsFor(request))
    } catch (error) {
      // A page that disconnected early is no error.
      if (!response.destroyed) parts.onBug(error)
      refused = fault
      sendReply(response, refused, textsFor(request))
    }
  } else {
    await slowDown(parts, refused, response)
    sendReply(response, refused, textsFor(request))
  }
  parts.ledger(entryOf(call, refused ?? { status: response.statusCode, code: null }))
}

/** One wrong token or code per connection, answered slowly; no other connection waits. */
async function slowDown(parts: DoorParts, refused: Refusal, response: ServerResponse): Promise<void> {
  if (!isWrongSecret(refused)) return
  response.setHeader('Connection', 'close')
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  await delay(parts.wrongPauseMs, undefined, { signal: gone.signal }).catch(() => undefined)
}

function upgrade(parts: DoorParts, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { gate, headers, ledger } = parts
  const call = callOf(request, true)
  const refused =
    refuseCall(call, parts.routeOf(call.target), gate) ?? (call.target === socketTarget ? null : notFound)
  if (refused === null) {
    parts.sockets.accept(request, socket, head, () => ledger(entryOf(call, { status: 101, code: null })))
    return
  }
  sendRawRefusal(socket, refused, headers, textsFor(request))
  ledger(entryOf(call, refused))
}

function textsFor(request: IncomingMessage): WebTexts {
  return webTextsFor(request.headers['accept-language'])
}

function callOf(request: IncomingMessage, asksForUpgrade: boolean): Call {
  return {
    remoteAddress: request.socket.remoteAddress,
    method: request.method ?? '',
    target: request.url ?? '',
    headers: request.headersDistinct,
    upgrade: asksForUpgrade,
  }
}

function entryOf(
  { method, target, upgrade: asked }: Call,
  { status, code }: Pick<Refusal, 'status'> & { readonly code: string | null },
): LedgerEntry {
  return { method, target, upgrade: asked, status, code }
}

const unreadable = refusal(400, 'unreadable', (words) => words.unreadable)
const fault = refusal(500, 'fault', (words) => words.fault)
