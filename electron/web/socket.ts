// The engine's calls over a WebSocket. Nothing is served on it before its first message, which must be the bearer token
// and must come within two seconds; then every message is oRPC's. A socket that is refused is closed with 1008.
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { ORPCError } from '@orpc/server'
import { RPCHandler } from '@orpc/server/ws'
import { type WebSocket, WebSocketServer } from 'ws'
import type { RecoveryRouter } from '../engine/api/recovery-calls.ts'
import type { Engine } from '../engine/engine.ts'
import { tokenMissing, tokenWrong } from './guards.ts'
import type { PathGuard } from './path-guard.ts'
import { type Refusal, refusal, sendRawRefusal } from './replies.ts'
import type { Tokens } from './tokens.ts'
import type { UnknownConnections } from './unknown-connections.ts'

/** In bytes. The largest call is an edit of ten thousand cells. */
const largestMessage = 16 * 1024 ** 2
const longestToken = 200
/** Bytes that are read of a socket before it has shown its token, which is one small frame. */
const mostBeforeToken = 1024
/** What a socket that was closed gets to answer with a close of its own, in milliseconds. */
const closingMs = 1_000
/** Policy violation (RFC 6455 section 7.4.1): whoever gets it does not try again by itself. */
const refusedCode = 1008

/** Service restart (RFC 6455, IANA): whoever gets it tries again. */
const restartCode = 1012

type SocketRouter = Engine['router'] | RecoveryRouter

export type Sockets = ReturnType<typeof createSockets>

export function createSockets(options: {
  readonly router: SocketRouter
  readonly tokens: Tokens
  readonly pathGuard: PathGuard
  readonly headers: Readonly<Record<string, string>>
  /** How long a socket may be open without its token, in milliseconds. */
  readonly patienceMs: number
  /** How long a wrong token waits for its answer, in milliseconds. */
  readonly wrongPauseMs: number
  readonly unknown: UnknownConnections
  readonly onBug: (error: unknown) => void
}) {
  const { tokens } = options
  let handler = handlerOf(options.router, options.pathGuard, options)
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: largestMessage,
    perMessageDeflate: false,
    // None is ours: a token in a sub-protocol would end up in logs.
    handleProtocols: () => false,
  })
  server.on('headers', (lines) => {
    for (const [name, value] of Object.entries(options.headers)) lines.push(`${name}: ${value}`)
  })
  server.on('wsClientError', (_error, socket) =>
    sendRawRefusal(
      socket,
      refusal(400, 'bad_handshake', 'This is no handshake of a WebSocket.'),
      options.headers,
    ),
  )

  function admit(socket: WebSocket, raw: Duplex): void {
    let bytes = 0
    let shown = false
    // Behind the library's own listener, and called once more where the token came in the same piece: calls that follow
    // it at once are not counted.
    const count = (piece: Buffer): void => {
      bytes += piece.length
      if (!shown && bytes > mostBeforeToken) socket.terminate()
    }
    raw.on('data', count)
    const refuse = (refused: Refusal): void => {
      close(socket, refused)
      later = setTimeout(() => socket.terminate(), closingMs)
    }
    let later = setTimeout(() => refuse(tokenMissing), options.patienceMs)
    socket.on('close', () => clearTimeout(later))
    // A frame that is too large or broken closes the socket; there is nothing else to do about it.
    socket.on('error', () => socket.terminate())
    socket.once('message', (data, isBinary) => {
      clearTimeout(later)
      const token =
        isBinary || !Buffer.isBuffer(data) || data.length > longestToken ? '' : data.toString('utf8')
      if (tokens.check(token) !== 'right') {
        later = setTimeout(() => refuse(tokenWrong), options.wrongPauseMs)
        return
      }
      shown = true
      raw.off('data', count)
      options.unknown.known(raw)
      // It listens before the next message can come.
      void handler.upgrade(socket)
    })
  }

  return {
    /** The handshake; every guard was passed. `opened` is called when the socket stands. */
    accept(request: IncomingMessage, socket: Duplex, head: Buffer, opened: () => void): void {
      server.handleUpgrade(request, socket, head, (webSocket) => {
        opened()
        admit(webSocket, socket)
      })
    },
    /** Other calls from now on. Every socket is closed; a page comes back by itself. */
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

function close(socket: WebSocket, { code }: Refusal): void {
  socket.close(refusedCode, code)
}
