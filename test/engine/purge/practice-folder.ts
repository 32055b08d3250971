// A data folder with the practice service beside it, as a window has it, and batches that are sent there.
import { createRouterClient } from '@orpc/server'
import { createEngine } from '../../../electron/engine/engine.ts'
import {
  connectPractice,
  practiceStorage,
} from '../../../electron/engine/sending/connections/sandbox-connection.ts'
import { createTransport } from '../../../electron/engine/sending/service-client/transport.ts'
import { createMemoryKeyStore } from '../../../electron/engine/system/key-store.ts'
import { createSandbox } from '../../../electron/sandbox/sandbox.ts'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'
import { readWired } from '../../support/read-wired.ts'
import { numbered, plainAccounts } from '../api/small-files.ts'
import { type Client, isLoaded, isOver, isValidated, untilView } from '../api/waiting.ts'

type PracticeFolder = {
  readonly client: Client
  /** Starts the practice service of the folder, with a connection to it. */
  readonly practise: () => Promise<{
    readonly sandbox: Awaited<ReturnType<typeof createSandbox>>
    readonly connection: number
  }>
  readonly end: () => Promise<void>
}

/** `atEnd`: closes something when the test has ended. */
export async function openPractice(
  data: string,
  atEnd: (end: () => Promise<void>) => void,
): Promise<PracticeFolder> {
  const transport = createTransport()
  const engine = await createEngine({
    folder: data,
    reader: readWired,
    transport: transport.send,
    keyStore: createMemoryKeyStore(),
    version: '0.0.0-test',
  })
  if (!engine.ok) throw new Error(sentenceOf(engine.failure.message))
  const { router, practice, close } = engine.value
  const client = createRouterClient(router)
  let closing: Promise<void> | null = null
  const end = (): Promise<void> => (closing ??= close().then(transport.close))
  atEnd(end)
  async function practise() {
    const sandbox = await createSandbox({ ...practiceStorage(data), speed: 20 })
    atEnd(sandbox.close)
    const connection = await connectPractice({ client, practice }, sandbox)
    await client.connections.setKey({ id: connection, key: sandbox.apiKey })
    return { sandbox, connection }
  }
  return { client, practise, end }
}

/** A batch of three accounts that are done. */
export async function sentBatch(
  client: Client,
  folder: string,
  connection: number,
  prefix: string,
): Promise<number> {
  const { file, mapping } = await plainAccounts(folder, numbered(3, prefix), prefix)
  const { batch } = await client.batches.load({
    path: file,
    mapping: mappingFile.parse(mapping),
    catalogue: { shipped: 'example' },
    connection,
    supplier: 'ACME',
  })
  await untilView(client, batch, isLoaded)
  await client.batches.validate({ batch })
  await untilView(client, batch, isValidated)
  await client.batches.release({ batch, limit: null })
  await untilView(client, batch, isOver)
  return batch
}
