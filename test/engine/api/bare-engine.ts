// Engine on a folder and over real HTTP, started as its own process would start it. Shared by the programs that tests
// stop and kill, and by the benchmarks. It does not depend on a test runner.
import { createRouterClient } from '@orpc/server'
import { createEngine, type EngineOptions } from '../../../electron/engine/engine.ts'
import { createMemoryKeyStore } from '../../../electron/engine/system/key-store.ts'
import { readWired } from '../../support/read-wired.ts'
import { createTransport } from '../../../electron/engine/sending/service-client/transport.ts'
import type { ConnectionSettings } from '../../../shared/sending/connection.ts'
import type { Mapping } from '../../../shared/mapping/file.ts'
import { type Client, isValidated, isLoaded, untilView } from './waiting.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

export type BareEngine = {
  readonly client: Client
  /** Once the integrity check has finished: nothing is sent before. */
  readonly known: Promise<unknown>
  readonly close: () => Promise<void>
}

/** Throws if the folder cannot be opened. */
export async function engineIn(
  folder: string,
  options: Pick<EngineOptions, 'machine' | 'random' | 'open' | 'folderKey'> = {},
): Promise<BareEngine> {
  const transport = createTransport()
  const engine = await createEngine({
    folder,
    reader: readWired,
    transport: transport.send,
    afterSleep: transport.afterSleep,
    keyStore: createMemoryKeyStore(),
    version: '0.0.0-test',
    ...options,
  })
  if (!engine.ok) throw new Error(`${engine.failure.code}: ${sentenceOf(engine.failure.message)}`)
  const { router, known, close } = engine.value
  return { client: createRouterClient(router), known, close: () => close().then(transport.close) }
}

/** Creates a connection with its key; returns its number. */
export async function connectedTo(
  client: Client,
  settings: ConnectionSettings,
  key: string | undefined,
): Promise<number> {
  const { id } = await client.connections.save({ name: 'sandbox', settings })
  await client.connections.setKey({ id, key: key ?? '' })
  return id
}

/** Creates a batch whose accounts are built; returns its number. */
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

/** Validates every unvalidated account and waits until this has finished. */
export async function validated(client: Client, batch: number): Promise<void> {
  await client.batches.validate({ batch })
  await untilView(client, batch, isValidated)
}
