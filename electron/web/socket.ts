// Serves the engine's calls over a WebSocket. The first message must be the bearer token and must arrive within two
// seconds; after it, every message is oRPC's. A wrong token closes the socket with 1008, which ends the page's session; a
// late one with 1013, after which the page connects again.
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { ORPCError } from '@orpc/server'
import { RPCHandler } from '@orpc/server/ws'
import { type WebSocket, WebSocketServer } from 'ws'
import type { RecoveryRouter } from '../engine/api/recovery-calls.ts'
import type { Engine } from '../engine/engine.ts'
import { tokenMissing, tokenWrong } from './guards.ts'
import type { PathGuard } from './files/path-guard.ts'
import { type Refusal, refusal, sendRawRefusal } from './replies.ts'
import type { Tokens } from './tokens.ts'
import type { UnknownConnections } from './unknown-connections.ts'

/** In bytes. The largest call is an edit of ten thousand cells. */
const largestMessage = 16 * 1024 ** 2
const longestToken = 200
/** Bytes read from a socket before it has shown its token, which is one small frame. */
const mostBeforeToken = 1024
/** Milliseconds in which a closed socket may answer with its own close. */
const closingMs = 1_000
/** Policy violation (RFC 6455 section 7.4.1): the client does not reconnect automatically. */
const refusedCode = 1008

/** Service restart and try again later (RFC 6455, IANA): the client reconnects. */
const restartCode = 1012
const laterCode = 1013

type SocketRouter = Engine['router'] | RecoveryRouter

export type Sockets = ReturnType<typeof createSockets>

export type SocketOptions = {
  readonly router: SocketRouter
  readonly tokens: Tokens
  readonly pathGuard: PathGuard
  readonly headers: Readonly<Record<string, string>>
  /** How long a socket may be open without its token, in milliseconds. */
  readonly patienceMs: number
  /** Delay of the answer to a wrong token, in milliseconds. */
  readonly wrongPauseMs: number
  readonly unknown: UnknownConnections
  readonly onBug: (error: unknown) => void
}

export function createSockets(options: SocketOptions) {
  let handler = handlerOf(options.router, options.pathGuard, options)
  const server = createSocketServer(options.headers)
  return {
    /** Does the handshake; every guard has passed. `opened` is called when the socket is open. */
    accept(request: IncomingMessage, socket: Duplex, head: Buffer, opened: () => void): void {
      server.handleUpgrade(request, socket, head, (webSocket) => {
        opened()
        // The handler listens before the next message can arrive.
        admit(options, webSocket, socket, () => void handler.upgrade(webSocket))
      })
    },
    /** Serves other calls from now on. Every socket is closed; pages reconnect automatically. */
    serve(router: SocketRouter, pathGuard: PathGuard): void {
      handler = handlerOf(router, pathGuard, options)
      for (const socket of server.clients) socket.close(restartCode, 'other_calls')
    },
    end(): void {
      for (const socket of server.clients) socket.terminate()
      server.close()
    },
  }
}

function createSocketServer(headers: SocketOptions['headers']): WebSocketServer {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: largestMessage,
    perMessageDeflate: false,
    // No sub-protocol: a token in it would end up in logs.
    handleProtocols: () => false,
  })
  server.on('headers', (lines) => {
    for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`)
  })
  server.on('wsClientError', (_error, socket) =>
    sendRawRefusal(
      socket,
      refusal(400, 'bad_handshake', (words) => words.bad_handshake),
      headers,
    ),
  )
  return server
}

/** Waits for the bearer token as the first message; `admitted` is called at once when it is right. */
function admit(options: SocketOptions, socket: WebSocket, raw: Duplex, admitted: () => void): void {
  let bytes = 0
  let shown = false
  // Added after the library's own listener, and called once more if the token came in the same piece: calls that
  // follow it at once are not counted.
  const count = (piece: Buffer): void => {
    bytes += piece.length
    if (!shown && bytes > mostBeforeToken) socket.terminate()
  }
  raw.on('data', count)
  const refuse = (closeCode: number, { code }: Refusal): void => {
    socket.close(closeCode, code)
    later = setTimeout(() => socket.terminate(), closingMs)
  }
  let hasCome = false
  // While the program was busy the token may have come: it is read before this socket is refused.
  let later = setTimeout(
    () => setImmediate(() => !hasCome && refuse(laterCode, tokenMissing)),
    options.patienceMs,
  )
  socket.on('close', () => clearTimeout(later))
  // A frame that is too large or broken closes the socket; nothing else is possible.
  socket.on('error', () => socket.terminate())
  socket.once('message', (data, isBinary) => {
    hasCome = true
    clearTimeout(later)
    const token =
      isBinary || !Buffer.isBuffer(data) || data.length > longestToken ? '' : data.toString('utf8')
    if (options.tokens.check(token) !== 'right') {
      later = setTimeout(() => refuse(refusedCode, tokenWrong), options.wrongPauseMs)
      return
    }
    shown = true
    raw.off('data', count)
    options.unknown.known(raw)
    admitted()
  })
}

function handlerOf(
  router: SocketRouter,
  pathGuard: PathGuard,
  { onBug }: { readonly onBug: (error: unknown) => void },
): RPCHandler<Record<never, never>> {
  return new RPCHandler(router, {
    clientInterceptors: [
      async (call) => {
        await pathGuard(call.input)
        try {
          return await call.next()
        } catch (error) {
          if (!(error instanceof ORPCError) && call.signal?.aborted !== true) onBug(error)
          throw error
        }
      },
    ],
  })
}
