// A program that loads a file, sends it, and waits to be killed: `node doomed.ts SETTINGS`, SETTINGS being one JSON text.
// The key comes by the environment, so that it stands in no list of processes.
import { createRouterClient } from '@orpc/server'
import { z } from 'zod'
import { createEngine } from '../../../electron/engine/engine.ts'
import { createMemoryKeySafe } from '../../../electron/engine/key-safe.ts'
import { createProcessReader } from '../../../electron/engine/reading/process-reader.ts'
import { createTransport } from '../../../electron/engine/service-client/transport.ts'
import { connectionSettings } from '../../../shared/connection.ts'
import { mappingFile } from '../../../shared/mapping-file.ts'
import { isJudged, isLoaded, untilView } from './waiting.ts'

const { folder, settings, file, mapping } = z
  .object({ folder: z.string(), settings: connectionSettings, file: z.string(), mapping: mappingFile })
  .parse(JSON.parse(process.argv[2] ?? ''))

const engine = await createEngine({
  folder,
  reader: createProcessReader(),
  transport: createTransport().send,
  keySafe: createMemoryKeySafe(),
  version: '0.0.0-test',
})
if (!engine.ok) throw new Error(engine.failure.message)
const client = createRouterClient(engine.value.router)
const { id: connection } = await client.connections.save({ name: 'sandbox', settings })
await client.connections.setKey({ id: connection, key: process.env['DOOMED_KEY'] ?? '' })
const { batch } = await client.batches.load({
  path: file,
  mapping,
  catalogue: { shipped: 'example' },
  connection,
  supplier: null,
})
await untilView(client, batch, isLoaded)
await client.batches.validate({ batch })
await untilView(client, batch, isJudged)
await client.batches.release({ batch, limit: null })
process.stdout.write('released\n')
