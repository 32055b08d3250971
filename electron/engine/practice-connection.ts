// The practice service as a connection that is ready to use, whichever host has started it.
import type { RouterClient } from '@orpc/server'
import { connectionSettings } from '../../shared/connection.ts'
import type { Engine } from './engine.ts'

const practiceName = 'Practice service'

/**
 * Saves it under its name, at the address that it has today; what a person set stays. Answers the connection; its key is
 * for the host to hand in.
 */
export async function connectPractice(
  {
    client,
    practice,
  }: { readonly client: RouterClient<Engine['router']>; readonly practice: Engine['practice'] },
  { baseUrl, tokenUrl }: { readonly baseUrl: string; readonly tokenUrl: string },
): Promise<number> {
  practice.begun(baseUrl)
  const before = (await client.connections.list()).find(({ name }) => name === practiceName)
  const settings = connectionSettings.parse({
    ...(before?.settings ?? { limits: { pollFirstMs: 1000, readsPerMinute: null } }),
    baseUrl,
    tokenUrl,
  })
  return (await client.connections.save({ name: practiceName, settings })).id
}
