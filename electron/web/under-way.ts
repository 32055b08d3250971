// Work that ending the program would interrupt: requests that wait for an answer, and accounts that wait to be
// sent.
import type { RouterClient } from '@orpc/server'
import type { Engine } from '../engine/engine.ts'
import { webTexts } from './texts/web.ts'

export type UnderWay = { readonly inFlight: number; readonly queued: number }

/** Over all connections. */
export async function workUnderWay(client: RouterClient<Engine['router']>): Promise<UnderWay> {
  const perConnection = new Map<number, number>()
  let queued = 0
  for (const { connection, inFlight, states } of await client.batches.list()) {
    if (connection !== null) perConnection.set(connection.id, inFlight)
    queued += states.queued
  }
  return { inFlight: [...perConnection.values()].reduce((sum, count) => sum + count, 0), queued }
}

/** Warning of a host without a dialog when it is asked to end; null if nothing waits. */
export function endingWords({ inFlight, queued }: UnderWay): string | null {
  const { ending } = webTexts
  const parts = [
    ...(inFlight === 0 ? [] : [ending.inFlight({ inFlight })]),
    ...(queued === 0 ? [] : [ending.queued({ queued })]),
  ]
  return parts.length === 0 ? null : parts.join(' ')
}
