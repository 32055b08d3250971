// Serves the engine's calls over a MessagePort with the same router as the web host. Only text of a limited length
// passes. Every input is validated against the contract's schema, and a file path must be one that a person chose.
import { EventEmitter } from 'node:events'
import { ORPCError } from '@orpc/server'
import { RPCHandler } from '@orpc/server/message-port'
import type { RecoveryRouter } from '../../engine/api/recovery-calls.ts'
import type { Engine } from '../../engine/engine.ts'
import type { EnginePort } from '../electron-parts.ts'

/** In UTF-16 units. The largest call is an edit of ten thousand cells. */
const largestMessage = 16 * 1024 ** 2

type PortRouter = Engine['router'] | RecoveryRouter
type PortHandler = RPCHandler<Record<never, never>>

export type EnginePortsOptions = {
  readonly router: PortRouter
  /** Rejects if the input of a call is not allowed. */
  readonly checkInput: (input: unknown) => Promise<void>
  readonly onBug: (error: unknown) => void
}

export type EnginePorts = ReturnType<typeof createEnginePorts>

export function createEnginePorts(options: EnginePortsOptions) {
  let handler = handlerOf(options.router, options)
  let endCurrent: (() => void) | null = null

  return {
    /** Router for ports of pages from now on. */
    use(router: PortRouter): void {
      handler = handlerOf(router, options)
    },
    /** Serves a page's port; the port of the previous page, which was reloaded, is closed. */
    serve(port: EnginePort): void {
      endCurrent?.()
      endCurrent = servePort(handler, port)
    },
    end(): void {
      endCurrent?.()
      endCurrent = null
    },
  }
}

function handlerOf(
  router: PortRouter,
  { checkInput, onBug }: Pick<EnginePortsOptions, 'checkInput' | 'onBug'>,
): PortHandler {
  return new RPCHandler(router, {
    clientInterceptors: [
      async (call) => {
        await checkInput(call.input)
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

/** Returns a function that closes the port. A message that is no text, or too long, closes it too. */
function servePort(handler: PortHandler, port: EnginePort): () => void {
  // Events for the handler: accepted messages, and the close, also when this side closes.
  const heard = new EventEmitter()
  let open = true
  const end = (): void => {
    if (!open) return
    open = false
    port.close()
    heard.emit('close')
  }
  port.on('close', end)
  port.on('message', ({ data }) => {
    const message: unknown = data
    if (typeof message === 'string' && message.length <= largestMessage)
      heard.emit('message', { data: message })
    else end()
  })
  handler.upgrade({
    postMessage: (message: unknown) => {
      if (open) port.postMessage(message)
    },
    on: (event: string, listener: (event?: { readonly data: unknown }) => void) => heard.on(event, listener),
  })
  port.start()
  return end
}
