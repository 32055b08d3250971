// Program that loads a file, sends it, and waits to be killed: `node doomed.ts SETTINGS`, where SETTINGS is one JSON
// text. The key is passed in the environment, so that it appears in no process list.
import { z } from 'zod'
import { connectionSettings } from '../../../shared/sending/connection.ts'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { connectedTo, engineIn, validated, loadedBatch } from './bare-engine.ts'

const { folder, settings, file, mapping } = z
  .object({ folder: z.string(), settings: connectionSettings, file: z.string(), mapping: mappingFile })
  .parse(JSON.parse(process.argv[2] ?? ''))

const { client } = await engineIn(folder)
const connection = await connectedTo(client, settings, process.env['DOOMED_KEY'])
const batch = await loadedBatch(client, { path: file, mapping, connection, supplier: null })
await validated(client, batch)
await client.batches.release({ batch, limit: null })
process.stdout.write('released\n')
