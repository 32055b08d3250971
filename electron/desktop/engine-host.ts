// The engine as the desktop program runs it, and what happens at its start: unfinished loading goes on, kept keys start
// their connections, and the practice service stands beside it as a connection that is ready to use.
import { createRouterClient, type RouterClient } from '@orpc/server'
import { connectionSettings } from '../../shared/connection.ts'
import { removeLeftFolders } from '../engine/store/data-folder.ts'
import { createEngine, type Engine, type EngineOptions } from '../engine/engine.ts'
import { type Result, success } from '../engine/failure.ts'
import { createTransport } from '../engine/service-client/transport.ts'
import { createSandbox } from '../sandbox/sandbox.ts'
import type { DesktopKeySafe } from './key-safe.ts'

type Client = RouterClient<Engine['router']>

export type HostedEngine = {
  readonly router: Engine['router']
  readonly client: Client
  readonly notice: Engine['notice']
  readonly machine: Engine['machine']
  readonly practice: Engine['practice']
  /** Requests are waited for, what they answered is written. */
  close(): Promise<void>
}

export type EngineFactory = (
  options: Omit<EngineOptions, 'transport' | 'version'>,
) => Promise<Result<HostedEngine>>

/** `resolveProxy`: what the system says of an address, in the words of a proxy script ("PROXY host:port; DIRECT"). */
export function engineFactory(
  version: string,
  resolveProxy?: (url: string) => Promise<string>,
): EngineFactory {
  return async (options) => {
    const transport = createTransport({ resolveProxy })
    removeLeftFolders()
    const engine = await createEngine({
      ...options,
      transport: transport.send,
      afterSleep: transport.afterSleep,
      version,
    })
    if (!engine.ok) {
      await transport.close()
      return engine
    }
    const { router, notice, machine, practice, close } = engine.value
    return success({
      router,
      client: createRouterClient(router),
      notice,
      machine,
      practice,
      close: async () => {
        try {
          await close()
        } finally {
          await transport.close()
        }
      },
    })
  }
}

/** What a restart left half read or half built goes on, and connections with a kept key start. */
export async function takeUpUnfinished(client: Client, keySafe: DesktopKeySafe): Promise<void> {
  const connections = await client.connections.list()
  await keySafe.keepOnly(connections.map(({ id }) => id))
  for (const id of await keySafe.ids()) {
    const key = await keySafe.get(id)
    // Handing the key in again is what starts a connection; pauses stay.
    if (key !== null) await client.connections.setKey({ id, key })
  }
  for (const { id, stage } of await client.batches.list())
    if (stage === 'reading' || stage === 'building') await client.batches.continueLoading({ batch: id })
}

const practiceName = 'Practice service'

/** Starts it under its name, at the address that it has today; what a person set stays. Answers how to end it. */
export async function startPractice(
  { client, practice }: Pick<HostedEngine, 'client' | 'practice'>,
  keySafe: DesktopKeySafe,
  storage: string,
): Promise<() => Promise<void>> {
  const { baseUrl, tokenUrl, apiKey, close } = await createSandbox({ storage })
  practice.begun(baseUrl)
  const before = (await client.connections.list()).find(({ name }) => name === practiceName)
  const settings = connectionSettings.parse({
    ...(before?.settings ?? { limits: { pollFirstMs: 1000, readsPerMinute: null } }),
    baseUrl,
    tokenUrl,
  })
  const { id } = await client.connections.save({ name: practiceName, settings })
  keySafe.passing(id)
  await client.connections.setKey({ id, key: apiKey })
  return close
}
