// Engine of the desktop program and its start: resumes unfinished loading, starts connections with their stored
// keys, and runs the practice service as a connection that is ready to use.
import { createRouterClient, type RouterClient } from '@orpc/server'
import { removeLeftFolders } from '../../engine/store/database/folder/data-folder.ts'
import { createEngine, type Engine, type EngineOptions } from '../../engine/engine.ts'
import { type Result, success } from '../../engine/system/failure.ts'
import { connectPractice } from '../../engine/sending/connections/sandbox-connection.ts'
import { createTransport } from '../../engine/sending/service-client/transport.ts'
import { createSandbox } from '../../sandbox/sandbox.ts'
import type { DesktopKeyStore } from './key-store.ts'

type Client = RouterClient<Engine['router']>

export type HostedEngine = {
  readonly router: Engine['router']
  readonly client: Client
  readonly notice: Engine['notice']
  readonly machine: Engine['machine']
  readonly practice: Engine['practice']
  /** Waits for requests and writes their answers. */
  close(): Promise<void>
}

export type EngineFactory = (
  options: Omit<EngineOptions, 'transport' | 'version'>,
) => Promise<Result<HostedEngine>>

/** `resolveProxy`: the system's proxy for an address, in proxy script syntax ("PROXY host:port; DIRECT"). */
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

/** Resumes reading and building that a restart interrupted, and starts connections with a stored key. */
export async function takeUpUnfinished(client: Client, keyStore: DesktopKeyStore): Promise<void> {
  const connections = await client.connections.list()
  await keyStore.keepOnly(connections.map(({ id }) => id))
  for (const id of await keyStore.ids()) {
    const key = await keyStore.get(id)
    // Setting the key starts a connection; pauses stay.
    if (key !== null) await client.connections.setKey({ id, key })
  }
}

/** Starts it next to the engine. Returns a function that stops it. */
export async function startPractice(
  engine: Pick<HostedEngine, 'client' | 'practice'>,
  keyStore: DesktopKeyStore,
  storage: string,
): Promise<() => Promise<void>> {
  const sandbox = await createSandbox({ storage })
  const id = await connectPractice(engine, sandbox)
  keyStore.passing(id)
  await engine.client.connections.setKey({ id, key: sandbox.apiKey })
  return sandbox.close
}
