// A program that sends one version of a file, merges the next into it while it sends, and waits to be killed:
// `node doomed-merge.ts SETTINGS`, SETTINGS being one JSON text. The key comes by the environment.
import { createRouterClient } from '@orpc/server'
import { z } from 'zod'
import { createEngine } from '../../../electron/engine/engine.ts'
import { createMemoryKeySafe } from '../../../electron/engine/key-safe.ts'
import { createProcessReader } from '../../../electron/engine/reading/process-reader.ts'
import { createTransport } from '../../../electron/engine/service-client/transport.ts'
import { connectionSettings } from '../../../shared/connection.ts'
import { mappingFile } from '../../../shared/mapping-file.ts'
import { isJudged, isLoaded, untilView } from '../engine/waiting.ts'

const { folder, settings, first, second, mapping, edited } = z
  .object({
    folder: z.string(),
    settings: connectionSettings,
    first: z.string(),
    second: z.string(),
    mapping: mappingFile,
    /** So many rows are edited in the first version. */
    edited: z.number(),
  })
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
  path: first,
  mapping,
  catalogue: { shipped: 'example' },
  connection,
  supplier: 'ACME',
})
await untilView(client, batch, isLoaded)
const cells = Array.from({ length: edited }, (_, at) => ({
  sheet: 0,
  row: at + 2,
  column: 1,
  text: `Edited ${at}`,
}))
await client.edits.apply({ batch, words: 'Edited', cells })
await untilView(client, batch, (view) => view.stage === 'open' && view.work === null)
await client.batches.validate({ batch })
await untilView(client, batch, isJudged)
const next = await client.versions.open({ batch, path: second })
await untilView(client, next.batch, (view) => view.stage === 'open' && view.work === null)
await client.batches.release({ batch, limit: null })
await untilView(client, batch, ({ states }) => states.watching + states.settled > 3)
process.stdout.write('merging\n')
await client.versions.merge({ batch: next.batch })
process.stdout.write('began\n')
