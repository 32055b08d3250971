// A program that loads a file, sends it, and waits to be killed: `node doomed.ts SETTINGS`, SETTINGS being one JSON text.
// The key comes by the environment, so that it stands in no list of processes.
import { z } from 'zod'
import { connectionSettings } from '../../../shared/connection.ts'
import { mappingFile } from '../../../shared/mapping-file.ts'
import { connectedTo, engineIn, judged, loadedBatch } from './bare-engine.ts'

const { folder, settings, file, mapping } = z
  .object({ folder: z.string(), settings: connectionSettings, file: z.string(), mapping: mappingFile })
  .parse(JSON.parse(process.argv[2] ?? ''))

const { client } = await engineIn(folder)
const connection = await connectedTo(client, settings, process.env['DOOMED_KEY'])
const batch = await loadedBatch(client, { path: file, mapping, connection, supplier: null })
await judged(client, batch)
await client.batches.release({ batch, limit: null })
process.stdout.write('released\n')
