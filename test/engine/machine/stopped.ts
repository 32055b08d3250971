// A program that sends a batch and tells of it, to be stopped and continued: `node stopped.ts SETTINGS`, SETTINGS being
// one JSON text. It prints a line of JSON each time something changed; it ends when its standard input does.
import { createRouterClient } from '@orpc/server'
import { z } from 'zod'
import { createEngine } from '../../../electron/engine/engine.ts'
import { createMemoryKeySafe } from '../../../electron/engine/key-safe.ts'
import { createProcessReader } from '../../../electron/engine/reading/process-reader.ts'
import { createTransport } from '../../../electron/engine/service-client/transport.ts'
import { connectionSettings } from '../../../shared/connection.ts'
import { mappingFile } from '../../../shared/mapping-file.ts'
import { isJudged, isLoaded, untilView } from '../engine/waiting.ts'

const { folder, settings, file, mapping, gapMs } = z
  .object({
    folder: z.string(),
    settings: connectionSettings,
    file: z.string(),
    mapping: mappingFile,
    gapMs: z.number(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''))

const transport = createTransport()
const engine = await createEngine({
  folder,
  reader: createProcessReader(),
  transport: transport.send,
  afterSleep: transport.afterSleep,
  keySafe: createMemoryKeySafe(),
  version: '0.0.0-test',
  machine: { gapMs },
})
if (!engine.ok) throw new Error(engine.failure.message)
const client = createRouterClient(engine.value.router)
const { id: connection } = await client.connections.save({ name: 'sandbox', settings })
await client.connections.setKey({ id: connection, key: process.env['STOPPED_KEY'] ?? '' })
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
const events = await client.events()
await client.batches.release({ batch, limit: null })

process.stdin.once('close', () => {
  void engine.value.close().then(transport.close)
})
process.stdin.resume()
for await (const event of events) {
  if (event.kind !== 'batch') continue
  const { states } = await client.batches.get({ batch })
  const slept = (await client.batches.timeline({ batch, limit: 200 })).filter(({ kind }) => kind === 'slept')
  process.stdout.write(`${JSON.stringify({ states, slept: slept.map(({ detail }) => detail) })}\n`)
}
