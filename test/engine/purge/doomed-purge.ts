// Program that loads a file, purges its batch, and waits to be killed: `node doomed-purge.ts SETTINGS`, where SETTINGS is
// one JSON text.
import { z } from 'zod'
import { connectionSettings } from '../../../shared/sending/connection.ts'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { connectedTo, engineIn, loadedBatch } from '../api/bare-engine.ts'

const { folder, settings, file, mapping } = z
  .object({ folder: z.string(), settings: connectionSettings, file: z.string(), mapping: mappingFile })
  .parse(JSON.parse(process.argv[2] ?? ''))

const { client } = await engineIn(folder)
const connection = await connectedTo(client, settings, 'no key is needed')
const batch = await loadedBatch(client, { path: file, mapping, connection, supplier: 'ACME' })
await client.batches.report({ batch, folder: null })
process.stdout.write('loaded\n')
process.stdin.once('data', () => void client.purge.start({ connection, batches: [batch], olderThanDays: 0 }))
