// Program that opens a data folder, hands a batch over or opens a project file when it gets a line, and waits to be killed:
// `node doomed-handover.ts SETTINGS`, where SETTINGS is one JSON text.
import { basename, dirname } from 'node:path'
import { z } from 'zod'
import { engineIn } from '../api/bare-engine.ts'

const { folder, path, batch } = z
  .object({ folder: z.string(), path: z.string(), batch: z.number().nullable() })
  .parse(JSON.parse(process.argv[2] ?? ''))

const { client } = await engineIn(folder)
process.stdout.write('ready\n')
process.stdin.once('data', () => {
  const passphrase = null
  void (batch === null
    ? client.handover.open({ path, passphrase, onlyHere: true })
    : client.handover.write({ batch, folder: dirname(path), name: basename(path), passphrase }))
})
