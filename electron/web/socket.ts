// The engine's calls over a WebSocket. Nothing is served on it before its first message, which must be the bearer token
// and must come within two seconds; then every message is oRPC's. A socket that is refused is closed with 1008.
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { ORPCError } from '@orpc/server'
import { RPCHandler } from '@orpc/server/ws'
import { type WebSocket, WebSocketServer } from 'ws'
import type { RecoveryRouter } from '../engine/calls/recovery-calls.ts'
import type { Engine } from '../engine/engine.ts'
import { lockedRefusal, tokenMissing, tokenWrong } from './guards.ts'
import type { PathGuard } from './path-guard.ts'
import { type Refusal, refusal, sendRawRefusal } from './replies.ts'
import type { Tokens } from './tokens.ts'

/** In bytes. The largest call is an edit of ten thousand cells. */
const largestMessage = 16 * 1024 ** 2
const longestToken = 200
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

  function admit(socket: WebSocket): void {
    const patience = setTimeout(() => close(socket, tokenMissing), options.patienceMs)
    socket.on('close', () => clearTimeout(patience))
    // A frame that is too large or broken closes the socket; there is nothing else to do about it.
    socket.on('error', () => socket.terminate())
    socket.once('message', (data, isBinary) => {
      clearTimeout(patience)
      const token =
        isBinary || !Buffer.isBuffer(data) || data.length > longestToken ? '' : data.toString('utf8')
      const verdict = tokens.check(token)
      if (verdict !== 'right') return close(socket, verdict === 'locked' ? lockedRefusal : tokenWrong)
      // It listens before the next message can come.
      void handler.upgrade(socket)
    })
  }

  return {
    /** The handshake; every guard was passed. `opened` is called when the socket stands. */
    accept(request: IncomingMessage, socket: Duplex, head: Buffer, opened: () => void): void {
      server.handleUpgrade(request, socket, head, (webSocket) => {
        opened()
        admit(webSocket)
      })
    },
    /** Other calls from now on. Every socket is closed; a page comes back by itself. */
    serve(router: SocketRouter, pathGuard: PathGuard): void {
      handler = handlerOf(router, pathGuard, options)
      for (const socket of server.clients) socket.close(restartCode, 'other_calls')
    },
    /** Closes every socket, as the lock does. */
    refuseAll(): void {
      for (const socket of server.clients) close(socket, lockedRefusal)
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
  { tokens, onBug }: { readonly tokens: Tokens; readonly onBug: (error: unknown) => void },
): RPCHandler<Record<never, never>> {
  return new RPCHandler(router, {
    clientInterceptors: [
      async (call) => {
        // A socket that the lock closed may still be talking.
        if (tokens.locked()) throw new ORPCError('FORBIDDEN', { message: lockedRefusal.message })
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
