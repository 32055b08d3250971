// Work that ending the program would interrupt: requests that wait for an answer, and accounts that wait to be
// sent.
import type { RouterClient } from '@orpc/server'
import type { Engine } from '../engine/engine.ts'

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
  const parts = [
    inFlight === 0
      ? ''
      : `Ending: ${inFlight === 1 ? '1 request is in flight and its answer is' : `${inFlight} requests are in flight and their answers are`} waited for. Ctrl-C again leaves ${inFlight === 1 ? 'it' : 'them'} unconfirmed: the next start asks the service what became of ${inFlight === 1 ? 'it' : 'them'} before anything is sent again.`,
    queued === 0
      ? ''
      : `${queued === 1 ? '1 account that is queued stays queued' : `${queued.toLocaleString('en-GB')} accounts that are queued stay queued`} for the next start, which goes on with ${queued === 1 ? 'it' : 'them'} once the key is given.`,
  ].filter((part) => part !== '')
  return parts.length === 0 ? null : parts.join(' ')
}
