// A client of the contract over `window.carryover`: the same lines as `linkOverBridge` of the window's desktop-bridge.ts.
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import type { ContractRouterClient } from '@orpc/contract'
import type { contract } from '../../shared/contract.ts'
import type { Bridge } from './built-preload.ts'

export type Client = ContractRouterClient<typeof contract>

export function clientOver(bridge: Bridge): Client {
  return createORPCClient(
    new RPCLink({
      port: {
        postMessage: (message: unknown) => bridge.postMessage(message),
        onMessage: { addListener: (listener) => bridge.onMessage(listener) },
        onDisconnect: { addListener: (listener) => bridge.onClose(listener) },
      },
    }),
  )
}
