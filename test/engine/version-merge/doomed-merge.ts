// Program that sends one version of a file, merges the next into it while sending, and waits to be killed: `node
// doomed-merge.ts SETTINGS`, where SETTINGS is one JSON text. The key is passed in the environment.
import { z } from 'zod'
import { connectionSettings } from '../../../shared/sending/connection.ts'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { connectedTo, engineIn, validated, loadedBatch } from '../api/bare-engine.ts'
import { untilView } from '../api/waiting.ts'

const { folder, settings, first, second, mapping, edited } = z
  .object({
    folder: z.string(),
    settings: connectionSettings,
    first: z.string(),
    second: z.string(),
    mapping: mappingFile,
    /** Number of rows edited in the first version. */
    edited: z.number(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''))

const { client } = await engineIn(folder)
const connection = await connectedTo(client, settings, process.env['DOOMED_KEY'])
const batch = await loadedBatch(client, { path: first, mapping, connection, supplier: 'ACME' })
const cells = Array.from({ length: edited }, (_, at) => ({
  sheet: 0,
  row: at + 2,
  column: 1,
  text: `Edited ${at}`,
}))
await client.edits.apply({ batch, words: 'Edited', cells })
await untilView(client, batch, (view) => view.stage === 'open' && view.work === null)
await validated(client, batch)
const next = await client.versions.open({ batch, path: second })
await untilView(client, next.batch, (view) => view.stage === 'open' && view.work === null)
await client.batches.release({ batch, limit: null })
await untilView(client, batch, ({ states }) => states.processing + states.done > 3)
process.stdout.write('merging\n')
await client.versions.merge({ batch: next.batch })
process.stdout.write('began\n')
