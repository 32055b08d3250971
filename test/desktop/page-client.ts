// Client of the contract over `window.carryover`, with the same lines as `linkOverBridge` of the window's
// desktop-bridge.ts.
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import type { ContractRouterClient } from '@orpc/contract'
import type { BatchView, contract } from '../../shared/contract/contract.ts'
import type { Bridge } from './built-preload.ts'
import { sentenceOf } from '../../shared/texts/message.ts'

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

/** Follows the engine's events until the batch has the wanted stage. Throws when loading failed. */
export async function untilStage(
  client: Client,
  batch: number,
  stage: BatchView['stage'],
): Promise<BatchView> {
  // Subscribes before the first query, so that no event is missed.
  const events = await client.events()
  for (;;) {
    const now = await client.batches.get({ batch })
    if (now.stage === stage) return now
    if (now.stage === 'failed')
      throw new Error(sentenceOf(now.failure?.message) ?? 'The file could not be loaded.')
    if ((await events.next()).done === true) throw new Error('The events ended')
  }
}
