// Program that sends a batch and prints its progress, to be stopped and continued: `node stopped.ts SETTINGS`, where
// SETTINGS is one JSON text. It prints a line of JSON for each change, and exits when its standard input ends.
import { z } from 'zod'
import { connectionSettings } from '../../../shared/sending/connection.ts'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { connectedTo, engineIn, validated, loadedBatch } from '../api/bare-engine.ts'

const { folder, settings, file, mapping, gapMs } = z
  .object({
    folder: z.string(),
    settings: connectionSettings,
    file: z.string(),
    mapping: mappingFile,
    gapMs: z.number(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''))

const { client, close } = await engineIn(folder, { machine: { gapMs } })
const connection = await connectedTo(client, settings, process.env['STOPPED_KEY'])
const batch = await loadedBatch(client, { path: file, mapping, connection, supplier: null })
await validated(client, batch)
const events = await client.events()
await client.batches.release({ batch, limit: null })

process.stdin.once('close', () => void close())
process.stdin.resume()
for await (const event of events) {
  if (event.kind !== 'batch') continue
  const { states } = await client.batches.get({ batch })
  const slept = (await client.batches.timeline({ batch, limit: 200 })).filter(({ kind }) => kind === 'slept')
  process.stdout.write(`${JSON.stringify({ states, slept: slept.map(({ detail }) => detail) })}\n`)
}
