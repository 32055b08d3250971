// An engine as a process of its own runs it, on a folder and over real HTTP, with nothing around it: what the programs that
// tests stop and kill have in common, and the benchmarks. It knows no test runner.
import { createRouterClient } from '@orpc/server'
import { createEngine, type EngineOptions } from '../../../electron/engine/engine.ts'
import { createMemoryKeySafe } from '../../../electron/engine/key-safe.ts'
import { createProcessReader } from '../../../electron/engine/reading/process-reader.ts'
import { createTransport } from '../../../electron/engine/service-client/transport.ts'
import type { ConnectionSettings } from '../../../shared/connection.ts'
import type { Mapping } from '../../../shared/mapping-file.ts'
import { type Client, isJudged, isLoaded, untilView } from './waiting.ts'

export type BareEngine = {
  readonly client: Client
  /** Once it is known whether the data folder is sound: nothing is sent before. */
  readonly known: Promise<unknown>
  readonly close: () => Promise<void>
}

/** Throws where the folder cannot be opened. */
export async function engineIn(
  folder: string,
  options: Pick<EngineOptions, 'machine' | 'random' | 'open'> = {},
): Promise<BareEngine> {
  const transport = createTransport()
  const engine = await createEngine({
    folder,
    reader: createProcessReader(),
    transport: transport.send,
    afterSleep: transport.afterSleep,
    keySafe: createMemoryKeySafe(),
    version: '0.0.0-test',
    ...options,
  })
  if (!engine.ok) throw new Error(`${engine.failure.code}: ${engine.failure.message}`)
  const { router, known, close } = engine.value
  return { client: createRouterClient(router), known, close: () => close().then(transport.close) }
}

/** A connection with its key; answers its number. */
export async function connectedTo(
  client: Client,
  settings: ConnectionSettings,
  key: string | undefined,
): Promise<number> {
  const { id } = await client.connections.save({ name: 'sandbox', settings })
  await client.connections.setKey({ id, key: key ?? '' })
  return id
}

/** A batch whose accounts are built; answers its number. */
export async function loadedBatch(
  client: Client,
  {
    path,
    ...given
  }: {
    readonly path: string
    readonly mapping: Mapping
    readonly connection: number
    readonly supplier: string | null
  },
): Promise<number> {
  const { batch } = await client.batches.load({ path, catalogue: { shipped: 'example' }, ...given })
  await untilView(client, batch, isLoaded)
  return batch
}

/** Has every ready account judged and waits for the end of it. */
export async function judged(client: Client, batch: number): Promise<void> {
  await client.batches.validate({ batch })
  await untilView(client, batch, isJudged)
}
