// Work that ending the program would interrupt: accounts that are being created, and accounts that wait to be sent.
// Validations and status reads are not waited for: the next start asks again.
import type { RouterClient } from '@orpc/server'
import type { Engine } from '../engine/engine.ts'
import { webTexts } from './texts/web.ts'

export type UnderWay = { readonly sending: number; readonly queued: number }

/** Over all connections. */
export async function workUnderWay(client: RouterClient<Engine['router']>): Promise<UnderWay> {
  const work = { sending: 0, queued: 0 }
  for (const { states } of await client.batches.list()) {
    work.sending += states.sending
    work.queued += states.queued
  }
  return work
}

/** Warning of a host without a dialog when it is asked to end; null if nothing waits. */
export function endingWords({ sending, queued }: UnderWay): string | null {
  const { ending } = webTexts
  const parts = [
    ...(sending === 0 ? [] : [ending.sending({ sending })]),
    ...(queued === 0 ? [] : [ending.queued({ queued })]),
  ]
  return parts.length === 0 ? null : parts.join(' ')
}
